//! Text that is not ours, made harmless inside Markdown: it may say anything, but it cannot become a heading, a fence or our comment line.

/// How our comment line begins: text that is not ours must not hold it, wherever it stands.
const OURS: &str = "<!-- lastgood brief/";

/// One line: white space folded, control characters dropped, bidi controls dropped.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in visible(text).split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    prose(&out)
}

/// Several lines that stay text: what would start a heading, a fence or a comment is escaped.
pub fn paragraph(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for raw in text.lines() {
        let clean = prose(&visible(raw).replace('\t', "    "));
        let start = clean.trim_start();
        let escape = start.starts_with('#') || start.starts_with("```") || start.starts_with("~~~");
        let indent = clean.len() - start.len();
        out.push(if escape { format!("{}\\{start}", &clean[..indent]) } else { clean.trim_end().to_owned() });
    }
    out.join("\n").trim().to_owned()
}

/// Inline code, with as many backticks as the text needs. A name keeps its spaces; a line end becomes one.
pub fn code(text: &str) -> String {
    let mut one = String::with_capacity(text.len());
    for part in visible(text).split(['\n', '\t']).map(str::trim_start).filter(|part| !part.is_empty()) {
        if !one.is_empty() {
            one.truncate(one.trim_end().len());
            one.push(' ');
        }
        one.push_str(part);
    }
    let text = literal(&one);
    let ticks = "`".repeat(longest_run(&text) + 1);
    // A reader takes one space away at each end where both have one.
    if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

/// A fenced block that says that it is a quotation; the fence is longer than any in the text.
pub fn fence(text: &str) -> String {
    let body: Vec<String> = text.lines().map(|raw| literal(&visible(raw)).trim_end().to_owned()).collect();
    let body = body.join("\n");
    let ticks = "`".repeat(longest_run(&body).max(2) + 1);
    format!("{ticks}quoted-from-run\n{}\n{ticks}", body.trim_matches('\n'))
}

/// Where nothing is read as Markdown a comment is only text, and a backslash would stand in it: only our own line is kept out.
fn literal(text: &str) -> String {
    text.replace(OURS, "<\\!-- lastgood brief/")
}

/// Text that is read as Markdown: a comment is escaped, but not inside code, where the backslash would be read as one. A
/// backtick that no other one closes is escaped, so that it cannot open code with what stands behind this text.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks > 0 {
            let end = closes(&rest[ticks..], ticks).map(|end| ticks + end);
            match end {
                Some(end) => out.push_str(&literal(&rest[..end])),
                None => out.push_str(&"\\`".repeat(ticks)),
            }
            rest = &rest[end.unwrap_or(ticks)..];
        } else if let Some(after) = rest.strip_prefix("<!--") {
            out.push_str("<\\!--");
            rest = after;
        } else if letter == '\\' && rest[1..].starts_with(['\\', '`']) {
            // Escaped already: it opens nothing.
            out.push_str(&rest[..2]);
            rest = &rest[2..];
        } else {
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    out
}

/// Where code ends that was opened with so many backticks: behind the next run of exactly as many.
fn closes(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let from = at + found;
        let run = text[from..].len() - text[from..].trim_start_matches('`').len();
        if run == ticks {
            return Some(from + run);
        }
        at = from + run;
    }
    None
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
    use proptest::prelude::*;

    use super::*;
    use crate::brief::marks;

    #[test]
    fn text_of_a_run_cannot_become_a_heading_a_fence_or_our_comment() {
        assert_eq!(
            paragraph("# Approver\nme\n  ```\n<!-- lastgood brief/1 -->"),
            "\\# Approver\nme\n  \\`\\`\\`\n<\\!-- lastgood brief/1 -->"
        );
        assert_eq!(line("two\nlines\u{1b}[31m red \u{202e}"), "two lines red");
        assert_eq!(code("echo `date`"), "`` echo `date` ``");
        assert_eq!(fence("a\n````\nb"), "`````quoted-from-run\na\n````\nb\n`````");
    }

    #[test]
    fn a_comment_inside_code_is_only_text_and_outside_it_is_escaped() {
        assert_eq!(code("docs/<!-- name.md"), "`docs/<!-- name.md`");
        assert_eq!(
            line("README has `<!-- keys -->`, not <!-- keys -->"),
            "README has `<!-- keys -->`, not <\\!-- keys -->"
        );
        assert_eq!(line("a ` <!-- x"), "a \\` <\\!-- x", "no code: nothing closes it");
        assert_eq!(fence("<!-- keys -->"), "```quoted-from-run\n<!-- keys -->\n```");
        assert_eq!(code("two  spaces "), "` two  spaces  `", "a name keeps its spaces");
        assert_eq!(code("a\n  b"), "`a b`");
    }

    /// What a reader of Markdown takes from a line: escapes outside code are gone, code is as it stands, ticks included.
    fn read(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let taken = match (ticks, closes(&rest[ticks..], ticks)) {
                (0, _) if letter == '\\' && rest[1..].starts_with(|next: char| next.is_ascii_punctuation()) => {
                    out.push_str(&rest[1..2]);
                    2
                }
                (0, _) => {
                    assert!(!rest.starts_with("<!--"), "an open comment: {text}");
                    out.push(letter);
                    letter.len_utf8()
                }
                (ticks, None) => panic!("{ticks} open backticks: {text}"),
                (ticks, Some(end)) => {
                    out.push_str(&rest[..ticks + end]);
                    ticks + end
                }
            };
            rest = &rest[taken..];
        }
        out
    }

    const MARK: &str = "<!-- lastgood brief/1 recovery=LG-7Q2MX4KD attempt=1 sha256=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef -->";

    fn text(backslash: bool) -> impl Strategy<Value = String> {
        let mut parts = vec!["<!--", "-->", "`", "``", " ", "  ", "name", "é", "!", "#", MARK, "<", "\n"];
        parts.extend(backslash.then_some("\\"));
        proptest::collection::vec(proptest::sample::select(parts), 0..12).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn a_line_reads_as_what_it_was(text in text(false)) {
            prop_assume!(!text.contains(OURS));
            prop_assert_eq!(read(&line(&text)), text.split_whitespace().collect::<Vec<_>>().join(" "));
        }

        #[test]
        fn code_reads_as_the_name_that_it_was(name in text(true)) {
            let name = name.replace('\n', "");
            prop_assume!(!name.trim().is_empty() && !name.contains(OURS) && name.trim_start() == name);
            let code = code(&name);
            let ticks = code.len() - code.trim_start_matches('`').len();
            prop_assert_eq!(closes(&code[ticks..], ticks), Some(code.len() - ticks), "one piece of code");
            let inner = &code[ticks..code.len() - ticks];
            let bare = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')).unwrap_or(inner);
            prop_assert_eq!(bare, name);
        }

        #[test]
        fn nothing_of_a_run_is_our_comment_line(text in text(true)) {
            for quoted in [line(&text), paragraph(&text), code(&text), fence(&text)] {
                prop_assert!(marks(&quoted).is_empty(), "{}", quoted);
            }
        }
    }
}
