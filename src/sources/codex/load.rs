//! One whole run: the rollout, the history of a fork, its sub-agents, and what lies beside them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::thread::{Meta, Thread};
use super::{find, marks, rollout, stores};
use crate::model::{
    Deed, Event, Found, Problem, RelatedRun, Run, Runtime, Speaker, SubAgent, Trace, Transcript, What, count,
};
use crate::sources::places::Places;
use crate::sources::text::one_line;
use crate::sources::{assemble, rules};

/// How many forks deep a history is followed.
const LINEAGE: usize = 16;

/// The run of a row.
pub(super) fn load(places: &Places, found: &Found) -> Run {
    let mut run = Run::new(Runtime::Codex, found.session.clone());
    let files = rollout::files(places);
    let meta = rollout::first_line(&found.path);
    if meta.is_none() {
        let what = "line 1 does not name the session (no session_meta): Codex cannot resume it; the rest was read";
        run.problems.push(Problem::new(format!("{}:1", found.path.display()), what));
    }
    let meta =
        meta.unwrap_or_else(|| Meta { id: found.session.clone(), session: found.session.clone(), ..Meta::default() });

    let mut thread = Thread::new(places);
    history(&mut run, &mut thread, &meta, &files);
    thread.meta = meta.clone();
    thread.cwd = meta.cwd.clone().or(thread.cwd);
    read(&mut run, &mut thread, &found.path, None);
    let (thread, mut all) = thread.finish();
    describe(&mut run, &thread);

    let mut agents = vec![meta.id.clone()];
    let mut asking = thread.asking.clone();
    for (path, child) in children(&files, &found.path, &meta) {
        agents.push(child.id.clone());
        all.extend(sub_agent(&mut run, places, &path, &child, &mut asking));
    }
    run.events = assemble::merge(all).into();
    run.match_results();
    tie_agents(&mut run);
    run.title = find::names(&places.codex).remove(&found.session);
    related(&mut run, places, &files, found, &meta);
    waiting(&mut run, &asking);
    marks::add(&mut run, places, &meta, &agents);
    marks::waits(&mut run, thread.turn_open);
    if rollout::is_archived(&found.path) {
        run.traces
            .push(Trace::Note(format!("the session is archived: codex unarchive {} makes it resumable", meta.id)));
    }
    stores::add(&mut run, places, &agents);
    let own = [places.codex.join("AGENTS.md")];
    rules::add_on_disk(&mut run.rules, run.cwd.clone().as_deref(), &own, &["AGENTS.override.md", "AGENTS.md"]);
    assemble::span(&mut run);
    run
}

/// Reads the history of a fork, which lies in its parents' files, oldest first.
fn history(run: &mut Run, thread: &mut Thread<'_>, meta: &Meta, files: &[PathBuf]) {
    let mut chain = Vec::new();
    let mut next = meta.base.clone();
    let mut seen = HashSet::from([meta.id.clone()]);
    while let Some((parent, end)) = next.take() {
        run.related_runs.push(RelatedRun { session: parent.clone(), how: "parent of this fork".to_string() });
        let file = files.iter().find(|file| rollout::id_in_name(file).as_deref() == Some(&parent));
        let Some(file) = file.filter(|_| seen.insert(parent.clone()) && chain.len() < LINEAGE) else {
            let what = format!(
                "the history of this fork lies in the rollout of {parent}, which is missing: Codex cannot resume it"
            );
            run.problems.push(Problem::new(parent, what));
            break;
        };
        next = rollout::first_line(file).and_then(|meta| meta.base);
        chain.push((file.clone(), end));
    }
    for (file, end) in chain.into_iter().rev() {
        thread.meta = Meta { id: meta.id.clone(), ..Meta::default() };
        read(run, thread, &file, Some(end));
        thread.turns.clear();
    }
}

/// Reads one file into a thread and notes the file.
fn read(run: &mut Run, thread: &mut Thread<'_>, path: &Path, end: Option<u64>) {
    let transcript = run.transcripts.len();
    let reading = rollout::read(thread, path, transcript, end);
    run.problems.extend(reading.problems);
    let torn_tail = reading.torn_tail && end.is_none();
    run.transcripts.push(Transcript {
        path: path.to_path_buf(),
        bytes: reading.bytes,
        events: 0,
        torn_tail,
        unread: reading.unread,
    });
}

