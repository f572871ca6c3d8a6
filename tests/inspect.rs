//! `lastgood inspect` and `lastgood list` as programs: the report of real dead runs, and what bad input gets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "the program under test is started")]

mod support;

use std::process::{Command, Output};

use serde_json::Value;
use support::{Fixture, fixture};

/// Runs the program on a fixture, looking once; home and state are thrown away.
fn lastgood(fixture: &Fixture, words: &[&str]) -> Output {
    let own = fixture.root.join("own");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastgood"));
    command
        .env_clear()
        .env("HOME", &own)
        .env("XDG_STATE_HOME", own.join("state"))
        .env("XDG_CACHE_HOME", own.join("cache"));
    command.envs(fixture.env.iter().cloned());
    command.args(fixture.args()).args(words).output().expect("the program starts")
}

fn report(fixture: &Fixture) -> Value {
    let run = fixture.run.clone();
    let out = lastgood(fixture, &["inspect", &run, "--json", "--watch", "0"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).expect("the report is JSON")
}

fn product<'a>(report: &'a Value, location: &str) -> &'a Value {
    let products = report["products"].as_array().expect("products");
    products.iter().find(|product| product["location"] == location).unwrap_or_else(|| panic!("no product {location}"))
}

#[test]
fn a_run_killed_in_a_command_keeps_its_proven_commit_and_nothing_else() {
    let fixture = fixture("claude-code/a-sigkill-mid-bash");
    let report = report(&fixture);
    assert_eq!(report["schema"], "lastgood.report/1");
    assert_eq!(report["ending"]["cause"], "killed-in-tool");
    assert_eq!(report["ending"]["pending"].as_array().map(Vec::len), Some(1));
    let good = &report["last_good"];
    assert_eq!(good["confidence"], "proven");
    assert!(good["commit"].as_str().is_some_and(|id| id.starts_with("8aec811")), "{good}");
    assert_eq!(product(&report, "gate/server.py")["suggest"], "partial");
    let test = product(&report, "tests/test_server.py");
    assert_eq!(test["suggest"], "partial");
    assert!(test["checks"].to_string().contains("TODO"), "{test}");
}

#[test]
fn a_tree_that_was_moved_is_followed_by_its_commits() {
    let report = report(&fixture("claude-code/o-moved-repo-old-client"));
    assert_eq!(report["last_good"]["confidence"], "start-of-run");
    assert_eq!(product(&report, "billing/store.py")["suggest"], "partial");
    assert!(report["problems"].to_string().contains("moved to"), "{}", report["problems"]);
}

#[test]
fn an_empty_file_is_partial_and_the_kept_copy_is_named() {
    let report = report(&fixture("reported/R16"));
    let file = product(&report, "pricing/totals.py");
    assert_eq!(file["suggest"], "partial");
    let checks = file["checks"].to_string();
    assert!(checks.contains("0 bytes") && checks.contains("file-history"), "{checks}");
}

#[test]
fn the_answer_is_text_without_json() {
    let fixture = fixture("claude-code/c-overloaded-529");
    let run = fixture.run.clone();
    let out = lastgood(&fixture, &["inspect", &run, "--watch", "0"]);
    let text = String::from_utf8(out.stdout).expect("the answer is text");
    assert!(text.contains("How it ended: overloaded") && text.contains("Last good:"), "{text}");
    assert!(!text.contains('\u{1b}'), "no terminal codes in a pipe");
}

#[test]
fn an_unknown_run_gets_the_nearest_names_and_status_2() {
    let fixture = fixture("claude-code/c-overloaded-529");
    let near = format!("{}x", &fixture.run[..fixture.run.len() - 1]);
    let out = lastgood(&fixture, &["inspect", &near, "--json"]);
    assert_eq!(out.status.code(), Some(2));
    let trouble = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(trouble.contains(&fixture.run), "{trouble}");
    assert!(out.stdout.is_empty());
}

