//! The work tree through git: real repositories, and the proof that looking changes nothing.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use lastgood::model::{FileStatus, PathMap};

use crate::repo::{NOON, Repo, look, write};

#[test]
fn status_tells_changed_new_removed_and_what_the_run_wrote_besides() {
    let repo = Repo::new();
    repo.write(".gitignore", "*.log\n");
    for name in ["same.rs", "changed.rs", "removed.rs"] {
        repo.write(name, "one\ntwo\n");
    }
    let start = repo.commit(NOON - 60, "start");
    repo.write("changed.rs", "one\n2\nthree\n");
    repo.write("new/file.rs", "x\n");
    repo.write("noise.log", "x\n");
    let mine = repo.write("mine.log", "x\n");
    std::fs::remove_file(repo.root().join("removed.rs")).expect("removed");
    let outside = write(repo.folder.path(), "bench.csv", "1,2\n");
    let written = [mine, outside.clone(), repo.root().join("same.rs"), repo.root().join("gone.rs")];
    let tree = repo.look(&written);

    assert_eq!(tree.start.as_deref(), Some(start.as_str()));
    assert_eq!(tree.branch.as_deref(), Some("main"));
    let status = |name: &str| tree.files.get(Path::new(name)).map(|file| file.status);
    assert_eq!(status("changed.rs"), Some(FileStatus::Changed));
    assert_eq!(status("new/file.rs"), Some(FileStatus::New));
    assert_eq!(status("removed.rs"), Some(FileStatus::Removed));
    assert_eq!(status("same.rs"), Some(FileStatus::Same));
    assert_eq!(status("gone.rs"), Some(FileStatus::Missing));
    assert_eq!(status("mine.log"), Some(FileStatus::New));
    assert!(tree.files[Path::new("mine.log")].ignored);
    assert_eq!(status("noise.log"), None, "ignored, and the run did not write it");
    assert_eq!(tree.files[&outside].status, FileStatus::New);
    assert_eq!(tree.files[Path::new("changed.rs")].lines, (2, 1));
    let blob = tree.files[Path::new("changed.rs")].blob.clone().expect("a blob id");
    assert_eq!(tree.texts[&blob], "one\n2\nthree\n");
}

#[test]
fn commits_since_the_start_are_found_on_head_on_branches_and_where_only_the_reflog_knows() {
    let repo = Repo::new();
    repo.write("a.rs", "1\n");
    let start = repo.commit(NOON - 60, "start");
    repo.write("a.rs", "2\n");
    let lost = repo.commit(NOON + 60, "reset away");
    let object = repo.git.revparse_single(&start).expect("the start");
    repo.git.reset(&object, git2::ResetType::Hard, None).expect("reset");
    repo.write("a.rs", "3\n");
    let kept = repo.commit(NOON + 120, "kept");
    let tree = repo.look(&[]);
    let ids: Vec<&str> = tree.commits.iter().map(|commit| commit.id.as_str()).collect();
    assert_eq!(ids, [start.as_str(), lost.as_str(), kept.as_str()]);
    assert!(!tree.commits[1].on_head && tree.commits[2].on_head);
    let file = &tree.commits[2].files[0];
    assert_eq!(tree.texts[file.before.as_ref().expect("before")], "1\n");
    assert_eq!(tree.texts[file.after.as_ref().expect("after")], "3\n");
}

#[test]
fn stashes_are_listed_with_what_they_hold() {
    let mut repo = Repo::new();
    repo.write("a.rs", "1\n");
    repo.commit(NOON - 60, "start");
    repo.write("a.rs", "2\n");
    repo.write("b.rs", "new\n");
    let who = git2::Signature::now("dev", "dev@example.test").expect("a signature");
    repo.git.stash_save(&who, "half a retry", Some(git2::StashFlags::INCLUDE_UNTRACKED)).expect("a stash");
    let tree = repo.look(&[]);
    assert_eq!(tree.stashes.len(), 1);
    assert!(tree.stashes[0].subject.contains("half a retry"));
    let names: Vec<_> = tree.stashes[0].files.iter().map(|file| file.path.display().to_string()).collect();
    assert_eq!(names, ["a.rs", "b.rs"]);
}

#[test]
fn locks_operations_and_remotes_are_told() {
    let repo = Repo::new();
    repo.write("a.rs", "1\n");
    repo.commit(NOON - 60, "start");
    repo.git.remote("origin", "/nowhere/r.git").expect("a remote");
    write(repo.git.path(), "index.lock", "");
    write(repo.git.path(), "rebase-merge/interactive", "");
    let tree = repo.look(&[]);
    assert_eq!(tree.operation.as_deref(), Some("rebase"));
    assert_eq!(tree.locks.len(), 1);
    assert_eq!(tree.remotes, [("origin".to_owned(), "/nowhere/r.git".to_owned())]);
}

