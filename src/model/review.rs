//! Step 4 as data (`lastgood.review/1`, DESIGN §7): what the consuming run did, against the brief.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ActionResult, Closing, GateState};

/// The review of one attempt. The field names are those of the report; what begins with `_` is no part of it and is kept with a
/// closed attempt alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Always `lastgood.review/1`.
    #[serde(skip_deserializing, default = "schema")]
    pub schema: &'static str,
    /// The recovery's id.
    pub recovery: String,
    /// The attempt.
    pub attempt: u32,
    /// The session of the run.
    pub run: String,
    /// The event in which the run was given, or read, the brief; `None` when it did neither.
    pub consumed: Option<String>,
    /// The criteria.
    pub criteria: Vec<CriterionRow>,
    /// The gates, and the brief's first.
    pub gates: Vec<GateRow>,
    /// Checked products that the run built on.
    pub reused: Vec<String>,
    /// Checked products that it made again.
    pub redone: Vec<String>,
    /// What is still open.
    pub open: Vec<String>,
    /// Lines that the brief left for later and that the run closed all the same, each with what closed it.
    #[serde(rename = "_closed", default)]
    pub closed: Vec<String>,
    /// What the run did to the subject of a line that only a person can close, by the line.
    #[serde(rename = "_since", default)]
    pub since: std::collections::BTreeMap<String, String>,
    /// Gaps of the brief, and what else it leaves, that only a person can call closed or met.
    #[serde(rename = "_gaps", default)]
    pub gaps: Vec<GapRow>,
    /// Changes outside the step.
    pub outside_step: Vec<OutsideStepRow>,
    /// Limits that are broken.
    pub limits_broken: Vec<LimitRow>,
    /// Limits that were broken before the run, about which nobody decided: no breach by this run.
    #[serde(rename = "_standing", default)]
    pub standing: Vec<StandingRow>,
    /// Outside actions of the run.
    pub outside_actions: Vec<OutsideRow>,
    /// What the run said, beside its proof.
    pub claims: Vec<ClaimRow>,
    /// What the program itself found.
    pub machine: Machine,
    /// Whether a hook sends the run back: something speaks against it that it can settle within its step.
    #[serde(rename = "_sends_back", default)]
    pub sends_back: bool,
    /// Whether it is recovered; never without a person.
    pub verdict: Recovered,
    /// How and when it was closed, once it was.
    #[serde(default, rename = "closed", skip_serializing_if = "Option::is_none")]
    pub closing: Option<ReviewClosed>,
    /// Why not, in words.
    pub blockers: Vec<String>,
    /// The same as data.
    #[serde(rename = "_blocked", default)]
    pub blocked: Vec<super::Blocker>,
    /// What breaks a limit and stays because a person called it fine, in this review or an earlier one.
    #[serde(rename = "_kept", default)]
    pub kept: Vec<KeptChange>,
    /// Files of the work that lie in the work tree without a commit.
    #[serde(rename = "_uncommitted", default)]
    pub uncommitted: Vec<String>,
    /// The files that the run changed, by path.
    #[serde(rename = "_changes", default)]
    pub changes: std::collections::BTreeMap<String, FileChange>,
}

/// What breaks a limit and stays all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptChange {
    /// The limit.
    pub limit: String,
    /// The files that break it; where it is no file, what does.
    pub what: Vec<String>,
}

/// How an attempt was closed, beside its review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewClosed {
    /// How.
    #[serde(rename = "as")]
    pub outcome: Closing,
    /// When.
    pub at: Timestamp,
    /// Whether the review is that of the closing; else it was made anew on what lies in the work tree since.
    pub kept: bool,
}

/// What a file was and what it is, as texts. The texts themselves are kept nowhere, only their sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// Its text as the run found it; empty where it was not there, `None` where that is not on record.
    #[serde(skip)]
    pub before: Option<String>,
    /// Its text now; empty where it is gone, `None` where it cannot be shown.
    #[serde(skip)]
    pub after: Option<String>,
    /// Of a closed attempt, where a text of then is not at hand any more: its SHA-256, in hexadecimal digits.
    #[serde(default)]
    pub sums: [Option<String>; 2],
}

