//! One row of text with roles: built in columns, cut to the window, drawn into cells.

use ratatui::buffer::Buffer;
use ratatui::text::{Line, Span};

use super::clean;
use super::cut::{cut, pad, pad_left, start, width};
use super::theme::{Role, Theme};

/// One row: pieces of text, each with its role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pieces: Vec<(String, Role)>,
}

impl Row {
    /// An empty row.
    pub fn new() -> Self {
        Self::default()
    }

    /// A row of plain text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new().with(Role::Text, text)
    }

    /// The row with another piece at its end.
    #[must_use]
    pub fn with(mut self, role: Role, text: impl Into<String>) -> Self {
        let text = clean_text(text.into());
        if !text.is_empty() {
            self.pieces.push((text, role));
        }
        self
    }

    /// The row with plain text at its end.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Role::Text, text)
    }

    /// The row with a cell of exactly `columns` at its end.
    #[must_use]
    pub fn cell(self, role: Role, text: &str, columns: usize) -> Self {
        self.with(role, pad(text, columns))
    }

    /// The row with a cell of exactly `columns` at its end, its text on the right.
    #[must_use]
    pub fn number(self, role: Role, text: &str, columns: usize) -> Self {
        self.with(role, pad_left(text, columns))
    }

    /// The row with all pieces of another at its end.
    #[must_use]
    pub fn join(mut self, other: Row) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// The row filled with blanks up to `columns`.
    #[must_use]
    pub fn to(self, columns: usize) -> Self {
        let missing = columns.saturating_sub(self.width());
        self.with(Role::Text, " ".repeat(missing))
    }

    /// The row in exactly `columns`, with `right` at its end; where both do not fit, this row is cut.
    #[must_use]
    pub fn and_right(self, right: Row, columns: usize) -> Self {
        let room = columns.saturating_sub(right.width() + usize::from(right.width() > 0));
        self.cut(room).to(columns.saturating_sub(right.width())).join(right).cut(columns)
    }

    /// The row in at most `columns`, with `…` at its end where it did not fit.
    #[must_use]
    pub fn cut(self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let mut fitted = Self::new();
        let mut left = columns.saturating_sub(1);
        let mut role = Role::Text;
        for (text, piece) in self.pieces {
            role = piece;
            if width(&text) <= left {
                left -= width(&text);
                fitted = fitted.with(piece, text);
            } else {
                fitted = fitted.with(piece, start(&text, left));
                break;
            }
        }
        fitted.with(role, cut("…", columns))
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(text, _)| width(text)).sum()
    }

    /// Its text without roles.
    pub fn words(&self) -> String {
        self.pieces.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// As ratatui draws it.
    pub fn line(&self, theme: Theme) -> Line<'static> {
        self.pieces.iter().map(|(text, role)| Span::styled(theme_text(text, theme), theme.style(*role))).collect()
    }

    /// Draws it at a place, in at most `columns`.
    pub fn draw(&self, at: (u16, u16), columns: u16, theme: Theme, buffer: &mut Buffer) {
        let area = buffer.area;
        if at.0 >= area.right() || at.1 >= area.bottom() {
            return;
        }
        let columns = columns.min(area.right() - at.0);
        buffer.set_line(at.0, at.1, &self.clone().cut(usize::from(columns)).line(theme), columns);
    }
}

/// What is drawn is cleaned here, so that no screen has to think of it.
fn clean_text(text: String) -> String {
    match clean::drawn(&text) {
        std::borrow::Cow::Borrowed(_) => text,
        std::borrow::Cow::Owned(cleaned) => cleaned,
    }
}

/// Marks as their ASCII twins, where only ASCII may be drawn.
fn theme_text(text: &str, theme: Theme) -> String {
    if theme.ascii && !text.is_ascii() { text.chars().map(twin).collect() } else { text.to_owned() }
}

/// The ASCII twin of a mark; of anything else a `?`, which a terminal without UTF-8 would make of it, too.
pub fn twin(letter: char) -> char {
    match letter {
        letter if letter.is_ascii() => letter,
        '✓' => '+',
        '◐' => '~',
        '✗' => 'x',
        '·' => '.',
        '●' => '*',
        '▌' => '>',
        '▸' => ')',
        '…' => '$',
        '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => 'o',
        '≈' => '&',
        '▁' => '_',
        '▂' => ',',
        '▃' => ':',
        '▄' => ';',
        '▅' => '=',
        '▆' => '/',
        '▇' => '%',
        '█' => '#',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_on_the_right_stays_and_the_left_is_cut() {
        let row = Row::plain(" lastgood · a very long title").and_right(Row::plain("looked 02:15"), 30);
        assert_eq!(row.words(), " lastgood · a ve… looked 02:15");
        assert_eq!(row.width(), 30);
    }

    #[test]
    fn cells_are_exactly_as_wide_as_asked() {
        let row = Row::new().cell(Role::Text, "tests/retry.rs", 8).number(Role::Good, "+41", 5).text("|");
        assert_eq!(row.words(), "tests/r…  +41|");
    }

    #[test]
    fn no_escape_of_a_session_and_no_unicode_reach_a_terminal_that_cannot_show_it() {
        let theme = Theme { ascii: true, ..Theme::default() };
        let drawn: String =
            Row::plain("\u{1b}[2J✓ done… ▌é").line(theme).spans.iter().map(|span| span.content.as_ref()).collect();
        assert_eq!(drawn, "+ done$ >?");
    }

    #[test]
    fn a_cut_keeps_the_role_of_what_is_cut() {
        let row = Row::plain("ab").with(Role::Bad, "cdefgh").cut(5);
        assert_eq!(row, Row::plain("ab").with(Role::Bad, "cd").with(Role::Bad, "…"));
    }
}
