//! One whole run: all its files, then what lies beside them.

use std::path::Path;

use super::reader::Reader;
use super::{history, lost, marks, output, project, registry, related, rules, subagents};
use crate::model::{Deed, Found, Problem, Run, Trace, TurnEnd, What};
use crate::sources::{Places, text};

/// Loads the session of a row.
pub(super) fn run(places: &Places, found: &Found) -> Run {
    if lost::is(found) {
        return lost::run(places, found);
    }
    let mut reader = Reader::new(places, &found.session);
    for path in project::of_session(places, &found.path) {
        reader.file(&path, None);
    }
    let closed = reader.closed;
    let sides = subagents::sides(&found.path.with_extension(""), &found.session);
    for side in &sides {
        reader.file(&side.path, Some(&side.agent));
    }
    history::unnamed(&mut reader);
    subagents::tie(&mut reader, &sides);
    reader.in_order();
    times(&mut reader.run);
    if closed {
        reader.run.traces.push(Trace::ClosedInOrder);
    }
    registry::read(&mut reader);
    awaits_permission(&mut reader.run);
    let running = output::folders(&reader);
    output::read(&mut reader, &running);
    output::snapshots(&mut reader);
    rules::from_disk(&mut reader);
    related::find(&mut reader, &found.path);
    marks::fill(&mut reader, running);
    last_words(&mut reader, &found.path);
    reader.run
}

/// When it began, and its last message: ends of turns and compactions are the client's bookkeeping.
fn times(run: &mut Run) {
    let message = |what: &What| match what {
        What::TurnEnd(how) => *how == TurnEnd::Interrupted,
        What::Compaction(_) => false,
        _ => true,
    };
    run.started = run.events.iter().filter_map(|event| event.at).min();
    run.last_event = run.events.iter().filter(|event| message(&event.what)).filter_map(|event| event.at).max();
}

/// A client that was still registered as waiting for a permission never got it: the open call did not start.
fn awaits_permission(run: &mut Run) {
    let waits = run.marks.registry.iter().any(|entry| {
        entry.status.as_deref() == Some("waiting")
            && entry.waiting_for.as_deref().is_some_and(|w| w.contains("permission"))
    });
    if !waits {
        return;
    }
    let open = run.calls().rev().find(|(_, call, result)| result.is_none() && !matches!(call.deed, Deed::Ask { .. }));
    let (call, what) = open.map_or((None, "a tool".into()), |(_, call, _)| {
        let what = match &call.deed {
            Deed::Command { script, .. } => text::one_line(script),
            _ => call.tool.clone(),
        };
        (Some(call.id.clone()), what)
    });
    run.traces.push(Trace::AwaitsPermission { call, what });
}

/// Title, plan, and what is to be said about prompts that never arrived and files without messages.
fn last_words(reader: &mut Reader, path: &Path) {
    let folder = reader.places.claude.join("tasks").join(&reader.run.session);
    let (items, problems) = std::mem::take(&mut reader.plan).last(&folder);
    reader.run.plan = items;
    reader.run.problems.extend(problems);
    reader.run.title = ["custom", "made", "summary", "name"].iter().find_map(|kind| reader.titles.get(kind).cloned());
    for prompt in &reader.queued {
        let note = format!("a prompt was queued and never reached the agent: {}", text::one_line(prompt));
        reader.run.traces.push(Trace::Note(note));
        reader.run.goal = reader.run.goal.take().or_else(|| text::goal(prompt));
    }
    if reader.run.events.is_empty() {
        let what = "no message stands in the transcript: nothing of the run is left but its name";
        reader.run.problems.push(Problem::new(path.display().to_string(), what));
    }
}
