//! Attachments: what the client put beside the messages. Rules as the model saw them, limits that were reached, queued prompts.

use serde_json::Value;

use super::reader::Reader;
use super::row::{Head, content, text};
use super::{compaction, prompts};
use crate::model::{RuleFile, Speaker, TurnEnd, What};
use crate::sources::text::head as beginning;

/// A rule file is kept up to this length.
const RULES: usize = 64 << 10;

/// Reads an attachment; whether it is a prompt of a person.
pub(super) fn read(reader: &mut Reader, head: &Head, attached: &Value) -> bool {
    match text(&attached["type"]) {
        "instructions" => {
            let files = attached["files"].as_array().map_or(&[][..], Vec::as_slice);
            for file in files {
                rules(reader, head, &file["path"], &file["content"]);
            }
        }
        "nested_memory" => {
            let file = &attached["content"];
            let path = if file["path"].is_string() { &file["path"] } else { &attached["path"] };
            rules(reader, head, path, if file.is_string() { file } else { &file["content"] });
        }
        "session_context" => start_commit(reader, text(&attached["context"]["gitStatus"])),
        "file" => compaction::put_back(reader, text(&attached["content"]["file"]["content"])),
        "plan_file_reference" => compaction::put_back(reader, text(&attached["planContent"])),
        "max_turns_reached" => {
            limit(reader, head, format!("the limit of {} turns was reached", number(&attached["maxTurns"])));
        }
        "budget_exceeded" => limit(reader, head, "the budget was used up".into()),
        "queued_command" => {
            let queued = content(&attached["prompt"]);
            let person = !queued.trim_start().starts_with("<task-notification>") && reader.agent.is_none();
            let by = if person && attached["commandMode"] != "task-notification" {
                Speaker::Person
            } else {
                Speaker::Client
            };
            return prompts::say(reader, head, &queued, by);
        }
        _ => {}
    }
    false
}

fn rules(reader: &mut Reader, head: &Head, path: &Value, content: &Value) {
    let (Some(path), Some(content)) = (path.as_str(), content.as_str()) else { return };
    let path = reader.places.here(path);
    let event = Some(reader.id(head));
    reader.run.rules.retain(|rule| rule.path != path);
    reader.run.rules.push(RuleFile { path, text: beginning(content, RULES).into(), reloaded: true, event });
}

fn limit(reader: &mut Reader, head: &Head, words: String) {
    let id = reader.id(head);
    reader.push(id, head.at(), What::Limit(words));
    reader.turn_end(head, TurnEnd::Budget);
}

/// The newest of the recent commits in the status at the start was HEAD.
fn start_commit(reader: &mut Reader, status: &str) {
    let first = status.split_once("Recent commits:\n").and_then(|(_, commits)| commits.split_whitespace().next());
    let commit = first.filter(|word| word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit()));
    if reader.run.start_commit.is_none() {
        reader.run.start_commit = commit.map(Into::into);
    }
}

fn number(value: &Value) -> String {
    value.as_u64().map_or_else(|| "allowed".into(), |number| number.to_string())
}
