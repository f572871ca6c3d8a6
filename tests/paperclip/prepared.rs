//! What is prepared before a failure: the packet with its proof of age, and checkpoints that only green gates make.

use std::path::Path;
use std::process::{Command, Output};

fn lastgood(tree: &Path, state: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastgood"));
    command.args(words).current_dir(tree).env_clear().env("HOME", state).env("PATH", std::env::var_os("PATH").unwrap());
    command.args(["--state"]).arg(state.join("state")).output().unwrap()
}

fn git(tree: &Path, words: &[&str]) {
    let named = ["-c", "user.name=dev", "-c", "user.email=dev@devbox", "-c", "init.defaultBranch=main"];
    let done =
        Command::new("git").args(named).args(words).current_dir(tree).env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_checkpoint_is_made_by_green_gates_alone_and_says_what_it_misses() {
    let (tree, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (tree, state) = (tree.path(), state.path());
    git(tree, &["init", "-q"]);
    std::fs::write(tree.join("answer"), "42\n").unwrap();
    git(tree, &["add", "-A"]);
    git(tree, &["commit", "-qm", "the answer"]);
    let none = lastgood(tree, state, &["checkpoint"]);
    assert!(none.status.code() == Some(2) && text(&none.stderr).contains("packet"), "{none:?}");

    let made = lastgood(
        tree,
        state,
        &["packet", "--goal", "An answer", "--gate", "right=grep -q 42 answer", "--owner", "mira"],
    );
    assert!(
        made.status.success()
            && text(&made.stdout).contains("the approver                             --approver NAME"),
        "{made:?}"
    );
    let green = lastgood(tree, state, &["checkpoint", "first"]);
    assert!(green.status.success() && text(&green.stdout).contains("\"the answer\", green: right"), "{green:?}");
    assert!(!text(&green.stdout).contains("uncommitted"), "{green:?}");

    std::fs::write(tree.join("more"), "notes\n").unwrap();
    let missed = lastgood(tree, state, &["checkpoint"]);
    assert!(missed.status.success() && text(&missed.stdout).contains("not 1 uncommitted file: more"), "{missed:?}");

    std::fs::write(tree.join("answer"), "41\n").unwrap();
    git(tree, &["add", "answer"]);
    git(tree, &["commit", "-qm", "a worse answer"]);
    let red = lastgood(tree, state, &["checkpoint", "second"]);
    let said = text(&red.stderr);
    assert_eq!(red.status.code(), Some(1), "{red:?}");
    assert!(said.contains("NO CHECKPOINT") && said.contains("grep -q 42 answer") && said.contains("first ("), "{said}");
    let (_, kept) = said.split_once("the whole output: ").unwrap();
    assert!(std::fs::read_to_string(kept.lines().next().unwrap()).unwrap().contains("$ grep -q 42 answer"), "{said}");
    let log = std::fs::read_to_string(tree.join(".lastgood/checkpoints.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 2);
}

#[test]
fn a_packet_is_kept_with_its_time_and_an_empty_part_is_named() {
    let (tree, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (tree, state) = (tree.path(), state.path());
    let flags = [
        "packet",
        "--goal",
        "A report",
        "--limit",
        "never push",
        "--criterion",
        "report.md has a total",
        "--gate",
        "ok=true",
        "--output",
        "report=report.md=finance",
        "--owner",
        "mira",
        "--may",
        "start a new run",
        "--loses",
        "what was not committed",
        "--approver",
        "maria",
        "--now",
        "2026-11-28T02:00:00Z",
    ];
    assert!(lastgood(tree, state, &flags).status.success());
    let check = lastgood(tree, state, &["packet", "--check"]);
    assert!(check.status.success() && text(&check.stdout).contains("open to finance"), "{check:?}");
    let copies: Vec<_> =
        std::fs::read_dir(state.join("state/packets")).unwrap().flatten().map(|entry| entry.path()).collect();
    assert_eq!(copies.len(), 2);
    let note = copies.iter().find(|path| path.extension().is_some_and(|end| end == "at")).unwrap();
    assert_eq!(std::fs::read_to_string(note).unwrap(), "2026-11-28T02:00:00Z");
    // Writing the same packet again must not make its first copy younger.
    let again = [flags[0], "--owner", "mira", "--now", "2026-11-29T02:00:00Z"];
    let said = lastgood(tree, state, &again);
    assert!(said.status.success() && text(&said.stdout).contains("kept as before: goal, limit, criterion"), "{said:?}");
    let other = lastgood(tree, state, &[flags[0], "--limit", "no new dependency"]);
    let other = text(&other.stdout);
    assert!(other.contains("- limit      never push") && other.contains("+ limit      no new dependency"), "{other}");
    assert_eq!(std::fs::read_to_string(note).unwrap(), "2026-11-28T02:00:00Z");
    let wrong = lastgood(tree, state, &["packet", "--gate", "unit"]);
    assert!(wrong.status.code() == Some(2) && text(&wrong.stderr).contains("NAME=COMMAND"), "{wrong:?}");
}
