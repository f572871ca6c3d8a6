//! The outline of a Markdown text: headings, what stands below each, links. Code is left out.

use crate::read::wording::Wording;

/// A heading with what stands below it, up to the next heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// Its level, from 1.
    pub level: usize,
    /// Its text.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
    /// Whether any text stands below it before the next heading.
    pub filled: bool,
}

/// A link with its words, its target and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// What is shown.
    pub words: &'a str,
    /// Where it leads.
    pub target: &'a str,
    /// Its line, from 1.
    pub line: usize,
}

static LINK: Wording = Wording::exact(&[r#"\[([^\]]*)\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)"#]);

/// An address that stands there by itself.
static BARE: Wording = Wording::exact(&[r#"\bhttps?://[^\s<>"`)\]]+"#]);
/// Signs that end a sentence, not an address.
const ENDS: [char; 6] = ['.', ',', ';', ':', '!', '?'];

/// The lines of a text that are no code, each with its number.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let bare = line.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then_some((at + 1, line))
    })
}

/// The headings of a text.
pub fn headings(text: &str) -> Vec<Heading<'_>> {
    let mut out: Vec<Heading<'_>> = Vec::new();
    let mut fenced = false;
    for (at, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        fenced ^= bare.starts_with("```") || bare.starts_with("~~~");
        let level = bare.bytes().take_while(|letter| *letter == b'#').count();
        let title = bare.get(level..).unwrap_or_default();
        if !fenced && (1..=6).contains(&level) && (title.starts_with(' ') || title.is_empty()) {
            out.push(Heading { level, text: title.trim().trim_end_matches('#').trim(), line: at + 1, filled: false });
        } else if !bare.is_empty()
            && let Some(last) = out.last_mut()
        {
            last.filled = true;
        }
    }
    out
}

/// Headings below which nothing stands, neither text nor a heading of a lower level.
pub fn empty<'a>(headings: &'a [Heading<'a>]) -> impl Iterator<Item = &'a Heading<'a>> {
    headings.iter().enumerate().filter_map(|(at, heading)| {
        let inner = headings.get(at + 1).is_some_and(|next| next.level > heading.level);
        (!heading.filled && !inner).then_some(heading)
    })
}

/// The heading under which a line stands.
pub fn section<'a>(headings: &[Heading<'a>], line: usize) -> Option<&'a str> {
    headings.iter().rev().find(|heading| heading.line <= line).map(|heading| heading.text)
}

/// The name by which a link reaches a heading.
pub fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.collect::<String>().replace(' ', "-")
}

/// The links of a text.
pub fn links(text: &str) -> Vec<Link<'_>> {
    let Some(pattern) = LINK.regex() else { return Vec::new() };
    let mut all = Vec::new();
    for (line, text) in prose(text) {
        let marked = pattern.captures_iter(text);
        let mut taken = Vec::new();
        for found in marked {
            let (Some(whole), Some(words), Some(target)) = (found.get(0), found.get(1), found.get(2)) else { continue };
            taken.push(whole.range());
            all.push(Link { words: words.as_str(), target: target.as_str(), line });
        }
        let bare = BARE.regex().into_iter().flat_map(|pattern| pattern.find_iter(text));
        let bare = bare.filter(|found| taken.iter().all(|range| !range.contains(&found.start())));
        all.extend(bare.map(|found| Link { words: "", target: found.as_str().trim_end_matches(ENDS), line }));
    }
    all
}

/// The name that a target stands for: what is written as `%20` is a space.
pub fn plain(target: &str) -> String {
    let mut bytes = Vec::with_capacity(target.len());
    let mut rest = target.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| target.to_owned())
}

/// Whether a link leads to the web; those are never fetched.
pub fn web(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_empty_when_nothing_stands_below_it() {
        let all = headings("# A\n\n## B\ntext\n\n## C\n\n## D\n### E\nx\n");
        let names: Vec<_> = empty(&all).map(|heading| heading.text).collect();
        assert_eq!(names, ["C"]);
        assert_eq!(section(&all, 4), Some("B"));
    }

    #[test]
    fn an_anchor_is_what_a_renderer_makes_of_a_heading() {
        assert_eq!(anchor("S4 Call with Kaya Demir, 24 November"), "s4-call-with-kaya-demir-24-november");
    }

    #[test]
    fn links_in_code_are_none() {
        let text = "[S1](sources#s1) and [web](https://x.test/a_(b)\n```\n[no](no)\n```\n";
        let all: Vec<_> = links(text).into_iter().map(|link| (link.words, link.target)).collect();
        assert_eq!(all[0], ("S1", "sources#s1"));
        assert!(all.iter().all(|(words, _)| *words != "no"));
    }

    #[test]
    fn an_address_by_itself_is_a_link_and_stands_once() {
        let all = links("[web](https://a.test/q) and https://b.test/x, or <https://c.test>.\n");
        let targets: Vec<_> = all.into_iter().map(|link| link.target.to_owned()).collect();
        assert_eq!(targets, ["https://a.test/q", "https://b.test/x", "https://c.test"]);
    }
}
