//! Lines that a revision took away from another author.

use std::collections::BTreeMap;

use crate::model::{Document, Revision};

/// What the newest revision of a document took away from a person.
#[derive(Clone, Debug)]
pub struct Taken<'a> {
    /// The newest revision.
    pub newest: &'a Revision,
    /// The revision in which the lines stood last.
    pub base: &'a Revision,
    /// Whose lines they are.
    pub author: &'a str,
    /// The lines.
    pub lines: Vec<&'a str>,
}

/// Who wrote each line that stands in a revision, by the revision in which it first stood without a break.
fn authors(revisions: &[Revision]) -> BTreeMap<&str, &Revision> {
    let mut known: BTreeMap<&str, &Revision> = BTreeMap::new();
    for revision in revisions {
        let mut now = BTreeMap::new();
        for line in revision.text.lines().filter(|line| !line.trim().is_empty()) {
            now.insert(line, known.get(line).copied().unwrap_or(revision));
        }
        known = now;
    }
    known
}

/// The lines of people that stood in the newest revision of a person and are gone in the newest one of an agent.
pub fn taken(document: &Document) -> Option<Taken<'_>> {
    let newest = document.newest().filter(|newest| !newest.by.person)?;
    let at = document.revisions.iter().rposition(|revision| revision.by.person)?;
    let base = document.revisions.get(at)?;
    let written = authors(document.revisions.get(..=at)?);
    let still = |line: &str| newest.text.lines().any(|other| other == line);
    let lines: Vec<&str> = base
        .text
        .lines()
        .filter(|line| written.get(line).is_some_and(|revision| revision.by.person) && !still(line))
        .collect();
    (!lines.is_empty()).then_some(Taken { newest, base, author: &base.by.name, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Author;

    fn revision(number: u64, person: bool, text: &str) -> Revision {
        let by = Author { name: if person { "Renata" } else { "agent" }.into(), person, system: false };
        Revision { number, text: text.into(), by, ..Revision::default() }
    }

    #[test]
    fn only_what_a_person_wrote_counts_as_taken() {
        let revisions =
            vec![revision(1, false, "a\nb\n"), revision(2, true, "a\nfixed\nb\n"), revision(3, false, "c\n")];
        let document = Document { key: "draft".into(), revisions, ..Document::default() };
        let found = taken(&document).unwrap();
        assert_eq!((found.lines, found.base.number), (vec!["fixed"], 2));
        let kept = Document { revisions: document.revisions[..2].to_vec(), ..document.clone() };
        assert!(taken(&kept).is_none());
    }
}
