//! Git's own traces: lock files, an operation in progress, locks of linked work trees.

use super::ties::Ties;
use super::{say, sign};
use crate::model::{Belongs, Says, Sign, SignKind, Tree};
use crate::probes::process::Table;
use crate::probes::world::World;

/// Signs of git. A lock file or a rebase proves no living git: both outlive a killed one.
pub(super) fn signs(tree: &Tree, world: &World, table: &Table, ties: &Ties) -> Vec<Sign> {
    let mut signs = Vec::new();
    let git = table.entries.values().find(|entry| entry.process.comm == "git" && ties.of(entry.process.pid).is_some());
    for lock in &tree.locks {
        let what = match git {
            Some(git) => {
                format!("{} is there; a git process of the run lives: {}", lock.display(), say::command(&git.process))
            }
            None => format!(
                "{} is there, and no git process stands in the work tree: a killed git leaves it behind",
                lock.display()
            ),
        };
        signs.push(sign(
            SignKind::Git,
            Says::Nothing,
            Belongs::WorkTree,
            &format!("git:{}", lock.display()),
            what,
            world.now,
        ));
    }
    if let Some(operation) = &tree.operation {
        let what = format!("a {operation} is in progress; it goes on only when somebody continues it");
        signs.push(sign(SignKind::Git, Says::Nothing, Belongs::WorkTree, "git:operation", what, world.now));
    }
    for linked in &tree.worktrees {
        let Some(reason) = linked.locked.as_deref().filter(|reason| !reason.is_empty()) else { continue };
        let Some((pid, start)) = holder(reason) else { continue };
        let lives =
            table.entries.get(&pid).is_some_and(|entry| start.is_none_or(|start| entry.process.start_ticks == start));
        let place = linked.path.display();
        let (says, what) = if !table.readable {
            (
                Says::CannotLook,
                format!(
                    "the linked work tree {place} is locked ({reason}); whether pid {pid} lives could not be looked at"
                ),
            )
        } else if !lives {
            (Says::Quiet, format!("the linked work tree {place} is locked ({reason}), but pid {pid} is gone"))
        } else if ties.of(pid).is_some() {
            continue; // its own sign says more
        } else {
            (Says::Nothing, format!("the linked work tree {place} is locked by a living process ({reason})"))
        };
        signs.push(sign(
            SignKind::Git,
            says,
            Belongs::WorkTree,
            &format!("git:worktree:{}", linked.name),
            what,
            world.now,
        ));
    }
    signs
}

/// `claude session NAME (pid 5958 start 141141)`.
fn holder(reason: &str) -> Option<(u32, Option<u64>)> {
    let rest = &reason[reason.find("pid ")? + 4..];
    let mut words = rest.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let pid = words.next()?.parse().ok()?;
    let start = (words.next() == Some("start")).then(|| words.next()?.parse().ok()).flatten();
    Some((pid, start))
}

#[cfg(test)]
mod tests {
    use super::holder;

    #[test]
    fn the_lock_of_a_linked_tree_names_its_holder() {
        assert_eq!(holder("claude session dead-letter (pid 5958 start 141141)"), Some((5958, Some(141_141))));
        assert_eq!(holder("kept for the review (pid 12)"), Some((12, None)));
        assert_eq!(holder("on a stick"), None);
    }
}
