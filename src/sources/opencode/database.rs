//! The SQLite store: which tables and columns are read, and nothing of their meaning.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::Value;

use super::stored::{Message, Stored, plan_item};
use crate::model::Problem;
use crate::sources::fields::{Fields, clock};
use crate::sources::places::Places;
use crate::sources::scratch::Scratch;

/// The picker shows so many sessions of a store at most, newest first.
const NEWEST: usize = 500;

/// A session in a list, with as much of its messages as a row needs.
#[derive(Debug)]
pub(super) struct Listed {
    /// The session, without messages.
    pub session: Stored,
    /// When it changed last.
    pub updated: Option<jiff::Timestamp>,
    /// The first part of its first message.
    pub first: Value,
    /// Its last message.
    pub last: Value,
    /// Whether a part of the last message is a tool that runs.
    pub runs: bool,
}

/// The stores: one for each release channel.
pub(super) fn stores(places: &Places) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(places.data.join("opencode")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_store(path)).collect();
    paths.sort();
    paths
}

/// Whether a path is named like a store.
pub(super) fn is_store(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".db").is_some_and(|stem| stem.starts_with("opencode"))
}

/// The newest sessions that are no sub-agents', and what is wrong with the store beside them.
pub(super) fn list(places: &Places, store: &Path) -> Result<(Vec<Listed>, Option<String>), String> {
    let query = format!(
        "SELECT s.id, s.project_id, s.parent_id, s.directory, s.title, s.version, s.time_created, s.time_updated,
           (SELECT p.data FROM part p JOIN message m ON p.message_id = m.id
             WHERE m.session_id = s.id ORDER BY m.time_created, m.id, p.id LIMIT 1),
           (SELECT m.data FROM message m WHERE m.session_id = s.id ORDER BY m.time_created DESC, m.id DESC LIMIT 1),
           EXISTS (SELECT 1 FROM part p WHERE p.message_id =
             (SELECT m.id FROM message m WHERE m.session_id = s.id ORDER BY m.time_created DESC, m.id DESC LIMIT 1)
             AND p.data LIKE '%\"status\":\"running\"%')
         FROM session s WHERE s.parent_id IS NULL ORDER BY s.time_updated DESC LIMIT {NEWEST}"
    );
    let scratch = Scratch::open(places, store)?;
    let rows = scratch.rows(&query, &[], |row| {
        let json = |column| maybe(row, column).map(|text| parsed(text.as_deref()));
        Ok(Listed {
            session: stored(row)?,
            updated: clock(number(row, 7)?),
            first: json(8)?,
            last: json(9)?,
            runs: row.get(10)?,
        })
    })?;
    Ok((rows, scratch.damage()))
}

/// A session by the first seven columns of a query.
fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    Ok(Stored {
        id: text(row, 0)?,
        project: text(row, 1)?,
        parent: maybe(row, 2)?,
        directory: maybe(row, 3)?,
        title: maybe(row, 4)?,
        version: maybe(row, 5)?,
        created: clock(number(row, 6)?),
        ..Stored::default()
    })
}

/// A session with all that belongs to it: its messages, its plan, and the sessions that it started.
pub(super) fn session(places: &Places, store: &Path, id: &str) -> Result<Vec<Stored>, String> {
    let scratch = Scratch::open(places, store)?;
    let mut found = Vec::new();
    let mut wanted = vec![id.to_string()];
    while let Some(next) = wanted.pop() {
        if found.iter().any(|known: &Stored| known.id == next) {
            continue;
        }
        let query = "SELECT id FROM session WHERE parent_id = ?1 ORDER BY time_created DESC";
        wanted.extend(scratch.rows(query, &[&next], |row| text(row, 0))?);
        found.extend(one(&scratch, &next, store)?);
    }
    // Once, with the session that was asked for.
    if let (Some(first), Some(damage)) = (found.first_mut(), scratch.damage()) {
        first.problems.push(Problem::new(store.display().to_string(), damage));
    }
    Ok(found)
}

fn one(scratch: &Scratch, id: &str, store: &Path) -> Result<Option<Stored>, String> {
    let query =
        "SELECT id, project_id, parent_id, directory, title, version, time_created, revert FROM session WHERE id = ?1";
    let rows = scratch.rows(query, &[id], |row| {
        Ok(Stored { reverted: parsed(maybe(row, 7)?.as_deref()).said("messageID").map(str::to_string), ..stored(row)? })
    })?;
    let Some(mut session) = rows.into_iter().next() else { return Ok(None) };
    let query = "SELECT message_id, id, data FROM part WHERE session_id = ?1 ORDER BY id";
    let mut parts: HashMap<String, Vec<(String, Value)>> = HashMap::new();
    for (message, id, data) in scratch.rows(query, &[id], |row| Ok((text(row, 0)?, text(row, 1)?, text(row, 2)?)))? {
        let data = checked(&data, &id, store, &mut session.problems);
        parts.entry(message).or_default().push((id, data));
    }
    let query = "SELECT id, time_created, data FROM message WHERE session_id = ?1 ORDER BY time_created, id";
    for (id, created, data) in scratch.rows(query, &[id], |row| Ok((text(row, 0)?, number(row, 1)?, text(row, 2)?)))? {
        let data = checked(&data, &id, store, &mut session.problems);
        let parts = parts.remove(&id).unwrap_or_default();
        session.messages.push(Message { id, created: clock(created), data, parts });
    }
    if scratch.has("todo") {
        let query = "SELECT content, status FROM todo WHERE session_id = ?1 ORDER BY position";
        let rows = scratch.rows(query, &[id], |row| Ok((text(row, 0)?, text(row, 1)?)))?;
        if !rows.is_empty() {
            session.plan = Some(rows.iter().filter_map(|(text, status)| plan_item(text, status)).collect());
        }
    }
    Ok(Some(session))
}

/// A value as text. A damaged one is no reason to leave its row out: what reads it says what is wrong with it.
fn maybe(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
    })
}

fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(maybe(row, column)?.unwrap_or_default())
}

/// A value as a number; what is none is no time.
fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<f64> {
    Ok(maybe(row, column)?.and_then(|text| text.parse().ok()).unwrap_or(f64::NAN))
}

fn checked(data: &str, id: &str, store: &Path, problems: &mut Vec<Problem>) -> Value {
    serde_json::from_str(data).unwrap_or_else(|why| {
        let what = format!("row {id} is not JSON ({why}): it was passed over");
        problems.push(Problem::new(store.display().to_string(), what));
        Value::Null
    })
}

fn parsed(text: Option<&str>) -> Value {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}