#[test]
fn the_list_names_every_session() {
    let fixture = fixture("claude-code/i-resumed-and-forked");
    let out = lastgood(&fixture, &["list", "--all", "--json"]);
    let list: Value = serde_json::from_slice(&out.stdout).expect("the list is JSON");
    let runs = list["runs"].as_array().expect("runs");
    assert!(runs.iter().any(|run| run["session"] == fixture.run.as_str()), "{runs:?}");
}

/// Runs the program on a home with these files, with whatever else the environment is given.
fn at_home(files: &[(&str, &[u8])], env: &[(&str, &str)], words: &[&str]) -> Output {
    let home = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = home.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastgood"));
    command.env_clear().env("HOME", home.path()).envs(env.iter().copied());
    command.current_dir(home.path()).args(words).output().expect("the program starts")
}

fn said(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

#[test]
fn a_transcript_without_a_record_ends_for_an_unknown_reason_and_is_described_in_words() {
    let noise: Vec<u8> = (0..40_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[1]).collect();
    let deep = "[".repeat(200_000);
    let texts: [&[u8]; 5] = [&noise, b"[1,2]\n\"x\"\n7\n", b"{}\n{\"a\":1}\n", &[0; 5000], deep.as_bytes()];
    for text in texts {
        let files: [(&str, &[u8]); 1] = [(".claude/projects/-x/1111.jsonl", text)];
        let answer = said(&at_home(&files, &[], &["inspect", "1111", "--watch", "0"]));
        let begin: String = answer.chars().take(900).collect();
        assert!(answer.contains("How it ended: unknown"), "{begin}");
        assert!(!answer.contains("struct ") && !answer.contains("``"), "{begin}");
    }
}

#[test]
fn what_is_no_run_is_named_for_what_it_is() {
    let files: [(&str, &[u8]); 2] = [("notes/a.txt", b"notes"), ("b", b"")];
    let answer = |query: &str| {
        let out = at_home(&files, &[], &["inspect", query]);
        assert_eq!(out.status.code(), Some(2));
        said(&out)
    };
    assert!(answer("notes").contains("is a folder in which no run worked"));
    assert!(answer("notes/a.txt").contains("is no transcript that lastgood knows"));
    assert!(answer("").contains("No run goes by \"\"."));
}

#[test]
fn what_is_not_found_may_be_where_nothing_could_be_read() {
    let noise = b"no database at all, but long enough to be looked at ".repeat(40);
    let files: [(&str, &[u8]); 1] = [(".local/share/opencode/opencode.db", &noise)];
    let out = at_home(&files, &[], &["inspect", "ses_1"]);
    let answer = said(&out);
    assert!(answer.contains("No run goes by ses_1") && answer.contains("Not everything could be read: "), "{answer}");
    assert!(answer.contains("opencode.db"), "{answer}");
}

#[test]
fn without_a_home_it_says_so() {
    let out = at_home(&[], &[("HOME", "")], &["list"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(said(&out).contains("HOME is not set"), "{}", said(&out));
}

#[test]
fn a_run_that_cannot_be_opened_on_a_screen_is_told_in_words() {
    let fixture = fixture("claude-code/a-sigkill-mid-bash");
    let out = lastgood(&fixture, &["open", &fixture.run]);
    let (told, beside) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success() && told.contains("killed-in-tool") && beside.contains("no screen"), "{told}{beside}");
    let none = lastgood(&fixture, &["open", &format!("{}f", fixture.run)]);
    let said = String::from_utf8_lossy(&none.stderr);
    assert!(none.status.code() == Some(2) && said.contains("The nearest:") && none.stdout.is_empty(), "{said}");
}

#[test]
fn a_run_where_a_command_belongs_is_told_how_it_is_opened() {
    let fixture = fixture("claude-code/a-sigkill-mid-bash");
    let out = lastgood(&fixture, &["9f3c21a0"]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(2) && said.contains("9f3c21a0"), "{said}");
    assert!(said.contains("lastgood inspect RUN") && said.contains("lastgood open RUN"), "{said}");
}
