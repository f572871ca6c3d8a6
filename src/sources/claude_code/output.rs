//! Output of commands while they run, below the folder for temporary files; and what else a hard death leaves lying.

use std::path::{Path, PathBuf};

use super::reader::Reader;
use crate::evidence;
use crate::model::{Deed, Timestamp, Trace, What};
use crate::sources::files;

/// So many of the last lines are shown.
const LINES: usize = 20;

/// The folders in which commands of this session write while they run, of every user.
pub(super) fn folders(reader: &Reader) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for user in files::entries(&reader.places.claude_tmp).into_iter().filter(|path| begins(path, "claude-")) {
        for project in files::entries(&user) {
            let tasks = project.join(&reader.run.session).join("tasks");
            if tasks.is_dir() {
                found.push(tasks);
            }
        }
    }
    found
}

fn begins(path: &Path, with: &str) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(with))
}

/// Reads the output of calls that have no result, or were only started. Call it when calls and results were matched.
pub(super) fn read(reader: &mut Reader, folders: &[PathBuf]) {
    let mut open = Vec::new();
    for (event, call, result) in reader.run.calls() {
        if result.is_none() && matches!(call.deed, Deed::Command { .. }) {
            open.push((event.at, call.id.clone()));
        }
    }
    let mut unnamed = Vec::new();
    for path in folders.iter().flat_map(|folder| files::entries(folder)) {
        // A sub-agent's link points to its transcript, which was read.
        let Some(task) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".output")) else { continue };
        if path.is_symlink() {
            continue;
        }
        match reader.background.get(task).cloned() {
            Some(call) => trace(reader, call, path.clone()),
            None => unnamed.push((task.to_string(), path)),
        }
    }
    // Nothing names the call of a foreground command: with one of each it is clear, else the order of time decides.
    let ordered = unnamed.len() == open.len();
    unnamed.sort_by_key(|(_, path)| files::changed(path).unwrap_or(Timestamp::MAX));
    open.sort();
    for (place, (task, path)) in unnamed.into_iter().enumerate() {
        let call = open.get(place).filter(|_| ordered).map_or(task, |(_, call)| call.clone());
        trace(reader, call, path);
    }
}

fn trace(reader: &mut Reader, call: String, path: PathBuf) {
    reader.run.problems.extend(evidence::irregular(&path));
    let tail = files::last_lines(&path, LINES).unwrap_or_default();
    reader.run.traces.push(Trace::PartialOutput { call, path, tail });
}

/// A clean end removes the shell snapshot that the first command made; its name has the time.
pub(super) fn snapshots(reader: &mut Reader) {
    let (Some(from), Some(to)) = (reader.run.started, reader.run.last_event) else { return };
    let first = reader.run.events.iter().any(|event| match &event.what {
        What::Call(call) => matches!(call.deed, Deed::Command { .. }),
        _ => false,
    });
    for path in files::entries(&reader.places.claude.join("shell-snapshots")) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let made = name.strip_prefix("snapshot-").and_then(|rest| rest.split('-').nth(1)?.parse().ok());
        let made = made.and_then(|made| Timestamp::from_millisecond(made).ok());
        if first && made.is_some_and(|made| made >= from && made <= to) {
            reader.run.traces.push(Trace::LeftBehind(format!("the shell snapshot {}", path.display())));
        }
    }
}
