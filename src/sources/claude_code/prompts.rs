//! What was said to the agent: prompts of a person, words that the client put in, interruptions.

use serde_json::Value;

use super::reader::Reader;
use super::results;
use super::row::{self, Head};
use crate::model::{Speaker, What};

/// Text that the client wraps around what is not a prompt: (its beginning, what to do with it).
const WRAPPED: &[(&str, Wrapped)] = &[
    ("<local-command-stdout>", Wrapped::LocalOutput),
    ("<local-command-stderr>", Wrapped::LocalOutput),
    ("<local-command-caveat>", Wrapped::Nothing),
    ("<bash-stdout>", Wrapped::Nothing),
    ("<bash-stderr>", Wrapped::Nothing),
    ("<bash-input>", Wrapped::Typed),
    ("<command-name>", Wrapped::Command),
    ("<command-message>", Wrapped::Command),
    ("<task-notification>", Wrapped::TaskNote),
    ("<system-reminder>", Wrapped::Client),
    ("[Request interrupted by user", Wrapped::Interrupted),
];

#[derive(Clone, Copy)]
enum Wrapped {
    LocalOutput,
    Nothing,
    Typed,
    Command,
    TaskNote,
    Client,
    Interrupted,
}

/// Reads a user row that carries no result; whether it is a prompt of a person.
pub(super) fn read(reader: &mut Reader, head: &Head, value: &Value) -> bool {
    let text = row::content(&value["message"]["content"]);
    let meta = value["isMeta"] == true;
    say(reader, head, &text, speaker(reader, value, meta))
}

fn speaker(reader: &Reader, value: &Value, meta: bool) -> Speaker {
    match row::text(&value["origin"]["kind"]) {
        _ if meta => Speaker::Client,
        _ if reader.agent.is_some() => Speaker::Agent,
        "" | "human" => Speaker::Person,
        "peer" | "agent" | "coordinator" | "teammate" => Speaker::Agent,
        _ => Speaker::Client,
    }
}

/// Adds what was said; whether it is a prompt of a person.
pub(super) fn say(reader: &mut Reader, head: &Head, text: &str, by: Speaker) -> bool {
    let text = without_reminders(text);
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return false;
    }
    let wrapped = WRAPPED.iter().find(|(begin, _)| trimmed.starts_with(begin)).map(|(_, wrapped)| *wrapped);
    let (text, by) = match wrapped {
        None => (text, by),
        Some(Wrapped::Nothing) => return false,
        Some(Wrapped::Interrupted) => {
            reader.interrupted(head);
            return false;
        }
        Some(Wrapped::LocalOutput) => {
            local_command(reader);
            return false;
        }
        Some(Wrapped::TaskNote) => {
            results::task_note(reader, head, trimmed);
            (text, Speaker::Client)
        }
        Some(Wrapped::Client) => (text, Speaker::Client),
        Some(Wrapped::Typed) => (format!("!{}", tagged(trimmed, "bash-input")), Speaker::Person),
        Some(Wrapped::Command) => {
            let line = format!("{} {}", tagged(trimmed, "command-name"), tagged(trimmed, "command-args"));
            (line.trim().to_string(), by)
        }
    };
    if by == Speaker::Person {
        let asked = text.trim();
        reader.queued.retain(|queued| queued.trim() != asked);
        reader.run.goal = reader.run.goal.take().or_else(|| crate::sources::text::goal(asked));
    }
    let id = reader.id(head);
    reader.push(id, head.at(), What::Asked { text, by });
    by == Speaker::Person
}

/// The command before this output ran in the client and began no turn.
fn local_command(reader: &mut Reader) {
    if let Some(event) = reader.run.events.last_mut()
        && let What::Asked { text, by } = &mut event.what
        && text.starts_with('/')
    {
        *by = Speaker::Client;
        if reader.run.goal.as_deref() == Some(text.as_str()) {
            reader.run.goal = None;
        }
    }
}

/// The text between a tag and its end.
pub(super) fn tagged<'a>(text: &'a str, tag: &str) -> &'a str {
    let inner = text.split_once(&format!("<{tag}>")).map_or("", |(_, rest)| rest);
    inner.split_once(&format!("</{tag}>")).map_or(inner, |(inner, _)| inner).trim()
}

/// A prompt without the reminders that the client adds to it; a text that is all reminder stays.
fn without_reminders(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once("<system-reminder>") {
        let Some((_, after)) = after.split_once("</system-reminder>") else { break };
        out.push_str(before);
        rest = after;
    }
    out.push_str(rest);
    if out.trim().is_empty() { text.to_string() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_of_the_client_are_no_words_of_a_person() {
        assert_eq!(without_reminders("Do it.<system-reminder>x</system-reminder>\nNow."), "Do it.\nNow.");
        assert_eq!(without_reminders("<system-reminder>x</system-reminder>"), "<system-reminder>x</system-reminder>");
    }

    #[test]
    fn what_stands_in_a_tag() {
        assert_eq!(
            tagged("<command-name>/compact</command-name>\n<command-args></command-args>", "command-name"),
            "/compact"
        );
        assert_eq!(tagged("<a>open", "a"), "open");
    }
}
