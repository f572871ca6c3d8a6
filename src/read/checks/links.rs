//! Links and files named in a document that are not there.

use std::path::Path;

use super::imports::join;
use super::{Looked, bad, ending, warn};
use crate::model::Check;
use crate::read::documents::outline::plain;

/// Links of a Markdown or HTML document whose target does not exist, and files that it names and that do not exist.
pub fn broken(looked: &Looked<'_>) -> Vec<Check> {
    if !matches!(ending(looked.path), "md" | "markdown" | "rst" | "adoc" | "html") {
        return Vec::new();
    }
    let folder = looked.path.parent().unwrap_or(Path::new(""));
    let there = |name: &str| {
        let name = &*plain(name);
        let from_here = join(folder, name).is_some_and(|path| (looked.exists)(&path));
        from_here || join(Path::new(""), name).is_some_and(|path| (looked.exists)(&path))
    };
    let mut checks: Vec<Check> = Vec::new();
    let mut fenced = false;
    let mut fence = None;
    for (number, line) in looked.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            fence = fenced.then_some(number + 1);
        }
        if fenced {
            continue;
        }
        for name in links(line).filter(|name| !there(name)) {
            let text = format!("line {} links to {name}, which is not there", number + 1);
            checks.push(bad(&text, Some(number + 1), &format!("{name} does not exist")));
        }
        for name in named(line).filter(|name| !there(name)) {
            let text = format!("line {} names {name}, which is not there", number + 1);
            checks.push(warn(&text, Some(number + 1), &format!("{name} does not exist")));
        }
    }
    if let Some(line) = fence.filter(|_| matches!(ending(looked.path), "md" | "markdown")) {
        checks.push(warn("a code block (```) is never closed", Some(line), "a code block is never closed"));
    }
    checks
}

/// Targets of `[text](target)` and `src="target"` that are paths.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let marks = ["](", "src=\"", "href=\""];
    marks
        .into_iter()
        .flat_map(move |mark| line.match_indices(mark).map(move |(at, _)| &line[at + mark.len()..]))
        .filter_map(|rest| rest.split([')', '"', ' ', '#', '?']).next())
        .filter(|name| !name.is_empty() && !name.contains(':') && !name.starts_with('/') && !name.starts_with('<'))
}

/// Words in backticks that are paths with a folder or a well-known ending.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|name| {
        let path = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/'));
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        path && name.contains('/')
            && !name.starts_with('/')
            && matches!(
                ending,
                "md" | "py"
                    | "rs"
                    | "js"
                    | "ts"
                    | "png"
                    | "svg"
                    | "csv"
                    | "json"
                    | "toml"
                    | "yml"
                    | "yaml"
                    | "sql"
                    | "txt"
                    | "sh"
                    | "go"
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_nothing_is_found() {
        let exists = |path: &Path| [Path::new("docs/rates.md"), Path::new("docs/my rates.md")].contains(&path);
        let text = "See [rates](rates.md), [more](gone.md#a), [web](https://x.y/z.md) and ![s](shares.png), [own](my%20rates.md).\n";
        let looked = Looked { path: Path::new("docs/vat.md"), text, start: None, exists: &exists, text_of: &|_| None };
        let found: Vec<String> = broken(&looked).into_iter().map(|check| check.text).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("gone.md") && found[1].contains("shares.png"));
        let text = "Run this:\n\n```sh\nmake\n";
        let looked = Looked { path: Path::new("docs/vat.md"), text, start: None, exists: &exists, text_of: &|_| None };
        let found: Vec<String> = broken(&looked).into_iter().map(|check| check.text).collect();
        assert_eq!(found, ["a code block (```) is never closed"]);
    }
}
