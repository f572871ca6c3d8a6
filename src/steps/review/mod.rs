//! Step 4, review: what the run that consumed the brief did, against the brief.
//!
//! The program suggests; verdicts and the approval are a person's, and without them nothing is recovered.

mod began;
mod changes;
mod closed;
mod consumed;
mod criteria;
mod gaps;
mod gates;
mod good;
mod limits;
mod machine;
mod open;
mod standing;
mod verdict;
mod work;

pub use changes::SOON;
pub use consumed::{consumption, consumptions, given};
pub use gaps::{called_closed, gap_rows, may_be_asked};
pub use good::moves_on;
pub use limits::{limit_row, parted};
pub use open::NOT_COMMITTED;
pub use verdict::{Since, approve, claim_verdict, close, keeps_from_recovered, leaves_red, outlived, set_verdict};

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Brief, Claim, ClaimRow, Commit, Consumption, Decided, Facts, GateRow, GateState, Machine, Measured, ON_CHANGED,
    OutsideOutcome, OutsideRow, Product, Recovered, Review, Reviewed,
};
use crate::steps::{outside, text};
use changes::Changed;

/// What a review is made from.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a> {
    /// The brief.
    pub brief: &'a Brief,
    /// The hash in its comment line, when its file was read.
    pub sha256: Option<&'a str>,
    /// The facts of the consuming run.
    pub facts: &'a Facts,
    /// Where the run was given or read the brief.
    pub consumption: Option<&'a Consumption>,
    /// Gates that lastgood ran itself for this attempt, oldest first.
    pub measured: &'a [Measured],
    /// What people decided, if there is a recovery here.
    pub decided: Option<&'a Decided>,
}

impl<'a> Against<'a> {
    /// What people decided about this attempt.
    fn reviewed(&self) -> Option<&'a Reviewed> {
        self.decided?.reviews.get(&self.brief.attempt)
    }

    /// Whether an event came after the brief: only that belongs to this run (one transcript can hold both).
    fn after(&self, event: &str) -> bool {
        let Some(consumption) = self.consumption else { return false };
        self.facts.run.events.iter().position(|other| other.id == event).is_some_and(|index| index > consumption.index)
    }

    /// Where the run began to work on the brief.
    fn from(&self) -> usize {
        self.consumption.map_or(usize::MAX, |consumption| consumption.index)
    }
}

/// The review, that of a closed attempt as it was closed; `say` makes words of a blocker.
pub fn review(against: &Against<'_>, say: &dyn Fn(&crate::model::Blocker) -> String) -> Review {
    let changed = changes::changed(against);
    let gates = gates::gates(against, &changed);
    let limits_broken = limits::broken(against, &changed);
    let outside_actions = outside_rows(against);
    let claims = claim_rows(against, &gates);
    let criteria = criteria::criteria(against, &changed, &gates, &limits_broken);
    let left = open::left(against, &changed, &gates, &limits_broken, &criteria);
    let mut gaps = gaps::rows(against, &changed, &gates);
    gaps.extend(gaps::lines(against, &changed, &gates, &left.open));
    let kept = standing::kept(against, &limits_broken, &changed);
    let mut review = Review {
        schema: "lastgood.review/1",
        recovery: against.brief.recovery.clone(),
        attempt: against.brief.attempt,
        run: against.facts.run.session.clone(),
        consumed: against.consumption.map(|consumption| consumption.event.clone()),
        criteria,
        gates,
        reused: work::reused(against, &changed),
        redone: work::redone(against, &changed),
        open: left.open,
        closed: left.closed,
        since: left.since,
        gaps,
        outside_step: work::outside_step(against, &changed),
        limits_broken,
        standing: standing::rows(against, &changed),
        kept,
        uncommitted: work::uncommitted(against, &changed),
        outside_actions,
        claims,
        machine: Machine::Against,
        sends_back: false,
        verdict: Recovered::NotRecovered,
        closing: None,
        blockers: Vec::new(),
        blocked: Vec::new(),
        changes: changed.into_iter().map(changes::shown).collect(),
    };
    review.machine = machine::says(against, &review);
    review.sends_back = machine::sends_back(against, &review);
    review.blocked = verdict::blockers(against, &review);
    let mut review = closed::as_closed(against, review);
    review.verdict = if review.blocked.is_empty() { Recovered::Recovered } else { Recovered::NotRecovered };
    review.blockers = review.blocked.iter().map(say).collect();
    review
}

/// The limits of a brief that the run broke, as its review shows them; `None` where the run did not have this brief.
pub fn limits_broken(facts: &Facts, brief: &Brief) -> Option<Vec<crate::model::LimitRow>> {
    let consumption = consumptions(&facts.run, brief).into_iter().next()?;
    let consumption = Some(&consumption);
    let against = Against { brief, sha256: None, facts, consumption, measured: &[], decided: None };
    Some(limits::broken(&against, &changes::changed(&against)))
}

/// The commits between last good and the start of the run, newest first: what the run built on and did not make.
pub fn before<'a>(brief: &Brief, facts: &'a Facts, known: impl Iterator<Item = &'a Commit>) -> Vec<Commit> {
    let known: BTreeMap<&str, &Commit> =
        known.chain(&facts.tree.commits).map(|commit| (commit.id.as_str(), commit)).collect();
    let (Some(good), Some(start)) = (&brief.last_good.commit, &facts.tree.start) else { return Vec::new() };
    let mut before = Vec::new();
    let mut at = start.as_str();
    while !at.starts_with(good.as_str()) {
        // What lies below the known commits cannot be said to come after last good.
        let Some(commit) = known.get(at) else { return Vec::new() };
        before.push((*commit).clone());
        let Some(parent) = commit.parents.first() else { return Vec::new() };
        at = parent;
    }
    before
}

