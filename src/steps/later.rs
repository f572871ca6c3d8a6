//! What later runs of a recovery did belongs to them: it is neither a product of the run before nor unexplained there.
//!
//! The journal says which runs came later; what became of what they did is said in their reviews. What runs before handed on comes in with their briefs.

use std::collections::{BTreeMap, BTreeSet};

use super::{broken, outside, review, speaks};
use crate::model::{
    Brief, BriefGate, Commit, Decided, Facts, Gate, GateRun, GateState, Product, ProductKind, Timestamp, Unexplained,
    ends_before, gate_line, same_gate,
};
use crate::steps::text;

/// Takes out of the facts of a run what was done by the runs that came after this attempt.
pub fn apply<'a>(facts: &mut Facts, after: u32, later: &'a [(u32, Facts)], briefs: &[&'a Brief]) {
    tell_makers(facts, later, briefs);
    for (attempt, run) in later.iter().filter(|(attempt, _)| *attempt > after) {
        let brief = briefs.iter().find(|brief| brief.attempt == *attempt);
        if let Some(done) = Done::by(run, brief.copied(), &facts.run.session) {
            facts.products.retain(|product| !done.has(product));
            facts.problems.retain(|problem| !problem.unexplained.as_ref().is_some_and(|what| done.explains(what)));
        }
    }
}

/// Names the attempts whose runs made the commits that came after the end of a run: there is a record of those.
fn tell_makers(facts: &mut Facts, attempts: &[(u32, Facts)], briefs: &[&Brief]) {
    let Some(end) = facts.run.last_event else { return };
    let started = facts.tree.start.as_ref();
    let after = facts.tree.commits.iter().filter(|commit| Some(&commit.id) != started && commit.at > end);
    let after: Vec<&Commit> = after.collect();
    let told = ends_before(&after, None);
    let Some(place) = facts.session.why.iter().position(|why| *why == told) else { return };
    let mut made: BTreeMap<&str, u32> = BTreeMap::new();
    for (attempt, run) in attempts.iter().filter(|(_, run)| run.run.session != facts.run.session) {
        let brief = briefs.iter().find(|brief| brief.attempt == *attempt).copied();
        let done = Done::by(run, brief, &facts.run.session);
        let own = |commit: &&&Commit| done.as_ref().is_some_and(|done| done.commits.contains(&commit.id));
        after.iter().filter(own).for_each(|commit| _ = made.entry(&commit.id).or_insert(*attempt));
    }
    let (known, unknown): (Vec<&Commit>, Vec<&Commit>) =
        after.iter().partition(|commit| made.contains_key(commit.id.as_str()));
    if known.is_empty() {
        return;
    }
    let mut by: Vec<String> = made.values().collect::<BTreeSet<_>>().into_iter().map(u32::to_string).collect();
    let last = by.pop().unwrap_or_default();
    let runs = if by.is_empty() {
        format!("the run of attempt {last} of this recovery")
    } else {
        format!("the runs of attempts {} and {last} of this recovery", by.join(", "))
    };
    let mut lines = vec![ends_before(&known, Some(&runs))];
    lines.extend((!unknown.is_empty()).then(|| ends_before(&unknown, None)));
    facts.session.why.splice(place..=place, lines);
}

/// Adds what the briefs before know and ask about: it does not end with the record of the run that they were written for.
pub fn carry<'a>(facts: &mut Facts, decided: &Decided, briefs: impl Iterator<Item = &'a Brief> + Clone) {
    broken::carry(facts, decided, briefs.clone());
    outside::carry(facts, briefs.clone());
    speaks::carry(facts, briefs.clone());
    for brief in briefs {
        // By what one step was measured asks for nothing once its run is reviewed.
        facts.task.criteria.retain(|criterion| !criterion.of_step());
        for gate in &brief.gates {
            green_before(facts, brief, gate);
        }
    }
}

