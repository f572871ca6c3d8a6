//! What makes the result of a gate old: a file that it covers changed after it, or its tests are no longer the same.

use std::path::{Path, PathBuf};

use super::cover::covers;
use super::name::Name;
use super::weakened::Weakened;
use crate::model::{Change, FileState, FileStatus, Run, Timestamp, Tree};
use crate::read::changes::{Changed, How};

/// What a gate's result is held against.
pub(super) struct Ground<'a> {
    pub run: &'a Run,
    pub tree: &'a Tree,
    pub changes: &'a [Changed],
    pub weak: &'a [Weakened],
}

impl Ground<'_> {
    /// Whether a change touches what a gate looks at.
    pub(super) fn covered(&self, change: &Changed, language: &str, name: &Name) -> bool {
        match &change.path {
            Some(path) => self.inside(path, name).is_some_and(|inner| covers(language, &name.command, &inner)),
            // Of files that are not named the ending may still tell.
            None => match change.pattern.as_ref().and_then(|pattern| self.inside(pattern, name)) {
                Some(inner) => covers(language, &name.command, &inner),
                None => true,
            },
        }
    }

    /// What changed after a run of a gate, in words.
    pub(super) fn changed_since(
        &self,
        place: (usize, usize),
        at: Option<Timestamp>,
        language: &str,
        name: &Name,
    ) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut add = |text: String| {
            if !out.contains(&text) {
                out.push(text);
            }
        };
        for change in self.changes.iter().filter(|change| change.place() > place) {
            if !self.covered(change, language, name) || self.settled(change) {
                continue;
            }
            if let Some(path) = &change.path {
                add(self.shown(path));
                continue;
            }
            let conflicts = self.tree.files.iter().filter(|(_, state)| state.status == FileStatus::Conflict);
            conflicts.for_each(|(path, _)| add(path.display().to_string()));
            add(change.command.lines().next().unwrap_or_default().to_owned());
        }
        for (path, state) in &self.tree.files {
            if covers(language, &name.command, path) && self.changed_by_others(path, state, at) {
                add(path.display().to_string());
            }
        }
        out
    }

    /// Tests that were changed between two runs of a gate, in words.
    pub(super) fn weakened_between(&self, first: (usize, usize), last: (usize, usize)) -> Vec<String> {
        let between = self.weak.iter().filter(|weak| weak.place > first && weak.place < last);
        let between = between.filter(|weak| !self.put_back(&weak.path));
        let mut out: Vec<String> = between.map(|weak| format!("{}: {}", self.shown(&weak.path), weak.what)).collect();
        out.dedup();
        out
    }

    /// Every change of the run that took something from a test that a gate covers, with its event.
    pub(super) fn weakened_for(&self, language: &str, name: &Name) -> Vec<(String, String)> {
        let covered = |weak: &&Weakened| {
            self.inside(&weak.path, name).is_some_and(|inner| covers(language, &name.command, &inner))
        };
        let words = |weak: &Weakened| (weak.event.clone(), format!("{}: {}", self.shown(&weak.path), weak.what));
        self.weak.iter().filter(covered).filter(|weak| !self.put_back(&weak.path)).map(words).collect()
    }

    /// Whether a file lies again as it did when the run started: what was taken from it then is there.
    fn put_back(&self, path: &Path) -> bool {
        let state = path.strip_prefix(&self.tree.root).ok().and_then(|inner| self.tree.files.get(inner));
        state.is_some_and(|state| state.start.is_some() && state.blob == state.start)
    }

    /// A file below the work tree, relative to it.
    fn inside(&self, path: &Path, name: &Name) -> Option<PathBuf> {
        let roots = [Some(&self.tree.root), self.run.cwd.as_ref(), name.folder.as_ref()];
        roots
            .into_iter()
            .flatten()
            .filter(|root| root.is_absolute())
            .find_map(|root| path.strip_prefix(root).ok())
            .map(Path::to_path_buf)
    }

    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.tree.root).unwrap_or(path).display().to_string()
    }

    /// Whether the file is gone again and never was: written after the gate and removed before the end.
    fn settled(&self, change: &Changed) -> bool {
        let Some(path) = &change.path else { return false };
        let later = self.changes.iter().any(|other| {
            other.place() > change.place() && other.path.as_ref() == Some(path) && other.how == How::Removed
        });
        let state = path.strip_prefix(&self.tree.root).ok().and_then(|inner| self.tree.files.get(inner));
        later && state.is_some_and(|state| state.head.is_none() && state.start.is_none() && state.blob.is_none())
    }

    /// Whether somebody else changed the file on disk after the gate.
    fn changed_by_others(&self, path: &Path, state: &FileState, at: Option<Timestamp>) -> bool {
        let (FileStatus::Changed | FileStatus::New, Some(changed), Some(at)) = (state.status, state.changed, at) else {
            return false;
        };
        // The time of a file tells nothing of its mode.
        if state.ignored || state.only_mode() || changed.as_second() <= at.as_second() + 1 {
            return false;
        }
        let full = self.tree.root.join(path);
        let last = self.changes.iter().rfind(|change| change.path.as_ref() == Some(&full));
        let Some(last) = last else { return self.run.last_event.is_some() };
        // The content that the run left is known: compare; else only a time after the run's end tells.
        let left = last.edit(self.run).and_then(|edit| match (&edit.after, &edit.change) {
            (Some(after), _) => Some(after),
            (None, Change::Write(text)) => Some(text),
            _ => None,
        });
        let now = state.blob.as_ref().and_then(|blob| self.tree.texts.get(blob));
        match (left, now) {
            (Some(left), Some(now)) => left != now,
            _ => self.run.last_event.is_some_and(|end| changed.as_second() > end.as_second() + 5),
        }
    }
}
