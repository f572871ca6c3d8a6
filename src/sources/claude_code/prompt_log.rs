//! `history.jsonl`: every prompt that was typed. It outlives transcripts, so it knows sessions whose file is gone.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::row::{text, time};
use crate::model::{Event, Found, Place, Run, Runtime, Speaker, Tail, Timestamp, Transcript, What};
use crate::sources::consumed::brief_line;
use crate::sources::rows::{Reading, read_rows};
use crate::sources::{Places, text as texts};

#[derive(Debug)]
struct Typed {
    session: String,
    text: String,
    at: Option<Timestamp>,
    project: Option<PathBuf>,
    place: Place,
}

/// Whether a path is the log of prompts.
pub(super) fn is(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "history.jsonl")
}

/// Sessions that only the log knows.
pub(super) fn without_file(places: &Places, rows: &[Found]) -> Vec<Found> {
    let path = places.claude.join("history.jsonl");
    let known: HashSet<&str> = rows.iter().map(|row| row.session.as_str()).collect();
    let mut gone: BTreeMap<String, Found> = BTreeMap::new();
    if path.exists() {
        read(places, &path, |typed| {
            if known.contains(typed.session.as_str()) {
                return;
            }
            let row = gone.entry(typed.session.clone()).or_insert_with(|| Found {
                runtime: Runtime::ClaudeCode,
                session: typed.session,
                path: path.clone(),
                cwd: typed.project.clone(),
                title: Some(texts::title(&typed.text)),
                started: typed.at,
                last_event: None,
                tail: Tail::Unclear,
                brief: brief_line(&typed.text),
                task: None,
                problem: Some("its transcript is gone: only the prompts are left".into()),
            });
            row.last_event = row.last_event.max(typed.at);
        });
    }
    gone.into_values().collect()
}

/// Adds the prompts of a session, when there are any.
pub(super) fn add(run: &mut Run, places: &Places, session: &str) {
    let path = places.claude.join("history.jsonl");
    if !path.exists() {
        return;
    }
    let mut events = Vec::new();
    let transcript = run.transcripts.len();
    let reading = read(places, &path, |typed| {
        if typed.session != session {
            return;
        }
        run.cwd = typed.project.or(run.cwd.take());
        run.goal = run.goal.take().or_else(|| texts::goal(&typed.text));
        events.push(Event {
            id: format!("prompt-{}", events.len() + 1),
            at: typed.at,
            place: Place { transcript, ..typed.place },
            agent: None,
            abandoned: false,
            what: What::Asked { text: typed.text, by: Speaker::Person },
        });
    });
    run.problems.extend(reading.problems);
    if events.is_empty() {
        return;
    }
    run.transcripts.push(Transcript {
        path,
        bytes: reading.bytes,
        events: 0,
        torn_tail: reading.torn_tail,
        unread: reading.unread,
    });
    run.events.extend(events);
}

fn read(places: &Places, path: &Path, mut each: impl FnMut(Typed)) -> Reading {
    let is_row = |text: &str| text.contains("\"sessionId\"");
    read_rows(path, is_row, |row| {
        let value: Value = serde_json::from_str(row.text)?;
        if let Some(session) = value["sessionId"].as_str() {
            each(Typed {
                session: session.into(),
                text: text(&value["display"]).into(),
                at: time(&value["timestamp"]),
                project: value["project"].as_str().map(|project| places.here(project)),
                place: Place { transcript: 0, line: row.line, offset: row.offset },
            });
        }
        Ok(())
    })
}
