//! What `lastgood inspect` says in words once people have decided: the same as the screens, and nothing against the decisions below.

use std::process::Command;

use lastgood::commands::demo::{Demo, SESSION};
use lastgood::model::{Decided, GateState, Runtime};
use lastgood::store::{Folder, Index, session_key};

use super::{demo, is_consumed, is_recovered, sits, writes_the_brief};

fn inspected(demo: &Demo, more: &[&str]) -> String {
    let args: Vec<&str> = ["inspect", SESSION, "--watch", "0"].into_iter().chain(more.iter().copied()).collect();
    printed(demo, &args)
}

fn command(demo: &Demo) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastgood"));
    command
        .env_clear()
        .env("HOME", &demo.home)
        .env("XDG_CACHE_HOME", demo.root.join("cache"))
        .args(["--now", "2026-11-28T02:40:00Z"]);
    command.arg("--home").arg(&demo.home).arg("--state").arg(&demo.state);
    command
}

fn printed(demo: &Demo, args: &[&str]) -> String {
    let out = command(demo).args(args).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

/// What a command says where a script does not read its answer.
fn noted(demo: &Demo, args: &[&str]) -> String {
    let out = command(demo).args(args).output().unwrap();
    String::from_utf8(out.stderr).unwrap()
}

#[test]
fn inspect_says_what_was_decided_and_nothing_against_it() {
    let (_folder, demo) = demo();
    let (before, data) = (inspected(&demo, &[]), inspected(&demo, &["--json"]));
    assert!(
        before.contains("nobody confirmed what it did")
            && before.contains("partial  docs/retry.md")
            && !before.contains("toolu_"),
        "{before}"
    );
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    let text = inspected(&demo, &[]);
    for gone in
        ["nobody confirmed", "what it did is not known", "unknown  git push", "partial  docs/retry.md", "toolu_"]
    {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    let push = text.lines().find(|line| line.starts_with("  did not happen: git push")).unwrap();
    assert!(push.contains("says mira; the program says unknown"), "{push}");
    let file = text.lines().find(|line| line.starts_with("  partial: docs/retry.md")).unwrap();
    assert!(file.contains("says mira; the program says partial: ") && file.contains("frame.md"), "{file}");
    assert_eq!(inspected(&demo, &["--json"]), data, "the data say what the program found, whatever was decided");
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    is_recovered(&mut person, 8);
    let text = inspected(&demo, &[]);
    assert!(text.contains("Can it be resumed? the recovery is closed: nothing is left to resume."), "{text}");
    let page = person.presses("esc 0").screen();
    assert!(page.contains("approver mira") && page.contains("nothing is left to resume"), "{page}");
    assert!(!page.contains("but not yet"), "{page}");
}

#[test]
fn a_gate_never_ran_on_a_file_that_was_written_after_it() {
    let (_folder, demo) = demo();
    let facts = super::facts(&demo, SESSION);
    let of = |name: &str| facts.products.iter().find(|product| product.title == name).unwrap();
    let says = |name: &str, text: &str| of(name).checks.iter().any(|check| check.text.contains(text));
    assert!(says("tests/test_jitter.py", "never ran on it") && !says("tests/test_jitter.py", "before this edit"));
    assert!(says("parcel/wire.py", "before this edit") && !says("parcel/wire.py", "never ran on it"));
    assert_eq!(of("tests/test_jitter.py").gates[0].1, GateState::NotRun);
    assert_eq!(of("parcel/wire.py").gates[0].1, GateState::Stale);
}

#[test]
fn a_lost_limit_is_told_once_and_no_reason_names_a_call_by_its_id() {
    let (_folder, demo) = demo();
    let facts = super::facts(&demo, SESSION);
    let why = lastgood::steps::compose::still_open(&facts, &Decided::default());
    let lost: Vec<_> = why.iter().filter(|one| one.contains("limit")).collect();
    assert!(lost.len() == 1 && lost[0].contains("the run went on without it, and a resumed session does not know it"));
    assert!(why.iter().all(|one| !one.contains("toolu_")), "{why:?}");
}

#[test]
fn a_green_on_a_dirty_tree_does_not_prove_the_commit_of_one_file() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    let session = format!("{}-0000-4000-8d00-000000000001", &SESSION[..8].replace("d3ad", "2ec0"));
    let facts = super::facts(&demo, &session);
    assert_ne!(facts.last_good.commit, facts.tree.head, "{}", facts.last_good.why);
    let why = &facts.last_good.why;
    assert!(
        why.contains("also depends on parcel/w") && why.contains("green on the work tree with its uncommitted"),
        "{why}"
    );
    let made = facts.products.iter().find(|product| product.title.contains("jitter: the delay")).unwrap();
    let why = made.reasons.join("\n");
    assert!(why.contains("also depends on parcel/w") && !why.contains("on exactly this content"), "{why}");
}

#[test]
fn a_second_brief_says_where_all_of_it_comes_from_whichever_run_is_named() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    // Not fine is a decision: nobody is asked again, and it goes on until the file is as it was.
    person.presses("4 enter space x s").sees("close as").presses("enter s 2 enter u 3");
    person.sees("limit broken: Never change").does_not_see("this gap is closed").does_not_see("nobody decided");
    let printed = printed(&demo, &["brief", SESSION]);
    assert!(printed.contains("- run: claude-code 2ec0c0de") && printed.contains("handed on by brief 1"), "{printed}");
    person.presses("j enter").sees("Finish docs/retry.md").does_not_see("nobody decided").presses("w y");
    let brief = &person.world.written.last().unwrap().text;
    let says = |text: &str| assert!(brief.contains(text), "{text}: {brief}");
    says("(first prompt of the failed run; lost in the compaction of ");
    says("(CLAUDE.md; handed on by brief 1)");
    says("(event 25 of the failed run; handed on by brief 1)");
    says("a person said in the review of attempt 1 that it is not fine: it is to be taken back");
    says("- run: claude-code 2ec0c0de");
    // Its gate ran green beside what is not committed: the commit keeps the green that it had.
    let gate = brief.lines().find(|line| line.starts_with("- `python3 -m unittest") && line.contains(", on ")).unwrap();
    assert!(gate.contains("2026-11-28T00:"), "{gate}");
    assert!(!brief.contains("Decide: keep or take back"), "{brief}");
    says("Nothing is reset to it: the work tree stays as it is, in which 5 files differ from it: ");
}

