//! What `codex exec --json` prints: a thread, its turns, and items that start and end.

use serde_json::Value;

use super::{calls, failure};
use crate::model::{Change, Deed, Edit, OutcomeState, PlanItem, PlanState};
use crate::sources::fields::Fields;
use crate::sources::printed::{Closing, Origin, Out, Printed, Row};
use crate::sources::text::input;

/// The events of printed records. How the last turn ended is told by [`closing`].
pub(in crate::sources) fn events(origin: Origin<'_>, rows: &[Row]) -> Printed {
    let mut out = Out::new(origin.mark);
    for row in rows {
        out.row(row);
        match row.data.text("type") {
            "item.started" | "item.updated" => item(&mut out, origin, &row.data["item"], false),
            "item.completed" => item(&mut out, origin, &row.data["item"], true),
            // Between attempts to reach the model; the last word is the turn's.
            "error" => {
                let mut failure = failure::read(&row.data, None);
                failure.gave_up = false;
                out.failed(failure);
            }
            _ => {}
        }
    }
    out.printed
}

/// How the client says that its last turn ended, if it got that far.
pub(in crate::sources) fn closing(row: &Row) -> Option<Closing> {
    match row.data.text("type") {
        "turn.completed" => Some(Closing::Well),
        "turn.failed" => Some(Closing::Failed(failure::read(&row.data["error"], None))),
        // A turn that begins takes back what the one before it said.
        _ => None,
    }
}

fn item(out: &mut Out<'_>, origin: Origin<'_>, item: &Value, ended: bool) {
    let id = out.id(item.text("id"));
    let kind = item.said("type").unwrap_or(item.text("item_type"));
    match kind {
        "agent_message" | "assistant_message" if ended => out.said(item.text("text")),
        "error" if ended => {
            let mut failure = failure::read(item, None);
            failure.gave_up = false;
            out.failed(failure);
        }
        "command_execution" => {
            if !out.called(&id) {
                let script = script(item);
                out.call(&id, "exec_command", Deed::Command { script, cwd: origin.cwd(), background: false });
            }
            if ended {
                let exit = item.int("exit_code").and_then(|code| i32::try_from(code).ok());
                let state = match (item.text("status"), exit) {
                    ("declined", _) => OutcomeState::Refused,
                    ("failed", _) => OutcomeState::Failed,
                    (_, Some(code)) if code != 0 => OutcomeState::Failed,
                    (_, Some(_)) => OutcomeState::Ok,
                    (_, None) => OutcomeState::Interrupted,
                };
                out.result(&id, state, exit, item.text("aggregated_output"));
            }
        }
        "file_change" => {
            let failed = matches!(item.text("status"), "failed" | "declined");
            if !out.called(&id) {
                let edits = item.items("changes").iter().map(|change| edit(origin, change)).collect();
                out.call(&id, "apply_patch", Deed::Edit(edits));
            }
            if ended {
                out.result(&id, if failed { OutcomeState::Failed } else { OutcomeState::Ok }, None, "");
            }
        }
        "mcp_tool_call" => {
            if !out.called(&id) {
                let deed = Deed::Server {
                    server: item.text("server").to_owned(),
                    method: item.text("tool").to_owned(),
                    input: input(&item["arguments"]),
                };
                out.call(&id, item.text("tool"), deed);
            }
            if ended {
                let error = item.get("error").filter(|error| !error.is_null());
                let failed = error.is_some() || item.text("status") == "failed";
                let said = error.or(item.get("result")).map(ToString::to_string).unwrap_or_default();
                out.result(&id, if failed { OutcomeState::Failed } else { OutcomeState::Ok }, None, &said);
            }
        }
        "todo_list" => {
            let id = format!("{id}:{}", out.printed.events.len());
            out.call(&id, "update_plan", Deed::Plan(plan(item.items("items"))));
            out.result(&id, OutcomeState::Ok, None, "");
        }
        "web_search" if ended => {
            out.call(&id, "web_search", Deed::Other { input: item.text("query").to_owned() });
            out.result(&id, OutcomeState::Ok, None, "");
        }
        _ => {}
    }
}

/// The script of a command: the words of a shell that is handed one, or the text as it was printed.
fn script(item: &Value) -> String {
    let Some(command) = item.said("command") else { return calls::script(&item["command"]) };
    let mut words = command.splitn(3, ' ');
    let shell = words.next().is_some_and(|word| word.ends_with("sh"));
    let flag = words.next().is_some_and(|word| word.starts_with('-') && word.ends_with('c'));
    let inner = words.next().filter(|_| shell && flag).and_then(one_word);
    inner.unwrap_or_else(|| command.to_owned())
}

/// The text of one quoted word; `None` when there are several.
fn one_word(quoted: &str) -> Option<String> {
    let mut out = String::new();
    let mut quote = None;
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None | Some('"'), '\\') => out.push(letters.next()?),
            (None, ' ') => return None,
            (_, letter) => out.push(letter),
        }
    }
    quote.is_none().then_some(out)
}

/// A change of which the print names the file and the kind, and nothing of its content.
fn edit(origin: Origin<'_>, change: &Value) -> Edit {
    let kind = if change.text("kind") == "delete" { Change::Delete } else { Change::Unknown };
    Edit { path: origin.path(change.text("path")), change: kind, after: None, before: None, applied: None }
}

fn plan(items: &[Value]) -> Vec<PlanItem> {
    let item = |item: &Value| PlanItem {
        text: item.text("text").to_owned(),
        state: if item["completed"] == true { PlanState::Done } else { PlanState::Open },
    };
    items.iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::What;
    use crate::sources::Places;

    #[test]
    fn items_become_calls_with_results_and_what_never_ended_stays_open() {
        let rows = [
            r#"{"type":"thread.started","thread_id":"t"}"#,
            r#"{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"/bin/bash -lc 'npm test && git push'","aggregated_output":"","exit_code":null,"status":"in_progress"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"/bin/bash -lc 'npm test && git push'","aggregated_output":"no","exit_code":1,"status":"failed"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_2","type":"file_change","changes":[{"path":"/w/a.py","kind":"update"}],"status":"completed"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_3","type":"todo_list","items":[{"text":"a","completed":true},{"text":"b","completed":false}]}}"#,
            r#"{"type":"item.started","item":{"id":"item_4","type":"command_execution","command":"ls 'a b'","exit_code":null,"status":"in_progress"}}"#,
        ];
        let row =
            |(at, text): (usize, &&str)| Row { at: None, line: at as u64, data: serde_json::from_str(text).unwrap() };
        let rows: Vec<Row> = rows.iter().enumerate().map(row).collect();
        let places = Places::new("/nowhere", crate::sources::PathMap::default(), |_| None, 0);
        let origin = Origin { places: &places, mark: "r1", session: "t", folder: Some("/w") };
        let printed = events(origin, &rows);
        let scripts: Vec<&str> = printed
            .events
            .iter()
            .filter_map(|event| match &event.what {
                What::Call(call) => match &call.deed {
                    Deed::Command { script, .. } => Some(script.as_str()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        assert_eq!(scripts, ["npm test && git push", "ls 'a b'"]);
        assert!(
            printed.events.iter().any(|event| matches!(&event.what, What::Result(outcome) if outcome.exit == Some(1)))
        );
        assert!(
            !printed
                .events
                .iter()
                .any(|event| matches!(&event.what, What::Result(outcome) if outcome.call == "r1:item_4"))
        );
        assert_eq!(printed.plan.map(|plan| plan.len()), Some(2));
    }
}
