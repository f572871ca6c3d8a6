//! The end of an attempt: approval, closing, where the next one starts, the closing note.

use std::path::Path;

use super::Review;
use super::rows::{self, Attempt};
use crate::model::{Blocker, Closing, ClosingNote, FileState, FileStatus, Op, PACKET_FILE, reported};
use crate::msg::{Destination, Write};
use crate::screens::consent::Line;
use crate::screens::form::{Field, Form, Purpose};
use crate::screens::{Ask, Consent, Desk, Scene, on_task, packet};
use crate::steps::review;
use crate::words::{compose as brief_words, review as words, sort as sort_words, steps as step_words};

impl Review {
    /// Asks how it is closed, or first for the approval when only that is missing. What was decided here a moment ago counts.
    pub(super) fn settle(attempt: &Attempt, desk: &Desk, also: &[Op]) -> Vec<Ask> {
        let soon = desk.soon(also);
        let Some(soon) = rows::attempt_by(desk, &soon.decided) else { return vec![] };
        if let [Blocker::NotApproved { .. }] = soon.review.blocked.as_slice() {
            return vec![Ask::Form(approval(attempt, desk))];
        }
        vec![Ask::Form(closing(&soon))]
    }

    pub(super) fn close(&self, attempt: &Attempt, how: &str, desk: &Desk) -> Vec<Ask> {
        let outcome = if how == words::CLOSE_WORDS[0] { Closing::Recovered } else { Closing::NextAttempt };
        let good = attempt.good(desk).map(str::to_owned);
        let from = self.from.clone().or(good.clone()).filter(|_| outcome == Closing::NextAttempt);
        let from = from.map(|commit| {
            let why = attempt.good_why().filter(|_| Some(&commit) == good.as_ref());
            let why = why.map_or_else(|| words::kept(attempt.number), str::to_owned);
            (commit, why)
        });
        match review::close(&attempt.review, outcome, from) {
            Ok(op) => {
                // Offered once, when the work is over and what had to be put together is known: the next run may have a packet.
                let reconstructed = &desk.facts.task.reconstructed;
                let offers = outcome == Closing::Recovered && !reconstructed.is_empty() && desk.facts.tree.exists;
                let offers = offers && !offered(desk) && !has_packet(desk);
                let offer = offers.then(|| Ask::Form(packet::offer(reconstructed)));
                std::iter::once(Ask::Save(vec![op])).chain(offer).collect()
            }
            Err(_) if !desk.saving.is_empty() => vec![Ask::Say(words::NOT_ON_DISK.to_owned())],
            Err(refused) => vec![Ask::Say(step_words::refusal(&refused))],
        }
    }

    pub(super) fn note(&self, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Some(outcome) = attempt.closed() else { return vec![Ask::Say(words::CLOSE_FIRST.to_owned())] };
        let decided = desk.recovery.decided.reviews.get(&attempt.number);
        let approval = decided.and_then(|reviewed| reviewed.approval.as_ref());
        let approval = approval.map(|(approver, by, how, _)| words::approval(approver, by, how));
        let rows: Vec<[String; 3]> = attempt
            .rows()
            .iter()
            .filter(|row| row.key != rows::WORK)
            .map(|row| [format!("{} {}", row.kind, row.text), attempt.verdict_told(row), attempt.note(&row.key)])
            .collect();
        let before = attempt.before.iter().map(|commit| words::commit(&commit.id, None, &commit.subject));
        let before: Vec<String> = before.collect();
        let markdown = words::note(&attempt.as_told(), outcome, &rows, &before, approval.as_deref());
        let folder =
            if self.to == Destination::WorkTree { desk.facts.tree.root.join(".lastgood") } else { desk.folder.clone() };
        let json = reported(&attempt.review);
        let name = |ending: &str| format!("review-{}.{ending}", attempt.number);
        let bytes = sort_words::bytes_words(u64::try_from(json.len()).unwrap_or(0));
        let files = [
            Line::file(&folder, name("md"), words::lines(markdown.lines().count())),
            Line::file(&folder, name("json"), bytes),
        ];
        let mut lines: Vec<Line> = vec![format!("{}/", scene.clock.path(&folder)).into()];
        lines.extend(files.clone());
        lines.extend([Line::gap(), brief_words::WRITE_ELSE.into()]);
        let to = self.to;
        let mut yes = words::WRITE_YES;
        if to == Destination::Task {
            lines = on_task::lines(desk, scene, on_task::REVIEW, &markdown, files);
            yes = crate::words::task::YES;
        }
        let over = on_task::over(desk, on_task::REVIEW, to);
        let write = Write::Note { attempt: attempt.number, markdown, json, to, over, replace: vec![] };
        let then = words::after_note(outcome, attempt.review.open.len());
        vec![Ask::Consent(Consent::new(words::WRITE_TITLE, lines, yes, write).then(then))]
    }

