//! Who belongs to a gate: its children and theirs, also those that left its process group, its session or their parent.
//!
//! On Linux the keeper adopts what loses its parent, so that nobody gets out of its line of descent; the mark in the
//! environment finds them when the keeper itself is gone.

use std::collections::BTreeMap;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The variable that marks what belongs to a gate.
pub(super) const MARK: &str = "LASTGOOD_GATE";

/// One process of a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub pid: Pid,
    /// What it is, in words.
    pub what: String,
}

/// Everything that descends from a process, itself not included. Empty where the system does not tell (no /proc).
pub(super) fn descendants(of: Pid) -> Vec<Member> {
    let parents: BTreeMap<i32, i32> = processes().filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let belongs = |pid: i32| {
        // A table that changes while it is read may hold a ring.
        std::iter::successors(parents.get(&pid), |pid| parents.get(pid)).take(10_000).any(|pid| *pid == of.as_raw_pid())
    };
    parents.keys().filter(|pid| belongs(**pid)).filter_map(|pid| member(*pid)).collect()
}

/// Everything that carries this mark in its environment.
pub(super) fn marked(mark: &str) -> Vec<Member> {
    let wanted = format!("{MARK}={mark}");
    let carries = |pid: &i32| {
        let variables = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    processes().filter(carries).filter_map(member).collect()
}

/// Sends a signal to each of them, and wakes those that are stopped, so that they hear it.
pub(super) fn signal(members: &[Member], signal: Signal) {
    for member in members {
        // One that is gone meanwhile is what was wanted.
        let _ = kill_process(member.pid, signal);
        let _ = kill_process(member.pid, Signal::CONT);
    }
}

/// Sends a signal to a whole process group.
pub(super) fn signal_group(group: Pid, signal: Signal) {
    let _ = kill_process_group(group, signal);
    let _ = kill_process_group(group, Signal::CONT);
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// State and parent stand behind the name, which may hold anything.
fn fields(pid: i32) -> Option<(char, i32)> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let mut after = stat.rsplit_once(')')?.1.split_whitespace();
    Some((after.next()?.chars().next()?, after.next()?.parse().ok()?))
}

fn parent(pid: i32) -> Option<i32> {
    fields(pid).map(|(_, parent)| parent)
}

/// A process that still lives; one that waits to be collected does nothing any more.
fn member(pid: i32) -> Option<Member> {
    if matches!(fields(pid)?.0, 'Z' | 'X') {
        return None;
    }
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let line = String::from_utf8_lossy(&line).replace('\0', " ");
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    let what = if line.trim().is_empty() { name.trim() } else { line.trim() };
    let what: String = what.chars().take(120).collect();
    Some(Member { pid: Pid::from_raw(pid)?, what: format!("{what} (process {pid})") })
}
