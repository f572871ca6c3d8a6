//! Processes without a mark of the run: a person's shell and editor in the work tree, a service, an orphan that nobody explains, a server on
//! a port that the run names.

use super::place::Places;
use super::ties::{Role, Tie, event_of_command, parent_name, supervised};
use crate::model::{Deed, Process, Run};
use crate::probes::process::{Entry, Table};
use crate::probes::world::World;

/// Servers of terminal multiplexers: what they hold open is a pane, not an agent.
const MULTIPLEXERS: &[&str] = &["tmux: server", "tmux", "screen", "SCREEN", "zellij", "dtach", "abduco", "mosh-server"];

/// What a process without any mark is, when it stands in the run's folders or writes there.
pub(super) fn standing(run: &Run, world: &World, table: &Table, places: &Places, entry: &Entry) -> Option<Tie> {
    let process = &entry.process;
    let stands = places.hold_process(process.cwd.as_deref());
    let written = entry.writes.iter().find(|path| places.hold(path));
    if !stands && written.is_none() {
        return None;
    }
    let orphan = table.is_orphan(entry);
    let event = event_of_command(run, process);
    if event.is_some() && (orphan || !process.terminal) && entry.service.is_none() {
        let why = vec!["runs a command of the record".to_owned(), stand(stands)];
        return Some(Tie { role: Role::Left, why, event });
    }
    let person = |why: String| Some(Tie { role: Role::Person, why: vec![why], event: None });
    if let Some(unit) = &entry.service {
        return person(format!("a service of this machine ({unit})"));
    }
    // Where somebody started it, and that it outlived its terminal, says nothing; its panes speak for themselves.
    if is_multiplexer(process) {
        return None;
    }
    if let Some(pane) = pane(table, entry) {
        return person(format!("a pane of {pane}"));
    }
    if process.terminal {
        return person("has a terminal of its own".to_owned());
    }
    if !orphan {
        return person(format!("started by {} (pid {})", parent_name(table, entry), process.parent));
    }
    if is_older(run, world, process) {
        return person("started before the run".to_owned());
    }
    let mut why = vec![
        "its parent is gone and it has no terminal".to_owned(),
        stand(stands),
        "nothing else says whose it is".to_owned(),
    ];
    why.extend(written.map(|path| format!("writes {}", path.display())));
    why.extend(supervised(process));
    Some(Tie { role: Role::Left, why, event: None })
}

/// A server that left the work tree and its marks behind: it listens where a command of the run said, and was started while the run went on.
pub(super) fn serving(run: &Run, world: &World, table: &Table, entry: &Entry) -> Option<Tie> {
    let process = &entry.process;
    let began = run.started.zip(run.last_event).zip(process.since);
    let meanwhile = began.is_some_and(|((first, last), since)| first <= since && since <= last);
    if process.ports.is_empty()
        || !meanwhile
        || world.now_is_fixed
        || !table.is_orphan(entry)
        || process.terminal
        || entry.service.is_some()
    {
        return None;
    }
    let named = run.calls().rev().find_map(|(event, call, _)| {
        let Deed::Command { script, .. } = &call.deed else { return None };
        let numbers = script.split(|letter: char| !letter.is_ascii_alphanumeric());
        let port = numbers.filter_map(|word| word.parse::<u16>().ok()).find(|port| process.ports.contains(port))?;
        Some((event.id.clone(), port))
    });
    let (event, port) = named?;
    let why = vec![
        format!("a command of the run names port {port}, and it was started while the run went on"),
        "its parent is gone".to_owned(),
    ];
    Some(Tie { role: Role::Left, why, event: Some(event) })
}

fn stand(stands: bool) -> String {
    if stands { "stands in the work tree" } else { "writes into the work tree" }.to_owned()
}

/// The multiplexer in which a process is a pane.
pub(super) fn pane(table: &Table, entry: &Entry) -> Option<String> {
    let parent = &table.entries.get(&entry.process.parent)?.process;
    is_multiplexer(parent).then(|| parent.comm.split(':').next().unwrap_or(&parent.comm).to_lowercase())
}

fn is_multiplexer(process: &Process) -> bool {
    MULTIPLEXERS.contains(&process.comm.as_str())
}

/// Started before the run began; with a clock that was set by hand the age of a process says nothing.
fn is_older(run: &Run, world: &World, process: &Process) -> bool {
    match (run.started, process.since) {
        (Some(started), Some(since)) => !world.now_is_fixed && since < started,
        _ => false,
    }
}
