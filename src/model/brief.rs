//! The file that the next run consumes, as data (`lastgood.brief/1`, DESIGN §7).
//!
//! The field names are those on disk. Markdown is rendered from this and never parsed back.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ActionResult, BriefRecord, Criterion, GateState, LeftLine, OutsideBefore, Pile};

/// The brief. Optional parts that are absent are left out on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Brief {
    /// Always `lastgood.brief/1`.
    pub schema: String,
    /// The recovery's id.
    pub recovery: String,
    /// Which attempt this brief is for, from 1.
    pub attempt: u32,
    /// When it was written.
    pub written: Timestamp,
    /// Whether steps 1 to 3 were not settled.
    pub draft: bool,
    /// What is missing, in words.
    #[serde(default)]
    pub missing: Vec<String>,
    /// The title of the work, one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whose work it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The goal.
    pub goal: String,
    /// The one next step.
    pub next_step: NextStep,
    /// What is left after it.
    #[serde(default)]
    pub after_step: Vec<String>,
    /// What is known of lines that are left after it: what on record speaks for one, and what a person said of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftLine>,
    /// Limits, with where each stands.
    #[serde(default)]
    pub limits: Vec<Sourced>,
    /// Decisions, with where each stands.
    #[serde(default)]
    pub decisions: Vec<Sourced>,
    /// Products that were sorted.
    #[serde(default)]
    pub checked: Vec<Checked>,
    /// Products that nobody opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
    /// Products that were sorted and are not in the tree from which the next run starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_in_start: Vec<Checked>,
    /// Outside actions that were answered.
    #[serde(default)]
    pub outside: Vec<OutsideAnswered>,
    /// Questions that are open, with where to look.
    #[serde(default)]
    pub open: Vec<OpenQuestion>,
    /// Limits that are broken and that nobody called fine, also when the step is to take back what broke them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenLimit>,
    /// Outside actions as the record of their run knows them, answered or not: the run of a later attempt has another record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<BriefAction>,
    /// The state to return to.
    pub last_good: BriefLastGood,
    /// Gates that were green.
    #[serde(default)]
    pub gates: Vec<BriefGate>,
    /// What must be true in the end.
    #[serde(default)]
    pub criteria: Vec<Criterion>,
    /// The contract that existed before the run, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<ContractMark>,
    /// Who approves.
    #[serde(default)]
    pub approver: String,
    /// Free notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// How to build the starting tree, as command lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rebuild: Vec<String>,
    /// What is on record about the failed run.
    pub record: BriefRecord,
}

/// The one next step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// What to do.
    pub text: String,
    /// Who gets it: a runtime's name or a person's.
    pub agent: String,
    /// How it starts.
    pub start: Start,
}

/// How the next run starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// A new session, or the old one.
    pub mode: StartMode,
    /// The folder.
    #[serde(default)]
    pub tree: String,
    /// From which content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<StartFrom>,
    /// The commit that is checked out there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The tree hash of tracked and untracked files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// A new session, or the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartMode {
    /// A new session.
    #[default]
    Fresh,
    /// The failed session.
    Resume,
}

/// From which content the next run starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartFrom {
    /// A commit, in a new work tree.
    Commit,
    /// The work tree as it is.
    Worktree,
    /// A salvage copy.
    Salvage,
}

/// A text with where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced {
    /// The text.
    pub text: String,
    /// Where it stands ("first prompt", "AGENTS.md", "event 212").
    pub from: String,
}

/// A product that was sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Where it is.
    pub location: String,
    /// The version that was sorted.
    pub version: Option<String>,
    /// The pile.
    pub pile: Pile,
    /// The gaps of a partial product; the reason of an unknown one.
    #[serde(default)]
    pub gaps: Vec<String>,
    /// Checks of a usable product that did not come out well and were accepted; `None` when there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Accepted>,
    /// Who opened it; `None` when nobody saw all of it.
    pub opened: Option<Opened>,
    /// How much of it was on screen, when not all was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenPart>,
}

/// How much was seen of a product of which not all was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPart {
    /// Lines that were on screen.
    pub lines: usize,
    /// Lines that it has, whole or as its diff.
    pub of: usize,
    /// Who looked last.
    pub by: String,
}

/// Checks that were accepted when a product was called usable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// What they say.
    pub checks: Vec<String>,
    /// Why the product is usable all the same; empty when they are warnings that only had to be seen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Who opened a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// How, when it was not in the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
}

/// Products that nobody opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// How many.
    pub count: usize,
    /// The one reason for all.
    pub reason: String,
    /// Their places.
    pub list: Vec<String>,
}

/// An outside action that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideAnswered {
    /// The command, masked.
    pub command: String,
    /// What a person found.
    pub outcome: OutsideOutcome,
    /// Who looked.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// Where they looked.
    #[serde(rename = "where")]
    pub place: String,
    /// What they saw.
    pub saw: String,
    /// The attempt in whose review a person called it met that it happened; the place is then where they looked, if they said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<u32>,
    /// What was answered before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<OutsideBefore>,
    /// What its command had started and still ran when the brief was written, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub running: Vec<String>,
}

/// What a person found out about an outside action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutsideOutcome {
    /// It happened: done, do not repeat.
    Happened,
    /// It did not happen: a candidate for the next step.
    #[serde(alias = "did not happen")]
    DidNotHappen,
    /// It happened in part.
    Partly,
}

/// A question that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// The question.
    pub question: String,
    /// Where to look.
    #[serde(default)]
    pub look: String,
    /// The command that must not be repeated before it is answered, masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub do_not_repeat: Option<String>,
}

/// An outside action of a run, without what people found out about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefAction {
    /// The product's id: answers hang on it.
    pub id: String,
    /// The command or the tool, masked.
    pub command: String,
    /// What the record says of its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ActionResult>,
    /// Where to look to confirm it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// What it touches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<String>,
    /// What the record shows of it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// A limit that is broken, with what still stands of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenLimit {
    /// The limit.
    pub limit: String,
    /// Other limits that say the same and are broken by the same: what is decided about the one is decided about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// What breaks it, in words.
    pub by: Vec<String>,
    /// The files that break it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<BrokenFile>,
    /// What was decided about it so far, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// Whether a person said in a review that it is fine as it is: it is neither asked about nor left to do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// A file that breaks a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenFile {
    /// Where it is.
    pub path: String,
    /// Blob id of what stood there before; `None` when it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Blob id of what was kept; only that is kept, and no later change of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

/// The state to return to, in a brief.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefLastGood {
    /// The commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Content without a commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Why it counts as good.
    pub why: String,
    /// The gates.
    #[serde(default)]
    pub gates: Vec<String>,
    /// The ref of a salvage copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salvage: Option<String>,
    /// Files of the work tree that are otherwise there, when the next run starts from the work tree as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
}

/// A gate in a brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefGate {
    /// Its name.
    pub name: String,
    /// Its command, as arguments.
    #[serde(default)]
    pub command: Vec<String>,
    /// Its colour.
    pub state: GateState,
    /// The content on which it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// What was changed in its tests since, and lies in the tree as it is: a green there is not comparable with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// What marks the contract that existed before the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractMark {
    /// SHA-256 of its text.
    pub hash: String,
    /// When it was made.
    pub at: Option<Timestamp>,
    /// Where it stands.
    pub source: String,
}
