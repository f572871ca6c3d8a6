//! What the rules of the steps answer, as data: rows for people, refusals, blockers, warnings, offers. Words are made of it elsewhere.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Belongs, Criterion, OutsideOutcome, Pile, ProductGroup, Runtime, Says, Sourced, Start};

/// Why something cannot be done to a row now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not all of its lines were on screen, at this version: read on, or type where the rest was seen.
    NotOpened {
        /// Lines that were.
        seen: usize,
        /// Lines that the view has; 0 when it was never open.
        of: usize,
    },
    /// Checks that did not come out well want to be acknowledged first, by their text.
    Acknowledge(Vec<String>),
    /// Some of them failed, which only a reason outweighs.
    NoWhy,
    /// A partial product needs at least one named gap.
    NoGap,
    /// An unknown product needs a reason, or where to look.
    NoReason,
    /// An outside action is answered, not put on a pile.
    OutsideIsAnswered,
    /// Only outside actions are answered.
    NotOutside,
    /// An answer about an outside action says who looked, where, and what was seen; these are empty.
    AnswerIncomplete(Vec<AnswerField>),
    /// The base is read, not sorted.
    BaseIsRead,
    /// It was expected and is not there: nothing to sort.
    NothingThere,
    /// Processes are decided in step 1.
    DecidedInConfirm,
    /// The row is not there any more.
    Gone,
    /// The sign says nothing that wants an answer.
    NoAnswerWanted,
    /// Settling is blocked.
    Blocked(Vec<Blocker>),
    /// The proof of the row was not on screen.
    ProofNotSeen,
    /// The attempt is closed: what was said of its rows stands.
    AttemptClosed(u32, super::Closing),
}

/// The fields of an answer about an outside action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerField {
    /// Who looked.
    By,
    /// Where.
    Place,
    /// What was seen.
    Saw,
}

/// Why a step is not settled, or an attempt not recovered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocker {
    /// Step 1: so many rows say this and have no answer.
    SignsUnanswered {
        /// What they say: alive, waiting or cannot look.
        says: Says,
        /// How many rows.
        rows: usize,
    },
    /// Step 1: nobody has settled it.
    NotConfirmed,
    /// Step 1: it was withdrawn; in words.
    Withdrawn(String),
    /// Step 2: so many rows are unsorted: not read, read in part, read.
    Unsorted {
        /// Nothing of them was on screen.
        not_read: usize,
        /// Some lines were.
        in_part: usize,
        /// All lines were.
        read: usize,
    },
    /// Step 3: no next step.
    NoStep,
    /// Step 3: nobody gets it.
    NoAgent,
    /// Step 3: no criterion.
    NoCriterion,
    /// Step 3: nobody approves.
    NoApprover,
    /// Step 3: the start that was chosen is not offered (any more).
    StartNotOffered,
    /// Step 4: no run has consumed the brief.
    NotConsumed,
    /// Step 4: the brief that the run read is not the one that was written.
    HashMismatch,
    /// Step 4: something of the run may still be running.
    StillRunning(super::Verdict),
    /// Step 4: a gate was green and is not any more, or not proven to be.
    Gate {
        /// Its name.
        name: String,
        /// Its colour now.
        now: super::GateState,
        /// How it changed.
        change: super::GateChange,
        /// Whether it was known to be red before the run, and still is.
        #[serde(default)]
        known: bool,
        /// What of it is not proven.
        #[serde(default)]
        lacks: super::GateLacks,
    },
    /// Step 4: a limit is broken.
    Limit {
        /// The limit.
        limit: String,
        /// By what.
        by: Vec<String>,
    },
    /// Step 4: the attempt was closed, and the next one goes on.
    NextAttempt,
    /// Step 4: a limit was broken before the run, still is, and nobody called it fine.
    LimitBefore {
        /// The limit.
        limit: String,
        /// Whether somebody called it not fine.
        decided: bool,
    },
    /// Step 4: an outside action that nobody confirmed.
    Outside {
        /// The command.
        command: String,
    },
    /// Step 4: a change outside the step without a verdict.
    OutsideStep {
        /// The file.
        location: String,
        /// The step allows what it needs beside what it names.
        allowed: bool,
    },
    /// Step 4: a claim against its record.
    Claim {
        /// Its text.
        text: String,
    },
    /// Step 4: a person says that a gate or a claim is not fine.
    NotFine {
        /// The gate or the claim.
        what: String,
    },
    /// Step 4: a person says that a criterion is not met.
    CriterionNotMet {
        /// Its text.
        text: String,
    },
    /// Step 4: so many criteria that nobody looked at.
    CriteriaNotLookedAt {
        /// How many.
        left: usize,
        /// Of how many.
        of: usize,
    },
    /// Step 4: the approver has not approved.
    NotApproved {
        /// Who approves; empty when nobody was named.
        approver: String,
    },
}

