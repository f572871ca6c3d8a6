//! One sign a process: the client, what the run left, other runs, and who only stands there.

use super::registry::{Fate, note};
use super::ties::{Known, Role, Tie, Ties, child_words, runtime_of, turn_is_over};
use super::{people, say, sign};
use crate::model::{Belongs, Deed, Process, Run, Says, Sign, SignKind, Trace};
use crate::probes::process::{Entry, Table, after_running};
use crate::probes::world::World;

/// The signs of all tied processes, and the one that says that no client was found.
pub(super) fn signs(run: &Run, world: &World, table: &Table, ties: &Ties, known: &Known<'_>) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    for (pid, tie) in &ties.0 {
        let Some(entry) = table.entries.get(pid) else { continue };
        if tie.role == Role::Person && is_below_person(table, ties, entry) {
            continue; // one row for the topmost of a person's processes
        }
        signs.push(of_process(run, world, table, ties, known, entry, tie));
    }
    if !ties.has_agent() && table.readable {
        signs.insert(0, no_agent(run, world, known));
    }
    signs
}

fn no_agent(run: &Run, world: &World, known: &Known<'_>) -> Sign {
    let gone = known.registry.iter().filter(|(entry, fate)| *fate == Fate::Gone && !entry.server);
    let gone = gone.map(|(entry, _)| format!("pid {} is gone ({})", entry.pid, note(entry)));
    let first = format!("no process of {} has the session open", run.runtime.name());
    let what: Vec<String> = std::iter::once(first).chain(gone).collect();
    sign(SignKind::Process, Says::Quiet, Belongs::Agent, "process:agent", what.join("; "), world.now)
}

fn of_process(
    run: &Run,
    world: &World,
    table: &Table,
    ties: &Ties,
    known: &Known<'_>,
    entry: &Entry,
    tie: &Tie,
) -> Sign {
    let process = &entry.process;
    let (says, belongs, kind, tail) = match &tie.role {
        Role::Agent => {
            let (says, words) = state(run, world, table, ties, known, process);
            let kind = if known.lock(process.pid).is_some() { SignKind::SessionLock } else { SignKind::Process };
            (says, Belongs::Agent, kind, words)
        }
        Role::Launcher => {
            let agents =
                ties.0.iter().filter(|(_, tie)| tie.role == Role::Agent).filter_map(|(pid, _)| table.entries.get(pid));
            let mut states = agents.map(|agent| state(run, world, table, ties, known, &agent.process).0);
            let says = if states.any(|says| says == Says::Alive) { Says::Alive } else { Says::Waiting };
            (says, Belongs::Agent, SignKind::Process, String::new())
        }
        Role::Server if known.locks.is_empty() => (
            Says::Waiting,
            Belongs::Agent,
            SignKind::Scheduler,
            "it starts the session again when its process ends".to_owned(),
        ),
        Role::Server => {
            (Says::Nothing, Belongs::Agent, SignKind::Registry, "it does not have this session open".to_owned())
        }
        Role::Host => (
            Says::CannotLook,
            Belongs::Agent,
            SignKind::Process,
            "whether it has this session open stands nowhere on disk".to_owned(),
        ),
        Role::Left => {
            let kind = if table.is_orphan(entry) { SignKind::Orphan } else { SignKind::Process };
            (Says::Alive, Belongs::LeftByRun, kind, String::new())
        }
        Role::Bystander => (Says::Nothing, Belongs::NotTheRuns, SignKind::Process, String::new()),
        Role::Other(_) => {
            (Says::Alive, Belongs::NotTheRuns, SignKind::OtherRun, "another run in the same work tree".to_owned())
        }
        Role::Person => {
            let kind = if people::pane(table, entry).is_some() { SignKind::Multiplexer } else { SignKind::Process };
            (Says::Nothing, Belongs::NotTheRuns, kind, String::new())
        }
    };
    let mut shown = process.clone();
    shown.event.clone_from(&tie.event);
    shown.group_is_the_runs = group_is_the_runs(table, ties, known, process.group);
    shown.next = next(table, process);
    shown.state = Some(tail.clone()).filter(|_| belongs == Belongs::Agent).filter(|words| !words.is_empty());
    let what = words(table, entry, tie, &tail, shown.next.as_deref());
    let key = format!("process:{}:{}", process.pid, process.start_ticks);
    let mut found = sign(kind, says, belongs, &key, what, world.now);
    found.pid = Some(process.pid);
    found.process = Some(shown);
    found
}

