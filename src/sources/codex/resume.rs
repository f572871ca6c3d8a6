//! When Codex resumes a thread, and when it must not (formats: section 7).

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde_json::Value;

use crate::evidence;
use crate::model::Cause;
use crate::sources::resume::{Known, Reasons};

/// Adds what is special about this runtime.
pub(crate) fn rules(known: &Known<'_>, reasons: &mut Reasons) {
    let run = known.run;
    let main = run.transcripts.iter().map(|file| &file.path).find(|path| path.to_string_lossy().contains(&run.session));
    if let Some(main) = main {
        if main.components().any(|part| part.as_os_str() == "archived_sessions") {
            reasons.condition(format!("the session is archived: run `codex unarchive {}` first", run.session));
        }
        match first_record(main) {
            Some(meta) => lineage(known, &meta, reasons),
            None => reasons.no("the first line of the rollout, which a resume needs, is missing or cannot be read"),
        }
    }
    if std::iter::once(&known.ending.cause).chain(&known.ending.also).any(|cause| *cause == Cause::ContextFull) {
        reasons.condition("the context is full: a resume sends the same history again, which was refused");
    }
    if let Some(folder) = run.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        reasons.condition(format!(
            "the folder of the session does not exist: {}; it resumes in the folder where you stand",
            folder.display()
        ));
    }
}

/// The `session_meta` record, which must stand first.
fn first_record(rollout: &Path) -> Option<Value> {
    use std::io::Read as _;
    let file = evidence::open(rollout).ok()?;
    let mut line = String::new();
    BufReader::new(file.take(8 << 20)).read_line(&mut line).ok()?;
    let record: Value = serde_json::from_str(&line).ok()?;
    (record["type"] == "session_meta").then(|| record["payload"].clone())
}

/// A fork holds no copy of its parent's history: without the parent's file it cannot be read.
fn lineage(known: &Known<'_>, meta: &Value, reasons: &mut Reasons) {
    let Some(parent) = meta["history_base"]["thread_id"].as_str() else { return };
    let there =
        known.run.transcripts.iter().any(|file| file.path.to_string_lossy().contains(parent) && file.path.exists());
    if !there {
        reasons.no(format!("it is a fork of {parent}, whose rollout is missing"));
    }
}
