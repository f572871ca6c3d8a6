//! Gates that fork, ignore TERM, print 1 GiB, read, or outlive their parent are bounded, and nothing of them is left.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lastgood::gates::{Ask, Keeper, Ran, Stop, run};
use lastgood::model::Ended;

pub fn keeper() -> Keeper {
    Keeper::at(env!("CARGO_BIN_EXE_lastgood"))
}

fn gate(script: &str, seconds: f64, stop: &Stop) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", script].map(str::to_owned);
    let limit = Duration::from_secs_f64(seconds);
    let (keeper, variables) = (keeper(), [("LASTGOOD_TEST", "1".into())]);
    let ask = Ask { command: &command, folder: folder.path(), limit, variables: &variables, keeper: &keeper };
    run(&ask, stop, &mut |_| {})
}

/// Processes whose arguments hold this word, which no other test uses.
fn alive(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.filter(|line| line.contains(word) && line.starts_with("sleep")).collect()
}

#[test]
fn exit_status_and_output_come_back_and_nothing_can_be_read() {
    let ran = gate("cat; echo out; echo err >&2; tty; exit 3", 30.0, &Stop::default());
    assert_eq!(ran.ended, Ended::Exit { code: 3 });
    assert_eq!(ran.output.text(), "out\nerr\nnot a tty\n");
    assert!(ran.left.is_empty() && ran.stays.is_empty());
    let ran = gate("kill -9 $$", 30.0, &Stop::default());
    assert_eq!(ran.ended, Ended::Signal { signal: 9 });
}

#[test]
fn a_command_that_is_not_there_was_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let keeper = keeper();
    let command = ["no-such-program-of-lastgood".to_owned()];
    let ask = Ask {
        command: &command,
        folder: folder.path(),
        limit: Duration::from_secs(5),
        variables: &[],
        keeper: &keeper,
    };
    let ran = run(&ask, &Stop::default(), &mut |_| {});
    assert!(matches!(ran.ended, Ended::NotStarted { .. }), "{:?}", ran.ended);
    let gone = folder.path().join("gone");
    let ran = run(&Ask { folder: &gone, ..ask }, &Stop::default(), &mut |_| {});
    assert!(matches!(&ran.ended, Ended::NotStarted { why } if why.contains("gone")), "{:?}", ran.ended);
}

#[test]
fn what_outlives_its_parent_is_named_and_ended_in_its_own_session_too() {
    let ran = gate("setsid sh -c 'sleep 7101 & sleep 7101' & (sleep 7101 &) ; exit 0", 30.0, &Stop::default());
    assert_eq!(ran.ended, Ended::Exit { code: 0 });
    assert!(ran.left.iter().any(|left| left.contains("sleep 7101")), "{:?}", ran.left);
    assert_eq!((alive("7101"), ran.stays), (vec![], vec![]));
}

#[test]
fn what_ignores_term_is_killed_when_its_time_is_up() {
    let begun = Instant::now();
    let ran = gate("trap '' TERM HUP INT; sleep 7102 & while :; do sleep 1; done", 0.4, &Stop::default());
    assert_eq!(ran.ended, Ended::TimeLimit { seconds: 0 });
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!((alive("7102"), ran.stays), (vec![], vec![]));
}

#[test]
fn one_gibibyte_is_counted_and_one_mebibyte_is_kept() {
    let ran = gate("yes | head -c 1073741824; echo the end", 300.0, &Stop::default());
    assert_eq!(ran.ended, Ended::Exit { code: 0 });
    assert_eq!(ran.output.total(), 1_073_741_824 + 8);
    let text = ran.output.text();
    assert!(text.len() < 1_100_000 && text.starts_with("y\ny\n") && text.ends_with("the end\n"));
    assert_eq!(ran.output.dropped() + 1024 * 1024, ran.output.total());
}

#[test]
fn the_operator_ends_it_as_a_group() {
    let stop = Stop::default();
    let from_outside = stop.clone();
    let folder = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", "echo begun; setsid sleep 7103 & sleep 7103"].map(str::to_owned);
    let keeper = keeper();
    let ask = Ask {
        command: &command,
        folder: folder.path(),
        limit: Duration::from_secs(60),
        variables: &[],
        keeper: &keeper,
    };
    let ran = run(&ask, &stop, &mut |_| from_outside.now());
    assert_eq!((ran.ended, ran.output.text().as_str()), (Ended::Cancelled, "begun\n"));
    assert_eq!(alive("7103"), Vec::<String>::new());
    // After that none begins.
    assert_eq!(run(&ask, &stop, &mut |_| {}).ended, Ended::Cancelled);
}

#[test]
fn a_gate_that_kills_its_keeper_is_still_ended() {
    let ran = gate("sleep 7104 & setsid sleep 7104 & kill -9 $PPID; sleep 7104", 60.0, &Stop::default());
    assert!(matches!(ran.ended, Ended::Lost { .. }), "{:?}", ran.ended);
    assert_eq!(alive("7104"), Vec::<String>::new());
}

/// The keeper's line is held by a process that is killed with -9: the keeper ends the gate and itself.
#[test]
fn nothing_is_left_when_the_one_who_started_it_is_killed() {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    let script = "echo begun; setsid sleep 7105 & sleep 7105";
    let mut keeper = Command::new(env!("CARGO_BIN_EXE_lastgood"))
        .args(["keep-gate", "--limit", "60", "--", "sh", "-c", script])
        .stdin(std::os::fd::OwnedFd::from(theirs))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = keeper.stdout.take().unwrap();
    out.read_exact(&mut [0; 6]).unwrap();
    drop(ours);
    // The pipe ends when the last of them is gone.
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    assert!(keeper.wait().unwrap().success());
    assert_eq!(alive("7105"), Vec::<String>::new());
}
