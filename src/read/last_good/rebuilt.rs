//! The content behind `content: replayed`: the newest commit before the green gate, and the recorded edits on top of it.
//!
//! A file of which the record does not hold the whole text is not made up: it stays as the commit has it, and is named.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::Proofs;
use crate::model::{Facts, GoodContent};
use crate::read::Known;
use crate::read::done::Done;
use crate::read::replay::{Content, Replay};

/// A content that no commit has and the record builds again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// The commit that it builds on; `None` when there was none yet.
    pub base: Option<String>,
    /// What the run had made of each file; `None` when it had removed it.
    pub files: BTreeMap<PathBuf, Option<Arc<str>>>,
    /// Files that the run had changed in a way that the record does not hold.
    pub not_on_record: Vec<PathBuf>,
}

/// The content that the facts name as last good, when no commit has it and the recorded edits build it.
pub fn rebuilt(facts: &Facts) -> Option<Rebuilt> {
    if facts.last_good.content != Some(GoodContent::Replayed) {
        return None;
    }
    let done = Done::of(&facts.run, &facts.tree);
    let replay = Replay::of(&done);
    let known = Known {
        run: &facts.run,
        tree: &facts.tree,
        done: &done,
        host: &facts.host,
        liveness: &facts.liveness,
        task: &facts.task,
        gates: &facts.gates,
        constraints: &facts.constraints,
        claims: &facts.claims,
        replay: &replay,
    };
    let index = Proofs::of(known).replayed?.index;
    let base = base(known, index);
    let mut rebuilt = Rebuilt { base, ..Rebuilt::default() };
    for path in replay.paths().filter(|path| inside(path)) {
        if !replay.steps(path).any(|step| step.index <= index) {
            continue;
        }
        match replay.at(known.tree, path, index) {
            Content::Text(text) => drop(rebuilt.files.insert(path.clone(), Some(text))),
            Content::Gone => drop(rebuilt.files.insert(path.clone(), None)),
            Content::Unknown => rebuilt.not_on_record.push(path.clone()),
        }
    }
    Some(rebuilt)
}

/// The newest commit that was there when the gate ran.
fn base(known: Known<'_>, index: usize) -> Option<String> {
    let placed = known.tree.commits.iter().filter_map(|commit| {
        let place = known.replay.commits.place(&commit.id)?;
        (place.index <= index).then_some((place.index, commit.at, &commit.id))
    });
    let newest = placed.max_by_key(|(index, at, _)| (*index, *at)).map(|(.., id)| id.clone());
    newest.or_else(|| known.tree.start.clone())
}

/// Whether a path names a file inside the work tree, and none of git's own.
fn inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(name) if name != ".git")) && path.is_relative()
}
