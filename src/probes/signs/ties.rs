//! What ties each process to the run, to another run, or to a person.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use super::place::Places;
use super::registry::{Fate, fate};
use super::{clients, people, say};
use crate::model::{Deed, Process, RegistryEntry, Run, Runtime, RuntimeLook, What};
use crate::probes::process::{Entry, Holders, Table, holders};
use crate::probes::world::{World, real};

/// Names that a task system gives to the agents that it starts.
const SUPERVISORS: &[&str] = &["PAPERCLIP_RUN_ID", "PAPERCLIP_TASK_ID"];

/// What a process is to the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The client that has the session open.
    Agent,
    /// A part of the same client: its launcher, its server's starter.
    Launcher,
    /// A supervisor that starts the session again, or a server that could hold it.
    Server,
    /// Something that the run started.
    Left,
    /// A server of the runtime that works in any folder and could have the session open.
    Host,
    /// A client of the runtime that has no session open.
    Bystander,
    /// Another run, by its session if that is known.
    Other(Option<String>),
    /// A person's or another tool's process.
    Person,
}

/// A role with the reasons for it, in words.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    pub(super) role: Role,
    pub(super) why: Vec<String>,
    pub(super) event: Option<String>,
}

/// All ties, by process.
#[derive(Default)]
pub(super) struct Ties(pub(super) BTreeMap<u32, Tie>);

impl Ties {
    pub(super) fn of(&self, pid: u32) -> Option<&Tie> {
        self.0.get(&pid)
    }

    pub(super) fn is(&self, pid: u32, role: &Role) -> bool {
        self.of(pid).is_some_and(|tie| tie.role == *role)
    }

    pub(super) fn has_agent(&self) -> bool {
        self.0.values().any(|tie| tie.role == Role::Agent)
    }

    /// Files in the run's folders that living processes of the run have open for writing.
    pub(super) fn open_in(&self, table: &Table, places: &Places) -> Vec<PathBuf> {
        let living = self.0.iter().filter(|(_, tie)| matches!(tie.role, Role::Agent | Role::Left));
        let entries = living.filter_map(|(pid, _)| table.entries.get(pid));
        entries.flat_map(|entry| &entry.writes).filter(|path| places.hold(path)).cloned().collect()
    }
}

/// Registry and locks, looked up once.
pub(super) struct Known<'a> {
    pub(super) registry: Vec<(&'a RegistryEntry, Fate)>,
    pub(super) locks: Vec<(PathBuf, Holders)>,
    /// Processes that have other sessions open.
    others: BTreeMap<u32, String>,
    /// Whether the runtime keeps a lock for each session here, so that a process without one has none open.
    locks_tell: bool,
}

impl<'a> Known<'a> {
    pub(super) fn of(run: &'a Run, world: &World, table: &Table) -> Self {
        let marks = &run.marks;
        let lives = |entry: &RegistryEntry| matches!(fate(entry, world, table), Fate::Lives | Fate::MayLive);
        let mut others = BTreeMap::new();
        for other in &marks.others {
            let registered = other.registry.iter().filter(|entry| lives(entry)).map(|entry| entry.pid);
            let locked = other.locks.iter().flat_map(|lock| holding(world, lock));
            others.extend(registered.chain(locked).map(|pid| (pid, other.session.clone())));
        }
        // Beside the lock of this session lie those of the others, each named after its session.
        for folder in marks.locks.iter().filter_map(|lock| lock.parent()) {
            for lock in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
                let session = lock.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if !marks.locks.contains(&lock) {
                    others.extend(holding(world, &lock).into_iter().map(|pid| (pid, session.clone())));
                }
            }
        }
        Self {
            registry: marks.registry.iter().map(|entry| (entry, fate(entry, world, table))).collect(),
            locks: marks.locks.iter().map(|lock| (lock.clone(), holders(world, lock))).collect(),
            locks_tell: marks.locks.iter().any(|lock| lock.parent().is_some_and(Path::is_dir)),
            others,
        }
    }

    /// The living registry entry of a process.
    pub(super) fn entry(&self, pid: u32) -> Option<&'a RegistryEntry> {
        let found =
            self.registry.iter().find(|(entry, fate)| entry.pid == pid && matches!(fate, Fate::Lives | Fate::MayLive));
        found.map(|(entry, _)| *entry)
    }

    /// Whether a process has another session open.
    pub(super) fn has_other(&self, pid: u32) -> bool {
        self.others.contains_key(&pid)
    }

    /// The lock of this session that a process holds.
    pub(super) fn lock(&self, pid: u32) -> Option<&Path> {
        let held = |holders: &Holders| matches!(holders, Holders::Held(pids) if pids.contains(&i64::from(pid)));
        self.locks.iter().find(|(_, holders)| held(holders)).map(|(path, _)| path.as_path())
    }
}

