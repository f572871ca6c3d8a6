//! A last good state that no commit has is kept by keys as a ref, and the brief and `next` start from it: real binary, real dead run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use lastgood::read::last_good::rebuilt;
use lastgood::sources;
use lastgood::work::gather::{Clock, gather};

use super::support::{Fixture, fixture};
use super::{Terminal, gates::git};

/// What the run and the person after it left: HEAD, index, stash, and every file of the work tree.
fn left(tree: &Path) -> Vec<String> {
    let index = std::fs::read(tree.join(".git/index")).map(|bytes| format!("{bytes:?}")).unwrap_or_default();
    let refs = git(tree, &["for-each-ref", "refs/heads", "refs/tags", "refs/stash"]);
    let mut left = vec![git(tree, &["rev-parse", "HEAD"]), refs, index];
    let names = git(tree, &["ls-files", "-co", "--exclude-standard"]);
    left.extend(names.lines().map(|name| format!("{name} {:?}", std::fs::read(tree.join(name)).ok())));
    left
}

/// The commits of the run, as the report names them.
fn commits(fixture: &Fixture) -> Vec<String> {
    let found = sources::resolve(&fixture.places(), &fixture.run).unwrap_or_else(|_| panic!("the run is there"));
    let facts = gather(&fixture.places(), &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO);
    facts.tree.commits.into_iter().map(|commit| commit.subject).collect()
}

#[test]
fn what_no_commit_has_is_kept_and_the_next_run_starts_from_it() {
    let fixture = fixture("more/claude-edited-by-person");
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let found = sources::resolve(&fixture.places(), &fixture.run).unwrap_or_else(|_| panic!("the run is there"));
    let facts = gather(&fixture.places(), &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO);
    let built = rebuilt(&facts).expect("no commit has what was green");
    let tree: PathBuf = facts.tree.root.clone();
    let (before, log) = (left(&tree), commits(&fixture));

    let mut args = fixture.args();
    args.extend(["--state".into(), home.path().join("state").display().to_string()]);
    args.extend(["--as".into(), "mira".into()]);
    let mut mira = Terminal::start(None, &args, &home, (120, 50));
    mira.sees("by itself it gets");
    mira.goes("\r", "belongs to");
    mira.goes("S", "keep a salvage copy");
    mira.goes("o", "From the record: 3 files");
    mira.goes("y", "last good  refs/lastgood/good/LG-");
    mira.goes("\u{1b}", "belongs to");

    // It is the replay, file for file, on top of the commit; nothing else of git's moved.
    let name = git(&tree, &["for-each-ref", "--format=%(refname)", "refs/lastgood"]);
    let base = built.base.expect("there was a commit");
    assert_eq!(git(&tree, &["rev-parse", &format!("{name}^")]), base);
    assert_eq!(git(&tree, &["diff", "--name-only", &base, &name]).lines().count(), built.files.len());
    for (path, text) in &built.files {
        let kept = git(&tree, &["show", &format!("{name}:{}", path.display())]);
        assert_eq!(Some(kept.trim()), text.as_deref().map(str::trim), "{}", path.display());
    }
    git(&tree, &["fsck", "--strict"]);
    assert_eq!(left(&tree), before);
    assert_eq!(commits(&fixture), log, "a copy of ours is no commit of the run");

    // Its gate is green on it, which the work tree as it is cannot say.
    let restored = home.path().join("restored").display().to_string();
    git(&tree, &["worktree", "add", "-q", "--detach", &restored, &name]);
    let mut gate = Command::new("python3");
    if let Ok(out) = gate.args(["-m", "unittest", "discover", "-s", "tests"]).current_dir(&restored).output() {
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    }
    git(&tree, &["worktree", "remove", "--force", &restored]);

    // Chosen as the start, brief and `next` name the ref and the command that makes a work tree of it.
    mira.goes("3", "new tree at");
    mira.goes("\r", "● fresh");
    mira.presses("f");
    mira.sees("● fresh, new tree at");
    mira.goes("w", "y  write both files");
    mira.goes("y", "What that sets off");
    mira.sees("refs/lastgood/good/LG-");
    mira.presses("\u{3}");
    mira.is_as_before();
    let plain = |command: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_lastgood"));
        run.env_clear().env("HOME", home.path()).args(&args).args([command, &fixture.run]);
        String::from_utf8_lossy(&run.output().expect("it runs").stdout).into_owned()
    };
    let add = format!(" {name}");
    let brief = plain("brief");
    assert!(brief.contains(&format!("kept as `{name}`")), "{brief}");
    assert!(brief.lines().any(|line| line.contains("worktree add -b recovery/") && line.contains(&add)), "{brief}");
    let next = plain("next");
    let first = next.lines().next().unwrap_or_default();
    assert!(first.contains("worktree add -b recovery/") && first.ends_with(&add), "{next}");
}
