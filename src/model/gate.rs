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
    /// Every time it was started and its result was not seen, oldest first.
    #[serde(skip)]
    pub unseen: Vec<Unseen>,
    /// Every result, oldest first, for the strip and the details.
    #[serde(skip)]
    pub runs: Vec<GateRun>,
}

impl Gate {
    /// The colour of its newest result, whatever changed since.
    pub fn last(&self) -> Option<GateState> {
        let newest = self.runs.last().or(match (&self.last_green, &self.last_red) {
            (Some(green), Some(red)) => Some(if green.at > red.at { green } else { red }),
            (green, red) => green.as_ref().or(red.as_ref()),
        });
        newest.map(|run| if run.green { GateState::Green } else { GateState::Red })
    }

    /// Whether it is old, and was red when it ran last: that says more than that it is old.
    pub fn red_before(&self) -> bool {
        self.state == GateState::Stale && self.last() == Some(GateState::Red)
    }

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
            unseen: vec![],
            runs: vec![],
        }
    }
}

/// A run of a gate of which nobody saw the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unseen {
    /// The event of its end, or of its start where the end is not on record.
    pub event: String,
    /// When.
    pub at: Option<Timestamp>,
    /// Whether it is known to have run: else it was only started, or asked for.
    pub ran: bool,
    /// Why its result was not seen, in words.
    pub how: String,
}

impl Unseen {
    /// What is known of it, in words: "it ran (event 9): its exit status is hidden by a pipe".
    pub fn told(&self) -> String {
        let lead = if self.ran { "it ran" } else { "it was started" };
        format!("{lead} (event {}): {}", self.event, self.how)
    }
}

/// Between a green gate and the test that the run changed before it, in what is said of a claim.
pub const ON_CHANGED: &str = ", but on tests that the run changed before: ";

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
