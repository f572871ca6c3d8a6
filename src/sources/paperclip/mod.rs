//! Tasks of a Paperclip server: what the task's record holds, its workers' logs, and the transcripts that lie on this machine.
//!
//! GET only, and only to the address that the operator named. Fields that this version does not know are left alone, fields that
//! are missing are named: the answers of the server are promised by nobody.

mod agents;
mod attempts;
mod client;
mod documents;
mod ends;
mod find;
mod join;
mod lines;
mod load;
mod log;
mod resume;
mod server;
mod state;
mod stream;
mod task;
mod worker;

pub use client::{Client, Trouble};
pub(super) use resume::rules as resume;
pub use server::{Secret, TaskServer};

use super::Places;
use crate::model::{Found, Problem, Run};

/// Every task that wants a person, or lives; nothing when no server was named.
pub fn find(places: &Places) -> (Vec<Found>, Vec<Problem>) {
    find::all(places)
}

/// The task with this key, or why it cannot be loaded.
pub fn at(places: &Places, key: &str) -> Result<Found, String> {
    find::one(places, key)
}

/// The whole task: its record, its runs, its documents.
pub fn load(places: &Places, found: &Found) -> Run {
    load::run(places, found)
}
