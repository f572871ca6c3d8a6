//! Records that a client printed to its standard output, as a task system keeps them where no transcript lies on this machine.
//!
//! Each runtime reads its own in its folder (`printed.rs`); what they have in common stands here.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Places;
use super::patch::below;
use super::text::output;
use crate::model::{
    Call, Deed, Event, Failure, Outcome, OutcomeState, Place, PlanItem, Speaker, Timestamp, What, Window,
};

/// One printed record.
#[derive(Debug)]
pub(super) struct Row {
    /// When it came, by the log that keeps it.
    pub at: Option<Timestamp>,
    /// Its line in that log.
    pub line: u64,
    /// The record.
    pub data: Value,
}

/// Where printed records come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'a> {
    /// The places of this machine.
    pub places: &'a Places,
    /// What ids begin with: a client counts anew in each attempt.
    pub mark: &'a str,
    /// The session.
    pub session: &'a str,
    /// The folder in which the client worked, as recorded.
    pub folder: Option<&'a str>,
}

impl Origin<'_> {
    /// The path of this machine for a path in a record.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.places.here(below(self.folder.map(Path::new), path))
    }

    /// The folder of this machine in which commands start.
    pub(super) fn cwd(&self) -> Option<PathBuf> {
        self.folder.map(|folder| self.places.here(folder))
    }
}

/// What printed records mean.
#[derive(Debug, Default)]
pub(super) struct Printed {
    /// The events.
    pub events: Vec<Event>,
    /// The plan by the newest call that wrote it.
    pub plan: Option<Vec<PlanItem>>,
    /// Tokens at the last answer.
    pub window: Option<Window>,
}

/// How a client itself says that it ended.
#[derive(Clone, Debug)]
pub(super) enum Closing {
    /// With an error, after which it gave up.
    Failed(Failure),
    /// At a limit of turns or money.
    Limit(String),
    /// In order.
    Well,
}

/// Events while printed records are read.
pub(super) struct Out<'a> {
    mark: &'a str,
    pub printed: Printed,
    at: Option<Timestamp>,
    line: u64,
}

impl<'a> Out<'a> {
    pub(super) fn new(mark: &'a str) -> Self {
        Self { mark, printed: Printed::default(), at: None, line: 0 }
    }

    /// The record that is read now.
    pub(super) fn row(&mut self, row: &Row) {
        (self.at, self.line) = (row.at, row.line);
    }

    /// The id of a call that a client names so.
    pub(super) fn id(&self, named: &str) -> String {
        if named.is_empty() { format!("{}:{}", self.mark, self.line) } else { format!("{}:{named}", self.mark) }
    }

    pub(super) fn push(&mut self, id: String, what: What) {
        let place = Place { transcript: 0, line: self.line, offset: 0 };
        self.printed.events.push(Event { id, at: self.at, place, agent: None, abandoned: false, what });
    }

    pub(super) fn said(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.push(self.id(""), What::Said { text: text.to_owned() });
        }
    }

    pub(super) fn asked(&mut self, text: &str) {
        if !text.trim().is_empty() {
            // The task system wrote this prompt; what people said stands in the task.
            self.push(self.id(""), What::Asked { text: text.to_owned(), by: Speaker::Client });
        }
    }

    pub(super) fn failed(&mut self, failure: Failure) {
        self.push(self.id(""), What::Error(failure));
    }

    pub(super) fn called(&self, id: &str) -> bool {
        self.printed.events.iter().any(|event| matches!(&event.what, What::Call(call) if call.id == id))
    }

    pub(super) fn call(&mut self, id: &str, tool: &str, deed: Deed) {
        if let Deed::Plan(items) = &deed {
            self.printed.plan = Some(items.clone());
        }
        let call = Call { id: id.to_owned(), tool: tool.to_owned(), deed, result: None };
        self.push(id.to_owned(), What::Call(call));
    }

    pub(super) fn result(&mut self, id: &str, state: OutcomeState, exit: Option<i32>, text: &str) {
        let (output, bytes) = output(text);
        let outcome = Outcome { call: id.to_owned(), state, exit, output, bytes };
        self.push(format!("{id}.result"), What::Result(outcome));
    }
}