/// What the main thread says about the run.
fn describe(run: &mut Run, thread: &Thread<'_>) {
    run.runtime_version.clone_from(&thread.meta.version);
    run.cwd = thread.cwd.as_ref().map(|cwd| thread.places.here(cwd));
    run.branch.clone_from(&thread.meta.branch);
    run.start_commit.clone_from(&thread.meta.commit);
    run.started = thread.meta.started;
    run.window = thread.window;
    run.plan = thread.plan.clone().unwrap_or_default();
    run.rules.extend(thread.rules.iter().cloned());
    notes(run, thread);
}

fn notes(run: &mut Run, thread: &Thread<'_>) {
    run.traces.extend(thread.notes.iter().cloned().map(Trace::Note));
    for (kind, times) in &thread.unknown {
        let place = run.transcripts.last().map(|file| file.path.display().to_string()).unwrap_or_default();
        run.problems.push(Problem::new(
            place,
            format!(
                "{} passed over, of a kind that is not known{}",
                count(*times, "record was", "records were"),
                if kind.is_empty() { String::new() } else { format!(" ({kind})") }
            ),
        ));
    }
}

/// The rollouts of the agents that this thread started, oldest first.
fn children(files: &[PathBuf], main: &Path, meta: &Meta) -> Vec<(PathBuf, Meta)> {
    // Ids begin with the time, so that agents come after the thread that started them.
    let later = |file: &&PathBuf| rollout::id_in_name(file).is_none_or(|id| id > meta.id) && file.as_path() != main;
    let heads = files.iter().filter(later).filter_map(|file| Some((file.clone(), rollout::first_line(file)?)));
    let mut found: Vec<_> = heads.filter(|(_, child)| child.session == meta.id && child.parent.is_some()).collect();
    found.sort_by_key(|(_, child)| child.started);
    found
}

fn sub_agent(
    run: &mut Run,
    places: &Places,
    path: &Path,
    meta: &Meta,
    asking: &mut Vec<(String, String)>,
) -> Vec<Event> {
    let mut thread = Thread::new(places);
    read(run, &mut thread, path, None);
    let (thread, mut events) = thread.finish();
    for event in &mut events {
        event.agent = Some(meta.id.clone());
    }
    let asked = events.iter().find_map(|event| match &event.what {
        What::Asked { text, by } if *by != Speaker::Client => Some(payload(text)),
        _ => None,
    });
    let name = meta.agent_path.clone().unwrap_or_default();
    run.sub_agents.push(SubAgent {
        id: meta.id.clone(),
        asked: asked.filter(|text| !text.is_empty()).unwrap_or(name),
        call: None,
        transcript: Some(path.to_path_buf()),
        finished: !thread.turn_open && !events.is_empty(),
    });
    notes(run, &thread);
    asking.extend(thread.asking);
    events
}

/// The words of a message between agents, without its head.
fn payload(text: &str) -> String {
    one_line(text.split_once("Payload:").map_or(text, |(_, words)| words))
}

/// Ties sub-agents to the calls that started them.
fn tie_agents(run: &mut Run) {
    for event in &run.events {
        if let What::Call(call) = &event.what
            && let Deed::Delegate { agent: Some(agent), prompt } = &call.deed
            && let Some(known) = run.sub_agents.iter_mut().find(|known| known.id == *agent)
        {
            known.call = Some(call.id.clone());
            if !prompt.is_empty() {
                known.asked = one_line(prompt);
            }
        }
    }
}

/// Calls that a person had to permit and that have no answer.
fn waiting(run: &mut Run, asking: &[(String, String)]) {
    for (call, what) in asking {
        // With an answer nobody waits any more, whatever the answer was.
        if run.calls().any(|(_, known, result)| known.id == *call && result.is_some()) {
            continue;
        }
        run.traces.push(Trace::AwaitsPermission { call: Some(call.clone()), what: what.clone() });
    }
}

/// Other sessions that belong to the same work: forks, and sessions in the same work tree.
fn related(run: &mut Run, places: &Places, files: &[PathBuf], found: &Found, meta: &Meta) {
    for file in files.iter().filter(|file| **file != found.path) {
        let Some(other) = rollout::first_line(file).filter(|other| other.parent.is_none()) else { continue };
        if run.related_runs.iter().any(|known| known.session == other.id) {
            continue;
        }
        let how = if other.forked_from.as_deref() == Some(&meta.id) {
            "fork of this".to_string()
        } else if other.id == meta.id {
            format!("copy ({})", file.display())
        } else if other.cwd.as_ref().map(|cwd| places.here(cwd)) == run.cwd && run.cwd.is_some() {
            let began = other.started.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()).unwrap_or_default();
            format!("same work tree, began {began}")
        } else {
            continue;
        };
        run.related_runs.push(RelatedRun { session: other.id, how });
    }
}
