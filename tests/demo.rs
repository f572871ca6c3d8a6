//! The demo: what it lays out is what it says.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its world fails")]

use jiff::Timestamp;
use lastgood::commands::demo::{Demo, SESSION, play_next};

fn laid_out() -> (tempfile::TempDir, Demo) {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    demo.lay_out("2026-11-28T02:10:00Z".parse::<Timestamp>().unwrap()).unwrap();
    (folder, demo)
}

#[test]
fn it_lays_out_six_commits_a_session_and_what_was_not_committed() {
    let (_folder, demo) = laid_out();
    let repository = git2::Repository::open(&demo.tree).unwrap();
    let mut walk = repository.revwalk().unwrap();
    walk.push_head().unwrap();
    assert_eq!(walk.count(), 7, "six commits of the run and one before it");
    assert_eq!(repository.head().unwrap().shorthand(), Some("retry-budget"));
    let changed: Vec<String> = repository
        .statuses(Some(git2::StatusOptions::new().include_untracked(true).recurse_untracked_dirs(true)))
        .unwrap()
        .iter()
        .filter_map(|entry| entry.path().map(str::to_owned))
        .collect();
    assert_eq!(
        changed,
        ["CHANGELOG.md", "docs/retry.md", "parcel/wire.py", "parcel/worker.py", "tests/test_jitter.py"]
    );
    let remote = git2::Repository::open_bare(demo.home.join("remotes/parcel.git")).unwrap();
    assert!(remote.find_branch("main", git2::BranchType::Local).is_ok());
    assert!(remote.find_branch("retry-budget", git2::BranchType::Local).is_err(), "the push never arrived");
}

#[test]
fn it_is_the_same_each_time_and_a_second_call_changes_nothing() {
    let (_one, first) = laid_out();
    let (_two, second) = laid_out();
    let head = |demo: &Demo| git2::Repository::open(&demo.tree).unwrap().head().unwrap().target().unwrap();
    assert_eq!(head(&first), head(&second));
    fs_err::write(first.tree.join("CHANGELOG.md"), "mine").unwrap();
    first.lay_out(Timestamp::UNIX_EPOCH).unwrap();
    assert_eq!(fs_err::read_to_string(first.tree.join("CHANGELOG.md")).unwrap(), "mine");
    first.reset().unwrap();
    assert!(!first.root.exists());
}

#[test]
fn the_next_run_consumes_the_brief_and_commits_its_step() {
    let (_folder, demo) = laid_out();
    let brief = demo.root.join("brief-1.md");
    fs_err::write(&brief, "<!-- lastgood brief/1 recovery=LG-00000000 attempt=1 sha256=00 -->\n# Recovery brief: x\n")
        .unwrap();
    let played =
        play_next(&demo, &brief, 1, "2026-11-28T03:10:00Z".parse().unwrap(), "2026-11-28T03:10:20Z".parse().unwrap())
            .unwrap();
    assert_ne!(played.session, SESSION);
    let repository = git2::Repository::open(&demo.tree).unwrap();
    let head = repository.head().unwrap().peel_to_commit().unwrap();
    assert_eq!(head.summary(), Some("jitter: the delay stays within a fifth"));
}

#[test]
fn a_closed_pipe_ends_every_way_of_it_quietly_and_the_home_stays_empty() {
    let (home, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for words in [&["demo"][..], &["demo", "--next"], &["demo", "--reset"], &[], &["list"], &["inspect", "none"]] {
        for closed in ["stdout", "both"] {
            let gone = || std::process::Stdio::from(std::io::pipe().unwrap().1);
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lastgood"));
            command.args(words).env_clear().env("HOME", home.path()).env("TMPDIR", temporary.path());
            command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
            command.stdin(std::process::Stdio::null()).stdout(gone());
            command.stderr(if closed == "both" { gone() } else { std::process::Stdio::piped() });
            let ended = command.spawn().unwrap().wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(matches!(ended.status.code(), Some(0 | 2)), "{words:?} with {closed} closed: {:?}", ended.status);
            assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{words:?}: {said}");
        }
    }
    let left: Vec<_> = fs_err::read_dir(home.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
