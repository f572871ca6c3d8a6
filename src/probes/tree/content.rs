//! One content for the viewer: what lies on disk, a blob, or a file at a commit.

use std::path::Path;

use git2::{ObjectType, Oid, Repository};

use super::open::{Opened, open};
use super::texts::text;
use crate::evidence;
use crate::model::{PathMap, Problem};

/// The viewer shows at most this much; what is longer is named by size and hash.
const VIEW_LIMIT: u64 = 16 << 20;

/// Which content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At<'a> {
    /// What lies on disk now.
    Present,
    /// This blob.
    Blob(&'a str),
    /// The file as it is at this commit.
    Commit(&'a str),
}

/// One content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Its text; `None` when it is no text, too large, or not there.
    pub text: Option<String>,
    /// Its blob id.
    pub blob: Option<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it is there at all.
    pub exists: bool,
}

/// One content of a file; `path` is relative to `root`, or absolute outside it.
pub fn content(root: &Path, path: &Path, at: At<'_>, map: &PathMap) -> Result<Content, Problem> {
    let problem = |what: String| Problem::new(path.display().to_string(), what);
    let At::Present = at else {
        let Opened::Repository(repo) = open(root, map) else {
            return Err(problem(
                "older versions are kept by git only, and this folder is no repository that can be read".to_owned(),
            ));
        };
        return stored(&repo, path, at).map_err(|error| problem(format!("git: {}", error.message())));
    };
    let full = root.join(path);
    let meta = match std::fs::symlink_metadata(&full) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Content::default()),
        Err(error) => return Err(problem(format!("could not be looked at: {error}"))),
    };
    if meta.file_type().is_symlink() {
        let target = std::fs::read_link(&full).map_err(|error| problem(format!("could not be read: {error}")))?;
        return Ok(whole(target.to_string_lossy().into_owned().into_bytes()));
    }
    if !meta.is_file() {
        return Err(problem("is no regular file; it is not opened".to_owned()));
    }
    if meta.len() > VIEW_LIMIT {
        let blob = Oid::hash_file(ObjectType::Blob, &full).ok().map(|id| id.to_string());
        return Ok(Content { text: None, blob, bytes: meta.len(), exists: true });
    }
    evidence::read(&full).map(whole).map_err(|error| problem(format!("could not be read: {error}")))
}

fn whole(bytes: Vec<u8>) -> Content {
    Content {
        blob: Oid::hash_object(ObjectType::Blob, &bytes).ok().map(|id| id.to_string()),
        bytes: bytes.len() as u64,
        exists: true,
        text: text(bytes),
    }
}

fn stored(repo: &Repository, path: &Path, at: At<'_>) -> Result<Content, git2::Error> {
    let id = match at {
        At::Commit(commit) => {
            let tree = repo.revparse_single(commit)?.peel_to_tree()?;
            match tree.get_path(path) {
                Ok(entry) => entry.id(),
                Err(error) if error.code() == git2::ErrorCode::NotFound => return Ok(Content::default()),
                Err(error) => return Err(error),
            }
        }
        At::Blob(id) => Oid::from_str(id)?,
        At::Present => return Ok(Content::default()),
    };
    let (size, _) = repo.odb()?.read_header(id)?;
    let text = if size as u64 <= VIEW_LIMIT { text(repo.find_blob(id)?.content().to_vec()) } else { None };
    Ok(Content { text, blob: Some(id.to_string()), bytes: size as u64, exists: true })
}
