//! A text in pages, with numbers and marks beside it, that knows exactly which of its lines were on screen.
//!
//! Long lines are wrapped, never cut: a line counts as seen when all of its rows were drawn. A line that is too long to
//! be drawn whole is drawn in part and never counts.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clean;
use super::cut::{pad_left, start};
use super::row::Row;
use super::theme::{Role, Theme};

/// One line of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine {
    /// What stands before it, for all rows of the text equally wide (numbers, `+`).
    pub margin: Row,
    /// The text, cleaned.
    pub text: String,
    /// How the text looks.
    pub role: Role,
    /// Its place in the count of what was read, from 1; `None` for a line that is only ours (the head of a piece).
    pub counts: Option<usize>,
    /// Whether it begins something to jump to.
    pub stop: bool,
    /// Whether the line is too long, so that only its beginning stands here.
    pub in_part: bool,
    /// Whether it is prose, which is broken between words; code is broken where the window ends.
    pub prose: bool,
}

impl TextLine {
    /// A line as it stands in a file; it is cleaned here.
    pub fn of(raw: &str, role: Role) -> Self {
        Self { text: clean::line(raw), role, in_part: raw.len() > clean::LONGEST, ..Self::default() }
    }
}

/// Numbers of a line, one or two columns of them, with a mark before and a sign behind.
pub fn margin(mark: &str, role: Role, numbers: &[Option<usize>], digits: usize, sign: &str, sign_role: Role) -> Row {
    let mut row = Row::plain(" ").cell(role, mark, 1);
    for number in numbers {
        row = row.text(" ").with(Role::Quiet, pad_left(&number.map(|n| n.to_string()).unwrap_or_default(), digits));
    }
    row.text(" ").cell(sign_role, sign, 1).text(" ")
}

/// Where a person is in a text, and what of it was on screen.
#[derive(Clone, Debug, Default)]
pub struct Pager {
    top: usize,
    height: usize,
    columns: usize,
    /// First row of each line, and the number of all rows at the end: the layout at `columns`.
    starts: Vec<usize>,
    drawn: BTreeSet<usize>,
    seen: BTreeSet<usize>,
}

impl Pager {
    /// A page on.
    pub fn page(&mut self) {
        self.scroll(isize::try_from(self.height).unwrap_or(1).max(1));
    }

    /// So many rows down, or up.
    pub fn scroll(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows).min(self.last_top());
    }

    /// Half a page down (1) or up (-1).
    pub fn half(&mut self, direction: isize) {
        self.scroll(direction * isize::try_from(self.height / 2).unwrap_or(1).max(1));
    }

    /// A page down (1) or up (-1).
    pub fn pages(&mut self, direction: isize) {
        self.scroll(direction * isize::try_from(self.height).unwrap_or(1).max(1));
    }

    /// To the first row.
    pub fn first(&mut self) {
        self.top = 0;
    }

    /// To the last page.
    pub fn last(&mut self) {
        self.top = self.last_top();
    }

    /// To a line, counted from 0, two rows below the top.
    pub fn to_line(&mut self, line: usize) {
        self.top = self.starts.get(line).copied().unwrap_or(0).saturating_sub(2).min(self.last_top());
    }

    /// The first line in view, counted from 0.
    pub fn line(&self) -> usize {
        self.starts.partition_point(|row| *row <= self.top).saturating_sub(1)
    }

    /// Whether the beginning of a line, counted from 0, is in view.
    pub fn shows(&self, line: usize) -> bool {
        self.starts.get(line).is_some_and(|row| (self.top..self.top + self.height).contains(row))
    }

    /// Whether the end is in view.
    pub fn at_end(&self) -> bool {
        self.top >= self.last_top()
    }

    fn last_top(&self) -> usize {
        self.starts.last().copied().unwrap_or(0).saturating_sub(self.height.max(1))
    }

    /// The counted lines that were on screen and not taken yet, as merged ranges.
    pub fn take_seen(&mut self) -> Vec<(usize, usize)> {
        ranges(&std::mem::take(&mut self.seen))
    }

    /// The counted lines that were on screen and not taken yet.
    pub fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        self.seen.iter().copied()
    }

    fn lay_out(&mut self, lines: &[TextLine], columns: usize) {
        if self.columns == columns && self.starts.len() == lines.len() + 1 {
            return;
        }
        // The first line in view stays there when the window changes its width.
        let keep = self.line();
        self.columns = columns;
        self.drawn.clear();
        self.starts.clear();
        let mut row = 0;
        for line in lines {
            self.starts.push(row);
            row += rows_of(line, columns);
        }
        self.starts.push(row);
        self.top = self.starts.get(keep).copied().unwrap_or(0);
    }

    /// Draws the lines in view, remembers which ones they were, and gives the row below the last one.
    pub fn draw(&mut self, lines: &[TextLine], area: Rect, theme: Theme, buffer: &mut Buffer) -> u16 {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return area.y;
        }
        let columns = usize::from(area.width);
        self.height = usize::from(area.height);
        self.lay_out(lines, columns);
        self.top = self.top.min(self.last_top());
        let mut y = area.y;
        let mut at = self.line();
        let mut part = self.top - self.starts.get(at).copied().unwrap_or(0);
        let mut rest = lines.get(at).map_or("", |line| skip(line, part, room_of(line, columns)));
        while let Some(line) = lines.get(at).filter(|_| y < area.bottom()) {
            let text = take_piece(&mut rest, line, room_of(line, columns));
            let row = if part == 0 { line.margin.clone() } else { Row::new().to(line.margin.width()) };
            row.with(line.role, text).draw((area.x, y), area.width, theme, buffer);
            self.drawn.insert(self.starts[at] + part);
            part += 1;
            y += 1;
            if self.starts[at] + part >= self.starts[at + 1] {
                self.count(line, at);
                at += 1;
                part = 0;
                rest = lines.get(at).map_or("", |line| line.text.as_str());
            }
        }
        y
    }

    fn count(&mut self, line: &TextLine, at: usize) {
        let whole = !line.in_part && (self.starts[at]..self.starts[at + 1]).all(|row| self.drawn.contains(&row));
        if let Some(number) = line.counts.filter(|_| whole) {
            self.seen.insert(number);
        }
    }
}

