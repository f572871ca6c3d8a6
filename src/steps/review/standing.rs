//! Limits that were broken before the run had its brief and about which nobody decided: whether what broke them still stands.
//!
//! They are no breach by this run. Only the content tells: a file that is again as it was before is taken back, whoever did it.

use std::path::Path;

use super::{Against, Changed};
use crate::model::{
    Breach, BrokenFile, BrokenLimit, FileChange, KeptChange, LimitRow, RowVerdict, StandingRow, limit_broken,
};
use crate::steps::{broken, text};

/// The limits of the brief that still are broken as they were before the run.
pub(super) fn rows(against: &Against<'_>, changed: &[Changed]) -> Vec<StandingRow> {
    let asked = against.brief.broken.iter().filter(|broken| !broken.kept);
    let standing = asked.filter(|broken| taken_back(against, broken, changed).is_none());
    standing
        .map(|broken| StandingRow {
            fine: super::verdict::of(against, &broken::row(&broken.limit)) == Some(RowVerdict::Met),
            not_fine: against
                .decided
                .and_then(|decided| broken::not_fine(&broken.limit, decided))
                .filter(|attempt| *attempt < against.brief.attempt),
            row: broken::row(&broken.limit),
            limit: broken.limit.clone(),
            by: broken.by.clone(),
            again: files(against, broken, changed).any(|file| put_back(against, &broken.limit, &file.path, changed)),
            files: files(against, broken, changed).map(|file| (file.path.clone(), change(against, file))).collect(),
        })
        .collect()
}

/// What breaks a limit and stays because a person called it fine: by this run, or before it.
pub(super) fn kept(against: &Against<'_>, limits: &[LimitRow], changed: &[Changed]) -> Vec<KeptChange> {
    let fine = |row: &str| super::verdict::of(against, row) == Some(RowVerdict::Met);
    let before = against.brief.broken.iter().filter(|broken| broken.kept || fine(&broken::row(&broken.limit)));
    let before = before.filter(|broken| taken_back(against, broken, changed).is_none()).map(|broken| {
        let files: Vec<String> = files(against, broken, changed).map(|file| file.path.clone()).collect();
        KeptChange { limit: broken.limit.clone(), what: if files.is_empty() { broken.by.clone() } else { files } }
    });
    let now = limits.iter().filter(|limit| fine(&limit.row));
    before.chain(now.map(|limit| KeptChange { limit: limit.limit.clone(), what: limit.by.clone() })).collect()
}

/// What a file was before the limit was broken, and what it is now.
fn change(against: &Against<'_>, file: &BrokenFile) -> FileChange {
    let tree = &against.facts.tree;
    let text = |blob: &Option<String>| blob.as_ref().and_then(|blob| tree.texts.get(blob)).cloned();
    let state = tree.files.get(Path::new(&file.path));
    FileChange { before: text(&file.before), after: state.and_then(|state| text(&state.blob)), ..FileChange::default() }
}

/// The files of a broken limit that are not as they were before.
fn files<'a>(
    against: &'a Against<'_>,
    broken: &'a BrokenLimit,
    changed: &'a [Changed],
) -> impl Iterator<Item = &'a BrokenFile> {
    broken.files.iter().filter(|file| !is_back(against, file, changed))
}

/// What took back everything that broke a limit; nothing takes back what is no file.
pub(super) fn taken_back(against: &Against<'_>, broken: &BrokenLimit, changed: &[Changed]) -> Option<String> {
    let all = !broken.files.is_empty() && files(against, broken, changed).next().is_none();
    let path = &broken.files.first()?.path;
    let by = changed.iter().find(|file| text::same_file(&file.path, path));
    all.then(|| by.map_or_else(|| "as it was before".to_owned(), super::open::by))
}

/// The broken limit of the brief that a line is about: its question, or a gap that only names it.
pub(super) fn about<'a>(against: &Against<'a>, line: &str) -> Option<&'a BrokenLimit> {
    against.brief.broken.iter().find(|limit| {
        let gap = limit_broken(broken::bare(&limit.limit));
        line == broken::question(limit).question
            || line.split_once(": ").is_some_and(|(_, rest)| broken::bare(rest) == gap)
    })
}

/// What took a file back, by the gap that names the limit which it breaks; `None` when it still breaks it.
pub(super) fn closes(against: &Against<'_>, limit: &BrokenLimit, path: &str, changed: &[Changed]) -> Option<String> {
    let files: Vec<BrokenFile> = limit.files.iter().filter(|file| text::same_file(&file.path, path)).cloned().collect();
    taken_back(against, &BrokenLimit { files, ..limit.clone() }, changed)
}

/// Files of the brief's broken limits that this run made as they were before: that breaks no limit.
pub(super) fn made_back<'a>(against: &Against<'a>, limit: &str, changed: &[Changed]) -> Vec<&'a str> {
    let same = against.brief.broken.iter().filter(|broken| text::same_limit(&broken.limit, limit));
    let files = same.flat_map(|broken| &broken.files);
    let back = files.filter(|file| is_back(against, file, changed) || put_back(against, limit, &file.path, changed));
    back.map(|file| file.path.as_str()).collect()
}

/// Whether the run put back a file that broke the limit, whatever was made of it since: it changed it, and by its record that
/// breaks nothing.
fn put_back(against: &Against<'_>, limit: &str, path: &str, changed: &[Changed]) -> bool {
    let own = changed.iter().any(|file| text::same_file(&file.path, path));
    let mut same = against.facts.constraints.iter().filter(|own| text::same_limit(&own.text, limit)).peekable();
    let broke = |breach: &Breach| breach.is_of(path) && against.after(&breach.event);
    own && same.peek().is_some() && !same.any(|own| own.broken_by.iter().any(broke))
}

fn is_back(against: &Against<'_>, file: &BrokenFile, changed: &[Changed]) -> bool {
    if let Some(blob) = against.facts.tree.present(Path::new(&file.path)) {
        return blob == file.before.as_deref();
    }
    // What neither differs from HEAD nor was touched by the run is as it was when the brief was written.
    let own = changed.iter().find(|changed| text::same_file(&changed.path, &file.path));
    own.and_then(|own| own.blobs.last()).is_some_and(|blob| file.before.as_ref() == Some(blob))
}
