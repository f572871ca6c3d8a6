//! One task being recovered: its runs and everything that people decided about them.
//!
//! A recovery is the fold of its journal: `Entry` after `Entry` is applied, and nothing else changes it. Undo is an entry, too.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Criterion, OutsideOutcome, RunMark, Says, Sourced, Start};

/// One line of the journal: who decided what, when, on which host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Version of the journal's format; this program writes 1.
    pub v: u32,
    /// Counts from 1 without a gap.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: String,
    /// On which host.
    pub host: String,
    /// What.
    pub op: Op,
}

/// The version of the journal's format that this program writes and reads.
pub const JOURNAL_VERSION: u32 = 1;

/// One decision. Its tag on disk is `do`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Op {
    /// A run belongs to this recovery.
    Join {
        /// The run.
        run: RunMark,
        /// 0 for the failed run, else the attempt that consumed brief N.
        attempt: u32,
        /// How it is known to belong: `first`, `brief id`, `task key`, `by hand`.
        how: String,
    },
    /// The operator's name was given.
    Operator {
        /// The name.
        name: String,
    },
    /// Step 1: a sign was answered.
    Answer {
        /// The sign's key.
        sign: String,
        /// What it said when it was answered; another word later makes the answer void.
        says: Says,
        /// The sign in words, for the brief.
        what: String,
        /// Why it may be ignored; or where it was looked at, by whom, what was seen.
        reason: String,
    },
    /// A step was settled (1 or 4 by the operator).
    Settle {
        /// The step.
        step: Step,
    },
    /// A confirmation was withdrawn because of a new sign of life.
    Withdraw {
        /// The step.
        step: Step,
        /// Why, in words.
        why: String,
    },
    /// Lines of a product were on screen in the viewer.
    Read {
        /// The product.
        product: String,
        /// Its version.
        version: String,
        /// Which view.
        view: ReadView,
        /// Line ranges that were on screen, first and last, from 1, merged and sorted.
        lines: Vec<(usize, usize)>,
        /// How many lines the view has.
        of: usize,
    },
    /// Step 2: a product goes on a pile.
    Sort {
        /// The product.
        product: String,
        /// The version at which it was decided.
        version: Option<String>,
        /// The pile; `None` takes it back to unsorted.
        pile: Option<Pile>,
        /// The gaps of a partial product.
        #[serde(default)]
        gaps: Vec<String>,
        /// The reason of an unknown product, or where to look.
        #[serde(default)]
        reason: String,
        /// Where the operator saw the lines that were not on screen here.
        #[serde(default)]
        seen_elsewhere: Option<String>,
        /// The warnings that were acknowledged.
        #[serde(default)]
        acknowledged: Vec<String>,
    },
    /// Step 2: many products go to unknown with one reason.
    SortMany {
        /// The products with their versions.
        products: Vec<(String, Option<String>)>,
        /// The reason for all.
        reason: String,
    },
    /// Step 2: an outside action was answered.
    Outside {
        /// The product.
        product: String,
        /// What was found.
        outcome: OutsideOutcome,
        /// Who looked.
        by: String,
        /// Where.
        #[serde(rename = "where")]
        place: String,
        /// What was seen.
        saw: String,
    },
    /// Another last good state was chosen.
    LastGood {
        /// The commit; `None` takes the program's own.
        commit: Option<String>,
        /// Why.
        why: String,
    },
    /// Step 3: the next step was chosen or written. Text, agent and start together, so that they never disagree.
    Step {
        /// What to do.
        text: String,
        /// Who gets it.
        agent: String,
        /// How it starts.
        start: Start,
        /// The candidate that it was made from, if any.
        #[serde(default)]
        candidate: Option<String>,
    },
    /// Step 3: the criteria.
    Criteria {
        /// All of them.
        criteria: Vec<Criterion>,
    },
    /// Step 3: who approves.
    Approver {
        /// The name.
        name: String,
    },
    /// A line was kept as limit, decision or question.
    Keep {
        /// As what.
        kind: KeepKind,
        /// The line, with where it stands.
        line: Sourced,
    },
    /// A kept or found line was taken out of the brief.
    Drop {
        /// As what.
        kind: KeepKind,
        /// Its text.
        text: String,
    },
    /// A section of the brief was written by hand.
    Section {
        /// The section's name (`goal`, `notes`, …).
        name: String,
        /// Its text; empty takes it back to what the program fills in.
        text: String,
    },
    /// A brief was written.
    Published {
        /// Which attempt it is for.
        attempt: u32,
        /// Where it went.
        paths: Vec<String>,
        /// SHA-256 of all bytes after its first line.
        sha256: String,
    },
    /// Step 4: the proof of a row was on screen.
    Proof {
        /// The attempt.
        attempt: u32,
        /// The row.
        row: String,
    },
    /// Step 4: a verdict on a row.
    Verdict {
        /// The attempt.
        attempt: u32,
        /// The row.
        row: String,
        /// The verdict; `None` takes it back.
        verdict: Option<RowVerdict>,
        /// A note.
        #[serde(default)]
        note: String,
    },
    /// Step 4: the approval.
    Approval {
        /// The attempt.
        attempt: u32,
        /// Who approves.
        approver: String,
        /// How it is known, when somebody else recorded it.
        #[serde(default)]
        how: String,
    },
    /// Step 4: the attempt was closed.
    Close {
        /// The attempt.
        attempt: u32,
        /// How.
        outcome: Closing,
        /// From where the next attempt starts, when there is one.
        #[serde(default)]
        from: Option<String>,
    },
    /// Somebody else took the recovery over.
    TakeOver {
        /// From whom.
        from: String,
    },
    /// The entry with this number no longer counts.
    Undo {
        /// Its number.
        seq: u64,
    },
    /// The entry with this number counts again.
    Redo {
        /// Its number.
        seq: u64,
    },
}

