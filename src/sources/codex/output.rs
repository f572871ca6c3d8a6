//! What the text of a call's output says: how it went, its exit status, and the output itself.

use serde_json::Value;

use crate::model::OutcomeState;
use crate::sources::fields::Fields;

/// An output as its text tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    /// How it went.
    pub state: OutcomeState,
    /// The exit status, where it says one.
    pub exit: Option<i32>,
    /// The id under which a command that still runs can be written to.
    pub session: Option<i64>,
    /// The id of a script that still runs.
    pub cell: Option<String>,
    /// The output without the client's head.
    pub text: String,
}

/// Words by which the client says that a call never ran.
const REFUSED: &[&str] = &[
    "rejected by user",
    "rejected by the user",
    "approval was denied",
    "approval denied",
    "denied by policy",
    "blocked by policy",
    "unsupported call",
    "failed to parse function arguments",
];

/// Reads the `output` of a call: text, or a list of pieces of text.
pub(super) fn read(output: &Value) -> Output {
    let text = match output {
        Value::String(text) => text.clone(),
        Value::Array(pieces) => pieces.iter().map(|piece| piece.text("text")).collect::<Vec<_>>().join(""),
        Value::Object(_) => output.said("content").unwrap_or_default().to_string(),
        _ => String::new(),
    };
    if let Some(inner) = wrapped(&text) {
        return inner;
    }
    let (head, body) = match text.split_once("Output:\n") {
        Some((head, body)) if head.len() < 400 => (head, body),
        _ if text.trim_end().ends_with("Output:") && text.len() < 400 => (text.as_str(), ""),
        _ => ("", text.as_str()),
    };
    let mut read = Output { state: OutcomeState::Ok, exit: None, session: None, cell: None, text: body.to_string() };
    for line in head.lines() {
        if let Some(code) = line.strip_prefix("Process exited with code ").or(line.strip_prefix("Exit code: ")) {
            read.exit = code.trim().parse().ok();
        } else if let Some(id) = line.strip_prefix("Process running with session ID ") {
            read.session = id.trim().parse().ok();
            read.state = OutcomeState::Started;
        } else if let Some(id) = line.strip_prefix("Script running with cell ID ") {
            read.cell = Some(id.trim().to_string());
            read.state = OutcomeState::Started;
        } else if line.starts_with("Script failed") || line.starts_with("Script error") {
            read.state = OutcomeState::Failed;
        }
    }
    if read.exit.is_some_and(|code| code != 0) {
        read.state = OutcomeState::Failed;
    }
    if head.is_empty() {
        read.state = bare(&text);
    }
    read
}

/// An output without the client's head: an answer of the client itself.
fn bare(text: &str) -> OutcomeState {
    let first: String = text.split("\n\n").next().unwrap_or_default().chars().take(400).collect();
    let lower = first.to_lowercase();
    if lower.contains("aborted by user") || lower.trim() == "aborted" {
        OutcomeState::Interrupted
    } else if REFUSED.iter().any(|words| lower.contains(words)) {
        OutcomeState::Refused
    } else if lower.starts_with("apply_patch verification failed")
        || lower.starts_with("exec_command failed")
        || lower.starts_with("write_stdin failed")
        || lower.starts_with("err: ")
        || lower.starts_with("error: ")
    {
        OutcomeState::Failed
    } else {
        OutcomeState::Ok
    }
}

/// Older clients wrap output and exit status in JSON.
fn wrapped(text: &str) -> Option<Output> {
    if !text.starts_with('{') {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let inner = value.get("output")?.as_str()?.to_string();
    let exit = value.get("metadata")?.int("exit_code").and_then(|code| i32::try_from(code).ok());
    let state = if exit.unwrap_or(0) == 0 { OutcomeState::Ok } else { OutcomeState::Failed };
    Some(Output { state, exit, session: None, cell: None, text: inner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_head_says_how_it_went() {
        let done = read(&json!("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nFAIL\n"));
        assert_eq!((done.state, done.exit, done.text.as_str()), (OutcomeState::Failed, Some(1), "FAIL\n"));
        let runs = read(&json!("Chunk ID: a\nProcess running with session ID 98548\nOutput:\n"));
        assert_eq!((runs.state, runs.session), (OutcomeState::Started, Some(98548)));
        let old = read(&json!("{\"output\": \"ok\", \"metadata\": {\"exit_code\": 0}}"));
        assert_eq!((old.exit, old.text.as_str()), (Some(0), "ok"));
    }

    #[test]
    fn words_in_the_output_itself_decide_nothing() {
        let done = read(&json!("Process exited with code 0\nOutput:\naborted by user\nProcess exited with code 9\n"));
        assert_eq!((done.state, done.exit), (OutcomeState::Ok, Some(0)));
    }

    #[test]
    fn what_was_cut_off_and_what_never_ran_are_told_apart() {
        assert_eq!(read(&json!("Wall time: 3.1 seconds\naborted by user")).state, OutcomeState::Interrupted);
        assert_eq!(read(&json!("aborted by user after 3.1s")).state, OutcomeState::Interrupted);
        assert_eq!(read(&json!("exec_command failed: Rejected(\"rejected by user\")")).state, OutcomeState::Refused);
        assert_eq!(read(&json!("Plan updated")).state, OutcomeState::Ok);
    }

    #[test]
    fn pieces_are_joined_and_a_script_can_go_on() {
        let pieces = json!([{ "type": "input_text", "text": "Script running with cell ID 7\nWall time 30 seconds\nOutput:\n" }, { "text": "x" }]);
        let runs = read(&pieces);
        assert_eq!((runs.state, runs.cell.as_deref(), runs.text.as_str()), (OutcomeState::Started, Some("7"), "x"));
        assert_eq!(read(&json!(null)).text, "");
    }
}
