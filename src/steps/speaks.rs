//! What on record speaks for a line that is left: a test that names it, a commit that says it, a file that it names and that was
//! changed. It may be met already, and only a person can say so: nothing here decides.
//!
//! It is strict on purpose: a line for which nothing speaks in its own words is not asked about.

use std::collections::BTreeSet;
use std::path::Path;

use crate::model::{Brief, Commit, Facts, LeftLine, ProductKind, Speaks, Tree};
use crate::steps::text;

/// What was made at one time, looked through once for all lines.
pub(super) struct Made<'a> {
    /// The commit that holds it; none for what lies there without one.
    commit: Option<&'a Commit>,
    /// The words of its first line.
    subject: BTreeSet<String>,
    files: Vec<File<'a>>,
}

struct File<'a> {
    path: String,
    before: &'a str,
    after: &'a str,
    /// Its tests: the line that names each, its name, the words of that.
    tests: Vec<(usize, &'a str, BTreeSet<String>)>,
}

impl<'a> File<'a> {
    fn new(path: String, before: &'a str, after: &'a str) -> Self {
        let found = if text::is_test(&path) { tests(after) } else { Vec::new() };
        let tests = found.into_iter().map(|(at, name)| (at, name, words(name))).collect();
        Self { path, before, after, tests }
    }
}

/// What commits hold, as far as HEAD reaches them.
pub(super) fn committed<'a>(tree: &'a Tree, commits: impl Iterator<Item = &'a Commit>) -> Vec<Made<'a>> {
    let held = |blob: &Option<String>| blob.as_ref().and_then(|blob| tree.texts.get(blob)).map(String::as_str);
    let made = commits.filter(|commit| commit.on_head).map(|commit| {
        let there = commit.files.iter().filter(|file| file.after.is_some());
        let files = there.map(|file| {
            let texts = held(&file.after).map(|after| (held(&file.before).unwrap_or_default(), after));
            let (before, after) = texts.unwrap_or_default();
            File::new(file.path.display().to_string(), before, after)
        });
        Made { commit: Some(commit), subject: words(&commit.subject), files: files.collect() }
    });
    made.collect()
}

/// What lies there without a commit: each file with its text before and now.
pub(super) fn loose<'a>(files: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> Made<'a> {
    let files = files.map(|(path, before, after)| File::new(path.to_owned(), before, after));
    Made { commit: None, subject: BTreeSet::new(), files: files.collect() }
}

/// What speaks for a line and the files that it names, oldest first.
pub(super) fn of(made: &[Made<'_>], line: &str, named: &[String]) -> Vec<Speaks> {
    let line = line_words(line);
    let mut found = Vec::new();
    for one in made {
        let known = found.len();
        let held_by = |speaks: Speaks| Speaks {
            commit: one.commit.map(|commit| commit.id.clone()),
            subject: one.commit.map(|commit| commit.subject.clone()),
            ..speaks
        };
        for file in &one.files {
            let named_by = file.tests.iter().filter(|(_, _, words)| says(&line, words));
            // What was in it before is not made now.
            let new = named_by.filter(|(_, name, _)| !tests(file.before).iter().any(|(_, old)| old == name));
            found.extend(new.map(|(at, name, _)| {
                let (path, test) = (Some(file.path.clone()), Some((*name).to_owned()));
                held_by(Speaks { file: path, test, lines: source(file.after, *at), ..Speaks::default() })
            }));
            if named.iter().any(|name| text::same_file(name, &file.path)) {
                found.push(held_by(Speaks { file: Some(file.path.clone()), ..Speaks::default() }));
            }
        }
        // What its tests or its files say, its first line need not say again.
        if found.len() == known && says(&line, &one.subject) {
            found.push(held_by(Speaks::default()));
        }
    }
    found
}

/// The commit of the run whose first line says all that a line asks for. A line of one word says too little.
pub(super) fn said_by<'a>(facts: &'a Facts, line: &str) -> Option<&'a Commit> {
    let asked = words(line);
    let made = facts.products.iter().filter(|one| one.kind == ProductKind::Commit && !one.made_by.is_empty());
    let commits = made.filter_map(|one| facts.tree.commits.iter().find(|commit| commit.id == one.location));
    let mut says = commits.filter(|commit| commit.on_head && asked.is_subset(&words(&commit.subject)));
    says.next().filter(|_| asked.len() > 1)
}

/// Lets what earlier briefs know of what is left count beside the record of the run that came after them.
pub(super) fn carry<'a>(facts: &mut Facts, briefs: impl Iterator<Item = &'a Brief>) {
    for left in briefs.flat_map(|brief| &brief.left) {
        let known = facts.spoken.iter_mut().find(|known| known.line == left.line);
        match known {
            Some(known) => {
                let new: Vec<Speaks> = left.speaks.iter().filter(|one| !known.speaks.contains(one)).cloned().collect();
                known.speaks.extend(new);
            }
            None => facts.spoken.push(LeftLine { not_met: None, unjudged: None, ..left.clone() }),
        }
    }
}

