//! Step 3, assign: the smallest next step, who gets it, how it starts, by what it is measured, who approves.

mod absent;
mod candidates;
mod fill;
mod good;
mod reach;
mod warnings;

pub use absent::differing;
pub(super) use absent::held_by;
pub use candidates::{candidates, for_you_now, line};
pub use fill::{allows_more, deed, fill, starts};
pub use good::{good_commit, good_from_closing, good_gates, good_why, kept_good};
pub use reach::leaves_red;
pub use warnings::warnings;

use crate::model::{Blocker, Criterion, Decided, Facts, Start};

/// The criteria as they would stand in the brief: those of the operator, else those of the task that nobody called met in a review before;
/// what the task asks of every run by a tag stays.
pub fn criteria(facts: &Facts, decided: &Decided) -> Vec<Criterion> {
    let left = |one: &&Criterion| one.tag.is_some() || one.hash.is_some() || !decided.called_met(&one.text);
    decided.criteria.clone().unwrap_or_else(|| facts.task.criteria.iter().filter(left).cloned().collect())
}

/// Who approves: named here, else by the task.
pub fn approver<'a>(facts: &'a Facts, decided: &'a Decided) -> Option<&'a str> {
    let named = [decided.approver.as_deref(), facts.task.approver.as_deref(), facts.task.owner.as_deref()];
    named.into_iter().flatten().find(|name| !name.trim().is_empty())
}

/// A start as it is typed: a copy that is kept is called by its ref.
pub fn typed(start: &Start, decided: &Decided) -> Start {
    let commit = start.commit.as_deref().map(|commit| called(commit, decided).to_owned());
    Start { commit, ..start.clone() }
}

/// How a commit is called in a command: by the ref of ours that keeps it, where one does.
pub fn called<'a>(commit: &'a str, decided: &'a Decided) -> &'a str {
    decided.copies.iter().find(|copy| copy.commit == commit).map_or(commit, |copy| &copy.name)
}

/// Why the step is not settled.
pub fn blockers(facts: &Facts, decided: &Decided) -> Vec<Blocker> {
    let mut blockers = Vec::new();
    match &decided.step {
        None => blockers.push(Blocker::NoStep),
        Some(step) if step.text.trim().is_empty() => blockers.push(Blocker::NoStep),
        Some(step) => {
            if step.agent.trim().is_empty() {
                blockers.push(Blocker::NoAgent);
            }
            // A person starts as they like; a run starts only in a way that exists.
            let offered = starts(facts, decided).iter().any(|offer| fill::same_start(&offer.start, &step.start));
            if !offered && warnings::is_agent(&step.agent) {
                blockers.push(Blocker::StartNotOffered);
            }
        }
    }
    if criteria(facts, decided).iter().all(|criterion| criterion.text.trim().is_empty()) {
        blockers.push(Blocker::NoCriterion);
    }
    if approver(facts, decided).is_none() {
        blockers.push(Blocker::NoApprover);
    }
    blockers
}

/// Whether there is one step, somebody who gets it, a start, a criterion and an approver.
pub fn settled(facts: &Facts, decided: &Decided) -> bool {
    blockers(facts, decided).is_empty()
}

#[cfg(test)]
mod tests;
