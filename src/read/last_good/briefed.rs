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
    let items = section(brief, "Gates that were green");
    let all: Vec<(String, On)> = items.iter().filter_map(|item| green(item, &state)).collect();
    if all.is_empty() {
        return None;
    }
    let on = |wanted: On| all.iter().filter(move |(_, on)| *on == wanted).map(|(gate, _)| gate.clone());
    let (exactly, covered): (Vec<String>, Vec<String>) = (on(On::It).collect(), on(On::Covered).collect());
    let told = [(&exactly, "it"), (&covered, "what it covers of it")];
    let told = told.iter().filter(|(gates, _)| !gates.is_empty());
    let told: Vec<String> = told.map(|(gates, on)| format!("{} green on {on}", gates.join(", "))).collect();
    // A state that was only kept is what a person went on from: what ran green beside it on something else proves nothing of it.
    let proven = !told.is_empty();
    let told = if proven {
        format!(", with {}", told.join(", "))
    } else {
        ", and no gate is known to have run green on it".into()
    };
    let gates = [exactly, covered].concat();
    Some(LastGood {
        commit: Some(id),
        revision: None,
        content: None,
        why: format!(
            "{} names it as last good{told}; {}.",
            called(brief),
            later.unwrap_or("no gate proves a later commit")
        ),
        gates,
        confidence: if proven { Confidence::Proven } else { Confidence::Likely },
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

/// On what a brief says that a gate was green.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    /// On the last good commit.
    It,
    /// On what it covers of it, while other files lay beside it.
    Covered,
    /// On something else.
    Other,
}

/// The command of an item, which stands in back quotes, and on what it was green; `state` is what the brief says of last good.
fn green(item: &str, state: &str) -> Option<(String, On)> {
    let mut parts = item.splitn(3, '`').skip(1);
    let command = parts.next().map(str::trim).filter(|command| !command.is_empty())?;
    // After the name in brackets comes the content.
    let rest = parts.next().and_then(|rest| rest.split_once("), on ")).and_then(|(_, on)| on.split(',').next());
    let good = first_id(state)?;
    let on = match rest.and_then(first_id) {
        Some(id) if id.starts_with(good) || good.starts_with(id) => On::It,
        Some(_) => On::Other,
        // What proves last good stands first in what is said of it.
        None => {
            let first = state.split("; ").next().unwrap_or_default();
            let covers = [" of this commit", " green on it", "what it covers of it", "on exactly this co"];
            let told = first.contains(command) && covers.iter().any(|words| first.contains(words));
            if told { On::Covered } else { On::Other }
        }
    };
    Some((command.to_owned(), on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_gate_was_green_on_is_what_the_brief_says() {
        let state = "8a33962a02c9: make test ran green at 02:30:32 UTC on what it covers of this commit; nothing more.";
        let on = |item: &str| green(item, state).unwrap();
        let item = |on: &str| format!("`make test` (make (all) test){on}, 2026-11-28T02:30:32Z");
        assert_eq!(on(&item(", on 8a33962a02c9")), ("make test".to_owned(), On::It));
        assert_eq!(on(&item(", on worktree")).1, On::Covered);
        assert_eq!(on(&item(", on cf54010b5c72")).1, On::Other);
        let kept = "cf54010b5c72: handed on by the attempt before; make test ran green beside it";
        assert_eq!(green(&item(""), kept).unwrap().1, On::Other, "it was only kept");
        assert_eq!(green("`make lint` (lint), on worktree", state).unwrap().1, On::Other);
    }

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