fn words(table: &Table, entry: &Entry, tie: &Tie, tail: &str, next: Option<&str>) -> String {
    let process = &entry.process;
    let mut words = format!("{}{}{}", say::command(process), say::ports(process), say::since(process));
    let mut reasons: Vec<String> = (!tail.is_empty()).then(|| tail.to_owned()).into_iter().collect();
    reasons.extend(tie.why.iter().cloned());
    if matches!(tie.role, Role::Left)
        && !reasons.iter().any(|reason| reason.starts_with("child of") || reason.contains("parent is gone"))
    {
        reasons.push(if table.is_orphan(entry) { "its parent is gone".to_owned() } else { child_words(table, entry) });
    }
    if let Some(next) = next {
        reasons.push(format!("when it ends, {} runs: {next}", process.comm));
    }
    words.push_str("; ");
    words.push_str(&reasons.join("; "));
    words
}

/// What a shell would run after its living child.
fn next(table: &Table, process: &Process) -> Option<String> {
    let children = table.children.get(&process.pid)?;
    children.iter().find_map(|child| after_running(&process.argv, &table.entries.get(child)?.process.argv))
}

/// Whether advice may name the whole group: every member is the run's. The starter of the client is a part of it. Neither is the run's
/// alone when it has another session open, too.
fn group_is_the_runs(table: &Table, ties: &Ties, known: &Known<'_>, group: u32) -> bool {
    let ours = |pid: u32| match ties.of(pid).map(|tie| &tie.role) {
        Some(Role::Left) => true,
        Some(Role::Agent | Role::Launcher) => !known.has_other(pid),
        _ => false,
    };
    let mut members = table.entries.values().filter(|entry| entry.process.group == group).peekable();
    members.peek().is_some() && members.all(|entry| ours(entry.process.pid))
}

fn is_below_person(table: &Table, ties: &Ties, entry: &Entry) -> bool {
    table.above(entry.process.pid).iter().any(|pid| ties.is(*pid, &Role::Person))
}

/// Whether a living client works or waits, and for what.
fn state(run: &Run, world: &World, table: &Table, ties: &Ties, known: &Known<'_>, client: &Process) -> (Says, String) {
    let noted = known.entry(client.pid).filter(|entry| !entry.server);
    match noted.and_then(|entry| entry.status.as_deref()) {
        Some("busy") => return (Says::Alive, "at work".to_owned()),
        Some("idle") => return (Says::Waiting, "sits at its prompt (idle)".to_owned()),
        Some("shell") => {
            return (Says::Waiting, "sits at its prompt while a command of it runs in the background".to_owned());
        }
        Some("waiting") => {
            let what = noted.and_then(|entry| entry.waiting_for.as_deref()).unwrap_or("a person");
            return (Says::Waiting, format!("waits for a person: {what}"));
        }
        _ => {}
    }
    let commands =
        ties.0.iter().filter(|(_, tie)| tie.role == Role::Left).filter_map(|(pid, _)| table.entries.get(pid));
    if commands.count() > 0 {
        return (Says::Alive, "at work: commands of it run".to_owned());
    }
    let once = runtime_of(client, world)
        .is_some_and(|look| client.argv.iter().skip(1).any(|word| look.one_shot.contains(&word.as_str())));
    if once {
        return (Says::Alive, "at work: it was started for one job and has not ended".to_owned());
    }
    if let Some(waits) = &run.marks.waits {
        return (Says::Waiting, format!("waits for {waits}"));
    }
    if let Some(what) = run.traces.iter().find_map(|trace| match trace {
        Trace::AwaitsPermission { what, .. } => Some(what),
        _ => None,
    }) {
        return (Says::Waiting, format!("waits for a permission: {what}"));
    }
    let open = run.calls().rev().find(|(event, _, result)| result.is_none() && !event.abandoned);
    match open.map(|(_, call, _)| &call.deed) {
        Some(Deed::Ask { .. }) => return (Says::Waiting, "waits for an answer of a person".to_owned()),
        // With a lock the client is known for sure, and a command that it runs would be its child.
        Some(Deed::Command { .. }) if known.lock(client.pid).is_some() => {
            return (Says::Waiting, "a command has no result and does not run: it waits for an approval".to_owned());
        }
        _ => {}
    }
    if turn_is_over(run) {
        return (Says::Waiting, "sits at its prompt: the last turn is over".to_owned());
    }
    (Says::Alive, "at work by its record: the turn is open".to_owned())
}
