//! What the workers of a task did: one run out of all its attempts, from transcripts of this machine where they lie here, else from
//! what the workers printed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::attempts::Tried;
use super::{ends, join, lines, stream};
use crate::model::{Event, Place, Remark, Run, Runtime, Speaker, TaskRecord, Timestamp, Transcript, What};
use crate::sources::printed::Origin;
use crate::sources::{Places, assemble};

/// Puts the attempts of a task together, oldest first.
pub(super) fn run(places: &Places, key: &str, folder: Option<&str>, record: &TaskRecord, tried: &[Tried]) -> Run {
    let sessions: Vec<Vec<String>> = tried.iter().map(join::sessions).collect();
    let all: Vec<String> = sessions.iter().flatten().cloned().collect();
    let mut local = join::local(places, &all);
    let mut run = base(record, tried, &sessions, &mut local);
    let mut events = std::mem::take(&mut *run.events);
    let mut taken: BTreeSet<String> = [run.session.clone()].into();
    let (mut steps, mut window) = (None, None);
    events.extend(given(key, record));
    for (tried, sessions) in tried.iter().zip(&sessions) {
        if !tried.attempt.began() {
            continue;
        }
        let id = &tried.attempt.id;
        let transcript = run.transcripts.len();
        let mut own: Vec<Event> = vec![event(
            id,
            "start",
            tried.attempt.started,
            transcript,
            What::Asked {
                text: format!("Paperclip started attempt {} of {key}", tried.attempt.short()),
                by: Speaker::Client,
            },
        )];
        let mut shown = false;
        for session in sessions {
            if let Some(other) = local.remove(session) {
                own.extend(moved(&mut run, other));
                shown = true;
            } else {
                shown |= taken.contains(session) && run.transcripts.iter().any(|file| file.path.exists());
            }
            taken.insert(session.clone());
        }
        if !shown {
            let place = PathBuf::from(format!("{}/runs/{id}", record.server));
            let bytes = tried.log.bytes;
            let transcript = run.transcripts.len();
            run.transcripts.push(Transcript {
                path: place,
                bytes,
                events: 0,
                unread: 0,
                torn_tail: tried.log.torn && !tried.attempt.live(),
            });
            let session = sessions.first().map_or(id.as_str(), String::as_str);
            let origin = Origin { places, mark: tried.attempt.short(), session, folder };
            let runtime = join::runtime(&tried.attempt.adapter).unwrap_or(Runtime::Paperclip);
            let (printed, plain) = stream::run(origin, runtime, id, &tried.log.lines);
            own.extend(printed.events.into_iter().map(|mut event| {
                event.place.transcript = transcript;
                event
            }));
            own.extend(lines::events(id, &plain, &record.server, transcript));
            own.sort_by_key(|event| event.place.line);
            steps = Some(printed.plan).filter(|steps| !steps.is_empty()).or(steps);
            window = printed.window.or(window);
        }
        own.extend(said(record, id, transcript));
        let last = own.iter().filter_map(|event| event.at).max();
        let question = record.question(&tried.attempt.id);
        own.extend(ends::events(tried, record.scheduled, question, last, transcript));
        events.extend(own);
    }
    run.events = assemble::merge(events).into();
    run.match_results();
    run.window = run.window.or(window);
    if run.plan.is_empty() {
        run.plan = steps.unwrap_or_default();
    }
    for file in &mut run.transcripts {
        file.events = 0;
    }
    // The folder is looked at from when the first worker really started: what was committed before is not its work.
    let began = tried.iter().find(|tried| tried.attempt.began());
    run.started = began.and_then(worker_started).or(run.started);
    assemble::span(&mut run);
    run
}

/// When the worker of an attempt started. A process that is younger than the first output is another one with its number.
fn worker_started(tried: &Tried) -> Option<Timestamp> {
    let first = tried.log.lines.first().and_then(|line| line.at);
    let process = tried.attempt.process_started.filter(|at| first.is_none_or(|first| *at <= first));
    process.or(tried.attempt.started)
}

/// The run that the others are added to: the newest attempt's transcript of this machine, or an empty one.
fn base(record: &TaskRecord, tried: &[Tried], sessions: &[Vec<String>], local: &mut BTreeMap<String, Run>) -> Run {
    let newest = tried.iter().zip(sessions).rev().find(|(tried, _)| tried.attempt.began());
    let here = newest.and_then(|(_, sessions)| sessions.iter().find_map(|session| local.remove(session)));
    if let Some(run) = here {
        return run;
    }
    let attempt = record.evidence();
    let session = newest.and_then(|(_, sessions)| sessions.first().cloned());
    let session = session.or_else(|| attempt.map(|attempt| attempt.id.clone())).unwrap_or_else(|| record.id.clone());
    let runtime = attempt.and_then(|attempt| join::runtime(&attempt.adapter)).unwrap_or(Runtime::Paperclip);
    Run::new(runtime, session)
}

/// The events of another attempt's transcript, and its files, taken over.
fn moved(run: &mut Run, other: Run) -> Vec<Event> {
    let first = run.transcripts.len();
    run.transcripts.extend(other.transcripts);
    run.problems.extend(other.problems);
    run.kept_files.extend(other.kept_files);
    run.sub_agents.extend(other.sub_agents);
    let shift = |mut event: Event| {
        event.place.transcript += first;
        event
    };
    other.events.into_iter().map(shift).collect()
}

fn event(attempt: &str, name: &str, at: Option<Timestamp>, transcript: usize, what: What) -> Event {
    let id = format!("{}:{name}", attempt.get(..8).unwrap_or(attempt));
    Event { id, at, place: Place { transcript, line: 0, offset: 0 }, agent: None, abandoned: false, what }
}

/// The task's text, and what people said about it before the last attempt ended. What came later no run has read.
fn given(key: &str, record: &TaskRecord) -> Vec<Event> {
    let first = record.attempts.iter().find_map(|attempt| attempt.made.or(attempt.started));
    // People may have talked about the task before anybody worked on it; its text came first.
    let talked = record.remarks.iter().filter_map(|remark| remark.at).min();
    let first = first.into_iter().chain(talked).min();
    let asked = |text: &str| What::Asked { text: text.to_owned(), by: Speaker::Person };
    let mut events = Vec::new();
    let text = if record.description.trim().is_empty() { &record.title } else { &record.description };
    events.push(Event { id: key.to_owned(), ..event("", "", first, 0, asked(text)) });
    let ended =
        |at: Option<Timestamp>| {
            record.attempts.iter().rev().find(|attempt| attempt.began()).is_some_and(|attempt| {
                attempt.ended.is_some_and(|end| at.is_some_and(|at| at > end)) && !attempt.live()
            })
        };
    for remark in record.remarks.iter().filter(|remark| remark.by.person && !ended(remark.at)) {
        events.push(Event {
            id: format!("comment:{}", short(remark)),
            ..event("", "", remark.at, 0, asked(&remark.text))
        });
    }
    events
}

/// What the worker of an attempt wrote as comments.
fn said(record: &TaskRecord, attempt: &str, transcript: usize) -> Vec<Event> {
    let own = |remark: &&Remark| !remark.by.person && !remark.by.system && remark.attempt.as_deref() == Some(attempt);
    let said = |remark: &Remark| Event {
        id: format!("comment:{}", short(remark)),
        ..event(attempt, "", remark.at, transcript, What::Said { text: remark.text.clone() })
    };
    record.remarks.iter().filter(own).map(said).collect()
}

fn short(remark: &Remark) -> &str {
    remark.id.get(..8).unwrap_or(&remark.id)
}
