//! Files that a start does not have: what a step is about and what the commit from which it would start does not hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::model::{Commit, Facts, Start, StartFrom, Tree, ours};
use crate::steps::{sort, text};

/// The files that a step names and that lie in the work tree, but not in the commit from which this start makes a new one.
pub(super) fn absent(facts: &Facts, start: &Start, step: &str) -> Vec<String> {
    let Some(commit) = start.commit.as_deref().filter(|_| start.from == Some(StartFrom::Commit)) else {
        return Vec::new();
    };
    let lies = |file: &str| {
        let of = |path: &Path| text::same_file(&path.display().to_string(), file);
        let changed = facts.tree.files.iter().filter(|(_, state)| state.blob.is_some()).map(|(path, _)| path);
        facts.tree.tracked.iter().chain(changed).find(|path| of(path)).cloned()
    };
    let files = text::files(step);
    files
        .into_iter()
        .filter(|file| lies(file).is_some_and(|path| holds(&facts.tree, commit, &path) == Some(false)))
        .collect()
}

/// Whether a commit holds a file; `None` when what lies between it and HEAD is not known.
fn holds(tree: &Tree, commit: &str, path: &Path) -> Option<bool> {
    let then = between(tree, commit)?.get(path).map(|(then, _)| then.is_some());
    Some(then.unwrap_or_else(|| tree.tracked.iter().any(|tracked| tracked == path)))
}

/// The files that lie in the work tree otherwise than a commit has them; `None` when what lies between it and HEAD is not known.
pub fn differing(facts: &Facts, commit: &str) -> Option<Vec<String>> {
    let differ = between(&facts.tree, commit)?.into_iter().filter(|(_, (then, now))| then != now);
    Some(differ.map(|(path, _)| path.display().to_string()).collect())
}

/// What a commit has of a file, and what lies there now.
type ThenAndNow<'a> = (Option<&'a String>, Option<&'a String>);

/// Per file that was touched since a commit: what that has, and what lies there now. `None` when what lies between it and HEAD
/// is not known.
fn between<'a>(tree: &'a Tree, commit: &str) -> Option<BTreeMap<&'a Path, ThenAndNow<'a>>> {
    let head = tree.head.as_deref()?;
    let below = sort::reachable(tree, commit);
    let at_start = tree.start.as_deref().is_some_and(|start| start.starts_with(commit));
    if below.is_empty() && !at_start && !head.starts_with(commit) {
        return None;
    }
    let above = if head.starts_with(commit) { BTreeSet::new() } else { sort::reachable(tree, head) };
    let later = |one: &&Commit| {
        let id = one.id.as_str();
        above.contains(id) && !below.contains(id) && !(at_start && id.starts_with(commit))
    };
    let mut later: Vec<&Commit> = tree.earlier.iter().chain(&tree.commits).filter(later).collect();
    later.sort_by_key(|one| one.at);
    let mut files: BTreeMap<&Path, ThenAndNow<'a>> = BTreeMap::new();
    for file in later.iter().flat_map(|one| &one.files) {
        files.entry(&file.path).or_insert((file.before.as_ref(), None)).1 = file.after.as_ref();
    }
    for (path, state) in tree.files.iter().filter(|(path, state)| !state.ignored && path.is_relative()) {
        let now = state.blob.as_ref();
        files.entry(path).or_insert((state.head.as_ref(), now)).1 = now;
    }
    files.retain(|path, _| !ours(path));
    Some(files)
}

/// Whether the tree that a start makes holds a checked product, by its id, as it was checked. What is no file and no commit does
/// not lie in a tree, and of what is not known nothing is said.
pub(in crate::steps) fn held_by<'a>(facts: &'a Facts, start: &Start) -> impl Fn(&str, Option<&str>) -> bool + 'a {
    let commit = start.commit.as_deref().filter(|_| start.from == Some(StartFrom::Commit));
    let below = commit.map(|commit| sort::reachable(&facts.tree, commit)).filter(|below| !below.is_empty());
    let between = commit.and_then(|commit| between(&facts.tree, commit));
    move |id, version| {
        if let Some(made) = id.strip_prefix("commit:") {
            return below.as_ref().is_none_or(|below| below.contains(made));
        }
        let path = id.strip_prefix("file:").map(Path::new);
        let then = path.and_then(|path| between.as_ref()?.get(path));
        then.is_none_or(|(then, _)| then.map(String::as_str) == version)
    }
}

