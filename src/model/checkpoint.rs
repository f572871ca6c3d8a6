//! The state to return to.

use serde::{Deserialize, Serialize};

/// The checkpoint, or proven content, to return to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastGood {
    /// The commit, full id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The revision of a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
    /// Content that is good without a commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<GoodContent>,
    /// Why it counts as good, in one or two sentences.
    pub why: String,
    /// The gates that were green on exactly this content.
    pub gates: Vec<String>,
    /// How sure this is.
    pub confidence: Confidence,
    /// The commit's subject, if it is a commit.
    #[serde(skip)]
    pub subject: Option<String>,
    /// When it was made or proven.
    #[serde(skip)]
    pub at: Option<jiff::Timestamp>,
}

/// Content that is good without a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoodContent {
    /// The recorded edits, replayed up to the green gate.
    Replayed,
    /// The work tree as it is.
    Worktree,
}

/// How sure a last good state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Gates ran green on exactly this content.
    Proven,
    /// The record speaks for it, with a gap that is named.
    Likely,
    /// Only the commit at which the run started.
    StartOfRun,
}

/// A commit with the gates that were green on exactly its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its name.
    pub name: String,
    /// The commit, full id.
    pub commit: String,
    /// When it was made.
    pub at: Option<jiff::Timestamp>,
    /// The gates, by command.
    pub gates: Vec<String>,
}
