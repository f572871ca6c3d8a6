//! Transcripts of this machine that belong to a task's attempts.

use std::collections::BTreeMap;

use serde_json::Value;

use super::attempts::Tried;
use crate::model::{Found, Run, Runtime};
use crate::sources::fields::Fields;
use crate::sources::{self, Places};

/// The runtime behind an adapter; `None` for a worker of another kind.
pub(super) fn runtime(adapter: &str) -> Option<Runtime> {
    const ADAPTERS: &[(&str, Runtime)] = &[
        ("claude", Runtime::ClaudeCode),
        ("codex", Runtime::Codex),
        ("opencode", Runtime::OpenCode),
        ("gemini", Runtime::GeminiCli),
    ];
    ADAPTERS.iter().find(|(name, _)| adapter.starts_with(name)).map(|(_, runtime)| *runtime)
}

/// The sessions of an attempt: what its log says that it opened, and what the record saved before and after it.
pub(super) fn sessions(tried: &Tried) -> Vec<String> {
    let in_log = tried.log.lines.iter().filter(|line| !line.error && line.text.starts_with('{')).filter_map(|line| {
        let row: Value = serde_json::from_str(&line.text).ok()?;
        let opened = matches!((row.text("type"), row.text("subtype")), ("system", "init") | ("thread.started", _));
        let id = row.said("session_id").or(row.said("thread_id")).or(row.said("sessionID"))?;
        opened.then(|| id.to_owned())
    });
    let saved = [&tried.attempt.after, &tried.attempt.before].into_iter().flatten().cloned();
    let mut all: Vec<String> = Vec::new();
    for id in in_log.chain(saved) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

/// The runs of this machine by their session, for the sessions that are asked for.
pub(super) fn local(places: &Places, sessions: &[String]) -> BTreeMap<String, Run> {
    if sessions.is_empty() {
        return BTreeMap::new();
    }
    let (rows, _) = sources::found(places);
    let wanted = |row: &&Found| sessions.contains(&row.session);
    rows.iter().filter(wanted).map(|row| (row.session.clone(), sources::load(places, row))).collect()
}
