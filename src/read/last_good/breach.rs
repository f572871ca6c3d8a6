//! Which commits, and which content on disk, hold a change that breaks a limit.

use std::path::{Path, PathBuf};

use super::proofs::index_of;
use crate::model::{Commit, Constraint};
use crate::read::Known;
use crate::read::replay::{Content, Replay, in_commit, line, on_disk};

/// Changes of files that break a limit: the index of the call, and what it did.
pub fn breaches(known: Known<'_>) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for breach in known.constraints.iter().flat_map(|limit: &Constraint| &limit.broken_by) {
        if let Some(index) = known.run.events.iter().position(|event| event.id == breach.event) {
            found.push((index, breach.what.clone()));
        }
    }
    found.sort();
    found
}

/// What a commit holds of the changes that break a limit.
pub fn breaks(known: Known<'_>, commit: &Commit, breaches: &[(usize, String)]) -> Option<String> {
    let place = index_of(known, commit)?;
    let older: Vec<&Commit> = line(known.tree, &commit.id).collect();
    breaches.iter().filter(|(index, _)| *index <= place).find_map(|(index, what)| {
        let path = broken_path(known.replay, *index)?;
        let made = older.iter().any(|commit| {
            index_of(known, commit).is_some_and(|at| at >= *index) && commit.files.iter().any(|file| file.path == path)
        });
        let kept = in_commit(known.tree, &commit.id, &path) != before(known, &path, *index);
        (made && kept).then(|| what.clone())
    })
}

pub fn breached_on_disk(known: Known<'_>, breaches: &[(usize, String)]) -> bool {
    breaches.iter().any(|(index, _)| {
        broken_path(known.replay, *index).is_some_and(|path| on_disk(known.tree, &path) != before(known, &path, *index))
    })
}

fn broken_path(replay: &Replay, index: usize) -> Option<PathBuf> {
    replay.paths().find(|path| path.is_relative() && replay.steps(path).any(|step| step.index == index)).cloned()
}

fn before(known: Known<'_>, path: &Path, index: usize) -> Content {
    known.replay.before(known.tree, path, index)
}
