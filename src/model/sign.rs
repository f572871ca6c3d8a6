//! Evidence about whether something of the run is still running.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// What was looked at.
    pub kind: SignKind,
    /// What it says.
    pub says: Says,
    /// What was found, in full words.
    pub what: String,
    /// When it was looked at.
    pub at: Timestamp,
    /// The process, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Stays the same while it is the same thing (`process:4711:889123`, `transcript-growth`): answers hang on it.
    #[serde(skip)]
    pub key: String,
    /// Whose it is; the rows of step 1 are grouped by it.
    #[serde(skip)]
    pub belongs: Belongs,
    /// The process itself, for details and for advice about its group.
    #[serde(skip)]
    pub process: Option<Process>,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the words are defined in the design, one for one")]
pub enum SignKind {
    Process,
    Orphan,
    Registry,
    SessionLock,
    Multiplexer,
    TranscriptGrowth,
    TreeChange,
    Git,
    Port,
    Scheduler,
    Task,
    OtherRun,
}

/// What a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// Something of the run lives.
    Alive,
    /// It waits, or will start by itself.
    Waiting,
    /// We looked where life would show and saw none.
    Quiet,
    /// This check cannot speak for or against.
    Nothing,
    /// We were not able or not allowed to look.
    CannotLook,
}

impl Says {
    /// Whether step 1 wants a person's answer to it.
    pub fn wants_answer(self) -> bool {
        matches!(self, Self::Alive | Self::Waiting | Self::CannotLook)
    }
}

/// Whose a sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Belongs {
    /// The agent's own process, registry entry or lock.
    Agent,
    /// Something that the run started and that outlived it.
    LeftByRun,
    /// A person's or another tool's process that only stands in the tree.
    NotTheRuns,
    /// The session's file.
    SessionFile,
    /// The work tree.
    WorkTree,
    /// Accounts that we may not look at.
    OtherAccounts,
    /// The task's record.
    Task,
}

/// A process as `/proc` tells it. Of its environment only the runtime marks are kept, never the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// Its parent's id.
    pub parent: u32,
    /// Its process group.
    pub group: u32,
    /// Its session.
    pub session: u32,
    /// Start time in ticks since boot: with the pid the identity of the process.
    pub start_ticks: u64,
    /// Start time on the clock.
    pub since: Option<Timestamp>,
    /// Its short name.
    pub comm: String,
    /// Its arguments.
    pub argv: Vec<String>,
    /// Its folder; `None` when it may not be looked at.
    pub cwd: Option<PathBuf>,
    /// Files that it has open below the work tree or the session store.
    pub open: Vec<PathBuf>,
    /// TCP ports on which it listens.
    pub ports: Vec<u16>,
    /// Runtime marks in its environment, by name.
    pub marks: Vec<(String, String)>,
    /// Whether it has a terminal.
    pub terminal: bool,
    /// The account that owns it.
    pub user: Option<String>,
    /// Whether every member of its group belongs to the run, so that the group as a whole may be named in advice.
    pub group_is_the_runs: bool,
    /// What a shell in it would run next, if that can be told from its arguments.
    pub next: Option<String>,
    /// What a client is doing, or why it could not be told: at work, at its prompt, waiting for whom.
    pub state: Option<String>,
    /// The event that started it, if marks or arguments tell.
    pub event: Option<String>,
}

/// What all signs together say before any person has decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Liveness {
    /// The verdict.
    pub verdict: Verdict,
    /// The signs, in the order in which step 1 shows them.
    pub signs: Vec<Sign>,
}

/// The verdict of the signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Something of the run lives.
    Alive,
    /// It waits, or will start by itself.
    Waiting,
    /// No sign of life: the strongest thing that the program says by itself.
    NoSignOfLife,
    /// Something could not be looked at.
    CannotTell,
}
