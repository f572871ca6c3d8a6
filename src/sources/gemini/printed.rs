//! What `gemini --output-format stream-json` prints: pieces of messages, calls, their results, and how it ended.

use serde_json::{Value, json};

use super::{calls, failure, output};
use crate::model::{Deed, OutcomeState};
use crate::sources::fields::Fields;
use crate::sources::printed::{Closing, Origin, Out, Printed, Row};

/// The events of printed records.
pub(in crate::sources) fn events(origin: Origin<'_>, rows: &[Row]) -> Printed {
    let mut out = Out::new(origin.mark);
    let mut said = String::new();
    for row in rows {
        let data = &row.data;
        let speaks = data.text("type") == "message" && data.text("role") != "user";
        if !speaks && !said.is_empty() {
            out.said(&std::mem::take(&mut said));
        }
        out.row(row);
        match data.text("type") {
            // An answer is printed in pieces.
            "message" if speaks => said.push_str(data.text("content")),
            "message" => out.asked(data.text("content")),
            "tool_use" => {
                let call = json!({ "name": data["tool_name"], "args": data["parameters"] });
                let folder = origin.folder.map(std::path::Path::new);
                let deed = calls::deed(&call, folder, |path| origin.places.here(path));
                out.call(&out.id(data.text("tool_id")), data.text("tool_name"), deed);
            }
            "tool_result" => result(&mut out, data),
            "error" => {
                let failure = failure::read(data.text("message"), false);
                out.failed(failure);
            }
            _ => {}
        }
    }
    out.said(&said);
    out.printed
}

fn result(out: &mut Out<'_>, data: &Value) {
    let id = out.id(data.text("tool_id"));
    let command = out.printed.events.iter().any(|event| match &event.what {
        crate::model::What::Call(call) => call.id == id && matches!(call.deed, Deed::Command { .. }),
        _ => false,
    });
    let text = data.said("output").or(data["error"].said("message")).unwrap_or_default();
    let (state, exit) = match data.text("status") {
        "success" if command => {
            let read = output::shell(text, false);
            let told = text.trim().strip_prefix("Command exited with code: ").and_then(|code| code.trim().parse().ok());
            match (read.state, told) {
                (_, Some(code)) => (OutcomeState::Failed, Some(code)),
                (OutcomeState::Failed, None) => (OutcomeState::Failed, read.exit),
                // The print says that the tool ran; it shows the exit status only of a command that wrote nothing.
                _ => (OutcomeState::Returned, None),
            }
        }
        "success" => (OutcomeState::Ok, None),
        "cancelled" => (output::cancelled(text), None),
        _ => (OutcomeState::Failed, None),
    };
    out.result(&id, state, exit, text);
}

/// How the client says that it ended.
pub(in crate::sources) fn closing(row: &Row) -> Option<Closing> {
    if row.data.text("type") != "result" {
        return None;
    }
    let error = &row.data["error"];
    Some(match row.data.text("status") {
        "success" => Closing::Well,
        _ if error.text("type").contains("TurnLimited") || error.text("message").contains("max session turns") => {
            Closing::Limit("the number of turns".to_owned())
        }
        _ => Closing::Failed(failure::read(error.said("message").or(error.as_str()).unwrap_or_default(), true)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::What;

    #[test]
    fn a_success_of_the_tool_is_no_exit_status_of_the_command() {
        let rows = [
            r#"{"type":"init","session_id":"s","model":"m"}"#,
            r#"{"type":"message","role":"user","content":"do it"}"#,
            r#"{"type":"message","role":"assistant","content":"I ","delta":true}"#,
            r#"{"type":"message","role":"assistant","content":"test.","delta":true}"#,
            r#"{"type":"tool_use","tool_name":"run_shell_command","tool_id":"c1","parameters":{"command":"npm test"}}"#,
            r#"{"type":"tool_result","tool_id":"c1","status":"success","output":"3 passed"}"#,
            r#"{"type":"tool_use","tool_name":"run_shell_command","tool_id":"c2","parameters":{"command":"false"}}"#,
            r#"{"type":"tool_result","tool_id":"c2","status":"success","output":"Command exited with code: 1"}"#,
            r#"{"type":"tool_use","tool_name":"write_file","tool_id":"c3","parameters":{"file_path":"a.py","content":"x"}}"#,
            r#"{"type":"result","status":"error","error":{"type":"FatalTurnLimitedError","message":"Reached max session turns"}}"#,
        ];
        let row =
            |(at, text): (usize, &&str)| Row { at: None, line: at as u64, data: serde_json::from_str(text).unwrap() };
        let rows: Vec<Row> = rows.iter().enumerate().map(row).collect();
        let places = crate::sources::Places::new("/nowhere", crate::sources::PathMap::default(), |_| None, 0);
        let origin = Origin { places: &places, mark: "r1", session: "s", folder: Some("/w") };
        let all = events(origin, &rows).events;
        assert!(all.iter().any(|event| matches!(&event.what, What::Said { text } if text == "I test.")));
        let of = |call: &str| {
            all.iter().find_map(|event| match &event.what {
                What::Result(outcome) if outcome.call == call => Some((outcome.state, outcome.exit)),
                _ => None,
            })
        };
        assert_eq!(of("r1:c1"), Some((OutcomeState::Returned, None)));
        assert_eq!(of("r1:c2"), Some((OutcomeState::Failed, Some(1))));
        assert_eq!(of("r1:c3"), None);
        assert!(matches!(closing(&rows[9]), Some(Closing::Limit(_))));
    }
}
