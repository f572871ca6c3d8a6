//! What lay in the work tree beside a commit when a gate ran: the gate saw it, and the commit does not hold it.
//!
//! A tracked file counts when it differs from HEAD, no event of the run wrote it, and its time on disk is before the gate. One that
//! was changed later says nothing of what the gate saw, and neither does one that is gone: nobody knows since when.
//! An untracked file never counts: what a person leaves lying there stays in the work tree beside whichever commit.

use std::path::{Path, PathBuf};

use super::{differing, named_good};
use crate::model::{Commit, FileState, FileStatus, Run, Tree};
use crate::read::Known;
use crate::read::file_kind::{FileKind, file_kind};
use crate::read::gates::looks_at;
use crate::read::replay::{in_commit, on_disk};

/// The files that may have lain there, found once for all gates of a run.
pub struct Uncommitted<'a> {
    lie: Vec<&'a PathBuf>,
    /// Those of which the brief of the run says that they lay there, from which place on.
    told: (usize, Vec<PathBuf>),
}

impl<'a> Uncommitted<'a> {
    pub fn of(known: Known<'a>) -> Self {
        let counts = |(path, file): &(&PathBuf, &FileState)| {
            let differs = matches!(file.status, FileStatus::Changed | FileStatus::Conflict);
            differs && path.is_relative() && matches!(file_kind(path), FileKind::Source | FileKind::Test)
        };
        let lie = known.tree.files.iter().filter(counts).map(|(path, _)| path).collect();
        let (from, mut told) = differing(known.run).unwrap_or_default();
        told.retain(|path| path.is_relative() && matches!(file_kind(path), FileKind::Source | FileKind::Test));
        Self { lie, told: (from, told) }
    }

    /// Those that a gate saw which was called at `call`.
    pub fn seen(&self, known: Known<'_>, command: &str, call: usize) -> Vec<PathBuf> {
        let seen = self.lie.iter().filter(|path| lay_there(known, path, call) && looks_at(command, path));
        seen.map(|path| (*path).clone()).collect()
    }

    /// Those that a gate saw by the brief, since the run had not changed them yet.
    pub fn told(&self, known: Known<'_>, command: &str, call: usize) -> Vec<PathBuf> {
        let (from, told) = &self.told;
        let changed = |path: &PathBuf| known.replay.steps(path).any(|step| step.index <= call);
        let seen = told.iter().filter(|path| *from < call && looks_at(command, path) && !changed(path));
        seen.cloned().collect()
    }
}

/// Whether a file that no event of the run wrote is on disk what it was before the call of a gate, by its time.
pub fn lay_there(known: Known<'_>, path: &Path, call: usize) -> bool {
    let changed = known.tree.files.get(path).and_then(|file| file.changed);
    let ran = known.run.events.get(call).and_then(|event| event.at);
    // A copied tree keeps whole seconds.
    let before = changed.zip(ran).is_some_and(|(changed, ran)| changed.as_second() < ran.as_second());
    before && known.replay.steps(path).next().is_none()
}

/// The first of these files that a commit holds otherwise than it lies on disk.
pub fn missing<'a>(tree: &Tree, commit: &str, seen: &'a [PathBuf]) -> Option<&'a PathBuf> {
    seen.iter().find(|path| on_disk(tree, path).equals(&in_commit(tree, commit, path)) != Some(true))
}

