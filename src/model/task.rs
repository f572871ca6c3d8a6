//! What the run was for.

use serde::{Deserialize, Serialize};

use super::ContractMark;

/// What the run was for, from a task record, a packet or the first prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Where this comes from: `paperclip`, `packet`, `first prompt`.
    pub source: String,
    /// The task's key, if it has one.
    pub key: Option<String>,
    /// The goal in the task's words.
    pub goal: Option<String>,
    /// Whose it is.
    pub owner: Option<String>,
    /// Who works on it.
    pub assignee: Option<String>,
    /// Who approves the result.
    pub approver: Option<String>,
    /// The task system's own status word.
    pub status: Option<String>,
    /// What the facts say about it.
    pub state: TaskState,
    /// What must be true in the end, text unchanged.
    pub criteria: Vec<Criterion>,
    /// What the work must keep to, as the task states it.
    pub limits: Vec<String>,
    /// The contract that existed before the run, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<ContractMark>,
    /// Which of these fields had to be put together from the transcript, by name.
    pub reconstructed: Vec<String>,
}

/// What the facts say about a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    /// Somebody works on it.
    Live,
    /// It will start by itself.
    Scheduled,
    /// Held by a person or a pause.
    Held,
    /// Owned by the board.
    Board,
    /// Says that it goes on; nothing does.
    SilentlyDead,
    /// Finished its turn without a next step.
    NoNextStep,
    /// Waits for a review.
    InReview,
    /// Done.
    Done,
    /// The facts do not decide.
    #[default]
    Unknown,
}

/// One thing that must be true in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion {
    /// The text, unchanged.
    pub text: String,
    /// The contract's own tag (`genuine`, `contract`), if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Where it comes from: a word of [`from`], `task PAP-198`, a file.
    pub source: String,
    /// SHA-256 of the text, where it comes from a file that others may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl Criterion {
    /// Whether it was made for one step, and is none that the task itself has.
    pub fn of_step(&self) -> bool {
        let made = [from::GATE, from::GAP, from::PLAN, from::LEFT_OPEN, from::ACTION, from::PROPOSED];
        self.tag.is_none() && self.hash.is_none() && made.contains(&self.source.as_str())
    }
}

/// One item of the agent's own plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanItem {
    /// Its text.
    pub text: String,
    /// Its state by the plan's own account, which is a claim.
    pub state: PlanState,
}

/// The state of a plan item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanState {
    /// Said to be done.
    Done,
    /// Said to be under way.
    Doing,
    /// Not begun.
    Open,
}

/// Where a criterion comes from, in words that stand behind it in a brief; "task KEY" is another.
pub mod from {
    /// The first prompt.
    pub const PROMPT: &str = "first prompt";
    /// The operator wrote it.
    pub const OPERATOR: &str = "operator";
    /// The packet.
    pub const PACKET: &str = "packet";
    /// A gate that reaches the file, or was green.
    pub const GATE: &str = "the gate";
    /// The gap that the step is to close.
    pub const GAP: &str = "the gap";
    /// The item of the plan that the step does.
    pub const PLAN: &str = "the plan";
    /// What the attempt before left open.
    pub const LEFT_OPEN: &str = "the attempt before";
    /// The outside action that the step does.
    pub const ACTION: &str = "the outside action";
    /// What lastgood proposes for every step; nobody has written it.
    pub const PROPOSED: &str = "proposed";
    /// All of them.
    pub const ALL: &[&str] = &[PROMPT, OPERATOR, PACKET, GATE, GAP, PLAN, LEFT_OPEN, ACTION, PROPOSED];
}
