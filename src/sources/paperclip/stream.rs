//! The log of a known runtime's client: its own records as it printed them, when its transcript does not lie on this machine.

use std::path::Path;

use serde_json::{Value, json};

use super::log::Line;
use crate::model::{Failure, Run, Runtime, Timestamp};
use crate::sources::fields::Fields;
use crate::sources::{Places, claude_code};

/// The rows of a client's output that are its own records, each with the time at which it came.
fn rows(lines: &[Line]) -> impl Iterator<Item = (&Line, Value)> {
    let printed = lines.iter().filter(|line| !line.error && line.text.starts_with('{'));
    printed.filter_map(|line| Some((line, serde_json::from_str::<Value>(&line.text).ok()?)))
}

/// What the client did in one attempt, by its printed records; `None` for a runtime whose print is not read.
pub(super) fn run(places: &Places, runtime: Runtime, attempt: &str, session: &str, lines: &[Line]) -> Option<Run> {
    if runtime != Runtime::ClaudeCode {
        return None;
    }
    let mut bytes = Vec::new();
    let mut parent = Value::Null;
    for (line, mut row) in rows(lines) {
        let Some(fields) = row.as_object_mut() else { continue };
        // A printed record has neither an id nor a time of its own: its place in the log stands for both.
        let id = format!("{}:{}", attempt.get(..8).unwrap_or(attempt), line.number);
        fields.insert("uuid".into(), json!(id));
        fields.insert("parentUuid".into(), std::mem::replace(&mut parent, json!(id)));
        fields.insert("sessionId".into(), json!(session));
        if let Some(at) = line.at {
            fields.insert("timestamp".into(), json!(at.to_string()));
        }
        bytes.extend_from_slice(row.to_string().as_bytes());
        bytes.push(b'\n');
    }
    Some(claude_code::printed(places, session, Path::new(attempt), &bytes))
}

/// How the client itself says that it ended.
#[derive(Clone, Debug)]
pub(super) enum Closing {
    /// With an error, after which it gave up.
    Failed(Failure),
    /// At a limit of turns or money.
    Limit(String),
    /// In order.
    Well,
}

/// The closing record of a client's output.
pub(super) fn closing(lines: &[Line]) -> Option<(Option<Timestamp>, Closing)> {
    let (line, row) = rows(lines).filter(|(_, row)| row.text("type") == "result").last()?;
    let errors = row.items("errors").iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ");
    let said = row.said("result").map_or(errors, str::to_owned);
    let closing = match row.text("subtype") {
        "error_max_turns" => Closing::Limit("the number of turns".to_owned()),
        "error_max_budget_usd" => Closing::Limit("the budget".to_owned()),
        _ if row["is_error"] == true => Closing::Failed(claude_code::failure(&said, line.at)),
        _ => Closing::Well,
    };
    Some((line.at, closing))
}
