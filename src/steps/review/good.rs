//! The last good state after an attempt: that of its brief, or a newer commit that was proven since.
//!
//! It moves only forward, to a commit that builds on the one before, on which every gate was green that was green there, and that
//! keeps to the limits. What a person thinks of the state is theirs to say: they can choose another.

use std::collections::BTreeMap;

use super::Against;
use crate::model::{Commit, Confidence, GateState, Measured, Review, Side, gate_line, same_gate};

/// The newer commit to which last good moves on, with why; by the record of the run, or by what lastgood ran itself.
pub fn moves_on<'a>(
    against: &Against<'a>,
    review: &Review,
    known: impl Iterator<Item = &'a Commit>,
) -> Option<(String, String)> {
    let before = against.brief.last_good.commit.as_deref()?;
    let tree = &against.facts.tree;
    let broken = !review.limits_broken.is_empty() || !review.standing.is_empty();
    let known: BTreeMap<&str, &Commit> =
        known.chain(&tree.commits).map(|commit| (commit.id.as_str(), commit)).collect();
    let newer = |commit: &str| commit != before && builds_on(commit, before, &known);
    let on_head =
        |commit: &str| tree.head.as_deref().is_some_and(|head| head == commit || builds_on(head, commit, &known));
    let of_run = || {
        let own = &against.facts.last_good;
        let commit = own.commit.clone().filter(|_| own.confidence == Confidence::Proven && own.content.is_none())?;
        let all = wanted(against).iter().all(|gate| own.gates.iter().any(|green| alike(against, green, gate)));
        (all && !own.gates.is_empty()).then(|| (commit, own.why.clone()))
    };
    let fits = |(commit, _): &(String, String)| newer(commit) && on_head(commit) && !red_on(against, commit);
    of_run().filter(fits).or_else(|| measured(against).filter(|_| !broken).filter(fits))
}

/// The gates that were green on the last good state of the brief.
fn wanted<'a>(against: &Against<'a>) -> Vec<&'a str> {
    let green = against.brief.last_good.gates.iter().map(String::as_str);
    green.collect()
}

/// The commit on which lastgood itself ran every gate green that is wanted.
fn measured(against: &Against<'_>) -> Option<(String, String)> {
    let newest = present(against).next().filter(|result| result.state == GateState::Green)?;
    let commit = newest.commit.clone()?;
    let on_it = |gate: &str| {
        let of = |result: &&Measured| {
            alike(against, &result.name, gate) || alike(against, &gate_line(&result.command), gate)
        };
        let last = present(against).find(of)?;
        (last.state == GateState::Green && last.commit.as_ref() == Some(&commit)).then_some(last)
    };
    let wanted = wanted(against);
    let gates: Vec<&str> = if wanted.is_empty() { vec![newest.name.as_str()] } else { wanted };
    gates.iter().all(|gate| on_it(gate).is_some()).then(|| {
        let at = newest.at.strftime("%Y-%m-%d %H:%M UTC");
        (commit, format!("lastgood ran {} green on exactly this commit, {at}", gates.join(", ")))
    })
}

/// What was run here on the present content, newest first.
fn present<'a>(against: &Against<'a>) -> impl Iterator<Item = &'a Measured> {
    against.measured.iter().rev().filter(|result| result.side == Side::Present)
}

/// Whether the last thing that a gate said of a commit here was red.
fn red_on(against: &Against<'_>, commit: &str) -> bool {
    let mut last: BTreeMap<&str, GateState> = BTreeMap::new();
    for result in against.measured.iter().filter(|result| result.commit.as_deref() == Some(commit)) {
        last.insert(&result.name, result.state);
    }
    last.values().any(|state| *state == GateState::Red)
}

fn builds_on(commit: &str, before: &str, known: &BTreeMap<&str, &Commit>) -> bool {
    let mut at = commit;
    // A chain is never longer than what is known.
    for _ in 0..=known.len() {
        if at.starts_with(before) {
            return true;
        }
        let Some(parent) = known.get(at).and_then(|commit| commit.parents.first()) else { return false };
        at = parent;
    }
    false
}

fn alike(against: &Against<'_>, one: &str, other: &str) -> bool {
    same_gate(one, other, Some(&against.facts.tree.root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{self, at, facts};
    use crate::model::{Brief, Facts};
    use crate::steps::compose::compose;
    use crate::steps::review::review;

    fn commit(id: &str, parent: &str) -> Commit {
        Commit {
            id: id.into(),
            parents: vec![parent.into()],
            subject: "s".into(),
            author: "dev".into(),
            at: at(1),
            on_head: true,
            files: vec![],
        }
    }

    fn measured(commit: &str, state: GateState) -> Measured {
        Measured { commit: Some(commit.into()), ..build::measured(state) }
    }

    /// A brief whose last good is `aaa`, and a run that left `bbb` on it.
    fn world() -> (Brief, Facts) {
        let mut facts = facts();
        facts.tree.commits = vec![commit("aaa", "000"), commit("bbb", "aaa")];
        facts.tree.head = Some("bbb".into());
        (facts.last_good.commit, facts.last_good.gates) = (Some("aaa".into()), vec!["cargo test".into()]);
        let brief = compose(&facts, &crate::model::Decided::default(), "LG-1", at(2));
        (brief, facts)
    }

    fn good(brief: &Brief, facts: &Facts, measured: &[Measured]) -> Option<String> {
        let against = Against { brief, sha256: None, facts, consumption: None, measured, decided: None };
        let review = review(&against, &|_| String::new());
        moves_on(&against, &review, facts.tree.commits.iter()).map(|(commit, _)| commit)
    }

    #[test]
    fn it_moves_on_to_a_newer_commit_that_the_run_or_lastgood_itself_proved() {
        let (brief, mut facts) = world();
        assert_eq!(good(&brief, &facts, &[]), None, "nothing proved it");
        assert_eq!(good(&brief, &facts, &[measured("bbb", GateState::Green)]).as_deref(), Some("bbb"));
        assert_eq!(good(&brief, &facts, &[measured("bbb", GateState::Red)]), None);
        assert_eq!(good(&brief, &facts, &[measured("aaa", GateState::Green)]), None, "no newer one");
        facts.last_good.commit = Some("bbb".into());
        facts.last_good.confidence = Confidence::Proven;
        assert_eq!(good(&brief, &facts, &[]).as_deref(), Some("bbb"));
        assert_eq!(good(&brief, &facts, &[measured("bbb", GateState::Red)]), None, "it was red there since");
        facts.last_good.gates = vec!["cargo clippy".into()];
        assert_eq!(good(&brief, &facts, &[]), None, "by other gates than were green before");
        facts.last_good.gates = vec!["cargo test".into()];
        facts.tree.head = Some("aaa".into());
        assert_eq!(good(&brief, &facts, &[]), None, "the work tree is not on it");
        facts.tree.commits = vec![commit("aaa", "000"), commit("bbb", "000")];
        facts.tree.head = Some("bbb".into());
        assert_eq!(good(&brief, &facts, &[]), None, "it does not build on the one before");
    }
}
