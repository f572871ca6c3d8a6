//! What could not be read or looked at.

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
}

impl Problem {
    /// A problem without an excerpt.
    pub fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into(), excerpt: String::new() }
    }
}
