//! Sessions for the picker: one bounded query on a copy of the store, and of the older tree the first and last message.

use std::path::Path;

use serde_json::Value;

use super::stored::{Message, Stored, time};
use super::{database, tree};
use crate::model::{Found, Problem, RelatedRun, Runtime, Tail};
use crate::sources::Index;
use crate::sources::consumed::brief_line;
use crate::sources::fields::Fields;
use crate::sources::places::Places;
use crate::sources::scratch::beside;
use crate::sources::text::{one_line, title};

/// Every session that is no sub-agent's.
pub(super) fn all(places: &Places, index: &Index) -> (Vec<Found>, Vec<Problem>) {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for store in database::stores(places) {
        let log = beside(&store);
        let (found, problem) = index.rows(&[&store, &log], || match in_store(places, &store) {
            Ok((found, damage)) => (found, damage.map(|what| Problem::new(store.display().to_string(), what))),
            Err(why) => {
                let what = format!("the store could not be read: {why}");
                (Vec::new(), Some(Problem::new(store.display().to_string(), what)))
            }
        });
        rows.extend(found);
        problems.extend(problem);
    }
    let storage = tree::storage(places);
    for path in tree::sessions(&storage) {
        match in_tree(places, &storage, &path) {
            // What was taken over into the store stands there.
            Ok(Some(row)) if !rows.iter().any(|known| known.session == row.session) => rows.push(row),
            Ok(_) => {}
            Err(problem) => problems.push(problem),
        }
    }
    (rows, problems)
}

/// The session of a path: of a store its newest.
pub(super) fn at(places: &Places, path: &Path) -> Option<Found> {
    if database::is_store(path) {
        return in_store(places, path).ok()?.0.into_iter().next();
    }
    if !tree::is_session(path) {
        return None;
    }
    in_tree(places, &tree::storage(places), path).ok().flatten()
}

/// Other sessions of the same folder.
pub(super) fn related(places: &Places, found: &Found, cwd: Option<&Path>) -> Vec<RelatedRun> {
    let others = all(places, &Index::default())
        .0
        .into_iter()
        .filter(|other| other.session != found.session && cwd.is_some() && other.cwd.as_deref() == cwd);
    let how = |other: &Found| {
        let began = other.started.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()).unwrap_or_default();
        format!("same work tree, began {began}")
    };
    others.map(|other| RelatedRun { how: how(&other), session: other.session }).collect()
}

fn in_store(places: &Places, store: &Path) -> Result<(Vec<Found>, Option<String>), String> {
    let row = |listed: database::Listed| {
        let tail = tail(&listed.last, listed.runs);
        let first = listed.first.text("text").to_string();
        Found { last_event: listed.updated, ..row(places, store, &listed.session, &first, tail) }
    };
    let (listed, damage) = database::list(places, store)?;
    Ok((listed.into_iter().map(row).collect(), damage))
}

fn in_tree(places: &Places, storage: &Path, path: &Path) -> Result<Option<Found>, Problem> {
    let session = tree::head(path)?;
    if session.parent.is_some() {
        return Ok(None);
    }
    let (first, last) = tree::ends(storage, &session.id);
    let text = first.as_ref().and_then(|message| message.parts.iter().find_map(|(_, part)| part.said("text")));
    let text = text.unwrap_or_default().to_string();
    let last = last.or(first);
    let runs = |message: &Message| message.parts.iter().any(|(_, part)| part["state"].text("status") == "running");
    let tail = last.as_ref().map_or(Tail::Unclear, |message| tail(&message.data, runs(message)));
    let at = last.as_ref().and_then(|message| time(&message.data, "completed").or(message.created));
    Ok(Some(Found { last_event: at.or(session.created), ..row(places, path, &session, &text, tail) }))
}

fn row(places: &Places, path: &Path, session: &Stored, first: &str, tail: Tail) -> Found {
    let named = session.title.as_deref().map(one_line).filter(|title| !title.is_empty());
    Found {
        runtime: Runtime::OpenCode,
        session: session.id.clone(),
        path: path.to_path_buf(),
        cwd: session.directory.as_ref().map(|folder| places.here(folder)),
        title: named.or_else(|| Some(title(first))),
        started: session.created,
        last_event: session.created,
        tail,
        brief: brief_line(first),
        task: None,
        problem: None,
    }
}

fn tail(last: &Value, runs: bool) -> Tail {
    let finish = last.text("finish");
    if last.get("error").is_some_and(|error| !error.is_null()) {
        Tail::Error
    } else if runs {
        Tail::CallOpen
    } else if last.text("role") == "user"
        || time(last, "completed").is_none()
        || matches!(finish, "tool-calls" | "unknown")
    {
        Tail::TurnOpen
    } else {
        Tail::TurnEnded
    }
}