fn holding(world: &World, lock: &Path) -> Vec<u32> {
    match holders(world, lock) {
        Holders::Held(pids) => pids.into_iter().filter_map(|pid| u32::try_from(pid).ok()).collect(),
        _ => Vec::new(),
    }
}

/// Environment names whose values are read; nothing else of an environment is kept.
pub(super) fn names(run: &Run, world: &World) -> Vec<String> {
    let looks = world.looks.iter().flat_map(|look| look.sessions.iter().chain(look.environ).chain(look.calls));
    let mut names: Vec<String> = looks.chain(SUPERVISORS).map(|name| (*name).to_owned()).collect();
    names.extend(run.marks.environ.iter().map(|(name, _)| name.clone()));
    names.sort();
    names.dedup();
    names
}

/// The runtime whose own process this is.
pub(super) fn runtime_of<'w>(process: &Process, world: &'w World) -> Option<&'w RuntimeLook> {
    let program = say::program(process);
    let named = |look: &&RuntimeLook| look.names.iter().any(|name| program == *name || process.comm == *name);
    let scripted = |look: &&RuntimeLook| {
        let interpreter = matches!(program.as_str(), "node" | "bun" | "deno")
            || matches!(process.comm.as_str(), "node" | "bun" | "deno" | "MainThread");
        interpreter
            && process.argv.iter().skip(1).take(4).any(|word| look.scripts.iter().any(|script| word.ends_with(script)))
    };
    world.looks.iter().find(named).or_else(|| world.looks.iter().find(scripted))
}

/// Ties every process that has to do with the run or stands in its folders.
pub(super) fn ties(run: &Run, world: &World, table: &Table, places: &Places, known: &Known<'_>) -> Ties {
    let ours: BTreeSet<u32> = std::iter::once(world.own).chain(table.above(world.own)).collect();
    let mut ties = Ties::default();
    for entry in table.entries.values() {
        let process = &entry.process;
        // Our own shell and terminal are no signs; an agent that started us is one.
        if process.pid == world.own || (ours.contains(&process.pid) && runtime_of(process, world).is_none()) {
            continue;
        }
        if let Some(tie) = direct(run, world, entry, places, known) {
            ties.0.insert(process.pid, tie);
        }
    }
    launchers(world, table, &mut ties);
    descend(world, table, &mut ties);
    // Parents first: what a process of the run started is judged by that, and not by where it stands.
    let mut untold: Vec<&Entry> = table.entries.values().collect();
    untold.sort_by_key(|entry| table.above(entry.process.pid).len());
    for entry in untold {
        let pid = entry.process.pid;
        if ties.of(pid).is_some() || ours.contains(&pid) {
            continue;
        }
        let tie = below(table, &ties, entry)
            .or_else(|| people::standing(run, world, table, places, entry))
            .or_else(|| people::serving(run, world, table, entry));
        if let Some(tie) = tie {
            ties.0.insert(pid, tie);
        }
    }
    descend(world, table, &mut ties);
    by_events(run, table, &mut ties);
    ties
}

/// The event that started each thing the run left: by what it runs, else that of its parent.
fn by_events(run: &Run, table: &Table, ties: &mut Ties) {
    let mut left: Vec<u32> = ties.0.iter().filter(|(_, tie)| tie.role == Role::Left).map(|(pid, _)| *pid).collect();
    left.sort_by_key(|pid| table.above(*pid).len());
    for pid in left.into_iter().filter(|pid| ties.of(*pid).is_some_and(|tie| tie.event.is_none())).collect::<Vec<_>>() {
        let Some(process) = table.entries.get(&pid).map(|entry| &entry.process) else { continue };
        let above = ties.of(process.parent).filter(|above| above.role == Role::Left);
        let event = event_of_command(run, process).or_else(|| above.and_then(|above| above.event.clone()));
        if let Some(tie) = ties.0.get_mut(&pid) {
            tie.event = event;
        }
    }
}

fn tie(role: Role, why: String) -> Tie {
    Tie { role, why: vec![why], event: None }
}

