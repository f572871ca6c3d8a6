//! A list with headings: one row selected, always in view; `▌` and reverse where the keys are.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::Row;
use super::theme::{Role, Theme};

/// One row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What is drawn, from the fourth column on.
    pub row: Row,
    /// Whether it can be selected; headings cannot.
    pub selectable: bool,
    /// A mark in the first column (`!`, or the mark of several chosen at once).
    pub mark: Option<(&'static str, Role)>,
}

impl Item {
    /// A row that can be selected.
    pub fn row(row: Row) -> Self {
        Self { row, selectable: true, mark: None }
    }

    /// A heading, or an empty row between groups.
    pub fn heading(row: Row) -> Self {
        Self { row, selectable: false, mark: None }
    }

    /// The same row with a mark in its first column.
    #[must_use]
    pub fn marked(mut self, mark: Option<(&'static str, Role)>) -> Self {
        self.mark = mark;
        self
    }
}

/// Where a person is in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The selected row, an index into all rows.
    pub at: usize,
    top: usize,
    height: usize,
}

impl List {
    /// A list with this row selected.
    pub fn at(row: usize) -> Self {
        Self { at: row, ..Self::default() }
    }

    /// Selects the next row that can be selected, `by` rows down or up; stays where there is none.
    pub fn step(&mut self, selectable: &[bool], by: isize) {
        self.settle(selectable);
        for _ in 0..by.unsigned_abs() {
            let next = if by > 0 {
                (self.at + 1..selectable.len()).find(|row| selectable[*row])
            } else {
                (0..self.at.min(selectable.len())).rev().find(|row| selectable[*row])
            };
            match next {
                Some(row) => self.at = row,
                None => break,
            }
        }
    }

    /// Half a page down (1) or up (-1), by the height at which it was drawn last.
    pub fn half(&mut self, selectable: &[bool], direction: isize) {
        let rows = isize::try_from(self.height / 2).unwrap_or(1).max(1);
        self.step(selectable, direction * rows);
    }

    /// Selects the first row.
    pub fn first(&mut self, selectable: &[bool]) {
        self.at = selectable.iter().position(|row| *row).unwrap_or(0);
    }

    /// Selects the last row.
    pub fn last(&mut self, selectable: &[bool]) {
        self.at = selectable.iter().rposition(|row| *row).unwrap_or(0);
    }

    /// Moves off a heading, and back into a list that became shorter.
    pub fn settle(&mut self, selectable: &[bool]) {
        if selectable.get(self.at).copied().unwrap_or(false) {
            return;
        }
        let from = self.at.min(selectable.len());
        let after = (from..selectable.len()).find(|row| selectable[*row]);
        self.at = after.or_else(|| (0..from).rev().find(|row| selectable[*row])).unwrap_or(0);
    }

    fn keep_in_view(&mut self, rows: usize, headings: impl Fn(usize) -> bool) {
        let height = self.height.max(1);
        self.top = self.top.min(rows.saturating_sub(height));
        if self.at < self.top {
            self.top = self.at;
        }
        if self.at >= self.top + height {
            self.top = self.at + 1 - height;
        }
        // The heading of the first row of a group says what the group is: it comes into view with it.
        while self.top > 0
            && self.top == self.at.min(self.top)
            && self.at + 1 < self.top + height
            && headings(self.top - 1)
        {
            self.top -= 1;
        }
    }

    /// Draws the rows; `keys` says whether this list has the keys: without them it has no pointer, so that there is one on a screen.
    pub fn draw(&mut self, items: &[Item], area: Rect, keys: bool, theme: Theme, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        self.hidden(items, area.height);
        for (line, (index, item)) in items.iter().enumerate().skip(self.top).take(self.height).enumerate() {
            let y = area.y + u16::try_from(line).unwrap_or(0);
            let selected = keys && index == self.at && item.selectable;
            let mut row = Row::new();
            row = match item.mark {
                Some((mark, role)) => row.cell(role, mark, 1),
                None => row.text(" "),
            };
            row = row.text(if selected { "▌ " } else { "  " }).join(item.row.clone());
            row.draw((area.x, y), area.width, theme, buffer);
            if selected && area.width > 3 {
                // The pointer stays as it is: in reverse only a sliver of it would be seen.
                buffer.set_style(Rect::new(area.x + 3, y, area.width - 3, 1), theme.style(Role::Focus));
            }
        }
    }

    /// How many rows stay hidden below when it is drawn into so many rows.
    pub fn hidden(&mut self, items: &[Item], height: u16) -> usize {
        self.height = usize::from(height);
        self.keep_in_view(items.len(), |row| items.get(row).is_some_and(|item| !item.selectable));
        items.len().saturating_sub(self.top + self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items() -> Vec<Item> {
        let mut items = vec![Item::heading(Row::plain("base"))];
        items.extend((0..10).map(|row| Item::row(Row::plain(format!("row {row}")))));
        items.insert(5, Item::heading(Row::plain("other edits")));
        items
    }

    fn drawn(list: &mut List, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, 20, height);
        let mut buffer = Buffer::empty(area);
        list.draw(&items(), area, true, Theme::default(), &mut buffer);
        (0..height)
            .map(|y| (0..20).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned())
            .collect()
    }

    fn selectable() -> Vec<bool> {
        items().iter().map(|item| item.selectable).collect()
    }

    #[test]
    fn headings_are_stepped_over() {
        let mut list = List::default();
        list.step(&selectable(), 4);
        assert_eq!(list.at, 6, "from the first row, four down, over a heading");
        list.step(&selectable(), -1);
        assert_eq!(list.at, 4);
    }

    #[test]
    fn the_selected_row_is_always_in_view() {
        let mut list = List::default();
        list.settle(&selectable());
        for by in [1, 1, 1, 1, 1, 1, 1, -1, -1, 1, 3, -9] {
            list.step(&selectable(), by);
            let rows = drawn(&mut list, 4);
            assert_eq!(rows.iter().filter(|row| row.starts_with(" ▌")).count(), 1, "{rows:?}");
        }
        assert_eq!(drawn(&mut list, 4)[0], "   base", "the heading comes back with the first row");
    }

    #[test]
    fn a_list_that_became_shorter_keeps_a_selection() {
        let mut list = List { at: 11, ..List::default() };
        list.settle(&[false, true, true]);
        assert_eq!(list.at, 2);
        list.settle(&[]);
        assert_eq!(list.at, 0);
    }

    #[test]
    fn the_last_row_is_reached() {
        let mut list = List::default();
        drawn(&mut list, 4);
        list.last(&selectable());
        assert!(drawn(&mut list, 4)[3].contains("row 9"));
    }
}
