//! One task being recovered: its runs and everything that people decided about them.
//!
//! A recovery is the fold of its journal: `Entry` after `Entry` is applied, and nothing else changes it. Undo is an entry, too.

mod decided;
mod fold;
mod op;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use decided::*;
pub use op::*;

/// One line of the journal: who decided what, when, on which host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Version of the journal's format; this program writes 1.
    pub v: u32,
    /// Counts from 1 without a gap.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: String,
    /// On which host.
    pub host: String,
    /// The first entry of the act of which this is a further part: what was decided at once is taken back at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<u64>,
    /// What.
    pub op: Op,
}

impl Entry {
    /// The number of its act: that of its first entry.
    pub fn of_act(&self) -> u64 {
        self.act.unwrap_or(self.seq)
    }
}

/// The version of the journal's format that this program writes and reads.
pub const JOURNAL_VERSION: u32 = 1;

/// One task being recovered, as its journal says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// `LG-` and 8 random Crockford characters; `None` before the first decision.
    pub id: Option<String>,
    /// Everything that was written down, undone entries included.
    pub entries: Vec<Entry>,
    /// Numbers of entries that no longer count.
    pub undone: BTreeSet<u64>,
    /// The fold of the entries that count.
    pub decided: Decided,
}

/// The four steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Nothing is still running.
    #[default]
    Confirm,
    /// Work products into piles.
    Sort,
    /// The smallest next step.
    Assign,
    /// Against the criteria.
    Review,
}

/// The three piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// Opened, good to build on.
    Usable,
    /// Usable with named gaps.
    Partial,
    /// Nobody knows.
    Unknown,
}

/// Which view of a product was on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadView {
    /// Its whole content.
    Whole,
    /// Its diff against the start of the run.
    Diff,
}

/// As what a line is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeepKind {
    /// A limit.
    Limit,
    /// A decision.
    Decision,
    /// A question.
    Question,
}

/// A verdict on a row of step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowVerdict {
    /// Met, or fine.
    Met,
    /// Not met, or not fine.
    Not,
}

/// How an attempt was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closing {
    /// Recovered.
    Recovered,
    /// The next attempt follows.
    NextAttempt,
}

impl Closing {
    /// How a closing note says it, at the beginning of its third line.
    pub fn noted(self) -> &'static str {
        match self {
            Self::Recovered => "recovered",
            Self::NextAttempt => "not recovered: the next attempt goes on",
        }
    }

    /// What a closing note on this attempt says; `None` when it is none.
    pub fn in_note(text: &str, attempt: u32) -> Option<Self> {
        let (first, third) = (text.lines().next()?, text.lines().nth(2)?);
        let says = |one: &Self| third.strip_prefix(one.noted()).is_some_and(|rest| rest.starts_with(", run "));
        let of = first.strip_prefix("# Recovery review: attempt ") == Some(attempt.to_string().as_str());
        [Self::Recovered, Self::NextAttempt].into_iter().find(says).filter(|_| of)
    }
}

/// A closing note that lies on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingNote {
    /// The attempt that it is about.
    pub attempt: u32,
    /// Where it lies.
    pub path: std::path::PathBuf,
    /// As what it says that the attempt was closed.
    pub says: Closing,
}
