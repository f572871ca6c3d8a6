//! What the run changed after it had the brief: by its commits, its edits, and what lies in the work tree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Against;
use crate::model::{Change, Checked, Commit, Deed, FileChange, FileState, OutcomeState, ProductKind, Revision, What};
use crate::steps::text::same_file;

/// One changed file.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    /// Its path, relative to the work tree inside it.
    pub path: String,
    /// The commits and events that changed it.
    pub by: Vec<String>,
    /// Its text before the run.
    pub before: Option<String>,
    /// Its text as the run found it, uncommitted changes included; empty where it was not there.
    pub found: Option<String>,
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
    // What no commit before the run had.
    let mut added: BTreeSet<String> = BTreeSet::new();
    let tree = &against.facts.tree;
    let text = |blob: &Option<String>| blob.as_ref().and_then(|blob| tree.texts.get(blob)).cloned();
    for commit in commits(against) {
        for file in &commit.files {
            let changed = entry(&mut files, &file.path);
            if changed.before.is_none() && changed.blobs.is_empty() {
                added.extend(file.before.is_none().then(|| changed.path.clone()));
                changed.before = text(&file.before);
            }
            changed.after = text(&file.after);
            changed.blobs.extend(file.after.clone());
            changed.committed = true;
            changed.by.push(short(&commit.id).to_owned());
        }
    }
    for Edited { path, event, change, before } in edits(against) {
        let changed = entry(&mut files, path);
        if changed.found.is_none() && !changed.by.iter().any(|by| by.starts_with("event ")) {
            changed.found = before.map(str::to_owned);
        }
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
        let new = changed.blobs.is_empty() && state.head.is_none() && state.start.is_none();
        added.extend(new.then(|| changed.path.clone()));
        if differs(state) {
            changed.committed = false;
            changed.after = text(&state.blob);
        }
        if changed.after.is_none() {
            changed.after = text(&state.blob);
        }
        if changed.before.is_none() {
            // Where the run committed it, HEAD holds what the run made of it.
            let head = || if changed.blobs.is_empty() { text(&state.head) } else { None };
            changed.before = text(&state.start).or_else(head);
        }
        changed.blobs.extend(state.blob.clone());
    }
    for changed in files.values_mut().filter(|changed| changed.found.is_none()) {
        let brief = against.brief;
        let same = |other: &str| crate::steps::text::same_file(other, &changed.path);
        let of_brief = brief.checked.iter().find(|checked| same(&checked.location));
        let unread = brief.unread.iter().flat_map(|unread| &unread.list).any(|other| same(other));
        let checked = of_brief.and_then(|checked| text(&checked.version));
        changed.found = checked.or_else(|| changed.before.clone());
        // Neither the brief nor a commit before the run knows it: it was not there.
        if of_brief.is_none() && !unread && added.contains(&changed.path) {
            changed.found.get_or_insert_default();
        }
    }
    let mut all: Vec<Changed> = files.into_values().collect();
    all.extend(documents(against));
    all
}

/// Files that are another content than the brief knew, although the run did not change them; texts that no gate reads are left out.
pub(super) fn by_others(against: &Against<'_>, changed: &[Changed]) -> Vec<String> {
    let tree = &against.facts.tree;
    let other = |checked: &&Checked| {
        let path = Path::new(&checked.location);
        let text =
            path.extension().is_some_and(|ending| ["md", "rst", "txt", "adoc"].iter().any(|text| ending == *text));
        let own = changed.iter().any(|file| same_file(&file.path, &checked.location));
        let now = checked.version.as_ref().zip(tree.present(path));
        !text && !own && now.is_some_and(|(version, now)| now.is_none_or(|now| !now.starts_with(version.as_str())))
    };
    let known = against.brief.checked.iter().filter(|checked| !checked.location.starts_with("commit "));
    known.filter(other).map(|checked| checked.location.clone()).collect()
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

/// An edit by a tool that took place.
struct Edited<'a> {
    path: &'a Path,
    event: &'a str,
    change: &'a Change,
    before: Option<&'a str>,
}

fn edits<'a>(against: &Against<'a>) -> Vec<Edited<'a>> {
    let run = &against.facts.run;
    let mut edits = Vec::new();
    for event in run.events.iter().skip(against.from().saturating_add(1)) {
        let What::Call(call) = &event.what else { continue };
        let Deed::Edit(all) = &call.deed else { continue };
        let done = run.result(call).is_some_and(|(_, outcome)| outcome.state == OutcomeState::Ok);
        for edit in all.iter().filter(|edit| edit.applied.unwrap_or(done)) {
            let path = edit.path.strip_prefix(&against.facts.tree.root).unwrap_or(&edit.path);
            edits.push(Edited { path, event: &event.id, change: &edit.change, before: edit.before.as_deref() });
        }
    }
    edits
}

/// The place of the first event after the brief with which the run edited a file.
pub(super) fn first_edit(against: &Against<'_>) -> Option<usize> {
    let first = edits(against).into_iter().next()?;
    against.facts.run.events.iter().position(|event| event.id == first.event)
}

/// A changed file as texts, by its path.
pub(super) fn shown(file: Changed) -> (String, FileChange) {
    (file.path, FileChange { before: file.found.or(file.before), after: file.after, ..FileChange::default() })
}

/// Whether a file lies in the work tree as HEAD holds it.
pub(super) fn as_at_head(against: &Against<'_>, path: &str) -> bool {
    let tree = &against.facts.tree;
    let same = |other: &Path| crate::steps::text::same_file(&other.display().to_string(), path);
    match tree.files.iter().find(|(other, _)| same(other)) {
        Some((_, state)) => state.head.is_some() && !differs(state),
        None => tree.tracked.iter().any(|other| same(other)),
    }
}

/// Whether a file lies exactly as the last good state of the brief has it; `None` where that is not known.
pub(super) fn as_at_good(against: &Against<'_>, path: &str) -> Option<bool> {
    let tree = &against.facts.tree;
    let good = against.brief.last_good.commit.as_deref()?;
    let same = |other: &Path| crate::steps::text::same_file(&other.display().to_string(), path);
    // The commits from HEAD down to last good, newest first.
    let mut touched: Vec<&crate::model::CommitFile> = Vec::new();
    let mut at = tree.head.as_deref()?;
    while !at.starts_with(good) {
        let commit = tree.commits.iter().chain(&tree.earlier).find(|commit| commit.id == at)?;
        touched.extend(commit.files.iter().filter(|file| same(&file.path)));
        at = commit.parents.first()?;
    }
    let state = tree.files.iter().find(|(other, _)| same(other)).map(|(_, state)| state);
    match (touched.as_slice(), state) {
        ([], Some(state)) => Some(!differs(state) && state.head.is_some()),
        ([], None) => tree.tracked.iter().any(|other| same(other)).then_some(true),
        ([.., oldest], Some(state)) => Some(oldest.before.is_some() && state.blob == oldest.before),
        ([newest, .., oldest], None) => Some(oldest.before.is_some() && newest.after == oldest.before),
        ([_], None) => Some(false),
    }
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
