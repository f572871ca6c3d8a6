//! Checks of a Markdown text: empty sections, marks of unfinished work, links that lead nowhere, sources that are not listed.

use std::path::Path;

use super::outline::{Heading, anchor, empty, headings, links, prose, section, web};
use super::{cited, of_task};
use crate::model::{Check, CheckSays, Document, FileStatus, TaskRecord};
use crate::read::Known;
use crate::read::wording::Wording;

static OPEN: Wording = Wording::exact(&[
    r"\b(TODO|TBD|FIXME|XXX|TKTK|PENDIENTE|POR HACER|POR COMPLETAR)\b|\?\?\?|(?i:lorem ipsum|\[placeholder\]|\[citation needed\])",
]);

/// What a check may ask about the world of a text.
pub struct Around<'a> {
    /// The text of another document or file by the name under which a link calls it.
    pub text_of: &'a dyn Fn(&str) -> Option<String>,
    /// Whether something else goes by that name (a task, a file without text).
    pub known: &'a dyn Fn(&str) -> bool,
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
        let words = format!("{pages} links lead to the web: not fetched, whoever opens one says so");
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
    let mut checks = Vec::new();
    for link in links(text).iter().filter(|link| !web(link.target)) {
        let (name, fragment) = link.target.split_once('#').map_or((link.target, None), |(name, at)| (name, Some(at)));
        let name = name.trim_start_matches("./");
        let gone = if name.is_empty() {
            fragment.filter(|at| !holds(all, at)).map(|_| "the text has no such heading".to_owned())
        } else if let Some(other) = (around.text_of)(name) {
            let there = headings(&other);
            fragment.filter(|at| !holds(&there, at)).map(|_| format!("{name} has no such heading"))
        } else if (around.known)(name) {
            None
        } else {
            Some(format!("there is no {name}"))
        };
        if let Some(why) = gone {
            let words = format!("link {} leads nowhere: {why}", link.target);
            checks.push(check(
                CheckSays::Bad,
                words,
                Some(link.line),
                Some(format!("link {} leads nowhere", link.target)),
            ));
        }
    }
    checks
}

fn holds(all: &[Heading<'_>], at: &str) -> bool {
    let at = at.to_lowercase();
    all.iter().any(|heading| anchor(heading.text) == at)
}

/// The checks of a document at its newest revision.
pub(super) fn of_document(known: Known<'_>, record: &TaskRecord, document: &Document) -> Vec<Check> {
    let Some(newest) = document.newest() else { return Vec::new() };
    let text_of = |name: &str| {
        let other = record.document(name.trim_end_matches(".md"))?;
        other.newest().map(|revision| revision.text.clone())
    };
    let file =
        |name: &str| {
            let there = |path: &Path| path.ends_with(name);
            known.tree.tracked.iter().any(|path| there(path))
                || known.tree.files.iter().any(|(path, file)| {
                    there(path) && !matches!(file.status, FileStatus::Missing | FileStatus::Removed)
                })
        };
    let task =
        |name: &str| record.task.key.as_deref() == Some(name) || record.parts.iter().any(|part| part.key == name);
    let sources = of_task(record).find(|other| other.key == "sources" && other.key != document.key);
    let sources = sources.and_then(|other| Some((other.key.as_str(), other.newest()?.text.as_str())));
    // What is no document of this task may be a page of the task server: only a person can open that.
    let known = |name: &str| file(name) || task(name) || name.starts_with('/');
    checks(&newest.text, &Around { text_of: &text_of, known: &known, sources })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let text_of = |name: &str| (name == "sources").then(|| "## S1 One\n".to_owned());
        let around = Around { text_of: &text_of, known: &|_| false, sources: Some(("sources", "## S1 One\n")) };
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
