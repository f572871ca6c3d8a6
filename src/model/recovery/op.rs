//! One decision, as the journal keeps it.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Closing, KeepKind, Pile, ReadView, RowVerdict, Step};
use crate::model::{Criterion, KeptCopy, Measured, OutsideOutcome, Review, RunMark, Says, Sourced, Start};

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
        /// The reason of an unknown product, or where to look; why a product is usable although a check failed.
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
        /// Whether it was a draft: a step before it was not settled.
        #[serde(default)]
        draft: bool,
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
        /// Why that state is good.
        #[serde(default)]
        why: String,
        /// What was still open, in words.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<String>,
        /// Its review as it was then; none in a journal that knows no such thing, or knows it in another form.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "readable")]
        review: Option<Arc<Review>>,
    },
    /// Gates were run.
    Measured {
        /// The attempt during which they ran.
        attempt: u32,
        /// How each came out.
        results: Vec<Measured>,
    },
    /// A copy of a content was kept under a ref of ours.
    Salvaged {
        /// The copy.
        copy: KeptCopy,
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
    /// Whether somebody took the recovery over.
    pub fn takes_over(&self) -> bool {
        matches!(self, Self::TakeOver { .. })
    }

    /// Whether it is a part of the act with which it is written down; the name that comes with a first decision stays when that one is taken back.
    pub fn is_of_act(&self) -> bool {
        self.undoable() && !matches!(self, Self::Operator { .. })
    }

    /// Whether `z` may take it back: decisions can be undone; what was read, written or joined is a fact.
    pub fn undoable(&self) -> bool {
        !matches!(
            self,
            Self::Join { .. }
                | Self::Read { .. }
                | Self::Published { .. }
                | Self::Proof { .. }
                | Self::Measured { .. }
                | Self::Salvaged { .. }
                | Self::TakeOver { .. }
                | Self::Withdraw { .. }
                | Self::Undo { .. }
                | Self::Redo { .. }
        )
    }
}

/// A review of another form is none: what was decided beside it still counts.
fn readable<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Arc<Review>>, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(from)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()).map(Arc::new))
}
