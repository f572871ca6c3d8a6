//! The log of a known runtime's client: its own records as it printed them, when its transcript does not lie on this machine.

use std::path::Path;

use serde_json::{Value, json};

use super::log::Line;
use crate::model::{Run, Runtime};
use crate::sources::fields::Fields;
use crate::sources::printed::{Closing, Origin, Row};
use crate::sources::{claude_code, codex, gemini, opencode};

/// The lines of a client's output that are its own records, and those that are none.
fn split(lines: &[Line]) -> (Vec<Row>, Vec<Line>) {
    let (mut rows, mut plain) = (Vec::new(), Vec::new());
    for line in lines {
        let data = line.text.trim_start().starts_with('{').then(|| serde_json::from_str::<Value>(&line.text).ok());
        match data.flatten().filter(|data| !line.error && data.said("type").is_some()) {
            Some(data) => rows.push(Row { at: line.at, line: line.number, data }),
            None => plain.push(line.clone()),
        }
    }
    (rows, plain)
}

/// What the client did in one attempt, by its printed records, with the lines that are none of its records.
pub(super) fn run(origin: Origin<'_>, runtime: Runtime, attempt: &str, lines: &[Line]) -> (Run, Vec<Line>) {
    let (rows, plain) = split(lines);
    let printed = match runtime {
        Runtime::ClaudeCode => return (claude(origin, attempt, rows), plain),
        Runtime::Codex => codex::printed::events(origin, &rows),
        Runtime::OpenCode => opencode::printed::events(origin, &rows),
        Runtime::GeminiCli => gemini::printed::events(origin, &rows),
        Runtime::Paperclip => return (Run::new(runtime, origin.session), lines.to_vec()),
    };
    let mut run = Run::new(runtime, origin.session);
    run.events = printed.events.into();
    run.plan = printed.plan.unwrap_or_default();
    run.window = printed.window;
    (run, plain)
}

fn claude(origin: Origin<'_>, attempt: &str, rows: Vec<Row>) -> Run {
    let mut bytes = Vec::new();
    let mut parent = Value::Null;
    for mut row in rows {
        let Some(fields) = row.data.as_object_mut() else { continue };
        // A printed record has neither an id nor a time of its own: its place in the log stands for both.
        let id = format!("{}:{}", origin.mark, row.line);
        fields.insert("uuid".into(), json!(id));
        fields.insert("parentUuid".into(), std::mem::replace(&mut parent, json!(id)));
        fields.insert("sessionId".into(), json!(origin.session));
        if let Some(at) = row.at {
            fields.insert("timestamp".into(), json!(at.to_string()));
        }
        bytes.extend_from_slice(row.data.to_string().as_bytes());
        bytes.push(b'\n');
    }
    claude_code::printed(origin.places, origin.session, Path::new(attempt), &bytes)
}

/// The closing record of a client's output, if it got that far.
pub(super) fn closing(runtime: Option<Runtime>, lines: &[Line]) -> Option<Closing> {
    let (rows, _) = split(lines);
    let of = |row: &Row| match runtime? {
        Runtime::ClaudeCode => claude_closing(row),
        Runtime::Codex => codex::printed::closing(row),
        Runtime::OpenCode => opencode::printed::closing(row),
        Runtime::GeminiCli => gemini::printed::closing(row),
        Runtime::Paperclip => None,
    };
    rows.iter().rev().find_map(of)
}

fn claude_closing(row: &Row) -> Option<Closing> {
    if row.data.text("type") != "result" {
        return None;
    }
    let errors = row.data.items("errors").iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ");
    let said = row.data.said("result").map_or(errors, str::to_owned);
    Some(match row.data.text("subtype") {
        "error_max_turns" => Closing::Limit("the number of turns".to_owned()),
        "error_max_budget_usd" => Closing::Limit("the budget".to_owned()),
        _ if row.data["is_error"] == true => Closing::Failed(claude_code::failure(&said, row.at)),
        _ => Closing::Well,
    })
}
