//! What is odd about a changed file and stands in no line of it: its mode, and a symbolic link that leads nowhere or in a circle.

use std::path::{Component, Path};

use crate::model::{Check, CheckSays, Commit, DeadLink, FileState};

/// The checks of a file of the work tree.
pub fn checks(file: &FileState, path: &Path, root: &Path) -> impl Iterator<Item = Check> {
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
    // What it holds is the name of another place: that is said, and whether that lies with the work.
    let living = file.link.as_ref().filter(|link| link.dead.is_none()).map(|link| {
        let out = leaves(&link.to, path, root);
        let text =
            format!("a symbolic link to {}{}", link.to.display(), if out { ", outside the work tree" } else { "" });
        Check { says: if out { CheckSays::Warn } else { CheckSays::Good }, text, line: None, gap: None }
    });
    mode.into_iter().chain(link).chain(living)
}

/// Whether a link leads out of the work tree, by what is written in it.
fn leaves(to: &Path, path: &Path, root: &Path) -> bool {
    if to.is_absolute() {
        return !to.starts_with(root);
    }
    let mut depth = path.components().count().saturating_sub(1);
    for part in to.components() {
        match part {
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
    }
    false
}

/// The files of a commit of which the diff shows no line, because only their mode changes; which modes is not kept.
pub fn of_commit(commit: &Commit) -> impl Iterator<Item = Check> {
    let only_mode = commit.files.iter().filter(|file| file.before.is_some() && file.before == file.after);
    only_mode.map(|file| {
        let text = format!("{}: mode only, its content stays the same", file.path.display());
        Check { says: CheckSays::Good, text, line: None, gap: None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DeadLink, Link};

    #[test]
    fn a_link_says_where_it_leads_and_whether_that_lies_with_the_work() {
        let told = |to: &str, dead| {
            let file = FileState { link: Some(Link { to: to.into(), dead }), ..FileState::default() };
            let all: Vec<Check> = checks(&file, Path::new("src/link"), Path::new("/home/mira/src/sync")).collect();
            (all[0].says, all[0].text.clone(), all.len())
        };
        assert_eq!(told("../tests", None), (CheckSays::Good, "a symbolic link to ../tests".into(), 1));
        assert_eq!(told("/home/mira/src/sync/a", None).0, CheckSays::Good);
        for out in ["../../other", "/etc/passwd"] {
            assert_eq!(
                told(out, None),
                (CheckSays::Warn, format!("a symbolic link to {out}, outside the work tree"), 1)
            );
        }
        assert_eq!(told("nowhere", Some(DeadLink::Nowhere)).0, CheckSays::Bad);
    }
}
