//! A last good content that no commit has, to keep: recorded texts on top of a commit, under a ref of ours.
//!
//! It is built in the repository's objects alone; neither HEAD, index, work tree nor stash is looked at or changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use git2::build::TreeUpdateBuilder;
use git2::{FileMode, ObjectType, Oid, Repository, Tree};

use super::salvage::{Salvaged, by_name, signature};
use super::{no_repository, open};
use crate::brief;
use crate::model::Timestamp;

/// The texts of a content by path; `None` for a file that is not in it.
pub type Texts<'a> = BTreeMap<&'a Path, Option<&'a str>>;

/// Why a file of the recorded content cannot be in the copy, by path.
pub fn left_out(root: &Path, base: Option<&str>, texts: &Texts<'_>) -> Result<BTreeMap<PathBuf, String>, String> {
    let repo = open(root)?.ok_or_else(|| no_repository(root))?;
    let base = tree_of(&repo, base)?;
    let mut out = BTreeMap::new();
    for (path, text) in texts {
        let known = base.as_ref().and_then(|base| base.get_path(path).ok());
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let why = match (&known, text) {
            (Some(entry), _) if entry.kind() != Some(ObjectType::Blob) || entry.filemode() == 0o120_000 => {
                Some("a link or a folder in the commit")
            }
            (None, Some(text)) if by_name(&name) || !brief::mask_text(text).1.is_empty() => {
                Some("looks like it holds a secret")
            }
            (None, Some(_)) if repo.is_path_ignored(path).unwrap_or(false) => Some("git ignores it"),
            _ => None,
        };
        if let Some(why) = why {
            out.insert(path.to_path_buf(), why.to_owned());
        }
    }
    Ok(out)
}

/// Keeps the texts on top of the commit, without those that cannot be in it, as a commit under `refs/lastgood/good/…`.
pub fn keep_good(
    root: &Path,
    base: Option<&str>,
    texts: &Texts<'_>,
    name: &str,
    by: &str,
    at: Timestamp,
) -> Result<Salvaged, String> {
    let out = left_out(root, base, texts)?;
    let repo = open(root)?.ok_or_else(|| no_repository(root))?;
    let git = |why: git2::Error| format!("last good could not be kept: {}", why.message());
    let start = tree_of(&repo, base)?;
    let mut update = TreeUpdateBuilder::new();
    let mut files = 0;
    for (path, text) in texts.iter().filter(|(path, _)| !out.contains_key(**path)) {
        let known = start.as_ref().and_then(|tree| tree.get_path(path).ok());
        match text {
            Some(text) => {
                let mode = if known.map_or_else(|| executable(&root.join(path)), |entry| entry.filemode() == 0o100_755)
                {
                    FileMode::BlobExecutable
                } else {
                    FileMode::Blob
                };
                update.upsert(*path, repo.blob(text.as_bytes()).map_err(git)?, mode);
                files += 1;
            }
            None if known.is_some() => drop(update.remove(*path)),
            None => {}
        }
    }
    let empty = || repo.treebuilder(None)?.write().and_then(|id| repo.find_tree(id));
    let start = start.map_or_else(empty, Ok).map_err(git)?;
    let tree = update.create_updated(&repo, &start).map_err(git)?;
    let commit = commit(&repo, tree, base, name, by, at).map_err(git)?;
    // The ref comes last and in one piece: whoever is killed before leaves objects that nobody points to.
    repo.reference(name, commit, false, "lastgood: last good content").map_err(git)?;
    Ok(Salvaged { commit: commit.to_string(), name: name.to_owned(), content: tree.to_string(), files })
}

fn commit(
    repo: &Repository,
    tree: Oid,
    base: Option<&str>,
    name: &str,
    by: &str,
    at: Timestamp,
) -> Result<Oid, git2::Error> {
    let who = signature(by, at)?;
    let parent = base.map(|base| repo.revparse_single(base)?.peel_to_commit()).transpose()?;
    let parents: Vec<_> = parent.iter().collect();
    let message = format!("lastgood: last good content {name}\n\nThe recorded edits up to the green gate, replayed.\n");
    repo.commit(None, &who, &who, &message, &repo.find_tree(tree)?, &parents)
}

fn tree_of<'a>(repo: &'a Repository, base: Option<&str>) -> Result<Option<Tree<'a>>, String> {
    let found = base.map(|base| repo.revparse_single(base)?.peel_to_tree()).transpose();
    found.map_err(|why| format!("the commit {} is not there: {}", base.unwrap_or_default(), why.message()))
}

/// The record holds no mode: a file that still lies there tells it.
fn executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o100 != 0)
}