/// The commits that a run made and the files that it changed once it had its brief; a run of which it is not on record
/// that it ever had it, from its beginning.
pub fn done(facts: &Facts, brief: &Brief, consumption: Option<&Consumption>) -> (BTreeSet<String>, Vec<String>) {
    let whole = Consumption {
        event: String::new(),
        index: 0,
        at: facts.run.started,
        recovery: brief.recovery.clone(),
        attempt: brief.attempt,
        sha256: String::new(),
        fits: None,
    };
    let consumption = consumption.or(Some(&whole));
    let against = Against { brief, sha256: None, facts, consumption, measured: &[], decided: None };
    let commits = changes::commits(&against).map(|commit| commit.id.clone()).collect();
    let files = changes::changed(&against).into_iter().map(|file| file.path).collect();
    (commits, files)
}

/// The row of a criterion, by its text: verdicts on it outlive the order of the list.
pub fn criterion_row(text: &str) -> String {
    format!("criterion:{text}")
}

/// Whether the brief that the run had is the one that was written, as far as that can be known.
fn same_brief(against: &Against<'_>) -> bool {
    against.consumption.is_none_or(|consumption| {
        consumption.fits != Some(false) && against.sha256.is_none_or(|sha256| sha256 == consumption.sha256)
    })
}

fn outside_rows(against: &Against<'_>) -> Vec<OutsideRow> {
    let own =
        outside::actions(against.facts).filter(|product| product.made_by.iter().any(|event| against.after(event)));
    own.map(|product| outside_row(against, product)).collect()
}

fn outside_row(against: &Against<'_>, product: &Product) -> OutsideRow {
    let command = outside::command(product);
    let brief = against.brief;
    let done = brief
        .outside
        .iter()
        .filter(|answered| answered.outcome == OutsideOutcome::Happened)
        .map(|answered| &answered.command);
    let not_before = brief.open.iter().filter_map(|question| question.do_not_repeat.as_ref());
    let by_name = done.chain(not_before).any(|other| text::same_command(other, command));
    let by_limit = brief.limits.iter().any(|limit| text::forbids(&limit.text, command));
    OutsideRow {
        row: format!("outside:{}", product.id),
        command: command.to_owned(),
        result: product.result.unwrap_or(crate::model::ActionResult::None),
        look: product.look.clone(),
        event: product.made_by.first().cloned().unwrap_or_default(),
        forbidden: by_name || by_limit,
        confirmed: against.decided.is_some_and(|decided| decided.outside.contains_key(&product.id)),
    }
}

/// The row of a claim.
fn claim_row(claim: &Claim) -> String {
    format!("claim:{}:{}", claim.event, claim.text)
}

fn claim_rows(against: &Against<'_>, gates: &[GateRow]) -> Vec<ClaimRow> {
    let own = against.facts.claims.iter().filter(|claim| against.after(&claim.event));
    own.map(|claim| ClaimRow {
        row: claim_row(claim),
        text: claim.text.clone(),
        event: claim.event.clone(),
        proof: claim.proof.clone(),
        against: claim.against,
        why: by_tree(against, &claim.why),
        red_since: red_since(against, claim, gates).map(|gate| gate.row.clone()).collect(),
        on_changed: on_changed(claim, gates),
        beyond: claim.beyond.clone(),
    })
    .collect()
}

/// Why a claim is or is not proven; what no event proves of a file, the tree may: "src/a.rs is as it was before the run".
fn by_tree(against: &Against<'_>, why: &str) -> String {
    let Some((part, good)) = why
        .split_once("no record proves \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(part, _)| part)
        .zip(against.brief.last_good.commit.as_deref())
    else {
        return why.to_owned();
    };
    let small = part.to_lowercase();
    let same =
        ["as it was", "as they were", "unchanged", "untouched", "como estaba"].iter().any(|word| small.contains(word));
    let files = text::files(part);
    let lie = !files.is_empty() && files.iter().all(|file| changes::as_at_good(against, file) == Some(true));
    if !(same && lie) {
        return why.to_owned();
    }
    let good = changes::short(good);
    let tree =
        format!("no event proves \"{part}\"; in the tree {} lies exactly as at last good {good}", files.join(", "));
    why.replacen(&format!("no record proves \"{part}\""), &tree, 1)
}

/// The tests that the run changed before the green that a claim stands on: it proves the claim, and nothing about those tests as they were.
fn on_changed(claim: &Claim, gates: &[GateRow]) -> Vec<String> {
    let found = claim.why.split_once(ON_CHANGED).map(|(_, test)| test.to_owned());
    let row = gates.iter().find(|gate| gate.weakened && claim.proof.is_some() && gate.event == claim.proof);
    let tests = row.and_then(|gate| gate.why.as_deref()).and_then(gates::tests_of);
    found.into_iter().chain(tests.map(str::to_owned)).filter(|_| !claim.against).collect()
}

/// The gates that came out red after a claim about gates was made: the run's own results, and what was run here.
fn red_since<'a>(
    against: &'a Against<'_>,
    claim: &'a Claim,
    gates: &'a [GateRow],
) -> impl Iterator<Item = &'a GateRow> {
    let place = |id: &str| against.facts.run.events.iter().position(|event| event.id == id);
    let said = place(&claim.event);
    let about = claim.why.contains(" was green") || text::about_gates(&claim.text);
    let later = move |gate: &&GateRow| gate.measured.is_some() || gate.event.as_deref().and_then(place) > said;
    gates.iter().filter(move |gate| about && gate.now == GateState::Red).filter(later)
}

#[cfg(test)]
mod tests;
