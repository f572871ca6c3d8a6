//! A gate that lastgood ran itself: the command, the content it ran on, and how it came out.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::GateState;

/// A gate as a contract names it (`quality-gates.json`, the packet, the brief): a name and its arguments, never a shell string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedGate {
    /// Its name.
    pub name: String,
    /// Its command, as arguments.
    pub command: Vec<String>,
}

/// How a command of the project's that lastgood ran came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Ended {
    /// It returned.
    Exit {
        /// Its exit status.
        code: i32,
    },
    /// A signal ended it, and none of ours.
    Signal {
        /// The signal's number.
        signal: i32,
    },
    /// It took longer than it was given, and was ended with everything that it had started.
    TimeLimit {
        /// How long it was given.
        seconds: u64,
    },
    /// The operator ended it.
    Cancelled,
    /// It could not be started.
    NotStarted {
        /// Why, in words.
        why: String,
    },
    /// Nobody saw its end.
    Lost {
        /// Why, in words.
        why: String,
    },
}

/// Where a gate ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RanIn {
    /// In a copy of the content that was made for it and is gone again.
    #[default]
    Scratch,
    /// In the work tree itself.
    Worktree,
}

/// Which of two contents that are measured side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The last good state.
    LastGood,
    /// The work tree's present content, untracked files included.
    Present,
}

/// A gate that lastgood ran itself, with the content on which it ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The gate's name.
    pub name: String,
    /// Its command, as arguments.
    pub command: Vec<String>,
    /// Where the gate is named: `packet`, `quality-gates.json`, `the run`, `the brief`, `typed`.
    #[serde(default)]
    pub source: String,
    /// Which content.
    pub side: Side,
    /// The content: a tree hash of its tracked and untracked files.
    pub content: String,
    /// How the work tree stood by its last look (`Tree::standing`), when it is about the present content.
    #[serde(default)]
    pub standing: String,
    /// The commit that has this content, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where it ran.
    pub ran_in: RanIn,
    /// How it came to its end.
    pub ended: Ended,
    /// Its colour; `not-run` when its end proves nothing.
    pub state: GateState,
    /// How the colour is known, in words.
    pub why: String,
    /// When it had come to its end.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// Where its output is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// Of its output the lines that name what failed, and its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// Processes that it left and that were ended, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
    /// Files of the content that it changed while it ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// A gate that can be run, with where it is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateOffer {
    /// The gate.
    pub gate: NamedGate,
    /// Where it is named: `packet`, `quality-gates.json`, `the run`, `the brief`, `typed`.
    pub source: String,
}

/// What the operator said yes to when gates are run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatesAsked {
    /// The gates, in this order.
    pub gates: Vec<GateOffer>,
    /// On which contents.
    pub sides: Vec<Side>,
    /// Where.
    pub ran_in: RanIn,
    /// Whether ignored folders with dependencies are linked into the copies.
    pub link: bool,
    /// How long each may take, in seconds.
    pub limit: u64,
    /// The commit, or ref of ours, of the last good state.
    pub last_good: Option<String>,
    /// The attempt during which they run.
    pub attempt: u32,
    /// The root of the work tree.
    pub root: PathBuf,
    /// The folder of the run inside it, relative.
    pub inside: PathBuf,
    /// How the work tree stands by its last look.
    pub standing: String,
}

/// A copy of a content that is kept under a ref of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCopy {
    /// The ref, `refs/lastgood/salvage/…` or `refs/lastgood/good/…`.
    pub name: String,
    /// Its commit.
    pub commit: String,
    /// Its tree hash.
    pub content: String,
    /// Files that were left out, because they look like they hold secrets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Whether it holds the last good state and not the present content.
    #[serde(default)]
    pub good: bool,
}
