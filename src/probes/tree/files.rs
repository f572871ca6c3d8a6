//! Files as they stand: git's status without refreshing the index, and what the run wrote besides.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use git2::{Repository, Status, StatusOptions, Tree as GitTree};

use super::texts::{Disk, present};
use super::{Ask, inner};
use crate::model::{FileState, FileStatus, Problem, Tree};

/// More entries than this are not looked at one by one; a problem says how many there are.
const MOST_ENTRIES: usize = 20_000;

/// What a repository's files are compared with.
pub(super) struct Side<'r> {
    pub(super) head: Option<&'r GitTree<'r>>,
    pub(super) start: Option<&'r GitTree<'r>>,
}

/// Fills `files` and `tracked`.
pub(super) fn read(repo: &Repository, ask: &Ask<'_>, tree: &mut Tree) -> Result<(), git2::Error> {
    let head = commit_tree(repo, tree.head.as_deref());
    let start = commit_tree(repo, tree.start.as_deref());
    let links = inner::links(head.as_ref());
    if let Some(head) = &head {
        (tree.tracked, tree.tracked_blobs) = tracked(head);
        tree.holds = Some(head.id().to_string());
    }
    let written = ask.written.iter().filter_map(|path| relative(&tree.root, path));
    let (within, own): (Vec<_>, Vec<_>) = written.partition(|path| links.iter().any(|link| path.starts_with(link)));
    let sides = Side { head: head.as_ref(), start: start.as_ref() };
    changed(repo, Path::new(""), &own, &sides, tree)?;
    inner::read(ask, &links, &within, &sides, tree);
    for path in ask.written {
        if path.is_absolute() && !path.starts_with(&tree.root) {
            outside(tree, path);
        }
    }
    Ok(())
}

/// The files of one repository that differ from HEAD, and those that were written; `below` is its place in the work tree.
pub(super) fn changed(
    repo: &Repository,
    below: &Path,
    written: &[PathBuf],
    sides: &Side<'_>,
    tree: &mut Tree,
) -> Result<(), git2::Error> {
    let mut options = StatusOptions::new();
    options
        .include_untracked(true)
        .recurse_untracked_dirs(true)
        .include_ignored(false)
        .exclude_submodules(true)
        .renames_head_to_index(false)
        .renames_index_to_workdir(false)
        .update_index(false);
    let mut flags: BTreeMap<PathBuf, Status> = BTreeMap::new();
    let statuses = repo.statuses(Some(&mut options))?;
    for entry in statuses.iter().take(MOST_ENTRIES) {
        let bytes = entry.path_bytes();
        // An entry that ends with a slash is another repository inside this one, a linked work tree for example.
        if !bytes.ends_with(b"/") {
            flags.insert(path_of(bytes), entry.status());
        }
    }
    if statuses.len() > MOST_ENTRIES {
        let what =
            format!("{} changed or untracked files; only the first {MOST_ENTRIES} were looked at", statuses.len());
        tree.problems.push(Problem::new(tree.root.join(below).display().to_string(), what));
        // What was not looked at may lie otherwise than HEAD has it.
        tree.tracked_blobs.clear();
    }
    // Where the disk knows no modes, git does not compare them.
    let modes = repo.config().and_then(|config| config.get_bool("core.filemode")).unwrap_or(true);
    for path in written {
        flags.entry(path.clone()).or_insert(Status::CURRENT);
    }
    for (path, status) in flags {
        let disk = present(&tree.root.join(below).join(&path));
        let in_head = blob_in(sides.head, &path);
        let looked = modes && status != Status::CURRENT;
        let executable = disk.executable.filter(|now| looked && executable_in(sides.head, &path) == Some(!now));
        let state = FileState {
            status: match stand(status, in_head.as_deref(), &disk) {
                FileStatus::Same if executable.is_some() => FileStatus::Changed,
                other => other,
            },
            executable,
            staged: status.intersects(
                Status::INDEX_NEW
                    | Status::INDEX_MODIFIED
                    | Status::INDEX_DELETED
                    | Status::INDEX_TYPECHANGE
                    | Status::INDEX_RENAMED,
            ),
            ignored: in_head.is_none() && status == Status::CURRENT && repo.is_path_ignored(&path).unwrap_or(false),
            start: blob_in(sides.start, &path),
            head: in_head,
            ..disk.state()
        };
        keep(tree, below.join(path), state, disk);
    }
    Ok(())
}

