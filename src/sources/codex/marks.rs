//! What ties processes, locks and files to a thread, and what a clean end would have removed.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::thread::Meta;
use crate::evidence;
use crate::model::{Deed, OtherSession, RegistryEntry, Run, Trace};
use crate::sources::fields::Fields;
use crate::sources::places::Places;
use crate::sources::text::one_line;

/// Adds the marks of a run whose threads are these, the main one first.
pub(super) fn add(run: &mut Run, places: &Places, meta: &Meta, threads: &[String]) {
    let marks = &mut run.marks;
    marks.names = vec!["codex".into(), "codex-code-mode-host".into()];
    marks.scripts = vec!["bin/codex".into(), "@openai/codex".into()];
    marks.environ.push(("CODEX_SESSION_ID".into(), Some(meta.session.clone())));
    marks.environ.extend(threads.iter().map(|thread| ("CODEX_THREAD_ID".to_string(), Some(thread.clone()))));
    marks.arguments.push(meta.id.clone());
    marks.folder.clone_from(&run.cwd);
    for file in &run.transcripts {
        // The parents of a fork grow for themselves.
        let own = threads.iter().any(|thread| file.path.to_string_lossy().contains(thread.as_str()));
        if own {
            marks.held.push(file.path.clone());
            marks.growing.push(file.path.clone());
        }
    }
    for thread in threads {
        let lock = places.codex.join("thread-writer-locks").join(format!("{thread}.lock"));
        if lock.exists() {
            run.traces.push(Trace::LeftBehind(format!("thread-writer-locks/{thread}.lock, which a clean end removes")));
        }
        marks.locks.push(lock);
    }
    run.marks.others = others(&places.codex, threads);
    left_snapshots(run, &places.codex, threads);
    // A client with its own process holds the thread itself; the others leave it to the background server.
    if !matches!(meta.source.as_str(), "exec" | "cli") {
        run.marks.registry.extend(server(&places.codex, "daemon.pid", "background server of Codex"));
    }
}

/// What a client that still lives waits for, by the record alone.
pub(super) fn waits(run: &mut Run, turn_open: bool) {
    let asked = run.traces.iter().find_map(|trace| match trace {
        Trace::AwaitsPermission { call, .. } => call.clone(),
        _ => None,
    });
    let command = asked.and_then(|id| {
        let (_, call, _) = run.calls().find(|(_, call, _)| call.id == id)?;
        match &call.deed {
            Deed::Command { script, .. } => Some(one_line(script)),
            _ => Some(call.tool.clone()),
        }
    });
    run.marks.waits = command
        .map(|command| format!("an approval of `{command}`"))
        .or_else(|| (!turn_open).then(|| "its next prompt".to_string()));
}

/// The locks of other threads: what they hold is not this run's.
fn others(codex: &Path, threads: &[String]) -> Vec<OtherSession> {
    let locks = std::fs::read_dir(codex.join("thread-writer-locks")).into_iter().flatten().flatten();
    let other = |path: PathBuf| {
        let session = path.file_name()?.to_str()?.strip_suffix(".lock")?.to_string();
        let foreign = !session.starts_with('.') && !threads.contains(&session);
        foreign.then(|| OtherSession { session, locks: vec![path], ..OtherSession::default() })
    };
    locks.filter_map(|entry| other(entry.path())).collect()
}

/// Shell set-ups that are removed when the client ends in order.
fn left_snapshots(run: &mut Run, codex: &Path, threads: &[String]) {
    for entry in std::fs::read_dir(codex.join("shell_snapshots")).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if threads.iter().any(|thread| name.starts_with(thread.as_str())) {
            run.traces.push(Trace::LeftBehind(format!("shell_snapshots/{name}, which a clean end removes")));
        }
    }
}

/// The server's own note of its process: it outlives the terminal and can hold the thread.
fn server(codex: &Path, name: &str, what: &str) -> Option<RegistryEntry> {
    let path = codex.join("app-server-daemon").join(name);
    let note: Value = serde_json::from_str(&evidence::read_to_string(&path).ok()?).ok()?;
    let identity = &note["processIdentity"];
    Some(RegistryEntry {
        pid: u32::try_from(note.int("pid")?).ok()?,
        start_ticks: identity.get("startTicks").and_then(ticks),
        boot: identity.said("bootId").map(str::to_string),
        server: true,
        what: what.to_string(),
        path,
        ..RegistryEntry::default()
    })
}

fn ticks(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
