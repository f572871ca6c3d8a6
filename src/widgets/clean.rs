//! Text that is not ours: cleaned before it is drawn or copied, measured and cut by grapheme.
//!
//! No escape sequence, control character or bidi override of a session reaches the terminal, and a newline in a file
//! name cannot break a row.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Longer lines are drawn in part only.
pub const LONGEST: usize = 10_000;

/// A text as one line that may be drawn: as it is where nothing in it has to be cleaned.
///
/// Everything that measures, cuts or fills a text does it with this one: what is measured is what is drawn.
pub fn drawn(text: &str) -> Cow<'_, str> {
    let fits = text.len() < LONGEST && !text.chars().any(hostile);
    if fits { Cow::Borrowed(text) } else { Cow::Owned(line(text)) }
}

/// Whether a letter may not reach the terminal as it is.
fn hostile(letter: char) -> bool {
    letter.is_control() || reorders(letter) || invisible(letter)
}

/// They reorder what stands beside them.
fn reorders(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Nothing to see of them: they make two names look the same, or another letter wider in one terminal than in the next.
fn invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{00ad}' | '\u{fe00}'..='\u{fe0f}')
}

/// One line of text that may be drawn: no control characters, no escape sequences, tabs as spaces.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(LONGEST));
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if out.len() >= LONGEST {
            break;
        }
        match letter {
            '\u{1b}' => skip_escape(&mut letters),
            '\u{9b}' => skip_csi(&mut letters),
            '\t' => out.push_str("    "),
            '\n' | '\r' => out.push(' '),
            // Shown as what they are.
            letter if reorders(letter) => out.push_str("<bidi>"),
            letter if hostile(letter) => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Text of several lines that may be drawn.
pub fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(|part| line(part.strip_suffix('\r').unwrap_or(part))).collect()
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip_escape(letters: &mut Letters) {
    match letters.next() {
        Some('[') => skip_csi(letters),
        // OSC, DCS, APC, PM, SOS: up to BEL or the string terminator, at most one line.
        Some(']' | 'P' | '_' | '^' | 'X') => {
            while let Some(letter) = letters.next_if(|letter| *letter != '\n') {
                if letter == '\u{7}' || letter == '\u{9c}' {
                    break;
                }
                if letter == '\u{1b}' {
                    letters.next_if_eq(&'\\');
                    break;
                }
            }
        }
        Some('(' | ')' | '#' | '%' | '*' | '+') => {
            letters.next();
        }
        _ => {}
    }
}

fn skip_csi(letters: &mut Letters) {
    while let Some(letter) = letters.next_if(|letter| matches!(letter, '\u{20}'..='\u{7e}')) {
        if matches!(letter, '\u{40}'..='\u{7e}') {
            break;
        }
    }
}

/// How many columns a text takes as it is drawn, grapheme by grapheme as it is put into cells.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return text.len();
    }
    drawn(text).graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The line, cut to so many columns, with the mark at its end when something was cut.
pub fn cut(text: &str, columns: usize, mark: &str) -> String {
    cut_at(text, columns, mark, false)
}

/// The same for a title: it ends between two words, where that leaves most of the room filled.
pub fn cut_title(text: &str, columns: usize, mark: &str) -> String {
    cut_at(text, columns, mark, true)
}

fn cut_at(text: &str, columns: usize, mark: &str, between_words: bool) -> String {
    let text = &*drawn(text);
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(mark));
    let mut out = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let wide = width(grapheme);
        if used + wide > room {
            break;
        }
        used += wide;
        out.push_str(grapheme);
    }
    if between_words && !text[out.len()..].starts_with(' ') {
        let end = out.rfind(' ').filter(|end| width(&out[..*end]) * 3 >= room * 2);
        out.truncate(end.unwrap_or(out.len()));
    }
    if between_words {
        out.truncate(out.trim_end_matches([' ', ',', ';', ':']).len());
    }
    if columns > 0 {
        out.push_str(mark);
    }
    out
}

