//! Step 2, sort: work products into piles.
//!
//! Nothing counts until someone opened it, and what changes afterwards is unsorted again. The program puts nothing on a pile.

mod decide;
mod rows;

pub use decide::{Choice, failing, many, offered_gaps, pile, recorded_gaps, to_acknowledge};
pub(super) use rows::reachable;
pub use rows::{names, next_unsorted, read, rows, seen_part, state, version};

use std::path::Path;

use super::assign;
use crate::model::{Blocker, Decided, Facts, ProductKind, ReadState, SortRow, SortState};

/// The id of the base row: what is reachable from last good.
pub const BASE: &str = "base";

/// How many rows are sorted, and how many there are to sort; together with `left` they are the whole.
pub fn counts(facts: &Facts, decided: &Decided) -> (usize, usize) {
    let rows = rows(facts, decided);
    let (left, sorted): (Vec<&SortRow>, Vec<&SortRow>) =
        rows.iter().filter(|row| counts_in(row)).partition(|row| unsorted(row));
    (sorted.len(), sorted.len() + left.len())
}

/// Whether a row is among those that are counted, wherever this step counts.
///
/// Outside actions are answered, not sorted, and what was not found cannot be.
pub fn counts_in(row: &SortRow) -> bool {
    !matches!(row.state, SortState::Expected | SortState::Outside(_))
}

/// How many of the files that changed since last good were opened, and how many there are, wherever files are counted.
/// Documents of a task are files here; the base, commits and outside actions are none. A file that only commits changed is opened
/// with each of them that is sorted.
pub fn files(facts: &Facts, decided: &Decided) -> (usize, usize) {
    let rows = rows(facts, decided);
    let file = |row: &&SortRow| {
        let product = row.products.first().and_then(|index| facts.products.get(*index));
        let file = product.is_some_and(|one| matches!(one.kind, ProductKind::File | ProductKind::Document));
        file && row.id != BASE && row.state != SortState::Expected
    };
    let files: Vec<&SortRow> = rows.iter().filter(file).collect();
    let of_commits = only_in_commits(facts, decided, &rows, &files);
    let opened = files.iter().filter(|row| row.read.opened()).count();
    (opened + of_commits.iter().filter(|opened| **opened).count(), files.len() + of_commits.len())
}

/// The files that differ from the last good commit and are no rows of their own: for each whether it was opened.
fn only_in_commits(facts: &Facts, decided: &Decided, rows: &[SortRow], files: &[&SortRow]) -> Vec<bool> {
    // Good work that no commit has is above the commit; what differs from that need not differ from what is good.
    let good = assign::good_commit(facts, decided).filter(|_| facts.last_good.content.is_none());
    let differing = good.and_then(|good| assign::differing(facts, good)).unwrap_or_default();
    let own = |name: &String| files.iter().any(|row| row.id.strip_prefix("file:") == Some(name));
    let opened = |name: &String| {
        let mut of_it = rows.iter().filter(|row| changes(facts, row, name)).peekable();
        of_it.peek().is_some() && of_it.all(|row| row.read.opened())
    };
    differing.iter().filter(|name| !own(name)).map(opened).collect()
}

/// Whether a row is a commit that changes this file.
fn changes(facts: &Facts, row: &SortRow, name: &str) -> bool {
    let id = row.id.strip_prefix("commit:");
    let commit = id.and_then(|id| facts.tree.commits.iter().find(|commit| commit.id == id));
    commit.is_some_and(|commit| commit.files.iter().any(|file| file.path == Path::new(name)))
}

/// How many outside actions wait for an answer.
pub fn unanswered(facts: &Facts, decided: &Decided) -> usize {
    rows(facts, decided).iter().filter(|row| row.state == SortState::Outside(None)).count()
}

/// The row on which somebody who comes to this step begins: the first that is unsorted, else the first outside action that nobody looked at.
pub fn first_waiting(rows: &[SortRow]) -> Option<&SortRow> {
    let unanswered = || rows.iter().find(|row| row.state == SortState::Outside(None));
    rows.iter().find(|row| unsorted(row)).or_else(unanswered)
}

/// How many rows still want a decision before the step is settled.
pub fn left(facts: &Facts, decided: &Decided) -> usize {
    rows(facts, decided).iter().filter(|row| unsorted(row)).count()
}

/// Whether somebody still has to decide about a row.
///
/// Outside actions stay on unknown until somebody looked; that is a normal answer and keeps nothing open.
pub fn unsorted(row: &SortRow) -> bool {
    matches!(row.state, SortState::Unsorted | SortState::Changed { .. } | SortState::Base(false))
}

/// Why the step is not settled.
pub fn blockers(facts: &Facts, decided: &Decided) -> Vec<Blocker> {
    let (mut not_read, mut in_part, mut read) = (0, 0, 0);
    for row in rows(facts, decided).iter().filter(|row| unsorted(row)) {
        *match row.read {
            ReadState::No => &mut not_read,
            ReadState::Part { .. } => &mut in_part,
            _ => &mut read,
        } += 1;
    }
    if not_read + in_part + read == 0 { Vec::new() } else { vec![Blocker::Unsorted { not_read, in_part, read }] }
}

/// Whether nothing is unsorted.
pub fn settled(facts: &Facts, decided: &Decided) -> bool {
    rows(facts, decided).iter().all(|row| !unsorted(row))
}

#[cfg(test)]
mod tests;
