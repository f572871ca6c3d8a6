//! Text to columns: how wide it is, cut with `…`, padded, wrapped, and paths from the left.
//!
//! All of it counts graphemes as a terminal shows them, so that a wide character never breaks a row. What must not
//! reach a terminal is taken out before it is measured: a tab or an escape in a name never shifts a column.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::clean::drawn;
pub use super::clean::width;

/// The text in at most `columns`, with `…` in place of what did not fit.
pub fn cut(text: &str, columns: usize) -> String {
    let text = &*drawn(text);
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns == 0 {
        return String::new();
    }
    let mut kept = start(text, columns - 1).trim_end().to_owned();
    kept.push('…');
    kept
}

/// The same between two words, where that leaves most of the room filled: for sentences.
pub fn cut_at_word(text: &str, columns: usize) -> String {
    super::clean::cut_title(text, columns, if columns == 0 { "" } else { "…" })
}

/// The longest beginning of a text that fits in `columns`.
pub fn start(text: &str, columns: usize) -> &str {
    // Most text is ASCII, and a diff of ten thousand lines is measured at each draw.
    let head = text.get(..columns.min(text.len())).filter(|head| head.is_ascii());
    if let Some(head) = head.filter(|head| text.as_bytes().get(head.len()).is_none_or(u8::is_ascii)) {
        return head;
    }
    let mut used = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        used += grapheme.width();
        if used > columns {
            return &text[..at];
        }
    }
    text
}

/// Exactly `columns` wide: cut, or filled with blanks on the right.
pub fn pad(text: &str, columns: usize) -> String {
    let mut fitted = cut(text, columns);
    fitted.push_str(&" ".repeat(columns.saturating_sub(width(&fitted))));
    fitted
}

/// Exactly `columns` wide: cut, or filled with blanks on the left, for numbers.
pub fn pad_left(text: &str, columns: usize) -> String {
    let fitted = cut(text, columns);
    format!("{}{fitted}", " ".repeat(columns.saturating_sub(width(&fitted))))
}

/// A path in at most `columns`, shortened from the left at a folder: the name is what people look for.
pub fn path(path: &str, columns: usize) -> String {
    let path = &*drawn(path);
    if width(path) <= columns {
        return path.to_owned();
    }
    for (at, _) in path.match_indices('/').filter(|(at, _)| *at > 0) {
        let rest = &path[at..];
        if width(rest) < columns && rest.len() > 1 {
            return format!("…{rest}");
        }
    }
    cut(path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path), columns)
}

/// The text in rows of at most `columns`, broken at blanks where there are some, and inside a word where there are none.
///
/// Rows after the first begin with `indent` blanks, so that a wrapped item still reads as one.
pub fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let indent = if indent + 8 > columns { 0 } else { indent };
    let columns = columns.max(1);
    let mut rows: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let line = &*drawn(line.strip_suffix('\r').unwrap_or(line));
        let lead = line.len() - line.trim_start_matches(' ').len();
        let mut row = " ".repeat(lead.min(columns / 2));
        let mut empty = true;
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            let mut word = word;
            if !empty && width(&row) + 1 + width(word) <= columns {
                row.push(' ');
                row.push_str(word);
                continue;
            }
            if !empty {
                rows.push(std::mem::replace(&mut row, " ".repeat(indent)));
            }
            while width(&row) + width(word) > columns {
                let mut taken = start(word, columns.saturating_sub(width(&row)));
                if taken.is_empty() {
                    // A grapheme wider than the row: it must go somewhere, or this would never end.
                    taken = word.graphemes(true).next().unwrap_or(word);
                }
                row.push_str(taken);
                word = &word[taken.len()..];
                if word.is_empty() {
                    break;
                }
                rows.push(std::mem::replace(&mut row, " ".repeat(indent)));
            }
            row.push_str(word);
            empty = false;
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_where_that_keeps_most_of_the_text() {
        assert_eq!(cut_at_word("one two three", 13), "one two three");
        assert_eq!(cut_at_word("one two three", 10), "one two…");
        assert_eq!(cut_at_word("one incomprehensibilities", 12), "one incompr…");
        for columns in 0..14 {
            assert!(width(&cut_at_word("one two three", columns)) <= columns);
        }
    }

    #[test]
    fn a_cut_text_never_breaks_a_wide_character() {
        assert_eq!(cut("日本語のテキスト", 6), "日本…");
        assert_eq!(width(&pad("日本語", 8)), 8);
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}e\u{301}", 3), "e\u{301}e\u{301}…");
        assert_eq!(cut("anything", 0), "");
    }

    #[test]
    fn numbers_line_up_on_the_right() {
        assert_eq!(pad_left("+3", 5), "   +3");
        assert_eq!(pad_left("+123456", 5), "+123…");
    }

    #[test]
    fn a_path_loses_its_first_folders_not_its_name() {
        assert_eq!(path("src/worker/retry/budget.rs", 20), "…/retry/budget.rs");
        assert_eq!(path("src/a.rs", 20), "src/a.rs");
        assert_eq!(path("src/a_name_that_is_far_too_long.rs", 12), "a_name_that…");
        assert_eq!(path("/home/mira/code/", 8), "…/code/");
    }

    #[test]
    fn wrapped_text_keeps_every_word_and_no_row_is_too_wide() {
        let rows = wrap("- the default keeps today's behaviour averyveryverylongword", 18, 2);
        assert!(rows.iter().all(|row| width(row) <= 18), "{rows:?}");
        assert_eq!(rows[0], "- the default");
        assert_eq!(rows.concat().replace(' ', ""), "-thedefaultkeepstoday'sbehaviouraveryveryverylongword");
    }

    #[test]
    fn hostile_names_take_exactly_their_columns() {
        for name in ["a\tb", "a\u{1b}[31mb\u{1b}[0m", "a\nb", "\u{202e}ab/c", "日本/語", "\u{26a0}\u{fe0f}", "\r\u{7}x"]
        {
            for columns in 1..16 {
                for drawn in [pad(name, columns), pad_left(name, columns)] {
                    assert_eq!(width(&drawn), columns, "{name:?} in {columns}");
                    assert!(!drawn.chars().any(char::is_control), "{name:?}");
                }
                assert!(width(&path(name, columns)) <= columns, "{name:?} in {columns}");
                assert!(wrap(name, columns.max(6), 2).iter().all(|row| width(row) <= columns.max(6)), "{name:?}");
            }
        }
    }

    #[test]
    fn empty_lines_and_columns_of_one_do_no_harm() {
        assert_eq!(wrap("a\n\nb", 10, 0), ["a", "", "b"]);
        assert_eq!(wrap("日本", 1, 0), ["日", "本"]);
    }
}
