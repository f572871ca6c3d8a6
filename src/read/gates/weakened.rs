//! Tests that were changed under a gate: lines that existed and are gone, and tests that are skipped.
//!
//! Added tests are fine. A green whose own assertions were changed or removed is not comparable with the one before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::cover::is_test;
use crate::model::{Change, Edit, Hunk, Run, Tree};
use crate::read::changes::{Changed, How};
use crate::read::wording::Wording;

/// A change that takes something from a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weakened {
    /// Where it stands in the run.
    pub place: (usize, usize),
    /// The call's event.
    pub event: String,
    /// The file.
    pub path: PathBuf,
    /// What happened to it, in words.
    pub what: String,
    /// The lines that are gone.
    pub gone: Vec<String>,
    /// Whether a test tool rewrote what it compares with (`vitest -u`).
    pub accepted: bool,
}

/// Commands that make the new output what the tests expect.
static ACCEPTS: Wording = Wording::exact(&[
    r"\b(vitest|jest|playwright|ava|mocha|cypress|karma|test)\b.*\s(-u|--update|--updateSnapshot|--update-snapshots)(\s|$)|",
    r"\bpytest\b.*\s--(snapshot-update|inline-snapshot=\S*(create|fix|update)|force-regen)|\bcargo insta (accept|test .*--accept)|\bgo test\b.*\s--?update\b|",
    r"\b(INSTA_UPDATE=(always|force)|UPDATE_(SNAPSHOTS?|EXPECT|GOLDENS?)=|BLESS=1)",
]);

/// Whether a command makes the new output what the tests expect.
pub(crate) fn accepts(command: &str) -> bool {
    ACCEPTS.fits(command)
}

/// Whether a file holds what a test compares with.
fn is_expected(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let folder = path.components().any(|part| {
        let part = part.as_os_str().to_string_lossy().to_lowercase();
        ["__snapshots__", "snapshots", "golden", "goldens", "__image_snapshots__"].contains(&part.as_str())
    });
    folder || [".snap", ".golden", ".approved.txt", ".ambr"].iter().any(|end| name.ends_with(end))
}

const SKIPS: &[&str] = &[
    "@unittest.skip",
    "@pytest.mark.skip",
    "@pytest.mark.xfail",
    "pytest.skip(",
    "skipTest(",
    "it.skip(",
    "test.skip(",
    "describe.skip(",
    "xit(",
    "xdescribe(",
    "it.todo(",
    ".only(",
    "#[ignore",
    "t.Skip(",
    "t.SkipNow(",
    "@Disabled",
    "@Ignore",
    "[Fact(Skip",
    "[Ignore",
    "@tag :skip",
    "markTestSkipped",
    "skip: true",
    "{ skip:",
    "pending(",
];

/// Every change that takes something from a test, in order.
pub(crate) fn weakened(run: &Run, tree: &Tree, changes: &[Changed]) -> Vec<Weakened> {
    let mut out = Vec::new();
    // What the run itself added to a file may be changed again by it.
    let mut own: BTreeSet<(PathBuf, String)> = BTreeSet::new();
    for change in changes {
        let Some(path) = &change.path else {
            if change.how == How::Program && accepts(&change.command) {
                out.extend(accepted(tree, change));
            }
            continue;
        };
        let test = is_test(path);
        let mut found = |what: &str, gone: Vec<String>| {
            out.push(Weakened {
                place: change.place(),
                event: change.event.clone(),
                path: path.clone(),
                what: what.into(),
                gone,
                accepted: false,
            });
        };
        match (&change.how, change.edit(run)) {
            (How::Removed, _) if test => found("removed", Vec::new()),
            (How::Edited, _) if test => found("edited by a command", Vec::new()),
            (How::Edit(_), Some(edit)) => {
                if matches!(edit.change, Change::Delete) && test {
                    found("removed", Vec::new());
                    continue;
                }
                let (gone, added) = whole_lines(edit, tree, path).unwrap_or_else(|| lines(edit, tree, path));
                let gone: Vec<_> = gone
                    .into_iter()
                    .filter(|line| counts(line, test) && !own.contains(&(path.clone(), line.trim().to_owned())))
                    .filter(|line| !kept(line, &added))
                    .collect();
                if !gone.is_empty() {
                    found("existing lines changed", gone);
                } else if let Some(skip) =
                    SKIPS.iter().find(|skip| test && added.iter().any(|line| line.contains(**skip)))
                {
                    found(&format!("a test is skipped: {skip}"), Vec::new());
                }
                own.extend(added.iter().map(|line| (path.clone(), line.trim().to_owned())));
            }
            _ => {}
        }
    }
    out
}

