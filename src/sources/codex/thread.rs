//! One thread while its rollout is read: what is known so far, and how events are added.
//!
//! Knows no record type; `record.rs` takes the records apart.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::Offset;
use serde_json::Value;

use super::calls::{self, Ground};
use super::code_mode::Script;
use crate::model::{Call, Deed, Event, Outcome, OutcomeState, Place, PlanItem, RuleFile, What, Window};
use crate::sources::fields::Fields;
use crate::sources::places::Places;
use crate::sources::text::output;

/// What the first line of a rollout says about its thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    /// The thread.
    pub id: String,
    /// The root thread, by which threads belong together.
    pub session: String,
    /// The thread that started it, for a sub-agent.
    pub parent: Option<String>,
    /// The sub-agent's path among agents (`docs_page`, below its root).
    pub agent_path: Option<String>,
    /// Which client wrote it (`exec`, `cli`, `vscode`, `subagent`).
    pub source: String,
    /// The client's version.
    pub version: Option<String>,
    /// When the thread began.
    pub started: Option<Timestamp>,
    /// Its folder at the start, as recorded.
    pub cwd: Option<PathBuf>,
    /// The branch at the start.
    pub branch: Option<String>,
    /// HEAD at the start.
    pub commit: Option<String>,
    /// The thread that it was forked from.
    pub forked_from: Option<String>,
    /// The file part that holds its history: a thread and the end of the part in bytes.
    pub base: Option<(String, u64)>,
}

/// One thread while it is read.
pub(super) struct Thread<'p> {
    pub places: &'p Places,
    pub meta: Meta,
    /// The folder of the newest turn, as recorded.
    pub cwd: Option<PathBuf>,
    /// When a person is asked for permission.
    pub approval: String,
    pub plan: Option<Vec<PlanItem>>,
    pub window: Option<Window>,
    pub rules: Vec<RuleFile>,
    /// Facts that fit no event, in words.
    pub notes: Vec<String>,
    /// Calls that a person has to permit, with what they ask.
    pub asking: Vec<(String, String)>,
    /// Record types that are not known, with how often they came.
    pub unknown: BTreeMap<String, usize>,
    /// When the used-up limit starts anew.
    pub reset: Option<Timestamp>,
    /// How far the client's clock is ahead of UTC: times in its sentences are its own.
    pub ahead: Offset,
    /// Whether the newest turn is open.
    pub turn_open: bool,
    /// The turns that were started here.
    pub turns: HashSet<String>,
    /// Commands that go on, by the id under which they are written to.
    pub sessions: HashMap<i64, String>,
    /// Calls that wait for a script, by the script's id; calls that write to a command, by the command's.
    pub waits: HashMap<String, String>,
    pub writes: HashMap<String, i64>,
    pub scripts: Vec<Script>,
    /// Where the record that is read stands, and its time.
    pub place: Place,
    pub at: Option<Timestamp>,
    /// The newest text of the agent and of a person: each is recorded twice.
    pub last_said: Option<(usize, String)>,
    pub last_asked: Option<(usize, String)>,
    pub compacted: Option<usize>,
    /// Whether a person's prompt was seen.
    pub asked_by_person: bool,
    events: Vec<Option<Event>>,
    calls: HashMap<String, usize>,
    /// Results by call, with the place of the result that counts.
    results: HashMap<String, (usize, OutcomeState)>,
}

impl<'p> Thread<'p> {
    /// A thread of which nothing is read yet.
    pub(super) fn new(places: &'p Places) -> Self {
        Self {
            places,
            meta: Meta::default(),
            cwd: None,
            approval: String::new(),
            plan: None,
            window: None,
            rules: Vec::new(),
            notes: Vec::new(),
            asking: Vec::new(),
            unknown: BTreeMap::new(),
            reset: None,
            ahead: Offset::UTC,
            turn_open: false,
            turns: HashSet::new(),
            sessions: HashMap::new(),
            waits: HashMap::new(),
            writes: HashMap::new(),
            scripts: Vec::new(),
            place: Place::default(),
            at: None,
            last_said: None,
            last_asked: None,
            compacted: None,
            asked_by_person: false,
            events: Vec::new(),
            calls: HashMap::new(),
            results: HashMap::new(),
        }
    }

    /// The events, once the rollout is at its end.
    pub(super) fn finish(mut self) -> (Self, Vec<Event>) {
        self.settle_scripts();
        let events = std::mem::take(&mut self.events).into_iter().flatten().collect();
        (self, events)
    }

    /// Adds an event and gives its number.
    pub(super) fn push(&mut self, id: impl Into<String>, what: What) -> usize {
        let id = id.into();
        let id = if id.is_empty() { format!("line {}", self.place.line) } else { id };
        self.events.push(Some(Event { id, at: self.at, place: self.place, agent: None, abandoned: false, what }));
        self.events.len() - 1
    }

    /// Takes an event back.
    pub(super) fn remove(&mut self, event: usize) {
        if let Some(place) = self.events.get_mut(event) {
            *place = None;
        }
    }

