//! A chat file: its head and its messages, each in its last state. Older versions wrote one JSON file.

use std::collections::HashMap;
use std::path::Path;

use jiff::Timestamp;
use serde_json::Value;

use crate::evidence;
use crate::model::{Place, Problem};
use crate::sources::fields::Fields;
use crate::sources::rows::read_rows;

/// A larger file of the old form is not read.
const LARGEST: u64 = 256 << 20;

/// A chat file as it was read.
#[derive(Debug, Default)]
pub(super) struct Chat {
    /// The session.
    pub session: String,
    /// `main`, or what kind of helper wrote it; empty in older versions.
    pub kind: String,
    /// When it began.
    pub started: Option<Timestamp>,
    /// When it changed last by its own account.
    pub updated: Option<Timestamp>,
    /// Messages in order.
    pub messages: Vec<Message>,
    /// Bytes read.
    pub bytes: u64,
    /// Whether the last line was cut.
    pub torn_tail: bool,
    /// How many of its lines could not be read.
    pub unread: u64,
    /// What could not be read.
    pub problems: Vec<Problem>,
    by_id: HashMap<String, usize>,
}

/// A message in its last state.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// Its id.
    pub id: String,
    /// What it says.
    pub data: Value,
    /// Where its first state stands.
    pub place: Place,
    /// Whether a later list of messages no longer holds it.
    pub dropped: bool,
}

/// Reads a chat file as transcript number `transcript`.
pub(super) fn read(path: &Path, transcript: usize) -> Chat {
    let mut chat = Chat::default();
    if path.extension().is_some_and(|end| end == "json") {
        chat.whole(path, transcript);
        return chat;
    }
    let reading = read_rows(path, is_row, |row| {
        let record: Value = serde_json::from_str(row.text)?;
        chat.record(&record, Place { transcript, line: row.line, offset: row.offset });
        Ok(())
    });
    (chat.bytes, chat.torn_tail, chat.unread) = (reading.bytes, reading.torn_tail, reading.unread);
    chat.problems.extend(reading.problems);
    chat
}

fn is_row(text: &str) -> bool {
    let record: Value = serde_json::from_str(text).unwrap_or_default();
    record.get("$set").is_some()
        || record.said("sessionId").is_some()
        || (record.said("id").is_some() && record.said("timestamp").is_some())
}

impl Chat {
    fn whole(&mut self, path: &Path, transcript: usize) {
        let place = path.display().to_string();
        let size = path.metadata().map_or(0, |meta| meta.len());
        let text = if size > LARGEST {
            Err("is larger than this version reads".to_string())
        } else {
            evidence::read_to_string(path).map_err(|why| format!("could not be read: {why}"))
        };
        self.bytes = size;
        let parsed = text.and_then(|text| {
            serde_json::from_str::<Value>(&text)
                .map_err(|why| format!("the chat is not JSON, broken or half written ({why}): it was passed over"))
        });
        match parsed {
            Ok(record) => {
                self.head(&record);
                self.list(record.items("messages"), Place { transcript, line: 1, offset: 0 });
            }
            Err(why) => {
                self.torn_tail = true;
                self.unread = 1;
                self.problems.push(Problem::new(place, why));
            }
        }
    }

    fn record(&mut self, record: &Value, place: Place) {
        if let Some(set) = record.get("$set") {
            self.head(set);
            if let Some(messages) = set.get("messages").and_then(Value::as_array) {
                for message in &mut self.messages {
                    message.dropped = true;
                }
                self.list(messages, place);
            }
        } else if record.said("sessionId").is_some() && record.get("type").is_none() {
            self.head(record);
        } else if record.said("id").is_some() {
            self.message(record, place);
        }
    }

    fn head(&mut self, record: &Value) {
        if let Some(session) = record.said("sessionId") {
            self.session = session.to_string();
        }
        if let Some(kind) = record.said("kind") {
            self.kind = kind.to_string();
        }
        self.started = self.started.or(record.time("startTime"));
        self.updated = record.time("lastUpdated").or(self.updated);
    }

    fn list(&mut self, messages: &[Value], place: Place) {
        for message in messages {
            self.message(message, place);
        }
    }

    fn message(&mut self, record: &Value, place: Place) {
        let id = record.text("id").to_string();
        if let Some(known) = self.by_id.get(&id).and_then(|index| self.messages.get_mut(*index)) {
            known.data = record.clone();
            known.dropped = false;
            return;
        }
        self.by_id.insert(id.clone(), self.messages.len());
        self.messages.push(Message { id, data: record.clone(), place, dropped: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_state_of_a_message_counts_and_a_list_replaces_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session-x.jsonl");
        let lines = [
            r#"{"sessionId":"s","kind":"main","startTime":"2026-11-29T12:00:00Z"}"#,
            r#"{"id":"1","timestamp":"2026-11-29T12:00:01Z","type":"user","content":"a"}"#,
            r#"{"id":"2","timestamp":"2026-11-29T12:00:02Z","type":"gemini","content":"b"}"#,
            r#"{"id":"2","timestamp":"2026-11-29T12:00:02Z","type":"gemini","content":"c"}"#,
            r#"{"$set":{"messages":[{"id":"2","timestamp":"2026-11-29T12:00:02Z","type":"gemini","content":"d"}],"lastUpdated":"2026-11-29T12:00:03Z"}}"#,
        ];
        std::fs::write(&path, lines.join("\n")).unwrap();
        let chat = read(&path, 0);
        let states: Vec<_> =
            chat.messages.iter().map(|message| (message.data.text("content"), message.dropped)).collect();
        assert_eq!(states, [("a", true), ("d", false)]);
        assert_eq!((chat.session.as_str(), chat.kind.as_str(), chat.messages[1].place.line), ("s", "main", 3));
    }
}
