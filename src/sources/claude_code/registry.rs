//! Processes by the client's own account: a file per session process, and the supervisor of background sessions.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::reader::Reader;
use super::row::{text, time};
use crate::model::{OtherSession, Problem, RegistryEntry, Trace};
use crate::sources::{Places, files};

/// The folder in which each session process has its file. Without it the release keeps no registry.
pub(super) fn folder(places: &Places) -> PathBuf {
    places.claude.join("sessions")
}

/// Reads what names this session. The `.key` files beside the entries hold tokens: they are never opened.
pub(super) fn read(reader: &mut Reader) {
    let places = reader.places;
    for path in files::entries(&folder(places)).into_iter().filter(|path| path.extension().is_some_and(|e| e == "json"))
    {
        match files::json(&path) {
            Ok(entry) if entry["sessionId"] == reader.run.session.as_str() => process(reader, path, &entry),
            Ok(entry) => another(reader, path, &entry),
            Err(why) => {
                let what = format!("a session process has its note here, and it cannot be read: {why}");
                reader.run.problems.push(Problem::new(path.display().to_string(), what));
            }
        }
    }
    supervisor(reader);
    job(reader);
}

fn process(reader: &mut Reader, path: PathBuf, entry: &Value) {
    let Some(pid) = pid(&entry["pid"]) else { return };
    let status = text(&entry["status"]).to_string();
    let waiting_for = entry["waitingFor"].as_str().map(Into::into);
    let socket = entry["messagingSocketPath"].as_str().map(|socket| reader.places.here(socket));
    reader.run.traces.push(Trace::RegistryLeft { pid, status, waiting_for });
    if let Some(socket) = socket.filter(|socket| socket.exists()) {
        reader.run.traces.push(Trace::LeftBehind(format!("the socket of process {pid}: {}", socket.display())));
    }
    reader.run.marks.registry.push(RegistryEntry { what: "session registry".into(), ..noted(path, entry, pid) });
}

/// Another session's process: what it holds is not this run's.
fn another(reader: &mut Reader, path: PathBuf, entry: &Value) {
    let (Some(pid), Some(session)) = (pid(&entry["pid"]), entry["sessionId"].as_str()) else { return };
    let noted = RegistryEntry { what: "session registry".into(), ..noted(path, entry, pid) };
    let others = &mut reader.run.marks.others;
    match others.iter_mut().find(|other| other.session == session) {
        Some(other) => other.registry.push(noted),
        None => others.push(OtherSession { session: session.into(), registry: vec![noted], locks: Vec::new() }),
    }
}

fn noted(path: PathBuf, entry: &Value, pid: u32) -> RegistryEntry {
    RegistryEntry {
        path,
        pid,
        start_ticks: ticks(&entry["procStart"]),
        boot: None,
        domain: entry["pidDomain"].as_str().map(Into::into),
        started: time(&entry["startedAt"]),
        status: entry["status"].as_str().map(Into::into),
        waiting_for: entry["waitingFor"].as_str().map(Into::into),
        pane: entry["tmux"].as_str().map(Into::into),
        server: false,
        what: String::new(),
    }
}

/// The supervisor starts a worker that died again by itself, so a session in its roster is not over while it lives.
fn supervisor(reader: &mut Reader) {
    let roster = reader.places.claude.join("daemon/roster.json");
    let Ok(listed) = files::json(&roster) else { return };
    let mine = |worker: &&Value| worker["sessionId"] == reader.run.session.as_str();
    let Some(worker) = listed["workers"].as_object().and_then(|all| all.values().find(mine)) else { return };
    let entry = |path: &Path, pid: &Value, start: &Value, what: &str| RegistryEntry {
        path: path.into(),
        pid: self::pid(pid).unwrap_or_default(),
        start_ticks: ticks(start),
        what: what.into(),
        ..RegistryEntry::default()
    };
    let short = text(&worker["dispatch"]["short"]);
    let mut found = vec![
        entry(&roster, &worker["pid"], &worker["procStart"], "background worker"),
        entry(&roster, &worker["replPid"], &worker["replProcStart"], "background worker"),
    ];
    let lock = reader.places.claude.join("daemon.lock");
    if let Ok(held) = files::json(&lock) {
        let server = entry(&lock, &held["pid"], &held["procStart"], "supervisor of background sessions");
        let stop = if short.is_empty() { &reader.run.session } else { short };
        let words = format!(
            "the supervisor (process {}) starts this session again by itself when its process dies; `claude stop {stop}` ends it",
            server.pid
        );
        found.push(RegistryEntry { server: true, started: time(&held["startedAt"]), ..server });
        reader.run.traces.push(Trace::Supervised(words));
    }
    reader.run.marks.registry.extend(found.into_iter().filter(|entry| entry.pid != 0));
}

/// What the supervisor noted about the job. Its state is as old as its last change: a claim.
fn job(reader: &mut Reader) {
    for folder in files::entries(&reader.places.claude.join("jobs")) {
        let Ok(state) = files::json(&folder.join("state.json")) else { continue };
        if state["sessionId"] != reader.run.session.as_str() {
            continue;
        }
        let words = [text(&state["state"]), text(&state["detail"])].map(crate::sources::text::one_line);
        reader.run.traces.push(Trace::Note(format!("the supervisor's last note: {}", words.join(", "))));
        if let Some(cause) = files::small_text(&folder.join("exit-cause")) {
            let cause = crate::sources::text::one_line(&cause);
            reader.run.traces.push(Trace::Note(format!("the supervisor's note of why the process ended: {cause}")));
        }
    }
}

fn pid(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|pid| u32::try_from(pid).ok())
}

/// Ticks are written as text, since they may be larger than a number in JavaScript.
fn ticks(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
