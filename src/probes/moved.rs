//! Where a folder that is gone may have been moved to: folders of the same name nearby that hold a repository.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// So deep below the nearest folder that is still there.
const DEPTH: usize = 3;
/// So many folders are looked into at most: this must stay quick in a large home.
const FOLDERS: usize = 2_000;

/// The nearest folder above a path that is still there.
pub fn nearest(gone: &Path) -> Option<PathBuf> {
    gone.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_path_buf)
}

/// Repositories of the same name below the nearest folder that is still there.
pub fn candidates(gone: &Path) -> Vec<PathBuf> {
    let Some((name, base)) = gone.file_name().zip(nearest(gone)) else { return Vec::new() };
    let mut found = Vec::new();
    let mut queue = VecDeque::from([(base, 0)]);
    let mut seen = 0;
    while let Some((folder, depth)) = queue.pop_front() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            if seen > FOLDERS {
                return found;
            }
            // `file_type` does not follow links: a link must not lead us round in circles.
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let path = entry.path();
            if entry.file_name() == name && path.join(".git").exists() {
                found.push(path);
            } else if depth < DEPTH && !hidden(&path) {
                queue.push_back((path, depth + 1));
            }
        }
    }
    found.sort();
    found
}

fn hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.') || name == "node_modules" || name == "target")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_of_the_same_name_nearby_is_found() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(home.path().join("src/acme/billing/.git")).unwrap();
        std::fs::create_dir_all(home.path().join("src/other/billing")).unwrap();
        let found = candidates(&home.path().join("src/billing"));
        assert_eq!(found, [home.path().join("src/acme/billing")]);
    }
}
