//! Results of tool calls: how each went, by its fields first and by the client's own sentences where there are none.

use std::path::Path;

use serde_json::Value;

use super::prompts::{self, tagged};
use super::reader::Reader;
use super::row::{Head, content, text};
use super::tools;
use crate::model::{Deed, Outcome, OutcomeState, Problem, Speaker, What};
use crate::sources::{files, text as texts};

/// How the client's sentences begin when a call never ran.
const REFUSED: &[&str] = &[
    "<tool_use_error>",
    "The user doesn't want to proceed",
    "Permission to use ",
    "Claude requested permissions",
    "This command requires approval",
    "This Bash command contains multiple operations",
    "Hook PreToolUse",
    "PreToolUse:",
    "File has not been read yet",
    "Tool permission",
];
/// How they begin when it was cut off.
const INTERRUPTED: &[&str] = &[
    "[Tool call interrupted",
    "[Request interrupted by user",
    "The user doesn't want to take this action",
    "Interrupted",
];
/// What the client shows the model when a command printed nothing.
const NOTHING: &str = "(Bash completed with no output)";
/// Signals that end a command: what it did until then is not known.
const KILLED: &[i32] = &[137, 143];

/// Whether a user row carries results.
pub(super) fn is_results(value: &Value) -> bool {
    blocks(value).iter().any(|block| block["type"] == "tool_result")
}

fn blocks(value: &Value) -> &[Value] {
    value["message"]["content"].as_array().map_or(&[], Vec::as_slice)
}

/// Reads the results of a row, and what else it says.
pub(super) fn read(reader: &mut Reader, head: &Head, value: &Value, cut: bool) {
    for block in blocks(value) {
        match text(&block["type"]) {
            "tool_result" => result(reader, head, value, block, cut),
            "text" => {
                prompts::say(reader, head, text(&block["text"]), Speaker::Client);
            }
            _ => {}
        }
    }
}

fn result(reader: &mut Reader, head: &Head, row: &Value, block: &Value, cut: bool) {
    let call = text(&block["tool_use_id"]).to_string();
    let said = content(&block["content"]);
    let extra = &row["toolUseResult"];
    let state = state(row, block, &said);
    let (exit, said) = exit(&said, state);
    let said = if said == NOTHING { "" } else { said };
    let shell = call_of(reader, &call, |deed| matches!(deed, Deed::Command { .. }));
    let state = if state == OutcomeState::Failed && exit.is_some_and(|code| KILLED.contains(&code)) {
        OutcomeState::Interrupted
    } else {
        state
    };
    let whole = persisted(reader, extra).or_else(|| printed(extra));
    let output = whole.as_ref().map_or(said, |(output, _)| output.as_str());
    let bytes = whole.as_ref().map_or(said.len() as u64, |(_, bytes)| *bytes);
    let outcome = Outcome {
        call: call.clone(),
        state,
        exit: exit.or((shell && state == OutcomeState::Ok && extra["returnCodeInterpretation"].is_null()).then_some(0)),
        output: reader.keep(&texts::ends(output)).unwrap_or_else(|| texts::ends_of(output, 2 << 10)),
        bytes,
    };
    link(reader, &call, extra, outcome.state, cut);
    let id = if call.is_empty() { reader.id(head) } else { format!("{call}:result") };
    // After the closing rows a client that was told to end still notes that its command was killed.
    let closed = reader.closed && exit.is_some_and(|code| KILLED.contains(&code));
    reader.push(id, head.at(), What::Result(outcome));
    reader.closed = closed;
}

fn call_of(reader: &Reader, call: &str, is: impl Fn(&Deed) -> bool) -> bool {
    let event = reader.calls.get(call).and_then(|index| reader.run.events.get(*index));
    event.is_some_and(|event| matches!(&event.what, What::Call(call) if is(&call.deed)))
}

/// Ties what the result says to its call: contents of files, a task in the background, an agent, the number of a plan item.
fn link(reader: &mut Reader, call: &str, extra: &Value, state: OutcomeState, cut: bool) {
    if let Some(task) = extra["backgroundTaskId"].as_str() {
        reader.background.insert(task.into(), call.into());
    }
    if let Some(agent) = extra["agentId"].as_str() {
        reader.agents.insert(call.into(), agent.into());
    }
    let Some(&index) = reader.calls.get(call) else { return };
    let What::Call(found) = &mut reader.run.events[index].what else { return };
    if let Deed::Edit(edits) = &mut found.deed {
        let mut edits = std::mem::take(edits);
        tools::contents(reader, &mut edits, extra, cut);
        if let What::Call(found) = &mut reader.run.events[index].what {
            found.deed = Deed::Edit(edits);
        }
    } else if matches!(found.deed, Deed::Plan(_)) && state == OutcomeState::Ok && reader.agent.is_none() {
        reader.plan.confirm();
    }
}

