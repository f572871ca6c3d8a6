//! Registry entries: a note that a process has a session open. The note outlives the process, and pids come round again.

use super::ties::{Known, Ties};
use super::{say, sign};
use crate::model::{Belongs, RegistryEntry, Says, Sign, SignKind};
use crate::probes::process::{Entry, Table};
use crate::probes::world::World;

/// What became of the process that a registry entry names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It lives: same id, same start.
    Lives,
    /// It lives by its id; the note has no start time to compare.
    MayLive,
    /// There is no such process.
    Gone,
    /// Another process has its id now.
    Reused(String),
    /// The note was written on another machine, or in another pid namespace.
    Elsewhere,
    /// The process table could not be read.
    Unknown,
}

/// What became of the process that this entry names.
pub(super) fn fate(entry: &RegistryEntry, world: &World, table: &Table) -> Fate {
    if entry.domain.as_ref().is_some_and(|domain| *domain != world.domain()) {
        return Fate::Elsewhere;
    }
    if !table.readable {
        return Fate::Unknown;
    }
    if entry.boot.is_some() && world.boot().is_some() && entry.boot != world.boot() {
        return Fate::Gone; // no process outlives a restart of its machine
    }
    match table.entries.get(&entry.pid) {
        // `hidepid` hides even the id of another account's process.
        None if table.hides_others => Fate::Unknown,
        None => Fate::Gone,
        Some(found) => match entry.start_ticks {
            Some(start) if start == found.process.start_ticks => Fate::Lives,
            Some(_) => Fate::Reused(say::name(&found.process)),
            None => without_start(entry, found),
        },
    }
}

/// A note without a start time: a process that began after the note was written is another one.
fn without_start(entry: &RegistryEntry, found: &Entry) -> Fate {
    match (entry.started, found.process.since) {
        (Some(noted), Some(since))
            if since > noted.saturating_add(jiff::SignedDuration::from_secs(5)).unwrap_or(noted) =>
        {
            Fate::Reused(say::name(&found.process))
        }
        _ => Fate::MayLive,
    }
}

/// Signs of the entries whose process does not live here; those that live are in the sign of their process.
pub(super) fn signs(world: &World, known: &Known<'_>, ties: &Ties) -> Vec<Sign> {
    let merged = !ties.has_agent();
    known
        .registry
        .iter()
        .filter_map(|(entry, fate)| {
            let note = note(entry);
            let pid = entry.pid;
            let (says, what) = match fate {
                Fate::Lives | Fate::MayLive => return None,
                // Without any agent its own sign names the ids that are gone.
                Fate::Gone if merged && !entry.server => return None,
                Fate::Gone => (Says::Quiet, format!("pid {pid} is gone ({note})")),
                Fate::Reused(by) => {
                    (Says::Quiet, format!("pid {pid} is another process now ({by}); the one of the {note} is gone"))
                }
                Fate::Elsewhere => (
                    Says::CannotLook,
                    format!(
                        "pid {pid} was noted on another machine or in another container ({note}; {}): look there",
                        entry.domain.as_deref().unwrap_or_default()
                    ),
                ),
                Fate::Unknown => (Says::CannotLook, format!("whether pid {pid} lives could not be looked at ({note})")),
            };
            let mut found = sign(
                SignKind::Registry,
                says,
                Belongs::Agent,
                &format!("registry:{}", entry.path.display()),
                what,
                world.now,
            );
            found.pid = matches!(fate, Fate::Reused(_)).then_some(pid);
            Some(found)
        })
        .collect()
}

/// The entry in words: "session registry 629.json, status busy".
pub(super) fn note(entry: &RegistryEntry) -> String {
    let file = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let what = if entry.what.is_empty() { "session registry" } else { &entry.what };
    let status = entry.status.as_ref().map(|status| format!("status {status}"));
    let waiting = entry.waiting_for.as_ref().map(|waiting| format!("waits for {waiting}"));
    let words: Vec<String> = std::iter::once(format!("{what} {file}")).chain(status).chain(waiting).collect();
    words.join(", ")
}
