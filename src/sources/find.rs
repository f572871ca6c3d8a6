//! From what an operator typed to one session: an id, the beginning of one, a transcript, or a work tree (its newest run).

use std::cmp::Reverse;
use std::path::Path;

use similar::TextDiff;

use super::{Index, Places, SOURCES, paperclip};
use crate::model::{Found, Problem, Run, Runtime};

/// Nothing, or more than one thing, goes by this name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotFound {
    /// What was asked for.
    pub query: String,
    /// Whether several sessions begin with it.
    pub several: bool,
    /// The nearest names; all that begin with it when there are several.
    pub nearest: Vec<String>,
    /// Why it could not be looked up, when that is the reason.
    pub why: Option<String>,
    /// What could not be read where it was looked for: it may be there.
    pub unread: Vec<Problem>,
}

/// Every session of every runtime, newest first.
pub fn found(places: &Places) -> (Vec<Found>, Vec<Problem>) {
    found_with(places, &Index::default())
}

/// The same, reading only what an index does not know.
pub fn found_with(places: &Places, index: &Index) -> (Vec<Found>, Vec<Problem>) {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for source in SOURCES {
        let (more, trouble) = (source.find)(places, index);
        rows.extend(more);
        problems.extend(trouble);
    }
    rows.sort_by_key(|row| Reverse(row.last_event));
    (rows, problems)
}

/// The whole run of a row.
pub fn load(places: &Places, found: &Found) -> Run {
    if found.task.is_some() || found.runtime == Runtime::Paperclip {
        return paperclip::load(places, found);
    }
    SOURCES
        .iter()
        .find(|source| source.runtime == found.runtime)
        .map_or_else(|| Run::new(found.runtime, found.session.clone()), |source| (source.load)(places, found))
}

/// The session that the operator means.
pub fn resolve(places: &Places, query: &str) -> Result<Found, NotFound> {
    if let Some(key) = query.strip_prefix("paperclip:") {
        let lost = |why| NotFound { query: query.into(), why: Some(why), ..NotFound::default() };
        return paperclip::at(places, key).map_err(lost);
    }
    let typed = Path::new(query);
    if typed.is_file() || places.here(typed).is_file() {
        let path = std::path::absolute(if typed.is_file() { typed.to_path_buf() } else { places.here(typed) });
        let path = path.unwrap_or_else(|_| typed.to_path_buf());
        if let Some(row) = SOURCES.iter().find_map(|source| (source.at)(places, &path)) {
            return Ok(row);
        }
    }
    let (rows, unread) = found(places);
    choose(places, &rows, query).map_err(|none| NotFound { unread, ..none })
}

fn choose(places: &Places, rows: &[Found], query: &str) -> Result<Found, NotFound> {
    if let Some(row) = rows.iter().find(|row| row.session == query) {
        return Ok(row.clone());
    }
    if let Some(row) = rows.iter().find(|row| in_tree(places, row, Path::new(query))) {
        return Ok(row.clone());
    }
    let begins: Vec<&Found> = rows.iter().filter(|row| !query.is_empty() && row.session.starts_with(query)).collect();
    let mut ids: Vec<String> = begins.iter().map(|row| row.session.clone()).collect();
    ids.dedup();
    match (ids.len(), begins.first()) {
        (1, Some(row)) => Ok((*row).clone()),
        (0, _) => Err(NotFound { query: query.into(), nearest: nearest(rows, query), ..NotFound::default() }),
        _ => Err(NotFound { query: query.into(), several: true, nearest: ids, ..NotFound::default() }),
    }
}

/// Whether the run worked in this folder; a symbolic link to it counts.
fn in_tree(places: &Places, row: &Found, typed: &Path) -> bool {
    let Some(cwd) = row.cwd.as_deref() else { return false };
    let Ok(typed) = std::path::absolute(typed) else { return false };
    let same = |path: &Path| {
        cwd == path || matches!((cwd.canonicalize(), path.canonicalize()), (Ok(one), Ok(other)) if one == other)
    };
    same(&typed) || same(&places.here(&typed))
}

fn nearest(rows: &[Found], query: &str) -> Vec<String> {
    let mut scored: Vec<(f32, &str)> = rows
        .iter()
        .flat_map(|row| [Some(row.session.as_str()), row.cwd.as_deref().and_then(Path::to_str)])
        .flatten()
        .map(|name| (TextDiff::from_chars(query, name).ratio(), name))
        .filter(|(score, _)| *score > 0.4)
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    scored.dedup_by(|one, other| one.1 == other.1);
    scored.into_iter().take(3).map(|(_, name)| name.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::PathMap;

    fn row(session: &str, cwd: &str) -> Found {
        Found { cwd: Some(cwd.into()), ..Found::new(Runtime::ClaudeCode, session, "/s.jsonl") }
    }

    fn chosen(query: &str) -> Result<String, NotFound> {
        let rows = [row("9f3c21a0-1", "/h/gate"), row("9f3c77aa-2", "/h/gate"), row("01aa", "/h/shop")];
        let places = Places::new("/h", PathMap::new([("/home/dev", "/h")]), |_| None, 0);
        choose(&places, &rows, query).map(|row| row.session)
    }

    #[test]
    fn a_beginning_must_be_the_only_one() {
        assert_eq!(chosen("9f3c2"), Ok("9f3c21a0-1".into()));
        let none = chosen("9f3c").unwrap_err();
        assert!(none.several && none.nearest.len() == 2, "{none:?}");
    }

    #[test]
    fn a_work_tree_is_its_newest_run_by_either_path() {
        assert_eq!(chosen("/h/gate"), Ok("9f3c21a0-1".into()));
        assert_eq!(chosen("/home/dev/shop"), Ok("01aa".into()));
    }

    #[test]
    fn a_name_that_is_nearly_right_is_offered() {
        let none = chosen("9f3c21b0-1").unwrap_err();
        assert_eq!(none.nearest.first().map(String::as_str), Some("9f3c21a0-1"));
    }
}
