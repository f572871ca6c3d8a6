//! The rows of the list: groups with headings, closed groups with their sum, and the columns of each row.

use std::collections::BTreeSet;

use super::decide::product;
use crate::model::{
    ChangeSize, Op, OutsideOutcome, Pile, Product, ProductGroup, ProductKind, ReadState, SortRow, SortState,
};
use crate::screens::Desk;
use crate::steps::{assign, outside as actions, sort};
use crate::widgets::cut::{cut, path};
use crate::widgets::list::Item;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::sort as words;

/// Width of the list beside its details.
pub const WIDE: u16 = 51;

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The name of a group whose rows stand below.
    Heading(ProductGroup),
    /// A closed group with the rows in it.
    Closed(ProductGroup, Vec<usize>),
    /// A row.
    Row(usize),
    /// What was expected and is nowhere: in the narrow form all in one line.
    Expected(Vec<usize>),
}

/// The lines for these rows; `closed` says whether a group of so many rows is closed.
pub fn of(rows: &[SortRow], wide: bool, closed: impl Fn(ProductGroup, usize) -> bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let groups: BTreeSet<ProductGroup> = rows.iter().map(|row| row.group).collect();
    for group in groups {
        let members: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].group == group).collect();
        match group {
            ProductGroup::Base => lines.extend(members.into_iter().map(Line::Row)),
            ProductGroup::Expected if !wide => lines.push(Line::Expected(members)),
            ProductGroup::Expected => {
                lines.push(Line::Heading(group));
                lines.extend(members.into_iter().map(|row| Line::Expected(vec![row])));
            }
            group if closed(group, members.len()) => lines.push(Line::Closed(group, members)),
            group => {
                // What needs no heading in a narrow window: the first group, and rows that name themselves.
                if wide || matches!(group, ProductGroup::Other | ProductGroup::Generated) {
                    lines.push(Line::Heading(group));
                }
                lines.extend(members.into_iter().map(Line::Row));
            }
        }
    }
    lines
}

/// Whether a group can be closed to one row.
pub fn folds(group: ProductGroup) -> bool {
    !matches!(group, ProductGroup::Base | ProductGroup::Expected)
}

/// What the rows are drawn from.
pub struct Look<'a> {
    /// The desk.
    pub desk: &'a Desk,
    /// The rows.
    pub rows: &'a [SortRow],
    /// Marked products.
    pub marked: &'a BTreeSet<String>,
    /// Whether the details stand beside the list.
    pub wide: bool,
    /// Width of the window.
    pub columns: u16,
}

/// Widths of the columns: name, change, gate, read.
struct Columns {
    name: usize,
    change: usize,
    gate: usize,
    read: usize,
}