/// Whether what speaks for a line still is there, as far as the tree tells: a file that differs from HEAD lies as it is on disk.
pub(super) fn still(tree: &Tree, speaks: &Speaks) -> bool {
    let gone = |id: &String| tree.commits.iter().chain(&tree.earlier).any(|one| one.id == *id && !one.on_head);
    let there = |path: &String| {
        let Some(state) = tree.files.get(Path::new(path)) else { return true };
        let text = state.blob.as_ref().map(|blob| tree.texts.get(blob));
        let has = |test: &String| text.flatten().is_some_and(|text| text.contains(test.as_str()));
        text.is_some() && speaks.test.as_ref().is_none_or(has)
    };
    !speaks.commit.as_ref().is_some_and(gone) && speaks.file.as_ref().is_none_or(there)
}

/// Whether a name or a first line of a commit says what a line says: at least three words that carry meaning stand in both, they are
/// most of its own, and not only a few of the line's.
fn says(line: &BTreeSet<String>, name: &BTreeSet<String>) -> bool {
    let both = line.intersection(name).count();
    both >= 3 && both * 3 >= name.len() * 2 && both * 4 >= line.len()
}

/// Whether a line asks for no more than that the files which it names are made. What one of them is to say, or to do, only a person can
/// see in it.
pub(super) fn only_names(line: &str, named: &[String]) -> bool {
    const MAKES: &[&str] = &["add", "complete", "create", "entry", "file", "finish", "make", "update", "write"];
    let of_paths: BTreeSet<String> = named.iter().flat_map(|file| words(file)).collect();
    line_words(line).iter().all(|word| MAKES.contains(&word.as_str()) || of_paths.contains(word))
}

/// The words of a line; those of a path are none of them.
fn line_words(line: &str) -> BTreeSet<String> {
    words(&text::files(line).iter().fold(line.to_owned(), |rest, file| rest.replace(file.as_str(), " ")))
}