/// One row of step 1: a process tree, or a place that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignRow {
    /// Stays the same while it is the same thing: the key of the sign that leads it.
    pub key: String,
    /// Whose it is.
    pub belongs: Belongs,
    /// What the row says: the strongest of its signs.
    pub says: Says,
    /// Indexes of its signs in `Liveness::signs`; the first one leads it and gives its words.
    pub signs: Vec<usize>,
    /// Indexes of those that still want an answer.
    pub open: Vec<usize>,
    /// Since when, for a process tree.
    pub since: Option<Timestamp>,
    /// TCP ports on which the tree listens.
    pub ports: Vec<u16>,
}

/// How processes could be stopped by hand. lastgood never stops one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The command line, ready to copy; `None` when no group belongs to the run alone.
    pub command: Option<String>,
    /// What shells in these groups would run next, were only their present child stopped.
    pub next: Vec<String>,
    /// Groups that also hold processes that are not the run's: not named in the command.
    pub mixed: Vec<u32>,
    /// Rows that the command stops.
    pub rows: Vec<String>,
}

/// How the picker says in a word whether something still runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    /// The agent lives.
    Alive,
    /// The agent is gone, so many things of the run live.
    Left(usize),
    /// It waits, or starts by itself.
    Waiting,
    /// No sign of life.
    NoSign,
    /// Something could not be looked at.
    CannotTell,
}

/// How one row of step 2 stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortState {
    /// Nobody has decided.
    Unsorted,
    /// It was on a pile and its content changed afterwards.
    Changed {
        /// The pile on which it was.
        was: Pile,
        /// The version at which it was decided.
        from: Option<String>,
    },
    /// On a pile.
    On(Pile),
    /// An outside action: `None` while nobody has looked.
    Outside(Option<OutsideOutcome>),
    /// The base: whether its summary was opened.
    Base(bool),
    /// Expected, not found.
    Expected,
}

/// How much of a row was on screen at its present version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadState {
    /// Nothing.
    No,
    /// Some lines of the view that was read furthest.
    Part {
        /// Lines that were on screen.
        seen: usize,
        /// Lines that the view has.
        of: usize,
    },
    /// Its whole content.
    All,
    /// All of its diff.
    Diff,
    /// Seen elsewhere, by what was typed.
    Elsewhere(String),
}

impl ReadState {
    /// Whether it counts as opened.
    pub fn opened(&self) -> bool {
        matches!(self, Self::All | Self::Diff | Self::Elsewhere(_))
    }
}

/// One row of step 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortRow {
    /// The product's id; `base` for the base.
    pub id: String,
    /// Its group.
    pub group: ProductGroup,
    /// Indexes in `Facts::products`: one, with the names that point to it when it is a commit, or all of the base.
    pub products: Vec<usize>,
    /// How it stands.
    pub state: SortState,
    /// How much of it was on screen.
    pub read: ReadState,
    /// Failing checks of a usable product that somebody accepted, by their text.
    pub though: Vec<String>,
}

/// What a decision about many marked rows would take, and what it would leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The decisions, ready to be written down.
    pub ops: Vec<super::Op>,
    /// How many rows they take.
    pub taken: usize,
    /// Rows that are left, each with why.
    pub skipped: Vec<(String, Refusal)>,
}

/// Kinds of candidates for the next step, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CandidateKind {
    /// A gap of a partial product.
    Gap,
    /// A gate that is red, stale or was not run.
    Gate,
    /// An open item of the plan.
    Plan,
    /// A criterion that is not met.
    Criterion,
    /// An outside action that did not happen, or happened in part.
    NotHappened,
    /// What the attempt before left open, when nothing else of these says it.
    LeftOpen,
}

