//! What is odd about a changed file and stands in no line of it: its mode, and a symbolic link that leads nowhere or in a circle.

use crate::model::{Check, CheckSays, Commit, DeadLink, FileState};

/// The checks of a file of the work tree.
pub fn checks(file: &FileState) -> impl Iterator<Item = Check> {
    let check = |says, text, gap: &str| Check { says, text, line: None, gap: Some(gap.into()) };
    let mode = file.executable.map(|can| {
        let (from, to) = if can { ("100644", "100755") } else { ("100755", "100644") };
        let what = if can { "it can be executed now" } else { "it cannot be executed any more" };
        let mode = if file.only_mode() { "mode only" } else { "mode" };
        check(CheckSays::Warn, format!("{mode}: from {from} to {to}, {what}"), "its mode is changed")
    });
    let link = file.link.as_ref().and_then(|link| Some((link, link.dead?))).map(|(link, dead)| {
        let (how, gap) = match dead {
            DeadLink::Nowhere => ("nowhere", "the link leads nowhere"),
            DeadLink::Circle => ("in a circle", "the link leads in a circle"),
        };
        check(CheckSays::Bad, format!("it leads {how}: a symbolic link to {}", link.to.display()), gap)
    });
    mode.into_iter().chain(link)
}

/// The files of a commit of which the diff shows no line, because only their mode changes; which modes is not kept.
pub fn of_commit(commit: &Commit) -> impl Iterator<Item = Check> {
    let only_mode = commit.files.iter().filter(|file| file.before.is_some() && file.before == file.after);
    only_mode.map(|file| {
        let text = format!("{}: mode only, its content stays the same", file.path.display());
        Check { says: CheckSays::Good, text, line: None, gap: None }
    })
}
