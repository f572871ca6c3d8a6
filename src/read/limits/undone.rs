//! What takes back what broke a limit: an edit that does breaks none, and a file that lies again as it was is taken back.
//!
//! Only a break that a brief tells of can be taken back by the run that was given it: who puts a file back that a person has
//! changed, and of which nobody said that it breaks a limit, has changed it like any other.

use std::path::{Path, PathBuf};

use super::handed::is_brief;
use crate::model::{Breach, Edit, Run, Speaker, Tree, What};
use crate::read::changes::Changed;
use crate::read::replay::{Content, Replay, at_start, below_start, on_disk};

/// Files that the run put back as they were before a limit was broken, each with the event with which it was done.
pub(super) struct Undone(Vec<(String, usize)>);

impl Undone {
    pub(super) fn of(run: &Run, tree: &Tree, changes: &[Changed], replay: &Replay) -> Self {
        let told = told(run);
        let by_brief = |path: &&PathBuf| told.iter().any(|breach| breach.is_of(&path.display().to_string()));
        let paths = replay.paths().filter(|path| path.is_relative()).filter(by_brief);
        Self(
            paths
                .filter_map(|path| Some((path.display().to_string(), back(run, tree, changes, replay, path)?)))
                .collect(),
        )
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a breach, by the place of its event, is a part of putting the file back.
    pub(super) fn has(&self, breach: &Breach, place: Option<usize>) -> bool {
        self.0.iter().any(|(name, until)| breach.is_of(name) && place.is_some_and(|place| place <= *until))
    }
}

/// What breaks limits by the briefs among the prompts.
fn told(run: &Run) -> Vec<Breach> {
    let briefs = run.events.iter().filter_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } if is_brief(text) => Some(text),
        _ => None,
    });
    let lines = briefs.flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("  - broken by "));
    let parts = lines.flat_map(|line| line.split(", "));
    parts.map(|what| Breach { event: String::new(), what: what.to_owned() }).collect()
}

/// The first change after which a file is again as it was, if the run found it otherwise.
fn back(run: &Run, tree: &Tree, changes: &[Changed], replay: &Replay, path: &Path) -> Option<usize> {
    let was: Vec<Content> = std::iter::once(at_start(tree, path)).chain(below_start(tree, path)).collect();
    let as_it_was = |content: &Content| was.iter().any(|was| was.equals(content) == Some(true));
    let first = replay.steps(path).next()?;
    // Only an edit whose record tells what it found says that the file was as it was; else the brief is believed.
    let at_first = |change: &&Changed| {
        change.index == first.index && change.path.as_deref().is_some_and(|of| replay.name(of) == path)
    };
    let tells = changes
        .iter()
        .find(at_first)
        .and_then(|change| change.edit(run))
        .is_some_and(|edit: &Edit| edit.before.is_some());
    if tells && as_it_was(&replay.before(tree, path, first.index)) {
        return None;
    }
    let step = replay.steps(path).find(|step| as_it_was(&step.content));
    // Where the record does not hold what the last change made, the disk tells.
    let untold = || {
        replay
            .steps(path)
            .next_back()
            .filter(|last| last.content == Content::Unknown && as_it_was(&on_disk(tree, path)))
    };
    step.or_else(untold).map(|step| step.index)
}

/// The files of a broken limit that lie again as they did before the run.
pub(super) fn taken_back(tree: &Tree, broken_by: &[Breach]) -> Vec<String> {
    let lies = tree.files.iter().filter(|(_, state)| tree.exists && state.blob == state.start);
    let names = lies.map(|(path, _)| path.display().to_string());
    names.filter(|name| broken_by.iter().any(|breach| breach.is_of(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Call, Change, Deed, Event, FileState, Outcome, OutcomeState, Runtime, Task};
    use crate::read::done::Done;

    const LIMIT: &str = "Never change a.py";

    /// What breaks the limit by the record of a run that was asked this and made these edits, from what it found.
    fn broken_by(prompt: &str, edits: &[(&str, &str)], disk: &str) -> (usize, Vec<String>) {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        run.cwd = Some("/w".into());
        run.events.push(Event::new("1", None, What::Asked { text: prompt.into(), by: Speaker::Person }));
        for (at, (found, made)) in edits.iter().enumerate() {
            let (id, before) = (format!("call{at}"), Some((*found).to_owned()));
            let edit = Edit {
                path: "/w/a.py".into(),
                change: Change::Write((*made).into()),
                after: None,
                before,
                applied: None,
            };
            let call = Call { id: id.clone(), tool: "Write".into(), deed: Deed::Edit(vec![edit]), result: None };
            run.events.push(Event::new(&id, None, What::Call(call)));
            let outcome = Outcome { call: id, state: OutcomeState::Ok, exit: None, output: String::new(), bytes: 0 };
            run.events.push(Event::new(format!("result{at}"), None, What::Result(outcome)));
        }
        run.match_results();
        let mut tree = Tree { root: "/w".into(), exists: true, ..Tree::default() };
        tree.texts = ["old", "new", "other"].map(|text| (text.to_owned(), text.to_owned())).into();
        let (blob, start) = (Some(disk.to_owned()), Some("old".to_owned()));
        tree.files.insert("a.py".into(), FileState { blob, start, ..FileState::default() });
        let done = Done::of(&run, &tree);
        let replay = Replay::of(&done);
        let mut limits = crate::read::limits::constraints(&done, &Task::default(), &[], &replay);
        let limit = limits.remove(0);
        assert_eq!(limit.text, LIMIT);
        (limit.broken_by.len(), limit.taken_back)
    }

    fn brief(broken: &str) -> String {
        format!(
            "<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->\n# B\n\n## Limits\n- {LIMIT} (CLAUDE.md){broken}\n"
        )
    }

    #[test]
    fn a_run_that_only_puts_a_file_back_breaks_no_limit_whatever_becomes_of_the_file_later() {
        let told = brief("\n  - broken by a.py: this step takes it back");
        for disk in ["old", "new"] {
            assert_eq!(broken_by(&told, &[("new", "old")], disk).0, 0, "{disk}");
            assert_eq!(broken_by(&told, &[("new", "other"), ("other", "old")], disk).0, 0, "in two steps, {disk}");
        }
        assert_eq!(broken_by(&told, &[("new", "old"), ("old", "other")], "other").0, 1, "it broke it anew");
        assert_eq!(broken_by(&told, &[("new", "other")], "other").0, 1, "it never was as before");
        assert_eq!(broken_by(&told, &[("old", "other"), ("other", "old")], "old").0, 2, "it was taken back before");
    }

    #[test]
    fn who_puts_back_what_nobody_called_broken_has_changed_it() {
        assert_eq!(broken_by(&format!("{LIMIT}."), &[("new", "old")], "old").0, 1);
        assert_eq!(broken_by(&brief(""), &[("new", "old")], "old").0, 1);
    }

    #[test]
    fn what_lies_again_as_it_did_is_taken_back_and_was_broken_all_the_same() {
        let asked = format!("{LIMIT}.");
        assert_eq!(broken_by(&asked, &[("old", "new")], "new"), (1, vec![]));
        assert_eq!(broken_by(&asked, &[("old", "new")], "old"), (1, vec!["a.py".to_owned()]));
        assert_eq!(broken_by(&asked, &[("old", "new"), ("new", "old")], "old"), (2, vec!["a.py".to_owned()]));
    }
}