impl Op {
    /// Whether `z` may take it back: decisions can be undone; what was read, written or joined is a fact.
    pub fn undoable(&self) -> bool {
        !matches!(
            self,
            Self::Join { .. }
                | Self::Read { .. }
                | Self::Published { .. }
                | Self::Proof { .. }
                | Self::TakeOver { .. }
                | Self::Withdraw { .. }
                | Self::Undo { .. }
                | Self::Redo { .. }
        )
    }
}

/// The four steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Nothing is still running.
    #[default]
    Confirm,
    /// Work products into piles.
    Sort,
    /// The smallest next step.
    Assign,
    /// Against the criteria.
    Review,
}

/// The three piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// Opened, good to build on.
    Usable,
    /// Usable with named gaps.
    Partial,
    /// Nobody knows.
    Unknown,
}

/// Which view of a product was on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadView {
    /// Its whole content.
    Whole,
    /// Its diff against the start of the run.
    Diff,
}

/// As what a line is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeepKind {
    /// A limit.
    Limit,
    /// A decision.
    Decision,
    /// A question.
    Question,
}

/// A verdict on a row of step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowVerdict {
    /// Met, or fine.
    Met,
    /// Not met, or not fine.
    Not,
}

/// How an attempt was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closing {
    /// Recovered.
    Recovered,
    /// The next attempt follows.
    NextAttempt,
}

/// One task being recovered, as its journal says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// `LG-` and 8 random Crockford characters; `None` before the first decision.
    pub id: Option<String>,
    /// Everything that was written down, undone entries included.
    pub entries: Vec<Entry>,
    /// Numbers of entries that no longer count.
    pub undone: BTreeSet<u64>,
    /// The fold of the entries that count.
    pub decided: Decided,
}

