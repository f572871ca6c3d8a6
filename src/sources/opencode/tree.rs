//! The JSON tree of older versions: `storage/{session,message,part,todo}`, one file a record.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::stored::{Message, Stored, plan, time};
use crate::evidence;
use crate::model::Problem;
use crate::sources::fields::Fields;
use crate::sources::places::Places;

/// A file larger than this is passed over.
const LARGEST: u64 = 32 << 20;

/// The folder of the tree.
pub(super) fn storage(places: &Places) -> PathBuf {
    places.data.join("opencode/storage")
}

/// The files of all sessions.
pub(super) fn sessions(storage: &Path) -> Vec<PathBuf> {
    let projects = entries(&storage.join("session"));
    projects.iter().flat_map(|project| entries(project)).filter(|path| is_session(path)).collect()
}

/// Whether a path is named like the file of a session.
pub(super) fn is_session(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".json").is_some_and(|stem| stem.starts_with("ses_"))
}

/// A session without its messages.
pub(super) fn head(path: &Path) -> Result<Stored, Problem> {
    let data = json(path)?;
    let own = |key: &str| data.said(key).map(str::to_string);
    Ok(Stored {
        id: own("id").or_else(|| Some(path.file_stem()?.to_str()?.to_string())).unwrap_or_default(),
        parent: own("parentID"),
        project: own("projectID").unwrap_or_default(),
        directory: own("directory"),
        title: own("title"),
        version: own("version"),
        created: time(&data, "created"),
        reverted: data["revert"].said("messageID").map(str::to_string),
        ..Stored::default()
    })
}

/// A session with all that belongs to it, and the sessions that it started. What cannot be read is a problem in it.
pub(super) fn session(storage: &Path, path: &Path) -> Vec<Stored> {
    let mut main = match head(path) {
        Ok(session) => session,
        Err(problem) => {
            let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            Stored { id, problems: vec![problem], ..Stored::default() }
        }
    };
    fill(storage, &mut main);
    let mut found = vec![main];
    let mut others: Vec<Stored> = sessions(storage).iter().filter_map(|path| head(path).ok()).collect();
    while let Some(place) = others.iter().position(|other| {
        other
            .parent
            .as_ref()
            .is_some_and(|parent| found.iter().any(|known| known.id == *parent && known.id != other.id))
    }) {
        let mut child = others.swap_remove(place);
        fill(storage, &mut child);
        found.push(child);
    }
    found
}

/// The last messages of a session, for a row: the last one, its parts, and the first part of the first.
pub(super) fn ends(storage: &Path, id: &str) -> (Option<Message>, Option<Message>) {
    let files = entries(&storage.join("message").join(id));
    let read = |path: Option<&PathBuf>| path.and_then(|path| message(storage, path, &mut Vec::new()));
    (read(files.first()), read(files.last()).filter(|_| files.len() > 1))
}

/// How many bytes the records of a session have.
pub(super) fn bytes(storage: &Path, session: &Stored) -> u64 {
    let folders = session.messages.iter().map(|message| storage.join("part").join(&message.id));
    let folders = folders.chain([storage.join("message").join(&session.id)]);
    folders.flat_map(|folder| entries(&folder)).filter_map(|path| Some(path.metadata().ok()?.len())).sum()
}

fn fill(storage: &Path, session: &mut Stored) {
    for path in entries(&storage.join("message").join(&session.id)) {
        session.messages.extend(message(storage, &path, &mut session.problems));
    }
    session.messages.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
    if let Ok(Value::Array(items)) = json(&storage.join("todo").join(format!("{}.json", session.id))) {
        session.plan = Some(plan(&items));
    }
}

fn message(storage: &Path, path: &Path, problems: &mut Vec<Problem>) -> Option<Message> {
    let data = json(path).map_err(|problem| problems.push(problem)).ok()?;
    let id = data.said("id").map(str::to_string).or_else(|| Some(path.file_stem()?.to_str()?.to_string()))?;
    let mut parts = Vec::new();
    for path in entries(&storage.join("part").join(&id)) {
        match json(&path) {
            Ok(part) => parts.push((part.text("id").to_string(), part)),
            Err(problem) => problems.push(problem),
        }
    }
    Some(Message { created: time(&data, "created"), id, data, parts })
}

fn json(path: &Path) -> Result<Value, Problem> {
    let trouble = |what: String| Problem::new(path.display().to_string(), what);
    if path.metadata().is_ok_and(|meta| meta.len() > LARGEST) {
        return Err(trouble("is larger than this version reads: it was passed over".to_string()));
    }
    let text = evidence::read_to_string(path).map_err(|why| trouble(format!("could not be read: {why}")))?;
    serde_json::from_str(&text)
        .map_err(|why| trouble(format!("is not JSON, broken or half written ({why}): it was passed over")))
}

/// The entries of a folder by name, which is the order in which ids were made.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
