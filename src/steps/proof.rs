//! Which event of the record shows a fact, so that it stands one key away from what proves it.
//!
//! Only events that are in the record: a limit from a rule file, or a gate that was measured here, has none.

use crate::model::{
    Candidate, CandidateKind, Constraint, Deed, Event, Facts, Gate, GateRun, GateState, Product, SignRow, What,
};

/// The event, if the record has it.
fn there<'f>(facts: &'f Facts, id: &str) -> Option<&'f str> {
    facts.run.events.iter().find(|event| event.id == id).map(|event| event.id.as_str())
}

/// The event that shows how the run ended.
pub fn of_ending(facts: &Facts) -> Option<&str> {
    there(facts, facts.ending.event.as_deref()?)
}

/// The run of a gate that gave it its colour; of one that is old the last green one.
pub fn of_gate<'f>(facts: &'f Facts, gate: &'f Gate) -> Option<&'f str> {
    let [first, second] = match gate.state {
        GateState::Red => [&gate.last_red, &gate.last_green],
        _ => [&gate.last_green, &gate.last_red],
    };
    let of = |run: &Option<GateRun>| there(facts, &run.as_ref()?.event);
    of(first).or_else(|| of(second)).or_else(|| gate.runs.iter().rev().find_map(|run| there(facts, &run.event)))
}

/// The newest green gate of last good; without one the event that made its commit, or the first event of the run.
pub fn of_last_good(facts: &Facts) -> Option<&str> {
    let good = &facts.last_good;
    let named = facts.gates.iter().filter(|gate| good.gates.contains(&gate.command));
    let green = named.filter_map(|gate| gate.last_green.as_ref()).max_by_key(|run| run.at);
    let commit = good.commit.as_deref().and_then(|commit| {
        let made = |product: &&Product| product.version.as_deref() == Some(commit);
        facts.products.iter().find(made)?.made_by.last()
    });
    let first = facts.run.events.first().map(|event| event.id.as_str());
    green.and_then(|run| there(facts, &run.event)).or_else(|| commit.and_then(|event| there(facts, event))).or(first)
}

/// The call that wrote the plan in its last state.
pub fn of_plan(facts: &Facts) -> Option<&str> {
    let plans = |event: &&Event| {
        matches!(&event.what, What::Call(call) if matches!(call.deed, Deed::Plan(_))) && event.agent.is_none()
    };
    facts.run.events.iter().rev().find(plans).map(|event| event.id.as_str())
}

/// What broke a limit last; of one that nothing breaks, what states it.
pub fn of_limit<'f>(facts: &'f Facts, limit: &Constraint) -> Option<&'f str> {
    let broken = limit.broken_by.iter().rev().find_map(|breach| there(facts, &breach.event));
    broken.or_else(|| there(facts, &limit.event))
}

/// The last event that made a product.
pub fn of_product<'f>(facts: &'f Facts, id: &str) -> Option<&'f str> {
    let product = facts.products.iter().find(|product| product.id == id)?;
    product.made_by.iter().rev().find_map(|event| there(facts, event))
}

/// What started the first process of a row that the record knows; of the client itself, how it ended.
pub fn of_signs<'f>(facts: &'f Facts, row: &SignRow) -> Option<&'f str> {
    let signs = row.signs.iter().filter_map(|index| facts.liveness.signs.get(*index));
    let mut started = signs.filter_map(|sign| there(facts, sign.process.as_ref()?.event.as_deref()?));
    started.next().or_else(|| of_ending(facts))
}

/// What shows that a candidate is open.
pub fn of_candidate<'f>(facts: &'f Facts, candidate: &Candidate) -> Option<&'f str> {
    match candidate.kind {
        CandidateKind::Gate => {
            of_gate(facts, facts.gates.iter().find(|gate| candidate.id == format!("gate:{}", gate.command))?)
        }
        CandidateKind::Plan => of_plan(facts),
        CandidateKind::NotHappened => of_product(facts, candidate.id.strip_prefix("outside:")?),
        // An earlier run shows it, and its record is not this one.
        CandidateKind::LeftOpen => None,
        CandidateKind::Criterion => facts.run.events.first().map(|event| event.id.as_str()),
        CandidateKind::Gap => {
            let limit = facts.constraints.iter().find(|limit| candidate.text.contains(&limit.broken()));
            let location = candidate.location.as_deref();
            let product = facts.products.iter().find(|product| Some(product.location.as_str()) == location);
            limit.and_then(|limit| of_limit(facts, limit)).or_else(|| of_product(facts, &product?.id))
        }
    }
}
