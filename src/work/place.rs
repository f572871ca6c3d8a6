//! The work tree of a run as it is now: where it was, or where it was moved to.

use std::path::{Path, PathBuf};

use crate::model::{Deed, Found, OutcomeState, PathMap, Problem, Run, Timestamp, Tree};
use crate::probes::{moved, tree, tree::Ask};
use crate::sources::{self, Places};
use crate::{read, read::ran::is_short_id};

/// A run with the work tree that belongs to it.
#[derive(Debug)]
pub struct Placed {
    /// The run, with its paths where the tree is now.
    pub run: Run,
    /// The tree.
    pub tree: Tree,
    /// The run with its paths as they were, when the tree was moved: processes and the runtime's own rules know only those.
    pub recorded: Option<Run>,
}

/// Finds the work tree of a run. A tree that was moved is followed only when it holds commits that the run knew.
pub fn place(places: &Places, found: &Found, run: Run) -> Placed {
    let Some(cwd) = run.cwd.clone() else { return Placed { run, tree: Tree::default(), recorded: None } };
    let here = look(&places.map, &run, &cwd);
    if here.exists {
        return Placed { run, tree: here, recorded: None };
    }
    let mut fits = moved::candidates(&cwd).into_iter().filter_map(|folder| follow(places, found, &run, &cwd, &folder));
    let only = fits.next().filter(|_| fits.next().is_none());
    if let Some((followed, tree)) = only {
        return Placed { run: followed, tree, recorded: Some(run) };
    }
    Placed { run, tree: here, recorded: None }
}

/// The run as it reads when its tree lies in this folder; `None` when the folder does not know its commits.
fn follow(places: &Places, found: &Found, run: &Run, cwd: &Path, folder: &Path) -> Option<(Run, Tree)> {
    let map = places.map.first(places.recorded(cwd), folder.to_path_buf());
    let followed = sources::load(&Places { map: map.clone(), ..places.clone() }, found);
    let mut tree = look(&map, &followed, folder);
    if !tree.repository || !knows(run, &tree) {
        return None;
    }
    let what = format!("the work tree was moved to {} after the run", folder.display());
    tree.problems.push(Problem::new(cwd.display().to_string(), what));
    Some((followed, tree))
}

/// Whether a tree holds a commit whose id the run saw.
fn knows(run: &Run, tree: &Tree) -> bool {
    let holds = |id: &str| id.len() >= 7 && tree.commits.iter().any(|commit| commit.id.starts_with(id));
    if run.start_commit.as_deref().is_some_and(holds) {
        return true;
    }
    run.calls().filter_map(|(_, _, result)| result).filter(|(_, outcome)| outcome.state != OutcomeState::Refused).any(
        |(_, outcome)| {
            outcome
                .output
                .split(|letter: char| !letter.is_ascii_alphanumeric())
                .any(|word| is_short_id(word) && holds(word))
        },
    )
}

fn look(map: &PathMap, run: &Run, root: &Path) -> Tree {
    tree::read(&Ask {
        root,
        // Git keeps whole seconds: what was committed in the second in which the run started came after it.
        started: run.started.and_then(|at| Timestamp::from_second(at.as_second()).ok()),
        written: &written(run),
        start_commit: run.start_commit.as_deref(),
        good: read::last_good::named_good(run),
        map,
    })
}

/// Every file that the run changed or tried to change.
fn written(run: &Run) -> Vec<PathBuf> {
    let edited = run.calls().filter_map(|(_, call, _)| match &call.deed {
        Deed::Edit(edits) => Some(edits.iter().map(|edit| edit.path.clone())),
        _ => None,
    });
    let mut paths: Vec<PathBuf> = edited.flatten().collect();
    paths.extend(read::changes::changes(run).into_iter().filter_map(|change| change.path));
    paths.sort();
    paths.dedup();
    paths
}
