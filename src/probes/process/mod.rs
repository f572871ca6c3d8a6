//! The process table at one moment: one scan, nothing started, nothing stopped.

mod locks;
mod next;
mod ports;
mod scan;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

pub use locks::{Holders, holders};
pub use next::after_running;
pub use scan::scan;

use crate::model::Process;

/// A process as the table tells it, with what decides about its sign.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// What is shown of it.
    pub process: Process,
    /// Its account.
    pub uid: u32,
    /// Whether its folder, files and environment could be looked at.
    pub open_to_us: bool,
    /// Files below the given folders that it has open for writing.
    pub writes: Vec<PathBuf>,
    /// The unit of a service manager that runs it, if one does.
    pub service: Option<String>,
}

/// The process table at one moment.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Processes by id, without zombies and kernel threads.
    pub entries: BTreeMap<u32, Entry>,
    /// Children by parent.
    pub children: HashMap<u32, Vec<u32>>,
    /// Whether processes of other accounts are hidden as a whole (`hidepid`).
    pub hides_others: bool,
    /// Whether the table could be read at all.
    pub readable: bool,
}

impl Table {
    /// All processes below this one, nearest first.
    pub fn below(&self, pid: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = vec![pid];
        while let Some(parent) = next.pop() {
            for child in self.children.get(&parent).into_iter().flatten() {
                if !found.contains(child) {
                    found.push(*child);
                    next.push(*child);
                }
            }
        }
        found
    }

    /// The processes above this one, nearest first.
    pub fn above(&self, pid: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut at = pid;
        while let Some(entry) = self.entries.get(&at) {
            let parent = entry.process.parent;
            if parent == 0 || found.contains(&parent) {
                break;
            }
            found.push(parent);
            at = parent;
        }
        found
    }

    /// Whether its parent ended before it: it hangs below init, or below a session manager that takes orphans.
    pub fn is_orphan(&self, entry: &Entry) -> bool {
        let parent = entry.process.parent;
        if parent <= 1 {
            return true;
        }
        match self.entries.get(&parent) {
            None => true,
            Some(parent) => takes_orphans(&parent.process),
        }
    }
}

/// Session managers that make themselves the parent of orphans.
fn takes_orphans(process: &Process) -> bool {
    let first = process.argv.first().map(String::as_str).unwrap_or_default();
    (process.comm == "systemd" && process.argv.iter().any(|word| word == "--user"))
        || matches!(
            process.comm.as_str(),
            "tini" | "dumb-init" | "docker-init" | "catatonit" | "s6-svscan" | "runit" | "containerd-shim"
        )
        || Path::new(first).file_name().is_some_and(|name| name == "init")
}
