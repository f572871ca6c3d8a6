//! What `opencode run --format json` prints: steps, texts and calls that have ended, each as the part that the store would hold.

use super::stored::{Message, Stored};
use super::{failure, read};
use crate::model::What;
use crate::sources::fields::Fields;
use crate::sources::printed::{Closing, Origin, Printed, Row};

/// The events of printed records. A call is printed when it has ended: what was under way is nowhere.
pub(in crate::sources) fn events(origin: Origin<'_>, rows: &[Row]) -> Printed {
    let mut printed = Printed::default();
    let mut folder = origin.folder.map(str::to_owned);
    for row in rows {
        let part = &row.data["part"];
        let mut data = serde_json::json!({ "role": "assistant" });
        if row.data.text("type") == "step_finish" {
            data["tokens"] = part["tokens"].clone();
        }
        let at = row.data.time("timestamp").or(row.at);
        let id = part.said("callID").or(part.said("id"));
        let id = id.map_or_else(|| format!("{}:{}", origin.mark, row.line), |id| format!("{}:{id}", origin.mark));
        let message = Message { id: id.clone(), created: at, data, parts: vec![(id, part.clone())] };
        let stored = Stored {
            id: origin.session.to_owned(),
            directory: folder.take(),
            created: at,
            messages: vec![message],
            ..Stored::default()
        };
        let session = read::read(&stored, 0, |path| origin.places.here(path));
        folder = session.cwd.map(|cwd| cwd.display().to_string());
        printed.plan = session.plan.or(printed.plan);
        printed.window = session.window.or(printed.window);
        printed.events.extend(session.events.into_iter().map(|mut event| {
            event.place.line = row.line;
            // The log says when it came to it; a part may carry the time at which it began.
            event.at = event.at.or(at);
            named(&mut event.what, origin.mark);
            event
        }));
    }
    printed
}

/// Calls are named anew in each attempt.
fn named(what: &mut What, mark: &str) {
    let with = |id: &mut String| {
        if !id.starts_with(mark) {
            *id = format!("{mark}:{id}");
        }
    };
    match what {
        What::Call(call) => with(&mut call.id),
        What::Result(outcome) => with(&mut outcome.call),
        _ => {}
    }
}

/// How the client says that it ended.
pub(in crate::sources) fn closing(row: &Row) -> Option<Closing> {
    match row.data.text("type") {
        "error" => Some(Closing::Failed(failure::read(&row.data["error"], row.at, true))),
        "step_finish" if row.data["part"].text("reason") == "stop" => Some(Closing::Well),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Deed, OutcomeState};

    #[test]
    fn printed_parts_are_read_like_stored_ones() {
        let rows = [
            r#"{"type":"step_start","timestamp":1767036059338,"sessionID":"ses_1","part":{"id":"prt_1","type":"step-start"}}"#,
            r#"{"type":"tool_use","timestamp":1767036061000,"sessionID":"ses_1","part":{"id":"prt_2","type":"tool","callID":"c1","tool":"bash","state":{"status":"completed","input":{"command":"npm test"},"output":"1 failed","metadata":{"exit":1},"time":{"start":1767036060000,"end":1767036061000}}}}"#,
            r#"{"type":"text","timestamp":1767036062000,"sessionID":"ses_1","part":{"id":"prt_3","type":"text","text":"red"}}"#,
            r#"{"type":"step_finish","timestamp":1767036063000,"sessionID":"ses_1","part":{"id":"prt_4","type":"step-finish","reason":"tool-calls","tokens":{"input":900,"output":20,"cache":{"read":80,"write":0}}}}"#,
        ];
        let row =
            |(at, text): (usize, &&str)| Row { at: None, line: at as u64, data: serde_json::from_str(text).unwrap() };
        let rows: Vec<Row> = rows.iter().enumerate().map(row).collect();
        let places = crate::sources::Places::new("/nowhere", crate::sources::PathMap::default(), |_| None, 0);
        let origin = Origin { places: &places, mark: "r1", session: "ses_1", folder: Some("/w") };
        let printed = events(origin, &rows);
        let what = |at: usize| &printed.events[at].what;
        assert!(
            matches!(what(0), What::Call(call) if matches!(&call.deed, Deed::Command { script, .. } if script == "npm test"))
        );
        let red = |what: &What| matches!(what, What::Result(outcome) if outcome.state == OutcomeState::Failed && outcome.call == "r1:c1");
        assert!(red(what(1)), "{:?}", printed.events);
        assert!(matches!(what(2), What::Said { text } if text == "red"));
        assert_eq!(printed.window.map(|window| window.used), Some(1000));
    }
}
