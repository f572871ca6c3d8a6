//! The tree of rows: what stands on a branch that was left by rewinding.
//!
//! Each row names the row before it. Parallel calls fork the tree without any rewinding, so only a prompt of a person off the
//! path to the last row begins an abandoned branch.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A row of the main chain.
#[derive(Debug)]
pub(super) struct Node {
    pub uuid: String,
    /// The row before it; `None` when none is named.
    pub parent: Option<String>,
    /// Whether it is a prompt of a person.
    pub prompt: bool,
    /// The events that came from it.
    pub events: Range<usize>,
}

/// The events on abandoned branches.
pub(super) fn abandoned(nodes: &[Node]) -> HashSet<usize> {
    let index: HashMap<&str, usize> = nodes.iter().enumerate().map(|(at, node)| (node.uuid.as_str(), at)).collect();
    // Where the named row is not in the file (it was torn), the row before in the file takes its place.
    let before = |at: usize| -> Option<usize> {
        let named = nodes[at].parent.as_deref().and_then(|parent| index.get(parent).copied());
        named.filter(|parent| *parent < at).or_else(|| at.checked_sub(1))
    };
    let mut on_path = vec![false; nodes.len()];
    let mut at = nodes.len().checked_sub(1);
    while let Some(here) = at {
        on_path[here] = true;
        at = before(here);
    }
    let mut left = vec![false; nodes.len()];
    let mut events = HashSet::new();
    for (at, node) in nodes.iter().enumerate() {
        left[at] = !on_path[at] && (node.prompt || before(at).is_some_and(|parent| left[parent]));
        if left[at] {
            events.extend(node.events.clone());
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(rows: &[(&str, Option<&str>, bool)]) -> Vec<usize> {
        let node = |(at, (uuid, parent, prompt)): (usize, &(&str, Option<&str>, bool))| Node {
            uuid: (*uuid).into(),
            parent: parent.map(Into::into),
            prompt: *prompt,
            events: at..at + 1,
        };
        let nodes: Vec<Node> = rows.iter().enumerate().map(node).collect();
        let mut left: Vec<usize> = abandoned(&nodes).into_iter().collect();
        left.sort_unstable();
        left
    }

    #[test]
    fn a_prompt_that_was_taken_back_takes_its_answers_with_it() {
        let rows = [
            ("p1", None, true),
            ("a1", Some("p1"), false),
            ("p2", Some("a1"), true),
            ("a2", Some("p2"), false),
            ("p3", Some("a1"), true),
            ("a3", Some("p3"), false),
        ];
        assert_eq!(left(&rows), [2, 3]);
    }

    #[test]
    fn parallel_calls_and_torn_rows_abandon_nothing() {
        let rows = [
            ("p1", None, true),
            ("call1", Some("p1"), false),
            ("call2", Some("call1"), false),
            ("result1", Some("call1"), false),
            ("result2", Some("call2"), false),
            ("a", Some("result2"), false),
            ("p2", Some("torn"), true),
        ];
        assert!(left(&rows).is_empty());
    }
}