/// A file outside the tree that the run wrote.
pub(super) fn outside(tree: &mut Tree, path: &Path) {
    let disk = present(path);
    let status = if disk.is_there() { FileStatus::New } else { FileStatus::Missing };
    let state = FileState { status, ..disk.state() };
    keep(tree, path.to_path_buf(), state, disk);
}

/// Puts a file in, with its text.
pub(super) fn keep(tree: &mut Tree, path: PathBuf, state: FileState, disk: Disk) {
    if let Some(problem) = disk.problem(&path) {
        tree.problems.push(problem);
    }
    if let (Some(blob), Some(text)) = (&state.blob, disk.text) {
        tree.texts.insert(blob.clone(), text);
    }
    tree.files.insert(path, state);
}

/// A written path relative to the tree; `None` outside it and inside its git folder.
fn relative(root: &Path, path: &Path) -> Option<PathBuf> {
    let path = path.strip_prefix(root).or_else(|error| if path.is_relative() { Ok(path) } else { Err(error) }).ok()?;
    let clean: PathBuf = path.components().filter(|part| !matches!(part, std::path::Component::CurDir)).collect();
    let inside = clean.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    (inside && !clean.as_os_str().is_empty() && !clean.starts_with(".git")).then_some(clean)
}

fn stand(status: Status, head: Option<&str>, disk: &Disk) -> FileStatus {
    if status.is_conflicted() {
        return FileStatus::Conflict;
    }
    match (head, disk.is_there()) {
        (Some(_), false) => FileStatus::Removed,
        (None, true) => FileStatus::New,
        (None, false) => FileStatus::Missing,
        // Staged and then changed back is equal to HEAD; without a status git has found it equal itself.
        (Some(head), true) if status == Status::CURRENT || disk.blob.as_deref() == Some(head) => FileStatus::Same,
        (Some(_), true) => FileStatus::Changed,
    }
}

fn commit_tree<'repo>(repo: &'repo Repository, id: Option<&str>) -> Option<GitTree<'repo>> {
    repo.find_commit(git2::Oid::from_str(id?).ok()?).ok()?.tree().ok()
}

fn blob_in(tree: Option<&GitTree<'_>>, path: &Path) -> Option<String> {
    let entry = tree?.get_path(path).ok()?;
    (entry.kind() == Some(git2::ObjectType::Blob)).then(|| entry.id().to_string())
}

/// Whether a regular file of a commit can be executed.
fn executable_in(tree: Option<&GitTree<'_>>, path: &Path) -> Option<bool> {
    match tree?.get_path(path).ok()?.filemode() {
        0o100_644 => Some(false),
        0o100_755 => Some(true),
        _ => None,
    }
}

/// Every file that a commit holds, and their blobs in the same order.
pub(super) fn tracked(tree: &GitTree<'_>) -> (Vec<PathBuf>, Vec<String>) {
    let (mut paths, mut blobs) = (Vec::new(), Vec::new());
    let walked = tree.walk(git2::TreeWalkMode::PreOrder, |folder, entry| {
        if entry.kind() == Some(git2::ObjectType::Blob) {
            paths.push(Path::new(folder).join(path_of(entry.name_bytes())));
            blobs.push(entry.id().to_string());
        }
        git2::TreeWalkResult::Ok
    });
    drop(walked); // a broken tree object gives what was read before it
    (paths, blobs)
}

/// A path as git writes it.
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}
