//! Where commits stand among the events, and what a file was in a commit.

use std::collections::HashMap;
use std::path::Path;

use super::Content;
use crate::model::{Commit, Deed, Run, Tree};
use crate::read::commits::{Made, after_end};

/// The commits of a tree, tied to the events of a run.
#[derive(Clone, Debug, Default)]
pub struct Commits {
    at: HashMap<String, Place>,
}

/// Where a commit stands among the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of the call that made it, or of the last event before it when no call shows it.
    pub index: usize,
    /// Whether a call of the run shows that it made it.
    pub by_run: bool,
}

impl Commits {
    /// Finds the place of every commit: the command that made it, else a git command at its time, else its time.
    pub fn of(run: &Run, tree: &Tree, made: &[Made]) -> Self {
        let mut at: HashMap<String, Place> = HashMap::new();
        for made in made {
            if let Some(id) = &made.id {
                at.insert(id.clone(), Place { index: made.place.0, by_run: true });
            }
        }
        for commit in tree.commits.iter().filter(|commit| tree.start.as_ref() != Some(&commit.id)) {
            if at.contains_key(&commit.id) {
                continue;
            }
            if let Some(place) = place(run, commit) {
                at.insert(commit.id.clone(), place);
            }
        }
        Self { at }
    }

    /// Where this commit stands.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.at.get(id).copied()
    }
}

fn place(run: &Run, commit: &Commit) -> Option<Place> {
    let short = commit.id.get(..7)?;
    let made = |script: &str| {
        script.contains("git")
            && ["commit", "merge", "cherry-pick", "rebase", " am", "revert", "pull"]
                .iter()
                .any(|verb| script.contains(verb))
    };
    let mut by_time = None;
    for (index, event) in run.events.iter().enumerate() {
        let crate::model::What::Call(call) = &event.what else { continue };
        let Deed::Command { script, .. } = &call.deed else { continue };
        if !made(script) {
            continue;
        }
        let result = run.result(call);
        if result.is_some_and(|(_, outcome)| outcome.output.contains(short)) {
            return Some(Place { index, by_run: true });
        }
        let ended = result.and_then(|(event, _)| event.at);
        // Git keeps whole seconds, and clocks of records and commits are read at different moments.
        let slack = jiff::SignedDuration::from_secs(2);
        if let Some(began) = event.at
            && commit.at >= began - slack
            && ended.map_or(!after_end(run, commit), |ended| commit.at <= ended + slack)
        {
            by_time = Some(Place { index, by_run: true });
        }
    }
    by_time.or_else(|| {
        let last = run.events.iter().rposition(|event| event.at.is_some_and(|at| at <= commit.at))?;
        Some(Place { index: last, by_run: false })
    })
}

/// The commit with this full id.
pub fn commit<'a>(tree: &'a Tree, id: &str) -> Option<&'a Commit> {
    tree.commits.iter().find(|commit| commit.id == id)
}

/// A commit and its first parents, newest first, as far as the tree tells them.
pub fn line<'a>(tree: &'a Tree, id: &str) -> impl Iterator<Item = &'a Commit> {
    let mut next = commit(tree, id);
    std::iter::from_fn(move || {
        let now = next?;
        next = now.parents.first().and_then(|parent| commit(tree, parent)).filter(|older| older.id != now.id);
        Some(now)
    })
    // A damaged repository must not send us round in circles.
    .take(10_000)
}

/// What a file was in a commit.
pub fn content(tree: &Tree, id: &str, path: &Path) -> Content {
    let start = tree.start.as_deref();
    for commit in line(tree, id) {
        if start == Some(commit.id.as_str()) {
            break;
        }
        if let Some(file) = commit.files.iter().find(|file| file.path == path) {
            return blob(tree, file.after.as_deref());
        }
    }
    at_start(tree, path)
}

/// What a file was when the run started.
pub fn at_start(tree: &Tree, path: &Path) -> Content {
    // Of a file that is gone with its whole tree the row says nothing; the commits still do.
    if let Some(file) = tree.files.get(path).filter(|_| tree.exists) {
        return blob(tree, file.start.as_deref());
    }
    // The first commit after the start that touches it knows what it was before.
    let first = tree
        .commits
        .iter()
        .filter(|commit| tree.start.as_deref() != Some(commit.id.as_str()))
        .find_map(|commit| commit.files.iter().find(|file| file.path == path));
    match first {
        Some(file) => blob(tree, file.before.as_deref()),
        None => Content::Unknown,
    }
}

/// What a file was in the commits below the start of the run, newest first, as far as they are known.
pub fn below_start(tree: &Tree, path: &Path) -> Vec<Content> {
    let known = |id: &str| tree.commits.iter().chain(&tree.earlier).find(|commit| commit.id == id);
    let mut found = Vec::new();
    let mut next = tree.start.as_deref().and_then(known);
    while let Some(commit) = next.filter(|_| found.len() <= tree.earlier.len() + 1) {
        found.push(commit.files.iter().find(|file| file.path == path).map(|file| blob(tree, file.before.as_deref())));
        next = commit.parents.first().and_then(|parent| known(parent));
    }
    found.into_iter().flatten().collect()
}

/// What a file is on disk.
pub fn on_disk(tree: &Tree, path: &Path) -> Content {
    match (tree.files.get(path), &tree.head) {
        (Some(file), _) if file.blob.is_none() && file.bytes == 0 => Content::Gone,
        (Some(file), _) => match &file.blob {
            Some(id) => blob(tree, Some(id)),
            None => Content::Unknown,
        },
        (None, Some(head)) => content(tree, head, path), // no row: equal to HEAD
        (None, None) => Content::Unknown,
    }
}

fn blob(tree: &Tree, id: Option<&str>) -> Content {
    match id {
        None => Content::Gone,
        Some(id) => tree.texts.get(id).map_or(Content::Unknown, |text| Content::text(text)),
    }
}