/// The same for the run that had the brief of the attempt `of`, or failed first: of what was written after it only what became of
/// that which this run itself broke.
pub fn carry_to(facts: &mut Facts, decided: &Decided, briefs: &[Brief], of: u32) {
    carry(facts, decided, briefs.iter().filter(|brief| brief.attempt <= of));
    let broke = |limit: &str| {
        let own = facts.constraints.iter().filter(|own| !own.broken_by.is_empty());
        own.into_iter().any(|own| text::same_limit(&own.text, limit))
    };
    let mut known = briefs.to_vec();
    for brief in known.iter_mut().filter(|brief| brief.attempt > of) {
        brief.broken.retain(|broken| broke(&broken.limit));
    }
    broken::carry(facts, decided, &known);
}

/// Lets the tree of a run know the commits below its start that the runs of earlier attempts know: its own record begins there.
pub fn know(facts: &mut Facts, attempts: &[(u32, Facts)]) {
    let tree = &facts.tree;
    let below_start = |start: &String| tree.commits.iter().find(|one| one.id == *start).map(|one| one.parents.clone());
    let mut left = tree.start.as_ref().and_then(below_start).unwrap_or_default();
    let known = || attempts.iter().flat_map(|(_, run)| &run.tree.commits);
    let mut earlier: Vec<Commit> = Vec::new();
    while let Some(id) = left.pop() {
        let new = !earlier.iter().chain(&tree.commits).any(|one| one.id == id);
        if let Some(commit) = known().find(|one| one.id == id).filter(|_| new) {
            left.extend(commit.parents.iter().cloned());
            earlier.push(commit.clone());
        }
    }
    // What the repository says already goes first.
    earlier.retain(|commit| !facts.tree.earlier.contains(commit));
    facts.tree.earlier.extend(earlier);
}

/// The green that a brief knows of, on a content of which the record of the run that came after it has none. A gate that this run
/// neither ran nor was told of is one all the same.
fn green_before(facts: &mut Facts, brief: &Brief, green: &BriefGate) {
    if green.state != GateState::Green || green.content.is_none() {
        return;
    }
    let (line, root) = (gate_line(&green.command), &facts.tree.root);
    let same =
        |gate: &Gate| gate.command == green.name || (!line.is_empty() && same_gate(&gate.command, &line, Some(root)));
    let known = facts.gates.iter().position(same);
    let at = known.unwrap_or_else(|| {
        let command = if line.is_empty() { green.name.clone() } else { line };
        facts.gates.push(Gate::unseen(command, green.command.clone()));
        facts.gates.len() - 1
    });
    let gate = &mut facts.gates[at];
    for change in &green.changed {
        if !gate.changed_before.contains(change) {
            gate.changed_before.push(change.clone());
        }
    }
    if gate.runs.iter().any(|run| run.green && run.content == green.content) {
        return;
    }
    let run = GateRun {
        event: GateRun::from_brief(brief.attempt),
        at: green.at,
        content: green.content.clone(),
        green: true,
        how: format!("known from brief {}", brief.attempt),
    };
    gate.last_green.get_or_insert_with(|| run.clone());
    gate.runs.insert(0, run);
}

/// What one run did after it had its brief.
struct Done {
    commits: BTreeSet<String>,
    files: Vec<String>,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
}

impl Done {
    fn by(run: &Facts, brief: Option<&Brief>, before: &str) -> Option<Self> {
        let consumed = brief.and_then(|brief| review::consumptions(&run.run, brief).into_iter().next());
        // A run of its own that a person named is all theirs; in one transcript only the brief parts the two.
        let whole = run.run.session != before;
        let from = consumed.as_ref().map_or(run.run.started.filter(|_| whole), |consumed| consumed.at);
        let brief = brief.filter(|_| consumed.is_some() || whole)?;
        let (commits, files) = review::done(run, brief, consumed.as_ref());
        Some(Self { commits, files, from, to: run.run.last_event })
    }

    /// Whether a product is of this run: its commit, a name that points to one, a file that it changed.
    fn has(&self, product: &Product) -> bool {
        match product.kind {
            ProductKind::Commit | ProductKind::Branch | ProductKind::Tag => {
                product.version.as_ref().is_some_and(|commit| self.commits.contains(commit))
            }
            ProductKind::File | ProductKind::Document | ProductKind::TestOutput => {
                self.files.iter().any(|file| text::same_file(file, &product.location))
            }
            _ => false,
        }
    }

