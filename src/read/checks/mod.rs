//! Whether a file is whole: what its text alone, and the files around it, show to be broken or unfinished.
//!
//! Heuristics that would rather say nothing than be wrong; none of them runs anything.

mod blocks;
mod imports;
mod links;
mod marks;
mod names;
mod rows;
mod syntax;

pub(crate) use imports::join;

use std::path::Path;

use crate::model::{Check, CheckSays};

/// A file to be checked, with what stands around it.
pub struct Looked<'a> {
    /// Its path, relative to the work tree.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// Its text when the run started, if it was there.
    pub start: Option<&'a str>,
    /// Whether a path, relative to the work tree, is there.
    pub exists: &'a dyn Fn(&Path) -> bool,
    /// The text of another file of the work tree, where it is at hand.
    pub text_of: &'a dyn Fn(&Path) -> Option<&'a str>,
}

/// What a file's text shows.
pub fn whole(looked: &Looked<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    if looked.text.is_empty() {
        if !may_be_empty(looked.path) {
            checks.push(bad("it is empty (0 bytes)", None, "the file is empty"));
        }
        return checks;
    }
    checks.extend(marks::conflicts(looked.text));
    if checks.is_empty() {
        checks.extend(syntax::broken(looked.path, looked.text));
    }
    if checks.is_empty() {
        checks.extend(marks::torn(looked.text, looked.start));
    }
    checks.extend(names::removed_but_used(looked));
    checks.extend(imports::missing(looked));
    checks.extend(links::broken(looked));
    checks.extend(marks::unfinished(looked.text, looked.start));
    checks
}

fn may_be_empty(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    matches!(name.as_str(), "__init__.py" | "py.typed" | ".gitkeep" | ".keep" | "conftest.py" | ".nojekyll")
}

fn bad(text: &str, line: Option<usize>, gap: &str) -> Check {
    Check { says: CheckSays::Bad, text: text.into(), line, gap: Some(gap.into()) }
}

fn warn(text: &str, line: Option<usize>, gap: &str) -> Check {
    Check { says: CheckSays::Warn, text: text.into(), line, gap: Some(gap.into()) }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}
