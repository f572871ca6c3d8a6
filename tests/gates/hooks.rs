//! The hooks that the README shows, taken out of it and run as the runtimes run them.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::support::{Fixture, fixture};

/// What stands in the fence below a mark of the README.
fn snippet(mark: &str) -> String {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let (_, after) = readme.split_once(&format!("<!-- hook: {mark} -->")).unwrap();
    let (_, fenced) = after.split_once("```").unwrap();
    let (text, _) = fenced.split_once("```").unwrap();
    text.split_once('\n').unwrap().1.to_owned()
}

fn stop_command(mark: &str) -> String {
    let settings: Value = serde_json::from_str(&snippet(mark)).unwrap();
    settings["hooks"]["Stop"][0]["hooks"][0]["command"].as_str().unwrap().to_owned()
}

/// A second run as it lies on its machine, with its brief in the state folder and `lastgood` in the path.
struct Machine {
    fixture: Fixture,
    folder: tempfile::TempDir,
}

impl Machine {
    fn with(name: &str) -> Self {
        let (fixture, folder) = (fixture(name), tempfile::tempdir().unwrap());
        let brief: Value =
            serde_json::from_str(&fs::read_to_string(fixture.root.join("brief/brief.json")).unwrap()).unwrap();
        let id = brief["recovery"].as_str().unwrap();
        let kept = folder.path().join("state/lastgood/recoveries").join(id);
        fs::create_dir_all(&kept).unwrap();
        for end in ["md", "json"] {
            fs::copy(fixture.root.join(format!("brief/brief.{end}")), kept.join(format!("brief-1.{end}"))).unwrap();
        }
        // The recorded paths are those of another machine: the program is told where they lie here.
        let arguments: Vec<String> = fixture.args().iter().map(|word| format!("'{word}'")).collect();
        let script = format!("#!/bin/sh\nexec '{}' {} \"$@\"\n", env!("CARGO_BIN_EXE_lastgood"), arguments.join(" "));
        let program = folder.path().join("lastgood");
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Self { fixture, folder }
    }

    fn runs(&self, command: &mut Command, input: &str) -> Output {
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.folder.path().display()));
        command.env("HOME", self.folder.path()).env("XDG_STATE_HOME", self.folder.path().join("state"));
        command.env("XDG_CACHE_HOME", self.folder.path().join("cache")).envs(self.fixture.env.clone());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// The hook, told what the runtime tells it.
    fn stops(&self, mark: &str, again: bool) -> (i32, String) {
        let told = json!({ "session_id": self.fixture.run, "hook_event_name": "Stop", "stop_hook_active": again });
        let out = self.runs(Command::new("sh").arg("-c").arg(stop_command(mark)), &told.to_string());
        (out.status.code().unwrap(), String::from_utf8_lossy(&out.stderr).into_owned())
    }

    /// Nothing of the copies is left.
    fn is_clean(&self) -> bool {
        let scratch: PathBuf = self.folder.path().join("cache/lastgood/scratch");
        fs::read_dir(scratch).map_or(true, |entries| entries.count() == 0)
    }
}

#[test]
fn claude_code_is_sent_back_once_with_the_reasons() {
    let machine = Machine::with("second/claude-regressed");
    let (status, said) = machine.stops("claude-code", false);
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("gate: bank format") && said.contains("is red"), "{said}");
    assert!(said.contains("on the last good state it is green today"), "{said}");
    assert!(said.contains("event ") && !said.contains("toolu_"), "events are told by number: {said}");
    assert_eq!(machine.stops("claude-code", true).0, 0, "the second time a person has to look");
    assert!(machine.is_clean());
}

#[test]
fn a_clean_run_and_a_run_without_a_brief_are_let_go() {
    let machine = Machine::with("second/claude-recovered");
    let (status, said) = machine.stops("claude-code", false);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("green"), "{said}");
    let told = json!({ "session_id": "d6b93b69-8d88-4402-9e3a-c4500ca51d6d", "hook_event_name": "Stop" });
    let out = machine.runs(Command::new("sh").arg("-c").arg(stop_command("claude-code")), &told.to_string());
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn what_cannot_be_looked_at_holds_no_agent() {
    let machine = Machine::with("second/claude-recovered");
    let nowhere =
        json!({ "session_id": "nope", "transcript_path": "/nope.jsonl", "stop_hook_active": true }).to_string();
    for (told, says) in
        [(nowhere.as_str(), "No run goes by"), ("", "could not be read as JSON"), ("{", "could not be read")]
    {
        let out = machine.runs(Command::new("sh").arg("-c").arg(stop_command("claude-code")), told);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(1) && said.contains(says), "{told:?}: {:?} {said}", out.status);
    }
}

#[test]
fn codex_is_held_by_its_hook_and_scored_by_its_notice() {
    let machine = Machine::with("second/codex-regressed");
    let (status, said) = machine.stops("codex", false);
    assert_eq!(status, 2, "{said}");
    let line = snippet("codex-notify");
    let words: Vec<String> = serde_json::from_str(line.trim().strip_prefix("notify = ").unwrap()).unwrap();
    let told = json!({ "type": "agent-turn-complete", "thread-id": machine.fixture.run, "turn-id": "1" });
    let out = machine.runs(Command::new(&words[0]).args(&words[1..]).arg(told.to_string()), "");
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let review: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((review["schema"].as_str(), review["machine"].as_str()), (Some("lastgood.review/1"), Some("against")));
    assert!(review["gates"][0]["measured"].is_string());
    assert!(machine.is_clean());
}
