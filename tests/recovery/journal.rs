//! Decisions on real files: cut off at every byte, on a full disk, from another version.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use lastgood::model::{Draft, Runtime, Standing, Step};
use lastgood::store::{Folder, Journal, Loaded, OpenRecovery, Opened, Places, StoreError, load, session_key};

use super::{approver, at, join, operator};

fn keys() -> Vec<String> {
    vec![session_key(Runtime::ClaudeCode, "9f3c21a7")]
}

fn open(state: &Path) -> (OpenRecovery, Opened) {
    OpenRecovery::open(Folder::open(state), &keys(), operator("mira"), at(0))
}

#[test]
fn nothing_is_made_before_the_first_decision_and_everything_of_it_is_private() {
    let state = tempfile::tempdir().unwrap();
    let root = state.path().join("lastgood");
    let (mut recovery, opened) = open(&root);
    assert_eq!((opened.standing, recovery.id()), (Standing::Writable, None));
    assert!(Folder::open(&root).recoveries().is_empty());
    recovery.save(join("9f3c21a7"), "mira", at(1)).unwrap();
    let id = recovery.id().unwrap().to_owned();
    assert!(
        id.len() == 11
            && id.starts_with("LG-")
            && id[3..].chars().all(|c| "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(c))
    );
    recovery.keep_draft(&Draft { step: Step::Sort, item: Some("file:a".into()), ..Draft::default() }).unwrap();
    for path in walk(&root) {
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
    drop(recovery);
    let (again, opened) = open(&root);
    assert_eq!(again.id(), Some(id.as_str()));
    assert_eq!(opened.recovery.decided.runs.len(), 1);
    assert_eq!(opened.draft.unwrap().item.as_deref(), Some("file:a"));
}

fn walk(root: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![root.to_owned()];
    for entry in fs::read_dir(root).unwrap().flatten() {
        if entry.path().is_dir() { found.extend(walk(&entry.path())) } else { found.push(entry.path()) }
    }
    found
}

#[test]
fn a_kill_at_every_byte_of_the_last_line_loses_at_most_that_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = Journal::open(&path, &Loaded::default(), "devbox").unwrap();
    journal.append(join("9f3c21a7"), "mira", at(1)).unwrap();
    let whole = fs::read(&path).unwrap().len();
    journal.append(approver("maría"), "mira", at(2)).unwrap();
    let bytes = fs::read(&path).unwrap();
    for cut in whole..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let loaded = load(&path, "LG-1").unwrap();
        let complete = cut >= bytes.len() - 1;
        let entries = if complete { 2 } else { 1 };
        assert_eq!(loaded.recovery.entries.len(), entries, "cut at {cut}");
        assert_eq!(loaded.problems.len(), usize::from(cut > whole && !complete), "cut at {cut}");
        assert_eq!(loaded.read_only, None);
        let mut journal = Journal::open(&path, &loaded, "devbox").unwrap();
        journal.append(approver("ana"), "mira", at(3)).unwrap();
        let again = load(&path, "LG-1").unwrap();
        assert_eq!(again.recovery.entries.len(), entries + 1, "cut at {cut}");
        assert_eq!(again.recovery.decided.approver.as_deref(), Some("ana"));
        assert!(again.read_only.is_none() && !again.torn);
    }
}

#[test]
fn a_full_disk_is_said_and_nothing_counts() {
    let mut journal = Journal::open(Path::new("/dev/full"), &Loaded::default(), "devbox").unwrap();
    let error = journal.append(join("9f3c21a7"), "mira", at(1)).unwrap_err();
    let words = error.to_string();
    assert!(
        words.starts_with("the decision was not written down and does not count: /dev/full: No space left"),
        "{words}"
    );
    assert!(words.ends_with("Free some space there, then look again"), "{words}");
    assert!(matches!(journal.append(join("9f3c21a7"), "mira", at(2)), Err(StoreError::ReadOnly(_))));
}

#[test]
fn a_recovery_whose_folder_went_away_is_read_only() {
    let state = tempfile::tempdir().unwrap();
    let (mut recovery, _) = open(state.path());
    recovery.save(join("9f3c21a7"), "mira", at(1)).unwrap();
    fs::remove_dir_all(recovery.path().unwrap()).unwrap();
    assert!(recovery.save(approver("ana"), "mira", at(2)).is_err());
    assert!(recovery.standing() != Standing::Writable);
}

#[test]
fn a_folder_that_cannot_be_written_is_said_before_the_first_decision() {
    let state = tempfile::tempdir().unwrap();
    let file = state.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let (mut recovery, opened) = open(&file.join("lastgood"));
    let Standing::ReadOnly(why) = opened.standing else { panic!("it should be read-only") };
    assert!(why.starts_with("the state folder cannot be used: "), "{why}");
    assert!(recovery.save(join("9f3c21a7"), "mira", at(1)).is_err());
}

#[test]
fn what_another_version_wrote_is_read_only_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = Journal::open(&path, &Loaded::default(), "devbox").unwrap();
    journal.append(join("9f3c21a7"), "mira", at(1)).unwrap();
    let known = fs::read_to_string(&path).unwrap();
    for (line, says) in [
        (known.replace("\"join\"", "\"teleport\"").replace("\"seq\":1", "\"seq\":2"), "`teleport`"),
        (known.replace("\"v\":1", "\"v\":2"), "of version 2"),
    ] {
        fs::write(&path, format!("{known}{line}")).unwrap();
        let loaded = load(&path, "LG-1").unwrap();
        let why = loaded.read_only.unwrap();
        assert!(why.contains(says) && why.contains("journal.jsonl:2"), "{why}");
        assert_eq!(loaded.recovery.entries.len(), 1);
    }
    fs::write(&path, format!("{known}{}", known.replace("\"seq\":1", "\"seq\":4"))).unwrap();
    let loaded = load(&path, "LG-1").unwrap();
    assert_eq!(loaded.problems[0].what, "entry 4 follows 1: something between is missing or doubled");
    assert_eq!((loaded.read_only, loaded.recovery.entries.len()), (None, 2));
}

#[test]
fn a_newer_state_folder_is_read_only() {
    let state = tempfile::tempdir().unwrap();
    fs::write(state.path().join("format"), "2\n").unwrap();
    assert!(Folder::open(state.path()).read_only().unwrap().contains("format 2"));
}

#[test]
fn a_first_decision_that_was_cut_off_goes_on_in_the_same_recovery() {
    let state = tempfile::tempdir().unwrap();
    let (mut recovery, _) = open(state.path());
    recovery.save(join("9f3c21a7"), "mira", at(1)).unwrap();
    let (id, path) = (recovery.id().unwrap().to_owned(), recovery.path().unwrap());
    drop(recovery);
    fs::remove_dir_all(path).unwrap(); // as if killed between the index line and the journal
    let (mut recovery, opened) = open(state.path());
    assert!(opened.recovery.entries.is_empty());
    recovery.save(join("9f3c21a7"), "mira", at(2)).unwrap();
    assert_eq!(recovery.id(), Some(id.as_str()));
}

#[test]
fn a_state_folder_may_stand_anywhere() {
    let places = Places::of_account(Some(Path::new("/srv/shared/lastgood"))).unwrap();
    assert_eq!(places.state, Path::new("/srv/shared/lastgood"));
}
