//! A folder that is no repository: what the run wrote there, and what changed there since it began.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Ask;
use super::files::{keep, outside};
use super::texts::{Disk, lines, present};
use crate::model::{FileState, FileStatus, Problem, Timestamp, Tree};

/// So many files are looked at; a home folder must not be walked to its end.
const MOST_FILES: usize = 5_000;
/// So many changed files are listed.
const MOST_LISTED: usize = 500;
/// So many texts beside those of the run are read.
const MOST_TEXTS: usize = 200;
/// So deep.
const DEPTH: usize = 12;
/// What programs fill and people do not write.
const SKIPPED: &[&str] =
    &[".git", "node_modules", "target", ".venv", "venv", "__pycache__", ".cache", ".npm", ".cargo"];

/// Fills `files` and `beside`.
pub(super) fn read(ask: &Ask<'_>, tree: &mut Tree) {
    for path in ask.written {
        let full = if path.is_absolute() { path.clone() } else { tree.root.join(path) };
        match full.strip_prefix(&tree.root).map(Path::to_path_buf) {
            Ok(path) => one(tree, &path, true),
            Err(_) => outside(tree, &full),
        }
    }
    let mut texts = 0;
    // Where a text in Markdown was written, its list of sources and the notes that it links to lie beside it.
    let folders: BTreeSet<PathBuf> =
        tree.files.keys().filter(|path| markdown(path)).filter_map(|path| Some(path.parent()?.to_path_buf())).collect();
    tree.in_part = ask.started.is_none();
    if let Some(started) = ask.started {
        let mut looked = 0;
        let mut listed = 0;
        let root = tree.root.clone();
        walk(&root, DEPTH, &mut looked, &mut |path, changed| {
            let path = path.strip_prefix(&root).unwrap_or(path);
            if changed >= started && listed < MOST_LISTED {
                listed += 1;
                one(tree, path, false);
            } else if !tree.files.contains_key(path) {
                let read = texts < MOST_TEXTS
                    && markdown(path)
                    && path.parent().is_some_and(|folder| folders.contains(folder));
                texts += usize::from(read);
                beside(tree, path, read);
            }
        });
        tree.in_part = looked >= MOST_FILES;
        if looked >= MOST_FILES || listed >= MOST_LISTED {
            let what = format!(
                "no repository, and more than {MOST_FILES} files: what the run did not name itself may be missing from the list"
            );
            tree.problems.push(Problem::new(root.display().to_string(), what));
        }
    }
}

fn markdown(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md" || end == "markdown")
}

/// The tracked documents to whose headings the changed ones lead, with their texts.
pub(super) fn led_to(tree: &mut Tree) {
    let changed = tree.files.iter().filter(|(path, _)| markdown(path));
    let texts: Vec<&String> = changed.filter_map(|(_, state)| tree.texts.get(state.blob.as_ref()?)).collect();
    let named = |path: &Path| {
        let end = path.file_name().map(|name| format!("{}#", name.to_string_lossy()));
        end.is_some_and(|end| texts.iter().any(|text| text.contains(&end)))
    };
    let others = tree.tracked.iter().filter(|path| markdown(path) && !tree.files.contains_key(*path) && named(path));
    let others: Vec<PathBuf> = others.take(MOST_TEXTS).cloned().collect();
    for path in others {
        beside(tree, &path, true);
    }
}

/// A file that was there before the run began: its name, and its text where a text of the run may lead to it.
fn beside(tree: &mut Tree, path: &Path, read: bool) {
    let disk = if read { present(&tree.root.join(path)) } else { Disk::default() };
    let blob = disk.state().blob;
    if let (Some(blob), Some(text)) = (&blob, disk.text) {
        tree.texts.insert(blob.clone(), text);
    }
    tree.beside.insert(path.to_path_buf(), blob);
}

fn one(tree: &mut Tree, path: &Path, written: bool) {
    if tree.files.contains_key(path) {
        return;
    }
    let disk = present(&tree.root.join(path));
    let status = match (disk.is_there(), written) {
        (true, _) => FileStatus::New,
        (false, true) => FileStatus::Missing,
        (false, false) => return,
    };
    let added = disk.text.as_ref().map_or((0, 0), |text| lines(b"", text.as_bytes()));
    let state = FileState { status, lines: added, ..disk.state() };
    keep(tree, path.to_path_buf(), state, disk);
}

fn walk(folder: &Path, depth: usize, looked: &mut usize, found: &mut impl FnMut(&Path, Timestamp)) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if *looked >= MOST_FILES {
            return;
        }
        let Ok(meta) = std::fs::symlink_metadata(&path) else { continue };
        if meta.is_dir() {
            let name = path.file_name().unwrap_or_default();
            if depth > 0 && !SKIPPED.iter().any(|skipped| name == *skipped) {
                walk(&path, depth - 1, looked, found);
            }
        } else if meta.is_file() {
            *looked += 1;
            if let Some(changed) = meta.modified().ok().and_then(|time| Timestamp::try_from(time).ok()) {
                found(&path, changed);
            }
        }
    }
}
