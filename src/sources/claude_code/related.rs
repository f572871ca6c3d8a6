//! Other sessions of the same work: forks, what was forked, and runs in the same work tree about the same time.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::reader::Reader;
use super::{find, project};
use crate::model::{Found, RelatedRun, Timestamp};
use crate::sources::files;

/// Runs further apart than this are other work.
const NEAR: i64 = 7 * 24 * 3600;
/// So many of them are named.
const NAMED: usize = 20;
/// So many of the newest others are opened at all.
const LOOKED: usize = 200;

/// Names the related sessions.
pub(super) fn find(reader: &mut Reader, path: &Path) {
    let here = path.parent().unwrap_or(Path::new("/"));
    let recorded = reader.run.cwd.as_ref().map(|cwd| reader.places.recorded(cwd));
    let mut folders = project::folders(reader.places);
    folders.retain(|folder| folder == here || recorded.as_ref().is_some_and(|cwd| project::holds(folder, cwd)));
    if folders.iter().all(|folder| folder != here) {
        folders.push(here.into());
    }
    let mut others: Vec<PathBuf> = folders.iter().flat_map(|folder| project::transcripts(folder)).collect();
    others.retain(|other| project::session(other) != reader.run.session);
    others.sort_by_key(|other| Reverse(files::changed(other)));
    others.truncate(LOOKED);
    let mut rows: Vec<Found> = others.into_iter().map(|other| find::one(reader.places, &other)).collect();
    rows.sort_by_key(|row| Reverse(row.last_event));
    let related = rows.iter().filter_map(|row| Some((row, how(reader, row)?))).take(NAMED);
    let related: Vec<RelatedRun> = related.map(|(row, how)| RelatedRun { session: row.session.clone(), how }).collect();
    reader.run.related_runs = related;
}

fn how(reader: &Reader, row: &Found) -> Option<String> {
    let run = &reader.run;
    if reader.copied_from.contains(&row.session) {
        return Some("parent of this fork".into());
    }
    let first = first_uuid(&row.path);
    if first.is_some() && first == reader.first_uuid {
        let first_of_them = reader.copied_from.is_empty();
        return Some(if first_of_them { "fork of this" } else { "another fork of the same run" }.into());
    }
    let near = |one: Option<Timestamp>, other: Option<Timestamp>| match (one, other) {
        (Some(one), Some(other)) => (one.as_second() - other.as_second()).abs() < NEAR,
        _ => false,
    };
    let close = near(row.started, run.last_event) || near(row.last_event, run.started);
    if row.cwd != run.cwd || !close {
        return None;
    }
    let clock = |at: Option<Timestamp>| at.map_or_else(|| "?".into(), |at| at.strftime("%H:%M").to_string());
    Some(format!("same work tree, {} to {}", clock(row.started), clock(row.last_event)))
}

/// The first row of the chain: a fork begins with copies of its parent's rows.
fn first_uuid(path: &Path) -> Option<String> {
    let head = files::head(path, 64 << 10).ok()?;
    head.lines().find_map(|line| {
        let row: Value = serde_json::from_str(line).ok()?;
        row["uuid"].as_str().map(Into::into)
    })
}
