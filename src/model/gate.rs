//! A check with a colour.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A test, lint, build or type-check command and its result at one content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gate {
    /// The command, normalised (`cargo test retry`).
    pub command: String,
    /// Its colour now.
    pub state: GateState,
    /// Its newest green result.
    pub last_green: Option<GateRun>,
    /// Its newest red result.
    pub last_red: Option<GateRun>,
    /// What made a green or red result old: files, tests whose assertions changed.
    pub stale_because: Vec<String>,
    /// The arguments that run it again as it was typed last; empty when it never ran.
    #[serde(skip)]
    pub typed: Vec<String>,
    /// Changes that took something from a test which it runs, each with its event; after one a green is not comparable.
    #[serde(skip)]
    pub weakened: Vec<(String, String)>,
    /// What earlier briefs tell of changes in its tests since it was green on the content that they name.
    #[serde(skip)]
    pub changed_before: Vec<String>,
    /// Every result, oldest first, for the strip and the details.
    #[serde(skip)]
    pub runs: Vec<GateRun>,
}

impl Gate {
    /// A gate of which the record of the run knows nothing.
    pub fn unseen(command: String, typed: Vec<String>) -> Self {
        Self {
            command,
            state: GateState::NotRun,
            last_green: None,
            last_red: None,
            stale_because: vec![],
            typed,
            weakened: vec![],
            changed_before: vec![],
            runs: vec![],
        }
    }
}

/// One result of a gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GateRun {
    /// The event of the result.
    pub event: String,
    /// When it returned.
    pub at: Option<Timestamp>,
    /// The content on which it ran: a commit, `worktree`, or a tree hash.
    pub content: Option<String>,
    /// Whether it was green.
    #[serde(skip)]
    pub green: bool,
    /// How it is known: "exit 0", "exit status hidden by a pipe; the text says 3 failed".
    #[serde(skip)]
    pub how: String,
}

impl GateRun {
    /// How a result that an earlier brief hands on names where it is from.
    pub fn from_brief(attempt: u32) -> String {
        format!("{BRIEF}{attempt}")
    }

    /// The attempt of the brief that hands this result on; `None` for one of the run itself.
    pub fn of_brief(&self) -> Option<u32> {
        self.event.strip_prefix(BRIEF)?.parse().ok()
    }
}

/// How the event of a result begins that a brief hands on.
const BRIEF: &str = "brief ";

/// The colour of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateState {
    /// Green on the present content.
    Green,
    /// Red on the present content.
    Red,
    /// Its result is older than the content.
    Stale,
    /// Named or started, without any result.
    NotRun,
}
