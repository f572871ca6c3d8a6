//! How a run ended, and whether its session can be resumed.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Commit, count};

/// How the run ended: a cause with the event that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// What stopped the work.
    pub cause: Cause,
    /// Whether the same may well succeed later without any change.
    pub transient: bool,
    /// From when on, where the record says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<Timestamp>,
    /// When it ended: the last event that counts.
    pub at: Option<Timestamp>,
    /// The event that shows it.
    pub event: Option<String>,
    /// Why this cause, in one or two sentences.
    pub why: String,
    /// Other causes that apply too, a drift that came first among them.
    pub also: Vec<Cause>,
    /// Calls without a result.
    pub pending: Vec<Pending>,
}

/// A call without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pending {
    /// Its event.
    pub event: String,
    /// The tool.
    pub tool: String,
    /// What it does, one line: the command, the question, what the sub-agent was asked.
    pub command: String,
}

/// The closed list of causes (DESIGN §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the words are defined in the design, one for one")]
pub enum Cause {
    KilledInTool,
    KilledInReply,
    KilledIdle,
    Killed,
    HangUp,
    HostDown,
    ClientCrash,
    Overloaded,
    RateLimit,
    UsageLimit,
    Network,
    ServerError,
    Refused,
    Auth,
    Billing,
    ContextFull,
    DiskFull,
    WorkdirGone,
    Interrupted,
    WaitingPermission,
    WaitingAnswer,
    ToolLoop,
    Budget,
    NoNextStep,
    ClaimedDone,
    EndedWell,
    Drifted,
    NeverStarted,
    NotDead,
    Unknown,
}

impl Cause {
    /// The word in reports, rows and briefs.
    pub fn word(self) -> &'static str {
        match self {
            Self::KilledInTool => "killed-in-tool",
            Self::KilledInReply => "killed-in-reply",
            Self::KilledIdle => "killed-idle",
            Self::Killed => "killed",
            Self::HangUp => "hang-up",
            Self::HostDown => "host-down",
            Self::ClientCrash => "client-crash",
            Self::Overloaded => "overloaded",
            Self::RateLimit => "rate-limit",
            Self::UsageLimit => "usage-limit",
            Self::Network => "network",
            Self::ServerError => "server-error",
            Self::Refused => "refused",
            Self::Auth => "auth",
            Self::Billing => "billing",
            Self::ContextFull => "context-full",
            Self::DiskFull => "disk-full",
            Self::WorkdirGone => "workdir-gone",
            Self::Interrupted => "interrupted",
            Self::WaitingPermission => "waiting-permission",
            Self::WaitingAnswer => "waiting-answer",
            Self::ToolLoop => "tool-loop",
            Self::Budget => "budget",
            Self::NoNextStep => "no-next-step",
            Self::ClaimedDone => "claimed-done",
            Self::EndedWell => "ended-well",
            Self::Drifted => "drifted",
            Self::NeverStarted => "never-started",
            Self::NotDead => "not-dead",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether the session can be resumed, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Session {
    /// The answer.
    pub resumable: Resumable,
    /// The reasons, and what a resumed session will not know.
    pub why: Vec<String>,
    /// From when on, for `later`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Timestamp>,
    /// The exact command, when it may be offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// That commits came after the end of a session, with who made them, where that is known.
pub fn ends_before(commits: &[&Commit], by: Option<&str>) -> String {
    let made = by.map_or_else(|| " that".to_owned(), |by| format!(" that {by} made and that"));
    let line = |commit: &&Commit| {
        let subject = commit.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = subject.chars().nth(SUBJECT).map(|_| subject.chars().take(SUBJECT).collect::<String>() + "…");
        format!("{} \"{}\"", commit.id.get(..7).unwrap_or(&commit.id), cut.unwrap_or(subject))
    };
    let (count, named) = (count(commits.len(), "commit", "commits"), commits.iter().map(line).collect::<Vec<_>>());
    format!("the session ends before {count}{made} it does not know: {}", named.join(", "))
}

/// A subject is cut at this length.
const SUBJECT: usize = 120;

/// Whether a session can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resumable {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// It can, but should not be until what the reasons name is settled.
    Conditional,
    /// It can from a known time on.
    Later,
}