/// The files that a step names and that lie otherwise in the work tree than in the commit from which this start makes a new one.
pub(super) fn otherwise(facts: &Facts, start: &Start, step: &str) -> Vec<String> {
    let commit = start.commit.as_deref().filter(|_| start.from == Some(StartFrom::Commit));
    let differ = commit.and_then(|commit| differing(facts, commit)).unwrap_or_default();
    let absent = absent(facts, start, step);
    let files = text::files(step).into_iter().filter(|file| !absent.contains(file));
    files.filter(|file| differ.iter().any(|other| text::same_file(other, file))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::facts;
    use crate::model::{CommitFile, FileState, StartMode};

    #[test]
    fn a_file_that_is_not_in_the_commit_is_named_and_one_that_is_not_known_is_not() {
        let mut facts = facts();
        let commit = |id: &str, parent: Option<&str>, path: &str, before: Option<&str>| Commit {
            id: id.repeat(8),
            parents: parent.map(|parent| parent.repeat(8)).into_iter().collect(),
            subject: String::new(),
            author: String::new(),
            at: crate::model::build::at(if id == "aaaaa" { 1 } else { 2 }),
            on_head: true,
            files: vec![CommitFile { path: path.into(), before: before.map(Into::into), after: Some("b".into()) }],
        };
        facts.tree.commits =
            vec![commit("aaaaa", None, "src/old.rs", Some("b")), commit("bbbbb", Some("aaaaa"), "src/later.rs", None)];
        facts.tree.head = Some("bbbbb".repeat(8));
        facts.tree.tracked = vec!["src/old.rs".into(), "src/later.rs".into()];
        let state = FileState { blob: Some("c".into()), ..FileState::default() };
        facts.tree.files.insert("src/new.rs".into(), state);
        let start = |commit: &str| Start {
            mode: StartMode::Fresh,
            from: Some(StartFrom::Commit),
            commit: Some(commit.repeat(8)),
            ..Start::default()
        };
        let step = "Finish src/new.rs, src/later.rs and src/old.rs; src/nowhere.rs is to be made.";
        assert_eq!(absent(&facts, &start("aaaaa"), step), ["src/new.rs", "src/later.rs"]);
        assert_eq!(absent(&facts, &start("bbbbb"), step), ["src/new.rs"]);
        assert_eq!(absent(&facts, &start("ccccc"), step), Vec::<String>::new());
        // A brief that a person sent into the work tree is no work.
        facts
            .tree
            .files
            .insert(".lastgood/brief-1.md".into(), FileState { blob: Some("d".into()), ..FileState::default() });
        // Nothing is reset: what lies there otherwise is told, what came with a later commit and went again is not.
        assert_eq!(differing(&facts, "aaaaaaaa").unwrap(), ["src/later.rs", "src/new.rs"]);
        assert_eq!(differing(&facts, &"bbbbb".repeat(8)).unwrap(), ["src/new.rs"]);
        assert_eq!(differing(&facts, "ccccccc"), None);
        facts.tree.files.insert("src/later.rs".into(), FileState::default());
        assert_eq!(differing(&facts, &"aaaaa".repeat(8)).unwrap(), ["src/new.rs"]);
        facts.tree.files.remove(Path::new("src/later.rs"));
        let here = Start { from: Some(StartFrom::Worktree), ..start("aaaaa") };
        assert_eq!(absent(&facts, &here, step), Vec::<String>::new());
        assert_eq!(otherwise(&facts, &here, step), Vec::<String>::new());
        // A file that is there with other content is no absent one; what was checked is there only as it was checked.
        let other = FileState { blob: Some("d".into()), head: Some("b".into()), ..FileState::default() };
        facts.tree.files.insert("src/old.rs".into(), other);
        assert_eq!(otherwise(&facts, &start("aaaaa"), step), ["src/old.rs"]);
        let held = |from: &str, id: &str, version: &str| held_by(&facts, &start(from))(id, Some(version));
        assert!(held("aaaaa", "file:src/old.rs", "b") && !held("aaaaa", "file:src/old.rs", "d"));
        assert!(held("bbbbb", &format!("commit:{}", "aaaaa".repeat(8)), "") && held("ccccc", "file:src/old.rs", "d"));
        assert!(!held("aaaaa", &format!("commit:{}", "bbbbb".repeat(8)), ""));
        assert!(held_by(&facts, &here)("file:src/old.rs", Some("d")));
    }
}
