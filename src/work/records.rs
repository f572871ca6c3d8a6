//! The records of the run that was read last: picker, opening and watcher want the same one, and a long one takes a minute and half a GiB.
//!
//! One run at a time. Who wants a run that is being read waits for it. Records count only while their files are as they were, and
//! never for a run that may live or for a task: of those each reading is new. It keeps nothing else than what was read.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::model::{Found, Run, RunMark, Runtime};
use crate::sources::{self, Places};

/// What was read last, and what is being read.
#[derive(Debug, Default)]
pub struct Records {
    state: Mutex<State>,
    read: Condvar,
}

#[derive(Debug, Default)]
struct State {
    reading: Vec<RunMark>,
    last: Option<Last>,
}

#[derive(Debug)]
struct Last {
    mark: RunMark,
    run: Run,
    files: Vec<(PathBuf, Stamp)>,
}

/// Size and time of the last change; `None` where there is no file.
type Stamp = Option<(u64, Option<SystemTime>)>;

impl Records {
    /// The records of a run: those that were read last when their files have not moved since, new ones otherwise.
    pub fn load(&self, places: &Places, found: &Found) -> Run {
        let mark = super::mark(found);
        let mut state = self.state();
        while state.reading.contains(&mark) {
            state = self.read.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(last) = state.last.as_ref().filter(|last| last.mark == mark && last.holds()) {
            return last.run.clone();
        }
        // Two long runs are not held beside each other.
        state.last = None;
        state.reading.push(mark.clone());
        drop(state);
        let mut reading = Reading { records: self, mark, read: None };
        let run = sources::load(places, found);
        if found.runtime != Runtime::Paperclip {
            reading.read = Some(run.clone());
        }
        run
    }

    /// Forgets what was read of a run: the next reading is new.
    pub fn forget(&self, found: &Found) {
        let mark = super::mark(found);
        self.state().last.take_if(|last| last.mark == mark);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run that is being read; whatever happens to the reading, those who wait for it go on.
struct Reading<'a> {
    records: &'a Records,
    mark: RunMark,
    read: Option<Run>,
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let last = self.read.take().map(|run| Last { mark: self.mark.clone(), files: files(&run), run });
        let mut state = self.records.state();
        state.reading.retain(|mark| *mark != self.mark);
        // What moved while it was read does not hold.
        if let Some(last) = last.filter(Last::whole) {
            state.last = Some(last);
        }
        self.records.read.notify_all();
    }
}

impl Last {
    /// Whether there are transcripts and each still had the size that was read.
    fn whole(&self) -> bool {
        !self.run.transcripts.is_empty()
            && self.run.transcripts.iter().all(|transcript| {
                let size = stamp(&transcript.path).map(|(size, _)| size);
                size.is_none_or(|size| size == transcript.bytes)
            })
    }

    /// Whether the files are as they were.
    fn holds(&self) -> bool {
        self.files.iter().all(|(path, before)| stamp(path) == *before)
    }
}

/// The files that grow with a run and the folders in which a new one would lie, as they are now.
fn files(run: &Run) -> Vec<(PathBuf, Stamp)> {
    let transcripts = || run.transcripts.iter().map(|transcript| transcript.path.as_path());
    let growing = run.marks.growing.iter().map(PathBuf::as_path);
    let all = growing.chain(transcripts()).chain(transcripts().filter_map(Path::parent));
    all.map(|path| (path.to_path_buf(), stamp(path))).collect()
}

fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.len(), meta.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Event;

    const SAID: &str = r#"{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-11-27T01:00:00Z","cwd":"/nowhere","message":{"role":"user","content":"Do it."}}"#;

    struct Store {
        home: tempfile::TempDir,
        places: Places,
        found: Found,
    }

    fn store() -> Store {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(".claude/projects/-nowhere");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("s1.jsonl"), format!("{SAID}\n")).unwrap();
        let places = Places::new(home.path(), crate::model::PathMap::default(), |_| None, 1000);
        let found = sources::found(&places).0.remove(0);
        Store { home, places, found }
    }

    fn events(run: &Run) -> *const Event {
        run.events.as_ptr()
    }

    #[test]
    fn who_wants_the_same_run_gets_the_same_records() {
        let (store, records) = (store(), Records::default());
        let load = || records.load(&store.places, &store.found);
        let (one, other) = std::thread::scope(|scope| {
            let (one, other) = (scope.spawn(load), scope.spawn(load));
            (one.join().unwrap(), other.join().unwrap())
        });
        assert_eq!(one.events.len(), 1);
        assert_eq!((events(&one), events(&one)), (events(&other), events(&load())));
    }

    #[test]
    fn records_whose_file_moved_are_read_again() {
        let (store, records) = (store(), Records::default());
        let before = records.load(&store.places, &store.found);
        std::fs::write(&store.found.path, format!("{SAID}\n{}\n", SAID.replace("u1", "u2"))).unwrap();
        let after = records.load(&store.places, &store.found);
        assert_eq!((before.events.len(), after.events.len()), (1, 2));
    }

    #[test]
    fn a_new_file_beside_them_and_a_word_of_the_caller_make_a_new_reading() {
        let (store, records) = (store(), Records::default());
        let first = records.load(&store.places, &store.found);
        records.forget(&store.found);
        let second = records.load(&store.places, &store.found);
        assert_ne!(events(&first), events(&second));
        let beside = store.home.path().join(".claude/projects/-nowhere/s2.jsonl");
        std::fs::write(beside, "").unwrap();
        let third = records.load(&store.places, &store.found);
        assert_ne!(events(&second), events(&third));
    }
}
