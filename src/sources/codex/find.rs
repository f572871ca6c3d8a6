//! Sessions for the picker: of each rollout only the first lines and the last ones are read.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use jiff::Timestamp;
use serde_json::Value;

use super::rollout;
use super::thread::Thread;
use crate::evidence;
use crate::model::{Found, Problem, Runtime, Speaker, Tail, What};
use crate::sources::Index;
use crate::sources::fields::Fields;
use crate::sources::places::Places;
use crate::sources::text::{one_line, title};

/// So many lines, and so many bytes, of the beginning may hold the first prompt.
const HEAD_LINES: usize = 60;
const HEAD_BYTES: u64 = 2 << 20;
/// So many bytes of the end are read.
const TAIL_BYTES: u64 = 96 << 10;

/// Every session that is no sub-agent's.
pub(super) fn all(places: &Places, index: &Index) -> (Vec<Found>, Vec<Problem>) {
    let files = rollout::files(places);
    let names = names(&places.codex);
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for path in files {
        let (found, problem) = index.rows(&[&path], || match row(places, &path) {
            Some((_, true)) => (Vec::new(), None),
            Some((row, false)) => (vec![row], None),
            None => (Vec::new(), Some(unnamed(&path))),
        });
        rows.extend(found.into_iter().map(|row| with_name(row, &names)));
        problems.extend(problem);
    }
    (rows, problems)
}

/// Why a file among the rollouts gives no row.
fn unnamed(path: &Path) -> Problem {
    let what = "its first line names no session: Codex cannot resume it";
    evidence::irregular(path).unwrap_or_else(|| Problem::new(path.display().to_string(), what))
}

/// A name that somebody gave to the session counts before its first prompt; it can be given later, and stands in another file.
fn with_name(row: Found, names: &HashMap<String, String>) -> Found {
    Found { title: names.get(&row.session).cloned().or(row.title), ..row }
}

/// The session of a rollout that may lie anywhere. A sub-agent's leads to the session that started it.
pub(super) fn at(places: &Places, path: &Path) -> Option<Found> {
    let names = names(&places.codex);
    let meta = rollout::first_line(path)
        .or_else(|| path.file_name()?.to_str()?.starts_with("rollout-").then(super::thread::Meta::default))?;
    let root =
        || rollout::files(places).into_iter().find(|file| rollout::id_in_name(file).as_deref() == Some(&meta.session));
    if meta.parent.is_some()
        && meta.session != meta.id
        && let Some((row, _)) = root().and_then(|root| row(places, &root))
    {
        return Some(with_name(row, &names));
    }
    row(places, path).map(|(row, _)| with_name(row, &names))
}

/// The row of a rollout, and whether it is a sub-agent's.
fn row(places: &Places, path: &Path) -> Option<(Found, bool)> {
    let meta = rollout::first_line(path);
    let session = meta.as_ref().map(|meta| meta.id.clone()).or_else(|| rollout::id_in_name(path))?;
    let odd = || evidence::irregular(path).map(|problem| problem.what);
    let unread = || odd().unwrap_or_else(|| "its first line cannot be read: Codex cannot resume it".to_string());
    let problem = meta.is_none().then(unread);
    let meta = meta.unwrap_or_default();
    let agent = meta.parent.is_some();

    let mut thread = Thread::new(places);
    head(path, &mut thread);
    let (head, events) = thread.finish();
    let prompt = events.iter().find_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } => Some(text.clone()),
        _ => None,
    });
    let end = tail(path);
    let cwd = end.cwd.as_deref().map(Path::new).or(head.cwd.as_deref());
    let title = prompt.as_deref().map(title);
    Some((
        Found {
            runtime: Runtime::Codex,
            path: path.to_path_buf(),
            cwd: cwd.map(|cwd| places.here(cwd)),
            title,
            started: meta.started,
            last_event: end.at.or(meta.started),
            tail: end.tail,
            task: None,
            brief: prompt.as_deref().and_then(crate::sources::consumed::brief_line),
            problem,
            session,
        },
        agent,
    ))
}

/// Reads the beginning, as far as the first prompt.
fn head(path: &Path, thread: &mut Thread<'_>) {
    let Ok(file) = rollout::open(path) else { return };
    let mut lines = BufReader::new(file.take(HEAD_BYTES));
    let mut bytes = Vec::new();
    for number in 1..=HEAD_LINES {
        bytes.clear();
        if lines.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            return;
        }
        let Ok(record) = serde_json::from_slice::<Value>(&bytes) else { continue };
        thread.place.line = number as u64;
        thread.record(&record);
        if thread.asked_by_person {
            return;
        }
    }
}

/// What the last lines say.
#[derive(Default)]
struct End {
    at: Option<Timestamp>,
    cwd: Option<String>,
    tail: Tail,
}

fn tail(path: &Path) -> End {
    let mut end = End::default();
    let Some(text) = last_bytes(path) else { return end };
    let mut open: Vec<String> = Vec::new();
    let mut turn = Tail::Unclear;
    let mut cut = false;
    for row in text.lines().filter(|row| !row.trim().is_empty()) {
        let Ok(record) = serde_json::from_str::<Value>(row) else {
            cut = true;
            continue;
        };
        cut = false;
        end.at = record.time("timestamp").or(end.at);
        let payload = &record["payload"];
        match (record.text("type"), payload.text("type")) {
            ("turn_context", _) => end.cwd = payload.said("cwd").map(str::to_string),
            (_, "task_started" | "turn_started") => {
                turn = Tail::TurnOpen;
                open.clear();
            }
            (_, "function_call" | "custom_tool_call" | "local_shell_call") => {
                open.push(payload.text("call_id").to_string());
            }
            (_, "function_call_output" | "custom_tool_call_output" | "local_shell_call_output") => {
                open.retain(|id| id != payload.text("call_id"));
            }
            (_, "task_complete" | "turn_complete") => {
                let failed = payload.get("error").is_some_and(|error| !error.is_null());
                turn = if failed { Tail::Error } else { Tail::TurnEnded };
            }
            (_, "turn_aborted") => turn = Tail::Unclear,
            (_, "message" | "reasoning" | "user_message") if turn == Tail::Unclear => turn = Tail::TurnOpen,
            _ => {}
        }
    }
    end.tail = match turn {
        _ if cut => Tail::Torn,
        Tail::TurnOpen | Tail::Unclear if !open.is_empty() => Tail::CallOpen,
        other => other,
    };
    end
}

/// The end of a file, from the first line that begins in it.
fn last_bytes(path: &Path) -> Option<String> {
    let (bytes, cut) = rollout::end(path, TAIL_BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(if cut { text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_string()) } else { text })
}

/// Names that a person or the client gave to sessions; the last line of an id counts.
pub(super) fn names(codex: &Path) -> HashMap<String, String> {
    let text = evidence::read_to_string(codex.join("session_index.jsonl")).unwrap_or_default();
    let rows = text.lines().filter_map(|row| serde_json::from_str::<Value>(row).ok());
    rows.filter_map(|row| Some((row.said("id")?.to_string(), one_line(row.said("thread_name")?)))).collect()
}