impl Look<'_> {
    fn columns(&self) -> Columns {
        let room = usize::from(self.columns).saturating_sub(5);
        if self.wide {
            Columns { name: 22, change: 11, gate: 0, read: 12 }
        } else if room >= 70 {
            Columns { name: room - 49, change: 11, gate: 28, read: 10 }
        } else {
            Columns { name: room.saturating_sub(21), change: 11, gate: 0, read: 10 }
        }
    }

    /// The row above the list.
    pub fn head(&self) -> Row {
        let columns = self.columns();
        Row::plain("   ")
            .cell(Role::Quiet, words::LEFT, columns.name + 2)
            .cell(Role::Quiet, words::CHANGE, columns.change)
            .cell(Role::Quiet, if columns.gate > 0 { words::GATE } else { "" }, columns.gate)
            .cell(Role::Quiet, words::READ, columns.read)
    }

    /// One line of the list.
    pub fn item(&self, line: &Line) -> Item {
        match line {
            Line::Heading(group) => Item::heading(Row::plain(words::group(*group))),
            Line::Expected(rows) => Item::heading(self.expected(rows)),
            Line::Closed(group, members) => Item::row(self.closed(*group, members)),
            Line::Row(row) => {
                let row = &self.rows[*row];
                let mark = self.marked.contains(&row.id).then_some(("*", Role::Strong));
                Item::row(self.row(row)).marked(mark)
            }
        }
    }

    fn expected(&self, rows: &[usize]) -> Row {
        let names = rows.iter().filter_map(|row| self.product(&self.rows[*row]));
        if self.wide {
            let product = names.into_iter().next();
            let (name, why) = product.map(|one| (one.title.as_str(), one.reasons.first())).unwrap_or_default();
            return Row::plain("  ").cell(Role::Text, name, 22).with(Role::Quiet, why.cloned().unwrap_or_default());
        }
        let names: Vec<&str> = names.map(|product| product.title.as_str()).collect();
        Row::plain(words::group(ProductGroup::Expected)).text(": ").text(names.join(", "))
    }

    fn closed(&self, group: ProductGroup, members: &[usize]) -> Row {
        let columns = self.columns();
        let rows: Vec<&SortRow> = members.iter().map(|row| &self.rows[*row]).collect();
        let all = rows.iter().filter(|row| row.read.opened()).count();
        let part = rows.iter().filter(|row| matches!(row.read, ReadState::Part { .. })).count();
        let changes = rows.iter().filter_map(|row| self.product(row)).filter(|one| one.kind == ProductKind::File);
        let sum = changes.fold((0, ChangeSize::default()), |(files, sum), one| {
            let (added, removed) = (sum.added + one.change.added, sum.removed + one.change.removed);
            (files + 1, ChangeSize { added, removed, ..sum })
        });
        let count = if sum.0 == rows.len() { words::files(sum.0) } else { words::rows(rows.len()) };
        let change = if columns.gate > 0 || sum.0 == 0 { count } else { words::change(sum.1) };
        let gate = words::change(sum.1);
        Row::new()
            .with(Role::Strong, "▸ ")
            .cell(Role::Text, words::group(group), columns.name)
            .cell(Role::Text, &change, columns.change)
            .cell(Role::Text, &gate, columns.gate)
            .cell(Role::Text, &words::read_of_many(all, part), columns.read)
    }

    fn product(&self, row: &SortRow) -> Option<&Product> {
        product(self.desk, &row.id)
    }

    fn row(&self, row: &SortRow) -> Row {
        let columns = self.columns();
        if row.id == sort::BASE {
            let facts = &self.desk.facts;
            let commits = row.products.iter().filter(|at| facts.products[**at].kind == ProductKind::Commit).count();
            let read = words::base_read(row.read.opened());
            return Row::new()
                .cell(Role::Text, words::BASE, columns.name + 2)
                .cell(Role::Text, &words::commits(commits), columns.change)
                .cell(
                    Role::Text,
                    &words::green(assign::good_gates(facts, &self.desk.recovery.decided).len()),
                    columns.gate,
                )
                .cell(Role::Text, read, columns.read);
        }
        let Some(product) = self.product(row) else { return Row::plain(row.id.as_str()) };
        let outside = product.kind == ProductKind::OutsideAction;
        let (mark, role) = if self.saving(row) { ("…", Role::Quiet) } else { mark(row) };
        let name = if outside { product.title.clone() } else { path(&product.title, columns.name - 1) };
        let (change, gate) = match (outside, columns.gate > 0) {
            // What somebody found out is worth more than what the record has.
            (true, true) => (
                words::outside().to_owned(),
                match row.state {
                    SortState::Outside(Some(outcome)) => words::outcome(outcome),
                    _ => words::result(product.result),
                },
            ),
            (true, false) => (String::new(), ""),
            (false, _) if product.kind == ProductKind::Commit => (self.files_of(product), words::gates(product)),
            (false, _) => (words::change(product.change), words::gates(product)),
        };
        let read = match (outside, actions::known(&self.desk.recovery.decided, product)) {
            (true, Some(known)) => known.met.map_or(known.found.by.as_str(), |met| met.by).to_owned(),
            (true, None) => words::nobody().to_owned(),
            (false, _) => words::read(&row.read),
        };
        // Without a column of its own, a command takes the room of the change that it has not.
        let (name_room, change_room) = if outside && columns.gate == 0 {
            (columns.name + columns.change, 0)
        } else {
            (columns.name, columns.change)
        };
        Row::new()
            .cell(role, mark, 2)
            .cell(Role::Text, &cut(&name, name_room - 1), name_room)
            .cell(Role::Text, &change, change_room)
            .cell(gate_role(product), gate, columns.gate)
            .cell(Role::Text, &read, columns.read)
    }

    fn files_of(&self, product: &Product) -> String {
        let commits = &self.desk.facts.tree.commits;
        let commit = commits.iter().find(|commit| Some(&commit.id) == product.version.as_ref());
        commit.map(|commit| words::files(commit.files.len())).unwrap_or_default()
    }

    fn saving(&self, row: &SortRow) -> bool {
        self.desk.saves(|op| match op {
            Op::Sort { product, .. } | Op::Outside { product, .. } => *product == row.id,
            Op::SortMany { products, .. } => products.iter().any(|(id, _)| *id == row.id),
            _ => false,
        })
    }
}

fn gate_role(product: &Product) -> Role {
    match words::gates(product) {
        "red" => Role::Bad,
        "green" => Role::Good,
        "none" => Role::Quiet,
        _ => Role::Text,
    }
}

/// The mark of a row, with its role.
pub fn mark(row: &SortRow) -> (&'static str, Role) {
    match row.state {
        // No plain mark of what is well where a failing check was accepted.
        SortState::On(Pile::Usable) if !row.though.is_empty() => ("!", Role::Warn),
        SortState::On(Pile::Partial) | SortState::Outside(Some(OutsideOutcome::Partly)) => ("◐", Role::Warn),
        SortState::On(Pile::Usable) | SortState::Outside(Some(OutsideOutcome::Happened)) => ("✓", Role::Good),
        // Known, and not there: nothing to build on, so no mark of what is well, and nothing failed either.
        SortState::Outside(Some(OutsideOutcome::DidNotHappen)) => ("-", Role::Text),
        SortState::On(Pile::Unknown) | SortState::Outside(None) => ("?", Role::Unknown),
        SortState::Unsorted | SortState::Changed { .. } => ("·", Role::Text),
        SortState::Base(_) | SortState::Expected => (" ", Role::Text),
    }
}
