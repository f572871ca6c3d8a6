//! SQLite stores of a runtime, read from a private copy that is gone afterwards.
//!
//! Never opens a store in place: its last reader would empty the write-ahead log, which is evidence, and a lock could
//! disturb a client that still lives.

#![expect(clippy::disallowed_methods, reason = "a private copy of a store that must not be opened in place")]

use std::cell::RefCell;
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::{Connection, OpenFlags, Row};

use super::Places;
use crate::evidence;

/// How the name of a folder begins; the process that made it follows.
const NAME: &str = "lastgood-scratch-";

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A copy of a store, open for reading; the folder with the copy is removed with this value.
pub(super) struct Scratch {
    // Dropped before the folder: fields are dropped in the order in which they stand.
    connection: Connection,
    /// Why a query ended before its end.
    damage: RefCell<Option<String>>,
    _folder: Folder,
}

impl Scratch {
    /// Copies a database and its write-ahead log, and opens the copy.
    pub(super) fn open(places: &Places, database: &Path) -> Result<Self, String> {
        let folder = Folder::below(places.scratch.as_deref())
            .map_err(|why| format!("no private folder for a copy could be made: {why}"))?;
        let copy = folder.0.join("copy.sqlite");
        copy_both(database, &copy).map_err(|why| format!("it could not be copied: {why}"))?;
        // The copy is ours: opening it for writing lets SQLite take over the rows of the write-ahead log.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&copy, flags).map_err(|why| why.to_string())?;
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(())).map_err(|why| why.to_string())?;
        Ok(Self { connection, damage: RefCell::default(), _folder: folder })
    }

    /// The rows of a query. A row of another form is left out; where the store is damaged the rows end, and `damage` says so.
    pub(super) fn rows<T>(
        &self,
        query: &str,
        values: &[&str],
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, String> {
        let mut statement = self.connection.prepare(query).map_err(|why| why.to_string())?;
        let rows =
            statement.query_map(rusqlite::params_from_iter(values), |row| read(row)).map_err(|why| why.to_string())?;
        let read = |row: rusqlite::Result<T>| {
            if let Err(why @ rusqlite::Error::SqliteFailure(..)) = &row {
                self.damage.borrow_mut().get_or_insert_with(|| why.to_string());
            }
            row.ok()
        };
        Ok(rows.filter_map(read).collect())
    }

    /// What is wrong with the store itself, as far as it was met, as the words of a problem.
    pub(super) fn damage(&self) -> Option<String> {
        let why = self.damage.borrow();
        why.as_ref().map(|why| format!("the store is damaged ({why}): what it holds is not all read"))
    }

    /// Whether a table is there.
    pub(super) fn has(&self, table: &str) -> bool {
        self.rows("SELECT name FROM sqlite_master WHERE name = ?1", &[table], |_| Ok(()))
            .is_ok_and(|rows| !rows.is_empty())
    }
}

/// A folder that only we may open, removed with this value. While we live we hold the lock in it: what has no such lock may be swept.
struct Folder(PathBuf, Option<File>);

impl Folder {
    /// Below the cache; where that cannot be written, below the system's folder for temporary files.
    fn below(cache: Option<&Path>) -> std::io::Result<Self> {
        let cached = cache.map(|cache| {
            std::fs::DirBuilder::new().recursive(true).mode(0o700).create(cache)?;
            Self::new(cache)
        });
        cached.and_then(Result::ok).map_or_else(|| Self::new(&std::env::temp_dir()), Ok)
    }

    fn new(all: &Path) -> std::io::Result<Self> {
        loop {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            let path = all.join(format!("{NAME}{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                // Somebody who sweeps may have come between; then another one is made.
                Ok(()) => match lock(&path.join("lock")) {
                    Ok(held) => return Ok(Self(path, Some(held))),
                    Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::WouldBlock) => {}
                    Err(why) => return Err(why),
                },
                // Left by an earlier process of this number, or put there by somebody else: never used.
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                Err(why) => return Err(why),
            }
        }
    }
}

fn lock(path: &Path) -> std::io::Result<File> {
    let file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)?;
    Ok(file)
}

/// Removes the copies that killed processes of this account left in the system's folder. For the start of the program.
pub fn sweep() {
    sweep_in(&std::env::temp_dir());
}