/// What a test tool made the new expectation: files that were there before and say something else now.
fn accepted<'a>(tree: &'a Tree, change: &'a Changed) -> impl Iterator<Item = Weakened> + 'a {
    let open = tree.files.iter().filter(|(_, state)| state.head.is_some() && state.blob != state.head);
    let committed = tree.commits.iter().skip(usize::from(tree.start.is_some())).flat_map(|commit| &commit.files);
    let committed = committed.filter(|file| file.before.is_some()).map(|file| &file.path);
    let rewritten: BTreeSet<&PathBuf> =
        open.map(|(path, _)| path).chain(committed).filter(|path| is_expected(path)).collect();
    rewritten.into_iter().map(|path| Weakened {
        place: change.place(),
        event: change.event.clone(),
        path: tree.root.join(path),
        what: "what it expects was taken from the new output".into(),
        gone: Vec::new(),
        accepted: true,
    })
}

/// A line that checks something; outside test files only assertions do.
fn counts(line: &str, test: bool) -> bool {
    let code = line.trim();
    let start =
        ["import ", "from ", "use ", "require", "#", "//", "/*", "*", "const {", "\"\"\"", "package ", "include "];
    let told = !code.is_empty()
        && code.chars().any(char::is_alphanumeric)
        && !start.iter().any(|start| code.starts_with(start));
    let fetched = code.contains("require(") || code.starts_with("import render") || code.starts_with("import ");
    if test { told && !fetched } else { code.contains("assert") && told }
}

/// Whether a line lives on as a part of a new one: an argument more, a comma more. What an assertion expects is all of its line.
fn kept(line: &str, added: &[String]) -> bool {
    let end = [',', ';', ')', '}', ']'];
    let text = line.trim().trim_end_matches(end);
    if ASSERTS.iter().any(|word| text.contains(word)) {
        return added.iter().any(|new| new.trim().trim_end_matches(end).ends_with(text));
    }
    added.iter().any(|new| new.contains(text))
}

/// What a line that checks something holds.
const ASSERTS: &[&str] = &["assert", "Assert", "expect(", "should"];

/// The lines that an edit takes away and those that it adds.
pub(crate) fn lines(edit: &Edit, tree: &Tree, path: &std::path::Path) -> (Vec<String>, Vec<String>) {
    let split = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = match &edit.change {
        Change::Replace { old, new, .. } => (split(old), split(new)),
        Change::Patch(hunks) | Change::Move { hunks, .. } => flat(hunks),
        Change::Write(text) => (before(edit, tree, path).map(|text| split(&text)).unwrap_or_default(), split(text)),
        Change::Delete => (before(edit, tree, path).map(|text| split(&text)).unwrap_or_default(), Vec::new()),
        Change::Unknown => match (&edit.before, &edit.after) {
            (Some(before), Some(after)) => (split(before), split(after)),
            _ => (Vec::new(), Vec::new()),
        },
    };
    let minus = |a: &[String], b: &[String]| {
        let mut rest = b.to_vec();
        a.iter()
            .filter(|line| match rest.iter().position(|other| other == *line) {
                Some(at) => {
                    rest.swap_remove(at);
                    false
                }
                None => true,
            })
            .cloned()
            .collect::<Vec<_>>()
    };
    (minus(&old, &new), minus(&new, &old))
}

/// The same of a replaced piece, as the whole lines that it stands in: what is left of an assertion tells what it was.
fn whole_lines(edit: &Edit, tree: &Tree, path: &Path) -> Option<(Vec<String>, Vec<String>)> {
    let Change::Replace { old, new, .. } = &edit.change else { return None };
    let before = before(edit, tree, path)?;
    let at = before.find(old.as_str()).filter(|_| !old.is_empty())?;
    let head = before.get(..at)?.rsplit('\n').next()?;
    let rest = before.get(at + old.len()..)?;
    // A piece that ends a line has nothing of it behind it.
    let tail = if old.ends_with('\n') { "" } else { rest.split('\n').next()? };
    let replaced = |piece: &str| Change::Write(format!("{head}{piece}{tail}"));
    let text = |piece: &str| Some(format!("{head}{piece}{tail}"));
    let whole = Edit { before: text(old), after: text(new), change: replaced(new), ..edit.clone() };
    Some(lines(&whole, tree, path))
}