    pub(super) fn start_from(&self, attempt: &Attempt, desk: &Desk) -> Vec<Ask> {
        let good = attempt.good(desk);
        let newest: Vec<_> = attempt.facts.tree.commits.iter().rev().take(4).collect();
        let mut ids: Vec<&str> = good.map(sort_words::short).into_iter().collect();
        for commit in &newest {
            let id = sort_words::short(&commit.id);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        // What stands now is chosen; last good is the first.
        let chosen = self.from.as_deref().map(sort_words::short);
        let chosen = ids.iter().position(|id| Some(*id) == chosen).unwrap_or(0);
        let field = Field::choice(words::FROM_FIELD, ids, Some(chosen)).needed(sort_words::GOOD_NEEDED);
        let notes = newest.iter().map(|commit| format!("{} {}", sort_words::short(&commit.id), commit.subject));
        let notes = notes.chain([words::FROM_NOTE.to_owned()]);
        vec![Ask::Form(Form::new(Purpose::LastGood, words::FROM_TITLE, vec![field]).notes(notes))]
    }

    /// Where the closing note goes.
    pub(super) fn destination(&self, attempt: &Attempt, desk: &Desk) -> String {
        match self.to {
            Destination::Task => on_task::destination(desk, on_task::REVIEW),
            to => brief_words::destination(to == Destination::WorkTree, &format!("review-{}", attempt.number)),
        }
    }
}

/// Whether the packet was offered before: an earlier closing that was taken back did, and what was answered stands.
fn offered(desk: &Desk) -> bool {
    let closes = |op: &Op| matches!(op, Op::Close { outcome: Closing::Recovered, .. });
    desk.recovery.entries.iter().any(|entry| closes(&entry.op)) || desk.saves(closes)
}

/// Whether a packet lies in the work tree already.
fn has_packet(desk: &Desk) -> bool {
    let (tree, path) = (&desk.facts.tree, Path::new(PACKET_FILE));
    let there = |state: &FileState| state.status != FileStatus::Missing;
    tree.files.get(path).is_some_and(there) || tree.tracked.iter().any(|tracked| tracked == path)
}

/// What an approval leads to: the closing, or that it does not count in this name.
pub(super) fn approved(attempt: &Attempt, op: Op, desk: &Desk) -> Vec<Ask> {
    let approver = attempt.brief.approver.trim();
    let other = match &op {
        Op::Approval { approver: name, .. } if !approver.is_empty() && name.trim() != approver => Some(name.clone()),
        _ => None,
    };
    let next = match other {
        Some(name) => vec![Ask::Say(words::approved_by_other(&name, approver))],
        // Approved, nothing is left against it: the closing is the same deed.
        None => Review::settle(attempt, desk, std::slice::from_ref(&op)),
    };
    std::iter::once(Ask::Save(vec![op])).chain(next).collect()
}

/// The closing notes on an attempt that lie anywhere, each with where and what it says.
pub fn notes(attempt: u32, desk: &Desk) -> Vec<(Destination, Closing)> {
    let on_task = on_task::text(desk, on_task::REVIEW).and_then(|text| Closing::in_note(text, attempt));
    let place = |note: &ClosingNote| {
        if note.path.starts_with(&desk.folder) { Destination::Own } else { Destination::WorkTree }
    };
    let on_disk = desk.notes.iter().filter(|note| note.attempt == attempt).map(|note| (place(note), note.says));
    on_disk.chain(on_task.map(|says| (Destination::Task, says))).collect()
}

/// A closing note that says otherwise than the attempt is closed now, in words.
pub(super) fn stale(attempt: &Attempt, desk: &Desk, to: Destination) -> Option<String> {
    let now = attempt.closed();
    let (place, says) = notes(attempt.number, desk).into_iter().find(|(_, says)| Some(*says) != now)?;
    Some(words::stale_note(on_task::place(place), says, now, place == to))
}

/// What can be written while the run of a new brief is waited for: the note on the attempt before, which has a screen of its own.
pub(super) fn of_before(desk: &Desk) -> Option<String> {
    let decided = &desk.recovery.decided;
    let before = super::before(desk).into_iter().next_back()?;
    let (closed, ..) = decided.reviews.get(&before)?.closed.as_ref()?;
    let notes = notes(before, desk);
    let stands = (!notes.is_empty()).then(|| notes.iter().all(|(_, says)| says == closed));
    Some(words::note_of_before(decided.attempt, before, stands))
}

/// The dialog that closes: what each way means for what is open; recovered is offered when nothing speaks against it.
pub(super) fn closing(attempt: &Attempt) -> Form {
    let review = &attempt.review;
    let recovered = review.blocked.is_empty();
    let mut notes = vec![words::means_next(review.open.len())];
    if recovered {
        notes.insert(0, words::means_recovered(review.open.len()));
    }
    let run = &attempt.facts.run;
    notes.extend(review.open.first().map(|line| words::first_open(&run.numbered(&words::open_unjudged(review, line)))));
    notes.extend(review.blockers.iter().take(6).map(|blocker| format!("! {}", run.numbered(blocker))));
    let ways = if recovered { words::CLOSE_WORDS.as_slice() } else { &words::CLOSE_WORDS[1..] };
    let field = Field::choice(words::CLOSE_FIELD, ways.iter().copied(), Some(0)).needed(words::CLOSE_NEEDED);
    Form::new(Purpose::Close, words::CLOSE_TITLE, vec![field]).notes(notes)
}

pub(super) fn approval(attempt: &Attempt, desk: &Desk) -> Form {
    let [who, how] = words::APPROVE_FIELDS;
    let named = Some(attempt.brief.approver.as_str()).filter(|name| !name.is_empty()).or(desk.operator.as_deref());
    let fields = vec![
        Field::text(who, named.unwrap_or_default()).needed(words::APPROVE_NEEDED),
        Field::text(how, ""),
        // Without an approval there is still the next attempt.
        Field::choice(words::APPROVE_WAY, words::APPROVE_WAYS, Some(0)),
    ];
    Form::new(Purpose::Approval, words::APPROVE_TITLE, fields).notes([words::APPROVE_NOTE])
}
