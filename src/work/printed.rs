//! What of the output of a gate is worth keeping beside its result: the tests that failed, by the lines that name them, and its end.
//! The whole output lies in the recovery's folder; this only picks, it judges nothing.

/// Lines that name a failure, at most.
const NAMED: usize = 4;
/// Lines of the end.
const END: usize = 4;
/// Letters of a line.
const LONG: usize = 200;

/// How the lines begin by which runners of tests name one that failed.
const BEGINS: &[&str] =
    &["FAIL:", "ERROR:", "FAIL ", "FAILED ", "--- FAIL", "not ok ", "✗ ", "✕ ", "✖ ", "× ", "● ", "error:", "error["];
/// How they end.
const ENDS: &[&str] = &["... FAILED", "... FAIL", "... ERROR", " FAILED"];

/// The lines of an output that name what failed, then its last ones, each once.
pub fn printed(output: &str) -> Vec<String> {
    let lines: Vec<String> = output.lines().map(short).filter(|line| !line.is_empty()).collect();
    let names = |line: &&String| {
        let bare = line.trim_start();
        BEGINS.iter().any(|begin| bare.starts_with(begin)) || ENDS.iter().any(|end| bare.ends_with(end))
    };
    let end = lines.len().saturating_sub(END);
    let mut kept: Vec<String> = Vec::new();
    for line in lines.iter().take(end).filter(names).take(NAMED).chain(lines.iter().skip(end)) {
        if !kept.contains(line) {
            kept.push(line.clone());
        }
    }
    kept
}

/// A line without what draws it, and not longer than is read.
fn short(line: &str) -> String {
    let mut out = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' && letters.peek() == Some(&'[') {
            // The colours of a terminal: up to the letter that ends them.
            let _ = letters.by_ref().skip(1).find(char::is_ascii_alphabetic);
        } else if !letter.is_control() || letter == '\t' {
            out.push(letter);
        }
    }
    out.trim_end().chars().take(LONG).collect()
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn the_test_that_failed_stands_before_the_end() {
        let python = "..F\n======\nFAIL: test_jitter_bounds (test_jitter.TestJitter)\n-----\nTraceback\n  File a\n\
                      AssertionError: 0.3 != 0.2\n\n-----\nRan 9 tests in 0.004s\n\nFAILED (failures=1)\n";
        let kept = printed(python);
        assert_eq!(kept[0], "FAIL: test_jitter_bounds (test_jitter.TestJitter)");
        assert_eq!(kept.last().map(String::as_str), Some("FAILED (failures=1)"));
        assert!(kept.iter().any(|line| line.contains("0.3 != 0.2")));
        assert_eq!(kept.iter().filter(|line| line.starts_with("FAILED")).count(), 1);
        let rust =
            "test a ... ok\ntest b::c ... \u{1b}[31mFAILED\u{1b}[0m\n1\n2\n3\n4\n5\ntest result: FAILED. 1 passed\n";
        assert_eq!(printed(rust), ["test b::c ... FAILED", "3", "4", "5", "test result: FAILED. 1 passed"]);
        assert_eq!(printed("\n\n"), Vec::<String>::new());
        assert_eq!(printed("OK\n"), ["OK"]);
    }
}