fn flat(hunks: &[Hunk]) -> (Vec<String>, Vec<String>) {
    (hunks.iter().flat_map(|hunk| hunk.old.clone()).collect(), hunks.iter().flat_map(|hunk| hunk.new.clone()).collect())
}

/// The text before a whole write: recorded, or as it stood when the run started.
fn before(edit: &Edit, tree: &Tree, path: &std::path::Path) -> Option<String> {
    if let Some(before) = &edit.before {
        return Some(before.clone());
    }
    let inner = path.strip_prefix(&tree.root).unwrap_or(path);
    let blob = tree.files.get(inner)?.start.as_ref()?;
    tree.texts.get(blob).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_that_expects_one_thing_more_is_another_one() {
        let kept = |old: &str, new: &str| kept(old, &[new.to_owned()]);
        assert!(!kept(r#"assertEqual(cols, ["id", "cents"])"#, r#"    assertEqual(cols, ["id", "cents", "vat"])"#));
        assert!(kept(r#"  assertEqual(cols, ["id"])"#, r#"if db: assertEqual(cols, ["id"]);"#), "only moved");
        assert!(kept("rows = [1, 2]", "rows = [1, 2, 3]"), "what a test is given may grow");
    }

    #[test]
    fn a_piece_of_an_assertion_that_is_replaced_is_a_changed_assertion() {
        let mut run = Run::new(crate::model::Runtime::ClaudeCode, "s");
        let text = "def test_a(self):\n    self.assertEqual(cols, [\"id\", \"cents\"])\n    rows = [1]\n";
        let replaced = |old: &str, new: &str| Edit {
            path: "/w/tests/test_a.py".into(),
            change: Change::Replace { old: old.into(), new: new.into(), all: false },
            after: None,
            before: Some(text.into()),
            applied: None,
        };
        let edits = [
            replaced("[\"id\", \"cents\"]", "[\"id\", \"cents\", \"vat\"]"),
            replaced("[1]", "[1, 2]"),
            replaced("    rows = [1]\n", "    rows = [1]\n    self.assertTrue(rows)\n"),
        ];
        for (at, edit) in edits.into_iter().enumerate() {
            let call = crate::model::Call {
                id: format!("c{at}"),
                tool: "Edit".into(),
                deed: crate::model::Deed::Edit(vec![edit]),
                result: None,
            };
            let outcome = crate::model::Outcome {
                call: format!("c{at}"),
                state: crate::model::OutcomeState::Ok,
                exit: None,
                output: String::new(),
                bytes: 0,
            };
            run.events.push(crate::model::Event::new(format!("e{at}"), None, crate::model::What::Call(call)));
            run.events.push(crate::model::Event::new(format!("r{at}"), None, crate::model::What::Result(outcome)));
        }
        run.match_results();
        let tree = Tree { root: "/w".into(), ..Tree::default() };
        let done = crate::read::done::Done::of(&run, &tree);
        let found: Vec<_> = done.weak.iter().map(|weak| (weak.event.as_str(), weak.gone.concat())).collect();
        assert_eq!(found, [("e0", "    self.assertEqual(cols, [\"id\", \"cents\"])".to_owned())]);
    }

    #[test]
    fn a_tool_that_takes_its_new_output_for_right_is_known() {
        for command in [
            "pnpm vitest run -u",
            "npx jest --updateSnapshot",
            "npm test -- -u",
            "pytest -q --snapshot-update",
            "cargo insta accept",
            "INSTA_UPDATE=always cargo test",
            "go test ./... -update",
        ] {
            assert!(accepts(command), "{command}");
        }
        for command in ["npx vitest run", "sort -u a", "go test ./...", "python3 -u -m pytest", "cargo update"] {
            assert!(!accepts(command), "{command}");
        }
        assert!(is_expected(Path::new("src/__snapshots__/ui.test.ts.snap")) && !is_expected(Path::new("src/ui.ts")));
    }
}
