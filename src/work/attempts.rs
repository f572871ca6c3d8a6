//! The runs around a recovery: those that consumed its briefs, those that a person named, those seen beside it since.

use std::path::Path;
use std::sync::Arc;

use super::{Setting, facts, found};
use crate::model::{Decided, Facts, Found, RunMark, Timestamp};
use crate::sources::{self, Places};

/// Every run that was given a brief of this recovery, with the attempt.
pub(super) fn consumers(rows: &[Found], recovery: &str) -> Vec<(u32, Found)> {
    let fits = |row: &Found| row.brief.as_ref().filter(|(id, _)| id == recovery).map(|(_, attempt)| *attempt);
    let mut found: Vec<(u32, Found)> = rows.iter().filter_map(|row| Some((fits(row)?, row.clone()))).collect();
    found.sort_by_key(|(attempt, row)| (*attempt, row.started));
    found
}

/// The facts of all runs that consumed a brief, also of those that only a person knows of.
pub(super) fn attempts(setting: &Setting, mut consumers: Vec<(u32, Found)>, decided: &Decided) -> Vec<(u32, Facts)> {
    for (attempt, run, _) in decided.runs.iter().filter(|(attempt, ..)| *attempt > 0) {
        let marked = |(other, row): &(u32, Found)| other == attempt && row.session == run.session;
        if !run.transcript.is_empty() && !consumers.iter().any(marked) {
            consumers.push((*attempt, found(run)));
        }
    }
    consumers.sort_by_key(|(attempt, _)| *attempt);
    consumers.retain(|(_, row)| row.path.exists());
    consumers.into_iter().map(|(attempt, row)| (attempt, Arc::unwrap_or_clone(facts(setting, &row)))).collect()
}

/// The runs in a folder that began since then, newest first.
pub(super) fn since(places: &Places, rows: &[Found], folder: &Path, from: Timestamp) -> Vec<Found> {
    let here = |row: &Found| {
        let cwd = row.cwd.as_deref();
        cwd.is_some_and(|cwd| cwd.starts_with(folder) || places.here(cwd).starts_with(folder))
    };
    rows.iter().filter(|row| row.started.is_some_and(|at| at >= from) && here(row)).cloned().collect()
}

/// The run that a person named, with its runtime and its transcript; or why not, in words.
pub(super) fn named(places: &Places, query: &str) -> Result<RunMark, String> {
    sources::resolve(places, query.trim()).map(|found| found.mark()).map_err(|not| {
        let says = if not.several { "begins several runs" } else { "is no run here" };
        let nearest = if not.nearest.is_empty() { String::new() } else { format!(": {}", not.nearest.join(", ")) };
        let unread = not.unread.first().map(|problem| format!(" (not all could be read: {})", problem.place));
        format!("{} {says}{nearest}{}; enter asks again", not.query, unread.unwrap_or_default())
    })
}
