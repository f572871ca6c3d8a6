//! Growth: what a second look sees that the first did not, and a watch on the session's own folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant, SystemTime};

use notify::{RecursiveMode, Watcher as _};

use crate::model::Tree;

/// What one look saw; the next look is compared with it.
#[derive(Clone, Debug)]
pub struct Look {
    taken: Instant,
    session: BTreeMap<PathBuf, Mark>,
    tree: BTreeMap<PathBuf, Mark>,
}

type Mark = Option<(u64, SystemTime)>;

/// What changed between two looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// Seconds between the looks.
    pub seconds: f64,
    /// Files of the session that changed, with the bytes by which they grew.
    pub grown: Vec<(PathBuf, i128)>,
    /// Files of the work tree that changed.
    pub changed: Vec<PathBuf>,
}

impl Look {
    /// Looks at the session's growing files, and at those files of the tree that differ or that somebody has open.
    pub fn take(growing: &[PathBuf], tree: &Tree, open: &[PathBuf]) -> Self {
        let files = tree.files.keys().map(|path| tree.root.join(path));
        let git = [".git/HEAD", ".git/index", ".git/logs/HEAD"].iter().map(|name| tree.root.join(name));
        let tree = files.chain(git).chain(open.iter().cloned()).chain([tree.root.clone()]);
        Self {
            taken: Instant::now(),
            session: growing.iter().map(|path| (path.clone(), mark(path))).collect(),
            tree: tree.map(|path| (path.clone(), mark(&path))).collect(),
        }
    }

    /// How long ago it was taken.
    pub fn age(&self) -> Duration {
        self.taken.elapsed()
    }

    /// What changed since an earlier look.
    pub fn since(&self, before: &Self) -> Change {
        let size = |mark: &Mark| mark.map_or(0, |(size, _)| i128::from(size));
        Change {
            seconds: self.taken.duration_since(before.taken).as_secs_f64(),
            // A file that is gone has not grown.
            grown: moved(&before.session, &self.session)
                .filter(|(_, _, new)| new.is_some())
                .map(|(path, old, new)| (path.clone(), size(new) - size(old)))
                .collect(),
            changed: moved(&before.tree, &self.tree).map(|(path, _, _)| path.clone()).collect(),
        }
    }
}

fn moved<'a>(
    before: &'a BTreeMap<PathBuf, Mark>,
    after: &'a BTreeMap<PathBuf, Mark>,
) -> impl Iterator<Item = (&'a PathBuf, &'a Mark, &'a Mark)> {
    after.iter().filter_map(|(path, new)| before.get(path).filter(|old| *old != new).map(|old| (path, old, new)))
}

fn mark(path: &Path) -> Mark {
    let meta = std::fs::symlink_metadata(path).ok()?;
    Some((meta.len(), meta.modified().ok()?))
}

/// A watch on folders of a session; it ends when it is dropped.
pub struct Watch {
    /// One message for each change that the system told.
    pub changes: Receiver<()>,
    _watcher: notify::RecommendedWatcher,
}

/// Watches the given folders of a session, never a work tree: a tree can have more folders than the system can watch.
pub fn watch(folders: &[PathBuf]) -> Result<Watch, notify::Error> {
    let (sender, changes) = std::sync::mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            let _ = sender.send(()); // nobody listens any more: the watch is about to be dropped
        }
    })?;
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        watcher.watch(folder, RecursiveMode::NonRecursive)?;
    }
    Ok(Watch { changes, _watcher: watcher })
}
