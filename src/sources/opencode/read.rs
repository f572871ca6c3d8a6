//! What the messages of a session mean: events in order. Pure; the store does not matter.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::Value;

use super::stored::{Message, Stored, time};
use super::{calls, failure};
use crate::model::{
    Call, Compaction, Deed, Event, Outcome, OutcomeState, Place, PlanItem, Speaker, TurnEnd, What, Window,
};
use crate::sources::fields::{Fields, total};
use crate::sources::text::output;

/// A session as events.
pub(super) struct Session {
    /// The events.
    pub events: Vec<Event>,
    /// The folder of the newest message, as recorded.
    pub cwd: Option<PathBuf>,
    /// The plan by the newest call that wrote it.
    pub plan: Option<Vec<PlanItem>>,
    /// Tokens at the last answer.
    pub window: Option<Window>,
    /// Whether the newest turn is open.
    pub turn_open: bool,
    /// Facts that fit no event.
    pub notes: Vec<String>,
}

/// Reads a session. `here` makes a path of this machine of a recorded one; events stand in transcript `transcript`.
pub(super) fn read(stored: &Stored, transcript: usize, here: impl Fn(&Path) -> PathBuf) -> Session {
    let mut reader = Reader {
        session: Session {
            events: Vec::new(),
            cwd: stored.directory.clone().map(PathBuf::from),
            plan: None,
            window: None,
            turn_open: false,
            notes: Vec::new(),
        },
        here: &here,
        place: Place { transcript, ..Place::default() },
        at: stored.created,
        agent: stored.parent.is_some(),
        reverted: false,
        calls: HashSet::new(),
    };
    for message in &stored.messages {
        reader.reverted |= stored.reverted.as_deref() == Some(message.id.as_str());
        reader.message(message);
    }
    reader.session
}

struct Reader<'a> {
    session: Session,
    here: &'a dyn Fn(&Path) -> PathBuf,
    place: Place,
    at: Option<Timestamp>,
    /// Whether this is a sub-agent's session: its prompts come from another agent.
    agent: bool,
    /// Whether the messages from here on were taken back.
    reverted: bool,
    calls: HashSet<String>,
}

