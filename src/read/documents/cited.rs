//! Sources: which ids a text cites, and which ids a list of sources holds.

use std::collections::BTreeSet;

use super::outline::{headings, links, prose};
use crate::read::wording::Wording;

static ID: Wording = Wording::exact(&[r"^\^?([A-Z]{1,3}\d{1,3}|\d{1,3})$"]);
static BARE: Wording = Wording::exact(&[r"\[\^?([A-Z]{1,3}\d{1,3}|\d{1,3})\](?:[^(:]|$)"]);

pub(super) fn id(word: &str) -> Option<String> {
    let word = word.trim().trim_end_matches([':', '.', ')', ',']).trim_matches(['[', ']', '(']);
    let found = ID.captures(word)?;
    found.get(1).map(|id| id.as_str().to_owned())
}

/// The ids that a list of sources holds: the first word of each heading or item.
pub(super) fn listed(text: &str) -> BTreeSet<String> {
    let mut ids: BTreeSet<String> =
        headings(text).iter().filter_map(|heading| id(heading.text.split_whitespace().next()?)).collect();
    for (_, line) in prose(text) {
        let bare = line.trim();
        let item = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")).unwrap_or(bare);
        let first = item.split_whitespace().next().unwrap_or_default();
        // In running text a number is only a number: an item of a list, a table's row or `[1]:` it must be.
        let marked = item != bare || first.ends_with(':') || first.starts_with('[') || first.ends_with('.');
        ids.extend(id(first).filter(|_| marked));
        let cell = bare.strip_prefix('|').and_then(|row| row.split('|').next());
        ids.extend(cell.and_then(id));
    }
    ids
}

/// The ids that a text cites, each with the first line that does.
pub(super) fn cited(text: &str) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> =
        links(text).iter().filter_map(|link| Some((id(link.words)?, link.line))).collect();
    if let Some(pattern) = BARE.regex() {
        for (line, words) in prose(text) {
            let found = pattern.captures_iter(words).filter_map(|found| found.get(1));
            all.extend(found.map(|id| (id.as_str().to_owned(), line)));
        }
    }
    all.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    all.dedup_by(|one, other| one.0 == other.0);
    all
}

/// The ids that a text cites and the list does not hold; nothing when the list is none.
pub(super) fn unlisted(text: &str, sources: &str) -> Vec<(String, usize)> {
    let listed = listed(sources);
    if listed.is_empty() {
        return Vec::new();
    }
    cited(text).into_iter().filter(|(id, _)| !listed.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cited_and_not_listed_is_named() {
        let sources = "# Sources\n\n## S1 Monitor\n\n- S2: Table\n| S3 | survey |\n";
        let text = "a [S1](sources#s1), b [S2], c [S9](sources#s9), [the table](x)";
        assert_eq!(unlisted(text, sources), [("S9".to_owned(), 1)]);
        assert_eq!(unlisted(text, "no list at all"), []);
    }
}
