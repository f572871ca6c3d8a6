//! One writer a recovery, between real processes: this test binary starts itself as the other one.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use lastgood::model::{Runtime, Standing};
use lastgood::store::{Folder, OpenRecovery, Opened, StoreError, session_key};

use super::{approver, at, join, operator};

fn open(state: &Path, by: &str) -> (OpenRecovery, Opened) {
    let keys = [session_key(Runtime::Codex, "01a2")];
    OpenRecovery::open(Folder::open(state), &keys, operator(by), at(0))
}

/// Runs only when it is started by `ana`: opens the recovery, decides, says so, and decides again for each line on its input.
#[test]
fn as_the_other_process() {
    let Ok(state) = std::env::var("LASTGOOD_TEST_STATE") else { return };
    let (mut recovery, _) = open(Path::new(&state), "ana");
    let mut decide = || match recovery.save(join("01a2"), "ana", at(1)) {
        Ok(_) => println!("\nana: decided"),
        Err(error) => println!("\nana: {error}"),
    };
    decide();
    for _ in std::io::stdin().lock().lines() {
        decide();
    }
}

/// The other process, holding the recovery.
struct Ana {
    child: Child,
    says: BufReader<std::process::ChildStdout>,
}

impl Ana {
    fn opens(state: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "lock::as_the_other_process", "--nocapture"])
            .env("LASTGOOD_TEST_STATE", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let says = BufReader::new(child.stdout.take().unwrap());
        let mut ana = Self { child, says };
        assert_eq!(ana.hears(), "decided");
        ana
    }

    fn decides(&mut self) -> String {
        writeln!(self.child.stdin.as_mut().unwrap()).unwrap();
        self.hears()
    }

    fn hears(&mut self) -> String {
        let mut line = String::new();
        while self.says.read_line(&mut line).unwrap() > 0 {
            if let Some(said) = line.trim().strip_prefix("ana: ") {
                return said.to_owned();
            }
            line.clear();
        }
        panic!("the other process ended")
    }
}

impl Drop for Ana {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_second_operator_reads_only_and_is_told_by_whom() {
    let state = tempfile::tempdir().unwrap();
    let _ana = Ana::opens(state.path());
    let (mut mine, opened) = open(state.path(), "mira");
    let Standing::Held(holder) = opened.standing else { panic!("it should be held") };
    assert_eq!((holder.by.as_str(), holder.host.as_str(), holder.since), ("ana", "devbox", at(1)));
    assert_eq!(opened.recovery.entries.len(), 1);
    let refused = mine.save(approver("mira"), "mira", at(2)).unwrap_err();
    assert!(refused.to_string().starts_with("held by ana on devbox since "), "{refused}");
}

#[test]
fn the_lock_of_a_killed_process_is_free() {
    let state = tempfile::tempdir().unwrap();
    drop(Ana::opens(state.path()));
    let (mut mine, opened) = open(state.path(), "mira");
    assert_eq!(opened.standing, Standing::Writable);
    mine.save(approver("mira"), "mira", at(2)).unwrap();
}

#[test]
fn who_takes_over_writes_it_down_and_the_old_holder_notices() {
    let state = tempfile::tempdir().unwrap();
    let mut ana = Ana::opens(state.path());
    assert_eq!(ana.decides(), "decided");
    let (mut mine, _) = open(state.path(), "mira");
    let opened = mine.take_over(at(5)).unwrap();
    assert_eq!((opened.standing, opened.recovery.entries.len()), (Standing::Writable, 3));
    assert!(ana.decides().starts_with("mira on devbox took this recovery over at "));
    assert!(ana.decides().starts_with("held by mira on devbox since "));
    let entry = mine.save(approver("mira"), "mira", at(6)).unwrap();
    assert_eq!(entry.seq, 4);
    drop(mine);
    let (_again, opened) = open(state.path(), "mira");
    assert!(opened.problems.is_empty());
}

#[test]
fn two_first_decisions_about_one_run_do_not_make_two_recoveries() {
    let state = tempfile::tempdir().unwrap();
    let (mut mine, _) = open(state.path(), "mira");
    let _ana = Ana::opens(state.path());
    assert!(matches!(mine.save(join("01a2"), "mira", at(2)), Err(StoreError::BegunElsewhere { .. })));
    assert_eq!(Folder::open(state.path()).recoveries().len(), 1);
}

#[test]
fn a_recovery_that_was_removed_is_told_as_gone_and_never_as_taken_over() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().join("state");
    let (mut mira, _) = open(&state, "mira");
    let (mut reader, _) = open(&state, "bo");
    let first = mira.save(join("01a2"), "mira", at(1)).unwrap();
    let known = reader.look_again(&lastgood::model::Recovery::default(), at(2)).expect("mira has begun");
    assert!(matches!(known.standing, Standing::Held(_)), "{:?}", known.standing);
    std::fs::remove_dir_all(&state).unwrap();
    // The demo was laid out anew, and another recovery began there.
    let (mut anew, _) = open(&state, "ana");
    anew.save(join("01a2"), "ana", at(3)).unwrap();
    let mut recovery = lastgood::model::Recovery::default();
    recovery.apply(first);
    for one in [&mut mira, &mut reader] {
        let opened = one.look_again(&recovery, at(4)).expect("it is noticed");
        assert_eq!(opened.standing, Standing::Gone);
        assert_eq!(opened.recovery.entries.len(), 1, "what was decided can still be read");
        assert!(matches!(one.save(approver("mira"), "mira", at(5)), Err(StoreError::Gone { .. })));
        assert!(!one.path().unwrap().exists(), "nothing is made anew");
    }
}