impl Reader<'_> {
    fn push(&mut self, id: String, at: Option<Timestamp>, what: What) {
        self.at = at.or(self.at);
        self.place.line += 1;
        self.session.events.push(Event {
            id,
            at: self.at,
            place: self.place,
            agent: None,
            abandoned: self.reverted,
            what,
        });
    }

    fn message(&mut self, message: &Message) {
        self.at = message.created.or(self.at);
        if message.data.text("role") == "user" {
            self.session.turn_open = true;
            return self.user(message);
        }
        let data = &message.data;
        if let Some(cwd) = data["path"].said("cwd") {
            self.session.cwd = Some(cwd.into());
        }
        let summary = data.get("summary") == Some(&Value::Bool(true)) || data.text("mode") == "compaction";
        if summary {
            self.compaction(message);
        } else {
            for (id, part) in &message.parts {
                self.part(id, part);
            }
        }
        self.tokens(&data["tokens"]);
        self.end(message, summary);
    }

    fn user(&mut self, message: &Message) {
        for (id, part) in message.parts.iter().filter(|(_, part)| part.text("type") == "text") {
            let client = part.get("synthetic") == Some(&Value::Bool(true));
            let by = match (client, self.agent) {
                (true, _) => Speaker::Client,
                (_, true) => Speaker::Agent,
                _ => Speaker::Person,
            };
            let at = time(part, "start").or(message.created);
            self.push(id.clone(), at, What::Asked { text: unquoted(part.text("text")).to_string(), by });
        }
    }

    fn compaction(&mut self, message: &Message) {
        let texts =
            message.parts.iter().filter(|(_, part)| part.text("type") == "text").map(|(_, part)| part.text("text"));
        let summary = texts.collect::<Vec<_>>().join("\n");
        if summary.is_empty() {
            return;
        }
        let before = self.session.window.map(|window| window.used);
        let compaction = Compaction { summary, before, ..Compaction::default() };
        self.push(message.id.clone(), time(&message.data, "completed"), What::Compaction(compaction));
    }

    fn part(&mut self, id: &str, part: &Value) {
        match part.text("type") {
            "text" if !part.text("text").trim().is_empty() => {
                self.push(id.to_string(), time(part, "start"), What::Said { text: part.text("text").to_string() });
            }
            "tool" => self.tool(id, part),
            "retry" => {
                let at = time(part, "created");
                let failure = failure::read(&part["error"], at, false);
                self.push(id.to_string(), at, What::Error(failure));
            }
            _ => {}
        }
    }

    fn tool(&mut self, part_id: &str, part: &Value) {
        let (tool, state) = (part.text("tool"), &part["state"]);
        let named = part.said("callID").unwrap_or(part_id).to_string();
        let id = if self.calls.insert(named.clone()) { named } else { part_id.to_string() };
        let given = state["input"].as_object().is_some_and(|fields| !fields.is_empty());
        if state.text("status") == "pending" && !given {
            // The call was still being written: there is no command that could have run.
            self.session
                .notes
                .push(format!("the call {id} ({tool}) is pending without any input: it never was a command"));
            return;
        }
        let deed = calls::deed(tool, state, self.session.cwd.as_deref(), self.here);
        if let Deed::Plan(items) = &deed {
            self.session.plan = Some(items.clone());
        }
        let call = Call { id: id.clone(), tool: tool.to_string(), deed, result: None };
        self.push(id.clone(), time(state, "start"), What::Call(call));
        let metadata = &state["metadata"];
        let exit = metadata.int("exit").and_then(|code| i32::try_from(code).ok());
        let (state_of, text) = match state.text("status") {
            "completed" if exit.is_some_and(|code| code != 0) => (OutcomeState::Failed, state.text("output")),
            "completed" => (OutcomeState::Ok, state.text("output")),
            "error" => (refused_or_failed(state.text("error")), state.text("error")),
            "pending" => (OutcomeState::Refused, "it was never started"),
            _ => return,
        };
        let (output, bytes) = output(text);
        let outcome = Outcome { call: id.clone(), state: state_of, exit, output, bytes };
        self.push(format!("{id}.result"), time(state, "end"), What::Result(outcome));
    }

    fn tokens(&mut self, tokens: &Value) {
        let cache = &tokens["cache"];
        let used = total([&tokens["input"], &tokens["output"], &cache["read"], &cache["write"]]);
        if used > 0 {
            self.session.window = Some(Window { used, size: None });
        }
    }

    fn end(&mut self, message: &Message, summary: bool) {
        let data = &message.data;
        let completed = time(data, "completed");
        let error = data.get("error").filter(|error| !error.is_null());
        let end = match error {
            Some(error) if failure::is_interruption(error) => TurnEnd::Interrupted,
            Some(error) => {
                let failure = failure::read(error, completed.or(message.created), true);
                self.push(format!("{}.error", message.id), completed, What::Error(failure));
                TurnEnd::Failed
            }
            // Between two steps of a turn the client goes on by itself, as after a summary.
            None if completed.is_none() || summary || matches!(data.text("finish"), "tool-calls" | "unknown" | "") => {
                return;
            }
            None => TurnEnd::Completed,
        };
        if data.text("finish") == "length" {
            self.push(
                format!("{}.limit", message.id),
                completed,
                What::Limit("the answer reached its greatest length".to_string()),
            );
        }
        self.session.turn_open = false;
        self.push(format!("{}.end", message.id), completed, What::TurnEnd(end));
    }
}

/// What an error of a tool says: that it never ran, that it was cut off, or that it failed.
fn refused_or_failed(error: &str) -> OutcomeState {
    let lower = error.to_lowercase();
    if lower.contains("rejected permission")
        || lower.contains("prevents you from using")
        || lower.contains("dismissed this question")
    {
        OutcomeState::Refused
    } else if lower.contains("aborted") || lower.contains("interrupted") {
        OutcomeState::Interrupted
    } else {
        OutcomeState::Failed
    }
}

/// A prompt from the command line comes with the quotes that the client puts around it.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}
