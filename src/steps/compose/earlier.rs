//! Progress that was checked in an earlier attempt and that this attempt has no row for: its run did not make it.
//!
//! It stays in the briefs as long as the tree has it as it was checked. What lies there otherwise, or is not known, is not said to be there.

use std::collections::BTreeSet;
use std::path::Path;

use crate::model::{Checked, Decided, Facts, Opened, Pile, SortRow, Sorted, Tree};
use crate::steps::{assign, broken, review, sort};

/// What was sorted before, has no row any more and is still there, each with the id of its product.
pub(super) fn still_there(facts: &Facts, decided: &Decided, rows: &[SortRow]) -> Vec<(String, Checked)> {
    if decided.attempt < 2 {
        return Vec::new();
    }
    let present =
        |id: &str| rows.iter().any(|row| row.id == id) || facts.products.iter().any(|product| product.id == id);
    let base = assign::good_commit(facts, decided).map(|good| sort::reachable(&facts.tree, good)).unwrap_or_default();
    let in_base = |id: &str| id.strip_prefix("commit:").is_some_and(|commit| base.contains(commit));
    let head = facts.tree.head.as_deref();
    let above = head.map(|head| sort::reachable(&facts.tree, head)).unwrap_or_default();
    let there = |id: &str, sorted: &Sorted| match (id.strip_prefix("commit:"), id.strip_prefix("file:")) {
        (Some(commit), _) => above.contains(commit),
        (_, Some(path)) => {
            lies(&facts.tree, &above, Path::new(path)).is_some_and(|blob| sorted.version.as_deref() == Some(blob))
        }
        _ => false,
    };
    let sorted = decided.sorted.iter().filter(|(id, sorted)| !sorted.together && !present(id) && !in_base(id));
    sorted.filter(|(id, sorted)| there(id, sorted)).map(|(id, sorted)| one(facts, decided, id, sorted)).collect()
}

/// The blob of what lies at a path, where that is known.
fn lies<'a>(tree: &'a Tree, above: &BTreeSet<&str>, path: &Path) -> Option<&'a str> {
    if let Some(state) = tree.files.get(path) {
        return state.blob.as_deref();
    }
    if !tree.repository {
        return tree.beside.get(path)?.as_deref();
    }
    // It is as HEAD has it: the newest commit that touched it says how.
    let own = tree.commits.iter().chain(&tree.earlier).filter(|one| above.contains(one.id.as_str()));
    let touched = own.filter_map(|one| Some((one.at, one.files.iter().find(|file| file.path == path)?)));
    touched.max_by_key(|(at, _)| *at)?.1.after.as_deref()
}

fn one(facts: &Facts, decided: &Decided, id: &str, sorted: &Sorted) -> (String, Checked) {
    let location = match id.strip_prefix("commit:") {
        Some(commit) => format!("commit {}", commit.get(..8).unwrap_or(commit)),
        None => id.strip_prefix("file:").unwrap_or(id).to_owned(),
    };
    let open = |gap: &&String| {
        !review::called_closed(decided, &location, gap, sorted.at) && broken::is_left(facts, decided, &location, gap)
    };
    let gaps = match sorted.pile {
        Pile::Unknown => vec![sorted.reason.clone()],
        _ => sorted.gaps.iter().filter(open).cloned().collect(),
    };
    let marks = decided.read.get(&(id.to_owned(), sorted.version.clone().unwrap_or_default()));
    let here = marks.map(|marks| Opened { by: marks.by.clone(), at: marks.at.unwrap_or(sorted.at), how: None });
    let elsewhere = sorted.seen_elsewhere.clone();
    let elsewhere = elsewhere.map(|place| Opened { by: sorted.by.clone(), at: sorted.at, how: Some(place) });
    let checked = Checked {
        location,
        version: sorted.version.clone(),
        pile: sorted.pile,
        gaps,
        accepted: None,
        opened: elsewhere.or(here),
        seen: None,
    };
    (id.to_owned(), checked)
}
