//! Whether a green result may be compared with an earlier one: not when the tests that existed before were changed, removed or skipped.

use std::path::{Path, PathBuf};

use crate::model::Tree;
use crate::read::file_kind::{FileKind, file_kind};
use crate::read::replay::{Content, Replay, at_start};

/// The test files whose existing lines were changed, removed or skipped between two moments; `None` is the start of the run.
pub fn changed_tests(replay: &Replay, tree: &Tree, from: Option<usize>, to: usize) -> Vec<PathBuf> {
    let mut changed: Vec<PathBuf> = Vec::new();
    for path in replay.paths() {
        if !replay.steps(path).any(|step| from.is_none_or(|from| step.index > from) && step.index <= to) {
            continue;
        }
        let before = from.map_or_else(|| at_start(tree, path), |from| replay.at(tree, path, from));
        let after = replay.at(tree, path, to);
        if weakened(path, &before, &after) {
            changed.push(path.clone());
        }
    }
    changed
}

/// Whether the tests in a file say less than before. What is not known cannot speak for it, so it counts as weaker in a test file.
fn weakened(path: &Path, before: &Content, after: &Content) -> bool {
    let is_test = file_kind(path) == FileKind::Test;
    match (before, after) {
        (Content::Gone, _) => false, // a new file cannot take anything back
        (Content::Text(before), Content::Text(after)) if is_test => took_back(before, after),
        (Content::Text(before), Content::Text(after)) => match (inner_tests(before), inner_tests(after)) {
            (Some(before), Some(after)) => took_back(before, after),
            (Some(_), None) => true,
            (None, _) => false,
        },
        (Content::Text(_) | Content::Unknown, Content::Gone | Content::Unknown)
        | (Content::Unknown, Content::Text(_)) => is_test,
    }
}

/// The tests that stand in a source file itself (Rust).
fn inner_tests(text: &str) -> Option<&str> {
    text.find("#[cfg(test)]").and_then(|at| text.get(at..))
}

fn took_back(before: &str, after: &str) -> bool {
    let mut there: Vec<&str> = meaningful(after).collect();
    for line in meaningful(before) {
        match there.iter().position(|have| *have == line) {
            Some(at) => {
                there.swap_remove(at);
            }
            None => return true,
        }
    }
    there.into_iter().any(skips)
}

/// Lines that say something; imports may grow, and brackets and remarks say nothing.
fn meaningful(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| {
        line.chars().any(char::is_alphanumeric)
            && !["import ", "from ", "use ", "#include", "//", "# ", "const {", "pub use ", "package "]
                .iter()
                .any(|start| line.starts_with(start))
            && !line.contains("require(")
            && !is_ending(line)
    })
}

/// The start of the main program of a test file moves when tests are added before it.
fn is_ending(line: &str) -> bool {
    line.starts_with("if __name__") || line.starts_with("unittest.main(")
}

fn skips(line: &str) -> bool {
    const MARKS: &[&str] = &[
        "unittest.skip",
        "pytest.mark.skip",
        "pytest.skip",
        "skipTest(",
        "mark.xfail",
        "expectedFailure",
        "#[ignore",
        "it.skip",
        "test.skip",
        "describe.skip",
        "it.todo",
        "test.todo",
        "xit(",
        "xdescribe(",
        "t.Skip",
        "@Disabled",
        "@Ignore",
        "skip:",
        "{ skip",
        "this.skip(",
    ];
    MARKS.iter().any(|mark| line.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_tests_are_fine_and_changed_ones_are_not() {
        let before = "import unittest\ndef test_a():\n    assert f(1) == 2\n";
        assert!(!took_back(
            before,
            "import unittest, math\ndef test_a():\n    assert f(1) == 2\ndef test_b():\n    assert f(2) == 4\n"
        ));
        assert!(took_back(before, "import unittest\ndef test_a():\n    assert f(1) == 3\n"));
        assert!(took_back(before, "import unittest\n@unittest.skip('later')\ndef test_a():\n    assert f(1) == 2\n"));
    }

    #[test]
    fn a_test_file_of_which_nothing_is_known_proves_nothing() {
        let path = Path::new("tests/test_a.py");
        assert!(weakened(path, &Content::Unknown, &Content::text("x")));
        assert!(!weakened(path, &Content::Gone, &Content::text("x")));
    }
}
