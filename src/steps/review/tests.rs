//! Step 4 in words. Real second runs are reviewed in `tests/recovery/second.rs`.

use super::*;
use crate::model::build::{at, decided, facts, product};
use crate::model::{
    Blocker, BriefGate, BriefLastGood, BriefRecord, Closing, Criterion, Event, Gate, GateRun, NextStep, Op, Place,
    ProductKind, RowVerdict, RunMark, Runtime, Sourced, Speaker, What,
};
use crate::steps::review::{approve, close, set_verdict};

fn brief() -> Brief {
    let gate = BriefGate {
        name: "unit".into(),
        command: vec!["cargo".into(), "test".into()],
        state: GateState::Green,
        content: None,
        at: None,
    };
    Brief {
        schema: "lastgood.brief/1".into(),
        recovery: "LG-7Q2M".into(),
        attempt: 1,
        written: at(10),
        draft: false,
        missing: Vec::new(),
        title: None,
        owner: None,
        goal: "Add a budget".into(),
        next_step: NextStep { text: "Finish src/a.rs. Change nothing else.".into(), ..NextStep::default() },
        after_step: Vec::new(),
        limits: vec![Sourced { text: "never push".into(), from: "first prompt".into() }],
        decisions: Vec::new(),
        checked: Vec::new(),
        unread: None,
        outside: Vec::new(),
        open: Vec::new(),
        last_good: BriefLastGood::default(),
        gates: vec![gate],
        criteria: vec![Criterion {
            text: "the unit gate is green".into(),
            tag: None,
            hash: None,
            source: "operator".into(),
        }],
        contract: None,
        approver: "maria".into(),
        notes: None,
        rebuild: Vec::new(),
        record: BriefRecord {
            run: RunMark { runtime: Runtime::ClaudeCode, session: "old".into(), transcript: String::new() },
            ended_at: None,
            ending: "overloaded".into(),
            session: None,
            last_checked: None,
            confirmed: None,
            signs_answered: Vec::new(),
            notice: None,
            last_words: None,
        },
    }
}

fn event(id: &str, second: i64, what: What) -> Event {
    Event { id: id.into(), at: Some(at(second)), place: Place::default(), agent: None, abandoned: false, what }
}

fn prompt(id: &str, second: i64) -> Event {
    let line = format!("<!-- lastgood brief/1 recovery=LG-7Q2M attempt=1 sha256={} -->\n", "0".repeat(64));
    event(id, second, What::Asked { text: line, by: Speaker::Person })
}

fn run(green: bool) -> GateRun {
    GateRun { event: "gate".into(), at: Some(at(30)), content: None, green, how: String::new() }
}

/// A run that was given the brief, and ran its gate.
fn second_run(green: bool) -> Facts {
    let mut facts = facts();
    facts.run.events =
        vec![prompt("early", 5), prompt("prompt", 11), event("gate", 30, What::Said { text: "done".into() })];
    let state = if green { GateState::Green } else { GateState::Red };
    facts.gates = vec![Gate {
        command: "cargo test".into(),
        state,
        last_green: None,
        last_red: None,
        stale_because: Vec::new(),
        typed: vec![],
        weakened: vec![],
        runs: vec![run(green)],
    }];
    facts
}

fn reviewed(facts: &Facts, decided: Option<&Decided>) -> Review {
    let brief = brief();
    let mut consumption = consumptions(&facts.run, &brief).into_iter().next();
    if let Some(consumption) = &mut consumption {
        consumption.fits = Some(true);
    }
    review(
        &Against { brief: &brief, sha256: None, facts, measured: &[], consumption: consumption.as_ref(), decided },
        &|blocker| format!("{blocker:?}"),
    )
}

#[test]
fn a_prompt_older_than_the_brief_did_not_consume_it() {
    assert_eq!(reviewed(&second_run(true), None).consumed.as_deref(), Some("prompt"));
    let mut never = second_run(true);
    never.run.events.remove(1);
    let review = reviewed(&never, None);
    assert_eq!((review.consumed, review.machine), (None, Machine::Against));
    assert_eq!(review.blocked[0], Blocker::NotConsumed);
}

#[test]
fn without_a_person_nothing_is_recovered_however_clean() {
    let review = reviewed(&second_run(true), None);
    assert_eq!((review.machine, review.verdict), (Machine::Clean, Recovered::NotRecovered));
    let approver = "maria".to_owned();
    assert_eq!(review.blocked, [Blocker::CriteriaNotLookedAt { left: 1, of: 1 }, Blocker::NotApproved { approver }]);
}

#[test]
fn verdicts_count_after_their_proof_and_the_approval_is_the_approvers() {
    let row = criterion_row("the unit gate is green");
    let none = decided([]);
    assert_eq!(set_verdict(&none, 1, &row, Some(RowVerdict::Met), ""), Err(crate::model::Refusal::ProofNotSeen));
    assert!(approve(1, "maria", "mira", "").is_err(), "who records it for somebody else says how it is known");
    let mut ops = vec![Op::Proof { attempt: 1, row: row.clone() }];
    ops.push(set_verdict(&decided(ops.clone()), 1, &row, Some(RowVerdict::Met), "").unwrap());
    ops.push(approve(1, "maria", "mira", "said so on the phone").unwrap());
    let review = reviewed(&second_run(true), Some(&decided(ops)));
    assert_eq!(review.verdict, Recovered::Recovered);
    assert!(close(&review, Closing::Recovered, None).is_ok());
}

#[test]
fn a_gate_from_green_to_red_blocks_whatever_people_say() {
    let mut ops = Vec::new();
    for row in ["gate:unit".to_owned(), criterion_row("the unit gate is green")] {
        ops.push(Op::Proof { attempt: 1, row: row.clone() });
        ops.push(Op::Verdict { attempt: 1, row, verdict: Some(RowVerdict::Met), note: String::new() });
    }
    ops.push(Op::Approval { attempt: 1, approver: "maria".into(), how: String::new() });
    let review = reviewed(&second_run(false), Some(&decided(ops)));
    assert_eq!(review.gates[0].change, GateChange::Regressed);
    assert_eq!(review.criteria[0].suggest, Some(crate::model::CriterionVerdict::NotMet));
    assert!(matches!(review.blocked.as_slice(), [Blocker::Gate { .. }]));
    assert!(close(&review, Closing::Recovered, None).is_err() && close(&review, Closing::NextAttempt, None).is_ok());
}

#[test]
fn a_push_that_a_limit_forbids_is_a_broken_limit_and_an_unconfirmed_action() {
    let mut facts = second_run(true);
    let mut push = product(ProductKind::OutsideAction, "git push origin HEAD:main");
    push.made_by = vec!["gate".into()];
    facts.products.push(push);
    let review = reviewed(&facts, None);
    assert_eq!(review.limits_broken[0].by, ["git push origin HEAD:main"]);
    assert!(review.outside_actions[0].forbidden && !review.outside_actions[0].confirmed);
    assert_eq!(review.machine, Machine::Against);
}