/// The first of the files that differed from last good which a commit holds as last good does: the gate saw it otherwise.
pub fn told_missing<'a>(run: &Run, tree: &Tree, commit: &str, told: &'a [PathBuf]) -> Option<&'a PathBuf> {
    told.first()?;
    let good = named_good(run)?;
    let all = || tree.commits.iter().chain(&tree.earlier);
    let mut above: Vec<&Commit> = Vec::new();
    let mut at = commit;
    while !at.starts_with(good) {
        // What does not build on last good says nothing of it.
        let one = all().find(|one| one.id == at).filter(|_| above.len() < 1_000)?;
        above.push(one);
        at = one.parents.first()?;
    }
    told.iter().find(|path| !above.iter().any(|one| one.files.iter().any(|file| file.path == **path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Call, Change, CommitFile, Confidence, Deed, Edit, Event, Host, LastGood, Liveness, Outcome, OutcomeState, Run,
        Runtime, Task, Timestamp, Verdict, What,
    };
    use crate::read::{Reading, read};

    const MADE: &str = "7faddf9000000000000000000000000000000000";

    fn at(minute: i64) -> Timestamp {
        Timestamp::new(1_700_000_000 + 60 * minute, 600_000_000).unwrap()
    }

    fn commit(id: &str, minute: i64, files: Vec<CommitFile>) -> Commit {
        let (author, parents) = ("dev".into(), vec![]);
        Commit { id: id.into(), parents, subject: "s".into(), author, at: at(minute), on_head: true, files }
    }

    fn last_good(file: FileState) -> LastGood {
        last_good_with(&[("parcel/wire.py", file)])
    }

    /// A run that edits a test at minute 10, sees the gate green at 11 and commits the test at 12, with these files in the tree.
    fn last_good_with(files: &[(&str, FileState)]) -> LastGood {
        reading(files, None).last_good
    }

    fn reading(files: &[(&str, FileState)], then: Option<&str>) -> Reading {
        asked(files, then, None)
    }

    fn asked(files: &[(&str, FileState)], then: Option<&str>, prompt: Option<String>) -> Reading {
        read_of(&setting(files, then, prompt))
    }

    fn read_of((run, tree): &(Run, Tree)) -> Reading {
        let liveness = Liveness { verdict: Verdict::NoSignOfLife, signs: vec![] };
        read(run, tree, &Host::default(), &liveness, &Task::default())
    }

    fn setting(files: &[(&str, FileState)], then: Option<&str>, prompt: Option<String>) -> (Run, Tree) {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        run.cwd = Some("/w".into());
        let asked = prompt.map(|text| What::Asked { text, by: crate::model::Speaker::Person });
        if let Some(what) = asked {
            run.events.push(Event::new("asked", Some(at(9)), what));
        }
        let write = |path: &str, text: &str| {
            let (path, change) = (PathBuf::from("/w").join(path), Change::Write(text.into()));
            Deed::Edit(vec![Edit { path, change, after: None, before: None, applied: None }])
        };
        let shell = |script: &str| Deed::Command { script: script.into(), cwd: None, background: false };
        let deeds = [
            (write("tests/test_a.py", "a\n"), String::new()),
            (shell("python3 -m unittest"), "Ran 9 tests in 0.1s\n\nOK\n".into()),
            (shell("git add tests && git commit -m s"), format!("[main {}] s\n", &MADE[..7])),
        ];
        for ((deed, output), minute) in
            deeds.into_iter().chain(then.map(|path| (write(path, "new\n"), String::new()))).zip(10..)
        {
            let id = format!("call{minute}");
            let call = Call { id: id.clone(), tool: "t".into(), deed, result: None };
            run.events.push(Event::new(&id, Some(at(minute)), What::Call(call)));
            let outcome = Outcome { call: id, state: OutcomeState::Ok, exit: Some(0), output, bytes: 0 };
            run.events.push(Event::new(format!("result{minute}"), Some(at(minute)), What::Result(outcome)));
        }
        run.match_results();
        let start = "5".repeat(40);
        let mut tree = Tree { root: "/w".into(), exists: true, repository: true, ..Tree::default() };
        (tree.start, tree.head) = (Some(start.clone()), Some(MADE.into()));
        let test = CommitFile { path: "tests/test_a.py".into(), before: None, after: Some("a".into()) };
        tree.commits = vec![commit(&start, 0, vec![]), commit(MADE, 12, vec![test])];
        tree.commits[1].parents = vec![start];
        tree.texts =
            [("a", "a\n"), ("old", "old\n"), ("new", "new\n")].map(|(id, text)| (id.into(), text.into())).into();
        tree.files.extend(files.iter().map(|(path, file)| (PathBuf::from(path), file.clone())));
        (run, tree)
    }

    fn changed(minute: i64) -> FileState {
        let old = Some("old".to_owned());
        let (status, changed) = (FileStatus::Changed, Some(at(minute)));
        FileState {
            status,
            changed,
            blob: Some("new".into()),
            head: old.clone(),
            start: old,
            bytes: 4,
            ..FileState::default()
        }
    }

    fn new(minute: i64) -> FileState {
        FileState { status: FileStatus::New, head: None, start: None, ..changed(minute) }
    }

    #[test]
    fn a_green_does_not_prove_a_commit_without_what_lay_there_before() {
        for file in [changed(1), changed(10), FileState { status: FileStatus::Conflict, ..changed(1) }] {
            let good = last_good(file);
            assert_eq!(good.confidence, Confidence::StartOfRun);
            assert!(good.commit.unwrap().starts_with("555"));
            let why = "7faddf9 is not proven: python3 -m unittest ran green, but that also depends on parcel/wire.py";
            assert!(good.why.starts_with(why), "{}", good.why);
            assert!(good.why.contains("; it was green on the work tree with its uncommitted changes, and nothing"));
        }
    }

    /// What a run proves whose brief said that a file lay there otherwise than last good has it.
    fn good_after(differs: &str, files: &[(&str, FileState)]) -> LastGood {
        let good = "5".repeat(12);
        let prompt = format!(
            "<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->\n# B\n\n## Last good state\n{good}: as it was\nNothing is reset to it: the work tree stays as it is, in which 1 file differs from it: `{differs}`.\n"
        );
        asked(files, None, Some(prompt)).last_good
    }

    #[test]
    fn a_green_saw_what_the_brief_says_lay_there_whatever_has_become_of_it_since() {
        let good = good_after("parcel/wire.py", &[]);
        assert_ne!(good.commit.as_deref(), Some(MADE), "{}", good.why);
        assert!(good.why.contains("depended on parcel/wire.py as the run found it, uncommitted"), "{}", good.why);
        let good = good_after("docs/retry.md", &[]);
        assert_eq!(good.commit.as_deref(), Some(MADE), "no gate reads it: {}", good.why);
        let good = good_after("tests/test_a.py", &[]);
        assert_eq!(good.commit.as_deref(), Some(MADE), "the run wrote it itself before: {}", good.why);
    }

    #[test]
    fn a_commit_that_was_made_when_the_run_had_ended_is_none_of_its() {
        let prove = |end: i64| {
            let mut read = setting(&[], None, None);
            read.0.last_event = Some(at(end));
            let (before, mut later) = (read.1.commits[1].clone(), read.1.commits[1].clone());
            (later.id, later.at, later.parents) = ("9".repeat(40), at(30), vec![before.id]);
            later.files = vec![CommitFile { path: "docs/a.md".into(), before: None, after: Some("a".into()) }];
            (read.1.head, read.1.commits) = (Some(later.id.clone()), [read.1.commits.clone(), vec![later]].concat());
            read_of(&read)
        };
        let after = prove(13);
        assert_eq!(after.last_good.commit.as_deref(), Some(MADE), "{}", after.last_good.why);
        let made = after.products.iter().find(|product| product.version == Some("9".repeat(40))).unwrap();
        assert!(made.made_by.is_empty() && made.reasons[0].starts_with("somebody else made it, after the last record"));
        assert_eq!(prove(31).last_good.commit, Some("9".repeat(40)), "while the run still ran");
    }

    #[test]
    fn the_work_tree_is_named_only_while_it_is_what_was_green() {
        let moved = FileState { blob: Some("a".into()), ..changed(20) };
        let lies_there = changed(1);
        let good = last_good_with(&[("parcel/wire.py", lies_there), ("parcel/size.py", moved)]);
        assert!(good.why.contains("also depends on parcel/wire.py"), "{}", good.why);
        assert!(!good.why.contains("uncommitted"), "{}", good.why);
    }

    #[test]
    fn what_was_changed_and_changed_back_is_the_same_content_again() {
        let (mut run, tree) = setting(&[], None, None);
        let commit = run.events.iter().position(|event| event.id == "call12").unwrap();
        let mut events = run.events.to_vec();
        for (second, text) in ["a\n", "b\n"].into_iter().enumerate() {
            let change = Change::Write(text.into());
            let edit = Edit { path: "/w/tests/test_a.py".into(), change, after: None, before: None, applied: None };
            let id = format!("again{second}");
            let call = Call { id: id.clone(), tool: "t".into(), deed: Deed::Edit(vec![edit]), result: None };
            let outcome =
                Outcome { call: id.clone(), state: OutcomeState::Ok, exit: Some(0), output: String::new(), bytes: 0 };
            events.insert(commit, Event::new(format!("{id}r"), Some(at(11)), What::Result(outcome)));
            events.insert(commit, Event::new(id, Some(at(11)), What::Call(call)));
        }
        run.events = events.into();
        run.match_results();
        let good = read_of(&(run, tree)).last_good;
        assert_eq!(good.commit.as_deref(), Some(MADE));
        let again = "; tests/test_a.py was changed between that run and the commit and is the same content again.";
        assert!(good.why.ends_with(again), "{}", good.why);
    }

    #[test]
    fn a_gate_did_not_run_on_a_commit_without_what_lay_there_before() {
        let content = |file| {
            let gates = reading(&[("parcel/wire.py", file)], None).gates;
            assert_eq!(gates[0].runs.last(), gates[0].last_green.as_ref());
            gates[0].last_green.clone().unwrap().content
        };
        assert_eq!(content(changed(1)), None);
        assert_eq!(content(changed(20)).as_deref(), Some(MADE));
        assert_eq!(content(new(1)).as_deref(), Some(MADE));
    }

    fn is_proven(file: FileState) {
        let good = last_good(file);
        assert_eq!((good.confidence, good.commit.as_deref()), (Confidence::Proven, Some(MADE)), "{}", good.why);
    }

    #[test]
    fn exactly_this_content_is_said_only_when_nothing_else_lay_there() {
        let whole = "on exactly this content; nothing that it covers changed between that run and the commit.";
        for files in [vec![], vec![("docs/retry.md", changed(20))], vec![(".lastgood/brief-1.md", new(1))]] {
            let good = last_good_with(&files);
            assert!(good.why.ends_with(whole), "{}", good.why);
        }
        let covered =
            "on what it covers of this commit; nothing that it covers changed between that run and the commit.";
        for files in [vec![("docs/retry.md", changed(1))], vec![("notes.txt", new(1))]] {
            let good = last_good_with(&files);
            assert!(good.commit.as_deref() == Some(MADE) && good.why.ends_with(covered), "{}", good.why);
        }
        let good = good_after("docs/retry.md", &[]);
        assert!(good.why.ends_with(covered), "{}", good.why);
    }

    #[test]
    fn what_came_first_is_said_first() {
        // The commit is made before the gate runs.
        let (mut run, tree) = setting(&[], None, None);
        for at in [2, 3] {
            run.events.swap(at, at + 2);
        }
        for (event, minute) in run.events.iter_mut().zip([10, 10, 12, 12, 13, 13]) {
            event.at = Some(at(minute));
        }
        run.match_results();
        let good = read_of(&(run, tree)).last_good;
        let why = "on exactly this content; nothing that it covers changed between the commit and that run.";
        assert!(good.commit.as_deref() == Some(MADE) && good.why.ends_with(why), "{}", good.why);
    }

    #[test]
    fn what_was_changed_after_the_gate_says_nothing() {
        is_proven(changed(20));
    }

    #[test]
    fn what_the_run_wrote_itself_says_nothing_whatever_its_time_on_disk_is() {
        for file in [changed(1), changed(10)] {
            let good = reading(&[("parcel/wire.py", file)], Some("parcel/wire.py")).last_good;
            assert_eq!((good.confidence, good.commit.as_deref()), (Confidence::Proven, Some(MADE)), "{}", good.why);
        }
    }

    #[test]
    fn a_time_in_whole_seconds_is_before_only_in_another_second() {
        let soon = FileState { changed: Timestamp::new(at(11).as_second(), 0).ok(), ..changed(1) };
        is_proven(soon);
    }

    #[test]
    fn an_untracked_file_lies_beside_whichever_commit_and_takes_no_proof_away() {
        for file in [new(1), new(10), new(20), FileState { ignored: true, ..new(1) }] {
            is_proven(file);
        }
    }
}