#[test]
fn a_linked_tree_whose_pointers_name_the_recorded_folder_is_read_through_the_map() {
    let repo = Repo::new();
    repo.write("a.rs", "1\n");
    repo.commit(NOON - 60, "start");
    let linked = repo.folder.path().join("linked");
    repo.git.worktree("side", &linked, None).expect("a linked tree");
    let here = repo.folder.path().display().to_string();
    for pointer in [linked.join(".git"), repo.git.path().join("worktrees/side/gitdir")] {
        let text = std::fs::read_to_string(&pointer).expect("a pointer").replace(&here, "/home/dev");
        std::fs::write(pointer, text).expect("written");
    }
    std::fs::write(repo.git.path().join("worktrees/side/locked"), "claude session side (pid 5958 start 141141)")
        .expect("written");
    std::fs::write(linked.join("b.rs"), "new\n").expect("written");
    let map = PathMap::new([("/home/dev", here)]);
    let tree = look(&linked, &[], &map);
    assert!(tree.repository, "{:?}", tree.problems);
    assert_eq!(tree.branch.as_deref(), Some("side"));
    assert_eq!(tree.files[Path::new("b.rs")].status, FileStatus::New);
    let main = look(&repo.root(), &[], &map);
    assert_eq!(main.worktrees[0].path, linked);
    assert!(main.worktrees[0].locked.as_deref().is_some_and(|reason| reason.contains("pid 5958")));
}

#[test]
fn a_folder_that_is_no_repository_and_one_that_is_gone_are_normal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "notes.md", "a\nb\n");
    let tree = look(folder.path(), &[file, folder.path().join("never.md")], &PathMap::default());
    assert!(tree.exists && !tree.repository && tree.problems.is_empty());
    assert_eq!(tree.files[Path::new("notes.md")].lines, (2, 0));
    assert_eq!(tree.files[Path::new("never.md")].status, FileStatus::Missing);
    let gone = look(&folder.path().join("gone"), &[], &PathMap::default());
    assert!(!gone.exists && gone.problems.len() == 1);
}

#[test]
fn the_commits_of_a_linked_tree_that_is_gone_are_found_in_the_repository_above_it() {
    let repo = Repo::new();
    repo.write("a.rs", "1\n");
    repo.commit(NOON - 60, "start");
    repo.git
        .branch("worktree-side", &repo.git.head().expect("a head").peel_to_commit().expect("a commit"), false)
        .expect("a branch");
    repo.git.set_head("refs/heads/worktree-side").expect("switched");
    repo.write("a.rs", "2\n");
    let kept = repo.commit(NOON + 60, "kept");
    repo.git.set_head("refs/heads/main").expect("switched");
    let gone = repo.root().join(".claude/worktrees/side");
    let tree = look(&gone, &[gone.join("a.rs")], &PathMap::default());
    assert!(!tree.exists && tree.repository);
    assert!(tree.commits.iter().any(|commit| commit.id == kept));
    assert!(tree.refs.iter().any(|found| found.name == "worktree-side"));
}

#[test]
fn a_pipe_in_the_tree_is_named_and_never_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0).expect("a pipe");
    let tree = look(folder.path(), std::slice::from_ref(&pipe), &PathMap::default());
    assert!(tree.problems[0].what.contains("no regular file"));
}

#[test]
fn looking_changes_no_byte_no_time_and_no_name() {
    let repo = Repo::new();
    repo.write("a.rs", "1\n");
    repo.commit(NOON - 60, "start");
    repo.write("a.rs", "2\n");
    // A file with a newer time and the same content is what tempts git to refresh its index.
    repo.write("b.rs", "x\n");
    repo.commit(NOON - 30, "second");
    repo.write("b.rs", "x\n");
    std::fs::remove_file(repo.git.path().join("logs/refs/heads/main")).expect("libgit2 would make it again");
    let before = everything(repo.folder.path());
    drop(repo.look(&[repo.root().join("a.rs")]));
    assert_eq!(before, everything(repo.folder.path()));
}

