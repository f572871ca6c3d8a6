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
    /// The limit.
    limit: &'a str,
    /// What it did.
    what: String,
    /// The file that it changed, if it changed one of the work tree.
    path: Option<&'a Path>,
}

/// A limit that a commit breaks, and the change that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// The limit, as it was stated.
    pub limit: String,
    /// What breaks it, in words.
    pub what: String,
}

/// What breaks a limit, in order. Long runs break the same one thousands of times, so places and files are looked up.
pub fn breaches<'a>(known: Known<'a>) -> Vec<Broken<'a>> {
    let events = known.run.events.iter().enumerate().rev();
    let places: HashMap<&str, usize> = events.map(|(place, event)| (event.id.as_str(), place)).collect();
    let mut changed: HashMap<usize, &Path> = HashMap::new();
    for path in known.replay.paths().filter(|path| path.is_relative()) {
        for step in known.replay.steps(path) {
            changed.entry(step.index).or_insert(path);
        }
    }
    let of_limit = |limit: &'a Constraint| limit.broken_by.iter().map(|breach| (limit.text.as_str(), breach));
    let found = known.constraints.iter().flat_map(of_limit).filter_map(|(limit, breach)| {
        let index = *places.get(breach.event.as_str())?;
        Some(Broken { index, limit, what: breach.what.clone(), path: changed.get(&index).copied() })
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

/// What a commit holds of the changes that break a limit: each limit once, with the first change that does.
pub fn breaks(known: Known<'_>, commit: &Commit, breaches: &[Broken<'_>]) -> Vec<Breaks> {
    let Some(place) = index_of(known, commit) else { return Vec::new() };
    let older: Vec<&Commit> = line(known.tree, &commit.id).collect();
    let mut found: Vec<Breaks> = Vec::new();
    for broken in breaches.iter().filter(|broken| broken.index <= place) {
        let Some(path) = broken.path.filter(|_| found.iter().all(|one| one.limit != broken.limit)) else { continue };
        let made = older.iter().any(|commit| {
            index_of(known, commit).is_some_and(|at| at >= broken.index)
                && commit.files.iter().any(|file| file.path == path)
        });
        if made && in_commit(known.tree, &commit.id, path) != before(known, path, broken.index) {
            found.push(Breaks { limit: broken.limit.to_owned(), what: broken.what.clone() });
        }
    }
    found
}

pub fn breached_on_disk(known: Known<'_>, breaches: &[Broken<'_>]) -> bool {
    breaches
        .iter()
        .any(|broken| broken.path.is_some_and(|path| on_disk(known.tree, path) != before(known, path, broken.index)))
}

fn before(known: Known<'_>, path: &Path, index: usize) -> Content {
    known.replay.before(known.tree, path, index)
}
