//! What stands against "recovered", whatever a person called fine: what nobody can call green, and what somebody called not fine.

use super::judged::{criterion, says};
use super::*;
use crate::model::{Checked, Pile, from};

/// Everything said that has to be, and these verdicts besides.
fn said(more: &[Op]) -> Decided {
    let mut ops = says(&criterion_row("the unit gate is green"), RowVerdict::Met).to_vec();
    ops.extend_from_slice(more);
    ops.push(Op::Approval { attempt: 1, approver: "maria".into(), how: String::new() });
    decided(ops)
}

fn blocked(facts: &Facts, more: &[Op], change: impl FnOnce(&mut Brief)) -> Vec<Blocker> {
    reviewed_by(facts, Some(&said(more)), change).blocked
}

#[test]
fn a_green_that_is_stale_nobody_can_call_fine_and_one_with_other_assertions_somebody_can() {
    let stale = |because: &str| {
        let mut facts = second_run(true);
        facts.gates[0].state = GateState::Stale;
        facts.gates[0].stale_because = vec![because.into()];
        facts.gates[0].weakened = vec![("gate".into(), "tests/a.rs: an assertion is gone".into())];
        facts
    };
    let fine = says("gate:unit", RowVerdict::Met);
    let content = blocked(&stale("src/a.rs"), &fine, |_| {});
    assert!(matches!(content.as_slice(), [Blocker::Gate { now: GateState::Stale, .. }]), "{content:?}");
    assert_eq!(blocked(&stale("tests/a.rs: an assertion is gone"), &fine, |_| {}), []);
}

#[test]
fn what_a_person_calls_not_fine_blocks() {
    assert_eq!(blocked(&second_run(true), &[], |_| {}), []);
    let gate = blocked(&second_run(true), &says("gate:unit", RowVerdict::Not), |_| {});
    assert_eq!(gate, [Blocker::NotFine { what: "unit: cargo test".into() }]);
}

#[test]
fn a_brief_that_asks_for_nothing_is_not_met() {
    let nothing = blocked(&second_run(true), &[], |brief| {
        brief.criteria.clear();
        brief.next_step.text.clear();
    });
    assert_eq!(nothing, [Blocker::NoStep, Blocker::NoCriterion]);
}

#[test]
fn a_file_that_others_changed_since_the_brief_makes_the_green_of_the_run_old() {
    let checked = |location: &str| Checked {
        location: location.into(),
        version: Some("b7".into()),
        pile: Pile::Usable,
        gaps: vec![],
        accepted: None,
        opened: None,
        seen: None,
    };
    let mut facts = second_run(true);
    facts.tree.repository = true;
    for path in ["docs/a.md", "src/b.rs"] {
        facts.tree.tracked.push(path.into());
        facts.tree.tracked_blobs.push("b1".into());
    }
    let colour =
        |facts: &Facts, path: &str| reviewed_with(facts, |brief| brief.checked = vec![checked(path)]).gates[0].now;
    assert_eq!(colour(&facts, "src/b.rs"), GateState::Stale, "it lies as HEAD has it, and was another content");
    assert_eq!(colour(&facts, "docs/a.md"), GateState::Green, "no gate reads a text");
    facts.tree.tracked_blobs = vec!["b7".into(); 2];
    assert_eq!(colour(&facts, "src/b.rs"), GateState::Green);
}

#[test]
fn a_file_that_only_the_task_or_a_known_red_names_is_outside_the_step() {
    let facts = committed_run("src/b.rs", "", "x");
    let outside = |source: &str, text: &str| {
        let wanted = Criterion { source: source.into(), ..criterion(text) };
        let review = reviewed_with(&facts, |brief| brief.criteria = vec![wanted]);
        review.outside_step.len()
    };
    assert_eq!(outside(from::PROMPT, "src/b.rs has a test"), 1);
    assert_eq!(outside(from::GATE, "`x` shows no failure but what was known before: src/b.rs: it does not parse"), 1);
    assert_eq!(outside(from::OPERATOR, "src/b.rs has a test"), 0);
}

#[test]
fn a_verdict_does_not_outlive_the_content_that_its_proof_showed() {
    // What people said was said at the times 0, 1, 2, …; the proof of the gap is the third.
    let row = "gap:src/a.rs: no test for zero";
    let mut facts = second_run(true);
    let verdict = |facts: &Facts, more: &[Op]| {
        let ops: Vec<Op> = says("gate:unit", RowVerdict::Met).into_iter().chain(says(row, RowVerdict::Met)).collect();
        let decided = decided([&ops, more].concat());
        let brief = brief();
        let against =
            Against { brief: &brief, sha256: None, facts, measured: &[], consumption: None, decided: Some(&decided) };
        verdict::of(&against, row)
    };
    assert_eq!(verdict(&facts, &[]), Some(RowVerdict::Met));
    let changed = |seconds| FileState { changed: Some(at(seconds)), ..FileState::default() };
    facts.tree.files.insert("src/a.rs".into(), changed(1));
    assert_eq!(verdict(&facts, &[]), Some(RowVerdict::Met), "it was changed before it was looked at");
    facts.tree.files.insert("src/a.rs".into(), changed(90));
    assert_eq!(verdict(&facts, &[]), None);
    let closed = Op::Close {
        attempt: 1,
        outcome: Closing::NextAttempt,
        from: None,
        why: String::new(),
        open: vec![],
        review: None,
    };
    assert_eq!(verdict(&facts, &[closed]), Some(RowVerdict::Met), "a closed attempt stands as it was said");
}