/// A gate that ran green after a product was sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreenSince {
    /// Its command.
    pub command: String,
    /// When.
    pub at: Timestamp,
}

/// One candidate for the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Stays the same while it is the same thing (`gap:file:src/a.rs:0`, `gate:cargo test`).
    pub id: String,
    /// Its kind.
    pub kind: CandidateKind,
    /// What it is about, text unchanged: the gap, the gate's command, the item, the criterion, the command.
    pub text: String,
    /// The file that it is about.
    pub location: Option<String>,
    /// The colour of a gate.
    pub gate: Option<super::GateState>,
    /// Whether a gate that is old was red when it ran last.
    pub red_before: bool,
    /// How a gate came out when it was measured here last, on content that has changed since.
    pub measured: Option<super::GateState>,
    /// Why: the files that made a gate old, the limit that forbids an action.
    pub because: Vec<String>,
    /// The limit that forbids it, if one does.
    pub forbidden_by: Option<String>,
    /// What ran green since a person named the gap.
    pub since: Vec<GreenSince>,
}

/// What a person must look at before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForYou {
    /// The product.
    pub product: String,
    /// The command or the place.
    pub what: String,
    /// Where to look.
    pub look: String,
}

/// What choosing a candidate fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// What to do.
    pub text: String,
    /// Who gets it.
    pub agent: String,
    /// How it starts.
    pub start: Start,
    /// The criteria.
    pub criteria: Vec<Criterion>,
    /// Who approves; empty when nobody is known.
    pub approver: String,
}

/// One way to start the next run that this task and runtime really have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartOffer {
    /// The start.
    pub start: Start,
    /// Whether it resumes a session of this runtime.
    pub resumes: Option<(Runtime, String)>,
    /// From when on, when it is not possible at once.
    pub after: Option<Timestamp>,
    /// What is lost or must be settled first.
    pub but: Vec<String>,
    /// How many files it finds otherwise than this commit, the last good state, has them: nothing is reset for it.
    pub differs: Option<(usize, String)>,
}

/// What is doubtful about a next step; it stops nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The step says what the goal says.
    RestatesGoal,
    /// The step bundles several things, by their pieces.
    Bundles(Vec<String>),
    /// The step names a file that nobody opened.
    NobodyOpened(String),
    /// The step names a file of which not all was seen.
    SeenInPart(String, super::SeenPart),
    /// The step touches an outside action that nobody confirmed.
    TouchesUnconfirmed(String),
    /// The step does what a limit forbids.
    AgainstLimit(String),
    /// A limit is broken, and nobody decided whether what broke it is kept or taken back.
    LimitUndecided(String),
    /// A criterion cannot be checked.
    CannotBeChecked(String),
    /// The approver is the agent.
    ApproverIsAgent(String),
    /// Earlier attempts were given the same gap, and it is still there: how many.
    NotConverging(usize),
    /// A commit of the run says that it did this: its short id and first line.
    SaidByCommit(String),
    /// It starts in a new tree without a file that it is about.
    NotInStart {
        /// The file.
        file: String,
        /// The commit from which the tree is made.
        commit: String,
    },
    /// It starts in a new tree in which a file that it is about has other content than the work tree has now.
    OtherwiseInStart {
        /// The file.
        file: String,
        /// The commit from which the tree is made.
        commit: String,
    },
    /// It starts in a new tree without progress that was checked.
    ProgressNotInStart {
        /// The places of what is not in it.
        lost: Vec<String>,
        /// The commit from which the tree is made.
        commit: String,
    },
    /// It resumes a session although reasons against it stand.
    ResumeAgainst(Vec<String>),
}

/// Where work waits, for a row of the picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Step 1.
    Confirm,
    /// Step 2, with what is left where that is known.
    Sort(Option<usize>),
    /// Step 3.
    Assign,
    /// The brief of this attempt can be written.
    ToWrite(u32),
    /// The brief of this attempt was written, no run has consumed it.
    Brief(u32),
    /// Step 4.
    Review,
    /// Nothing: recovered.
    Recovered,
}

/// A line that could go into the brief, with whether it is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefLine {
    /// The line.
    pub line: Sourced,
    /// Whether it was kept by hand.
    pub kept: bool,
    /// Whether it was taken out.
    pub dropped: bool,
}
