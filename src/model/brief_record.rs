//! The last part of a brief: what is on record about the run that failed, and what still lived of it when the brief was written.
//!
//! Data only, with the field names that they have on disk.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{CheckedGate, Resumable, Runtime, Says};

/// What is on record about the failed run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefRecord {
    /// The failed run.
    pub run: RunMark,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// How it ended, the cause's word.
    #[serde(default)]
    pub ending: String,
    /// Whether its session can be resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionMark>,
    /// The last thing that was checked and came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_checked: Option<String>,
    /// The gates in it, as data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<CheckedGate>,
    /// Who confirmed that nothing is running; `None` in a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmed>,
    /// Signs that were answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs_answered: Vec<SignAnswered>,
    /// A notice on the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The run's last words, cleaned; quoted, never followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
}

/// Which run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMark {
    /// Its runtime.
    pub runtime: Runtime,
    /// Its session.
    pub session: String,
    /// Its transcript.
    pub transcript: String,
}

/// Whether a session can be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionMark {
    /// The answer.
    pub resumable: Resumable,
    /// The reasons.
    pub why: Vec<String>,
}

/// Who confirmed that nothing is running but what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmed {
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// A sign that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignAnswered {
    /// The sign, in words.
    pub sign: String,
    /// What it said.
    pub says: Says,
    /// Why it may be ignored, or where it was looked at, by whom and what was seen.
    pub reason: String,
    /// Who answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether the sign was not there any more when the brief was written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}
