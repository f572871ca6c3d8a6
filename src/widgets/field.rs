//! A text field of one line.

use unicode_segmentation::UnicodeSegmentation;

use super::clean;

/// A text field of one line with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    before: String,
    after: String,
    /// Filled in beforehand and not touched yet: the first letter replaces it.
    offered: bool,
}

/// What can be done in a field besides typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they say what they do")]
pub enum Stroke {
    Left,
    Right,
    Home,
    End,
    Backspace,
    Delete,
    /// The word before the cursor.
    CutWord,
    /// Everything before the cursor.
    CutBefore,
    /// Everything after the cursor.
    CutAfter,
}

impl Field {
    /// A field with a text, the cursor at its end.
    pub fn with(text: &str) -> Self {
        Self { before: clean::line(text), after: String::new(), offered: false }
    }

    /// A field with a text that is only offered: typing replaces it, moving or deleting first keeps it.
    pub fn offering(text: &str) -> Self {
        Self { offered: !text.is_empty(), ..Self::with(text) }
    }

    /// Whether its text was filled in beforehand and not touched yet.
    pub fn offered(&self) -> bool {
        self.offered
    }

    /// Its text.
    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// Types or pastes a text at the cursor; line ends become spaces.
    pub fn insert(&mut self, text: &str) {
        if std::mem::take(&mut self.offered) {
            self.before.clear();
            self.after.clear();
        }
        self.before.push_str(&clean::line(text));
    }

    /// Moves or deletes.
    pub fn stroke(&mut self, stroke: Stroke) {
        self.offered = false;
        match stroke {
            Stroke::Left => {
                let last = last(&self.before);
                self.after.insert_str(0, &last);
                self.before.truncate(self.before.len() - last.len());
            }
            Stroke::Right => {
                let first = first(&self.after);
                self.after.drain(..first.len());
                self.before.push_str(&first);
            }
            Stroke::Home => {
                self.after.insert_str(0, &self.before);
                self.before.clear();
            }
            Stroke::End => self.before.push_str(&std::mem::take(&mut self.after)),
            Stroke::Backspace => self.before.truncate(self.before.len() - last(&self.before).len()),
            Stroke::Delete => {
                self.after.drain(..first(&self.after).len());
            }
            Stroke::CutWord => {
                let kept = self.before.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.before.truncate(kept);
            }
            Stroke::CutBefore => self.before.clear(),
            Stroke::CutAfter => self.after.clear(),
        }
    }

    /// The part of the text that fits into so many columns, and the column of the cursor in it; an offered text shows its beginning, with a mark where it is cut.
    pub fn view(&self, columns: usize, more: &str) -> (String, usize) {
        let columns = columns.max(1);
        if self.offered {
            let shown = clean::cut(&self.before, columns, more);
            let cursor = clean::width(&shown).min(columns - 1);
            return (shown, cursor);
        }
        let mut from = 0;
        // The cursor needs a cell of its own.
        while clean::width(self.before.get(from..).unwrap_or_default()) + 1 > columns {
            from += first(self.before.get(from..).unwrap_or_default()).len().max(1);
        }
        let shown = self.before.get(from..).unwrap_or_default();
        let text = format!("{shown}{}", self.after);
        (clean::cut(&text, columns, ""), clean::width(shown))
    }
}

fn last(text: &str) -> String {
    text.graphemes(true).next_back().unwrap_or_default().to_owned()
}

fn first(text: &str) -> String {
    text.graphemes(true).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_moving_and_deleting() {
        let mut field = Field::with("abc");
        field.stroke(Stroke::Left);
        field.insert("x\ny");
        assert_eq!(field.text(), "abx yc");
        field.stroke(Stroke::Backspace);
        field.stroke(Stroke::Home);
        field.stroke(Stroke::Delete);
        assert_eq!(field.text(), "bx c");
        field.stroke(Stroke::End);
        field.stroke(Stroke::CutWord);
        assert_eq!(field.text(), "bx ");
    }

    #[test]
    fn an_offered_text_is_replaced_by_the_first_letter_unless_the_cursor_moved() {
        let mut field = Field::offering("abc");
        field.insert("x");
        field.insert("y");
        assert_eq!(field.text(), "xy");
        let mut field = Field::offering("abc");
        field.stroke(Stroke::End);
        field.insert("x");
        assert_eq!(field.text(), "abcx");
    }

    #[test]
    fn the_cursor_stays_in_view() {
        let field = Field::with("abcdefgh");
        assert_eq!(field.view(4, "…"), ("fgh".to_owned(), 3));
    }

    #[test]
    fn an_offered_text_shows_its_beginning_until_it_is_touched() {
        let mut field = Field::offering("abcdefgh");
        assert_eq!(field.view(4, "…"), ("abc…".to_owned(), 3));
        field.stroke(Stroke::End);
        assert_eq!(field.view(4, "…"), ("fgh".to_owned(), 3));
    }
}
