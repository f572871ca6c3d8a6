//! Records that were cut, damaged or mixed up: read as far as they go, never a panic, never an endless loop.

use std::fs;
use std::path::{Path, PathBuf};

use lastgood::model::Run;
use lastgood::sources::{PathMap, Places, SOURCES, found, load};
use proptest::prelude::*;

use crate::support::{fixture, fixtures};

/// A way to damage a file.
#[derive(Clone, Debug)]
enum Damage {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Swap(prop::sample::Index, prop::sample::Index),
    Zeros(prop::sample::Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    use Damage::{Cut, Flip, Swap, Zeros};
    prop_oneof![
        any::<prop::sample::Index>().prop_map(Cut),
        (any::<prop::sample::Index>(), 1..=255_u8).prop_map(|(at, bits)| Flip(at, bits)),
        any::<(prop::sample::Index, prop::sample::Index)>().prop_map(|(one, other)| Swap(one, other)),
        (any::<prop::sample::Index>(), 1..5_000_usize).prop_map(|(at, count)| Zeros(at, count)),
    ]
}

fn damaged(bytes: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match damage {
        Damage::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
        Damage::Flip(at, bits) => {
            let at = at.index(bytes.len());
            bytes[at] ^= bits;
        }
        Damage::Swap(one, other) => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            lines.swap(one, other);
            bytes = lines.concat();
        }
        Damage::Zeros(at, count) => {
            let at = at.index(bytes.len());
            let end = bytes.len().min(at + count);
            bytes[at..end].fill(0);
        }
    }
    bytes
}

/// A home of its own with one file of a fixture's home in it.
fn alone(path: &Path, bytes: &[u8]) -> (tempfile::TempDir, Places, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join(path);
    fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
    fs::write(&file, bytes).expect("a file");
    let places = Places::new(home.path(), PathMap::default(), |_| None, 0);
    (home, places, file)
}

/// Reads whatever is found, by listing and by path.
fn read_all(places: &Places, file: &Path) -> Vec<Run> {
    let (rows, _) = found(places);
    let direct = SOURCES.iter().filter_map(|source| (source.at)(places, file));
    rows.into_iter().chain(direct).map(|row| load(places, &row)).collect()
}

fn file_of(name: &str, below: &str, says: fn(&Path) -> bool) -> (PathBuf, Vec<u8>) {
    let fixture = fixture(name);
    let mut folders = vec![fixture.home.join(below)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if says(&path) {
                let relative = path.strip_prefix(&fixture.home).expect("below the home").to_path_buf();
                return (relative, fs::read(&path).expect("a file"));
            }
        }
    }
    panic!("{name}: no such file");
}

fn check(path: &Path, bytes: &[u8], damages: &[Damage]) {
    let bytes = damages
        .iter()
        .fold(bytes.to_vec(), |bytes, damage| if bytes.is_empty() { bytes } else { damaged(&bytes, damage) });
    let (_home, places, file) = alone(path, &bytes);
    for run in read_all(&places, &file) {
        assert!(run.events.is_sorted_by_key(|event| event.at));
        assert!(run.events.iter().all(|event| event.place.transcript < run.transcripts.len()));
    }
}

/// Runs the damages on one file.
fn survives(cases: u32, name: &str, below: &str, says: fn(&Path) -> bool) {
    let (path, bytes) = file_of(name, below, says);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let result =
        proptest::test_runner::TestRunner::new(config).run(&prop::collection::vec(damage(), 1..4), |damages| {
            check(&path, &bytes, &damages);
            Ok(())
        });
    result.expect("every damage is survived");
}

#[test]
fn a_damaged_rollout_is_read_as_far_as_it_goes() {
    let scripts = |path: &Path| {
        path.to_string_lossy().contains("07ef-7602") && path.extension().is_some_and(|end| end == "jsonl")
    };
    survives(24, "codex/code-mode-killed", ".codex/sessions", scripts);
    let old = |path: &Path| path.extension().is_some_and(|end| end == "jsonl");
    survives(24, "reported/R23", ".codex/sessions", old);
}

#[test]
fn a_damaged_chat_is_read_as_far_as_it_goes() {
    survives(48, "gemini/push-killed", ".gemini/tmp", |path| path.extension().is_some_and(|end| end == "jsonl"));
    survives(16, "reported/R30", ".gemini/tmp", |path| path.extension().is_some_and(|end| end == "json"));
}

#[test]
fn a_damaged_store_is_named_or_read() {
    survives(16, "opencode/push-killed", ".local/share/opencode", |path| {
        path.extension().is_some_and(|end| end == "db")
    });
    survives(24, "reported/R26", ".local/share/opencode", |path| path.to_string_lossy().contains("ses_r26split.json"));
}

#[test]
fn a_cut_rollout_says_so_and_keeps_what_stands_before() {
    let (path, bytes) =
        file_of("reported/R23", ".codex/sessions", |path| path.extension().is_some_and(|end| end == "jsonl"));
    let (_home, places, file) = alone(&path, &bytes[..bytes.len() - 40]);
    let runs = read_all(&places, &file);
    let run = runs.first().expect("the run");
    assert!(run.transcripts[0].torn_tail && run.problems.iter().any(|problem| problem.what.contains("torn")));
    assert!(run.calls().count() >= 4 && run.goal.as_deref().is_some_and(|goal| goal.starts_with("Split")));
}

/// The same rows with a byte changed, two of them swapped, or without the rest: the places come from the name, so that each run differs.
fn three_damages(name: &str, bytes: &[u8]) -> [Vec<u8>; 3] {
    let seed = name.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let at = seed % bytes.len().max(1);
    let mut flipped = bytes.to_vec();
    flipped[at] ^= 0x15;
    let mut rows: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (seed % rows.len(), (seed / 7) % rows.len());
    rows.swap(one, other);
    [bytes[..at].to_vec(), flipped, rows.concat()]
}

#[test]
fn every_dead_run_is_still_read_when_its_own_file_is_damaged() {
    let mut damaged = 0;
    for name in fixtures("") {
        let case = fixture(&name);
        let places = case.places();
        let Ok(row) = lastgood::sources::resolve(&places, &case.run) else { continue };
        let Some(bytes) = fs::read(&row.path).ok().filter(|bytes| !bytes.is_empty()) else { continue };
        for broken in three_damages(&name, &bytes) {
            fs::write(&row.path, &broken).expect("written");
            let run = load(&places, &row);
            assert!(run.events.iter().all(|event| event.place.transcript < run.transcripts.len()), "{name}");
            assert!(run.calls().all(|(_, call, _)| call.result.is_none_or(|at| at < run.events.len())), "{name}");
            damaged += 1;
        }
    }
    assert!(damaged >= 270, "{damaged}");
}
