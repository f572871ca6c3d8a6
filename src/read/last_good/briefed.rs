//! A run that was given a brief starts on a state that somebody proved before: the brief says which, and by which gates.

use std::path::PathBuf;

use crate::model::{Commit, Confidence, LastGood, Run, Speaker, What};
use crate::read::Known;
use crate::read::limits::{brief_number, is_brief};
use crate::read::ran::is_short_id;
use crate::read::task::section;

/// The last good state that the newest brief among the prompts names, if the tree has that commit.
pub(super) fn last_good(known: Known<'_>, later: Option<&str>) -> Option<LastGood> {
    let (_, brief) = newest(known.run)?;
    let state = section(brief, "Last good state").join(" ");
    let known_commits: Vec<Commit> = known.tree.commits.iter().chain(&known.tree.earlier).cloned().collect();
    let (id, good) = named(&state, &known_commits)?;
    let gates: Vec<String> = section(brief, "Gates that were green").iter().filter_map(|item| command(item)).collect();
    if gates.is_empty() {
        return None;
    }
    Some(LastGood {
        commit: Some(id),
        revision: None,
        content: None,
        why: format!(
            "{} names it as last good, with {} green on it; {}.",
            called(brief),
            gates.join(", "),
            later.unwrap_or("no gate was green on any later content")
        ),
        gates,
        confidence: Confidence::Proven,
        subject: good.map(|good| good.subject.clone()),
        at: good.map(|good| good.at),
    })
}

/// The newest brief among the prompts of a run, with the place of its prompt.
fn newest(run: &Run) -> Option<(usize, &str)> {
    let prompts = run.events.iter().enumerate().rev();
    prompts.into_iter().find_map(|(at, event)| match &event.what {
        What::Asked { text, by: Speaker::Person } if is_brief(text) => Some((at, text.as_str())),
        _ => None,
    })
}

/// The last good commit that the newest brief of a run names, by the beginning of its id.
pub fn named_good(run: &Run) -> Option<&str> {
    let (_, brief) = newest(run)?;
    let (_, rest) = brief.split_once("\n## Last good state\n")?;
    first_id(rest.lines().next()?)
}

/// The files that differed from last good when the newest brief of a run was written, and that it left as they lay; with the
/// place of its prompt. Of many the brief names the first.
pub fn differing(run: &Run) -> Option<(usize, Vec<PathBuf>)> {
    let (at, brief) = newest(run)?;
    let line = brief.lines().find(|line| line.starts_with("Nothing is reset to it: "))?;
    let (_, names) = line.split_once(" from it: ")?;
    Some((at, names.split('`').skip(1).step_by(2).map(PathBuf::from).collect()))
}

/// What a brief is called: a text that is handed on knows no "this run".
fn called(brief: &str) -> String {
    match brief_number(brief) {
        Some(number) => format!("Brief {number}"),
        None => "The brief before".to_owned(),
    }
}

/// The commit that a text names first, with what is known of it: what comes after it may be one that is not proven. The one on
/// which the run began is known by the commits that build on it.
fn named<'a>(text: &str, commits: &'a [Commit]) -> Option<(String, Option<&'a Commit>)> {
    let short = first_id(text)?;
    if let Some(commit) = commits.iter().find(|commit| commit.id.starts_with(short)) {
        return Some((commit.id.clone(), Some(commit)));
    }
    let below = commits.iter().flat_map(|commit| &commit.parents).find(|parent| parent.starts_with(short));
    below.map(|id| (id.clone(), None))
}

/// The first id of a commit in a text.
pub(super) fn first_id(text: &str) -> Option<&str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric()).find(|word| is_short_id(word))
}

/// The command of an item, which stands in back quotes.
fn command(item: &str) -> Option<String> {
    let command = item.split('`').nth(1)?.trim();
    (!command.is_empty()).then(|| command.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_good_state_of_a_brief_is_the_commit_that_it_names_first() {
        let start = format!("cf54010b5c72{}", "0".repeat(28));
        let made = format!("8a33962a02c9{}", "0".repeat(28));
        let commit = Commit {
            id: made.clone(),
            parents: vec![start.clone()],
            subject: "s".into(),
            author: "dev".into(),
            at: crate::model::Timestamp::UNIX_EPOCH,
            on_head: true,
            files: vec![],
        };
        let state =
            "cf54010b5c72: Brief 1 names it as last good, with make green on it; 8a33962 is not proven: make ran green";
        let id = |text: &str| named(text, std::slice::from_ref(&commit)).map(|(id, known)| (id, known.is_some()));
        assert_eq!(id(state), Some((start, false)), "and not the one that it calls not proven");
        assert_eq!(id("8a33962a02c9: make ran green"), Some((made, true)));
        assert_eq!(id("1234567a02c9: make ran green; 8a33962 is not proven"), None);
    }
}
