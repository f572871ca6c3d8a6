//! What an undo or redo did, for the message line: which decision, and how what it was about stands now.

use crate::model::{Op, SortState};
use crate::screens::Desk;
use crate::screens::on_task;
use crate::screens::review::{closing, rows};
use crate::screens::sort::decide;
use crate::steps::sort;
use crate::words::{app as words, assign, review as review_words, sort as sort_words};

/// What to say after the entry with this number was taken back or counts again.
pub(super) fn says(desk: &Desk, redo: bool, seq: u64) -> Option<String> {
    let entry = desk.recovery.entries.iter().find(|entry| entry.seq == seq)?;
    let mut said = words::undone(redo, &what(desk, &entry.op, redo));
    if let (Op::Close { attempt, .. }, false) = (&entry.op, redo)
        && let Some((place, how)) = closing::notes(*attempt, desk).into_iter().next()
    {
        said = format!("{said}; {}", review_words::note_stays(on_task::place(place), how));
    }
    let of_step = matches!(entry.op, Op::Step { .. } | Op::Criteria { .. } | Op::Approver { .. });
    Some(if of_step && desk.says_otherwise() { format!("{said}; {}", assign::AFTER_ITS_REVIEW) } else { said })
}

/// What to say when decisions are on disk: what they are, and that they can be taken back.
pub(super) fn made(desk: &Desk, seqs: &[u64]) -> Option<String> {
    let entries = desk.recovery.entries.iter().filter(|entry| seqs.contains(&entry.seq));
    // The name came along with the first decision.
    let ops: Vec<&Op> = entries.map(|entry| &entry.op).filter(|op| !matches!(op, Op::Operator { .. })).collect();
    if let [op @ (Op::Sort { .. } | Op::SortMany { .. } | Op::Outside { .. })] = ops.as_slice() {
        return decide::decided(desk, op);
    }
    let mut kinds: Vec<&str> = ops.iter().map(|op| words::decision(op)).collect();
    kinds.dedup();
    (!kinds.is_empty()).then(|| words::written_down(&kinds, ops.len()))
}

fn what(desk: &Desk, op: &Op, redo: bool) -> String {
    match op {
        Op::Sort { product, .. } | Op::Outside { product, .. } => now(desk, product, redo),
        Op::SortMany { products, .. } => match products.as_slice() {
            [(one, _)] => now(desk, one, redo),
            many => words::many_back(many.len(), redo),
        },
        Op::Verdict { attempt, row, verdict, .. } => {
            let shown = rows::attempt(desk).filter(|shown| shown.number == *attempt);
            let row = shown.and_then(|shown| shown.rows().into_iter().find(|one| one.key == *row));
            row.map_or_else(
                || words::decision(op).to_owned(),
                |row| review_words::verdict_on(*verdict, row.kind, &row.text),
            )
        }
        other => words::decision(other).to_owned(),
    }
}

fn now(desk: &Desk, product: &str, redo: bool) -> String {
    let title = decide::title(desk, product);
    let found = sort::rows(&desk.facts, &desk.recovery.decided);
    match found.iter().find(|row| row.id == product) {
        Some(row) if row.state == SortState::Unsorted => words::to_sort_again(&title),
        Some(row) => match desk.recovery.decided.outside.get(product) {
            Some(found) => words::answered_now(&title, sort_words::outcome(found.outcome), redo),
            None => words::is_now(&title, &sort_words::stands(row), redo),
        },
        None => title,
    }
}
