//! Briefs and reviews on disk: in the recovery's own folder, or in `.lastgood/` of the work tree when a person said so.

use std::io;
use std::path::{Path, PathBuf};

use super::{Doing, StoreError, atomic};

/// A file that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where.
    pub path: PathBuf,
    /// What.
    pub bytes: Vec<u8>,
}

/// What lies at the place of a file now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Nothing.
    None,
    /// The same bytes.
    Same,
    /// Something else: writing would replace it.
    Different,
}

/// The two files of a brief.
pub fn brief_files(folder: &Path, attempt: u32, markdown: &str, json: &str) -> [File; 2] {
    named(folder, "brief", attempt, markdown, json)
}

/// The two files of a review.
pub fn review_files(folder: &Path, attempt: u32, markdown: &str, json: &str) -> [File; 2] {
    named(folder, "review", attempt, markdown, json)
}

fn named(folder: &Path, word: &str, attempt: u32, markdown: &str, json: &str) -> [File; 2] {
    let file = |ending: &str, text: &str| File {
        path: folder.join(format!("{word}-{attempt}.{ending}")),
        bytes: text.as_bytes().to_vec(),
    };
    [file("md", markdown), file("json", json)]
}

/// What lies at the place of a file now, for the dialog that lists it.
pub fn existing(file: &File) -> Existing {
    match std::fs::read(&file.path) {
        Ok(bytes) if bytes == file.bytes => Existing::Same,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Existing::None,
        // What cannot be read is surely not what we are about to write.
        _ => Existing::Different,
    }
}

/// Writes the files, each in one piece. A different file that is there is replaced only when `replace` names it.
///
/// All places are looked at before the first byte is written. Returns the paths that were written.
pub fn publish(files: &[File], replace: &[PathBuf]) -> Result<Vec<PathBuf>, StoreError> {
    let mut todo = Vec::new();
    for file in files {
        match existing(file) {
            Existing::Different if !replace.contains(&file.path) => return Err(StoreError::Exists(file.path.clone())),
            Existing::Same => {}
            Existing::None | Existing::Different => todo.push(file),
        }
        if let Some(folder) = file.path.parent() {
            match std::fs::symlink_metadata(folder) {
                Ok(found) if !found.is_dir() => return Err(StoreError::NotAFolder(folder.to_owned())),
                _ => {}
            }
        }
    }
    for file in &todo {
        let write = || {
            let folder = file.path.parent().unwrap_or(Path::new("/"));
            if !folder.is_dir() {
                // In a work tree others read it, too: the account's own mask decides.
                if in_tree(&file.path) { std::fs::create_dir_all(folder) } else { atomic::private_folder(folder) }?;
                atomic::flush_folder(folder)?;
            }
            atomic::write(&file.path, &file.bytes, mode(&file.path))
        };
        write().map_err(StoreError::at(Doing::Publish, &file.path))?;
    }
    Ok(files.iter().map(|file| file.path.clone()).collect())
}

/// Private in our own folders; in a work tree as readable as its owner lets files be.
fn mode(path: &Path) -> u32 {
    if in_tree(path) { 0o666 } else { atomic::PRIVATE }
}

fn in_tree(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|name| name == ".lastgood")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_folder_of_ours_is_private_whatever_the_mask_says() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("LG-00000001/gates/out.txt");
        publish(&[File { path: path.clone(), bytes: b"x".to_vec() }], &[]).expect("it is written");
        let folder = path.parent().and_then(|folder| folder.metadata().ok()).expect("the folder");
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    }
}