/// The words that carry meaning, as they are counted: `tries` is `try`, `zero` is `0`, `BudgetOfZero` is three.
fn words(text: &str) -> BTreeSet<String> {
    const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const LITTLE: &[&str] = &[
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "in", "is", "it", "its", "of", "on", "or", "should",
        "test", "tests", "that", "the", "then", "this", "to", "when", "with",
    ];
    let mut parts = String::with_capacity(text.len() + 8);
    let mut small = false;
    for letter in text.chars() {
        if letter.is_uppercase() && small {
            parts.push(' ');
        }
        small = letter.is_lowercase();
        parts.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    let lower = parts.to_lowercase();
    let told = lower.split_whitespace().filter(|word| !LITTLE.contains(word));
    told.map(|word| NUMBERS.iter().position(|number| *number == word).map_or_else(|| stem(word), |at| at.to_string()))
        .collect()
}

/// A word without the end that only its place in a sentence gives it.
fn stem(word: &str) -> String {
    let long = |end: &&str| word.len() >= end.len() + 3;
    let cut = |end: &'static str| Some(end).filter(long).and_then(|end| word.strip_suffix(end));
    if let Some(base) = cut("ies") {
        return format!("{base}y");
    }
    let base = cut("ing")
        .or_else(|| cut("ed"))
        .or_else(|| Some(word.strip_suffix('s')?).filter(|base| base.len() > 2 && !base.ends_with('s')));
    base.unwrap_or(word).to_owned()
}

/// The tests of a text, each with the line (from 0) that names it, by the ways in which the usual runners find them.
fn tests(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let marked = |at: usize| {
        let above = lines.get(at.saturating_sub(3)..at).unwrap_or_default();
        above.iter().rev().take_while(|line| !line.trim().is_empty()).any(|line| {
            let line = line.trim();
            (line.starts_with("#[") && line.contains("test"))
                || line.starts_with("@Test")
                || line == "@ParameterizedTest"
        })
    };
    let name = |(at, line): (usize, &&'_ str)| {
        let word = |rest: &'_ str| rest.find(['(', '<', ' ']).map_or(rest.len(), |end| end);
        let line = line.trim_start();
        for (begin, own) in [("def test", 4), ("async def test", 10), ("func Test", 5)] {
            if line.starts_with(begin) {
                let rest = line.get(own..)?;
                return rest.get(..word(rest)).map(|name| (at, name.to_owned()));
            }
        }
        for begin in ["it(", "test(", "specify(", "it ", "test "] {
            let Some(rest) = line.strip_prefix(begin) else { continue };
            let quote = rest.chars().next().filter(|first| ['\'', '"', '`'].contains(first))?;
            let rest = rest.get(1..)?;
            return rest.get(..rest.find(quote)?).map(|name| (at, name.to_owned()));
        }
        let (_, rest) =
            ["fn ", "fun ", "void "].iter().find_map(|begin| line.split_once(begin)).filter(|_| marked(at))?;
        rest.get(..word(rest)).map(|name| (at, name.trim_matches('`').to_owned()))
    };
    let found: Vec<(usize, String)> = lines.iter().enumerate().filter_map(name).collect();
    found
        .iter()
        .filter_map(|(at, name)| {
            let line = lines[*at];
            let begin = line.find(name.as_str())?;
            Some((*at, line.get(begin..begin + name.len())?))
        })
        .collect()
}

/// Lines of a test that are kept.
const MOST: usize = 30;

/// The source of the test that a line names: to the next one, or to what stands less deep.
fn source(text: &str, at: usize) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let Some(first) = lines.get(at) else { return Vec::new() };
    let closes = |line: &str| line.trim().starts_with(['}', ')']);
    let mut own: Vec<&str> = vec![first];
    for line in lines.iter().skip(at + 1).take(MOST - 1) {
        if !line.trim().is_empty() && depth(line) <= depth(first) {
            own.extend(closes(line).then_some(*line));
            break;
        }
        own.push(line);
    }
    while own.last().is_some_and(|line| line.trim().is_empty()) {
        own.pop();
    }
    own.iter().map(|line| line.get(depth(first)..).unwrap_or_else(|| line.trim_start()).to_owned()).collect()
}

#[cfg(test)]
mod tests_of_it {
    use super::*;
    use crate::model::CommitFile;
    use crate::model::build::at;

    const LINE: &str = "a worker with a budget of 0 tries once and stops";

    #[test]
    fn a_name_speaks_for_a_line_only_in_its_own_words() {
        let jitter = "jitter stays within 20 per cent of the delay, covered by tests/test_jitter.py";
        for (line, name, speaks) in [
            (LINE, "test_a_budget_of_zero_asks_once", true),
            (LINE, "budgetOfZeroAsksOnce", true),
            (LINE, "worker: a budget of zero asks once", true),
            (LINE, "test_zero_is_none", false),
            (LINE, "test_three_tries_by_default", false),
            (LINE, "worker: spend the budget", false),
            (jitter, "jitter: the delay stays within a fifth", true),
            (jitter, "jitter: a bounded delay", false),
            (jitter, "test_within_a_fifth", false),
            ("docs/retry.md explains the option", "cli: the --budget option", false),
            ("the tests are green", "the tests are green", false),
        ] {
            assert_eq!(says(&line_words(line), &words(name)), speaks, "{line} | {name}");
        }
    }

    #[test]
    fn tests_are_found_as_their_runners_find_them() {
        let names = |text: &str| tests(text).into_iter().map(|(_, name)| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(names("class A:\n    def test_one(self):\n        pass\n    def helper(self):\n"), ["test_one"]);
        assert_eq!(names("#[test]\nfn zero_asks_once() {\n}\n\nfn other() {}\n"), ["zero_asks_once"]);
        assert_eq!(names("  it('asks once', () => {\n  it(name, () => {\n"), ["asks once"]);
        assert_eq!(names("func TestZero(t *testing.T) {\nfunc zero() {\n"), ["TestZero"]);
        assert_eq!(names("@Test\nvoid zeroAsksOnce() {\n"), ["zeroAsksOnce"]);
    }

    #[test]
    fn a_test_that_a_commit_added_speaks_with_its_source_and_what_stood_there_before_does_not() {
        let mut tree = Tree::default();
        let before = "class T:\n    def test_default(self):\n        pass\n";
        let zero = "\n    def test_a_budget_of_zero_asks_once(self):\n        ask()\n\n        check()\n";
        tree.texts.insert("b0".into(), before.into());
        tree.texts.insert("b1".into(), format!("{before}{zero}"));
        let file = |path: &str, before: &str, after: &str| CommitFile {
            path: path.into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        let commit = |files: Vec<CommitFile>, on_head: bool| Commit {
            id: "62c19bb0aa".into(),
            parents: vec![],
            subject: "worker: a budget of zero asks once".into(),
            author: "codex".into(),
            at: at(1),
            on_head,
            files,
        };
        let of = |commit: Commit, line: &str| super::of(&committed(&tree, [commit].iter()), line, &text::files(line));
        let adds = || vec![file("tests/test_worker.py", "b0", "b1")];
        let found = of(commit(adds(), true), LINE);
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(one.test.as_deref(), Some("test_a_budget_of_zero_asks_once"));
        let source = ["def test_a_budget_of_zero_asks_once(self):", "    ask()", "", "    check()"];
        assert_eq!(
            (one.lines.as_slice(), one.commit.as_deref()),
            (source.map(str::to_owned).as_slice(), Some("62c19bb0aa"))
        );
        assert!(of(commit(adds(), false), LINE).is_empty(), "HEAD does not have it");
        assert!(of(commit(adds(), true), "the page explains the option").is_empty());
        // The first line of the commit alone says it, and a file that the line names was changed.
        let only = of(commit(vec![file("src/a.py", "b1", "b1")], true), LINE);
        assert_eq!(only[0].subject.as_deref(), Some("worker: a budget of zero asks once"));
        let named = of(commit(vec![file("docs/a.md", "b0", "b1")], true), "docs/a.md explains it");
        assert_eq!(named[0].file.as_deref(), Some("docs/a.md"));
        // What was taken out again since does not speak any more.
        assert!(still(&tree, one));
        let state = crate::model::FileState { blob: Some("b0".into()), ..Default::default() };
        tree.files.insert("tests/test_worker.py".into(), state);
        assert!(!still(&tree, one));
    }
}
