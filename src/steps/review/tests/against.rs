//! What stands against "recovered", whatever a person called fine: what nobody can call green, and what somebody called not fine.

use super::judged::{criterion, says};
use super::*;
use crate::model::build::measured;
use crate::model::{Checked, Pile, Product, StartFrom, from};

/// Everything said that has to be, and these verdicts besides.
fn said(more: &[Op]) -> Decided {
    let mut ops = says(&criterion_row("the unit gate is green"), RowVerdict::Met).to_vec();
    ops.extend_from_slice(more);
    ops.push(Op::Approval { attempt: 1, approver: "maria".into(), how: String::new() });
    decided(ops)
}

/// The first attempt closed, with nothing said of where the next one starts.
fn next_attempt() -> Op {
    let (outcome, why) = (Closing::NextAttempt, String::new());
    Op::Close { attempt: 1, outcome, from: None, why, open: vec![], review: None }
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
    assert_eq!(verdict(&facts, &[next_attempt()]), Some(RowVerdict::Met), "a closed attempt stands as it was said");
}

#[test]
fn a_result_that_came_after_the_proof_of_its_gate_is_a_new_proof_also_once_the_attempt_is_closed() {
    let facts = second_run(true);
    // The proof comes first, then what is said of it, then the closing, all within three seconds.
    let verdict = |row: &str, name: &str, ran: i64, closed: bool| {
        let mut ops = says(row, RowVerdict::Met).to_vec();
        ops.extend(closed.then(next_attempt));
        let (decided, brief) = (decided(ops), brief());
        let command = name.split(' ').map(str::to_owned).collect();
        let result = Measured { name: name.into(), command, at: at(ran), ..measured(GateState::Green) };
        let against = Against {
            brief: &brief,
            sha256: None,
            facts: &facts,
            measured: &[result],
            consumption: None,
            decided: Some(&decided),
        };
        verdict::of(&against, row)
    };
    let met = Some(RowVerdict::Met);
    for row in ["gate:unit", "criterion:`cargo test` is green"] {
        assert_eq!(verdict(row, "cargo test", 0, false), met, "{row}: it was there when the proof was looked at");
        assert_eq!(verdict(row, "cargo test", 9, false), None, "{row}");
        assert_eq!(verdict(row, "make lint", 9, false), met, "{row}: another gate");
        assert_eq!(verdict(row, "cargo test", 9, true), met, "{row}: it ran after the closing");
        assert_eq!(verdict(row, "cargo test", 2, true), None, "{row}: it did not count when the attempt was closed");
    }
    assert_eq!(verdict("claim:the tests pass", "cargo test", 9, false), met);
}

