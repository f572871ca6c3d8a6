//! Processes of other accounts that we may not look at, where it matters for this run.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::sign;
use super::ties::{self, Ties};
use crate::model::{Belongs, Run, Says, Sign, SignKind, Tree, count};
use crate::probes::process::Table;
use crate::probes::users;
use crate::probes::world::World;

/// One sign for each account that owns the session or the tree, or that runs an agent, and hides its processes from us.
pub(super) fn signs(run: &Run, tree: &Tree, world: &World, table: &Table, ties: &Ties) -> Vec<Sign> {
    if !table.readable {
        let what = format!("the process table {} could not be read", world.proc.display());
        return vec![sign(
            SignKind::Process,
            Says::CannotLook,
            Belongs::OtherAccounts,
            "accounts:all",
            what,
            world.now,
        )];
    }
    let files = run.marks.growing.iter().map(std::path::PathBuf::as_path).chain([tree.root.as_path()]);
    let mut owners: Vec<u32> = files.filter_map(owner).filter(|uid| *uid != world.uid).collect();
    owners.sort_unstable();
    owners.dedup();
    let mut signs = Vec::new();
    for entry in table.entries.values().filter(|entry| !entry.open_to_us && entry.uid != world.uid) {
        let process = &entry.process;
        if ties.of(process.pid).is_none() && ties::runtime_of(process, world).is_some() && !owners.contains(&entry.uid)
        {
            owners.push(entry.uid);
        }
    }
    if world.uid == 0 {
        return signs;
    }
    for uid in owners {
        let hidden = table.entries.values().filter(|entry| entry.uid == uid && !entry.open_to_us).count();
        let name = users::name(uid);
        let what = if table.hides_others {
            format!(
                "processes of {name} are hidden from this account (hidepid), and {name} owns the session or the work tree"
            )
        } else if hidden > 0 {
            let hidden = count(hidden, "process", "processes");
            format!("{hidden} of {name}: the folder and files may not be looked at from this account")
        } else {
            continue;
        };
        let key = format!("accounts:{name}");
        signs.push(sign(SignKind::Process, Says::CannotLook, Belongs::OtherAccounts, &key, what, world.now));
    }
    signs
}

fn owner(path: &Path) -> Option<u32> {
    std::fs::metadata(path).ok().map(|meta| meta.uid())
}
