//! Which commits, and which content on disk, hold a change that breaks a limit.

use std::collections::HashMap;
use std::path::Path;

use super::proofs::index_of;
use crate::model::{Commit, Constraint};
use crate::read::Known;
use crate::read::replay::{Content, in_commit, line, on_disk};

/// Something that breaks a limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken<'a> {
    /// Index of its event.
    pub index: usize,
    /// What it did.
    what: String,
    /// The file that it changed, if it changed one of the work tree.
    path: Option<&'a Path>,
}

/// What breaks a limit, in order. Long runs break the same one thousands of times, so places and files are looked up.
pub fn breaches(known: Known<'_>) -> Vec<Broken<'_>> {
    let events = known.run.events.iter().enumerate().rev();
    let places: HashMap<&str, usize> = events.map(|(place, event)| (event.id.as_str(), place)).collect();
    let mut changed: HashMap<usize, &Path> = HashMap::new();
    for path in known.replay.paths().filter(|path| path.is_relative()) {
        for step in known.replay.steps(path) {
            changed.entry(step.index).or_insert(path);
        }
    }
    let broken_by = known.constraints.iter().flat_map(|limit: &Constraint| &limit.broken_by);
    let found = broken_by.filter_map(|breach| {
        let index = *places.get(breach.event.as_str())?;
        Some(Broken { index, what: breach.what.clone(), path: changed.get(&index).copied() })
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

/// What a commit holds of the changes that break a limit.
pub fn breaks(known: Known<'_>, commit: &Commit, breaches: &[Broken<'_>]) -> Option<String> {
    let place = index_of(known, commit)?;
    let older: Vec<&Commit> = line(known.tree, &commit.id).collect();
    breaches.iter().filter(|broken| broken.index <= place).find_map(|broken| {
        let path = broken.path?;
        let made = older.iter().any(|commit| {
            index_of(known, commit).is_some_and(|at| at >= broken.index)
                && commit.files.iter().any(|file| file.path == path)
        });
        let kept = made && in_commit(known.tree, &commit.id, path) != before(known, path, broken.index);
        kept.then(|| broken.what.clone())
    })
}

pub fn breached_on_disk(known: Known<'_>, breaches: &[Broken<'_>]) -> bool {
    breaches
        .iter()
        .any(|broken| broken.path.is_some_and(|path| on_disk(known.tree, path) != before(known, path, broken.index)))
}

fn before(known: Known<'_>, path: &Path, index: usize) -> Content {
    known.replay.before(known.tree, path, index)
}
