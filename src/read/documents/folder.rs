//! The checks of a text in Markdown that is a file: those of a task's document, as far as a folder can answer them.
//!
//! Whether a file that it links to is there is checked with every file; here it is what stands inside the texts.

use std::path::{Path, PathBuf};

use super::leads::leads;
use super::marks::{Around, checks};
use crate::model::{Check, CheckSays, Lead, count};
use crate::read::checks::join;

/// A text in Markdown in its folder.
pub struct InFolder<'a> {
    /// Its path, relative to the work tree.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// The text of another file of the work tree.
    pub text_of: &'a dyn Fn(&Path) -> Option<String>,
    /// Its text before the run, when the run changed it.
    pub before: Option<&'a str>,
}

/// Names under which a list of sources lies beside a text.
const SOURCES: &[&str] = &["sources.md", "SOURCES.md", "references.md", "bibliography.md"];

/// The checks of a file in Markdown.
pub fn of_file(file: &InFolder<'_>) -> Vec<Check> {
    // Links to files that are not there are named already; so is a page of the web, by whoever opens it.
    let mut found: Vec<Check> =
        in_folder(file, &|_| None, checks).into_iter().filter(|check| check.says != CheckSays::Unknown).collect();
    found.extend(file.before.and_then(|before| taken(before, file.text)));
    found
}

/// Where the links of a file in Markdown lead; `there` says whether a path of the work tree is there.
pub fn leads_of_file(file: &InFolder<'_>, there: &dyn Fn(&Path) -> bool) -> Vec<Lead> {
    let known = |name: &str| {
        let here = places(file.path, name);
        (!here.is_empty()).then(|| here.iter().any(|path| there(path)))
    };
    in_folder(file, &known, leads)
}

/// What is told of a text among the files around it.
fn in_folder<T>(
    file: &InFolder<'_>,
    known: &dyn Fn(&str) -> Option<bool>,
    tell: impl FnOnce(&str, &Around<'_>) -> Vec<T>,
) -> Vec<T> {
    let text_of = |name: &str| places(file.path, name).iter().find_map(|path| (file.text_of)(path));
    let own = file.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let list = SOURCES.iter().filter(|name| **name != own).find_map(|name| Some((*name, text_of(name)?)));
    let sources = list.as_ref().map(|(name, text)| (*name, text.as_str()));
    tell(file.text, &Around { text_of: &text_of, known, sources })
}

/// Where a name of a text may lie: beside it, or at the top of the work tree; nowhere when it leads out of it.
fn places(path: &Path, name: &str) -> Vec<PathBuf> {
    let Some(beside) = join(path.parent().unwrap_or(Path::new("")), name) else { return Vec::new() };
    [Some(beside), join(Path::new(""), name)].into_iter().flatten().collect()
}

/// Lines that stood there before the run and that it took away.
fn taken(before: &str, now: &str) -> Option<Check> {
    let still = |line: &str| now.lines().any(|other| other.trim() == line.trim());
    let gone: Vec<&str> = before.lines().filter(|line| !line.trim().is_empty() && !still(line)).collect();
    let first = gone.first()?;
    let text = format!(
        "the run takes away {} that stood there before it: \"{}\"{}",
        count(gone.len(), "line", "lines"),
        super::short(first),
        if gone.len() > 1 { ", …" } else { "" }
    );
    Some(Check { says: CheckSays::Unknown, text, line: None, gap: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_a_folder_gets_the_checks_of_a_document() {
        let text_of =
            |path: &Path| (path == Path::new("brief/sources.md")).then(|| "# Sources\n\n## S1 Monitor\nx\n".to_owned());
        let text = "# A\n\n## Prices\nup [S9](sources.md#s9)\n\n## Outlook\n\n## Last\nTODO: links\n";
        let file = InFolder {
            path: Path::new("brief/draft.md"),
            text,
            text_of: &text_of,
            before: Some("# A\nmira wrote this\n"),
        };
        let found: Vec<String> = of_file(&file).into_iter().map(|check| check.text).collect();
        let has = |words: &str| found.iter().any(|text| text.contains(words));
        for words in ["section Outlook is empty", "TODO", "no such heading", "cites S9", "takes away 1 line"] {
            assert!(has(words), "{words} in {found:?}");
        }
    }
}
