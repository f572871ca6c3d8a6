//! Packets and checkpoints on disk: the packet in the work tree, our copy of it with hash and time, the log of checkpoints.

use std::path::{Path, PathBuf};

use super::{Doing, StoreError, atomic};
use crate::model::{PACKET_FILE, Timestamp};

/// Writes a packet into a work tree, and a copy with its time into our own folder. Returns both paths.
pub fn keep_packet(
    tree: &Path,
    copies: &Path,
    text: &str,
    hash: &str,
    now: Timestamp,
) -> Result<[PathBuf; 2], StoreError> {
    let file = tree.join(PACKET_FILE);
    let copy = copies.join(format!("{hash}.json"));
    let note = copies.join(format!("{hash}.at"));
    let made = |path: &Path, bytes: &[u8], mode: u32| {
        let write = || {
            let folder = path.parent().unwrap_or(Path::new("/"));
            std::fs::create_dir_all(folder)?;
            atomic::write(path, bytes, mode)
        };
        write().map_err(StoreError::at(Doing::Publish, path))
    };
    made(&file, text.as_bytes(), 0o666)?;
    made(&copy, text.as_bytes(), atomic::PRIVATE)?;
    // The first copy is the one that proves something; a later one must not make it younger.
    if !note.exists() {
        made(&note, now.to_string().as_bytes(), atomic::PRIVATE)?;
    }
    Ok([file, copy])
}

/// Adds a line to the log of checkpoints in a work tree.
pub fn log_checkpoint(tree: &Path, line: &str) -> Result<PathBuf, StoreError> {
    use std::io::Write as _;
    let path = tree.join(".lastgood").join("checkpoints.jsonl");
    let write = || {
        std::fs::create_dir_all(path.parent().unwrap_or(tree))?;
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(format!("{line}\n").as_bytes())?;
        file.sync_data()
    };
    write().map_err(StoreError::at(Doing::Publish, &path))?;
    Ok(path)
}

/// Puts a ref of ours on a commit.
pub fn mark_checkpoint(tree: &Path, name: &str, commit: &str, log: &str) -> Result<(), String> {
    let words = |why: git2::Error| format!("the ref {name} could not be set: {}", why.message());
    let repository = git2::Repository::open(tree).map_err(words)?;
    let id = git2::Oid::from_str(commit).map_err(words)?;
    repository.reference(name, id, true, log).map(|_| ()).map_err(words)
}
