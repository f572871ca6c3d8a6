//! The folders of a run, as the process table names them.

use std::path::{Path, PathBuf};

use crate::model::{Run, Tree};
use crate::probes::world::real;

/// The folders of a run.
pub(super) struct Places {
    /// Where it works, without links.
    roots: Vec<PathBuf>,
    /// Linked work trees inside them that are not the run's.
    foreign: Vec<PathBuf>,
}

impl Places {
    /// The work tree, the folder of the session, and the linked trees that the run made.
    pub(super) fn of(run: &Run, tree: &Tree) -> Self {
        let own = run.marks.folder.iter().chain(&run.marks.folders);
        let mut roots: Vec<PathBuf> = own.filter(|folder| folder.is_absolute()).map(|folder| real(folder)).collect();
        if tree.exists || roots.is_empty() {
            roots.push(real(&tree.root));
        }
        roots.retain(|root| root.components().count() > 1); // everything stands below the root of the file system
        roots.sort();
        roots.dedup();
        let foreign =
            tree.worktrees.iter().map(|linked| real(&linked.path)).filter(|path| !roots.contains(path)).collect();
        Self { roots, foreign }
    }

    /// Whether a path lies in the run's folders.
    pub(super) fn hold(&self, path: &Path) -> bool {
        let inside = |folder: &PathBuf| path.starts_with(folder);
        let nearest = |folders: &[PathBuf]| {
            folders
                .iter()
                .filter(|folder| inside(folder))
                .map(|folder| folder.components().count())
                .max()
                .unwrap_or_default()
        };
        nearest(&self.roots) > nearest(&self.foreign)
    }

    /// Whether a process stands in them; a folder that was removed still names its place.
    pub(super) fn hold_process(&self, cwd: Option<&Path>) -> bool {
        cwd.is_some_and(|cwd| {
            let text = cwd.to_string_lossy();
            self.hold(Path::new(text.trim_end_matches(" (deleted)")))
        })
    }

    /// The folders in which open files are of interest.
    pub(super) fn folders(&self, run: &Run) -> Vec<PathBuf> {
        let marks = &run.marks;
        let beside = marks.locks.iter().chain(&marks.growing).filter_map(|path| path.parent());
        let mut folders: Vec<PathBuf> = self.roots.clone();
        folders.extend(marks.held.iter().map(|path| real(path)));
        folders.extend(beside.map(real));
        folders
    }
}
