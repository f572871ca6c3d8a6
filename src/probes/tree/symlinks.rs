//! Symbolic links among the files: whether anything is where they lead, and whether they lead there at all. They are looked at, never opened.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use rustix::io::Errno;

use crate::model::{DeadLink, PathMap, Tree};

/// So many links one behind the other are followed, as many as the system itself follows.
const MOST: usize = 40;

/// Marks the links at whose end nothing can be read.
pub(super) fn read(map: &PathMap, tree: &mut Tree) {
    for (path, file) in &mut tree.files {
        if let Some(link) = &mut file.link {
            link.dead = dead(&tree.root.join(path), &tree.root, map);
        }
    }
}

/// Why nothing can be read at the end of a link. What cannot be looked at from here may well be there.
fn dead(link: &Path, root: &Path, map: &PathMap) -> Option<DeadLink> {
    let mut at = link.to_path_buf();
    let mut been = BTreeSet::from([plain(link)]);
    for _ in 0..MOST {
        let Ok(to) = std::fs::read_link(&at) else { break };
        at = if to.is_absolute() { map.here(to) } else { at.parent().unwrap_or(root).join(to) };
        let place = plain(&at);
        if !place.starts_with(root) && !map.holds(&place) {
            return None;
        }
        if !been.insert(place) {
            return Some(DeadLink::Circle);
        }
    }
    // A folder on the way may itself be a link to a recorded place, which the system does not find here.
    let way = at.ancestors().skip(1).any(|folder| folder.is_symlink() && !folder.exists());
    let error = at.symlink_metadata().err()?;
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if !way => Some(DeadLink::Nowhere),
        // A folder on the way leads back to itself.
        _ if Errno::from_io_error(&error) == Some(Errno::LOOP) => Some(DeadLink::Circle),
        _ => None,
    }
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
