//! Whether decisions can be written down here, and what was half-typed when the program was left.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Step;

/// Whether decisions can be written down here. Said before the first decision and whenever it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// They can.
    #[default]
    Writable,
    /// Somebody else has the recovery open; it can be taken over.
    Held(Holder),
    /// The recovery was removed from the disk while it was open here.
    Gone,
    /// They cannot; in words: what happened, where, what to do.
    ReadOnly(String),
}

/// What lies at a place to which something is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Nothing.
    Nothing,
    /// A file of this recovery: writing replaces it, when the dialog said so.
    Own,
    /// Something else, which is never replaced.
    Other,
}

/// Who has a recovery open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The operator.
    pub by: String,
    /// The machine.
    pub host: String,
    /// Since when.
    pub since: Timestamp,
    /// The process.
    pub pid: u32,
    /// The machine's boot id, so that a pid of an earlier boot is not taken for a live one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
}

/// Where the operator was and what was half-typed; kept apart from the decisions, it decides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The step that was looked at.
    pub step: Step,
    /// What else was open over it, by the screen's own word (`viewer`, `compose`, `answer`).
    pub open: Option<String>,
    /// The selected item: a product's id, a sign's key, a row of the review.
    pub item: Option<String>,
    /// The field that had the keys.
    pub field: Option<String>,
    /// Half-typed texts, by field.
    pub texts: BTreeMap<String, String>,
    /// Marked rows.
    pub marked: Vec<String>,
}
