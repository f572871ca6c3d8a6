//! The gates that were green, as the brief tells them: on which content, and when. They are what the next run is held against.
//!
//! What was green on last good by an earlier brief stays for as long as last good is that state or is built on it: that a run did
//! not run a gate, or turned it red, takes nothing from the contract.

use super::last_good;
use crate::model::{BriefGate, BriefLastGood, Decided, Facts, Gate, GateRun, GateState, StartFrom};
use crate::steps::{assign, sort};

/// The gates that were green.
pub(super) fn gates(facts: &Facts, decided: &Decided) -> Vec<BriefGate> {
    let good = last_good(facts, decided);
    facts.gates.iter().filter_map(|gate| brief_gate(gate, facts, decided, &good)).collect()
}

fn brief_gate(gate: &Gate, facts: &Facts, decided: &Decided, good: &BriefLastGood) -> Option<BriefGate> {
    let on_good = good.gates.contains(&gate.command);
    let at_good = |run: &&GateRun| run.green && is(good.commit.as_deref(), run.content.as_deref());
    let at_good = gate.runs.iter().rev().find(at_good);
    let known = gate.runs.iter().rev().find(|run| run.green && run.of_brief().is_some() && below(facts, good, run));
    let own = if on_good { at_good.or(gate.last_green.as_ref()) } else { None };
    let green = own.or(known).or(gate.last_green.as_ref())?;
    // A kept copy is the content on which it was green, though no commit had it then.
    let kept = good.salvage.as_ref().and(good.commit.clone()).filter(|_| on_good);
    Some(BriefGate {
        name: gate.command.clone(),
        command: if gate.typed.is_empty() { arguments(&gate.command) } else { gate.typed.clone() },
        state: if on_good || known.is_some() { GateState::Green } else { gate.state },
        content: kept
            .or_else(|| green.content.clone())
            .or_else(|| committed_then(facts, good, green).filter(|_| on_good)),
        at: green.at,
        changed: green.of_brief().map(|_| changed(gate, facts, decided, good)).unwrap_or_default(),
    })
}

/// What was changed in the tests of a gate since an earlier brief knew it green, as far as it lies in the tree from which the next
/// run starts.
fn changed(gate: &Gate, facts: &Facts, decided: &Decided, good: &BriefLastGood) -> Vec<String> {
    let start = decided.step.as_ref().map(|step| &step.start);
    if start.is_some_and(|start| start.from == Some(StartFrom::Commit) && start.commit == good.commit) {
        return Vec::new();
    }
    let differ = good.commit.as_deref().and_then(|commit| assign::differing(facts, commit));
    let lies = |change: &&String| {
        let path = change.split_once(": ").map_or(change.as_str(), |(path, _)| path);
        differ.as_ref().is_none_or(|differ| differ.iter().any(|other| other == path))
    };
    let mut all: Vec<String> = Vec::new();
    for change in gate.changed_before.iter().chain(gate.weakened.iter().map(|(_, what)| what)).filter(lies) {
        if !all.contains(change) {
            all.push(change.clone());
        }
    }
    all
}

/// Whether two commits are the same one; a brief may name it by the beginning of its id.
fn is(good: Option<&str>, content: Option<&str>) -> bool {
    let same = |(good, content): (&str, &str)| good.starts_with(content) || content.starts_with(good);
    good.zip(content).filter(|(_, content)| content.len() >= SHORT).is_some_and(same)
}

/// The fewest letters by which a commit is named.
const SHORT: usize = 7;

/// Whether last good is the state on which an earlier brief knows a gate green, or is built on it. Of what is no commit, or lies
/// below all that is known, nothing says that it is not.
fn below(facts: &Facts, good: &BriefLastGood, green: &GateRun) -> bool {
    let (Some(commit), Some(content)) = (&good.commit, &green.content) else { return true };
    let known = facts.tree.commits.iter().chain(&facts.tree.earlier).find(|one| is(Some(&one.id), Some(content)));
    known.is_none_or(|known| {
        is(Some(commit), Some(content)) || sort::reachable(&facts.tree, commit).contains(known.id.as_str())
    })
}

/// The last good commit, where it was made of what a green ran on. A green after it that has no content of its own ran beside
/// uncommitted changes, and is none of the commit that lay below them.
fn committed_then(facts: &Facts, good: &BriefLastGood, green: &GateRun) -> Option<String> {
    let commit = good.commit.as_ref()?;
    let made = facts.tree.commits.iter().find(|one| one.id.starts_with(commit.as_str())).map(|one| one.at);
    let made = made.or(facts.last_good.at.filter(|_| facts.last_good.commit.as_ref() == Some(commit)));
    let after = made.zip(green.at).is_some_and(|(made, ran)| ran > made);
    (!after).then(|| commit.clone())
}

/// The command as arguments; what only a shell can take apart stays whole for a shell.
fn arguments(command: &str) -> Vec<String> {
    let first = command.split_whitespace().next().unwrap_or_default();
    if first.contains('=') || command.contains(['\'', '"', '\\', '|', '&', ';', '<', '>', '$', '`', '(', '*', '?', '~'])
    {
        return vec!["sh".to_owned(), "-c".to_owned(), command.to_owned()];
    }
    command.split_whitespace().map(str::to_owned).collect()
}
