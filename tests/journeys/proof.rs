//! Each fact is one key away from the event that proves it, for every runtime, on real dead runs.

#![allow(clippy::expect_used, clippy::panic, reason = "tests say what they expect")]

use std::time::Duration;

use lastgood::model::{Draft, Facts, GateState, Product, ProductKind, Step, What};
use lastgood::sources;
use lastgood::steps::{assign, proof};
use lastgood::work::gather::{Clock, gather};

use crate::person::Person;
use crate::support::fixture;

/// The facts of a fixture's run, and the folder in which they lie.
fn facts(name: &str) -> (crate::support::Fixture, Facts) {
    let fixture = fixture(name);
    let places = fixture.places();
    let found = sources::resolve(&places, &fixture.run).unwrap_or_else(|_| panic!("{name} is not found"));
    let mut facts = gather(&places, &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO);
    // What runs on the machine of the test is not the run's.
    facts.liveness.signs.retain(|sign| sign.process.is_none() && sign.pid.is_none());
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&facts.liveness.signs);
    (fixture, facts)
}

/// The number under which the transcript shows an event: that of a result's call, of a turn's end that of what came before.
fn number(facts: &Facts, id: &str) -> usize {
    let events = &facts.run.events;
    let index = events.iter().position(|event| event.id == id).unwrap_or_else(|| panic!("no event {id}"));
    let index = match &events[index].what {
        What::Result(outcome) => events
            .iter()
            .position(|event| matches!(&event.what, What::Call(call) if call.id == outcome.call))
            .unwrap_or(index),
        _ => index,
    };
    let shown = |index: &usize| !matches!(events[*index].what, What::Result(_) | What::TurnEnd(_));
    (0..=index).rev().find(shown).expect("a row") + 1
}

/// The viewer stands on this event.
#[track_caller]
fn stands_on(person: &mut Person, facts: &Facts, id: &str) {
    person.sees(&format!("event {} of {}", number(facts, id), facts.run.events.len()));
}

const RUNS: [&str; 9] = [
    "claude-code/g-push-unknown",
    "claude-code/d-compact-lost-constraints",
    "claude-code/f-plan-subagent-background",
    "codex/external-push",
    "codex/compaction-drift",
    "codex/plan-half-patch",
    "opencode/push-killed",
    "opencode/compaction-drift",
    "gemini/push-killed",
];

/// Every fact of the four states: how it ended, the plan, last good, limits that were lost or broken, claims.
#[test]
fn the_page_of_the_four_states_opens_the_event_of_each_fact() {
    for name in RUNS {
        let (_kept, facts) = facts(name);
        let mut wanted: Vec<&str> = Vec::new();
        wanted.extend(Some(facts.plan.is_empty()).filter(|none| !none).and_then(|_| proof::of_plan(&facts)));
        wanted.extend(proof::of_ending(&facts));
        let lost = facts.constraints.iter().filter(|limit| limit.lost_in_compaction);
        wanted.extend(lost.filter_map(|limit| proof::of_limit(&facts, limit)));
        wanted.extend(proof::of_last_good(&facts));
        let ran = facts.gates.iter().filter(|gate| gate.state != GateState::NotRun);
        wanted.extend(ran.filter_map(|gate| proof::of_gate(&facts, gate)));
        let broken = facts.constraints.iter().filter(|limit| !limit.broken_by.is_empty());
        wanted.extend(broken.filter_map(|limit| proof::of_limit(&facts, limit)));
        let ending = facts.ending.event.as_deref();
        assert!(
            ending.is_some() && proof::of_ending(&facts) == ending,
            "{name}: how it ended is an event of the record"
        );
        let mut person = Person::opens(facts.clone()).at(100, 30);
        for (at, event) in wanted.iter().enumerate() {
            person.presses("1 0").presses(&"j ".repeat(at)).presses("o");
            stands_on(&mut person, &facts, event);
            person.presses("esc").sees("belongs to");
        }
        // A claim without proof stands last, with the event that says it.
        if let Some(claim) = facts.claims.iter().rev().find(|claim| claim.proof.is_none()) {
            person.presses("0").presses(&"j ".repeat(60)).presses("o");
            stands_on(&mut person, &facts, &claim.event);
            person.presses("esc");
        }
    }
}

/// A row of step 1 without a process of the record opens how the run ended.
#[test]
fn a_row_of_confirm_opens_the_event_that_shows_it() {
    for name in RUNS {
        let (_kept, facts) = facts(name);
        let mut person = Person::opens(facts.clone()).at(100, 30);
        person.presses("1 o");
        let event = facts.ending.event.clone().expect("an ending");
        stands_on(&mut person, &facts, &event);
    }
}

/// An outside action opens at the call that did it; a file has its author behind the other view.
#[test]
fn a_product_of_sort_leads_to_the_event_that_made_it() {
    let mut seen = std::collections::BTreeSet::new();
    for name in RUNS {
        let (_kept, facts) = facts(name);
        let in_record = |id: &String| facts.run.events.iter().any(|event| event.id == *id);
        let there = |product: &&Product| {
            matches!(product.kind, ProductKind::OutsideAction | ProductKind::File)
                && !product.made_by.is_empty()
                && product.made_by.iter().all(in_record)
        };
        for product in facts.products.iter().filter(there) {
            // It was left on this row before.
            let draft = Draft { step: Step::Sort, item: Some(product.id.clone()), ..Draft::default() };
            let person = Person::new(facts.clone()).with(|world| world.draft = Some(draft));
            let mut person = person.then_opens().at(100, 30);
            person.presses("enter");
            let author = if product.kind == ProductKind::OutsideAction {
                product.made_by.first()
            } else {
                while !person.screen().contains("transcript ●") {
                    person.presses("o");
                }
                product.made_by.last()
            };
            stands_on(&mut person, &facts, author.expect("an author"));
            seen.insert((product.kind == ProductKind::File, facts.run.runtime.name()));
        }
    }
    assert!(seen.len() >= 6, "{seen:?}");
}

/// A candidate of step 3 opens what shows that it is open.
#[test]
fn a_candidate_of_assign_opens_the_event_that_shows_it() {
    let mut seen = std::collections::BTreeSet::new();
    for name in RUNS {
        let (_kept, facts) = facts(name);
        let candidates = assign::candidates(&facts, &lastgood::model::Decided::default());
        let first = assign::for_you_now(&facts, &lastgood::model::Decided::default()).len();
        for (at, candidate) in candidates.iter().enumerate() {
            let mut person = Person::opens(facts.clone()).at(100, 30);
            person.presses("3 g").presses(&"j ".repeat(first + at)).presses("o");
            match proof::of_candidate(&facts, candidate) {
                Some(event) => {
                    stands_on(&mut person, &facts, event);
                    seen.insert(format!("{:?} {}", candidate.kind, facts.run.runtime.name()));
                }
                None => drop(person.sees("no event of the record shows it")),
            }
        }
    }
    assert!(seen.len() >= 5, "{seen:?}");
}
