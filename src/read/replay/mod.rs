//! What each file was at each event: the recorded changes, replayed from the start of the run.
//!
//! A change whose effect the record does not hold makes the content unknown until something tells it again: a whole write, a
//! recorded content, a commit. Unknown is never taken for equal.

mod commits;
mod patch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use commits::{Commits, at_start, below_start, commit, content as in_commit, line, on_disk};

use super::changes::{Changed, How};
use super::done::Done;
use crate::model::{Change, Deed, Edit, Event, OutcomeState, Run, Tree, What};

/// What a file is at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// This text.
    Text(Arc<str>),
    /// It is not there.
    Gone,
    /// The record does not hold it.
    Unknown,
}

impl Content {
    /// This text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// Whether both are known and equal; `None` when one is not known.
    pub fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => None,
            (one, other) => Some(one == other),
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// One moment at which a file changed.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index of the call into `Run::events`.
    pub index: usize,
    /// The call's event.
    pub event: String,
    /// What the file is from here on.
    pub content: Content,
    /// Who says so.
    pub by: By,
}

/// Who says what a file became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// An edit tool, by its record.
    Edit,
    /// A shell command that names the file.
    Command,
    /// A program that may have changed any file.
    Program,
    /// A commit that holds it: the content is told, nothing was changed here.
    Commit,
}

/// What each file was at each event.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The work tree.
    pub root: PathBuf,
    /// Where commits stand among the events.
    pub commits: Commits,
    files: BTreeMap<PathBuf, Track>,
}

#[derive(Clone, Debug)]
struct Track {
    start: Content,
    steps: Vec<Step>,
}

impl Track {
    fn now(&self) -> &Content {
        self.steps.last().map_or(&self.start, |step| &step.content)
    }
}

impl Replay {
    /// Replays the changes of a run.
    pub fn of(done: &Done<'_>) -> Self {
        let Done { run, tree, changes, made, .. } = done;
        let root =
            if tree.root.as_os_str().is_empty() { run.cwd.clone().unwrap_or_default() } else { tree.root.clone() };
        let mut replay = Self { root, commits: Commits::of(run, tree, made), files: BTreeMap::new() };
        let mut told = replay.told_by_commits(tree).into_iter().peekable();
        for change in changes {
            while let Some((index, path, content, id)) = told.next_if(|(index, ..)| *index < change.index) {
                replay.learn(tree, index, &path, content, id);
            }
            replay.change(run, tree, change);
        }
        for (index, path, content, id) in told {
            replay.learn(tree, index, &path, content, id);
        }
        replay
    }