fn schema() -> &'static str {
    "lastgood.review/1"
}

/// A criterion in step 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CriterionRow {
    /// The row's key for proofs and verdicts.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// Its text.
    pub text: String,
    /// A person's verdict.
    pub verdict: CriterionVerdict,
    /// What the record speaks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggest: Option<CriterionVerdict>,
    /// Where that stands: an event, a commit, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// By what it can be checked.
    pub checked_by: CheckedBy,
    /// The colour of the gates that it speaks of, the worst of them: a green build is no met criterion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateState>,
    /// The same proof as data: what can be opened.
    #[serde(rename = "_shows", default)]
    pub shows: Vec<Shown>,
    /// The files that it names.
    #[serde(rename = "_files", default)]
    pub files: Vec<String>,
    /// The command with which a person looks whether it happened, where it asks for an outside action.
    #[serde(rename = "_look", default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
}

/// By what a criterion can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckedBy {
    /// A gate.
    Gate,
    /// What the run left: its commits, its changes, the questions of the brief.
    Record,
    /// No command can: it needs a person.
    Person,
}

/// What speaks for a criterion, as something that can be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// A gate, by the key of its row: its event or where it was run.
    Gate(String),
    /// An event, by its id.
    Event(String),
    /// A commit, by its id or the beginning of it.
    Commit(String),
}

/// A verdict on a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CriterionVerdict {
    /// Met.
    Met,
    /// Not met.
    NotMet,
    /// Nobody looked.
    NotLookedAt,
}

/// A gate in step 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateRow {
    /// The row's key.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// Its name, with its command where they differ.
    pub name: String,
    /// Its colour in the brief.
    pub before: GateState,
    /// Its colour by the record of the run.
    pub now: GateState,
    /// How it changed.
    pub change: GateChange,
    /// Why: the event, the exit, the assertions that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The event of its last result in the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// When.
    #[serde(rename = "_at", default)]
    pub at: Option<Timestamp>,
    /// The content on which lastgood itself ran it, when it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// What it printed when lastgood itself ran it: what failed, and its end.
    #[serde(rename = "_printed", default)]
    pub printed: Vec<String>,
    /// Where all of that is kept.
    #[serde(rename = "_output", default)]
    pub output: Option<String>,
    /// Whether it ran green on what lies there now, and only its own assertions are not those of before.
    #[serde(rename = "_weakened", default)]
    pub weakened: bool,
    /// Whether its colour in the brief is that on the last good commit.
    #[serde(rename = "_good", default)]
    pub good: bool,
    /// Its colour when the run began, where that is known.
    #[serde(rename = "_began", default)]
    pub began: Option<GateBegan>,
}

/// The colour of a gate when a run began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateBegan {
    /// Its colour.
    pub state: GateState,
    /// What shows that.
    pub by: BeganBy,
}

/// What shows the colour of a gate when a run began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeganBy {
    /// What was checked last when the brief was written: how it came out, in the words of the brief.
    Brief(String),
    /// The event of the first result in the run, before it changed a file.
    Event(String),
}

/// How a gate changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateChange {
    /// As before.
    Same,
    /// From green to red.
    Regressed,
    /// From red to green.
    Fixed,
    /// Not run, not proven, or not comparable.
    Unknown,
}

/// Why a gate is not proven that did not regress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateLacks {
    /// By its colour: not run, or on a content that changed since.
    #[default]
    Result,
    /// It ran, or was started, and nobody saw its result.
    Seen,
    /// It ran green on assertions that are not those of before.
    Comparable,
}

impl GateRow {
    /// Why it is not proven, when it is not.
    pub fn lacks(&self) -> GateLacks {
        match self.now {
            _ if self.weakened => GateLacks::Comparable,
            GateState::NotRun if self.event.is_some() => GateLacks::Seen,
            _ => GateLacks::Result,
        }
    }
}

