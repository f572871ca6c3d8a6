//! Gates and a salvage copy in a real terminal, with real processes in a real repository; killed in the middle.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::Terminal;

pub fn opens(home: &Arc<tempfile::TempDir>, args: &[&str]) -> Terminal {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    Terminal::start(None, &args, home, (100, 60))
}

/// The demo's work tree, wherever the demo was laid out below the home.
pub fn tree(home: &Path) -> PathBuf {
    let mut folders = vec![home.to_owned()];
    while let Some(folder) = folders.pop() {
        if folder.join(".git/HEAD").exists() {
            return folder;
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.path()));
    }
    panic!("the demo has no work tree below {}", home.display());
}

pub fn git(tree: &Path, words: &[&str]) -> String {
    let out = Command::new("git").arg("-C").arg(tree).args(words).env("HOME", tree).output().expect("git runs");
    assert!(out.status.success(), "{words:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

fn sleeping(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ") == format!("sleep {word} ")).count()
}

#[test]
fn gates_run_a_copy_is_kept_and_a_kill_leaves_nothing_behind() {
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let mut mira = opens(&home, &["demo"]);
    mira.sees("belongs to");
    mira.goes("s", "who decides here?");
    mira.goes("\r", "1 confirm ✓");
    let tree = tree(home.path());
    let before = (git(&tree, &["status", "--porcelain"]), git(&tree, &["rev-parse", "HEAD"]));
    // A gate of one's own, on last good and on the present content.
    mira.goes("R", "which gates?");
    mira.goes("test -e CHANGELOG.md && echo there\r", "enter again runs it");
    mira.goes("\r", "run gates");
    mira.goes("y", "gates: ");
    mira.sees("tree ");
    mira.goes("\u{1b}", "what it left");
    // A copy of everything.
    mira.goes("S", "keep a salvage copy");
    mira.goes("y", "worktree add --detach");
    let kept = git(&tree, &["for-each-ref", "--format=%(refname)", "refs/lastgood"]);
    assert!(kept.starts_with("refs/lastgood/salvage/LG-"), "{kept}");
    assert_eq!((git(&tree, &["status", "--porcelain"]), git(&tree, &["rev-parse", "HEAD"])), before);
    mira.goes("\u{1b}", "what it left");
    // Killed while a gate runs that does not want to end.
    mira.goes("R", "which gates?");
    mira.goes("trap '' TERM HUP; echo begun; setsid sleep 7206 & sleep 7206\r", "enter again runs it");
    mira.goes("\r", "run gates");
    mira.goes("y", "begun");
    mira.until("the gate runs", || sleeping("7206") == 2);
    mira.child.kill().expect("SIGKILL");
    mira.child.wait().expect("it ends");
    mira.until("the gate is ended", || sleeping("7206") == 0);
    git(&tree, &["fsck", "--strict"]);
    assert_eq!((git(&tree, &["status", "--porcelain"]), git(&tree, &["rev-parse", "HEAD"])), before);
    // The recovery is as it was, with what was measured and kept.
    let mut again = opens(&home, &["demo"]);
    again.sees("1 confirm ✓");
    again.goes(":copies\r", "refs/lastgood/salvage/LG-");
    again.presses("\u{3}");
    again.is_as_before();
}