    fn explains(&self, what: &Unexplained) -> bool {
        match what {
            Unexplained::Commit(commit) => self.commits.contains(commit),
            Unexplained::Moved(at) => {
                let soon = |end: Timestamp| at.as_second() <= end.as_second() + review::SOON;
                self.from.is_some_and(|from| *at >= from) && self.to.is_none_or(soon)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{at, decided, facts, gate};
    use crate::model::{Criterion, GateState, from};
    use crate::steps::compose::compose;

    #[test]
    fn a_green_on_the_last_good_commit_keeps_its_time_when_a_later_green_was_on_another_content() {
        let commit = "4c1e9d2f0a7788aa99bb";
        let of = |content: Option<&str>, second| {
            let mut facts = facts();
            let content = content.map(str::to_owned);
            let (event, how) = ("7".to_owned(), "exit 0".to_owned());
            facts.gates =
                vec![gate(GateState::Green, GateRun { event, at: Some(at(second)), content, green: true, how })];
            facts.last_good.at = Some(at(5));
            (facts.last_good.commit, facts.last_good.gates) = (Some(commit.into()), vec!["cargo test".into()]);
            facts
        };
        let brief = compose(&of(Some(commit), 3), &decided([]), "LG-1", at(4));
        let now = |facts: &Facts| {
            let gate = compose(facts, &decided([]), "LG-1", at(10)).gates.remove(0);
            (gate.content, gate.at)
        };
        let mut next = of(None, 9);
        assert_eq!(now(&next), (None, Some(at(9))), "a green beside uncommitted changes is on no commit");
        carry(&mut next, &decided([]), [&brief].into_iter());
        assert_eq!(now(&next), (Some(commit.to_owned()), Some(at(3))));
    }

    #[test]
    fn what_runs_of_this_recovery_committed_after_the_end_has_a_record() {
        let commit = |id: &str, second| Commit {
            id: id.repeat(10),
            parents: vec![],
            subject: "retry".into(),
            author: "dev".into(),
            at: at(second),
            on_head: true,
            files: vec![],
        };
        let (ours, other) = (commit("91112a2a", 20), commit("5555aaaa", 30));
        let mut dead = facts();
        (dead.run.session, dead.run.last_event) = ("dead".into(), Some(at(10)));
        dead.tree.commits = vec![ours.clone(), other.clone()];
        dead.session.why = vec!["first".into(), ends_before(&[&ours, &other], None)];
        let brief = compose(&facts(), &decided([]), "LG-1", at(11));
        let mut next = facts();
        (next.run.session, next.run.started, next.run.last_event) = ("next".into(), Some(at(15)), Some(at(21)));
        next.tree.commits = vec![ours];
        tell_makers(&mut dead, &[(1, next.clone())], &[&brief]);
        let made = "the session ends before 1 commit that the run of attempt 1 of this recovery made and that it does not know: 91112a2 \"retry\"";
        let strange = "the session ends before 1 commit that it does not know: 5555aaa \"retry\"";
        assert_eq!(dead.session.why, ["first", made, strange]);
        tell_makers(&mut dead, &[(1, next)], &[&brief]);
        assert_eq!(dead.session.why.len(), 3, "said once");
    }

    #[test]
    fn what_one_step_was_measured_by_is_no_criterion_of_the_next_attempt() {
        let mut facts = facts();
        let own =
            |text: &str, source: &str| Criterion { text: text.into(), tag: None, hash: None, source: source.into() };
        facts.task.criteria = vec![
            own("`cargo test` is green", from::GATE),
            own("committed, and no other file changed", from::PROPOSED),
            own("the page explains it", from::PROMPT),
            own("a budget of 0 tries once", from::OPERATOR),
        ];
        let brief = compose(&facts, &decided([]), "LG-1", at(4));
        carry(&mut facts, &decided([]), [].into_iter());
        assert_eq!(facts.task.criteria.len(), 4, "no brief was written before");
        carry(&mut facts, &decided([]), [&brief].into_iter());
        let left: Vec<&str> = facts.task.criteria.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(left, ["the page explains it", "a budget of 0 tries once"]);
    }
}