#[test]
fn a_gate_that_lastgood_ran_is_what_it_came_out_as_for_every_run_while_no_file_changes() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    super::same::is_measured(&mut person, 1, true);
    let next = person.world.attempts[0].1.run.session.clone();
    let gate = |run: &str| {
        let printed = printed(&demo, &["inspect", run, "--watch", "0", "--json"]);
        let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let gate = &report["gates"].as_array().unwrap()[0];
        (gate["state"].as_str().unwrap().to_owned(), gate["stale_because"].to_string())
    };
    assert_eq!(gate(SESSION), gate(&next), "one content, one colour");
    assert_eq!(gate(SESSION).0, "green", "{}", gate(SESSION).1);
    assert!(!inspected(&demo, &[]).contains("the content changed after"));
    // What lastgood itself lays into the work tree is no other content; a changed file is.
    std::fs::create_dir_all(demo.tree.join(".lastgood")).unwrap();
    std::fs::write(demo.tree.join(".lastgood/brief-1.md"), "a brief\n").unwrap();
    assert_eq!((gate(SESSION).0, gate(&next).0), ("green".to_owned(), "green".to_owned()));
    std::fs::write(demo.tree.join("parcel/new.py"), "pass\n").unwrap();
    for run in [SESSION, &next] {
        let (state, because) = gate(run);
        let why =
            ["the content changed after lastgood ran it", "parcel/new.py"].iter().any(|why| because.contains(why));
        assert!(state == "stale" && why, "{run}: {because}");
    }
}

/// The index of recoveries knows a run, as the screen notes it when it finds that the run was given the brief.
fn joins(demo: &Demo, session: &str) {
    let mut index = Index::load(&Folder::look(&demo.state)).unwrap();
    let key = |session: &str| [session_key(Runtime::ClaudeCode, session)];
    let id = index.find(&key(SESSION)).unwrap().to_owned();
    index.add(&key(session), &id).unwrap();
}

#[test]
fn each_run_of_a_recovery_is_told_apart_and_whose_brief_is_printed_is_said() {
    let (_folder, demo) = demo();
    let briefs = demo.root.join("briefs");
    std::fs::create_dir_all(&briefs).unwrap();
    let mut person = sits(&demo).with(|world| world.folder = briefs).then_opens();
    writes_the_brief(&mut person);
    let brief = |run: &str| noted(&demo, &["brief", run]);
    assert_eq!(brief(SESSION), "", "of one run there is nothing to tell");
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    let first = person.world.attempts[0].1.run.session.clone();
    joins(&demo, &first);
    assert!(brief(&first).contains("this is brief 1, of attempt 1: the run that was named was given it"));
    person.presses("4 enter space m s").sees("close as").presses("enter s 2 enter u 3 k k enter w y");
    is_consumed(&mut person, &demo, 2, "2026-11-28T02:26:00Z", "2026-11-28T02:34:00Z");
    let second = person.world.attempts[1].1.run.session.clone();
    joins(&demo, &second);
    assert!(brief(&first).contains("this is brief 2, of attempt 2; the run that was named was given brief 1"));
    assert!(brief(&second).contains("this is brief 2, of attempt 2: the run that was named was given it"));
    assert!(brief(SESSION).contains("this is brief 2, of attempt 2; the run that was named failed first"));
    // Both runs begin with the same letters: what is shown of a name is enough to find the one that is meant.
    let said = noted(&demo, &["next", SESSION]);
    let shown = said.split("consumed by ").nth(1).unwrap().split(['…', ';']).next().unwrap();
    assert!(second.starts_with(shown) && !first.starts_with(shown), "{said}");
}
