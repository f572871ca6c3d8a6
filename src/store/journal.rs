//! The journal: one decision a line, on disk before it counts.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::{Doing, StoreError, atomic};
use crate::model::{Entry, JOURNAL_VERSION, Op, Problem, Recovery, Timestamp};

/// A journal as it was read.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// What it tells.
    pub recovery: Recovery,
    /// What in it could not be read, with its line.
    pub problems: Vec<Problem>,
    /// Why it may only be read, if so; in words.
    pub read_only: Option<String>,
    /// Whether its last line has no end, so that the next one starts on a new line.
    pub torn: bool,
}

/// Reads the journal of a recovery; one that is not there yet is empty.
pub fn load(path: &Path, id: &str) -> Result<Loaded, StoreError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(StoreError::at(Doing::ReadJournal, path)(error)),
    };
    let mut loaded = Loaded { torn: !bytes.is_empty() && !bytes.ends_with(b"\n"), ..Loaded::default() };
    let mut entries: Vec<Entry> = Vec::new();
    let lines = bytes.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    for (number, line) in lines.map(|(index, line)| (index + 1, line)) {
        let place = format!("{}:{number}", path.display());
        match read_line(line) {
            Ok(entry) => {
                let expected = entries.last().map_or(1, |last| last.seq + 1);
                if entry.seq != expected {
                    let what = format!(
                        "entry {} follows {}: something between is missing or doubled",
                        entry.seq,
                        expected - 1
                    );
                    loaded.problems.push(Problem::new(place, what));
                }
                entries.push(entry);
            }
            Err(Unread::Torn) => {
                let excerpt = String::from_utf8_lossy(line).chars().filter(|c| !c.is_control()).take(80).collect();
                let what = "this line was cut off while it was written; it never counted and is left out".to_owned();
                loaded.problems.push(Problem { excerpt, ..Problem::new(place, what) });
            }
            Err(Unread::Unknown(what)) => {
                let why = format!("{place}: {what}; decisions are read-only here: use the lastgood that wrote them");
                loaded.problems.push(Problem::new(place, what));
                loaded.read_only.get_or_insert(why);
            }
        }
    }
    loaded.recovery = Recovery::from_entries(Some(id.to_owned()), entries);
    Ok(loaded)
}

enum Unread {
    Torn,
    Unknown(String),
}

fn read_line(line: &[u8]) -> Result<Entry, Unread> {
    // A line that was cut is no whole JSON object; one that is whole and unknown comes from another version.
    let value: serde_json::Value = serde_json::from_slice(line).map_err(|_| Unread::Torn)?;
    let version = value.get("v").and_then(serde_json::Value::as_u64);
    if version != Some(u64::from(JOURNAL_VERSION)) {
        let version = version.map_or("of no version".to_owned(), |version| format!("of version {version}"));
        return Err(Unread::Unknown(format!("an entry {version}, this lastgood knows {JOURNAL_VERSION}")));
    }
    let word = value.pointer("/op/do").and_then(serde_json::Value::as_str).unwrap_or("without a word").to_owned();
    serde_json::from_value(value)
        .map_err(|error| Unread::Unknown(format!("an entry `{word}` that this lastgood does not know ({error})")))
}

/// A journal that can be written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    host: String,
    next: u64,
    torn: bool,
    failed: bool,
}

impl Journal {
    /// Opens it for writing behind what was read.
    pub fn open(path: &Path, loaded: &Loaded, host: &str) -> Result<Self, StoreError> {
        let open = || std::fs::OpenOptions::new().append(true).create(true).mode(atomic::PRIVATE).open(path);
        let file = open().map_err(StoreError::at(Doing::Journal, path))?;
        let next = loaded.recovery.next_seq();
        Ok(Self { file, path: path.to_owned(), host: host.to_owned(), next, torn: loaded.torn, failed: false })
    }

    /// Writes one decision down. It counts when this returns, not before.
    pub fn append(&mut self, op: Op, by: &str, at: Timestamp) -> Result<Entry, StoreError> {
        self.append_to(None, op, by, at)
    }

    /// The same as a further part of the act that began with this entry.
    pub fn append_to(&mut self, act: Option<u64>, op: Op, by: &str, at: Timestamp) -> Result<Entry, StoreError> {
        if self.failed {
            let why = format!(
                "an earlier decision could not be written to {}; read-only until the run is opened again",
                self.path.display()
            );
            return Err(StoreError::ReadOnly(why));
        }
        let (by, host) = (by.to_owned(), self.host.clone());
        let entry = Entry { v: JOURNAL_VERSION, seq: self.next, at, by, host, act, op };
        self.write(&entry).map_err(|error| {
            self.failed = true;
            StoreError::at(Doing::Journal, &self.path)(error)
        })?;
        self.next += 1;
        self.torn = false;
        Ok(entry)
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = if self.torn { b"\n".to_vec() } else { Vec::new() };
        serde_json::to_writer(&mut line, entry)?;
        line.push(b'\n');
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_all());
        let written = if before == 0 { written.and_then(|()| atomic::flush_folder(&self.path)) } else { written };
        if written.is_err() {
            // Half a line would be named as torn later; better that nothing of it stays. If even this fails, it is.
            let _ = self.file.set_len(before);
        }
        written
    }
}
