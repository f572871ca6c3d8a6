//! What became of the checked work, and what is outside the step.

use super::{Against, Changed, changes};
use crate::model::{Checked, Criterion, FileState, FileStatus, OutsideStepRow, Pile, from};
use crate::steps::{assign, text};

/// Changes of files that the step does not name and does not need. A step that names no file bounds none by name.
pub(super) fn outside_step(against: &Against<'_>, changed: &[Changed]) -> Vec<OutsideStepRow> {
    let step = text::files(&against.brief.next_step.text);
    if step.is_empty() {
        return Vec::new();
    }
    let mut named = step;
    // What the whole task wants, or what a gate may still be red for, is no part of this step.
    let own = |criterion: &&Criterion| {
        let of_task = criterion.source == from::PROMPT || criterion.source == from::PACKET;
        !of_task && !assign::leaves_red(&criterion.text)
    };
    named.extend(against.brief.criteria.iter().filter(own).flat_map(|criterion| text::files(&criterion.text)));
    let needed = |file: &Changed| {
        let own = file.path.starts_with(".lastgood/") || text::generated(&file.path);
        let asked = asked_test(&file.path, &against.brief.next_step.text);
        own || asked || named.iter().any(|name| text::same_file(name, &file.path) || text::tests_of(&file.path, name))
    };
    let outside = changed.iter().filter(|file| !needed(file));
    outside
        .map(|file| OutsideStepRow {
            row: format!("step:{}", file.path),
            location: file.path.clone(),
            by: file.by.clone(),
            allowed: assign::allows_more(&against.brief.next_step.text),
        })
        .collect()
}

/// A test that the step asks for without its name: "add `vat()` with a test" and `tests/test_vat.py`.
fn asked_test(path: &str, step: &str) -> bool {
    let words = text::words(step);
    let asks = ["test", "tests", "spec", "prueba", "pruebas"].iter().any(|word| words.contains(*word));
    // A test of what a word of the step names is found by the name that test runners would give it.
    asks && words.iter().any(|word| text::tests_of(path, word))
}

/// Checked products that the run built on, or left as they were.
pub(super) fn reused(against: &Against<'_>, changed: &[Changed]) -> Vec<String> {
    if against.consumption.is_none() {
        return Vec::new();
    }
    let good = against.brief.checked.iter().filter(|checked| checked.pile != Pile::Unknown);
    let stays = |checked: &Checked| !made_again(checked, changed) && !taken_back(against, checked, changed);
    let kept = good.filter(|checked| match commit(checked) {
        Some(commit) => reachable(against, commit),
        None => stays(checked) && there(against, checked, changed),
    });
    kept.map(|checked| checked.location.clone()).collect()
}

/// Whether the run put a checked file back to last good: nothing of what was checked stands in it.
fn taken_back(against: &Against<'_>, checked: &Checked, changed: &[Changed]) -> bool {
    let own = changed.iter().any(|file| text::same_file(&file.path, &checked.location));
    own && changes::as_at_good(against, &checked.location) == Some(true)
}

/// What was checked and what the run changed, as far as it lies in the work tree without a commit.
pub(super) fn uncommitted(against: &Against<'_>, changed: &[Changed]) -> Vec<String> {
    let tree = &against.facts.tree;
    if !tree.repository {
        return Vec::new();
    }
    let lies = |state: &FileState| {
        let differs = !matches!(state.status, FileStatus::Same | FileStatus::Missing) || state.staged;
        differs && !state.ignored
    };
    let own = |path: &str| {
        let checked = || against.brief.checked.iter().map(|checked| &checked.location);
        let unread = || against.brief.unread.iter().flat_map(|unread| &unread.list);
        let mut all = checked().chain(unread()).chain(changed.iter().map(|file| &file.path));
        all.any(|other| text::same_file(other, path)) && !text::generated(path)
    };
    let files = tree.files.iter().filter(|(_, state)| lies(state)).map(|(path, _)| path.display().to_string());
    files.filter(|path| own(path)).collect()
}

