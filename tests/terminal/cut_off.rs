//! A salvage copy that is cut off by SIGKILL: the repository is sound, nothing half is left, and it can be made again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Terminal;
use super::gates::{git, opens, tree};

/// Files that the repository does not hold yet; many enough to be cut off in the middle.
const MANY: usize = 400;

fn objects(tree: &Path) -> usize {
    let folders = std::fs::read_dir(tree.join(".git/objects")).into_iter().flatten().flatten();
    folders.filter(|folder| folder.file_name().len() == 2).map(|folder| below(&folder.path())).sum()
}

fn below(folder: &Path) -> usize {
    std::fs::read_dir(folder).into_iter().flatten().count()
}

fn asks(home: &Arc<tempfile::TempDir>) -> Terminal {
    let mut mira = opens(home, &["demo"]);
    mira.sees("belongs to");
    mira.goes("S", "keep a salvage copy");
    // Every line is seen before `y` counts.
    loop {
        let shown = mira.parsed().screen().contents();
        if shown.contains("y  keep the copy") {
            return mira;
        }
        mira.presses(" ");
        mira.waits("the next page", |screen| screen.contents() != shown);
    }
}

/// HEAD, index, stash, branches, and how every file stands.
fn stands(tree: &Path) -> [String; 4] {
    let index = std::fs::read(tree.join(".git/index")).unwrap_or_default();
    [
        git(tree, &["rev-parse", "HEAD"]),
        git(tree, &["for-each-ref", "refs/heads", "refs/tags", "refs/stash"]),
        format!("{index:?}"),
        git(tree, &["--no-optional-locks", "status", "--porcelain"]),
    ]
}

#[test]
fn a_salvage_that_is_killed_leaves_the_repository_sound() {
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let mut first = opens(&home, &["demo"]);
    first.sees("belongs to");
    first.presses("\u{3}");
    first.is_as_before();
    let tree: PathBuf = tree(home.path());
    let mut known = String::new();
    for round in 0..3 {
        // Each round has files of its own: what an earlier one has kept already is no work.
        let folder = tree.join(format!("new-{round}"));
        std::fs::create_dir(&folder).expect("a folder");
        for file in 0..MANY {
            std::fs::write(folder.join(format!("{file}.txt")), format!("{round} {file}\n")).expect("a file");
        }
        let before = stands(&tree);
        let mut mira = asks(&home);
        let had = objects(&tree);
        let wanted = [1, MANY / 2, MANY - 20][round];
        mira.presses("y");
        mira.until("objects are written", || objects(&tree) >= had + wanted);
        mira.child.kill().expect("SIGKILL");
        mira.child.wait().expect("it ends");
        git(&tree, &["fsck", "--strict"]);
        let refs = git(&tree, &["for-each-ref", "--format=%(refname)", "refs/lastgood"]);
        for name in refs.lines().filter(|name| !known.contains(name)) {
            // It came just before the end: then it is whole.
            assert_eq!(git(&tree, &["ls-tree", "-r", name, "--", &format!("new-{round}")]).lines().count(), MANY);
        }
        known = refs;
        assert_eq!(stands(&tree), before, "round {round}");
    }
    // The recovery opens as it was, and the copy is made.
    let mut again = asks(&home);
    again.goes("y", "worktree add --detach");
    let all = git(&tree, &["for-each-ref", "--format=%(refname)", "refs/lastgood"]);
    let name = all.lines().find(|name| !known.contains(name)).unwrap_or_default();
    assert!(name.starts_with("refs/lastgood/salvage/LG-"), "{name}");
    git(&tree, &["fsck", "--strict"]);
    again.presses("\u{3}");
    again.is_as_before();
}
