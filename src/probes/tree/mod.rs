//! The work tree as git and the disk say. Reads only: no index refresh, no lock, no filter, no hook, no program.

mod files;
mod folder;
mod history;
mod inner;
mod open;
mod pipes;
mod state;
mod symlinks;
mod texts;

use std::path::{Path, PathBuf};

use crate::model::{FileState, FileStatus, PathMap, Problem, Timestamp, Tree};

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The folder in which the run worked (already a path of this machine).
    pub root: &'a Path,
    /// When the run started.
    pub started: Option<Timestamp>,
    /// Files that the run wrote, absolute (paths of this machine).
    pub written: &'a [PathBuf],
    /// HEAD when the run started, where it is recorded.
    pub start_commit: Option<&'a str>,
    /// The last good commit that the brief of the run names, if it was given one.
    pub good: Option<&'a str>,
    /// Where recorded paths lie here; pointers between linked work trees hold recorded paths.
    pub map: &'a PathMap,
}

/// Texts of at most this many bytes are kept in the tree.
pub const TEXT_LIMIT: u64 = 256 * 1024;

/// The work tree as it stands.
pub fn read(ask: &Ask<'_>) -> Tree {
    let mut tree = stand(ask);
    symlinks::read(ask.map, &mut tree);
    tree
}

fn stand(ask: &Ask<'_>) -> Tree {
    let mut tree = Tree { root: ask.root.to_path_buf(), exists: ask.root.is_dir(), ..Tree::default() };
    if !tree.exists {
        let what = if ask.root.exists() { "is not a folder" } else { "does not exist" };
        tree.problems.push(Problem::new(ask.root.display().to_string(), format!("the work tree {what}")));
        remains(ask, &mut tree);
        return tree;
    }
    match open::open(ask.root, ask.map) {
        open::Opened::Repository(repo) => {
            if let Some(root) = repo.workdir() {
                tree.root = root.components().collect();
            }
            if let Some(problem) = pipes::irregular(&repo, &tree.root) {
                tree.root = ask.root.to_path_buf();
                tree.problems.push(problem);
                folder::read(ask, &mut tree);
                return tree;
            }
            tree.repository = true;
            if let Err(error) = read_repository(&repo, ask, &mut tree) {
                tree.problems.push(Problem::new(tree.root.display().to_string(), format!("git: {}", error.message())));
            }
        }
        open::Opened::Folder => folder::read(ask, &mut tree),
        open::Opened::Refused(problem) => {
            tree.problems.push(problem);
            folder::read(ask, &mut tree);
        }
    }
    tree
}

/// What is left of a work tree that is gone: the repository above it still holds its commits and branches.
fn remains(ask: &Ask<'_>, tree: &mut Tree) {
    if let Some(above) = ask.root.ancestors().find(|folder| folder.is_dir())
        && let open::Opened::Repository(repo) = open::open(above, ask.map)
    {
        let holder = repo.workdir().unwrap_or(above).display().to_string();
        state::read(&repo, ask.map, tree);
        tree.branch = None; // that of another work tree
        if let Err(error) = history::read(&repo, ask, tree) {
            tree.problems.push(Problem::new(holder.clone(), format!("git: {}", error.message())));
        }
        tree.head = None;
        tree.repository = true;
        texts::read(&repo, tree);
        tree.problems
            .push(Problem::new(holder, "the commits and branches of the missing work tree are in this repository"));
    }
    for path in ask.written {
        match path.strip_prefix(&tree.root).map(Path::to_path_buf) {
            Ok(inside) => {
                tree.files.insert(inside, FileState { status: FileStatus::Missing, ..FileState::default() });
            }
            Err(_) => files::outside(tree, path),
        }
    }
}

fn read_repository(repo: &git2::Repository, ask: &Ask<'_>, tree: &mut Tree) -> Result<(), git2::Error> {
    state::read(repo, ask.map, tree);
    history::read(repo, ask, tree)?;
    files::read(repo, ask, tree)?;
    texts::read(repo, tree);
    folder::led_to(tree);
    Ok(())
}
