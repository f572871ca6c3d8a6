//! Who only looks leaves nothing behind: home and work tree are as they were, byte for byte and time for time.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::Terminal;

/// One line for each thing below a folder: what it is, when it was changed, and the hash of what is in it.
fn below(folder: &Path, lines: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|one| one.path()).collect();
    entries.sort();
    for path in entries {
        let found = path.symlink_metadata().expect("it is there");
        let content = if found.is_file() { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
        let hash = Sha256::digest(&content);
        let (mode, seconds, nanos) = (found.mode(), found.mtime(), found.mtime_nsec());
        lines.push(format!("{} {mode:o} {seconds}.{nanos} {hash:x}", path.display()));
        if found.is_dir() {
            below(&path, lines);
        }
    }
}

fn lines(folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    below(folder, &mut lines);
    lines
}

#[track_caller]
fn same(before: &[String], after: &[String], what: &str) {
    let changed: Vec<_> = after.iter().filter(|line| !before.contains(line)).collect();
    assert!(before == after, "{what} changed: {changed:#?}");
}

#[test]
fn looking_at_everything_changes_nothing() {
    let mut terminal = Terminal::new(false);
    let root = terminal.fixture.as_ref().expect("a dead run").root.clone();
    let before = lines(&root);
    terminal.settles();
    terminal.presses("\r");
    terminal.sees("belongs to");
    terminal.presses("2");
    terminal.sees("enter open");
    terminal.presses("j\r");
    terminal.sees("esc back");
    terminal.presses("o");
    terminal.sees("+ keep line");
    terminal.presses("\u{1b}");
    terminal.sees("enter open");
    terminal.presses("3");
    terminal.sees("tab field");
    terminal.presses("b");
    terminal.sees("e edit section");
    terminal.presses("4");
    terminal.sees("no brief is written yet");
    terminal.presses("!");
    terminal.sees("enter details");
    terminal.presses("0");
    terminal.sees("1 2 3 4 step");
    terminal.presses("\u{3}");
    terminal.is_as_before();
    same(&before, &lines(&root), "a session that decided nothing");
}

#[test]
fn the_plain_commands_change_nothing() {
    let fixture = super::fixture("claude-code/a-sigkill-mid-bash");
    let home = tempfile::tempdir().expect("a temporary folder");
    let before = lines(&fixture.root);
    for command in ["list", "inspect", "brief", "next", "review"] {
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_lastgood"));
        run.env_clear().env("HOME", home.path()).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        run.args(fixture.args()).arg(command);
        if command != "list" {
            run.arg(&fixture.run);
        }
        let done = run.output().expect("it starts");
        assert_ne!(done.status.code(), Some(101), "{command}: {}", String::from_utf8_lossy(&done.stderr));
        same(&before, &lines(&fixture.root), command);
    }
}
