//! One whole run: a session with the sessions that it started, from whichever store holds it.

use super::stored::Stored;
use super::{database, find, log, marks, read, snapshots, tree};
use crate::model::{Deed, Event, Found, Problem, Run, Runtime, SubAgent, Trace, Transcript, What};
use crate::sources::places::Places;
use crate::sources::text::one_line;
use crate::sources::{assemble, rules};

/// The run of a row.
pub(super) fn load(places: &Places, found: &Found) -> Run {
    let mut run = Run::new(Runtime::OpenCode, found.session.clone());
    let sessions = sessions(places, found, &mut run);
    let bytes = if database::is_store(&found.path) {
        found.path.metadata().map_or(0, |meta| meta.len())
    } else {
        sessions.iter().map(|session| tree::bytes(&tree::storage(places), session)).sum()
    };
    run.transcripts.push(Transcript { path: found.path.clone(), bytes, events: 0, torn_tail: false, unread: 0 });
    let mut all = Vec::new();
    let mut turn_open = false;
    for stored in &sessions {
        let session = read::read(stored, 0, |path| places.here(path));
        run.problems.extend(stored.problems.iter().cloned());
        run.traces.extend(session.notes.iter().cloned().map(Trace::Note));
        let mut events = session.events;
        if stored.id == found.session {
            turn_open = session.turn_open;
            run.cwd = session.cwd.as_ref().map(|cwd| places.here(cwd));
            run.runtime_version.clone_from(&stored.version);
            run.title = stored.title.as_deref().map(one_line);
            run.started = stored.created;
            run.window = session.window;
            run.plan = stored.plan.clone().or(session.plan).unwrap_or_default();
        } else {
            let finished = !session.turn_open && !events.is_empty();
            run.sub_agents.push(sub_agent(stored, &mut events, finished));
        }
        all.extend(events);
    }
    run.events = assemble::merge(all).into();
    run.match_results();
    tie_agents(&mut run);
    for stored in &sessions {
        if let Some(root) = run.cwd.clone() {
            let root = root.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&root).to_path_buf();
            run.kept_files.extend(snapshots::kept(places, stored, &root));
        }
    }
    waiting(&mut run, places, found);
    marks::add(&mut run, turn_open);
    run.related_runs = find::related(places, found, run.cwd.as_deref());
    let own = [places.config.join("opencode/AGENTS.md")];
    rules::add_on_disk(&mut run.rules, run.cwd.clone().as_deref(), &own, &["AGENTS.md", "CLAUDE.md"]);
    assemble::span(&mut run);
    run
}

fn sessions(places: &Places, found: &Found, run: &mut Run) -> Vec<Stored> {
    if !database::is_store(&found.path) {
        return tree::session(&tree::storage(places), &found.path);
    }
    let sessions = database::session(places, &found.path, &found.session).unwrap_or_else(|why| {
        run.problems
            .push(Problem::new(found.path.display().to_string(), format!("the store could not be read: {why}")));
        Vec::new()
    });
    if sessions.is_empty() && run.problems.is_empty() {
        let what = format!("the store holds no session {}", found.session);
        run.problems.push(Problem::new(found.path.display().to_string(), what));
    }
    sessions
}

fn sub_agent(stored: &Stored, events: &mut [Event], finished: bool) -> SubAgent {
    for event in events.iter_mut() {
        event.agent = Some(stored.id.clone());
    }
    SubAgent {
        id: stored.id.clone(),
        asked: stored.title.as_deref().map(one_line).unwrap_or_default(),
        call: None,
        transcript: None,
        finished,
    }
}

fn tie_agents(run: &mut Run) {
    for event in &run.events {
        if let What::Call(call) = &event.what
            && let Deed::Delegate { agent: Some(agent), prompt } = &call.deed
            && let Some(known) = run.sub_agents.iter_mut().find(|known| known.id == *agent)
        {
            known.call = Some(call.id.clone());
            known.asked = one_line(prompt);
        }
    }
}

/// A question in the log counts for a call that has no result.
fn waiting(run: &mut Run, places: &Places, found: &Found) {
    let said = log::read(places, &found.session);
    for asking in said.asking {
        let what = asking.patterns.join(", ");
        let fits = |deed: &Deed| match deed {
            Deed::Command { script, .. } => asking.patterns.iter().any(|pattern| script.contains(pattern.as_str())),
            _ => false,
        };
        let open: Vec<_> = run.calls().filter(|(_, _, result)| result.is_none()).map(|(_, call, _)| call).collect();
        let call = open
            .iter()
            .find(|call| fits(&call.deed))
            .or_else(|| open.iter().rev().find(|call| call.tool == asking.permission));
        if let Some(call) = call.map(|call| call.id.clone()) {
            run.traces.push(Trace::AwaitsPermission { call: Some(call), what });
        }
    }
    run.traces.extend(said.errors.into_iter().map(Trace::ErrorReport));
}
