//! Tests that were changed under a gate: lines that existed and are gone, and tests that are skipped.
//!
//! Added tests are fine. A green whose own assertions were changed or removed is not comparable with the one before.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::cover::is_test;
use crate::model::{Change, Edit, Hunk, Run, Tree};
use crate::read::changes::{Changed, How};

/// A change that takes something from a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weakened {
    /// Where it stands in the run.
    pub place: (usize, usize),
    /// The call's event.
    pub event: String,
    /// The file.
    pub path: PathBuf,
    /// What happened to it, in words.
    pub what: String,
    /// The lines that are gone.
    pub gone: Vec<String>,
}

const SKIPS: &[&str] = &[
    "@unittest.skip",
    "@pytest.mark.skip",
    "@pytest.mark.xfail",
    "pytest.skip(",
    "skipTest(",
    "it.skip(",
    "test.skip(",
    "describe.skip(",
    "xit(",
    "xdescribe(",
    "it.todo(",
    ".only(",
    "#[ignore",
    "t.Skip(",
    "t.SkipNow(",
    "@Disabled",
    "@Ignore",
    "[Fact(Skip",
    "[Ignore",
    "@tag :skip",
    "markTestSkipped",
    "skip: true",
    "{ skip:",
    "pending(",
];

/// Every change that takes something from a test, in order.
pub(crate) fn weakened(run: &Run, tree: &Tree, changes: &[Changed]) -> Vec<Weakened> {
    let mut out = Vec::new();
    // What the run itself added to a file may be changed again by it.
    let mut own: BTreeSet<(PathBuf, String)> = BTreeSet::new();
    for change in changes {
        let Some(path) = &change.path else { continue };
        let test = is_test(path);
        let mut found = |what: &str, gone: Vec<String>| {
            out.push(Weakened {
                place: change.place(),
                event: change.event.clone(),
                path: path.clone(),
                what: what.into(),
                gone,
            });
        };
        match (&change.how, change.edit(run)) {
            (How::Removed, _) if test => found("removed", Vec::new()),
            (How::Edited, _) if test => found("edited by a command", Vec::new()),
            (How::Edit(_), Some(edit)) => {
                if matches!(edit.change, Change::Delete) && test {
                    found("removed", Vec::new());
                    continue;
                }
                let (gone, added) = lines(edit, tree, path);
                let gone: Vec<_> = gone
                    .into_iter()
                    .filter(|line| counts(line, test) && !own.contains(&(path.clone(), line.trim().to_owned())))
                    .filter(|line| !kept(line, &added))
                    .collect();
                if !gone.is_empty() {
                    found("existing lines changed", gone);
                } else if let Some(skip) =
                    SKIPS.iter().find(|skip| test && added.iter().any(|line| line.contains(**skip)))
                {
                    found(&format!("a test is skipped: {skip}"), Vec::new());
                }
                own.extend(added.iter().map(|line| (path.clone(), line.trim().to_owned())));
            }
            _ => {}
        }
    }
    out
}

/// A line that checks something; outside test files only assertions do.
fn counts(line: &str, test: bool) -> bool {
    let code = line.trim();
    let start =
        ["import ", "from ", "use ", "require", "#", "//", "/*", "*", "const {", "\"\"\"", "package ", "include "];
    let told = !code.is_empty()
        && code.chars().any(char::is_alphanumeric)
        && !start.iter().any(|start| code.starts_with(start));
    let fetched = code.contains("require(") || code.starts_with("import render") || code.starts_with("import ");
    if test { told && !fetched } else { code.contains("assert") && told }
}

/// Whether a line lives on as a part of a new one: an argument more, a comma more.
fn kept(line: &str, added: &[String]) -> bool {
    let text = line.trim().trim_end_matches([',', ';', ')', '}', ']']);
    added.iter().any(|new| new.contains(text))
}

/// The lines that an edit takes away and those that it adds.
pub(crate) fn lines(edit: &Edit, tree: &Tree, path: &std::path::Path) -> (Vec<String>, Vec<String>) {
    let split = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = match &edit.change {
        Change::Replace { old, new, .. } => (split(old), split(new)),
        Change::Patch(hunks) | Change::Move { hunks, .. } => flat(hunks),
        Change::Write(text) => (before(edit, tree, path).map(|text| split(&text)).unwrap_or_default(), split(text)),
        Change::Delete => (before(edit, tree, path).map(|text| split(&text)).unwrap_or_default(), Vec::new()),
        Change::Unknown => match (&edit.before, &edit.after) {
            (Some(before), Some(after)) => (split(before), split(after)),
            _ => (Vec::new(), Vec::new()),
        },
    };
    let minus = |a: &[String], b: &[String]| {
        let mut rest = b.to_vec();
        a.iter()
            .filter(|line| match rest.iter().position(|other| other == *line) {
                Some(at) => {
                    rest.swap_remove(at);
                    false
                }
                None => true,
            })
            .cloned()
            .collect::<Vec<_>>()
    };
    (minus(&old, &new), minus(&new, &old))
}

fn flat(hunks: &[Hunk]) -> (Vec<String>, Vec<String>) {
    (hunks.iter().flat_map(|hunk| hunk.old.clone()).collect(), hunks.iter().flat_map(|hunk| hunk.new.clone()).collect())
}

/// The text before a whole write: recorded, or as it stood when the run started.
fn before(edit: &Edit, tree: &Tree, path: &std::path::Path) -> Option<String> {
    if let Some(before) = &edit.before {
        return Some(before.clone());
    }
    let inner = path.strip_prefix(&tree.root).unwrap_or(path);
    let blob = tree.files.get(inner)?.start.as_ref()?;
    tree.texts.get(blob).cloned()
}
