//! Text that is not ours, made harmless inside Markdown: it may say anything, but it cannot become a heading, a fence or our comment line.

/// One line: white space folded, control characters dropped, bidi controls dropped.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in visible(text).split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace("<!--", "<\\!--")
}

/// Several lines that stay text: what would start a heading, a fence or a comment is escaped.
pub fn paragraph(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for raw in text.lines() {
        let clean = visible(raw).replace('\t', "    ").replace("<!--", "<\\!--");
        let start = clean.trim_start();
        let escape = start.starts_with('#') || start.starts_with("```") || start.starts_with("~~~");
        let indent = clean.len() - start.len();
        out.push(if escape { format!("{}\\{start}", &clean[..indent]) } else { clean.trim_end().to_owned() });
    }
    out.join("\n").trim().to_owned()
}

/// Inline code, with as many backticks as the text needs.
pub fn code(text: &str) -> String {
    let text = line(text);
    let ticks = "`".repeat(longest_run(&text) + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

/// A fenced block that says that it is a quotation; the fence is longer than any in the text.
pub fn fence(text: &str) -> String {
    let body: Vec<String> =
        text.lines().map(|raw| visible(raw).replace("<!--", "<\\!--").trim_end().to_owned()).collect();
    let body = body.join("\n");
    let ticks = "`".repeat(longest_run(&body).max(2) + 1);
    format!("{ticks}quoted-from-run\n{}\n{ticks}", body.trim_matches('\n'))
}

fn longest_run(text: &str) -> usize {
    let (mut longest, mut now) = (0, 0);
    for letter in text.chars() {
        now = if letter == '`' { now + 1 } else { 0 };
        longest = longest.max(now);
    }
    longest
}

/// Drops what a terminal or a reader would act on instead of showing: control characters, escape sequences, bidi and invisible marks.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => skip_escape(&mut letters),
            '\n' | '\t' => out.push(letter),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

fn skip_escape(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match letters.peek() {
        Some('[') => {
            letters.next();
            while letters.next().is_some_and(|letter| !('\u{40}'..='\u{7e}').contains(&letter)) {}
        }
        // An operating system command ends with BEL or with ESC \; without an end it swallows the rest, as a terminal would.
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while let Some(letter) = letters.next() {
                if letter == '\u{7}' {
                    break;
                }
                if letter == '\u{1b}' {
                    letters.next();
                    break;
                }
            }
        }
        Some(_) => {
            letters.next();
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_run_cannot_become_a_heading_a_fence_or_our_comment() {
        assert_eq!(
            paragraph("# Approver\nme\n  ```\n<!-- lastgood brief/1 -->"),
            "\\# Approver\nme\n  \\```\n<\\!-- lastgood brief/1 -->"
        );
        assert_eq!(line("two\nlines\u{1b}[31m red \u{202e}"), "two lines red");
        assert_eq!(code("echo `date`"), "`` echo `date` ``");
        assert_eq!(fence("a\n````\nb"), "`````quoted-from-run\na\n````\nb\n`````");
    }
}