/// What ties a process by itself, the surest mark first.
fn direct(run: &Run, world: &World, entry: &Entry, places: &Places, known: &Known<'_>) -> Option<Tie> {
    let process = &entry.process;
    let marks = &run.marks;
    let look = runtime_of(process, world);
    let here = places.hold_process(process.cwd.as_deref());
    if let Some(lock) = known.lock(process.pid) {
        let file = lock.file_name().unwrap_or_default().to_string_lossy();
        return Some(tie(Role::Agent, format!("holds the lock of the session ({file})")));
    }
    if let Some(noted) = known.entry(process.pid) {
        let role = if noted.server { Role::Server } else { Role::Agent };
        return Some(tie(role, super::registry::note(noted)));
    }
    if let Some(session) = known.others.get(&process.pid) {
        return here.then(|| tie(Role::Other(Some(session.clone())), format!("has another session open, {session}")));
    }
    if let Some(why) = recorded(run, process) {
        return Some(tie(Role::Agent, why));
    }
    if let Some((name, value)) = process
        .marks
        .iter()
        .find(|(name, value)| marks.environ.iter().any(|(mark, wanted)| mark == name && wanted.as_ref() == Some(value)))
    {
        return Some(Tie {
            role: Role::Left,
            why: vec![format!("{name}={value} in its environment{}", call_words(process, world))],
            event: call_event(run, process, world),
        });
    }
    let foreign =
        process.marks.iter().find(|(name, _)| world.looks.iter().any(|look| look.sessions.contains(&name.as_str())));
    if let Some((name, session)) = foreign {
        let why = format!("{name}={session} in its environment: another run started it");
        return here.then(|| tie(Role::Other(Some(session.clone())), why));
    }
    let named = process
        .argv
        .iter()
        .skip(1)
        .any(|word| marks.arguments.iter().any(|mark| !mark.is_empty() && word.contains(mark)));
    if look.is_some() && named {
        if process.argv.iter().any(|word| word == "--fork-session" || word == "fork") {
            return Some(tie(Role::Other(None), "a fork of this session".to_owned()));
        }
        return Some(tie(Role::Agent, "its arguments name the session".to_owned()));
    }
    if let Some(file) = held(run, process, here) {
        let role = if look.is_some() { Role::Agent } else { Role::Left };
        return Some(tie(role, format!("has {} open", file.display())));
    }
    if marks.groups.contains(&process.group) {
        return Some(tie(
            Role::Left,
            format!("is in process group {}, which the record gives to this run", process.group),
        ));
    }
    if !here {
        let hosts = look.is_some_and(|look| clients::could_serve(run, world, look, process));
        return hosts.then(|| tie(Role::Host, "it works in any folder".to_owned()));
    }
    let Some(look) = look else {
        let valueless = |name: &str| marks.environ.iter().any(|(mark, value)| mark == name && value.is_none());
        let (name, _) = process.marks.iter().find(|(name, _)| valueless(name))?;
        return Some(tie(Role::Left, format!("{name} in its environment, and it stands in the work tree")));
    };
    if look.runtime != run.runtime {
        return Some(tie(Role::Other(None), format!("{} works in the same tree", look.runtime.name())));
    }
    if known.locks_tell {
        return Some(tie(
            Role::Bystander,
            format!("{} without a session: it holds no session's lock", look.runtime.name()),
        ));
    }
    if let Some(prompt) = clients::other_prompt(run, process) {
        return Some(tie(Role::Other(None), format!("it was started with another prompt: {prompt}")));
    }
    let mut why = vec![format!("{} works in this tree; nothing names another session", look.runtime.name())];
    why.extend(supervised(process));
    Some(Tie { role: Role::Agent, why, event: None })
}

/// Whether a task system's record names this very process, by its start and not by its number alone.
fn recorded(run: &Run, process: &Process) -> Option<String> {
    let near = |one: Timestamp, other: Timestamp| one.duration_since(other).abs() <= SignedDuration::from_secs(3);
    let same =
        |started: &Option<Timestamp>| started.zip(process.since).is_some_and(|(noted, since)| near(noted, since));
    let noted = run.marks.processes.iter().any(|(pid, started)| *pid == process.pid && same(started));
    noted.then(|| "the task's record names this process, with its start".to_owned())
}

/// A file that only this session's processes hold; a store that all sessions share counts in the run's folder only.
fn held<'p>(run: &Run, process: &'p Process, here: bool) -> Option<&'p PathBuf> {
    let held: Vec<PathBuf> = run.marks.held.iter().map(|path| real(path)).collect();
    process.open.iter().find(|open| {
        held.iter().any(|mark| open.starts_with(mark)) && (here || open.to_string_lossy().contains(&run.session))
    })
}

/// Words about the task system that started a process.
pub(super) fn supervised(process: &Process) -> Option<String> {
    let words: Vec<String> = process
        .marks
        .iter()
        .filter(|(name, _)| SUPERVISORS.contains(&name.as_str()))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    (!words.is_empty()).then(|| format!("{} in its environment", words.join(", ")))
}

fn call_of<'p>(process: &'p Process, world: &World) -> Option<&'p (String, String)> {
    process.marks.iter().find(|(name, _)| world.looks.iter().any(|look| look.calls.contains(&name.as_str())))
}

fn call_words(process: &Process, world: &World) -> String {
    call_of(process, world).map_or_else(String::new, |(name, value)| format!(", {name}={value}"))
}

