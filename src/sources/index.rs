//! Rows of files that did not change since they were read, so that a look at all runs reads only what is new.
//!
//! Never needed for truth: an index that is lost, old or broken costs time and nothing else. Reads no file but for its marks, and writes
//! none: who keeps the bytes is not its business.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::Places;
use crate::model::{Found, Problem};

/// Raised whenever a row would come out differently for the same file.
const VERSION: u32 = 1;

/// What tells a file from a later state of itself: size, time of change in nanoseconds, inode.
type Mark = (u64, i128, u64);

/// What a file, or a store of several files, held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    marks: Vec<Option<Mark>>,
    rows: Vec<Found>,
    problem: Option<(String, String)>,
}

/// The whole index as it is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    version: u32,
    /// The places for which it was made: under another home or map the same file gives another row.
    places: String,
    entries: BTreeMap<PathBuf, Entry>,
}

/// What was found before, and what is found now.
#[derive(Debug, Default)]
pub struct Index {
    before: BTreeMap<PathBuf, Entry>,
    now: Mutex<BTreeMap<PathBuf, Entry>>,
}

impl Index {
    /// An index from what was kept, if it was made for these places.
    pub fn from_kept(bytes: Option<&[u8]>, places: &Places) -> Self {
        let kept: Option<Kept> = bytes.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let kept = kept.filter(|kept| kept.version == VERSION && kept.places == name(places));
        Self { before: kept.map(|kept| kept.entries).unwrap_or_default(), now: Mutex::default() }
    }

    /// What is to be kept; nothing when that would be what was there before.
    pub fn to_keep(&self, places: &Places) -> Option<Vec<u8>> {
        let now = self.now.lock().ok()?;
        if *now == self.before {
            return None;
        }
        // A path that is no text cannot be written as JSON, and is read again each time.
        let text = |path: &Path| path.to_str().is_some();
        let fits = |entry: &Entry| entry.rows.iter().all(|row| text(&row.path) && row.cwd.as_deref().is_none_or(text));
        let entries = now.iter().filter(|(path, entry)| text(path) && fits(entry));
        let entries = entries.map(|(path, entry)| (path.clone(), entry.clone())).collect();
        serde_json::to_vec(&Kept { version: VERSION, places: name(places), entries }).ok()
    }

    /// The rows of a store that consists of these files: those of before when none of them changed.
    pub(super) fn rows(
        &self,
        files: &[&Path],
        read: impl FnOnce() -> (Vec<Found>, Option<Problem>),
    ) -> (Vec<Found>, Option<Problem>) {
        let Some(first) = files.first() else { return read() };
        let marks: Vec<_> = files.iter().map(|file| mark(file)).collect();
        let known = self.before.get(*first).filter(|entry| entry.marks == marks && marks[0].is_some());
        let entry = known.cloned().unwrap_or_else(|| {
            let (rows, problem) = read();
            Entry { marks, rows, problem: problem.map(|problem| (problem.place, problem.what)) }
        });
        let out = (entry.rows.clone(), entry.problem.clone().map(|(place, what)| Problem::new(place, what)));
        if let Ok(mut now) = self.now.lock() {
            now.insert(first.to_path_buf(), entry);
        }
        out
    }

    /// The one row of a file.
    pub(super) fn row(&self, file: &Path, read: impl FnOnce() -> Found) -> Option<Found> {
        self.rows(&[file], || (vec![read()], None)).0.pop()
    }
}

fn name(places: &Places) -> String {
    format!("{places:?}")
}

fn mark(file: &Path) -> Option<Mark> {
    let meta = file.metadata().ok()?;
    Some((meta.len(), i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec()), meta.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Runtime, Tail};
    use crate::sources::PathMap;

    fn row(title: &str) -> Found {
        Found {
            runtime: Runtime::Codex,
            session: "s".into(),
            path: "/a".into(),
            cwd: Some("/w".into()),
            title: Some(title.into()),
            started: None,
            last_event: None,
            tail: Tail::CallOpen,
            brief: Some(("LG-1".into(), 2)),
            problem: None,
            task: None,
        }
    }

    #[test]
    fn only_what_changed_is_read_again_and_a_broken_index_costs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        std::fs::write(&file, "one").unwrap();
        let places = Places::new(folder.path(), PathMap::default(), |_| None, 0);
        let index = Index::from_kept(None, &places);
        assert_eq!(index.row(&file, || row("first")), Some(row("first")));
        let kept = index.to_keep(&places).unwrap();

        let again = Index::from_kept(Some(&kept), &places);
        assert_eq!(again.row(&file, || panic!("it is read though it did not change")), Some(row("first")));
        assert_eq!(again.to_keep(&places), None);

        std::fs::write(&file, "three").unwrap();
        let changed = Index::from_kept(Some(&kept), &places);
        assert_eq!(changed.row(&file, || row("second")), Some(row("second")));
        assert!(changed.to_keep(&places).is_some());

        let elsewhere = Places::new("/other", PathMap::default(), |_| None, 0);
        for index in [Index::from_kept(Some(&kept), &elsewhere), Index::from_kept(Some(b"{\"version\":"), &places)] {
            assert_eq!(index.row(&file, || row("read")), Some(row("read")));
        }
    }
}
