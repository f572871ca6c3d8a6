//! What an undo or redo did, for the message line: which decision, and how what it was about stands now.

use crate::model::{Op, SortState};
use crate::screens::Desk;
use crate::screens::sort::decide;
use crate::steps::sort;
use crate::words::{app as words, sort as sort_words};

/// What to say after the entry with this number was taken back or counts again.
pub(super) fn says(desk: &Desk, redo: bool, seq: u64) -> Option<String> {
    let entry = desk.recovery.entries.iter().find(|entry| entry.seq == seq)?;
    Some(words::undone(redo, &what(desk, &entry.op, redo)))
}

fn what(desk: &Desk, op: &Op, redo: bool) -> String {
    match op {
        Op::Sort { product, .. } | Op::Outside { product, .. } => now(desk, product, redo),
        Op::SortMany { products, .. } => match products.as_slice() {
            [(one, _)] => now(desk, one, redo),
            many => words::many_back(many.len(), redo),
        },
        other => words::decision(other).to_owned(),
    }
}

fn now(desk: &Desk, product: &str, redo: bool) -> String {
    let title = decide::title(desk, product);
    let rows = sort::rows(&desk.facts, &desk.recovery.decided);
    match rows.iter().find(|row| row.id == product) {
        Some(row) if row.state == SortState::Unsorted => words::to_sort_again(&title),
        Some(row) => words::is_now(&title, &sort_words::stands(row), redo),
        None => title,
    }
}
