//! A command line on the screen: what can be read there can be typed, or taken with the mouse, and does the same.
//!
//! A row that is too long goes on behind `\`, as in a shell. `~` stands for the home folder only where the shell
//! reads it so.

use super::cut::{start, width};

/// One row of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What stands in the row.
    pub text: String,
    /// Whether it goes on inside a word: blanks before it would be blanks in the word, so it begins at the edge.
    pub edge: bool,
}

/// How the shell reads a place in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// Every place of a line with how the shell reads it; inside `$(` a new reading begins.
fn readings(line: &str) -> Vec<(usize, char, Quote)> {
    let mut all = Vec::new();
    let (mut stack, mut now, mut before, mut escaped) = (vec![], Quote::None, ' ', false);
    for (at, letter) in line.char_indices() {
        all.push((at, letter, if escaped { Quote::Double } else { now }));
        let was = escaped;
        escaped = !was && letter == '\\' && now != Quote::Single;
        match (letter, now) {
            _ if was => {}
            ('\'', Quote::None) => now = Quote::Single,
            ('\'', Quote::Single) | ('"', Quote::Double) => now = Quote::None,
            ('"', Quote::None) => now = Quote::Double,
            ('(', Quote::None | Quote::Double) if before == '$' => {
                stack.push(now);
                now = Quote::None;
            }
            (')', Quote::None) => now = stack.pop().unwrap_or(Quote::None),
            _ => {}
        }
        before = letter;
    }
    all
}

/// The line with `~` in place of the home folder, where it begins a word that the shell reads without quotes.
pub fn home(line: &str, home: &str) -> String {
    let (mut short, mut from) = (String::new(), 0);
    let lead = format!("{}/", home.trim_end_matches('/'));
    let mut before = ' ';
    for (at, letter, quote) in readings(line) {
        if at >= from && before == ' ' && quote == Quote::None && lead.len() > 1 && line[at..].starts_with(&lead) {
            short.push_str("~/");
            from = at + lead.len();
        }
        if at >= from {
            short.push(letter);
        }
        before = letter;
    }
    short
}

/// The line in rows of at most `columns`, the rows after the first with `indent` blanks.
pub fn rows(line: &str, columns: usize, indent: usize) -> Vec<Part> {
    let readings = readings(line);
    let mut parts: Vec<Part> = Vec::new();
    let (mut from, mut edge) = (0, false);
    let mut lead = String::new();
    while width(&lead) + width(&line[from..]) > columns.max(12) {
        let room = columns.max(12).saturating_sub(width(&lead) + 2);
        let most = from + start(&line[from..], room).len();
        let quote =
            |at: usize| readings.iter().find(|(place, ..)| *place == at).map_or(Quote::None, |(.., quote)| *quote);
        let here = || readings.iter().filter(|(at, ..)| *at > from && *at <= most);
        let blank = here().rev().find(|(_, letter, quote)| *letter == ' ' && *quote == Quote::None);
        if let Some((at, ..)) = blank {
            parts.push(Part { text: format!("{lead}{} \\", line[from..*at].trim_end()), edge });
            (from, edge) = (at + 1, false);
            lead = " ".repeat(indent);
            continue;
        }
        // No word ends in this row: a folder is the better place to break it, and an escape keeps its letter.
        let sound =
            |at: &usize| readings.iter().rfind(|(place, ..)| place < at).is_none_or(|(_, letter, _)| *letter != '\\');
        let folder = here().rev().map(|(at, ..)| *at).find(|at| line[..*at].ends_with('/') && sound(at));
        let Some(at) = folder.or_else(|| here().rev().map(|(at, ..)| *at).find(sound)) else { break };
        let single = quote(at) == Quote::Single;
        let end = if single { "'\\" } else { "\\" };
        parts.push(Part { text: format!("{lead}{}{end}", &line[from..at]), edge });
        (from, edge) = (at, true);
        lead = if single { "'".to_owned() } else { String::new() };
    }
    parts.push(Part { text: format!("{lead}{}", &line[from..]), edge });
    parts
}

