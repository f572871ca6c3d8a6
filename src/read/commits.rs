//! Commits that a run made, tied to the commands that made them.

use regex::Regex;

use super::ran::{Ran, is_short_id};
use super::shell::{Fate, git};
use crate::model::{Commit, Tree};

/// A commit that a run asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Index of the call into `Run::events`, and the command's place in the script.
    pub place: (usize, usize),
    /// The call's event.
    pub event: String,
    /// The event of the result, if there is one.
    pub result: Option<String>,
    /// The command as typed.
    pub command: String,
    /// What is known of its end.
    pub fate: Fate,
    /// The commit as the tree has it, full id.
    pub id: Option<String>,
}

/// The commits that a run asked for, in order; each commit of the tree is given to one command only.
pub fn made(ran: &[Ran<'_>], tree: &Tree) -> Vec<Made> {
    let mut out: Vec<Made> = Vec::new();
    for command in ran {
        let Some(git) = git(&command.simple).filter(|git| git.verb == "commit") else { continue };
        if command.fate == Fate::Skipped || git.has("--dry-run") {
            continue;
        }
        let taken = |commit: &Commit| out.iter().any(|made| made.id.as_ref() == Some(&commit.id));
        let commit = find(command, git.args, tree).filter(|commit| !taken(commit));
        out.push(Made {
            place: command.place(),
            event: command.event.id.clone(),
            result: command.result.map(|(event, _)| event.id.clone()),
            command: command.simple.text.clone(),
            fate: command.fate,
            id: commit.map(|commit| commit.id.clone()),
        });
    }
    out
}

fn find<'a>(command: &Ran<'_>, args: &[String], tree: &'a Tree) -> Option<&'a Commit> {
    let id = Regex::new(r"\b[0-9a-f]{7,40}\b").ok()?;
    let named = id.find_iter(command.output()).map(|found| found.as_str()).filter(|word| is_short_id(word));
    let by_id = named.filter_map(|id| tree.commits.iter().find(|commit| commit.id.starts_with(id)));
    let message = message(args);
    let subject =
        |commit: &&Commit| message.as_deref().is_some_and(|message| message.lines().next() == Some(&commit.subject));
    let after = |commit: &&Commit| {
        let asked = command.event.at.map(jiff::Timestamp::as_second);
        let end = command.result.and_then(|(event, _)| event.at).map(jiff::Timestamp::as_second);
        let at = commit.at.as_second();
        asked.is_none_or(|asked| at >= asked - 1) && end.is_none_or(|end| at <= end + 1)
    };
    let candidates: Vec<_> = tree.commits.iter().filter(after).collect();
    by_id
        .into_iter()
        .find(|commit| message.is_none() || subject(commit))
        .or_else(|| candidates.iter().copied().find(subject))
        .or_else(|| tree.commits.iter().find(|commit| subject(commit)))
        .or_else(|| candidates.first().copied().filter(|_| candidates.len() == 1 && message.is_none()))
}

/// The message that `-m` gives.
fn message(args: &[String]) -> Option<String> {
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if let Some(message) = word.strip_prefix("--message=") {
            return Some(message.into());
        }
        let short = word.starts_with('-') && !word.starts_with("--") && word.ends_with('m');
        if short || word == "--message" {
            return words.next().cloned();
        }
        if let Some(message) = word.strip_prefix("-m").filter(|message| !message.is_empty()) {
            return Some(message.into());
        }
    }
    None
}
