//! What the run changed after it had the brief: by its commits, its edits, and what lies in the work tree.

use std::collections::BTreeMap;
use std::path::Path;

use super::Against;
use crate::model::{Change, Commit, Deed, FileState, OutcomeState, ProductKind, Revision, What};

/// One changed file.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    /// Its path, relative to the work tree inside it.
    pub path: String,
    /// The commits and events that changed it.
    pub by: Vec<String>,
    /// Its text before the run.
    pub before: Option<String>,
    /// Its text after it.
    pub after: Option<String>,
    /// Its blobs on the way and now.
    pub blobs: Vec<String>,
    /// Whether the run committed it, and nothing was changed since.
    pub committed: bool,
    /// Whether it lies in the work tree as HEAD holds it, so that nothing of it is left to commit.
    pub at_head: bool,
    /// Whether the run wrote it whole over something that was there.
    pub rewritten: bool,
}

/// The files that the run changed.
pub(super) fn changed(against: &Against<'_>) -> Vec<Changed> {
    let mut files: BTreeMap<String, Changed> = BTreeMap::new();
    let tree = &against.facts.tree;
    let text = |blob: &Option<String>| blob.as_ref().and_then(|blob| tree.texts.get(blob)).cloned();
    for commit in commits(against) {
        for file in &commit.files {
            let changed = entry(&mut files, &file.path);
            if changed.before.is_none() && changed.blobs.is_empty() {
                changed.before = text(&file.before);
            }
            changed.after = text(&file.after);
            changed.blobs.extend(file.after.clone());
            changed.committed = true;
            changed.by.push(short(&commit.id).to_owned());
        }
    }
    for (path, event, change) in edits(against) {
        let changed = entry(&mut files, &path);
        changed.by.push(format!("event {event}"));
        changed.rewritten |= matches!(change, Change::Write(_)) && changed.before.is_some();
    }
    for product in against.facts.products.iter().filter(|product| product.kind == ProductKind::File) {
        if let Some(event) = product.made_by.iter().find(|event| against.after(event)) {
            let changed = entry(&mut files, Path::new(&product.location));
            if changed.by.is_empty() {
                changed.by.push(format!("event {event}"));
            }
        }
    }
    for changed in files.values_mut() {
        let Some(state) = tree.files.get(Path::new(&changed.path)) else { continue };
        changed.at_head = !differs(state) && state.head.is_some();
        if differs(state) {
            changed.committed = false;
            changed.after = text(&state.blob);
        }
        if changed.before.is_none() {
            // Where the run committed it, HEAD holds what the run made of it.
            let head = || if changed.blobs.is_empty() { text(&state.head) } else { None };
            changed.before = text(&state.start).or_else(head);
        }
        changed.blobs.extend(state.blob.clone());
    }
    let mut all: Vec<Changed> = files.into_values().collect();
    all.extend(documents(against));
    all
}

/// The task's documents of which an agent wrote a revision after the brief was read.
fn documents(against: &Against<'_>) -> Vec<Changed> {
    let from = against.consumption.and_then(|consumption| consumption.at);
    let Some((record, from)) = against.facts.run.record.as_ref().zip(from) else { return Vec::new() };
    let work = record.documents.iter().filter(|document| !document.key.starts_with("recovery-"));
    work.filter_map(|document| {
        let later = |revision: &&Revision| !revision.by.person && revision.at.is_some_and(|at| at >= from);
        let by: Vec<String> = document.revisions.iter().filter(later).map(Revision::version).collect();
        let before = document.revisions.iter().rev().find(|revision| revision.at.is_none_or(|at| at < from));
        (!by.is_empty()).then(|| Changed {
            path: document.key.clone(),
            by,
            before: before.map(|revision| revision.text.clone()),
            after: document.newest().map(|revision| revision.text.clone()),
            committed: true,
            ..Changed::default()
        })
    })
    .collect()
}

/// Git keeps whole seconds; a commit may be so many seconds younger than the last record.
pub const SOON: i64 = 5;

/// The commits that the run made.
pub(super) fn commits<'a>(against: &Against<'a>) -> impl Iterator<Item = &'a Commit> {
    let facts = against.facts;
    let from = against.consumption.and_then(|consumption| consumption.at).map(jiff::Timestamp::as_second);
    let to = facts.run.last_event.map(|at| at.as_second() + SOON);
    let start = facts.tree.start.clone();
    facts.tree.commits.iter().filter(move |commit| {
        let at = commit.at.as_second();
        from.is_some_and(|from| at >= from) && to.is_none_or(|to| at <= to) && Some(&commit.id) != start.as_ref()
    })
}

/// Edits by tools that took place.
fn edits(against: &Against<'_>) -> Vec<(std::path::PathBuf, String, Change)> {
    let run = &against.facts.run;
    let mut edits = Vec::new();
    for event in run.events.iter().skip(against.from().saturating_add(1)) {
        let What::Call(call) = &event.what else { continue };
        let Deed::Edit(all) = &call.deed else { continue };
        let done = run.result(call).is_some_and(|(_, outcome)| outcome.state == OutcomeState::Ok);
        for edit in all.iter().filter(|edit| edit.applied.unwrap_or(done)) {
            let path = edit.path.strip_prefix(&against.facts.tree.root).unwrap_or(&edit.path);
            edits.push((path.to_owned(), event.id.clone(), edit.change.clone()));
        }
    }
    edits
}

fn entry<'a>(files: &'a mut BTreeMap<String, Changed>, path: &Path) -> &'a mut Changed {
    let path = path.display().to_string();
    files.entry(path.clone()).or_insert_with(|| Changed { path, ..Changed::default() })
}

fn differs(state: &FileState) -> bool {
    state.status != crate::model::FileStatus::Same || state.staged
}

/// Enough of a commit's id to name it.
pub(super) fn short(id: &str) -> &str {
    id.get(..7).unwrap_or(id)
}
