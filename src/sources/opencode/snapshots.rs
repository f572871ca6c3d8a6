//! Copies of files that the client keeps: for each step a tree in a bare repository of its own.

use std::path::{Path, PathBuf};

use git2::{Oid, Repository, RepositoryOpenFlags};
use jiff::Timestamp;

use super::stored::{Stored, time};
use crate::evidence;
use crate::model::KeptFile;
use crate::sources::fields::Fields;
use crate::sources::places::Places;

/// So many copies are listed, and texts up to this length.
const COPIES: usize = 200;
const TEXT: usize = 256 << 10;

/// The files that a session's steps changed, as they were before and after each step.
pub(super) fn kept(places: &Places, stored: &Stored, root: &Path) -> Vec<KeptFile> {
    let folder = places.data.join("opencode/snapshot").join(&stored.project);
    let repositories = repositories(places, &folder);
    let mut kept = Vec::new();
    for message in &stored.messages {
        let at = time(&message.data, "completed").or(message.created);
        let after = message.parts.iter().rev().find(|(_, part)| part.text("type") == "step-finish");
        let after = after.map(|(_, part)| part.text("snapshot")).filter(|tree| !tree.is_empty());
        for (_, patch) in message.parts.iter().filter(|(_, part)| part.text("type") == "patch") {
            let files = patch.items("files").iter().filter_map(|file| file.as_str());
            let files: Vec<PathBuf> = files.map(|file| places.here(file)).collect();
            for tree in [Some(patch.text("hash")), after].into_iter().flatten() {
                kept.extend(files.iter().filter_map(|file| copy(&repositories, tree, file, root, at)));
            }
            if kept.len() > COPIES {
                kept.truncate(COPIES);
                return kept;
            }
        }
    }
    kept
}

fn copy(repositories: &[Repository], tree: &str, file: &Path, root: &Path, at: Option<Timestamp>) -> Option<KeptFile> {
    let id = Oid::from_str(tree).ok()?;
    let relative = file.strip_prefix(root).ok()?;
    let (repository, tree) =
        repositories.iter().find_map(|repository| Some((repository, repository.find_tree(id).ok()?)))?;
    let blob = tree.get_path(relative).ok().and_then(|entry| repository.find_blob(entry.id()).ok());
    let text = blob.filter(|blob| blob.size() <= TEXT).and_then(|blob| String::from_utf8(blob.content().to_vec()).ok());
    Some(KeptFile {
        path: file.to_path_buf(),
        copy: repository.path().to_path_buf(),
        version: id.to_string(),
        at,
        text,
    })
}

fn repositories(places: &Places, folder: &Path) -> Vec<Repository> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    // Older versions keep one repository in the folder itself.
    let folders =
        entries.map(|entry| entry.path()).chain([folder.to_path_buf()]).filter(|path| path.join("objects").is_dir());
    folders.filter_map(|path| open(places, &path)).collect()
}

/// Opens a repository of snapshots. What the work tree's own repository has already is not in it, but named by it.
fn open(places: &Places, path: &Path) -> Option<Repository> {
    // libgit2 would wait on a pipe of such a name.
    if ["HEAD", "config", "packed-refs", "objects/info/alternates"]
        .iter()
        .any(|name| evidence::irregular(&path.join(name)).is_some())
    {
        return None;
    }
    let flags = RepositoryOpenFlags::BARE | RepositoryOpenFlags::NO_SEARCH;
    let repository = Repository::open_ext(path, flags, std::iter::empty::<&Path>()).ok()?;
    let others = evidence::read_to_string(path.join("objects/info/alternates")).unwrap_or_default();
    if let Ok(objects) = repository.odb() {
        for other in others.lines().filter(|line| !line.starts_with('#')) {
            // One that is gone leaves its files without a copy.
            let _ = objects.add_disk_alternate(&places.here(other).to_string_lossy());
        }
    }
    Some(repository)
}