fn state(row: &Value, block: &Value, said: &str) -> OutcomeState {
    let extra = &row["toolUseResult"];
    let begins = |words: &[&str]| words.iter().any(|word| said.trim_start().starts_with(word));
    let failed = block["is_error"] == true;
    match text(&row["toolDenialKind"]) {
        "interrupted" => OutcomeState::Interrupted,
        "" if row["permissionDecision"]["decision"] == "reject" => OutcomeState::Refused,
        "" if failed && begins(REFUSED) => OutcomeState::Refused,
        "" if extra["interrupted"] == true || failed && begins(INTERRUPTED) => OutcomeState::Interrupted,
        "" if failed => OutcomeState::Failed,
        "" if extra["backgroundTaskId"].is_string() || extra["status"] == "async_launched" => OutcomeState::Started,
        "" if said.starts_with("Command running in background with ID") => OutcomeState::Started,
        "" => OutcomeState::Ok,
        _ => OutcomeState::Refused,
    }
}

/// "Exit code 1" is the client's line, not the command's.
fn exit(said: &str, state: OutcomeState) -> (Option<i32>, &str) {
    let cut = |text: &'_ str| -> Option<(i32, usize)> {
        let rest = text.strip_prefix("Exit code ")?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((rest[..end].parse().ok()?, "Exit code ".len() + end))
    };
    match cut(said) {
        Some((code, end)) if matches!(state, OutcomeState::Failed | OutcomeState::Interrupted) => {
            (Some(code), said[end..].trim_start_matches('\n'))
        }
        _ => (None, said),
    }
}

/// The output as the command printed it, where the record keeps it apart from what the model was shown.
fn printed(extra: &Value) -> Option<(String, u64)> {
    if extra["isImage"] == true || extra["backgroundTaskId"].is_string() {
        return None;
    }
    let (out, err) = (extra["stdout"].as_str()?, text(&extra["stderr"]));
    let both = if out.is_empty() || err.is_empty() { format!("{out}{err}") } else { format!("{out}\n{err}") };
    let bytes = both.len() as u64;
    Some((both, bytes))
}

/// A big output lies whole in a file of its own.
fn persisted(reader: &mut Reader, extra: &Value) -> Option<(String, u64)> {
    let path = reader.places.here(Path::new(extra["persistedOutputPath"].as_str()?));
    match files::ends(&path) {
        Ok(found) => Some(found),
        Err(why) => {
            let what = format!("the whole output of a command was kept here and cannot be read: {why}");
            reader.run.problems.push(Problem::new(path.display().to_string(), what));
            None
        }
    }
}

/// A note that something in the background ended is the result of the call that started it.
pub(super) fn task_note(reader: &mut Reader, head: &Head, note: &str) {
    let named = tagged(note, "tool-use-id");
    let call = reader.background.get(tagged(note, "task-id")).map_or(named, String::as_str).to_string();
    if !reader.calls.contains_key(&call) {
        return;
    }
    let summary = tagged(note, "summary");
    let code = summary
        .split_once("exit code ")
        .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok()));
    let state = match tagged(note, "status") {
        "completed" if code.is_none_or(|code| code == 0) => OutcomeState::Ok,
        "failed" | "completed" => OutcomeState::Failed,
        "killed" | "stopped" => OutcomeState::Interrupted,
        _ => OutcomeState::Started,
    };
    let output = summary.to_string();
    let bytes = output.len() as u64;
    let id = format!("{call}:result");
    reader.push(id, head.at(), What::Result(Outcome { call, state, exit: code, output, bytes }));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn how_a_call_went() {
        let of = |row: Value, failed: bool, said: &str| state(&row, &json!({ "is_error": failed }), said);
        assert_eq!(of(json!({}), false, "3 passed"), OutcomeState::Ok);
        assert_eq!(of(json!({}), true, "Exit code 1\nFAILED"), OutcomeState::Failed);
        assert_eq!(of(json!({}), true, "<tool_use_error>File has not been read yet"), OutcomeState::Refused);
        assert_eq!(of(json!({"toolDenialKind": "permission-rule"}), true, "no"), OutcomeState::Refused);
        assert_eq!(of(json!({"toolDenialKind": "interrupted"}), true, "[Tool call"), OutcomeState::Interrupted);
        assert_eq!(of(json!({"toolUseResult": {"backgroundTaskId": "b1"}}), false, ""), OutcomeState::Started);
    }

    #[test]
    fn the_exit_status_is_no_part_of_the_output() {
        assert_eq!(exit("Exit code 137\nbye", OutcomeState::Failed), (Some(137), "bye"));
        assert_eq!(exit("Exit code 1", OutcomeState::Ok), (None, "Exit code 1"));
    }
}
