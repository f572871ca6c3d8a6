//! One writer a recovery: a lock of the system, with a note of who holds it.
//!
//! The system frees the lock of a dead process by itself. Taking over puts another file in its place: the old holder sees that its own
//! is not the one at the path any more.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::{Doing, StoreError, atomic};
use crate::model::{Holder, Host, Timestamp};

/// Who we are to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Me {
    /// The operator.
    pub by: String,
    /// The machine.
    pub host: Host,
    /// This process.
    pub pid: u32,
}

impl Me {
    fn holder(&self, since: Timestamp) -> Holder {
        Holder { by: self.by.clone(), host: self.host.name.clone(), since, pid: self.pid, boot: self.host.boot.clone() }
    }
}

/// What came of asking for the lock.
#[derive(Debug)]
pub enum Locked {
    /// It is ours.
    Mine(Lock),
    /// Somebody else has it.
    Held(Holder),
}

/// The lock of a recovery while it is ours; dropping it frees it.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
    since: Timestamp,
}

impl Lock {
    /// Asks for the lock; does not wait.
    pub fn take(path: &Path, me: &Me, now: Timestamp) -> Result<Locked, StoreError> {
        let take = || -> io::Result<Locked> {
            loop {
                let mut file = open(path)?;
                match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                    Ok(()) => {}
                    Err(rustix::io::Errno::WOULDBLOCK) => {
                        return Ok(Locked::Held(read(&mut file).unwrap_or_else(|| nobody(now))));
                    }
                    Err(error) => return Err(error.into()),
                }
                // Between opening and locking somebody may have taken over: then this file is not the one at the path.
                if same(&file, path) {
                    note(&mut file, &me.holder(now))?;
                    return Ok(Locked::Mine(Self { file, path: path.to_owned(), since: now }));
                }
            }
        };
        take().map_err(StoreError::at(Doing::Lock, path))
    }

    /// Takes the lock away from its holder, who notices at the next look or decision.
    pub fn take_over(path: &Path, me: &Me, now: Timestamp) -> Result<Self, StoreError> {
        let take = || -> io::Result<Self> {
            let fresh = path.with_file_name(format!(".lock.{}", me.pid));
            let _ = std::fs::remove_file(&fresh);
            let mut file = open(&fresh)?;
            rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
            note(&mut file, &me.holder(now))?;
            std::fs::rename(&fresh, path)?;
            atomic::flush_folder(path)?;
            Ok(Self { file, path: path.to_owned(), since: now })
        };
        take().map_err(StoreError::at(Doing::Lock, path))
    }

    /// Others read our new name from now on.
    pub(super) fn renamed(&mut self, me: &Me) {
        // The old name in the note misleads nobody about whose lock it is; it is no reason to stop.
        let _ = note(&mut self.file, &me.holder(self.since));
    }

    /// Whether the lock is still ours, or who has it now.
    pub fn still_mine(&self) -> Result<(), StoreError> {
        if same(&self.file, &self.path) {
            return Ok(());
        }
        if std::fs::symlink_metadata(&self.path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            let folder = self.path.parent().unwrap_or(&self.path).to_owned();
            return Err(StoreError::Gone { folder });
        }
        Err(StoreError::Lost { holder: File::open(&self.path).ok().and_then(|mut file| read(&mut file)) })
    }
}

fn open(path: &Path) -> io::Result<File> {
    std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(atomic::PRIVATE).open(path)
}

fn same(file: &File, path: &Path) -> bool {
    let (Ok(ours), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else { return false };
    (ours.dev(), ours.ino()) == (there.dev(), there.ino())
}

fn note(file: &mut File, holder: &Holder) -> io::Result<()> {
    let text = serde_json::to_vec(holder)?;
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&text)?;
    file.sync_all()
}

fn read(file: &mut File) -> Option<Holder> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// The holder has not written its note yet, or wrote none that we know.
fn nobody(now: Timestamp) -> Holder {
    Holder { by: "another lastgood".to_owned(), host: "this machine".to_owned(), since: now, pid: 0, boot: None }
}
