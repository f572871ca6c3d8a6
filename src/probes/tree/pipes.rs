//! Files in a work tree that libgit2 opens by itself: on a pipe of such a name it would wait for ever.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use git2::Repository;

use crate::evidence;
use crate::model::Problem;

/// The names that are read in every folder, or in the uppermost.
const READ: &[&str] = &[".gitignore", ".gitattributes", ".gitmodules"];

/// The first of them that is no regular file, in the folders through which git's status goes.
pub(super) fn irregular(repo: &Repository, root: &Path) -> Option<Problem> {
    let tracked = folders_of_index(repo);
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        // The rules of a folder are looked at before anything in it, so that asking what is ignored never opens one unseen.
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (name, kind) = (entry.file_name(), entry.file_type());
            if READ.iter().any(|read| name == *read)
                && let Some(problem) = evidence::irregular(&entry.path())
            {
                return Some(problem);
            }
            if kind.is_ok_and(|kind| kind.is_dir()) && name != ".git" {
                inside.push(entry.path());
            }
        }
        let walked = |folder: &PathBuf| {
            let below = folder.strip_prefix(root).unwrap_or(folder);
            tracked.contains(below) || !repo.is_path_ignored(below).unwrap_or(false)
        };
        folders.extend(inside.into_iter().filter(walked));
    }
    None
}

/// Folders that hold tracked files: git goes through them even where they are ignored.
fn folders_of_index(repo: &Repository) -> BTreeSet<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    let mut folders = BTreeSet::new();
    let Ok(index) = repo.index() else { return folders };
    for entry in index.iter() {
        let path = Path::new(std::ffi::OsStr::from_bytes(&entry.path));
        for folder in path.ancestors().skip(1) {
            if !folders.insert(folder.to_path_buf()) {
                break;
            }
        }
    }
    folders
}
