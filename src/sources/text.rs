//! Texts of records made fit to keep: cut, cleaned, shortened. Every reader uses the same.

use super::consumed::brief_line;

/// Of a tool's output so much of its beginning and of its end is kept.
const END: usize = 32 << 10;
/// An input of a tool without a place in the model is kept as JSON up to this length.
const INPUT: usize = 4 << 10;

/// The whole text, or its first and last 32 KiB with a line between that says what is missing.
pub fn ends(text: &str) -> String {
    ends_of(text, END)
}

/// The whole text, or so many bytes of its beginning and as many of its end.
pub fn ends_of(text: &str, keep: usize) -> String {
    if text.len() <= 2 * keep {
        return text.to_string();
    }
    let head = &text[..floor(text, keep)];
    let tail = &text[ceil(text, text.len() - keep)..];
    format!("{head}\n[… {} bytes left out …]\n{tail}", text.len() - head.len() - tail.len())
}

/// At most so many bytes of the beginning.
pub fn head(text: &str, keep: usize) -> &str {
    &text[..floor(text, keep)]
}

/// The last place between two characters that is not after `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first place between two characters that is not before `at`.
fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// The input of a tool as JSON text, cut at 4 KiB; a text stays as it is.
pub fn input(value: &serde_json::Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    head(&text, INPUT).to_string()
}

/// An output with its length in bytes: whole, or its two ends.
pub fn output(text: &str) -> (String, u64) {
    (ends(text), text.len() as u64)
}

/// The text without terminal sequences and control characters; line ends and tabs stay.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                Some('[') => while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
                Some(']') => while chars.next().is_some_and(|c| c != '\u{7}' && c != '\u{1b}') {},
                _ => {}
            },
            '\n' | '\t' => out.push(c),
            '\r' => {}
            c if c.is_control() || is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// Characters that turn or hide the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The first line that says something, cleaned, at most 200 characters.
pub fn one_line(text: &str) -> String {
    let text = clean(head(text, 16 << 10));
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(200).collect()
}

/// The last lines, cleaned.
pub fn last_lines(text: &str, lines: usize) -> String {
    let from = ceil(text, text.len().saturating_sub(16 << 10));
    let text = clean(&text[from..]);
    let all: Vec<&str> = text.trim_end().lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

/// Whether a prompt is a block that a client put in (`<environment_context>…`); a brief begins with a comment and is none.
pub fn is_client_block(prompt: &str) -> bool {
    let text = prompt.trim_start();
    text.starts_with('<') && !text.starts_with("<!--")
}

/// What a first prompt asks for: cleaned, a few lines; of a brief the text of its goal.
pub fn goal(prompt: &str) -> Option<String> {
    let text = clean(head(prompt, 64 << 10));
    let asked = match (brief_line(&text), text.split_once("\n## Goal\n")) {
        (Some(_), Some((_, goal))) => goal.split("\n## ").next().unwrap_or_default(),
        _ => &text,
    };
    let lines: Vec<&str> = asked.trim().lines().take(12).collect();
    let goal = lines.join("\n");
    (!goal.is_empty()).then(|| head(&goal, 1200).trim_end().to_string())
}

/// What the row of a run says it was asked to: the first line of its goal, at most 200 characters.
pub fn title(prompt: &str) -> String {
    goal(prompt).as_deref().map(one_line).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_output_keeps_its_beginning_and_its_end() {
        let text = format!("first{}last", "é".repeat(100_000));
        let kept = ends(&text);
        assert!(kept.len() < 70_000 && kept.starts_with("first") && kept.ends_with("last"));
        assert_eq!(ends("short"), "short");
    }

    #[test]
    fn a_brief_is_no_block_of_the_client() {
        assert!(is_client_block(" <session_context>\nx</session_context>"));
        assert!(!is_client_block("<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->\n# Brief"));
    }

    #[test]
    fn what_a_terminal_would_obey_is_taken_out() {
        assert_eq!(clean("\u{1b}[2mdone\u{1b}[22m\r\n\u{1b}]0;title\u{7}ok\u{202e}"), "done\nok");
    }

    #[test]
    fn the_goal_of_a_brief_is_its_goal() {
        let text = "<!-- lastgood brief/1 recovery=LG-1 attempt=2 sha256=ab -->\n# x\n\n## Goal\nBackoff.\n\n## Next step\nTest.";
        assert_eq!(goal(text).as_deref(), Some("Backoff."));
        assert_eq!(title(text), "Backoff.", "the comment line tells a person nothing");
        assert_eq!(goal("  Do it.\n\nKeep x. ").as_deref(), Some("Do it.\n\nKeep x."));
    }
}
