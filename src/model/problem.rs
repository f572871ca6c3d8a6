//! What could not be read or looked at.

use jiff::Timestamp;
use serde::Serialize;

/// One thing that could not be read or looked at, with its place. It stops nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The place: a path with its line (`…/9f3c21a.jsonl:1204`), a process group, a folder.
    #[serde(rename = "where")]
    pub place: String,
    /// What is wrong there, in words.
    pub what: String,
    /// The beginning of the broken bytes, cleaned, for the problems screen; empty when there is nothing to show.
    #[serde(skip)]
    pub excerpt: String,
    /// What no record explains, when that is what is wrong: a run that is known to have done it explains it.
    #[serde(skip)]
    pub unexplained: Option<Unexplained>,
}

/// Something in the work tree that no record of the run explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unexplained {
    /// A commit, by its full id.
    Commit(String),
    /// A move of HEAD, by its time.
    Moved(Timestamp),
}

impl Problem {
    /// A problem without an excerpt.
    pub fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into(), excerpt: String::new(), unexplained: None }
    }

    /// The same about something that no record explains.
    #[must_use]
    pub fn of(self, unexplained: Unexplained) -> Self {
        Self { unexplained: Some(unexplained), ..self }
    }
}