/// The line, cut and filled with spaces to exactly so many columns.
pub fn fit(text: &str, columns: usize, mark: &str) -> String {
    let mut out = cut(text, columns, mark);
    let used = width(&out);
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(used)));
    out
}

/// The text broken into lines of at most so many columns, at spaces where there are any.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let (text, columns) = (&*drawn(text), columns.max(1));
    let mut lines = vec![];
    let mut current = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let gap = usize::from(!current.is_empty());
        if width(&current) + gap + width(word) <= columns {
            if gap == 1 {
                current.push(' ');
            }
            current.push_str(word);
            continue;
        }
        if !current.is_empty() {
            lines.push(std::mem::take(&mut current));
        }
        for grapheme in word.graphemes(true) {
            if width(&current) + width(grapheme) > columns && !current.is_empty() {
                lines.push(std::mem::take(&mut current));
            }
            current.push_str(grapheme);
        }
    }
    lines.push(current);
    lines
}

/// A path shortened from the left, at its folders.
pub fn path(text: &str, columns: usize, mark: &str) -> String {
    let text = &*drawn(text);
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(mark));
    for (at, _) in text.match_indices('/').skip(1) {
        let rest = text.get(at..).unwrap_or_default();
        if width(rest) <= room {
            return format!("{mark}{rest}");
        }
    }
    cut(text.rsplit('/').next().unwrap_or(text), columns, mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_between_two_words_where_most_of_it_stays() {
        assert_eq!(
            cut_title("Add a retry budget to the worker, so that it stops", 40, "…"),
            "Add a retry budget to the worker, so…"
        );
        assert_eq!(
            cut_title("Add a retry budget to the worker, so that", 36, "…"),
            "Add a retry budget to the worker…"
        );
        assert_eq!(cut_title("Supercalifragilisticexpialidocious thing", 20, "…"), "Supercalifragilisti…");
        assert_eq!(cut_title("short", 20, "…"), "short");
    }

    #[test]
    fn nothing_of_a_session_reaches_the_terminal() {
        assert_eq!(line("a\u{1b}[31mb\u{1b}]0;title\u{7}c\u{1b}Pq\u{1b}\\d\u{9b}2Je\0f\rg\nh"), "abcdef g h");
        assert_eq!(line("x\u{202e}y"), "x<bidi>y");
        assert_eq!(line("\u{1b}[31"), "");
    }

    #[test]
    fn what_is_measured_is_what_is_drawn() {
        for name in [
            "a\tb",
            "a\u{1b}[31mb",
            "a\nb",
            "\u{202e}ab",
            "e\u{301}x",
            "日本",
            "\u{26a0}\u{fe0f} x",
            "a\u{200d}b",
            "\u{1f468}\u{200d}\u{1f469}",
        ] {
            assert_eq!(width(name), UnicodeWidthStr::width(line(name).as_str()), "{name:?}");
            assert_eq!(width(&fit(name, 12, "…")), 12, "{name:?}");
            assert_eq!(line(&fit(name, 12, "…")), fit(name, 12, "…"), "{name:?}: nothing is left to clean");
        }
    }

    #[test]
    fn a_cut_line_has_exactly_its_columns() {
        assert_eq!(fit("工作树", 5, "…"), "工作…");
        assert_eq!(fit("工作树", 4, "…"), "工… ");
        assert_eq!(fit("ab", 4, "…"), "ab  ");
        assert_eq!(cut("abc", 0, "…"), "");
    }

    #[test]
    fn paths_lose_their_first_folders() {
        assert_eq!(path("/home/mira/src/sync/tests/retry.rs", 20, "…"), "…/tests/retry.rs");
        assert_eq!(path("~/src/sync", 20, "…"), "~/src/sync");
    }

    #[test]
    fn words_are_wrapped_and_long_ones_broken() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
