//! Which recovery a session or a task belongs to: `index.jsonl`, one line each, the newest line of a key counts.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};

use super::{Doing, Folder, StoreError, atomic};
use crate::model::Runtime;

/// The key of a session.
pub fn session_key(runtime: Runtime, session: &str) -> String {
    format!("session:{}:{session}", runtime.word())
}

/// The key of a task.
pub fn task_key(source: &str, key: &str) -> String {
    format!("task:{source}:{key}")
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    recovery: String,
}

/// The index. Torn and unknown lines are passed over: a recovery is also found by its id.
#[derive(Debug)]
pub struct Index {
    path: PathBuf,
    by_key: BTreeMap<String, String>,
    torn: bool,
}

impl Index {
    /// Reads it; one that is not there yet is empty.
    pub fn load(folder: &Folder) -> Result<Self, StoreError> {
        let path = folder.root().join("index.jsonl");
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(StoreError::at(Doing::Index, &path)(error)),
        };
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let by_key = lines.map(|line| (line.key, line.recovery)).collect();
        Ok(Self { path, by_key, torn: !text.is_empty() && !text.ends_with('\n') })
    }

    /// The recovery of the first of these keys that has one.
    pub fn find(&self, keys: &[String]) -> Option<&str> {
        keys.iter().find_map(|key| self.by_key.get(key)).map(String::as_str)
    }

    /// Notes that these keys belong to a recovery; on disk when it returns.
    pub fn add(&mut self, keys: &[String], recovery: &str) -> Result<(), StoreError> {
        let new: Vec<&String> =
            keys.iter().filter(|key| self.by_key.get(*key).map(String::as_str) != Some(recovery)).collect();
        let mut text = if self.torn { "\n".to_owned() } else { String::new() };
        for key in &new {
            let line = serde_json::to_string(&Line { key: (*key).clone(), recovery: recovery.to_owned() });
            text.push_str(&line.map_err(|error| StoreError::at(Doing::Index, &self.path)(error.into()))?);
            text.push('\n');
        }
        if new.is_empty() {
            return Ok(());
        }
        let write = || -> std::io::Result<()> {
            let mut file =
                std::fs::OpenOptions::new().append(true).create(true).mode(atomic::PRIVATE).open(&self.path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            atomic::flush_folder(&self.path)
        };
        write().map_err(StoreError::at(Doing::Index, &self.path))?;
        self.torn = false;
        self.by_key.extend(new.into_iter().map(|key| (key.clone(), recovery.to_owned())));
        Ok(())
    }

    /// Finds or makes the recovery of these keys while no other lastgood can do the same. True: it is new.
    pub(super) fn find_or_add(folder: &Folder, keys: &[String], new: &str) -> Result<(String, bool), StoreError> {
        let path = folder.root().join("index.lock");
        let lock = || -> std::io::Result<std::fs::File> {
            let file = std::fs::OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .mode(atomic::PRIVATE)
                .open(&path)?;
            rustix::fs::flock(&file, FlockOperation::LockExclusive)?;
            Ok(file)
        };
        let _held_until_the_end = lock().map_err(StoreError::at(Doing::Index, &path))?;
        let mut index = Self::load(folder)?;
        if let Some(known) = index.find(keys) {
            return Ok((known.to_owned(), false));
        }
        index.add(keys, new)?;
        Ok((new.to_owned(), true))
    }
}
