//! What the program finds out by itself about one run, before any decision.

use jiff::Timestamp;
use serde::Serialize;

use super::{
    BrokenLimit, Ending, Gate, GateOffer, Host, LastGood, LeftLine, Liveness, PlanItem, Problem, Product, Run, Session,
    Task, Tree,
};

/// What the program found out by itself (DESIGN §5). The report prints it, the screens show it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The run.
    pub run: Run,
    /// The work tree.
    pub tree: Tree,
    /// The machine on which it was looked at.
    pub host: Host,
    /// What it was for.
    pub task: Task,
    /// What the signs say.
    pub liveness: Liveness,
    /// How it ended.
    pub ending: Ending,
    /// Whether it can be resumed.
    pub session: Session,
    /// The state to return to.
    pub last_good: LastGood,
    /// The gates.
    pub gates: Vec<Gate>,
    /// Gates that a contract beside the run names (`quality-gates.json`, the packet).
    pub offers: Vec<GateOffer>,
    /// What the run left.
    pub products: Vec<Product>,
    /// Decisions that were made on the way.
    pub decisions: Vec<Decision>,
    /// The last thing that was checked and came out.
    pub last_checked: Option<LastChecked>,
    /// Limits as found in the records, with their fate.
    pub constraints: Vec<Constraint>,
    /// Limits that runs before this one broke, as the briefs since then hand them on.
    pub carried: Vec<BrokenLimit>,
    /// What earlier briefs know of lines that are left; empty until they are asked.
    pub spoken: Vec<LeftLine>,
    /// The agent's plan in its last state.
    pub plan: Vec<PlanItem>,
    /// What the run said, beside its proof.
    pub claims: Vec<Claim>,
    /// What could not be read or looked at.
    pub problems: Vec<Problem>,
    /// When the facts were put together.
    pub looked: Timestamp,
}

/// A decision that was made on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Its text.
    pub text: String,
    /// The event.
    pub event: String,
    /// Where it was made, when that was before the brief of this run.
    #[serde(skip)]
    pub from: Option<String>,
}

/// The last thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastChecked {
    /// What, in words.
    pub what: String,
    /// The event.
    pub event: String,
}

/// A limit as found in the records, with its fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Constraint {
    /// Its text.
    pub text: String,
    /// When it was stated.
    pub at: Option<Timestamp>,
    /// The event, or the rule file, that states it.
    pub event: String,
    /// Where it stands, in words ("first prompt", "AGENTS.md").
    pub from: String,
    /// Whether a compaction came after it and nothing carries it.
    pub lost_in_compaction: bool,
    /// Later edits and commands that touch what it forbids, in words, each with its event.
    pub broken_by: Vec<Breach>,
    /// Files that broke it and lie again as they did before the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<String>,
}

impl Constraint {
    /// The gap that a file has which breaks this limit, in words.
    pub fn broken(&self) -> String {
        limit_broken(&self.text)
    }

    /// Whether a file that broke it lies again as it did before the run.
    pub fn is_taken_back(&self, breach: &Breach) -> bool {
        self.taken_back.iter().any(|name| breach.is_of(name))
    }
}

/// The gap of what breaks a limit, in words.
pub fn limit_broken(limit: &str) -> String {
    format!("limit broken: {limit}")
}

/// One thing that breaks a limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Breach {
    /// The event.
    pub event: String,
    /// The file or command, in words.
    pub what: String,
}

impl Breach {
    /// Whether it is an edit of the file with this name.
    pub fn is_of(&self, name: &str) -> bool {
        let rest = self.what.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" (") || rest.starts_with(": "))
    }
}

/// Something that the run said, beside its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Its text.
    pub text: String,
    /// The event that says it.
    pub event: String,
    /// The event that proves it, if one does.
    pub proof: Option<String>,
    /// Why it is or is not proven, in words.
    #[serde(skip)]
    pub why: String,
    /// Whether the record says the contrary of a part of it.
    #[serde(skip)]
    pub against: bool,
    /// What it says besides and nothing on record shows, in its own words: its proof does not reach that.
    #[serde(skip)]
    pub beyond: Vec<String>,
}