    /// The number that the next event will have.
    pub(super) fn next(&self) -> usize {
        self.events.len()
    }

    /// Adds a call.
    pub(super) fn call(&mut self, id: &str, tool: &str, deed: Deed) -> usize {
        if let Deed::Plan(items) = &deed {
            self.plan = Some(items.clone());
        }
        let call = Call { id: id.to_string(), tool: tool.to_string(), deed, result: None };
        let event = self.push(id, What::Call(call));
        self.calls.insert(id.to_string(), event);
        event
    }

    /// The deed of a call by its name and argument, with paths of this machine.
    pub(super) fn deed(&self, tool: &str, namespace: &str, argument: &Value) -> Deed {
        let here = |path: &Path| self.places.here(path);
        calls::deed(tool, namespace, argument, &Ground { cwd: self.cwd.as_deref(), here: &here })
    }

    /// The call of an id.
    pub(super) fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        let event = *self.calls.get(id)?;
        self.call_at(event)
    }

    /// The call that an event is.
    pub(super) fn call_at(&mut self, event: usize) -> Option<&mut Call> {
        match self.events.get_mut(event)?.as_mut().map(|event| &mut event.what) {
            Some(What::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// Gives a call the id under which the runtime knows it in the end.
    pub(super) fn rename(&mut self, event: usize, id: &str) {
        if let Some(call) = self.call_at(event) {
            let old = std::mem::replace(&mut call.id, id.to_string());
            self.calls.remove(&old);
            self.calls.insert(id.to_string(), event);
        }
        if let Some(Some(event)) = self.events.get_mut(event) {
            event.id = id.to_string();
        }
    }

    /// Whether a call has a result that says how it ended.
    pub(super) fn is_done(&self, id: &str) -> bool {
        self.results.get(id).is_some_and(|(_, state)| *state != OutcomeState::Started)
    }

    /// Adds a result. A call has two records of its end: the first one decides how it went, the second may add to it.
    pub(super) fn result(&mut self, call: &str, state: OutcomeState, exit: Option<i32>, text: &str) {
        let (text, bytes) = output(text);
        if let Some((event, known)) = self.results.get(call).copied()
            && known != OutcomeState::Started
        {
            if let Some(Some(event)) = self.events.get_mut(event)
                && let What::Result(outcome) = &mut event.what
                && outcome.exit.is_none()
            {
                outcome.exit = exit;
                if bytes > outcome.bytes {
                    (outcome.output, outcome.bytes) = (text, bytes);
                }
            }
            return;
        }
        let id = if self.results.contains_key(call) { format!("{call}.end") } else { format!("{call}.result") };
        let outcome = Outcome { call: call.to_string(), state, exit, output: text, bytes };
        let event = self.push(id, What::Result(outcome));
        self.results.insert(call.to_string(), (event, state));
        if state == OutcomeState::Started
            && let Some(Call { deed: Deed::Command { background, .. }, .. }) = self.call_mut(call)
        {
            *background = true;
        }
    }

    /// Adds what the agent said, unless the record before said the same.
    pub(super) fn said(&mut self, id: &str, text: String) {
        if text.trim().is_empty() || self.repeats(self.last_said.as_ref(), &text) {
            return;
        }
        let event = self.push(id, What::Said { text: text.clone() });
        self.last_said = Some((event, text));
    }

    /// Whether a text was recorded just before, with nothing but its twin between.
    pub(super) fn repeats(&self, last: Option<&(usize, String)>, text: &str) -> bool {
        last.is_some_and(|(event, before)| event + 1 == self.next() && before.trim() == text.trim())
    }

    /// The first line of a rollout.
    pub(super) fn started(&mut self, payload: &Value) {
        self.meta = meta(payload);
        self.cwd.clone_from(&self.meta.cwd);
    }
}

/// What a `session_meta` says.
pub(super) fn meta(payload: &Value) -> Meta {
    let own = |text: Option<&str>| text.map(str::to_string);
    let id = payload.text("id").to_string();
    let spawn = &payload["source"]["subagent"]["thread_spawn"];
    let base = &payload["history_base"];
    let end = base.get("end_byte_offset").and_then(Value::as_u64);
    Meta {
        session: payload.said("session_id").unwrap_or(&id).to_string(),
        parent: own(payload.said("parent_thread_id").or(spawn.said("parent_thread_id"))),
        agent_path: own(payload.said("agent_path").or(spawn.said("agent_path"))),
        source: match &payload["source"] {
            Value::String(word) => word.clone(),
            Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
            _ => String::new(),
        },
        version: own(payload.said("cli_version")),
        started: payload.time("timestamp"),
        cwd: payload.said("cwd").map(PathBuf::from),
        branch: own(payload["git"].said("branch")),
        commit: own(payload["git"].said("commit_hash")),
        forked_from: own(payload.said("forked_from_id")),
        base: base.said("thread_id").zip(end).map(|(thread, end)| (thread.to_string(), end)),
        id,
    }
}
