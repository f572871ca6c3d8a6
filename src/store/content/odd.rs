//! What git does not list: a folder without a repository, and pipes, sockets and devices beside the files.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use super::{Content, add};

/// A folder without a repository with more than this is not copied for gates.
const MOST: usize = 200_000;

/// Every file below a folder that is no repository.
pub(super) fn of_folder(root: &Path, content: &mut Content) -> Result<(), String> {
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let entries = std::fs::read_dir(root.join(&inside))
            .map_err(|why| format!("the folder {} could not be read: {why}", root.join(&inside).display()))?;
        for entry in entries.flatten() {
            let path = inside.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && root.join(&path).join(".git").exists() => content.nested.push(path),
                Ok(kind) if kind.is_dir() => folders.push(path),
                _ => add(content, path.as_os_str().as_bytes(), false),
            }
        }
        if content.entries.len() > MOST {
            return Err(format!("{} is no repository and holds more than {MOST} files", root.display()));
        }
    }
    Ok(())
}

/// Names what git passes over in silence, in the folders that hold files of the content.
pub(super) fn of_repository(content: &mut Content) {
    let mut folders: Vec<PathBuf> =
        content.entries.keys().filter_map(|path| content.full(path).parent().map(Path::to_path_buf)).collect();
    folders.push(content.root.clone());
    folders.sort();
    folders.dedup();
    for folder in folders {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let odd = entry.file_type().is_ok_and(|kind| !kind.is_file() && !kind.is_dir() && !kind.is_symlink());
            if odd {
                let path = entry.path();
                let inside = path.strip_prefix(&content.root).unwrap_or(&path);
                let words = format!("{} is no regular file", inside.display());
                if !content.odd.contains(&words) {
                    content.odd.push(words);
                }
            }
        }
    }
}
