//! Step 4: verdicts after proofs, and what keeps an attempt from being recovered.

use lastgood::model::{Op, RowVerdict, What};

use crate::left::left;
use crate::person::{Person, facts};

/// A person whose brief was consumed by a run that did nothing else.
fn consumed() -> Person {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 enter p enter esc space space space x enter 3 enter w y");
    let brief = person.world.written[0].brief.clone();
    let mut run = facts();
    run.run.session = "1ddca9a0-0000-4000-8000-000000000000".into();
    let prompt = lastgood::brief::render(&brief);
    run.run.events.push(lastgood::model::Event {
        id: "e1".into(),
        at: "2026-11-28T03:00:00Z".parse().ok(),
        place: lastgood::model::Place::default(),
        agent: None,
        abandoned: false,
        what: What::Asked { text: prompt, by: lastgood::model::Speaker::Person },
    });
    person.world.attempts.push((1, run));
    person.is_killed_and_reopens();
    person.presses("4");
    person
}

#[test]
fn a_verdict_counts_only_after_its_proof() {
    let mut person = consumed();
    person.sees("against the brief").presses("m").sees("open its proof first");
    person.presses("j enter m").sees("where did you look?").presses("enter").sees("name what you looked at");
    person.types("the log of the gate").presses("enter").sees("looked at: the log of the gate");
    let reviewed = &person.world.recovery.decided.reviews[&1];
    assert_eq!(reviewed.verdicts.values().filter(|(verdict, _)| *verdict == Some(RowVerdict::Met)).count(), 1);
}

#[test]
fn nothing_is_recovered_while_rows_are_open() {
    let mut person = consumed();
    person.sees("not recovered:").presses("s").sees("close this attempt").does_not_see("recovered   ");
    person.presses("right enter");
    assert!(
        person
            .decided()
            .iter()
            .any(|op| matches!(op, Op::Close { outcome: lastgood::model::Closing::NextAttempt, .. }))
    );
}

#[test]
fn before_a_run_consumed_it_the_screen_says_what_happens_next() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("4").sees("no brief is written yet");
    person.presses("2 enter p enter esc space space space x enter 3 enter w y");
    person.sees("not consumed yet").sees("What that sets off");
    person.presses("y");
    assert!(matches!(person.asked.iter().rev().find(|effect| matches!(effect, lastgood::msg::Effect::Copy { .. })),
        Some(lastgood::msg::Effect::Copy { text, .. }) if text.starts_with("cd ")));
}