    /// The path as products name it: relative inside the work tree, absolute elsewhere.
    pub fn name(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.root) {
            Ok(inside) if !self.root.as_os_str().is_empty() => inside.to_path_buf(),
            _ => path.to_path_buf(),
        }
    }

    /// Every file that the run changed by its record.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files
            .iter()
            .filter(|(_, track)| track.steps.iter().any(|step| step.by != By::Commit))
            .map(|(path, _)| path)
    }

    /// The changes of one file, oldest first; what commits tell is left out.
    pub fn steps(&self, path: &Path) -> impl DoubleEndedIterator<Item = &Step> {
        self.files.get(path).into_iter().flat_map(|track| &track.steps).filter(|step| step.by != By::Commit)
    }

    /// What a file was after the call at `index` (a command that writes and then checks has written before it checks).
    pub fn at(&self, tree: &Tree, path: &Path, index: usize) -> Content {
        match self.files.get(path) {
            Some(track) => track
                .steps
                .iter()
                .rev()
                .find(|step| step.index <= index)
                .map_or_else(|| track.start.clone(), |step| step.content.clone()),
            None => at_start(tree, path),
        }
    }

    /// What a file was right before the call at `index`.
    pub fn before(&self, tree: &Tree, path: &Path, index: usize) -> Content {
        match self.files.get(path) {
            Some(track) => track
                .steps
                .iter()
                .rev()
                .find(|step| step.index < index)
                .map_or_else(|| track.start.clone(), |step| step.content.clone()),
            None => at_start(tree, path),
        }
    }

    /// What a file was when the run last changed it, or was told of it.
    pub fn last(&self, path: &Path) -> Option<&Content> {
        self.files.get(path)?.steps.last().map(|step| &step.content)
    }

    /// Whether a file was the same at two moments; `None` when the record does not tell.
    pub fn same(&self, tree: &Tree, path: &Path, one: usize, other: usize) -> Option<bool> {
        let (from, to) = (one.min(other), one.max(other));
        if !self.steps(path).any(|step| step.index > from && step.index <= to) {
            return Some(true);
        }
        self.at(tree, path, from).equals(&self.at(tree, path, to))
    }

    fn track(&mut self, tree: &Tree, path: &Path) -> &mut Track {
        self.files.entry(path.to_path_buf()).or_insert_with(|| Track { start: at_start(tree, path), steps: Vec::new() })
    }

    fn told_by_commits(&self, tree: &Tree) -> Vec<(usize, PathBuf, Content, String)> {
        let mut told = Vec::new();
        for commit in tree.commits.iter().filter(|commit| tree.start.as_ref() != Some(&commit.id)) {
            let Some(place) = self.commits.place(&commit.id) else { continue };
            for file in &commit.files {
                let content = in_commit(tree, &commit.id, &file.path);
                told.push((place.index, file.path.clone(), content, commit.id.clone()));
            }
        }
        told.sort_by_key(|(index, ..)| *index);
        told
    }

    fn learn(&mut self, tree: &Tree, index: usize, path: &Path, content: Content, commit: String) {
        if content != Content::Unknown {
            self.track(tree, path).steps.push(Step { index, event: commit, content, by: By::Commit });
        }
    }

    fn change(&mut self, run: &Run, tree: &Tree, change: &Changed) {
        let Some(event) = run.events.get(change.index) else { return };
        let push = |track: &mut Track, content, by| {
            track.steps.push(Step { index: change.index, event: change.event.clone(), content, by });
        };
        let Some(path) = &change.path else {
            // Any file may have changed; those that the run never named are seen in the tree.
            for track in self.files.values_mut() {
                push(track, Content::Unknown, By::Program);
            }
            return;
        };
        let path = self.name(path);
        let sure = took_place(run, event);
        let before = self.track(tree, &path).now().clone();
        let (content, by) = match &change.how {
            How::Edit(index) => {
                let Some(edit) = edit(event, *index) else { return };
                if self.name(&edit.path) != path {
                    return; // the other end of a move, told below
                }
                if edit.applied == Some(false) || (sure == Some(false) && edit.applied != Some(true)) {
                    return;
                }
                // What lay there without a commit when the run began, the record of its first edit tells.
                let track = self.track(tree, &path);
                if let Some(found) = edit.before.as_deref().filter(|_| track.steps.is_empty()) {
                    track.start = Content::text(found);
                }
                (
                    if sure.is_none() && edit.applied.is_none() { Content::Unknown } else { edited(edit, &before) },
                    By::Edit,
                )
            }
            _ if sure.is_none() => (Content::Unknown, By::Command),
            How::Written(Some(text)) => (Content::text(text), By::Command),
            How::Appended(Some(text)) => (appended(&before, text), By::Command),
            How::Removed => (Content::Gone, By::Command),
            How::Written(None) | How::Appended(None) | How::Edited | How::Restored => (Content::Unknown, By::Command),
            How::Program => (Content::Unknown, By::Program),
        };
        push(self.track(tree, &path), content.clone(), by);
        if let How::Edit(index) = &change.how
            && let Some(Edit { change: Change::Move { to, .. }, .. }) = edit(event, *index)
        {
            let to = self.name(to);
            let track = self.track(tree, &to);
            let moved = Content::clone(&content);
            track.steps.push(Step { index: change.index, event: change.event.clone(), content: moved, by: By::Edit });
            if let Some(old) = self.files.get_mut(&path).and_then(|track| track.steps.last_mut()) {
                old.content = Content::Gone;
            }
        }
    }
}

/// Whether a call took place: `Some(false)` when its result says that it failed, `None` when there is no result.
fn took_place(run: &Run, event: &Event) -> Option<bool> {
    let What::Call(call) = &event.what else { return Some(false) };
    match run.result(call)?.1.state {
        OutcomeState::Ok => Some(true),
        OutcomeState::Failed | OutcomeState::Refused => Some(false),
        OutcomeState::Interrupted | OutcomeState::Started | OutcomeState::Returned => None,
    }
}

fn edit(event: &Event, index: usize) -> Option<&Edit> {
    match &event.what {
        What::Call(call) => match &call.deed {
            Deed::Edit(edits) => edits.get(index),
            _ => None,
        },
        _ => None,
    }
}