/// What the brief leaves and only a person can settle, in step 4: a gap that a person named, or a line that something on record speaks
/// for. The step was not about it, so that it keeps nothing from being recovered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GapRow {
    /// The row's key.
    pub row: String,
    /// The line: of a gap its file and what is missing.
    pub line: String,
    /// Whether it is a gap of a file.
    #[serde(default)]
    pub gap: bool,
    /// The files that it is about.
    #[serde(default)]
    pub files: Vec<String>,
    /// What is known of it since the brief was written.
    pub known: Vec<String>,
    /// The source of the tests that speak for it; like all texts of files it is not kept with a closed attempt.
    #[serde(skip)]
    pub quoted: Vec<String>,
    /// What shows that: commits, gates.
    #[serde(default)]
    pub shows: Vec<Shown>,
    /// Whether nothing of that can speak for it: the run left the file alone, and it is not as at last good.
    pub bare: bool,
}

/// A change outside the step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideStepRow {
    /// The row's key.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// The file.
    pub location: String,
    /// The events or commits that changed it.
    pub by: Vec<String>,
    /// The step allows what it needs beside what it names: whether it needed this, a person says.
    #[serde(rename = "_allowed", default)]
    pub allowed: bool,
}

/// A broken limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitRow {
    /// The row's key.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// The limit.
    pub limit: String,
    /// What breaks it, each with its event or commit.
    pub by: Vec<String>,
}

/// A limit that was broken before the run, and still is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingRow {
    /// Whether the run took it back, and the file was changed again after that.
    #[serde(rename = "_again", default)]
    pub again: bool,
    /// The row's key.
    pub row: String,
    /// The limit.
    pub limit: String,
    /// What broke it, in words.
    pub by: Vec<String>,
    /// The files that still break it, with what each was before and is now.
    pub files: Vec<(String, FileChange)>,
    /// Whether a person said in this review that it is fine as it is.
    pub fine: bool,
    /// The attempt before this one in whose review a person said last that it is not fine.
    #[serde(default)]
    pub not_fine: Option<u32>,
}

/// An outside action in step 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideRow {
    /// The row's key.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// The command.
    pub command: String,
    /// Its recorded result.
    pub result: ActionResult,
    /// Where to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// The event.
    pub event: String,
    /// Whether the brief forbids it.
    pub forbidden: bool,
    /// Whether a person confirmed it.
    pub confirmed: bool,
}

/// A claim in step 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The row's key.
    #[serde(rename = "_row", default)]
    pub row: String,
    /// Its text.
    pub text: String,
    /// The event.
    pub event: String,
    /// The event that proves it.
    pub proof: Option<String>,
    /// Whether the record says the contrary.
    pub against: bool,
    /// Why it is or is not proven, in words.
    #[serde(rename = "_why", default)]
    pub why: String,
    /// Gates of which it speaks and that came out red after it was said, by the keys of their rows.
    #[serde(rename = "_red_since", default)]
    pub red_since: Vec<String>,
    /// Tests that the run changed before the green that it speaks of, each with what became of it.
    #[serde(rename = "_on_changed", default)]
    pub on_changed: Vec<String>,
    /// What it says besides and its proof does not reach, in its own words.
    #[serde(rename = "_beyond", default)]
    pub beyond: Vec<String>,
}

/// What the program itself found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Machine {
    /// Nothing against it.
    Clean,
    /// Something against it.
    Against,
}

/// Whether an attempt recovered the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovered {
    /// It did, by a person's verdicts and approval.
    Recovered,
    /// It did not, or nobody has said so.
    NotRecovered,
}

/// Where a run was given, or read, a brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumption {
    /// The event.
    pub event: String,
    /// Its place in `Run::events`.
    pub index: usize,
    /// When.
    pub at: Option<Timestamp>,
    /// The recovery's id in the comment line.
    pub recovery: String,
    /// The attempt in the comment line.
    pub attempt: u32,
    /// The hash in the comment line.
    pub sha256: String,
    /// Whether what followed the line is what was written; `None` when a tool showed it in its own form.
    pub fits: Option<bool>,
}
