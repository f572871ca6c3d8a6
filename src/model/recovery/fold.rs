//! The fold: entry after entry becomes what counts. Reading a journal again gives the same as having been there.

use std::collections::BTreeMap;

use super::{
    Answered, ChosenStep, Closing, Decided, Entry, Op, OutsideFound, Pile, Publication, ReadMarks, ReadView, Recovery,
    Reviewed, Sorted, Step,
};
use crate::model::{RunMark, from};

impl Recovery {
    /// The recovery that a journal tells.
    pub fn from_entries(id: Option<String>, entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut recovery = Self { id, ..Self::default() };
        for entry in entries {
            recovery.take_in(entry);
        }
        recovery.fold_again();
        recovery
    }

    /// Adds one entry that is on disk.
    pub fn apply(&mut self, entry: Entry) {
        let turns_back = matches!(entry.op, Op::Undo { .. } | Op::Redo { .. });
        if turns_back {
            self.take_in(entry);
            self.fold_again();
        } else {
            self.decided.fold(&entry);
            self.take_in(entry);
        }
    }

    /// Lets what was on screen before the first entry count here, in memory: the entries that say so follow with the first decision.
    pub fn read_before(&mut self, op: &Op, by: &str, at: jiff::Timestamp) {
        if let Op::Read { product, version, view, lines, of } = op {
            let marks = self.decided.read.entry((product.clone(), version.clone())).or_default();
            marks.add(*view, lines, *of);
            (marks.by, marks.at) = (by.to_owned(), Some(at));
        }
    }

    /// The entries that `z` takes back: those of the newest act that counts, in their order.
    pub fn undo_target(&self) -> Vec<&Entry> {
        let counts = |entry: &&Entry| entry.op.undoable() && !self.undone.contains(&entry.seq);
        let Some(newest) = self.entries.iter().rev().find(counts) else { return Vec::new() };
        self.entries.iter().filter(counts).filter(|entry| entry.of_act() == newest.of_act()).collect()
    }

    /// The entries that `Z` brings back: those of the act taken back last, as long as nothing was decided since.
    pub fn redo_target(&self) -> Vec<&Entry> {
        let mut taken_back = Vec::new();
        for entry in &self.entries {
            match entry.op {
                Op::Undo { seq } => taken_back.push(seq),
                Op::Redo { seq } => taken_back.retain(|other| *other != seq),
                _ if entry.op.undoable() => taken_back.clear(),
                _ => {}
            }
        }
        let gone = |entry: &&Entry| taken_back.contains(&entry.seq);
        let Some(last) = self.entries.iter().find(|entry| taken_back.last() == Some(&entry.seq)) else {
            return Vec::new();
        };
        self.entries.iter().filter(gone).filter(|entry| entry.of_act() == last.of_act()).collect()
    }

    /// The number that the next entry gets.
    pub fn next_seq(&self) -> u64 {
        self.entries.iter().map(|entry| entry.seq).max().unwrap_or(0) + 1
    }

    fn take_in(&mut self, entry: Entry) {
        match entry.op {
            // A journal that was edited by hand may ask to undo a fact; facts stay.
            Op::Undo { seq } if self.entries.iter().any(|other| other.seq == seq && other.op.undoable()) => {
                self.undone.insert(seq);
            }
            Op::Redo { seq } => {
                self.undone.remove(&seq);
            }
            _ => {}
        }
        self.entries.push(entry);
    }

    fn fold_again(&mut self) {
        self.decided = Decided::default();
        for entry in self.entries.iter().filter(|entry| !self.undone.contains(&entry.seq)) {
            self.decided.fold(entry);
        }
    }
}

impl Default for Decided {
    fn default() -> Self {
        Self {
            runs: Vec::new(),
            operator: None,
            attempt: 1,
            answers: BTreeMap::new(),
            settled: BTreeMap::new(),
            withdrawn: None,
            read: BTreeMap::new(),
            sorted: BTreeMap::new(),
            outside: BTreeMap::new(),
            last_good: None,
            step: None,
            tried: BTreeMap::new(),
            criteria: None,
            approver: None,
            kept: Vec::new(),
            dropped: std::collections::BTreeSet::new(),
            sections: BTreeMap::new(),
            published: BTreeMap::new(),
            measured: Vec::new(),
            copies: Vec::new(),
            reviews: BTreeMap::new(),
        }
    }
}

