//! Private copies that may hold credentials (SQLite stores): gone when the program leaves, swept when it starts.

use std::fs::File;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::{Doing, StoreError, atomic};

/// A private folder that is removed when it is dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _alive: File,
}

impl Scratch {
    /// Makes one, and sweeps those that killed processes left.
    pub fn make(cache: &Path) -> Result<Self, StoreError> {
        let all = folder(cache);
        sweep(&all);
        let path = all.join(super::folder::new_id());
        let make = || -> std::io::Result<File> {
            atomic::private_folder(&path)?;
            let file = std::fs::OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .mode(atomic::PRIVATE)
                .open(path.join("lock"))?;
            rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
            Ok(file)
        };
        let alive = make().map_err(StoreError::at(Doing::Scratch, &path))?;
        Ok(Self { path, _alive: alive })
    }

    /// Keeps a text of ours in it, for an editor, and says where.
    pub fn keep(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let path = self.path.join(name);
        atomic::write(&path, bytes, atomic::PRIVATE).map_err(StoreError::at(Doing::Scratch, &path))?;
        Ok(path)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a folder, also when a gate has left folders in it that cannot be written.
fn remove(path: &Path) {
    if std::fs::remove_dir_all(path).is_ok() {
        return;
    }
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let _ = std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700));
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path()),
        );
    }
    // What still stays is swept at the next start.
    let _ = std::fs::remove_dir_all(path);
}

/// The folder for private copies below a cache.
pub fn folder(cache: &Path) -> PathBuf {
    cache.join("scratch")
}

/// Removes what killed processes left.
pub fn sweep_scratch(cache: &Path) {
    sweep(&folder(cache));
}

/// Removes the folders whose process is gone: the system frees the lock of a dead process by itself.
fn sweep(all: &Path) {
    for entry in std::fs::read_dir(all).into_iter().flatten().flatten() {
        let alive = File::open(entry.path().join("lock"))
            .is_ok_and(|file| rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err());
        if !alive {
            remove(&entry.path());
        }
    }
}