/// A repository inside the repository, recorded at its first commit.
fn with_submodule() -> (Repo, git2::Repository, String) {
    let repo = Repo::new();
    let inner = git2::Repository::init(repo.root().join("vendor/lib")).expect("a repository");
    let first = commit_in(&inner, "lib.rs", "1\n");
    repo.write(".gitmodules", "[submodule \"lib\"]\n\tpath = vendor/lib\n\turl = ../lib.git\n");
    repo.write("main.rs", "mod lib;\n");
    let mut index = repo.git.index().expect("an index");
    let entry = git2::IndexEntry {
        ctime: git2::IndexTime::new(0, 0),
        mtime: git2::IndexTime::new(0, 0),
        dev: 0,
        ino: 0,
        mode: 0o160_000,
        uid: 0,
        gid: 0,
        file_size: 0,
        id: first.parse().expect("an id"),
        flags: 0,
        flags_extended: 0,
        path: b"vendor/lib".to_vec(),
    };
    index.add(&entry).expect("a link");
    index.write().expect("written");
    repo.commit(NOON - 60, "start");
    (repo, inner, first)
}

fn commit_in(repo: &git2::Repository, name: &str, text: &str) -> String {
    write(repo.workdir().expect("a work tree"), name, text);
    let mut index = repo.index().expect("an index");
    index.add_path(Path::new(name)).expect("added");
    index.write().expect("written");
    let tree = repo.find_tree(index.write_tree().expect("a tree")).expect("a tree");
    let who = git2::Signature::new("dev", "dev@example.test", &git2::Time::new(NOON + 60, 0)).expect("a signature");
    let parent = repo.head().ok().and_then(|head| head.peel_to_commit().ok());
    let id = repo.commit(Some("HEAD"), &who, &who, "lib: change", &tree, &parent.iter().collect::<Vec<_>>());
    id.expect("a commit").to_string()
}

#[test]
fn a_changed_file_of_a_submodule_is_a_file_of_the_work_tree_with_its_own_start() {
    let (repo, _inner, _) = with_submodule();
    let edited = repo.write("vendor/lib/lib.rs", "1\n2\n");
    repo.write("vendor/lib/new.rs", "x\n");
    let tree = repo.look(&[edited]);
    let file = &tree.files[Path::new("vendor/lib/lib.rs")];
    assert_eq!((file.status, file.lines), (FileStatus::Changed, (1, 0)));
    assert_eq!(tree.files[Path::new("vendor/lib/new.rs")].status, FileStatus::New);
    assert!(!tree.files.contains_key(Path::new("vendor/lib")), "it stands where the work tree records it");
    assert!(tree.tracked.contains(&PathBuf::from("vendor/lib/lib.rs")) && tree.problems.is_empty());
}

#[test]
fn a_commit_in_a_submodule_that_the_work_tree_does_not_record_is_told() {
    let (repo, inner, first) = with_submodule();
    let second = commit_in(&inner, "lib.rs", "1\n2\n");
    let tree = repo.look(&[repo.root().join("vendor/lib/lib.rs")]);
    assert_eq!(tree.files[Path::new("vendor/lib/lib.rs")].status, FileStatus::Same, "committed in its own repository");
    let link = &tree.files[Path::new("vendor/lib")];
    assert_eq!((link.status, link.blob.as_deref()), (FileStatus::Changed, Some(second.as_str())));
    assert_eq!((link.head.as_deref(), link.lines), (Some(first.as_str()), (1, 1)));
    assert!(tree.problems.iter().any(|problem| problem.what.contains(&second[..7])), "{:?}", tree.problems);
    // Looking inside changes nothing there either.
    let before = everything(repo.folder.path());
    drop(repo.look(&[]));
    assert_eq!(before, everything(repo.folder.path()));
}

#[test]
fn a_submodule_that_was_never_checked_out_is_no_trouble() {
    let (repo, inner, _) = with_submodule();
    drop(inner);
    std::fs::remove_dir_all(repo.root().join("vendor/lib")).expect("removed");
    std::fs::create_dir(repo.root().join("vendor/lib")).expect("an empty folder");
    let tree = repo.look(&[]);
    assert!(tree.problems.is_empty() && tree.files.is_empty(), "{:?} {:?}", tree.problems, tree.files.keys());
}

/// Every name below a folder with mode, times and content.
fn everything(folder: &Path) -> BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut next = vec![folder.to_path_buf()];
    while let Some(path) = next.pop() {
        let meta = std::fs::symlink_metadata(&path).expect("there");
        let bytes = if meta.is_file() { std::fs::read(&path).expect("read") } else { Vec::new() };
        found.insert(path.clone(), (meta.mode(), meta.mtime(), meta.mtime_nsec(), bytes));
        if meta.is_dir() {
            next.extend(std::fs::read_dir(&path).expect("read").flatten().map(|entry| entry.path()));
        }
    }
    found
}
