//! Growth of the session's files and change in the work tree while we watch.

use super::sign;
use crate::model::{Belongs, Run, Says, Sign, SignKind, Timestamp, Tree};
use crate::probes::activity::Change;
use crate::probes::world::World;

/// One sign for the session's files, one for the work tree.
pub(super) fn signs(run: &Run, tree: &Tree, world: &World, change: Option<&Change>) -> Vec<Sign> {
    vec![transcript(run, world, change), work_tree(tree, world, change)]
}

fn transcript(run: &Run, world: &World, change: Option<&Change>) -> Sign {
    let last = run.last_event.map_or_else(String::new, |at| format!("; its last record is of {}", second(at)));
    let (says, what) = match change {
        _ if run.marks.growing.is_empty() => (Says::Nothing, "the session has no file that grows".to_owned()),
        None => (Says::Nothing, format!("looked once; growth shows only at a second look{last}")),
        Some(change) if change.grown.is_empty() => (
            Says::Quiet,
            format!("watched for {:.1} s, nothing was added to the session's files{last}", change.seconds),
        ),
        // A store that all sessions share grows with each of them.
        Some(change) if change.grown.iter().all(|(path, _)| is_shared(path)) => (
            Says::Nothing,
            format!("the store of all sessions changed while we watched for {:.1} s{last}", change.seconds),
        ),
        Some(change) => {
            let files: Vec<String> =
                change.grown.iter().map(|(path, bytes)| format!("{} by {bytes} bytes", path.display())).collect();
            (
                Says::Alive,
                format!("the session's files grew while we watched for {:.1} s: {}", change.seconds, files.join(", ")),
            )
        }
    };
    sign(SignKind::TranscriptGrowth, says, Belongs::SessionFile, "transcript-growth", what, world.now)
}

/// Finer than a second nobody reads.
fn second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

fn is_shared(path: &std::path::Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".db"))
}

/// Never alive by itself: an editor, a build or our own effects change a tree, too.
fn work_tree(tree: &Tree, world: &World, change: Option<&Change>) -> Sign {
    let last = tree.files.values().filter_map(|file| file.changed).max();
    let last = last.map_or_else(String::new, |at| format!("; the last change is of {}", second(at)));
    let what = match change {
        _ if !tree.exists => "the work tree is not there".to_owned(),
        None => format!("looked once; change shows only at a second look{last}"),
        Some(change) if change.changed.is_empty() => {
            format!("watched for {:.1} s, nothing changed{last}", change.seconds)
        }
        Some(change) => {
            let files: Vec<String> = change.changed.iter().take(5).map(|path| path.display().to_string()).collect();
            format!("changed while we watched for {:.1} s: {}; look who did it", change.seconds, files.join(", "))
        }
    };
    sign(SignKind::TreeChange, Says::Nothing, Belongs::WorkTree, "tree-change", what, world.now)
}
