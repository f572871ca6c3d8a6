//! From what the next run starts: the kept copy, the lines that build its tree, the notice on the task.
//!
//! Hashes of contents come from copies that were kept; nothing here looks at the disk.

use crate::model::{Decided, Facts, KeptCopy, Start, StartFrom, StartMode};
use crate::steps::assign::{called, differing, good_commit, kept_good};

/// The kept copy from which the next run starts.
fn kept(decided: &Decided) -> Option<&KeptCopy> {
    let start = decided.step.as_ref().map(|step| &step.start);
    let salvage = start.filter(|start| start.from == Some(StartFrom::Salvage));
    let of_start = salvage.and_then(|start| start.commit.as_ref());
    let named =
        decided.copies.iter().rev().find(|copy| of_start.is_some_and(|at| copy.name == *at || copy.commit == *at));
    named.or_else(|| decided.copies.last())
}

/// A start with the tree hash of what it starts from, where a kept copy tells it; else it is filled in when the brief is written.
pub(super) fn with_content(start: &Start, decided: &Decided) -> Start {
    let mut start = start.clone();
    if start.from == Some(StartFrom::Salvage)
        && let Some(copy) = kept(decided)
    {
        start.commit = Some(copy.commit.clone());
        start.content = Some(copy.content.clone());
    }
    start
}

/// The files that a run which starts from the work tree as it is finds otherwise than last good has them; nothing is reset for it.
pub(super) fn differs(facts: &Facts, decided: &Decided) -> Vec<String> {
    let start = decided.step.as_ref().map(|step| &step.start);
    let as_it_is = start.is_some_and(|start| start.from == Some(StartFrom::Worktree) && start.commit.is_some());
    let good = good_commit(facts, decided).filter(|_| as_it_is);
    good.and_then(|good| differing(facts, good)).unwrap_or_default()
}

/// The work tree that is made for the next run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTree {
    /// Where it is made.
    pub folder: String,
    /// The branch that is made with it.
    pub branch: String,
    /// What is checked out there, as the command line names it.
    pub commit: String,
    /// The work tree beside which it is made.
    beside: String,
}

/// The work tree of its own in which the next run starts; `None` where it starts in the tree as it is, or resumes.
pub fn own_tree(facts: &Facts, decided: &Decided, recovery: &str) -> Option<OwnTree> {
    let start = with_content(&decided.step.as_ref()?.start, decided);
    let made = start.mode == StartMode::Fresh && matches!(start.from, Some(StartFrom::Commit | StartFrom::Salvage));
    let commit = start.commit.as_deref().filter(|_| made)?;
    let root = facts.tree.root.display().to_string();
    let beside = if start.tree.is_empty() { root } else { start.tree };
    let beside = beside.trim_end_matches('/').to_owned();
    let name = format!("{recovery}-{}", decided.attempt);
    let folder = format!("{beside}-{name}");
    Some(OwnTree { folder, branch: format!("recovery/{name}"), commit: called(commit, decided).to_owned(), beside })
}

/// Command lines that build the tree from which the next run starts, and the last good state where only a kept copy holds it.
pub(super) fn rebuild(facts: &Facts, decided: &Decided, recovery: &str) -> Vec<String> {
    let root = facts.tree.root.display().to_string();
    let root = root.trim_end_matches('/');
    let mut lines = Vec::new();
    if let Some(own) = own_tree(facts, decided, recovery) {
        let (tree, folder) = (quoted(&own.beside), quoted(&own.folder));
        lines.push(format!("git -C {tree} worktree add -b {} {folder} {}", own.branch, own.commit));
    }
    if let Some(copy) = kept_good(facts, decided).filter(|copy| !lines.iter().any(|line| line.ends_with(&copy.name))) {
        let folder = quoted(&format!("{root}-last-good"));
        lines.push(format!("git -C {} worktree add --detach {folder} {}", quoted(root), copy.name));
    }
    lines
}

/// What stands on the task about the run that failed, and that lastgood has left as it is.
pub(super) fn notice(facts: &Facts) -> Option<String> {
    let key = facts.task.key.as_ref()?;
    let status = facts.task.status.as_ref().map(|status| format!(" says {status}")).unwrap_or_default();
    let owner = facts.task.owner.as_ref().map(|owner| format!(", owner {owner}")).unwrap_or_default();
    Some(format!("{} {key}{status}{owner}; nothing was changed on it", facts.task.source))
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:@%,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
