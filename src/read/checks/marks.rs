//! Marks that a text carries on its face: conflicts, a cut end, work that was put off.

use super::{bad, warn};
use crate::model::{Check, put_off};

/// Conflict marks of a merge or rebase.
pub fn conflicts(text: &str) -> Option<Check> {
    let open = text.lines().position(|line| line.starts_with("<<<<<<< "))?;
    text.lines().skip(open).find(|line| line.starts_with(">>>>>>> "))?;
    Some(bad("conflict marks (<<<<<<<) stand in it", Some(open + 1), "conflict marks are in it"))
}

/// A text that ended with a line end before and does not now, or that holds NUL bytes.
pub fn torn(text: &str, start: Option<&str>) -> Option<Check> {
    if text.contains('\0') {
        return Some(bad("it holds NUL bytes: a write was cut off", None, "NUL bytes are in it"));
    }
    if !text.ends_with('\n') && start.is_some_and(|start| start.ends_with('\n')) {
        let line = text.lines().count();
        return Some(warn("its last line has no end, and had one before", Some(line), "the last line may be cut"));
    }
    None
}

/// Work that was put off: marks that the run added.
pub fn unfinished(text: &str, start: Option<&str>) -> Vec<Check> {
    let before: Vec<&str> = start.unwrap_or_default().lines().map(str::trim).collect();
    let mut checks = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some(mark) = put_off(line) else { continue };
        if before.contains(&line.trim()) {
            continue;
        }
        let short: String = line.trim().chars().take(80).collect();
        checks.push(warn(&format!("{mark} at line {}: {short}", number + 1), Some(number + 1), &short));
        if checks.len() == 5 {
            break; // the rest says the same
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marks_that_the_run_added_count() {
        assert!(unfinished("# TODO: old\n", Some("# TODO: old\n")).is_empty());
        let found = unfinished("x = 1\n    # TODO: rounding\n", None);
        assert_eq!(found.first().and_then(|check| check.line), Some(2));
        assert!(unfinished("TODOS = []\n", None).is_empty());
        for line in [
            "throw new Error('Not implemented');",
            "    # ... rest of the code stays the same",
            "Lorem ipsum dolor",
            "TBD: numbers",
            "  debugger;",
            "    import pdb; pdb.set_trace()",
        ] {
            assert_eq!(unfinished(line, None).len(), 1, "{line}");
        }
        assert!(unfinished("attach(debugger);\nthe rest of the day\n", None).is_empty());
    }

    #[test]
    fn a_ruler_is_no_conflict() {
        assert!(conflicts("=======\ntitle\n").is_none());
        assert!(conflicts("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n").is_some());
    }
}
