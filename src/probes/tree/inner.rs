//! Repositories inside the repository (submodules): their changed files are files of the work tree, and where each stands is told.
//!
//! Of a submodule that was never checked out there is nothing to see; its commits are its own, so that they are named and not listed.

use std::path::{Path, PathBuf};

use git2::{ObjectType, Repository, Tree as GitTree, TreeWalkMode, TreeWalkResult};

use super::files::{Side, changed};
use super::texts::{small_blob, text};
use super::{Ask, open};
use crate::model::{FileState, FileStatus, Problem, Tree};

/// So many are looked into.
const MOST: usize = 50;

/// The folders of all submodules that a commit records.
pub(super) fn links(head: Option<&GitTree<'_>>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let walked = head.map(|head| {
        head.walk(TreeWalkMode::PreOrder, |folder, entry| {
            if entry.kind() == Some(ObjectType::Commit) {
                found.push(Path::new(folder).join(super::files::path_of(entry.name_bytes())));
            }
            TreeWalkResult::Ok
        })
    });
    drop(walked); // a broken tree object gives what was read before it
    found
}

/// Looks into each submodule; `written` are paths in the work tree.
pub(super) fn read(ask: &Ask<'_>, links: &[PathBuf], written: &[PathBuf], outer: &Side<'_>, tree: &mut Tree) {
    for link in links.iter().take(MOST) {
        let root = tree.root.join(link);
        let open::Opened::Repository(inner) = open::open(&root, ask.map) else { continue };
        // An empty folder belongs to the repository around it.
        if inner.workdir().is_none_or(|workdir| workdir.components().ne(root.components())) {
            continue;
        }
        if let Err(error) = one(&inner, link, written, outer, tree) {
            tree.problems.push(Problem::new(root.display().to_string(), format!("git: {}", error.message())));
        }
    }
    if links.len() > MOST {
        let what = format!("{} submodules; only the first {MOST} were looked into", links.len());
        tree.problems.push(Problem::new(tree.root.display().to_string(), what));
    }
}

fn one(
    inner: &Repository,
    link: &Path,
    written: &[PathBuf],
    outer: &Side<'_>,
    tree: &mut Tree,
) -> Result<(), git2::Error> {
    let stands = inner.head().and_then(|head| head.peel_to_commit())?;
    let recorded = |side: Option<&GitTree<'_>>| side?.get_path(link).ok().map(|entry| entry.id());
    let (head, start) = (recorded(outer.head), recorded(outer.start));
    let started = start.and_then(|id| inner.find_commit(id).ok()).and_then(|commit| commit.tree().ok());
    let now = stands.tree()?;
    let within: Vec<PathBuf> =
        written.iter().filter_map(|path| path.strip_prefix(link).ok()).map(Path::to_path_buf).collect();
    let before: Vec<PathBuf> = tree.files.keys().cloned().collect();
    changed(inner, link, &within, &Side { head: Some(&now), start: started.as_ref() }, tree)?;
    let (paths, blobs) = super::files::tracked(&now);
    tree.tracked.extend(paths.into_iter().map(|path| link.join(path)));
    tree.tracked_blobs.extend(blobs);
    let mut blobs: Vec<String> = Vec::new();
    for (_, state) in tree.files.iter().filter(|(path, _)| path.starts_with(link) && !before.contains(path)) {
        blobs.extend([&state.head, &state.start].into_iter().flatten().cloned());
    }
    for blob in blobs {
        if let Some(text) = small_blob(inner, &blob).and_then(text) {
            tree.texts.insert(blob, text);
        }
    }
    if head.is_none_or(|head| head == stands.id()) {
        return Ok(());
    }
    let id = stands.id().to_string();
    let words = |id: &git2::Oid| format!("Subproject commit {id}\n");
    for id in [Some(stands.id()), head, start].into_iter().flatten() {
        tree.texts.insert(id.to_string(), words(&id));
    }
    let of = |id: Option<git2::Oid>| id.map(|id| id.to_string());
    let state = FileState {
        status: FileStatus::Changed,
        blob: Some(id.clone()),
        head: of(head),
        start: of(start),
        bytes: words(&stands.id()).len() as u64,
        ..FileState::default()
    };
    tree.files.insert(link.to_path_buf(), state);
    let short = |id: &str| id.chars().take(7).collect::<String>();
    let what = format!(
        "the submodule stands at {} \"{}\", and HEAD of the work tree records {}: what was committed in it is in no commit of the work tree",
        short(&id),
        stands.summary().unwrap_or_default(),
        short(&of(head).unwrap_or_default()),
    );
    tree.problems.push(Problem::new(tree.root.join(link).display().to_string(), what));
    Ok(())
}