#[test]
fn of_an_item_that_is_several_things_the_record_takes_out_what_is_done() {
    let line = "docs/a.md, changelog, push";
    let mut facts = committed_run("docs/a.md", "", "x");
    facts.tree.tracked = vec!["docs/a.md".into(), "CHANGELOG.md".into()];
    facts.products.push(product(ProductKind::OutsideAction, "git push origin retry"));
    let left = |facts: &Facts, change: &dyn Fn(&mut Brief)| {
        let review = reviewed_with(facts, |brief| {
            brief.after_step = vec![line.into()];
            change(brief);
        });
        (review.open, review.closed)
    };
    let (open, closed) = left(&facts, &|_| {});
    assert_eq!(open, ["changelog, push"]);
    assert_eq!(closed, [format!("docs/a.md, of \"{line}\" (committed, 977d5d4)")]);
    // A gap that is left in the file leaves the item whole, also when the step was to close it.
    let named = |brief: &mut Brief| brief.after_step.push("docs/a.md: no table".into());
    assert_eq!(left(&facts, &named).0, [line, "docs/a.md: no table"]);
    let asked = |brief: &mut Brief| {
        let text = "docs/a.md: this gap is closed: no table".to_owned();
        brief.criteria.push(Criterion { text, tag: None, hash: None, source: "the gap".into() });
    };
    assert_eq!(left(&facts, &asked).0, [line, "docs/a.md: no table"]);
    // A step that was to do all of it, and that nobody judged, leaves the same rest; judged, a person decides of it as a whole.
    let step = |brief: &mut Brief| {
        brief.after_step.clear();
        let text = format!("done: {line}");
        brief.criteria.push(Criterion { text, tag: None, hash: None, source: "the plan".into() });
    };
    assert_eq!(left(&facts, &step), (vec!["changelog, push".to_owned()], closed));
    let decided = decided(super::judged::says(&criterion_row(&format!("done: {line}")), RowVerdict::Not));
    assert_eq!(reviewed_by(&facts, Some(&decided), step).open, [line]);
    // What an earlier run committed counts while nothing lies there beside it.
    facts.tree.commits.clear();
    assert_eq!(left(&facts, &|_| {}).0, [line]);
    let handed = |brief: &mut Brief| {
        let (file, commit) = (Some("docs/a.md".to_owned()), Some("0a31894ff0".to_owned()));
        let speaks = vec![crate::model::Speaks { file, commit, ..Default::default() }];
        brief.left.push(crate::model::LeftLine { line: line.into(), not_met: None, unjudged: None, speaks });
    };
    assert_eq!(left(&facts, &handed).1, [format!("docs/a.md, of \"{line}\" (committed, 0a31894)")]);
    let status = crate::model::FileStatus::Changed;
    facts.tree.files.insert("docs/a.md".into(), FileState { status, blob: Some("b3".into()), ..FileState::default() });
    assert_eq!(left(&facts, &handed).0, [line]);
    // Where one thing of it is not on record, it is one thing.
    facts.tree.tracked.retain(|path| path != std::path::Path::new("CHANGELOG.md"));
    facts.tree.files.clear();
    assert_eq!(left(&facts, &handed).0, [line]);
}

#[test]
fn what_a_gate_was_when_the_run_began_is_told_only_where_it_is_known() {
    use crate::model::{BeganBy, CheckedGate};
    let checked = |name: &str, state| CheckedGate { name: name.into(), state, how: "exit 1".into(), changed: vec![] };
    let red = checked("unit", GateState::Red);
    let began = |facts: &Facts, checked: &[&CheckedGate], from: Option<StartFrom>| {
        let change = |brief: &mut Brief| {
            // What stands there in words decides nothing.
            brief.record.last_checked = Some("unit: green, exit 0".into());
            brief.record.checked = checked.iter().map(|one| (*one).clone()).collect();
            brief.next_step.start.from = from;
        };
        let began = reviewed_with(facts, change).gates.remove(0).began;
        began.map(|began| (began.state, matches!(began.by, BeganBy::Brief(_))))
    };
    let unchanged = second_run(true);
    assert_eq!(began(&unchanged, &[&red], None), Some((GateState::Green, false)), "its own first result is nearest");
    let mut edits = second_run(true);
    let mut events = edits.run.events.to_vec();
    events.insert(2, event("edit", 20, What::Said { text: "edited".into() }));
    edits.run.events = events.into();
    edits.products.push(Product { made_by: vec!["edit".into()], ..product(ProductKind::File, "src/a.rs") });
    let worktree = Some(StartFrom::Worktree);
    assert_eq!(began(&edits, &[&red], worktree), Some((GateState::Red, true)), "it ran only after its first edit");
    let other = checked("lint", GateState::Green);
    assert_eq!(began(&edits, &[&other, &red], worktree), Some((GateState::Red, true)));
    assert_eq!(began(&edits, &[&red], Some(StartFrom::Commit)), None, "it started from another content");
    let aged = CheckedGate { changed: vec!["src/a.rs".into()], ..red };
    assert_eq!(began(&edits, &[&aged], worktree), None);
    assert_eq!(began(&edits, &[&other], worktree), None, "another gate");
    assert_eq!(began(&edits, &[], worktree), None, "a brief of before has it in words alone");
}
