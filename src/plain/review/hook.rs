//! What a runtime tells its hook, and what it wants to hear: the words of Claude Code and Codex.
//!
//! Both give a JSON with the session on standard input (Codex's `notify` gives it as the last argument), and take an exit
//! status of 2 for "go on", with the reasons on standard error.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use serde_json::Value;

use crate::model::{Machine, Review, Run};
use crate::plain::{TROUBLE, text};

/// A hook's input is small; what is longer is none.
const LARGEST: u64 = 1024 * 1024;

/// What was told.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// The run: a transcript or a session.
    pub run: String,
    /// Whether the runtime goes on already because a hook said so.
    pub again: bool,
}

/// The run that was named, or that a hook's JSON names.
pub(super) fn told(run: &str) -> Result<Told, String> {
    let json = match run {
        "-" => {
            let mut input = String::new();
            std::io::stdin()
                .take(LARGEST)
                .read_to_string(&mut input)
                .map_err(|why| text::no_hook_input(&why.to_string()))?;
            input
        }
        json if json.trim_start().starts_with('{') => json.to_owned(),
        plain => return Ok(Told { run: plain.to_owned(), again: false }),
    };
    parse(&json)
}

fn parse(json: &str) -> Result<Told, String> {
    let data: Value = serde_json::from_str(json).map_err(|why| text::no_hook_input(&why.to_string()))?;
    let names = ["transcript_path", "session_id", "thread-id", "thread_id"];
    let run = names.iter().find_map(|name| data.get(name).and_then(Value::as_str).filter(|word| !word.is_empty()));
    let again = data.get("stop_hook_active").and_then(Value::as_bool) == Some(true);
    let run = run.ok_or_else(|| text::no_hook_input("it names no transcript and no session"))?.to_owned();
    Ok(Told { run, again })
}

/// Holds the agent once; when it has gone on because of that and it is still not clean, a person has to look.
pub(super) fn answer(review: &Review, run: &Run, told: &Told) -> ExitCode {
    if review.machine == Machine::Clean {
        return ExitCode::SUCCESS;
    }
    // Standard error is where both runtimes read the reasons.
    let _ = std::io::stderr().write_all(run.numbered(&text::hook(review, told.again)).as_bytes());
    if told.again || !review.sends_back { ExitCode::SUCCESS } else { ExitCode::from(TROUBLE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_found_in_what_each_runtime_tells() {
        let claude =
            r#"{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"Stop","stop_hook_active":true}"#;
        assert_eq!(told(claude), Ok(Told { run: "/t.jsonl".into(), again: true }));
        let codex = r#"{"type":"agent-turn-complete","thread-id":"01a2","turn-id":"1"}"#;
        assert_eq!(told(codex), Ok(Told { run: "01a2".into(), again: false }));
        assert_eq!(told("01a2").unwrap().run, "01a2");
        assert!(told("{}").is_err() && told("{").is_err());
    }
}
