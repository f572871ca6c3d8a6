//! Checks of a Markdown text: empty sections, marks of unfinished work, links that lead nowhere, sources that are not listed.

use std::path::Path;

use super::leads::{leads, leads_to};
use super::outline::{Heading, empty, headings, links, prose, section, web};
use super::{cited, of_task};
use crate::model::{Check, CheckSays, Document, FileStatus, Lead, TaskRecord, Tree, count};
use crate::read::wording::Wording;

static OPEN: Wording = Wording::exact(&[
    r"\b(TODO|TBD|FIXME|XXX|TKTK|PENDIENTE|POR HACER|POR COMPLETAR)\b|\?\?\?|(?i:lorem ipsum|\[placeholder\]|\[citation needed\])",
]);

/// What a check may ask about the world of a text.
pub struct Around<'a> {
    /// The text of another document or file by the name under which a link calls it.
    pub text_of: &'a dyn Fn(&str) -> Option<String>,
    /// Whether something else goes by that name (a task, a file without text); `None` where that cannot be looked at.
    pub known: &'a dyn Fn(&str) -> Option<bool>,
    /// The list of sources, with its name.
    pub sources: Option<(&'a str, &'a str)>,
}

/// The checks of one text.
pub fn checks(text: &str, around: &Around<'_>) -> Vec<Check> {
    let all = headings(text);
    let mut checks = Vec::new();
    for heading in empty(&all).filter(|heading| heading.level > 1) {
        let words = format!("section {} is empty", heading.text);
        checks.push(check(CheckSays::Warn, words.clone(), Some(heading.line), Some(words)));
    }
    checks.extend(unfinished(text, &all));
    checks.extend(nowhere(text, &all, around));
    if let Some((name, sources)) = around.sources {
        for (id, line) in cited::unlisted(text, sources) {
            let words = format!("cites {id}, which is not listed in {name}");
            checks.push(check(CheckSays::Bad, words.clone(), Some(line), Some(words)));
        }
    }
    let pages = links(text).iter().filter(|link| web(link.target)).count();
    if pages > 0 {
        let lead = if pages == 1 { "leads" } else { "lead" };
        let pages = count(pages, "link", "links");
        let words = format!("{pages} {lead} to the web: not fetched, whoever opens one says so");
        checks.push(check(CheckSays::Unknown, words, None, None));
    }
    checks
}

fn check(says: CheckSays, text: String, line: Option<usize>, gap: Option<String>) -> Check {
    Check { says, text, line, gap }
}

fn unfinished(text: &str, all: &[Heading<'_>]) -> Vec<Check> {
    let Some(pattern) = OPEN.regex() else { return Vec::new() };
    prose(text)
        .filter_map(|(line, words)| {
            let mark = pattern.find(words)?;
            let place = section(all, line).map_or_else(String::new, |name| format!(" in {name}"));
            let rest = words.get(mark.start()..).unwrap_or_default().trim();
            let text = format!("{}{place}: \"{}\"", mark.as_str(), super::short(rest));
            Some(check(CheckSays::Warn, text, Some(line), Some(format!("{}{place}", mark.as_str()))))
        })
        .collect()
}

/// Links inside the task or the folder that lead to nothing.
fn nowhere(text: &str, all: &[Heading<'_>], around: &Around<'_>) -> Vec<Check> {
    let gone = |link: &super::outline::Link<'_>| {
        let (says, why) = leads_to(link, all, around);
        let gap = format!("link {} leads nowhere", link.target);
        (says == CheckSays::Bad).then(|| check(says, format!("{gap}: {why}"), Some(link.line), Some(gap)))
    };
    links(text).iter().filter_map(gone).collect()
}

/// The checks of a document at its newest revision.
pub(super) fn of_document(tree: &Tree, record: &TaskRecord, document: &Document) -> Vec<Check> {
    in_task(tree, record, document, checks)
}

/// Where the links of a document lead, at its newest revision.
pub fn leads_of_document(tree: &Tree, record: &TaskRecord, document: &Document) -> Vec<Lead> {
    in_task(tree, record, document, leads)
}

/// What is told of a document among the documents, tasks and files of its task.
fn in_task<T>(
    tree: &Tree,
    record: &TaskRecord,
    document: &Document,
    tell: impl FnOnce(&str, &Around<'_>) -> Vec<T>,
) -> Vec<T> {
    let Some(newest) = document.newest() else { return Vec::new() };
    let text_of = |name: &str| {
        let other = record.document(name.trim_end_matches(".md"))?;
        other.newest().map(|revision| revision.text.clone())
    };
    let file = |name: &str| {
        let there = |path: &Path| path.ends_with(name);
        tree.tracked.iter().any(|path| there(path))
            || tree
                .files
                .iter()
                .any(|(path, file)| there(path) && !matches!(file.status, FileStatus::Missing | FileStatus::Removed))
    };
    let task =
        |name: &str| record.task.key.as_deref() == Some(name) || record.parts.iter().any(|part| part.key == name);
    let sources = of_task(record).find(|other| other.key == "sources" && other.key != document.key);
    let sources = sources.and_then(|other| Some((other.key.as_str(), other.newest()?.text.as_str())));
    let known = |name: &str| Some(file(name) || task(name));
    tell(&newest.text, &Around { text_of: &text_of, known: &known, sources })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let text_of = |name: &str| (name == "sources").then(|| "## S1 One\n".to_owned());
        let around = Around { text_of: &text_of, known: &|_| Some(false), sources: Some(("sources", "## S1 One\n")) };
        checks(text, &around).into_iter().map(|check| check.text).collect()
    }

    #[test]
    fn a_whole_text_has_nothing_to_look_at() {
        assert_eq!(found("# A\n\n## B\nx [S1](sources#s1-one)\n"), [""; 0]);
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let all = found("# A\n## B\n\n## C\nTODO: dates [S5](sources#s5) [x](gone.md) [y](https://a.test)\n");
        let has = |words: &str| assert!(all.iter().any(|text| text.contains(words)), "{words}: {all:?}");
        let _ =
            ["section B is empty", "TODO in C", "sources#s5 leads nowhere", "no gone.md", "cites S5", "not fetched"]
                .map(has);
    }
}
