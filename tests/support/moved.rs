//! Makes an unpacked fixture believe that it was always here.
//!
//! Links between a repository and its work trees, remotes and some records name the folder in which the fixture was packed, as a
//! machine's own files name its own folders. They get the new folder; times of change stay.

#![allow(clippy::disallowed_methods, reason = "a test may change its own copy of a fixture")]

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Rewrites the folder in which `name` was packed to `root`, in contents and in the names of project folders.
pub fn from_where_it_was_packed(name: &str, root: &Path) {
    let packed = format!("/tmp/lg/{name}/T");
    rewrite(root, &packed, &root.display().to_string());
    rename(&root.join("home/dev/.claude/projects"), &encoded(&packed), &encoded(&root.display().to_string()));
}

fn rewrite(folder: &Path, from: &str, to: &str) {
    let time = changed(folder);
    for path in entries(folder).into_iter().filter(|path| !path.is_symlink()) {
        if path.is_dir() {
            rewrite(&path, from, to);
        } else if let Ok(text) = std::fs::read_to_string(&path)
            && text.contains(from)
        {
            let time = changed(&path);
            std::fs::write(&path, text.replace(from, to)).expect("the fixture is ours");
            keep(&path, time);
        }
    }
    keep(folder, time);
}

fn rename(projects: &Path, from: &str, to: &str) {
    for path in entries(projects) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(rest) = name.strip_prefix(from) {
            std::fs::rename(&path, projects.join(format!("{to}{rest}"))).expect("the fixture is ours");
        }
    }
}

/// A folder's name as Claude Code encodes it.
fn encoded(path: &str) -> String {
    path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

fn keep(path: &Path, time: Option<SystemTime>) {
    if let (Some(time), Ok(file)) = (time, std::fs::File::open(path)) {
        let _ = file.set_modified(time); // a folder or file that may not be touched keeps its new time
    }
}
