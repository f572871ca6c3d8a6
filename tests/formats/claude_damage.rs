//! Claude Code's reader on damaged files: no panic, no hang, damage named, what is whole still read.

use std::path::PathBuf;
use std::sync::LazyLock;

use lastgood::model::Run;
use lastgood::sources;
use proptest::prelude::*;

use crate::support::{Fixture, fixture};

/// A small real session and its bytes.
static CASE: LazyLock<(Fixture, PathBuf, Vec<u8>)> = LazyLock::new(|| {
    let case = fixture("reported/R14");
    let found = sources::resolve(&case.places(), "445c99ff").unwrap();
    let bytes = std::fs::read(&found.path).unwrap();
    (case, found.path, bytes)
});

/// Loads the session with other bytes in its file; each file lies in a home of its own.
fn load(bytes: &[u8]) -> Run {
    let (case, path, _) = &*CASE;
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".claude/projects/-x");
    std::fs::create_dir_all(&folder).unwrap();
    let copy = folder.join(path.file_name().unwrap());
    std::fs::write(&copy, bytes).unwrap();
    let places = sources::Places::new(home.path(), case.places().map, |_| None, 1001);
    let (rows, problems) = sources::found(&places);
    assert!(rows.len() == 1 && problems.is_empty());
    sources::load(&places, &rows[0])
}

fn whole() -> usize {
    static WHOLE: LazyLock<usize> = LazyLock::new(|| load(&CASE.2).events.len());
    *WHOLE
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_beginning_of_a_file_is_read(cut in 0..10_000_usize) {
        let bytes = &CASE.2;
        let cut = cut * bytes.len() / 10_000;
        let run = load(&bytes[..cut]);
        prop_assert!(run.events.len() <= whole());
        let clean = cut == 0 || bytes[cut - 1] == b'\n' || bytes[cut] == b'\n';
        prop_assert!(clean || run.transcripts[0].torn_tail, "cut at {cut}: {:?}", run.problems);
    }

    #[test]
    fn any_byte_may_be_wrong(at in 0..10_000_usize, byte in any::<u8>()) {
        let mut bytes = CASE.2.clone();
        let at = at * bytes.len() / 10_000;
        bytes[at] = byte;
        let run = load(&bytes);
        prop_assert!(run.events.len() + 4 >= whole(), "{:?}", run.problems);
    }

    #[test]
    fn any_two_lines_may_change_places(one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let mut lines: Vec<&[u8]> = CASE.2.split_inclusive(|byte| *byte == b'\n').collect();
        let (one, other) = (one.index(lines.len()), other.index(lines.len()));
        lines.swap(one, other);
        prop_assert_eq!(load(&lines.concat()).events.len(), whole());
    }

    #[test]
    fn a_hole_of_zeros_costs_what_it_covers(at in 0..10_000_usize, length in 1..600_usize) {
        let mut bytes = CASE.2.clone();
        let at = at * bytes.len() / 10_000;
        let end = (at + length).min(bytes.len());
        bytes[at..end].fill(0);
        let run = load(&bytes);
        prop_assert!(!run.problems.is_empty());
    }
}
