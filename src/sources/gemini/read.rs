//! What the messages of a chat mean: events in order. Pure.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::Value;

use super::chat::Message;
use super::{calls, failure, output};
use crate::model::{Call, Deed, Event, Outcome, OutcomeState, Place, PlanItem, Speaker, TurnEnd, What, Window};
use crate::sources::fields::Fields;
use crate::sources::text::{is_client_block, output as clip};

/// A chat as events.
#[derive(Default)]
pub(super) struct Session {
    /// The events.
    pub events: Vec<Event>,
    /// The plan by the newest call that wrote it.
    pub plan: Option<Vec<PlanItem>>,
    /// Tokens at the last answer.
    pub window: Option<Window>,
    /// Process groups of commands that go on.
    pub groups: Vec<u32>,
    /// Whether the newest message is text of the agent without any call.
    pub ends_in_text: bool,
}

/// Reads messages. `here` makes a path of this machine of a recorded one.
pub(super) fn read(messages: &[Message], cwd: Option<&Path>, here: impl Fn(&Path) -> PathBuf) -> Session {
    let mut session = Session::default();
    for message in messages {
        let at = message.data.time("timestamp");
        let data = &message.data;
        session.ends_in_text = false;
        match data.text("type") {
            "user" => {
                let text = text(&data["content"]);
                if !text.trim().is_empty() {
                    let client = is_client_block(&text);
                    let by = if client { Speaker::Client } else { Speaker::Person };
                    session.push(message, message.id.clone(), at, What::Asked { text, by });
                }
            }
            "gemini" => session.answer(message, cwd, &here),
            "error" => {
                let failure = failure::read(&text(&data["content"]), false);
                session.push(message, message.id.clone(), at, What::Error(failure));
            }
            "info" if text(&data["content"]).to_lowercase().contains("request cancelled") => {
                session.push(message, message.id.clone(), at, What::TurnEnd(TurnEnd::Interrupted));
            }
            _ => {}
        }
    }
    session
}

impl Session {
    fn push(&mut self, message: &Message, id: String, at: Option<Timestamp>, what: What) {
        let place: Place = message.place;
        self.events.push(Event { id, at, place, agent: None, abandoned: message.dropped, what });
    }

    fn answer(&mut self, message: &Message, cwd: Option<&Path>, here: &dyn Fn(&Path) -> PathBuf) {
        let data = &message.data;
        let at = data.time("timestamp");
        let said = text(&data["content"]);
        if !said.trim().is_empty() {
            self.push(message, message.id.clone(), at, What::Said { text: said });
        }
        if let Some(used) = data["tokens"].get("total").and_then(Value::as_u64) {
            self.window = Some(Window { used, size: None });
        }
        self.ends_in_text = data.items("toolCalls").is_empty();
        for call in data.items("toolCalls") {
            self.call(message, call, cwd, here);
        }
    }

    fn call(&mut self, message: &Message, call: &Value, cwd: Option<&Path>, here: &dyn Fn(&Path) -> PathBuf) {
        let id = call.text("id").to_string();
        let mut deed = calls::deed(call, cwd, here);
        if let Deed::Plan(items) = &deed {
            self.plan = Some(items.clone());
        }
        let response = call.items("result").iter().map(|part| &part["functionResponse"]["response"]);
        let texts: Vec<String> = response
            .map(|response| said(response, "output").or_else(|| said(response, "error")).unwrap_or_default())
            .collect();
        let whole = texts.join("\n");
        let outcome = match (call.text("status"), &deed) {
            ("success", Deed::Command { background, .. }) => output::shell(&whole, *background),
            ("success", _) => plain(OutcomeState::Ok, &whole),
            ("error", _) => plain(OutcomeState::Failed, &whole),
            ("cancelled", _) => plain(output::cancelled(&whole), &whole),
            // Scheduled or executing: no end was recorded.
            _ => plain(OutcomeState::Started, ""),
        };
        if let (Deed::Edit(edits), OutcomeState::Failed | OutcomeState::Refused) = (&mut deed, outcome.state) {
            for edit in edits {
                edit.applied = Some(false);
            }
        }
        self.groups.extend(outcome.group);
        let at = message.data.time("timestamp");
        let ended = matches!(call.text("status"), "success" | "error" | "cancelled");
        self.push(
            message,
            id.clone(),
            at,
            What::Call(Call { id: id.clone(), tool: call.text("name").to_string(), deed, result: None }),
        );
        if ended {
            let (text, bytes) = clip(&outcome.text);
            let result = Outcome { call: id.clone(), state: outcome.state, exit: outcome.exit, output: text, bytes };
            self.push(message, format!("{id}.result"), call.time("timestamp").or(at), What::Result(result));
        }
    }
}

fn plain(state: OutcomeState, text: &str) -> output::Output {
    output::Output { state, exit: None, group: None, text: text.to_string() }
}

/// A field that is text, or anything else as JSON text.
fn said(response: &Value, key: &str) -> Option<String> {
    let value = response.get(key)?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_string))
}

/// The text of a content: text, or the texts of its parts. Results of tools among them are not the person's.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.said("text")).collect::<Vec<_>>().join("\n"),
        _ => content.text("text").to_string(),
    }
}
