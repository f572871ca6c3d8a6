//! What counts, folded from the journal: plain data, changed by the fold alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;

use super::{Closing, KeepKind, Pile, ReadView, RowVerdict, Step};
use crate::model::{Criterion, KeptCopy, Measured, OutsideOutcome, Review, RunMark, Says, Sourced, Start};

/// What counts, folded from the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The steps that were handed to a run before, by attempt.
    pub tried: BTreeMap<u32, ChosenStep>,
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
    /// Gates that were run here, with the attempt during which each ran, oldest first.
    pub measured: Vec<(u32, Measured)>,
    /// Copies that are kept under refs of ours, oldest first.
    pub copies: Vec<KeptCopy>,
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
    /// The reason of an unknown product; why a product is usable although a check failed.
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
    /// Whether it was a draft.
    pub draft: bool,
}

impl Decided {
    /// The run whose end is being recovered: the failed one, from the second attempt on the one that consumed the brief before.
    pub fn dead_run(&self) -> Option<&RunMark> {
        let mut before = self.runs.iter().filter(|(attempt, ..)| *attempt < self.attempt);
        let newest = before.clone().map(|(attempt, ..)| *attempt).max()?;
        // Several runs can have consumed one brief: the newest that is known is the one that was reviewed.
        let run = if newest == 0 { before.clone().next() } else { before.rfind(|(attempt, ..)| *attempt == newest) };
        run.map(|(_, run, _)| run)
    }

    /// Whether a person called a criterion met in step 4 of any attempt; the key of its row there is its text.
    pub fn called_met(&self, criterion: &str) -> bool {
        let row = format!("criterion:{criterion}");
        let met = |review: &Reviewed| review.verdicts.get(&row).is_some_and(|(said, _)| *said == Some(RowVerdict::Met));
        self.reviews.values().any(met)
    }

    /// Whether a run has consumed the brief of the attempt under way.
    pub fn consumed(&self) -> bool {
        self.published.contains_key(&self.attempt) && self.runs.iter().any(|(attempt, ..)| *attempt == self.attempt)
    }

    /// Whether steps 1 to 3 are behind this attempt: its brief was no draft, and a run has consumed it. What that run
    /// does to the work tree is a thing of step 4.
    pub fn handed_over(&self) -> bool {
        self.consumed() && self.published.get(&self.attempt).is_some_and(|published| !published.draft)
    }
}

/// What people decided in step 4 of one attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviewed {
    /// Rows whose proof was on screen.
    pub proofs: BTreeMap<String, Timestamp>,
    /// Verdicts with their notes.
    pub verdicts: BTreeMap<String, (Option<RowVerdict>, String)>,
    /// Who gave each of them, and when.
    pub said: BTreeMap<String, (String, Timestamp)>,
    /// The approval: approver, recorded by, how, when.
    pub approval: Option<(String, String, String, Timestamp)>,
    /// How it was closed, and from where the next attempt starts.
    pub closed: Option<(Closing, Option<String>, Timestamp)>,
    /// What was still open when it was closed, in words.
    pub open: Vec<String>,
    /// Its review as it was closed, where that was kept.
    pub kept: Option<Arc<Review>>,
}