/// Checked products that the run made again from nothing.
pub(super) fn redone(against: &Against<'_>, changed: &[Changed]) -> Vec<String> {
    let files =
        against.brief.checked.iter().filter(|checked| checked.pile != Pile::Unknown && commit(checked).is_none());
    files.filter(|checked| made_again(checked, changed)).map(|checked| checked.location.clone()).collect()
}

/// The commit that a checked product is, if it is one.
fn commit(checked: &Checked) -> Option<&str> {
    let id = checked.location.strip_prefix("commit ")?.trim();
    Some(checked.version.as_deref().unwrap_or(id))
}

/// Whether HEAD still holds a commit: those before the run are below its first one.
fn reachable(against: &Against<'_>, commit: &str) -> bool {
    let tree = &against.facts.tree;
    let known = tree.commits.iter().find(|other| other.id.starts_with(commit));
    known.map_or_else(|| tree.start.as_deref().is_none_or(|start| !start.is_empty()), |known| known.on_head)
}

/// Whether a checked file is still there: at its version, or with changes on top of it.
fn there(against: &Against<'_>, checked: &Checked, changed: &[Changed]) -> bool {
    let here = |path: &std::path::Path| text::same_file(&path.display().to_string(), &checked.location);
    if let Some(file) = changed.iter().find(|file| text::same_file(&file.path, &checked.location)) {
        return file.after.is_some() || !file.blobs.is_empty();
    }
    let record = against.facts.run.record.as_ref();
    if let Some(document) = record.and_then(|record| record.document(&checked.location)) {
        return document.newest().map(crate::model::Revision::version) == checked.version;
    }
    let tree = &against.facts.tree;
    let state = tree.files.iter().find(|(path, _)| here(path)).map(|(_, state)| state);
    match (state.and_then(|state| state.blob.as_deref().or(state.head.as_deref())), &checked.version) {
        (Some(blob), Some(version)) => blob.starts_with(version.as_str()),
        _ => tree.tracked.iter().chain(tree.beside.keys()).any(|path| here(path)),
    }
}

/// Written whole, with next to nothing of the checked content in it.
fn made_again(checked: &Checked, changed: &[Changed]) -> bool {
    let mine = changed.iter().find(|file| text::same_file(&file.path, &checked.location));
    let Some((file, before, after)) = mine.and_then(|file| Some((file, file.before.as_ref()?, file.after.as_ref()?)))
    else {
        return false;
    };
    let same_version =
        checked.version.as_deref().is_some_and(|version| file.blobs.iter().any(|blob| blob.starts_with(version)));
    let lines =
        |text: &str| text.lines().map(str::trim).filter(|line| line.len() > 3).map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(before), lines(after));
    let kept = before.iter().filter(|line| after.contains(line)).count();
    file.rewritten && !same_version && !before.is_empty() && kept * 10 < before.len() * 3
}

/// Whether a commit of the run holds a file.
pub(super) fn committed(against: &Against<'_>, name: &str) -> bool {
    changes::commits(against)
        .any(|commit| commit.files.iter().any(|file| text::same_file(&file.path.display().to_string(), name)))
}

/// Whether a file that was there is not any more.
pub(super) fn gone(against: &Against<'_>, name: &str) -> bool {
    let tree = &against.facts.tree;
    let mut files = tree.files.iter().filter(|(path, _)| text::same_file(&path.display().to_string(), name));
    files.any(|(_, state)| state.blob.is_none() && state.status != crate::model::FileStatus::Same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_with_a_test_needs_that_test() {
        let step = "Add vat() to pricing/totals.py with a test, and commit.";
        assert!(asked_test("tests/test_vat.py", step) && asked_test("src/vat.test.ts", step));
        assert!(!asked_test("tests/test_fetch.py", step) && !asked_test("pricing/vat.py", step));
        assert!(!asked_test("tests/test_vat.py", "Add vat() to pricing/totals.py"));
    }
}
