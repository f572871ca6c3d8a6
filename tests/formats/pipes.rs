//! A pipe, a socket or a device that goes by the name of a session's file: never waited for, named as a problem.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;

use lastgood::model::{Found, Problem, Run};
use lastgood::probes::tree;
use lastgood::sources::{self, Places};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::support::{Fixture, fixture};

fn pipe(path: &Path) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = std::fs::remove_file(path);
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// Does something that must not wait for a writer who never comes; a hang fails the test instead of stopping all.
fn at_once<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, result) = channel();
    std::thread::spawn(move || done.send(what()));
    result.recv_timeout(Duration::from_secs(60)).expect("it waits for a pipe")
}

fn found(places: &Places) -> (Vec<Found>, Vec<Problem>) {
    let places = places.clone();
    at_once(move || sources::found(&places))
}

fn load(places: &Places, row: &Found) -> Run {
    let (places, row) = (places.clone(), row.clone());
    at_once(move || sources::load(&places, &row))
}

/// Every file below a folder.
fn files(folder: &Path, into: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            files(&entry.path(), into);
        } else {
            into.insert(entry.path());
        }
    }
}

/// Puts a pipe in the place of each file of a store, one after the other, and reads the run.
fn every_file_of(case: &Fixture, stores: &[PathBuf]) {
    let places = case.places();
    let row = sources::resolve(&places, &case.run).expect("the run is found");
    let mut all = BTreeSet::new();
    for store in stores {
        files(store, &mut all);
    }
    assert!(!all.is_empty(), "{stores:?}");
    // Files of a kind are read by the same code: one of each folder and ending is enough.
    let mut kinds: std::collections::BTreeMap<(PathBuf, String), u32> = std::collections::BTreeMap::new();
    for path in all {
        let end = path.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
        let seen = kinds.entry((path.parent().unwrap().into(), end)).or_default();
        *seen += 1;
        if *seen > 1 {
            continue;
        }
        let kept = path.with_file_name("kept-aside");
        std::fs::rename(&path, &kept).unwrap();
        pipe(&path);
        let _ = found(&places);
        let _ = load(&places, &row);
        std::fs::remove_file(&path).unwrap();
        std::fs::rename(&kept, &path).unwrap();
    }
}

#[test]
fn no_file_of_a_store_is_waited_for() {
    let case = fixture("claude-code/a-sigkill-mid-bash");
    every_file_of(&case, &[case.home.join(".claude"), case.root.join("tmp")]);
    for (prefix, store) in [("codex/", ".codex"), ("opencode/", ".local/share/opencode"), ("gemini/", ".gemini")] {
        let name = crate::support::fixtures(prefix).into_iter().next().expect("a fixture of each runtime");
        let case = fixture(&name);
        every_file_of(&case, &[case.home.join(store)]);
    }
}

#[test]
fn pipes_beside_a_run_are_named() {
    let case = fixture("claude-code/a-sigkill-mid-bash");
    let places = case.places();
    let row = sources::resolve(&places, &case.run).unwrap();
    let cwd = load(&places, &row).cwd.unwrap();
    let pipes = [
        row.path.with_file_name("2222.jsonl"),
        places.claude.join("history.jsonl"),
        places.claude.join("sessions/9.json"),
        places.claude.join("CLAUDE.md"),
        cwd.join("CLAUDE.md"),
        cwd.join("untracked.txt"),
        cwd.join(".gitignore"),
        cwd.join(".gitattributes"),
        places.codex.join("session_index.jsonl"),
        places.codex.join("sessions/2026/11/29/rollout-2026-11-29T12-00-00-0193aaaa-bbbb-cccc-dddd-eeeeeeeeeeee.jsonl"),
        places.gemini.join("projects.json"),
        places.gemini.join("tmp/x/chats/session-1.jsonl"),
        places.gemini.join("tmp/x/chats/session-2.json"),
        places.gemini.join("tmp/x/logs.json"),
        places.data.join("opencode/opencode.db"),
        places.data.join("opencode/storage/session/x/ses_1.json"),
    ];
    for path in &pipes {
        pipe(path);
    }
    let (rows, mut problems) = found(&places);
    problems.extend(
        rows.iter().filter_map(|row| Some(Problem::new(row.path.display().to_string(), row.problem.as_ref()?))),
    );
    problems.extend(load(&places, &row).problems);
    let named = |end: &str| problems.iter().any(|one| one.place.contains(end) && one.what.contains("no regular file"));
    for end in ["2222.jsonl", "sessions/9.json", "rollout-2026", "session-1.jsonl", "opencode.db", "ses_1.json"] {
        assert!(named(end), "{end}: {problems:#?}");
    }
    let map = places.map.clone();
    let run = load(&places, &row);
    let tree = at_once(move || {
        tree::read(&tree::Ask {
            root: &cwd,
            started: run.started,
            written: &[cwd.join("untracked.txt")],
            start_commit: None,
            good: None,
            map: &map,
        })
    });
    assert!(tree.problems.iter().any(|one| one.place.contains("untracked.txt")), "{:?}", tree.problems);
}

#[test]
fn a_repository_with_a_pipe_in_it_is_refused() {
    for name in ["HEAD", "config", "index", "packed-refs", "logs/HEAD"] {
        let folder = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(folder.path()).unwrap();
        pipe(&repo.path().join(name));
        let root = folder.path().to_path_buf();
        at_once(move || {
            tree::read(&tree::Ask {
                root: &root,
                started: None,
                written: &[],
                start_commit: None,
                good: None,
                map: &sources::PathMap::default(),
            })
        });
    }
}
