//! "No other file was changed": proven by what the run changed and committed since it was asked, contradicted by one file more.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Found, Ground, Unproven};
use crate::model::{Commit, Event, FileStatus, Speaker, What};
use crate::read::file_kind::{FileKind, file_kind};

impl Ground<'_> {
    /// Whether nothing else was changed. What "else" is beside stands in the sentence, in the words around it, or is what was committed.
    pub(super) fn only(&self, at: usize, sentence: &str) -> Found {
        let from = self.asked_at(at);
        let commits: Vec<&Commit> = self.commits(from, at).collect();
        let changed = self.changed(from, at)?;
        let committed: BTreeSet<PathBuf> =
            commits.iter().flat_map(|commit| &commit.files).map(|file| file.path.clone()).collect();
        let all: BTreeSet<&PathBuf> = changed.iter().map(|(path, _)| path).chain(&committed).collect();
        let around = match self.run.events.get(at).map(|event| &event.what) {
            Some(What::Said { text }) => text.as_str(),
            _ => "",
        };
        let named = |text: &str| all.iter().filter(|path| names(text, path)).map(|path| (**path).clone()).collect();
        let mut meant: BTreeSet<PathBuf> = named(sentence);
        if meant.is_empty() {
            meant = named(around);
        }
        if meant.is_empty() {
            meant.clone_from(&committed);
        }
        if meant.is_empty() && !all.is_empty() {
            return Err(Unproven::open("which file is meant by \"no other\" is not said"));
        }
        let others: Vec<String> =
            all.iter().filter(|path| !meant.contains(**path)).map(|path| path.display().to_string()).collect();
        if !others.is_empty() {
            return Err(Unproven::against(format!("also changed: {}", others.join(", "))));
        }
        let event = changed.last().map(|(_, event)| event.clone());
        let event = event.or_else(|| self.run.events.get(from).map(|event| event.id.clone()));
        let event = event.ok_or_else(|| Unproven::open("nothing is on record before it"))?;
        let meant: Vec<String> = meant.iter().map(|path| path.display().to_string()).collect();
        Ok((
            event,
            if meant.is_empty() { "nothing was changed".into() } else { format!("changed: {}", meant.join(", ")) },
        ))
    }

    /// The person's prompt that this claim answers.
    fn asked_at(&self, at: usize) -> usize {
        let prompt = |event: &Event| matches!(event.what, What::Asked { by: Speaker::Person, .. }) && !event.abandoned;
        self.run.events.iter().take(at).rposition(prompt).unwrap_or(0)
    }

    /// The files of the work tree that were changed between two events and are not as they were, each with the event of its last change.
    fn changed(&self, from: usize, to: usize) -> Result<Vec<(PathBuf, String)>, Unproven> {
        let mut out: Vec<(PathBuf, String)> = Vec::new();
        for change in self.changes.iter().filter(|change| change.index > from && change.index < to) {
            let Some(path) = &change.path else {
                let what = format!("what `{}` changed is not on record", change.command);
                return Err(Unproven::open(what));
            };
            let name = self.replay.name(path);
            if name.is_absolute() || self.made_by_tools(&name) {
                continue;
            }
            let before = self.replay.at(self.tree, &name, from);
            if self.replay.at(self.tree, &name, to).equals(&before) == Some(true) {
                continue; // put back
            }
            out.retain(|(known, _)| *known != name);
            out.push((name, self.result_of(change)));
        }
        Ok(out)
    }

    /// Build output and ignored files: nobody means them by "no other file".
    fn made_by_tools(&self, name: &Path) -> bool {
        let ignored = |state: &crate::model::FileState| state.ignored && state.status != FileStatus::Same;
        matches!(file_kind(name), FileKind::Generated | FileKind::Output)
            || self.tree.files.get(name).is_some_and(ignored)
    }

    fn commits(&self, from: usize, to: usize) -> impl Iterator<Item = &Commit> {
        let own = self.made.iter().filter(move |made| made.place.0 > from && made.place.0 < to);
        own.filter_map(|made| self.tree.commits.iter().find(|commit| made.id.as_ref() == Some(&commit.id)))
    }
}

/// Whether a text names a file: by its path or by its name alone.
fn names(text: &str, path: &Path) -> bool {
    let mut words = text.split(|sign: char| !(sign.is_alphanumeric() || "/._-".contains(sign)));
    words.any(|word| {
        let word = word.trim_matches(|sign: char| matches!(sign, '.' | '/' | '-'));
        word.contains('.') && path.ends_with(word)
    })
}