impl Decided {
    fn fold(&mut self, entry: &Entry) {
        let (by, at) = (entry.by.clone(), entry.at);
        match entry.op.clone() {
            Op::Join { run, attempt, how } => self.join(run, attempt, how),
            Op::Operator { name } => self.operator = Some(name),
            Op::Answer { sign, says, what, reason } => {
                self.answers.insert(sign, Answered { says, what, reason, by, at });
            }
            Op::Settle { step } => {
                if step == Step::Confirm {
                    self.withdrawn = None;
                }
                self.settled.insert(step, (by, at));
            }
            Op::Withdraw { step, why } => {
                self.settled.remove(&step);
                if step == Step::Confirm {
                    self.withdrawn = Some(why);
                }
            }
            Op::Read { product, version, view, lines, of } => {
                let marks = self.read.entry((product, version)).or_default();
                marks.add(view, &lines, of);
                (marks.by, marks.at) = (by, Some(at));
            }
            Op::Sort { product, pile: None, .. } => {
                self.sorted.remove(&product);
            }
            Op::Sort { product, version, pile: Some(pile), gaps, reason, seen_elsewhere, acknowledged } => {
                let together = false;
                let sorted = Sorted { pile, version, gaps, reason, seen_elsewhere, acknowledged, together, by, at };
                self.sorted.insert(product, sorted);
            }
            Op::SortMany { products, reason } => {
                for (product, version) in products {
                    self.sorted.insert(product, Sorted::unread(version, &reason, &by, at));
                }
            }
            Op::Outside { product, outcome, by, place, saw } => {
                self.outside.insert(product, OutsideFound { outcome, by, place, saw, at });
            }
            Op::LastGood { commit, why } => self.last_good = commit.map(|commit| (commit, why)),
            Op::Step { text, agent, start, candidate } => {
                self.step = Some(ChosenStep { text, agent, start, candidate });
            }
            Op::Criteria { criteria } => self.criteria = Some(criteria),
            Op::Approver { name } => self.approver = (!name.trim().is_empty()).then_some(name),
            Op::Keep { kind, line } => {
                self.dropped.remove(&(kind, line.text.clone()));
                if !self.kept.iter().any(|(other, kept)| *other == kind && kept.text == line.text) {
                    self.kept.push((kind, line));
                }
            }
            Op::Drop { kind, text } => {
                self.kept.retain(|(other, kept)| *other != kind || kept.text != text);
                self.dropped.insert((kind, text));
            }
            Op::Section { name, text } if text.trim().is_empty() => {
                self.sections.remove(&name);
            }
            Op::Section { name, text } => {
                self.sections.insert(name, text);
            }
            Op::Published { attempt, paths, sha256, draft } => {
                self.published.insert(attempt, Publication { paths, sha256, at, by, draft });
                self.tried.extend(self.step.clone().map(|step| (attempt, step)));
            }
            Op::Proof { attempt, row } => {
                self.reviews.entry(attempt).or_default().proofs.insert(row, at);
            }
            Op::Verdict { attempt, row, verdict: None, note } if note.trim().is_empty() => {
                self.review(attempt, |review| {
                    review.verdicts.remove(&row);
                    review.said.remove(&row);
                });
            }
            Op::Verdict { attempt, row, verdict, note } => {
                self.review(attempt, |review| {
                    review.said.insert(row.clone(), (by, at));
                    review.verdicts.insert(row, (verdict, note));
                });
            }
            Op::Approval { attempt, approver, how } => {
                self.review(attempt, |review| review.approval = Some((approver, by, how, at)));
            }
            Op::Close { attempt, outcome, from, why, open, review: kept } => {
                self.close(attempt, outcome, from.map(|from| (from, why)), at);
                self.review(attempt, |review| (review.open, review.kept) = (open, kept));
            }
            Op::Measured { attempt, results } => {
                self.measured.extend(results.into_iter().map(|result| (attempt, result)));
            }
            Op::Salvaged { copy } => self.copies.push(copy),
            // Whoever took over decides from then on.
            Op::TakeOver { .. } => self.operator = Some(by),
            Op::Undo { .. } | Op::Redo { .. } => {}
        }
    }

    fn join(&mut self, run: RunMark, attempt: u32, how: String) {
        // Found again by another way: the first one says how it is known.
        if !self.runs.iter().any(|(other, known, _)| *other == attempt && known.session == run.session) {
            self.runs.push((attempt, run, how));
            self.runs.sort_by_key(|(attempt, ..)| *attempt);
        }
    }

    fn review(&mut self, attempt: u32, change: impl FnOnce(&mut Reviewed)) {
        change(self.reviews.entry(attempt).or_default());
    }

    fn close(&mut self, attempt: u32, outcome: Closing, from: Option<(String, String)>, at: jiff::Timestamp) {
        let commit = from.as_ref().map(|(commit, _)| commit.clone());
        self.review(attempt, |review| review.closed = Some((outcome, commit, at)));
        if outcome == Closing::NextAttempt {
            // What was decided about products hangs on their versions and stays; what was decided about the world does not.
            self.attempt = attempt + 1;
            self.settled.clear();
            self.withdrawn = None;
            self.last_good = from;
            self.step = None;
            // What the step was measured by goes with it, and what the task has and was met; what a person wrote stays.
            let mut criteria = self.criteria.take();
            if let Some(criteria) = &mut criteria {
                criteria.retain(|one| !one.of_step() && (one.source == from::OPERATOR || !self.called_met(&one.text)));
            }
            self.criteria = criteria;
            self.criteria.take_if(|criteria| criteria.is_empty());
        }
    }
}

impl ReadMarks {
    /// Adds lines that were on screen; ranges that touch become one.
    fn add(&mut self, view: ReadView, lines: &[(usize, usize)], of: usize) {
        let (seen, count) = self.views.entry(view).or_default();
        *count = of;
        seen.extend(lines.iter().filter(|(first, last)| *first >= 1 && first <= last));
        seen.sort_unstable();
        let mut merged: Vec<(usize, usize)> = Vec::with_capacity(seen.len());
        for (first, last) in
            seen.drain(..).map(|(first, last)| (first, last.min(of))).filter(|(first, last)| first <= last)
        {
            match merged.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        *seen = merged;
    }
}

impl Sorted {
    fn unread(version: Option<String>, reason: &str, by: &str, at: jiff::Timestamp) -> Self {
        Self {
            pile: Pile::Unknown,
            version,
            gaps: Vec::new(),
            reason: reason.to_owned(),
            seen_elsewhere: None,
            acknowledged: Vec::new(),
            together: true,
            by: by.to_owned(),
            at,
        }
    }
}
