//! What stands in a brief as it was when something was found: an answer of then, a gate that was checked last.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{GateState, OutsideOutcome};

/// An answer about an outside action that was true when it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideBefore {
    /// What a person found then.
    pub outcome: OutsideOutcome,
    /// Who looked.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// Where they looked.
    #[serde(rename = "where")]
    pub place: String,
    /// What they saw.
    pub saw: String,
}

/// A gate that was checked last when a brief was written: what came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedGate {
    /// Its command, or its name where it has one.
    pub name: String,
    /// Green or red.
    pub state: GateState,
    /// What shows it, and when.
    pub how: String,
    /// What it covers that was changed after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}