/// What counts, folded from the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// The runs, the failed one first.
    pub runs: Vec<(u32, RunMark, String)>,
    /// The operator's name.
    pub operator: Option<String>,
    /// The attempt under way: 1 until a review closes with a next attempt.
    pub attempt: u32,
    /// Answers to signs, by the sign's key.
    pub answers: BTreeMap<String, Answered>,
    /// Settled steps, with who and when.
    pub settled: BTreeMap<Step, (String, Timestamp)>,
    /// Why step 1 was withdrawn, if it was and has not been settled again.
    pub withdrawn: Option<String>,
    /// What was on screen, by product and version.
    pub read: BTreeMap<(String, String), ReadMarks>,
    /// Products on piles.
    pub sorted: BTreeMap<String, Sorted>,
    /// Answers about outside actions.
    pub outside: BTreeMap<String, OutsideFound>,
    /// Another last good, if chosen: commit and why.
    pub last_good: Option<(String, String)>,
    /// The next step.
    pub step: Option<ChosenStep>,
    /// The criteria, once somebody changed or accepted them.
    pub criteria: Option<Vec<Criterion>>,
    /// Who approves.
    pub approver: Option<String>,
    /// Kept lines.
    pub kept: Vec<(KeepKind, Sourced)>,
    /// Lines that were taken out of the brief.
    pub dropped: BTreeSet<(KeepKind, String)>,
    /// Sections written by hand.
    pub sections: BTreeMap<String, String>,
    /// Written briefs, by attempt.
    pub published: BTreeMap<u32, Publication>,
    /// Step 4, by attempt.
    pub reviews: BTreeMap<u32, Reviewed>,
}

/// An answer to a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// What the sign said.
    pub says: Says,
    /// The sign in words.
    pub what: String,
    /// The reason.
    pub reason: String,
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// What of a product was on screen at one version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadMarks {
    /// Merged line ranges and the number of lines, per view.
    pub views: BTreeMap<ReadView, (Vec<(usize, usize)>, usize)>,
    /// Who looked last.
    pub by: String,
    /// When.
    pub at: Option<Timestamp>,
}

impl ReadMarks {
    /// How many lines of a view were on screen, and how many it has.
    pub fn count(&self, view: ReadView) -> Option<(usize, usize)> {
        self.views.get(&view).map(|(lines, of)| (lines.iter().map(|(first, last)| last + 1 - first).sum(), *of))
    }

    /// Whether all lines of one view were on screen.
    pub fn complete(&self) -> bool {
        [ReadView::Whole, ReadView::Diff].into_iter().any(|view| self.count(view).is_some_and(|(seen, of)| seen >= of))
    }
}

/// A product on a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted {
    /// The pile.
    pub pile: Pile,
    /// The version at which it was decided.
    pub version: Option<String>,
    /// The gaps.
    pub gaps: Vec<String>,
    /// The reason of an unknown product.
    pub reason: String,
    /// Where it was seen, when not here.
    pub seen_elsewhere: Option<String>,
    /// Acknowledged warnings.
    pub acknowledged: Vec<String>,
    /// Whether it was put there together with others.
    pub together: bool,
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// An answer about an outside action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideFound {
    /// What was found.
    pub outcome: OutsideOutcome,
    /// Who looked.
    pub by: String,
    /// Where.
    pub place: String,
    /// What was seen.
    pub saw: String,
    /// When it was written down.
    pub at: Timestamp,
}

/// The next step as chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenStep {
    /// What to do.
    pub text: String,
    /// Who gets it.
    pub agent: String,
    /// How it starts.
    pub start: Start,
    /// The candidate that it was made from.
    pub candidate: Option<String>,
}

/// A written brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Where it went.
    pub paths: Vec<String>,
    /// Its hash.
    pub sha256: String,
    /// When.
    pub at: Timestamp,
    /// Who wrote it.
    pub by: String,
}

/// What people decided in step 4 of one attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviewed {
    /// Rows whose proof was on screen.
    pub proofs: BTreeMap<String, Timestamp>,
    /// Verdicts with their notes.
    pub verdicts: BTreeMap<String, (Option<RowVerdict>, String)>,
    /// The approval: approver, recorded by, how, when.
    pub approval: Option<(String, String, String, Timestamp)>,
    /// How it was closed, and from where the next attempt starts.
    pub closed: Option<(Closing, Option<String>, Timestamp)>,
}