fn edited(edit: &Edit, before: &Content) -> Content {
    if let Some(after) = &edit.after {
        return Content::text(after);
    }
    let before = match (&edit.before, before) {
        (Some(text), _) => Some(text.as_str()),
        (None, Content::Text(text)) => Some(&**text),
        (None, _) => None,
    };
    match (&edit.change, before) {
        (Change::Delete, _) => Content::Gone,
        (Change::Write(text), _) => Content::text(text),
        (change, Some(text)) => patch::apply(text, change).map_or(Content::Unknown, |text| Content::text(&text)),
        (change, None) => {
            patch::apply("", change).filter(|_| makes_new(change)).map_or(Content::Unknown, |text| Content::text(&text))
        }
    }
}

/// A patch that only adds makes a new file out of nothing.
fn makes_new(change: &Change) -> bool {
    match change {
        Change::Patch(hunks) if hunks.iter().all(|hunk| hunk.old.is_empty()) => true,
        Change::Replace { old, .. } if old.is_empty() => true,
        _ => false,
    }
}

fn appended(before: &Content, text: &str) -> Content {
    match before {
        Content::Text(old) => Content::text(&format!("{old}{text}")),
        Content::Gone => Content::text(text),
        Content::Unknown => Content::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Call, FileState, Outcome, Runtime};

    fn event(id: &str, what: What) -> Event {
        Event::new(id, None, what)
    }

    /// A run in which these edits were made one after the other, each with its result.
    fn run(edits: Vec<Edit>) -> Run {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        run.cwd = Some("/w".into());
        for (at, edit) in edits.into_iter().enumerate() {
            let id = format!("call{at}");
            let deed = Deed::Edit(vec![edit]);
            run.events.push(event(&id, What::Call(Call { id: id.clone(), tool: "Edit".into(), deed, result: None })));
            let state = OutcomeState::Ok;
            let outcome = Outcome { call: id.clone(), state, exit: None, output: String::new(), bytes: 0 };
            run.events.push(event(&format!("result{at}"), What::Result(outcome)));
        }
        run.match_results();
        run
    }

    fn edit(change: Change) -> Edit {
        Edit { path: "/w/a.py".into(), change, after: None, before: None, applied: None }
    }

    fn tree(start: Option<&str>) -> Tree {
        let mut tree = Tree { root: "/w".into(), exists: true, ..Tree::default() };
        let blob = start.map(|text| {
            tree.texts.insert("b0".into(), text.into());
            "b0".to_owned()
        });
        tree.files.insert("a.py".into(), FileState { start: blob, ..FileState::default() });
        tree
    }

    #[test]
    fn recorded_edits_give_the_content_at_any_event() {
        let replace = |old: &str, new: &str| Change::Replace { old: old.into(), new: new.into(), all: false };
        let run = run(vec![edit(replace("1", "2")), edit(replace("2", "3"))]);
        let tree = tree(Some("x = 1\n"));
        let replay = Replay::of(&Done::of(&run, &tree));
        let path = Path::new("a.py");
        assert_eq!(replay.at(&tree, path, 0).as_text(), Some("x = 2\n"));
        assert_eq!(replay.before(&tree, path, 2).as_text(), Some("x = 2\n"));
        assert_eq!(replay.last(path).and_then(Content::as_text), Some("x = 3\n"));
        assert_eq!(replay.same(&tree, path, 0, 2), Some(false));
    }

    #[test]
    fn what_lay_there_without_a_commit_is_what_the_run_began_with() {
        let change = Change::Replace { old: "2".into(), new: "1".into(), all: false };
        let run = run(vec![Edit { before: Some("x = 2\n".into()), ..edit(change) }]);
        let tree = tree(Some("x = 1\n"));
        let replay = Replay::of(&Done::of(&run, &tree));
        let path = Path::new("a.py");
        assert_eq!(replay.before(&tree, path, 0).as_text(), Some("x = 2\n"));
        assert_eq!(replay.at(&tree, path, 0).as_text(), Some("x = 1\n"), "as HEAD has it, and changed all the same");
    }

    #[test]
    fn what_does_not_fit_is_unknown_until_it_is_told_again() {
        let run = run(vec![
            edit(Change::Replace { old: "gone".into(), new: "y".into(), all: false }),
            edit(Change::Write("z\n".into())),
        ]);
        let tree = tree(Some("x = 1\n"));
        let replay = Replay::of(&Done::of(&run, &tree));
        assert_eq!(replay.at(&tree, Path::new("a.py"), 0), Content::Unknown);
        assert_eq!(replay.at(&tree, Path::new("a.py"), 2).as_text(), Some("z\n"));
    }
}