fn call_event(run: &Run, process: &Process, world: &World) -> Option<String> {
    let (_, value) = call_of(process, world)?;
    run.calls().find(|(_, call, _)| call.id == *value).map(|(event, _, _)| event.id.clone())
}

/// Parents of a client that are the same client: a script that starts the binary, a host of its terminal.
fn launchers(world: &World, table: &Table, ties: &mut Ties) {
    let clients: Vec<(u32, Role)> = ties
        .0
        .iter()
        .filter(|(_, tie)| matches!(tie.role, Role::Agent | Role::Other(_)))
        .map(|(pid, tie)| (*pid, tie.role.clone()))
        .collect();
    for (pid, role) in clients {
        for above in table.above(pid) {
            let Some(entry) = table.entries.get(&above) else { break };
            if runtime_of(&entry.process, world).is_none() {
                break;
            }
            let untold = ties.of(above).is_none_or(|tie| {
                // A parent without a mark of its own that looked like a second agent is only the starter of this one.
                tie.role == Role::Bystander
                    || (tie.role == Role::Agent && tie.why.iter().any(|why| why.contains("nothing names another")))
            });
            if untold {
                let (new, why) = match &role {
                    Role::Agent => (Role::Launcher, format!("started the client, pid {pid}")),
                    other => (other.clone(), format!("started the other run's client, pid {pid}")),
                };
                ties.0.insert(above, Tie { role: new, why: vec![why], event: None });
            }
        }
    }
}

/// A child of something that the run left. Below an orphan that nothing explains, a terminal is a person's.
fn below(table: &Table, ties: &Ties, entry: &Entry) -> Option<Tie> {
    let process = &entry.process;
    let above = ties.of(process.parent).filter(|above| above.role == Role::Left)?;
    let why = vec![child_words(table, entry)];
    (above.event.is_some() || !process.terminal).then(|| Tie { role: Role::Left, why, event: above.event.clone() })
}

/// Children of a tied process are tied with it, unless they are tied on their own.
fn descend(world: &World, table: &Table, ties: &mut Ties) {
    let parents: Vec<(u32, Tie)> = ties.0.iter().map(|(pid, tie)| (*pid, tie.clone())).collect();
    for (parent, above) in parents {
        let role = match &above.role {
            Role::Agent | Role::Left => Role::Left,
            Role::Other(session) => Role::Other(session.clone()),
            Role::Person => Role::Person,
            Role::Launcher | Role::Server | Role::Host | Role::Bystander => continue,
        };
        for pid in table.below(parent) {
            if pid == world.own || ties.of(pid).is_some() {
                continue;
            }
            let Some(entry) = table.entries.get(&pid) else { continue };
            let helper = above.role == Role::Agent && runtime_of(&entry.process, world).is_some();
            let (role, why) = if helper {
                (Role::Launcher, format!("part of the client, child of pid {parent}"))
            } else {
                (role.clone(), child_words(table, entry))
            };
            ties.0.insert(pid, Tie { role, why: vec![why], event: above.event.clone() });
        }
    }
}

/// Whose child a process is.
pub(super) fn child_words(table: &Table, entry: &Entry) -> String {
    format!("child of pid {} ({})", entry.process.parent, parent_name(table, entry))
}

pub(super) fn parent_name(table: &Table, entry: &Entry) -> String {
    table.entries.get(&entry.process.parent).map_or_else(|| "gone".to_owned(), |parent| parent.process.comm.clone())
}

/// The event whose command a process runs, by the text of both.
pub(super) fn event_of_command(run: &Run, process: &Process) -> Option<String> {
    let shown = clients::plain(&process.argv.join(" "));
    let script =
        process.argv.iter().position(|word| word == "-c" || word == "-lc").and_then(|at| process.argv.get(at + 1));
    let inner = script.map(|script| clients::plain(script));
    let found = run.calls().rev().find(|(_, call, _)| {
        let Deed::Command { script: typed, .. } = &call.deed else { return false };
        let typed = clients::plain(typed);
        let telling = |words: &str| words.len() >= 12 && words.contains(' ');
        inner.as_ref().is_some_and(|inner| {
            telling(inner) && (typed.contains(inner.as_str()) || (telling(&typed) && inner.contains(&typed)))
        }) || (telling(&shown) && typed.contains(&shown))
    });
    found.map(|(event, _, _)| event.id.clone())
}

/// Whether the last turn of the record is over.
pub(super) fn turn_is_over(run: &Run) -> bool {
    let main = run.events.iter().rev().filter(|event| event.agent.is_none() && !event.abandoned);
    for event in main {
        match event.what {
            What::TurnEnd(_) => return true,
            What::Asked { .. } | What::Call(_) | What::Result(_) => return false,
            What::Said { .. } if run.runtime == Runtime::GeminiCli => return true, // this runtime writes no end of a turn
            _ => {}
        }
    }
    true
}
