//! Whether a gate ran on all that a commit holds and nothing else: "exactly this content", or only what it covers of it; and
//! which came first, the commit or the run.

use std::path::PathBuf;

use super::beside::told_missing;
use super::differing;
use super::proofs::{Proof, index_of};
use crate::model::{Commit, FileStatus, count, ours};
use crate::read::Known;
use crate::read::file_kind::file_kind;
use crate::read::replay::{in_commit, on_disk};

/// How the content on which a gate ran is called beside this commit.
pub fn called(known: Known<'_>, commit: &Commit, call: usize) -> &'static str {
    if whole(known, commit, call) { "exactly this content" } else { "what it covers of this commit" }
}

/// The sentence of a commit that a gate proves, from the content on.
pub fn since(known: Known<'_>, commit: &Commit, proof: &Proof) -> String {
    let content = called(known, commit, proof.index);
    let first = index_of(known, commit).is_some_and(|place| place < proof.index);
    let between = if first { "the commit and that run" } else { "that run and the commit" };
    let kept = if proof.gates.len() > 1 { "that they cover" } else { "that it covers" };
    match changed_between(known, commit, proof.index).as_slice() {
        [] => format!("{content}; nothing {kept} changed between {between}."),
        [one] => format!("{content}; {} was changed between {between} and is the same content again.", one.display()),
        [one, rest @ ..] => format!(
            "{content}; {} and {} were changed between {between} and are the same content again.",
            one.display(),
            count(rest.len(), "more file", "more files")
        ),
    }
}

/// The files that a gate may depend on and that were changed between a commit and the gate: what proves the commit is that they
/// are the same content at both ends.
fn changed_between(known: Known<'_>, commit: &Commit, call: usize) -> Vec<PathBuf> {
    let Some(place) = index_of(known, commit) else { return Vec::new() };
    let (from, to) = (place.min(call), place.max(call));
    let changed = |path: &&PathBuf| {
        let mut steps = known.replay.steps(path).filter(|step| step.index > from && step.index <= to);
        steps.any(|step| known.replay.before(known.tree, path, step.index).equals(&step.content) != Some(true))
    };
    let gated = |path: &&PathBuf| path.is_relative() && file_kind(path).gated();
    known.replay.paths().filter(gated).filter(changed).cloned().collect()
}

/// Whether nothing else lay in the work tree when the gate was called at `call`, as far as anything tells of it.
fn whole(known: Known<'_>, commit: &Commit, call: usize) -> bool {
    let Some(place) = index_of(known, commit) else { return false };
    let there = |path: &PathBuf| in_commit(known.tree, &commit.id, path);
    let counts = |path: &&PathBuf| path.is_relative() && !ours(path);
    let ignored = |path: &PathBuf| known.tree.files.get(path).is_some_and(|file| file.ignored);
    let committed = known.tree.commits.iter().filter(|one| known.tree.start.as_ref() != Some(&one.id));
    let committed = committed.flat_map(|one| one.files.iter().map(|file| &file.path));
    let as_committed = |path: &PathBuf| match known.replay.at(known.tree, path, call).equals(&there(path)) {
        Some(same) => same,
        None => known.replay.same(known.tree, path, call, place) == Some(true),
    };
    let written = known.replay.paths().chain(committed).filter(counts).filter(|path| !ignored(path)).all(as_committed);
    // What no event of the run wrote, and what lay there before the gate ran, by its time on disk.
    let ran = known.run.events.get(call).and_then(|event| event.at);
    let lay = |path: &PathBuf, changed| {
        ran.is_none_or(|ran| changed <= ran) && on_disk(known.tree, path).equals(&there(path)) != Some(true)
    };
    let beside = known.tree.files.iter().filter(|(path, file)| {
        let differs = !matches!(file.status, FileStatus::Same | FileStatus::Missing) && !file.only_mode();
        differs && !file.ignored && counts(path) && known.replay.steps(path).next().is_none()
    });
    let none_beside = !beside.into_iter().any(|(path, file)| file.changed.is_some_and(|changed| lay(path, changed)));
    let (from, mut told) = differing(known.run).unwrap_or_default();
    told.retain(|path| counts(&path) && !known.replay.steps(path).any(|step| step.index <= call));
    written && none_beside && (from >= call || told_missing(known.run, known.tree, &commit.id, &told).is_none())
}
