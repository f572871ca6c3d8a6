//! What is prepared before a failure: the packet with its proof of age, and checkpoints that only green gates make.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use lastgood::model::{Confidence, Facts};
use lastgood::sources::{self, PathMap, Places};
use lastgood::work::gather::{Clock, gather};

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

/// A repository whose only commit holds the answer.
fn answered(tree: &Path) {
    git(tree, &["init", "-q"]);
    std::fs::write(tree.join("answer"), "42\n").unwrap();
    git(tree, &["add", "-A"]);
    git(tree, &["commit", "-qm", "the answer"]);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_checkpoint_is_made_by_green_gates_alone_and_says_what_it_misses() {
    let (tree, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (tree, state) = (tree.path(), state.path());
    answered(tree);
    let none = lastgood(tree, state, &["checkpoint"]);
    assert!(none.status.code() == Some(2) && text(&none.stderr).contains("packet"), "{none:?}");

    let made = lastgood(
        tree,
        state,
        &["packet", "--goal", "An answer", "--gate", "right=grep -q 42 answer", "--owner", "mira"],
    );
    assert!(
        made.status.success()
            && text(&made.stdout).contains("still empty: approver, who approves the result")
            && text(&made.stdout).contains("to fill:   lastgood packet --approver "),
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
fn a_checkpoint_during_a_merge_says_of_which_commit_it_is() {
    let (tree, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (tree, state) = (tree.path(), state.path());
    answered(tree);
    git(tree, &["checkout", "-qb", "more"]);
    std::fs::write(tree.join("more"), "notes\n").unwrap();
    git(tree, &["add", "-A"]);
    git(tree, &["commit", "-qm", "notes"]);
    git(tree, &["checkout", "-q", "main"]);
    assert!(lastgood(tree, state, &["packet", "--gate", "right=grep -q 42 answer"]).status.success());
    let said = |done: &Output| (done.status.success(), text(&done.stdout));

    let (made, before) = said(&lastgood(tree, state, &["checkpoint", "before"]));
    assert!(made && !before.contains("under way"), "{before}");
    git(tree, &["merge", "-q", "--no-commit", "--no-ff", "more"]);
    let (made, during) = said(&lastgood(tree, state, &["checkpoint", "during"]));
    let line = "! a merge is under way: the checkpoint is of the commit on which it began, not of what it brings";
    assert!(made && during.contains(line) && during.contains("\"the answer\", green: right"), "{during}");
    git(tree, &["commit", "-qm", "the answer with notes"]);
    let (made, after) = said(&lastgood(tree, state, &["checkpoint", "after"]));
    assert!(made && !after.contains("under way") && after.contains("\"the answer with notes\""), "{after}");
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

/// A home with one short run in a tree, that began at two and was cut off.
fn run_in(home: &Path, tree: &Path) -> String {
    let session = "9f3c21a0-5e11-4c6b-9a61-3d2f4b1f7c55";
    let name: String =
        tree.display().to_string().chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect();
    let folder = home.join(".claude/projects").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let row = |kind: &str, id: &str, parent: Option<&str>, at: &str, content: serde_json::Value| {
        serde_json::json!({ "type": kind, "uuid": id, "parentUuid": parent, "sessionId": session, "cwd": tree,
            "version": "2.1.0", "isSidechain": false, "userType": "external", "timestamp": at,
            "message": { "role": kind, "content": content } })
        .to_string()
    };
    let said = serde_json::json!([{ "type": "text", "text": "I will look at it." }]);
    let rows = [
        row("user", "e1", None, "2026-11-28T02:00:00.000Z", "Improve the answer".into()),
        row("assistant", "e2", Some("e1"), "2026-11-28T02:20:00.000Z", said),
    ];
    std::fs::write(folder.join(format!("{session}.jsonl")), rows.join("\n") + "\n").unwrap();
    session.to_owned()
}

fn facts(home: &Path, session: &str, state: &Path) -> Facts {
    let mut places = Places::new(home, PathMap::new(Vec::<(String, String)>::new()), |_| None, 1001);
    places.packets = state.join("state/packets");
    let found = sources::resolve(&places, session).unwrap_or_else(|_| panic!("the run is there"));
    let now = "2026-11-28T03:00:00Z".parse().unwrap();
    gather(&places, &found, Clock { now, fixed: true }, Duration::ZERO)
}

/// Commits everything at a time.
fn commits(tree: &Path, at: &str, message: &str) {
    git(tree, &["add", "-A"]);
    let words = ["-c", "user.name=dev", "-c", "user.email=dev@devbox", "commit", "-qm", message];
    let mut command = Command::new("git");
    command.args(words).current_dir(tree).env("GIT_CONFIG_NOSYSTEM", "1");
    let done = command.env("GIT_COMMITTER_DATE", at).env("GIT_AUTHOR_DATE", at).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn a_checkpoint_that_was_recorded_before_the_run_died_is_proven_last_good() {
    let folder = tempfile::tempdir().unwrap();
    let (tree, state) = (folder.path().join("tree"), folder.path().join("own"));
    std::fs::create_dir_all(&tree).unwrap();
    std::fs::create_dir_all(&state).unwrap();
    git(&tree, &["init", "-q"]);
    std::fs::write(tree.join("answer"), "41\n").unwrap();
    commits(&tree, "2026-11-28T01:00:00Z", "a first answer");
    let session = run_in(folder.path(), &tree);
    std::fs::write(tree.join("answer"), "42\n").unwrap();
    commits(&tree, "2026-11-28T02:05:00Z", "the answer");
    let head = |tree: &Path| {
        let out = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(tree).output().unwrap();
        text(&out.stdout).trim().to_owned()
    };
    let green = head(&tree);
    let packet = ["packet", "--gate", "right=grep -q 42 answer", "--now", "2026-11-28T02:05:10Z"];
    assert!(lastgood(&tree, &state, &packet).status.success());
    assert!(lastgood(&tree, &state, &["checkpoint", "first", "--now", "2026-11-28T02:06:00Z"]).status.success());
    std::fs::write(tree.join("answer"), "a guess\n").unwrap();
    commits(&tree, "2026-11-28T02:10:00Z", "another answer");
    assert_eq!(lastgood(&tree, &state, &["checkpoint", "second"]).status.code(), Some(1));

    let good = facts(folder.path(), &session, &state).last_good;
    assert_eq!((good.commit.as_deref(), good.confidence), (Some(green.as_str()), Confidence::Proven), "{}", good.why);
    assert!(good.why.contains("Checkpoint first") && good.gates == ["grep -q 42 answer"], "{good:?}");

    // The line alone, or the ref on another commit, proves nothing.
    git(&tree, &["update-ref", "refs/lastgood/checkpoint/first", &head(&tree)]);
    let good = facts(folder.path(), &session, &state).last_good;
    assert_ne!(good.confidence, Confidence::Proven, "{good:?}");
}

#[test]
fn only_our_copy_or_an_older_commit_proves_that_a_packet_is_older_than_the_run() {
    let world = |prepare: &dyn Fn(&Path, &Path)| {
        let folder = tempfile::tempdir().unwrap();
        let (tree, state) = (folder.path().join("tree"), folder.path().join("own"));
        std::fs::create_dir_all(&tree).unwrap();
        std::fs::create_dir_all(&state).unwrap();
        git(&tree, &["init", "-q"]);
        std::fs::write(tree.join("answer"), "42\n").unwrap();
        commits(&tree, "2026-11-28T00:30:00Z", "the answer");
        prepare(&tree, &state);
        let session = run_in(folder.path(), &tree);
        let facts = facts(folder.path(), &session, &state);
        let told = facts
            .problems
            .iter()
            .any(|problem| ["nothing proves", "this packet is younger"].iter().any(|said| problem.what.contains(said)));
        assert_eq!(told, facts.task.contract.is_none(), "{:?}", facts.problems);
        assert!(facts.task.criteria.iter().any(|one| one.text == "it says 42"), "{:?}", facts.task.criteria);
        facts.task.contract.and_then(|mark| mark.at).map(|at| at.to_string())
    };
    let packet = |tree: &Path, state: &Path, at: &str| {
        let words = ["packet", "--criterion", "it says 42", "--now", at];
        assert!(lastgood(tree, state, &words).status.success());
    };
    let gone = |state: &Path| std::fs::remove_dir_all(state.join("state/packets")).unwrap();
    let (before, during) = ("2026-11-28T01:00:00Z", "2026-11-28T02:10:00Z");

    // A copy of ours that is older, and one that is not.
    assert_eq!(world(&|tree, state| packet(tree, state, before)).as_deref(), Some(before));
    assert_eq!(world(&|tree, state| packet(tree, state, during)), None);
    // The file alone, however old it looks.
    let alone = |tree: &Path, state: &Path| {
        packet(tree, state, before);
        gone(state);
    };
    assert_eq!(world(&alone), None);
    // A copy of another text.
    let edited = |tree: &Path, state: &Path| {
        packet(tree, state, before);
        let file = tree.join(".lastgood/packet.json");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("\"approver\": null", "\"approver\": \"maria\"") + "\n").unwrap();
    };
    assert_eq!(world(&edited), None);
    // An older commit that holds it, and one that is not older, and an older one whose text was changed since.
    let committed = |at: &'static str| {
        move |tree: &Path, state: &Path| {
            packet(tree, state, before);
            gone(state);
            commits(tree, at, "the packet");
        }
    };
    assert_eq!(world(&committed("2026-11-28T01:30:00Z")).as_deref(), Some("2026-11-28T01:30:00Z"));
    assert_eq!(world(&committed(during)), None);
    let changed = |tree: &Path, state: &Path| {
        committed("2026-11-28T01:30:00Z")(tree, state);
        let file = tree.join(".lastgood/packet.json");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text + "\n").unwrap();
    };
    assert_eq!(world(&changed), None);
}
