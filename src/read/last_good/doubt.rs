//! What keeps a proof from being certain, in words and by what the record leaves out.

use std::path::{Path, PathBuf};

use crate::model::{Commit, Deed, What};
use crate::read::Known;
use crate::read::changes::How;
use crate::read::replay::line;
use crate::read::shell::{Script, Simple, git};

/// What keeps a proof from being certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A gate was red and green on the same content.
    Flaky,
    /// What an uncommitted file was when the gate ran is not on record.
    NotOnRecord(PathBuf),
    /// The recorded edits do not build the committed content of a file, though no change between is on record.
    Abridged(PathBuf),
    /// A committed file was changed, no recorded event changed it, and other commands ran between the gate and the commit.
    Unrecorded(PathBuf),
    /// The same, but nothing at all ran between the gate and the commit: the gate saw what was committed.
    Generated(PathBuf),
}

impl Doubt {
    /// The doubt as the end of a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Flaky => "a gate was red and green on the same content".into(),
            Self::Unrecorded(path) | Self::Generated(path) => {
                format!("no recorded event made the committed change of {}", path.display())
            }
            Self::NotOnRecord(path) => format!("what {} was then is not on record", path.display()),
            Self::Abridged(path) => {
                format!(
                    "the recorded edits of {} do not build what was committed; no other change is on record",
                    path.display()
                )
            }
        }
    }
}

/// What the record leaves out about a file of a commit, when by the record nothing changed it between the gate and the commit.
pub fn untold(known: Known<'_>, commit: &Commit, path: &Path, gate: usize, place: usize) -> Option<Doubt> {
    let made = known.replay.commits.place(&commit.id).is_some_and(|place| place.by_run);
    let mut held = line(known.tree, &commit.id).take_while(|older| known.tree.start.as_ref() != Some(&older.id));
    let edits: Vec<usize> = known.replay.steps(path).map(|step| step.index).collect();
    let between = edits.iter().any(|edit| *edit > gate && *edit <= place);
    let held = held.any(|commit| commit.files.iter().any(|file| file.path == path));
    // After a switch, a reset or a rebase the tree is no longer the one that the gate saw.
    let moved = known.done.changes.iter().any(|change| {
        let whole = change.path.is_none() && change.how == How::Restored;
        whole && change.index > gate && change.index <= place
    });
    if !made || gate > place || between || moved || !held {
        return None;
    }
    let path = path.to_path_buf();
    Some(if edits.iter().any(|edit| *edit <= gate) {
        Doubt::Abridged(path)
    } else if quiet(known, gate, place) {
        Doubt::Generated(path)
    } else {
        Doubt::Unrecorded(path)
    })
}

/// Whether nothing that may change a file ran between two calls.
fn quiet(known: Known<'_>, gate: usize, place: usize) -> bool {
    known.run.events.iter().take(place).skip(gate + 1).all(|event| match &event.what {
        What::Call(call) => match &call.deed {
            Deed::Command { script, .. } => Script::read(script).simples.iter().all(only_looks),
            Deed::Edit(_) | Deed::Server { .. } | Deed::Request { .. } | Deed::Other { .. } | Deed::Delegate { .. } => {
                false
            }
            Deed::Read { .. } | Deed::Plan(_) | Deed::Ask { .. } | Deed::Fetch { .. } => true,
        },
        _ => true,
    })
}

/// Whether a command only looks, or only tells git what to commit.
fn only_looks(simple: &Simple) -> bool {
    const LOOKS: &[&str] =
        &["cat", "ls", "head", "tail", "grep", "rg", "echo", "pwd", "wc", "cd", "true", "printf", "diff"];
    const GIT: &[&str] = &["add", "branch", "commit", "diff", "log", "rev-parse", "show", "status"];
    match git(simple) {
        Some(git) => GIT.contains(&git.verb),
        None => LOOKS.contains(&simple.name()) && simple.redirects.is_empty(),
    }
}
