//! Pieces of text in roles, put into cells. Every screen draws with this and nothing else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clean;
use super::theme::{Mark, Role, Theme};

/// A piece of text in a role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The text, cleaned.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// A piece of plain text; it is cleaned here, so that nothing else has to think of it.
pub fn text(text: impl AsRef<str>) -> Piece {
    piece(text, Role::Text)
}

/// A piece of text in a role; it is cleaned here.
pub fn piece(text: impl AsRef<str>, role: Role) -> Piece {
    Piece { text: clean::line(text.as_ref()), role }
}

/// What one draws on: cells and a theme.
#[derive(Debug)]
pub struct Paint<'a> {
    /// The cells.
    pub cells: &'a mut Buffer,
    /// The theme.
    pub theme: Theme,
}

impl Paint<'_> {
    /// Draws pieces one after the other into one row, cut at its right end.
    pub fn row(&mut self, area: Rect, row: u16, pieces: &[Piece]) {
        if row >= area.height {
            return;
        }
        let mark = self.theme.mark(Mark::More);
        let mut used = 0;
        let room = usize::from(area.width);
        for (index, piece) in pieces.iter().enumerate() {
            let rest: usize = pieces.iter().skip(index + 1).map(|piece| clean::width(&piece.text)).sum();
            let left = room.saturating_sub(used);
            // A piece is cut only when it does not fit itself, or when it fits exactly and something would follow it.
            let cut = if clean::width(&piece.text) > left || (clean::width(&piece.text) == left && rest > 0) {
                clean::cut(&format!("{}  ", piece.text), left, mark)
            } else {
                piece.text.clone()
            };
            self.put(area.x + u16::try_from(used).unwrap_or(u16::MAX), area.y + row, &cut, piece.role);
            used += clean::width(&cut);
            if used >= room {
                break;
            }
        }
    }

    /// Draws cells of fixed widths side by side, each cut to its width between words, with a space after it.
    pub fn cells(&mut self, area: Rect, row: u16, cells: &[(u16, Piece)]) {
        let mark = self.theme.mark(Mark::More);
        let mut column = 0;
        for (width, piece) in cells {
            if column >= area.width || row >= area.height {
                break;
            }
            let last = column + width >= area.width;
            let room = width.min(&(area.width - column)) - u16::from(!last && *width > 0);
            self.put(
                area.x + column,
                area.y + row,
                &clean::cut_title(&piece.text, usize::from(room), mark),
                piece.role,
            );
            column += width;
        }
    }

    /// Draws a line of text at a place of the window.
    pub fn put(&mut self, x: u16, y: u16, text: &str, role: Role) {
        let area = self.cells.area;
        if y < area.bottom() && x < area.right() {
            self.cells.set_stringn(x, y, text, usize::from(area.right() - x), self.theme.style(role));
        }
    }

    /// Draws one line of text into a row of an area, cut at its right end.
    pub fn line(&mut self, area: Rect, row: u16, words: impl AsRef<str>, role: Role) {
        self.row(area, row, &[piece(words, role)]);
    }

    /// Draws a text at the right end of a row and returns the columns that are left of it.
    pub fn right(&mut self, area: Rect, row: u16, words: impl AsRef<str>, role: Role) -> u16 {
        let text = clean::cut(&clean::line(words.as_ref()), usize::from(area.width), self.theme.mark(Mark::More));
        let wide = u16::try_from(clean::width(&text)).unwrap_or(area.width);
        if row < area.height {
            self.put(area.right().saturating_sub(wide), area.y + row, &text, role);
        }
        area.width.saturating_sub(wide)
    }

    /// A rule over the whole row; with words at its left when they are not empty.
    pub fn rule(&mut self, area: Rect, row: u16, words: &str) {
        if row >= area.height {
            return;
        }
        let words = clean::line(words);
        let mark = self.theme.mark(Mark::Rule);
        let mut from = 0;
        if !words.is_empty() {
            let text = clean::cut(&format!(" {words} "), usize::from(area.width), self.theme.mark(Mark::More));
            self.put(area.x, area.y + row, &text, Role::Text);
            from = u16::try_from(clean::width(&text)).unwrap_or(area.width);
        }
        for column in from..area.width {
            self.put(area.x + column, area.y + row, mark, Role::Rule);
        }
    }

    /// Marks a row as selected: the mark at its left, and reverse over the whole row when the pane has the keys.
    pub fn selected(&mut self, area: Rect, row: u16, focus: bool) {
        if row >= area.height {
            return;
        }
        self.put(area.x, area.y + row, &format!(" {}", self.theme.mark(Mark::Selected)), Role::Text);
        if focus && area.width > 3 {
            let line = Rect { x: area.x + 3, y: area.y + row, width: area.width - 3, height: 1 };
            self.cells.set_style(line, self.theme.style(Role::Focus));
        }
    }

    /// An empty box with a title, for dialogs; returns the area inside it.
    pub fn dialog(&mut self, area: Rect, title: &str) -> Rect {
        let theme = self.theme;
        // The window may have become smaller than what was laid out for it.
        let area = area.intersection(self.cells.area);
        for row in 0..area.height {
            for column in 0..area.width {
                self.cells[(area.x + column, area.y + row)].reset();
            }
        }
        let across = theme.mark(Mark::Rule).repeat(usize::from(area.width.saturating_sub(2)));
        let bottom = area.height.saturating_sub(1);
        self.put(
            area.x,
            area.y,
            &format!("{}{across}{}", theme.mark(Mark::TopLeft), theme.mark(Mark::TopRight)),
            Role::Text,
        );
        self.put(
            area.x,
            area.y + bottom,
            &format!("{}{across}{}", theme.mark(Mark::BottomLeft), theme.mark(Mark::BottomRight)),
            Role::Text,
        );
        for row in 1..bottom {
            self.put(area.x, area.y + row, theme.mark(Mark::Bar), Role::Text);
            self.put(area.right().saturating_sub(1), area.y + row, theme.mark(Mark::Bar), Role::Text);
        }
        let title = clean::cut(&clean::line(title), usize::from(area.width.saturating_sub(4)), theme.mark(Mark::More));
        self.put(area.x + 1, area.y, &format!(" {title} "), Role::Strong);
        Rect {
            x: area.x + 3.min(area.width),
            y: area.y + 2.min(area.height),
            width: area.width.saturating_sub(5),
            height: area.height.saturating_sub(4),
        }
    }
}
