//! Who only looks leaves nothing behind: home and work tree are as they were, byte for byte and time for time.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

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
    let fixture = super::fixture("claude-code/a-sigkill-mid-bash");
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    // No `--state`: decisions would go to the default state folder below this home.
    let mut terminal = Terminal::start(None, &fixture.args(), &home, (80, 24));
    let own = home.path().join(".cache/lastgood");
    let below_home = || {
        let all = lines(home.path());
        all.into_iter().filter(|line| !line.contains(".cache")).collect::<Vec<_>>()
    };
    let before = (lines(&fixture.root), below_home());
    terminal.settles();
    terminal.goes("\r", "belongs to");
    terminal.goes("2", "enter open");
    // A file to its end, and another one: what was read is kept in memory.
    terminal.goes("j\r", "esc back");
    terminal.goes("  ", "all lines seen");
    terminal.goes("o", "+ keep line");
    terminal.goes("\u{1b}", "enter open");
    terminal.goes("j\r", "esc back");
    terminal.goes("\u{1b}", "enter open");
    terminal.goes("3", "tab field");
    terminal.goes("b", "e edit section");
    terminal.goes("4", "no brief is written yet");
    terminal.goes("!", "everything that was found could be read");
    terminal.goes("0", "1 2 3 4 step");
    terminal.presses("\u{3}");
    terminal.is_as_before();
    same(&before.0, &lines(&fixture.root), "a session that decided nothing");
    same(&before.1, &below_home(), "a session that decided nothing");
    assert!(!own.join("recoveries").exists());
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
