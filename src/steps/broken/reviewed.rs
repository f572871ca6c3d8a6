//! What the review of a run shows as broken and the record of the run by itself does not: a part of the work that was left out, a file
//! that the limits of the brief are held against.
//!
//! The review says more than the record because it has the brief and what was changed. Its breaches stand until somebody decides about
//! them, as those of the record do.

use std::path::Path;

use super::{Part, file, same};
use crate::model::{Breach, Brief, BrokenFile, Facts, LimitRow};
use crate::steps::review;

/// The breaches by the newest brief that the run was given, without those that its record shows.
pub(super) fn parts(facts: &Facts, briefs: &[&Brief]) -> Vec<Part> {
    let newest = briefs.iter().rev().find_map(|brief| review::limits_broken(facts, brief));
    newest.unwrap_or_default().iter().flat_map(|row| of_row(facts, row)).collect()
}

fn of_row(facts: &Facts, row: &LimitRow) -> Vec<Part> {
    let whats: Vec<String> = row.by.iter().map(|by| review::parted(by).0.to_owned()).collect();
    let files: Vec<String> = whats.iter().filter_map(|what| Some(changed(facts, what)?.path)).collect();
    let mut parts: Vec<Part> = Vec::new();
    for what in whats {
        let file = changed(facts, &what);
        // A commit is told by the files of it that are named.
        let told = file.is_none() && commit_has(facts, &what, &files);
        if told || on_record(facts, &row.limit, &what, file.as_ref()) {
            continue;
        }
        let part = Part { limit: row.limit.clone(), also: vec![], by: vec![what], file, handed_on: true };
        let known =
            parts.iter().any(|known| super::same_part(known, &part) && (part.file.is_some() || known.by == part.by));
        if !known {
            parts.push(part);
        }
    }
    parts
}

/// The file that something is about, with what stood there before the run; by its commits where the tree has nothing of it to tell.
fn changed(facts: &Facts, what: &str) -> Option<BrokenFile> {
    let breach = Breach { event: String::new(), what: what.to_owned() };
    file(facts, &breach).or_else(|| {
        let all = facts.tree.commits.iter().flat_map(|commit| &commit.files);
        let of = all.into_iter().find(|one| breach.is_of(&one.path.display().to_string()))?;
        Some(BrokenFile { path: of.path.display().to_string(), before: of.before.clone(), kept: None })
    })
}

/// Whether something is a commit that changed one of these files.
fn commit_has(facts: &Facts, what: &str, files: &[String]) -> bool {
    let id = what.split_whitespace().next().unwrap_or_default();
    let commit = facts.tree.commits.iter().find(|commit| id.len() >= 7 && commit.id.starts_with(id));
    commit.is_some_and(|commit| commit.files.iter().any(|one| files.iter().any(|path| one.path == Path::new(path))))
}

/// Whether the record of the run says of the same limit that this breaks it.
fn on_record(facts: &Facts, limit: &str, what: &str, broken: Option<&BrokenFile>) -> bool {
    let of_limit = facts.constraints.iter().filter(|own| same(&own.text, limit));
    let mut breaches = of_limit.flat_map(|own| &own.broken_by);
    breaches.any(|breach| match broken {
        Some(file) => breach.is_of(&file.path),
        None => breach.what == what || names_commit(&breach.what, what),
    })
}

/// Whether a breach names the commit that a line begins with.
fn names_commit(breach: &str, what: &str) -> bool {
    let id = what.split_whitespace().next().unwrap_or_default();
    id.len() == 7 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) && breach.contains(id)
}
