//! The run that was gathered last: picker, opening and watcher want the same one, and a long one takes a minute and half a GiB.
//!
//! One run at a time. Who wants a run that is being gathered waits for it and gets the same facts. What was gathered is built upon only
//! while the files of its record are as they were, and never of a run that may live or of a task: of those each reading is new.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use super::gather::Gathered;
use crate::model::{Facts, RunMark, Runtime, Verdict};

/// What was gathered last, and what is being gathered.
#[derive(Debug, Default)]
pub struct Recent {
    state: Mutex<State>,
    over: Condvar,
}

#[derive(Debug, Default)]
struct State {
    gathering: Vec<(RunMark, Arc<Outcome>)>,
    last: Option<Last>,
}

/// What came of a gathering: nothing yet, the facts, or none because it broke off.
type Outcome = OnceLock<Option<Arc<Facts>>>;

#[derive(Debug)]
struct Last {
    run: RunMark,
    gathered: Gathered,
    files: Vec<(PathBuf, Stamp)>,
}

/// Size and time of the last change; `None` where there is no file.
type Stamp = Option<(u64, Option<SystemTime>)>;

impl Recent {
    /// The facts of a run: those that are being gathered now, or new ones, from what was gathered last where that still holds.
    pub fn facts(&self, run: &RunMark, gather: impl FnOnce(Option<&Gathered>) -> Gathered) -> Arc<Facts> {
        let mut state = self.state();
        while let Some((_, outcome)) = state.gathering.iter().find(|(other, _)| other == run) {
            let outcome = outcome.clone();
            while outcome.get().is_none() {
                state = self.over.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if let Some(Some(facts)) = outcome.get() {
                return facts.clone();
            }
        }
        // Two long runs are not held beside each other.
        let last = state.last.take().filter(|last| last.run == *run && last.holds());
        let outcome = Arc::new(Outcome::new());
        state.gathering.push((run.clone(), outcome.clone()));
        drop(state);
        let mut gathering = Gathering { recent: self, run, outcome, gathered: None };
        let gathered = gather(last.as_ref().map(|last| &last.gathered));
        let facts = gathered.facts.clone();
        gathering.gathered = Some(gathered);
        facts
    }

    /// Forgets what was gathered of a run: the next gathering is new from the ground up.
    pub fn forget(&self, run: &RunMark) {
        self.state().last.take_if(|last| last.run == *run);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run that is being gathered; whatever happens, those who wait for it go on.
struct Gathering<'a> {
    recent: &'a Recent,
    run: &'a RunMark,
    outcome: Arc<Outcome>,
    gathered: Option<Gathered>,
}

impl Drop for Gathering<'_> {
    fn drop(&mut self) {
        let gathered = self.gathered.take();
        let facts = gathered.as_ref().map(|gathered| gathered.facts.clone());
        let last = gathered.map(|gathered| Last { run: self.run.clone(), files: files(&gathered), gathered });
        let mut state = self.recent.state();
        state.gathering.retain(|(run, _)| run != self.run);
        let _ = self.outcome.set(facts); // nobody else sets it
        state.last = last.filter(Last::keeps);
        self.recent.over.notify_all();
    }
}

impl Last {
    /// Whether it can be built upon: a run that is over, every transcript of which still had the size that was read.
    fn keeps(&self) -> bool {
        let transcripts = &self.gathered.records.transcripts;
        let whole = |path: &Path, bytes: u64| stamp(path).is_none_or(|(size, _)| size == bytes);
        self.run.runtime != Runtime::Paperclip
            && self.gathered.facts.liveness.verdict == Verdict::NoSignOfLife
            && !transcripts.is_empty()
            && transcripts.iter().all(|transcript| whole(&transcript.path, transcript.bytes))
    }

    /// Whether the files are as they were.
    fn holds(&self) -> bool {
        self.files.iter().all(|(path, before)| stamp(path) == *before)
    }
}

/// The files that grow with a run and the folders in which a new one would lie, as they are now.
fn files(gathered: &Gathered) -> Vec<(PathBuf, Stamp)> {
    let run = &gathered.records;
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
    use std::sync::Barrier;
    use std::time::Duration;

    use super::*;
    use crate::model::{Event, Found, Timestamp};
    use crate::sources::{self, Places};
    use crate::work::gather::{Clock, gather_after};

    const SAID: &str = r#"{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-11-27T01:00:00Z","cwd":"/nowhere","message":{"role":"user","content":"Do it."}}"#;

    struct Store {
        home: tempfile::TempDir,
        places: Places,
        found: Found,
        recent: Recent,
    }

    fn store() -> Store {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(".claude/projects/-nowhere");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("s1.jsonl"), format!("{SAID}\n")).unwrap();
        let places = Places::new(home.path(), crate::model::PathMap::default(), |_| None, 1000);
        let found = sources::found(&places).0.remove(0);
        Store { home, places, found, recent: Recent::default() }
    }

    impl Store {
        fn gathered(&self, before: Option<&Gathered>) -> Gathered {
            let clock = Clock { now: Timestamp::from_second(1_796_000_000).unwrap(), fixed: true };
            let mut gathered = gather_after(before, &self.places, &self.found, clock, Duration::ZERO);
            // What runs on this machine is not what is tested.
            Arc::make_mut(&mut gathered.facts).liveness.verdict = Verdict::NoSignOfLife;
            gathered
        }

        fn facts(&self) -> Arc<Facts> {
            self.recent.facts(&self.found.mark(), |before| self.gathered(before))
        }
    }

    fn events(facts: &Facts) -> *const Event {
        facts.run.events.as_ptr()
    }

    #[test]
    fn who_asks_while_a_run_is_gathered_gets_the_same_facts() {
        let store = store();
        let (begun, run) = (Barrier::new(2), store.found.mark());
        std::thread::scope(|scope| {
            let first = scope.spawn(|| {
                store.recent.facts(&run, |before| {
                    begun.wait();
                    store.gathered(before)
                })
            });
            begun.wait();
            let other = store.recent.facts(&run, |before| store.gathered(before));
            assert_eq!(events(&first.join().unwrap()), events(&other));
        });
    }

    #[test]
    fn a_gathering_that_breaks_off_lets_the_others_go_on() {
        let store = store();
        let run = store.found.mark();
        let broken =
            std::thread::scope(|scope| scope.spawn(|| store.recent.facts(&run, |_| panic!("broken off"))).join());
        assert!(broken.is_err());
        assert_eq!(store.facts().run.events.len(), 1);
    }

    #[test]
    fn the_same_records_are_loaded_once_and_those_that_moved_again() {
        let store = store();
        let (first, second) = (store.facts(), store.facts());
        assert_eq!(events(&first), events(&second));
        std::fs::write(&store.found.path, format!("{SAID}\n{}\n", SAID.replace("u1", "u2"))).unwrap();
        assert_eq!((second.run.events.len(), store.facts().run.events.len()), (1, 2));
    }

    #[test]
    fn a_new_file_beside_them_and_a_word_of_the_caller_make_a_new_gathering() {
        let store = store();
        let first = store.facts();
        store.recent.forget(&store.found.mark());
        let second = store.facts();
        assert_ne!(events(&first), events(&second));
        std::fs::write(store.home.path().join(".claude/projects/-nowhere/s2.jsonl"), "").unwrap();
        assert_ne!(events(&second), events(&store.facts()));
    }
}
