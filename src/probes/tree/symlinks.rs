//! Symbolic links among the files: whether anything is where they lead. They are looked at, never opened.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::model::{PathMap, Tree};

/// So many links one behind the other are followed, as many as the system itself follows.
const MOST: usize = 40;

/// Marks the links that lead nowhere.
pub(super) fn read(map: &PathMap, tree: &mut Tree) {
    for (path, file) in &mut tree.files {
        if let Some(link) = &mut file.link {
            link.broken = broken(&tree.root.join(path), &tree.root, map);
        }
    }
}

/// Whether nothing is at the end of a link. What cannot be looked at from here may well be there.
fn broken(link: &Path, root: &Path, map: &PathMap) -> bool {
    let mut at = link.to_path_buf();
    for _ in 0..MOST {
        let Ok(to) = std::fs::read_link(&at) else { break };
        at = if to.is_absolute() { map.here(to) } else { at.parent().unwrap_or(root).join(to) };
        let place = plain(&at);
        if !place.starts_with(root) && !map.holds(&place) {
            return false;
        }
    }
    // A folder on the way may itself be a link to a recorded place, which the system does not find here.
    let way = at.ancestors().skip(1).any(|folder| folder.is_symlink() && !folder.exists());
    let nothing = |error: std::io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    !way && at.symlink_metadata().is_err_and(nothing)
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}
