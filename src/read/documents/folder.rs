//! The checks of a text in Markdown that is a file: those of a task's document, as far as a folder can answer them.
//!
//! Whether a file that it links to is there is checked with every file; here it is what stands inside the texts.

use std::path::Path;

use super::marks::{Around, checks};
use crate::model::{Check, CheckSays, count};
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
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let text_of = |name: &str| join(folder, name).and_then(|path| (file.text_of)(&path));
    let own = file.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let list = SOURCES.iter().filter(|name| **name != own).find_map(|name| Some((*name, text_of(name)?)));
    let sources = list.as_ref().map(|(name, text)| (*name, text.as_str()));
    // Links to files that are not there are named already; so is a page of the web, by whoever opens it.
    let mut found: Vec<Check> = checks(file.text, &Around { text_of: &text_of, known: &|_| true, sources })
        .into_iter()
        .filter(|check| check.says != CheckSays::Unknown)
        .collect();
    found.extend(file.before.and_then(|before| taken(before, file.text)));
    found
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
