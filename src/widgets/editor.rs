//! A text that is being edited, one line or many, on `tui-textarea`: that edits, this file shows it in our way.
//!
//! The cursor is drawn as `▌` behind the text and reversed inside it, so that it can be seen without colours, and the
//! terminal's own cursor can stay hidden.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_textarea::{CursorMove, Input, Key, TextArea};
use unicode_segmentation::UnicodeSegmentation;

use super::cut::{start, width};
use super::theme::{Role, Theme};

/// A text that is being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    area: TextArea<'static>,
    one_line: bool,
    top: usize,
}

impl Editor {
    /// A field of one line with a text in it, the cursor behind it.
    pub fn line(text: &str) -> Self {
        Self::new(text, true)
    }

    /// A field of many lines with a text in it, the cursor at its start.
    pub fn lines(text: &str) -> Self {
        Self::new(text, false)
    }

    fn new(text: &str, one_line: bool) -> Self {
        let lines = if one_line {
            vec![text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")]
        } else {
            text.split('\n').map(ToOwned::to_owned).collect()
        };
        let mut area = TextArea::new(lines);
        if one_line {
            area.move_cursor(CursorMove::End);
        }
        Self { area, one_line, top: 0 }
    }

    /// What stands in it.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// A key; whether it changed the text.
    pub fn press(&mut self, input: Input) -> bool {
        let breaks = matches!(input.key, Key::Enter) || (input.ctrl && matches!(input.key, Key::Char('m' | 'j')));
        if self.one_line && breaks {
            return false;
        }
        // The editor's own tab would put blanks in; here tab goes from field to field.
        if matches!(input.key, Key::Tab) {
            return false;
        }
        self.area.input(input)
    }

    /// A pasted text; line ends become blanks in a field of one line, other control characters vanish.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text: String = text
            .chars()
            .map(|letter| if letter == '\t' || (self.one_line && letter == '\n') { ' ' } else { letter })
            .filter(|letter| *letter == '\n' || !letter.is_control())
            .collect();
        self.area.insert_str(text);
    }

    /// Draws it; `keys` says whether it has the keys and so a cursor.
    pub fn draw(&mut self, area: Rect, keys: bool, theme: Theme, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let height = usize::from(area.height);
        let columns = usize::from(area.width);
        let cursor = self.area.cursor();
        let (cursor_row, cursor_column) = (cursor.0, cursor.1);
        self.top = self.top.min(cursor_row).max((cursor_row + 1).saturating_sub(height));
        for (y, (index, line)) in (area.y..).zip(self.area.lines().iter().enumerate().skip(self.top).take(height)) {
            let here = keys && index == cursor_row;
            let before: String = line.chars().take(cursor_column).collect();
            // The window of the line follows the cursor: what is left of it slides out by whole graphemes.
            let mut from = 0;
            if here {
                while width(&before[from..]) + 1 > columns {
                    from += before[from..].graphemes(true).next().map_or(1, str::len);
                }
            }
            let shown = start(&line[from.min(line.len())..], columns);
            buffer.set_stringn(area.x, y, shown, columns, theme.style(Role::Text));
            if here {
                let x = area.x + u16::try_from(width(&before[from..])).unwrap_or(0);
                if x < area.right() {
                    if before.len() == line.len() {
                        buffer.set_stringn(x, y, "▌", 1, theme.style(Role::Text));
                    } else {
                        buffer.set_style(Rect::new(x, y, 1, 1), theme.style(Role::Focus));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: char) -> Input {
        Input { key: Key::Char(letter), ..Input::default() }
    }

    fn drawn(field: &mut Editor, columns: u16) -> String {
        let area = Rect::new(0, 0, columns, 1);
        let mut buffer = Buffer::empty(area);
        field.draw(area, true, Theme::default(), &mut buffer);
        (0..columns).map(|x| buffer[(x, 0)].symbol()).collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn letters_are_text_and_enter_breaks_only_long_texts() {
        let mut line = Editor::line("sa");
        line.press(key('w'));
        line.press(Input { key: Key::Enter, ..Input::default() });
        assert_eq!(line.text(), "saw");
        let mut lines = Editor::lines("b");
        lines.press(key('a'));
        lines.press(Input { key: Key::Enter, ..Input::default() });
        assert_eq!(lines.text(), "a\nb");
    }

    #[test]
    fn a_paste_cannot_smuggle_line_ends_or_escapes_into_one_line() {
        let mut line = Editor::line("");
        line.paste("one\r\ntwo\u{1b}[31m\tred\u{7}");
        assert_eq!(line.text(), "one two[31m red");
        let mut lines = Editor::lines("");
        lines.paste("one\r\ntwo");
        assert_eq!(lines.text(), "one\ntwo");
    }

    #[test]
    fn the_cursor_stays_in_view_of_a_narrow_field() {
        let mut line = Editor::line("no branch of that name");
        assert_eq!(drawn(&mut line, 30), "no branch of that name▌");
        assert_eq!(drawn(&mut line, 10), "that name▌");
        line.press(Input { key: Key::Home, ..Input::default() });
        assert_eq!(drawn(&mut line, 10), "no branch");
    }

    #[test]
    fn wide_characters_do_not_break_the_field() {
        let mut line = Editor::line("日本語のテキスト");
        assert!(width(&drawn(&mut line, 7)) <= 14);
        line.press(Input { key: Key::Backspace, ..Input::default() });
        assert_eq!(line.text(), "日本語のテキス");
    }
}