/// A text that is printed, in which command lines stand behind four blanks: those that are too long go on behind `\\`, so that
/// what is taken from the terminal does what the line does.
pub fn printed(text: &str, columns: usize) -> String {
    let laid = text.lines().flat_map(|line| match line.strip_prefix(INDENT) {
        Some(command) if width(line) > columns => {
            let parts = rows(command, columns.saturating_sub(INDENT.len()), 2).into_iter();
            parts.map(|part| if part.edge { part.text } else { format!("{INDENT}{}", part.text) }).collect()
        }
        _ => vec![line.to_owned()],
    });
    laid.collect::<Vec<_>>().join("\n")
}

/// Before a command line in a text.
const INDENT: &str = "    ";

#[cfg(test)]
mod tests {
    use super::*;

    /// What a shell makes of rows: a backslash at the end joins the next one.
    fn joined(parts: &[Part]) -> String {
        parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>().join("\n").replace("\\\n", "")
    }

    #[test]
    fn a_long_line_goes_on_behind_a_backslash_and_stays_the_same_command() {
        let line = "lastgood --home /tmp/demo/home --state /tmp/demo/state next d3adc0de";
        let rows = rows(line, 30, 2);
        assert!(rows.iter().all(|part| width(&part.text) <= 30 && !part.edge), "{rows:?}");
        assert_eq!(joined(&rows).split_whitespace().collect::<Vec<_>>().join(" "), line);
    }

    #[test]
    fn what_is_printed_breaks_no_path_and_leaves_sentences_to_the_terminal() {
        let line = "lastgood --home /tmp/lastgood-demo-0/home --state /tmp/lastgood-demo-0/state inspect d3adc0de";
        let sentence = "The commands without a screen find it with two flags, which is longer than a row:";
        let printed = printed(&format!("{sentence}\n    {line}\n    short"), 60);
        let rows: Vec<&str> = printed.lines().collect();
        assert_eq!((rows[0], rows[rows.len() - 1]), (sentence, "    short"));
        assert!(rows[1..].iter().all(|row| width(row) <= 60), "{rows:?}");
        assert!(rows.iter().any(|row| row.contains(" /tmp/lastgood-demo-0/state ")), "{rows:?}");
        let typed = rows[1..rows.len() - 1].join("\n").replace("\\\n", "");
        assert_eq!(typed.split_whitespace().collect::<Vec<_>>().join(" "), line);
    }

    #[test]
    fn a_word_longer_than_a_row_is_broken_at_a_folder_and_goes_on_at_the_edge() {
        let line = "cat /tmp/a-long-folder/another-folder/and-one-more/brief-1.md";
        let rows = rows(line, 30, 2);
        assert_eq!(rows[1].text, "  /tmp/a-long-folder/\\");
        assert!(rows[2].edge && rows[2].text.starts_with("another-folder/"), "{rows:?}");
        assert_eq!(joined(&rows), "cat   /tmp/a-long-folder/another-folder/and-one-more/brief-1.md");
    }

    #[test]
    fn blanks_inside_quotes_are_no_place_to_break() {
        let rows = rows("claude \"$(cat '/tmp/my own folder/with blanks/brief-1.md')\" 'two words here'", 34, 2);
        assert_eq!(
            joined(&rows).replace("''", "").split_whitespace().collect::<Vec<_>>().join(" "),
            "claude \"$(cat '/tmp/my own folder/with blanks/brief-1.md')\" 'two words here'"
        );
        assert!(rows.iter().any(|part| part.text.ends_with("'\\")), "{rows:?}");
    }

    #[test]
    fn the_home_folder_is_short_only_where_the_shell_makes_it_long_again() {
        assert_eq!(home("cd /home/mira/src", "/home/mira"), "cd ~/src");
        assert_eq!(home("claude \"$(cat /home/mira/b.md)\"", "/home/mira"), "claude \"$(cat ~/b.md)\"");
        for kept in
            ["cat '/home/mira/a b'", "claude \"read /home/mira/b.md\"", "x --home=/home/mira/y", "cd /home/miranda/x"]
        {
            assert_eq!(home(kept, "/home/mira"), kept);
        }
    }
}
