//! One recorded change applied to a text, or the news that it does not fit.

use crate::model::{Change, Hunk};

/// The text after a change; `None` when the change does not fit the text or is not known.
pub fn apply(text: &str, change: &Change) -> Option<String> {
    match change {
        Change::Write(new) => Some(new.clone()),
        Change::Replace { old, new, all } => replace(text, old, new, *all),
        Change::Patch(hunks) | Change::Move { hunks, .. } => patch(text, hunks),
        Change::Delete | Change::Unknown => None,
    }
}

fn replace(text: &str, old: &str, new: &str, all: bool) -> Option<String> {
    if old.is_empty() {
        return text.is_empty().then(|| new.to_owned());
    }
    if !text.contains(old) {
        return None;
    }
    Some(if all { text.replace(old, new) } else { text.replacen(old, new, 1) })
}

/// Applies pieces one after the other; each is looked for after the one before, first where it is said to be.
fn patch(text: &str, hunks: &[Hunk]) -> Option<String> {
    let ends_with_line = text.is_empty() || text.ends_with('\n');
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut from = 0;
    for hunk in hunks {
        let place = find(&lines, hunk, from)?;
        lines.splice(place..place + hunk.old.len(), hunk.new.iter().cloned());
        from = place + hunk.new.len();
    }
    let mut out = lines.join("\n");
    if ends_with_line && !out.is_empty() {
        out.push('\n');
    }
    Some(out)
}

fn find(lines: &[String], hunk: &Hunk, from: usize) -> Option<usize> {
    if hunk.old.is_empty() {
        // Nothing to find: at its line when the format names one, else at the end.
        return Some(hunk.at.map_or(lines.len(), |at| at.saturating_sub(1).max(from).min(lines.len())));
    }
    let fits = |place: usize, loose: bool| {
        lines.get(place..place + hunk.old.len()).is_some_and(|piece| {
            piece.iter().zip(&hunk.old).all(
                |(have, want)| {
                    if loose { have.trim_end() == want.trim_end() } else { have == want }
                },
            )
        })
    };
    for loose in [false, true] {
        if let Some(at) = hunk.at.map(|at| at.saturating_sub(1)).filter(|at| *at >= from && fits(*at, loose)) {
            return Some(at);
        }
        if let Some(place) = (from..lines.len()).find(|place| fits(*place, loose)) {
            return Some(place);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(old: &[&str], new: &[&str]) -> Hunk {
        let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Hunk { old: own(old), new: own(new), at: None }
    }

    #[test]
    fn pieces_apply_one_after_the_other() {
        let change = Change::Patch(vec![hunk(&["a"], &["A"]), hunk(&["b"], &["B", "B2"])]);
        assert_eq!(apply("b\na\nb\n", &change).as_deref(), Some("b\nA\nB\nB2\n"));
    }

    #[test]
    fn what_does_not_fit_is_not_applied() {
        assert_eq!(apply("x\n", &Change::Patch(vec![hunk(&["a"], &["A"])])), None);
        let change = Change::Replace { old: "a".into(), new: "b".into(), all: false };
        assert_eq!(apply("aa", &change).as_deref(), Some("ba"));
        assert_eq!(apply("x", &change), None);
    }
}