fn room_of(line: &TextLine, columns: usize) -> usize {
    columns.saturating_sub(line.margin.width()).max(1)
}

fn rows_of(line: &TextLine, columns: usize) -> usize {
    let room = room_of(line, columns);
    let mut rest = line.text.as_str();
    let mut rows = 1;
    loop {
        rest = &rest[first_piece(rest, room, line.prose).len()..];
        if rest.is_empty() {
            return rows;
        }
        rows += 1;
    }
}

fn skip(line: &TextLine, parts: usize, room: usize) -> &str {
    let mut rest = line.text.as_str();
    for _ in 0..parts {
        rest = &rest[first_piece(rest, room, line.prose).len()..];
    }
    rest
}

fn take_piece(rest: &mut &str, line: &TextLine, room: usize) -> String {
    let row = first_piece(rest, room, line.prose);
    *rest = &rest[row.len()..];
    if line.in_part && rest.is_empty() { format!("{}…", start(row, room - 1)) } else { row.to_owned() }
}

fn first_piece(text: &str, room: usize, prose: bool) -> &str {
    let taken = start(text, room);
    let at_word = taken.rfind(' ').filter(|at| prose && taken.len() < text.len() && *at > 0);
    if let Some(at) = at_word {
        return &text[..=at];
    }
    if taken.is_empty() && !text.is_empty() {
        let end = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
        return &text[..end];
    }
    taken
}

/// Numbers as merged ranges, first and last.
pub fn ranges(numbers: &BTreeSet<usize>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<TextLine> {
        texts
            .iter()
            .enumerate()
            .map(|(at, text)| TextLine {
                margin: margin("", Role::Text, &[Some(at + 1)], 3, "", Role::Text),
                counts: Some(at + 1),
                ..TextLine::of(text, Role::Text)
            })
            .collect()
    }

    fn draw(pager: &mut Pager, lines: &[TextLine], columns: u16, rows: u16) -> Vec<String> {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        pager.draw(lines, area, Theme::default(), &mut buffer);
        (0..rows)
            .map(|y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned())
            .collect()
    }

    #[test]
    fn only_lines_that_were_drawn_count() {
        let text = lines(&["a", "b", "c", "d", "e", "f", "g"]);
        let mut pager = Pager::default();
        draw(&mut pager, &text, 40, 3);
        assert_eq!(pager.take_seen(), [(1, 3)]);
        pager.last();
        draw(&mut pager, &text, 40, 3);
        assert_eq!(pager.take_seen(), [(5, 7)], "what was skipped was not read");
        assert!(pager.at_end());
        pager.first();
        pager.page();
        assert_eq!(draw(&mut pager, &text, 40, 3)[0], "     4   d");
    }

    #[test]
    fn a_wrapped_line_counts_when_its_last_row_was_seen() {
        let text = lines(&["short", "a line of many words that is far wider than this window is", "end"]);
        let mut pager = Pager::default();
        let rows = draw(&mut pager, &text, 29, 3);
        assert_eq!(rows, ["     1   short", "     2   a line of many words", "          that is far wider t"]);
        assert_eq!(pager.take_seen(), [(1, 1)]);
        pager.page();
        draw(&mut pager, &text, 29, 3);
        assert_eq!(pager.take_seen(), [(2, 3)]);
    }

    #[test]
    fn a_line_too_long_to_be_drawn_never_counts() {
        let long = "x".repeat(clean::LONGEST + 1);
        let text = lines(&["a", &long]);
        let mut pager = Pager::default();
        for _ in 0..200 {
            draw(&mut pager, &text, 80, 20);
            pager.page();
        }
        let rows = draw(&mut pager, &text, 80, 20);
        assert!(rows.iter().any(|row| row.ends_with('…')));
        assert_eq!(pager.take_seen(), [(1, 1)]);
    }

    #[test]
    fn another_width_keeps_the_place() {
        let texts: Vec<String> = (0..40).map(|n| format!("{n} {}", "word ".repeat(12))).collect();
        let text = lines(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let mut pager = Pager::default();
        draw(&mut pager, &text, 100, 10);
        pager.page();
        pager.page();
        draw(&mut pager, &text, 100, 10);
        let line = pager.line();
        draw(&mut pager, &text, 40, 10);
        assert_eq!(pager.line(), line);
    }
}