fn sweep_in(all: &Path) {
    let us = rustix::process::getuid().as_raw();
    for entry in std::fs::read_dir(all).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((pid, _)) = name.strip_prefix(NAME).and_then(|rest| rest.split_once('-')) else { continue };
        // By the entry itself: a link of that name may lead anywhere.
        let ours = entry.metadata().is_ok_and(|meta| meta.is_dir() && meta.uid() == us);
        let pid = pid.parse().ok().and_then(rustix::process::Pid::from_raw);
        let dead = pid.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH));
        if ours && dead && !held(&entry.path()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a process has the lock of a folder. One in another container that shares the system's folder has a number that says nothing here.
fn held(folder: &Path) -> bool {
    File::open(folder.join("lock"))
        .is_ok_and(|file| rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_err())
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.1.take();
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Copies both files until neither changed meanwhile: a client that lives may move rows from the log to the database.
fn copy_both(database: &Path, copy: &Path) -> std::io::Result<()> {
    let log = beside(database);
    let state = |path: &Path| std::fs::metadata(path).ok().and_then(|meta| Some((meta.len(), meta.modified().ok()?)));
    for _ in 0..3 {
        let before = (state(database), state(&log));
        ours(database, copy)?;
        if log.exists() {
            ours(&log, &beside(copy))?;
        }
        if before == (state(database), state(&log)) {
            break;
        }
    }
    Ok(())
}

/// Copies one file so that we may write to the copy, whatever the mode of the original.
fn ours(from: &Path, to: &Path) -> std::io::Result<()> {
    let _ = std::fs::remove_file(to);
    let mut copy = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    std::io::copy(&mut evidence::open(from)?, &mut copy)?;
    Ok(())
}

/// The write-ahead log of a database.
pub(super) fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_os_string();
    name.push("-wal");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::sources::PathMap;

    #[test]
    #[allow(clippy::used_underscore_binding, reason = "only a test looks at the folder")]
    fn rows_that_are_only_in_the_log_are_read_and_the_store_stays_as_it_was() {
        let store = tempfile::tempdir().unwrap();
        let database = store.path().join("a.sqlite");
        let client = Connection::open(&database).unwrap();
        client.execute_batch("PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES (7);").unwrap();
        let before = std::fs::read(beside(&database)).unwrap();
        assert!(!before.is_empty());

        let mut places = Places::new(store.path(), PathMap::default(), |_| None, 0);
        places.scratch = Some(store.path().join("cache/scratch"));
        let scratch = Scratch::open(&places, &database).unwrap();
        let folder = scratch._folder.0.clone();
        assert!(folder.starts_with(store.path().join("cache/scratch")));
        assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(scratch.rows("SELECT x FROM t", &[], |row| row.get::<_, i64>(0)), Ok(vec![7]));
        assert!(scratch.has("t") && !scratch.has("u"));
        drop(scratch);

        assert!(!folder.exists());
        assert_eq!(std::fs::read(beside(&database)).unwrap(), before);
    }

    #[test]
    fn only_what_a_dead_process_left_is_swept() {
        let all = tempfile::tempdir().unwrap();
        // No process has the highest number that a process may have.
        let dead = all.path().join(format!("{NAME}{}-0", i32::MAX));
        let alive = all.path().join(format!("{NAME}{}-0", std::process::id()));
        for folder in [&dead, &alive] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("copy.sqlite"), "secret").unwrap();
        }
        let elsewhere = all.path().join(format!("{NAME}{}-2", i32::MAX));
        std::fs::create_dir(&elsewhere).unwrap();
        let _held = lock(&elsewhere.join("lock")).unwrap();
        let link = all.path().join(format!("{NAME}{}-1", i32::MAX));
        std::os::unix::fs::symlink(&alive, &link).unwrap();
        sweep_in(all.path());
        assert!(elsewhere.exists(), "a process in another container has another number here");
        assert!(!dead.exists() && alive.join("copy.sqlite").exists() && link.is_symlink());
    }

    #[test]
    fn a_file_that_is_no_database_is_said_to_be_none() {
        let store = tempfile::tempdir().unwrap();
        let file = store.path().join("a.sqlite");
        std::fs::write(&file, "no database at all, but long enough to be looked at ".repeat(40)).unwrap();
        let places = Places::new(store.path(), PathMap::default(), |_| None, 0);
        assert!(Scratch::open(&places, &file).is_err());
        assert!(Scratch::open(&places, &store.path().join("none")).is_err());
    }
}
