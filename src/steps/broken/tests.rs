//! Fates of broken limits: asked about, handed on, taken back, kept.

use super::*;
use crate::model::build::{decided, facts, product, warning};
use crate::model::{Constraint, FileState, LimitFate, Op, Sourced, Start};

const LIMIT: &str = "Never change parcel/wire.py: other services speak that format.";

fn dead_run() -> Facts {
    let mut facts = facts();
    let breach = Breach { event: "7".into(), what: "parcel/wire.py (cat >> parcel/wire.py)".into() };
    facts.constraints.push(Constraint {
        text: LIMIT.into(),
        at: None,
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction: true,
        broken_by: vec![breach],
        taken_back: vec![],
    });
    let mut file = product(ProductKind::File, "parcel/wire.py");
    let gap = facts.constraints[0].broken();
    file.checks = vec![
        Check { says: CheckSays::Bad, text: "breaks the limit".into(), line: None, gap: Some(gap) },
        warning("TODO: later"),
    ];
    facts.products.push(file);
    let state = FileState { blob: Some("after".into()), start: Some("before".into()), ..FileState::default() };
    facts.tree.files.insert("parcel/wire.py".into(), state);
    facts
}

fn sort(pile: Pile, gaps: &[&str], reason: &str, acknowledged: &[&str]) -> Op {
    Op::Sort {
        product: "file:parcel/wire.py".into(),
        version: Some("7be1c04".into()),
        pile: Some(pile),
        gaps: gaps.iter().map(|gap| (*gap).to_owned()).collect(),
        reason: reason.into(),
        seen_elsewhere: None,
        acknowledged: acknowledged.iter().map(|text| (*text).to_owned()).collect(),
    }
}

fn step(text: &str) -> Op {
    Op::Step { text: text.into(), agent: "codex".into(), start: Start::default(), candidate: None }
}

fn open(facts: &Facts, op: Op) -> bool {
    !undecided(facts, &decided([op])).is_empty()
}

#[test]
fn naming_a_broken_limit_does_not_decide_about_it() {
    let facts = dead_run();
    let gap = facts.constraints[0].broken();
    assert!(open(&facts, sort(Pile::Partial, &[&gap], "", &[])));
    assert!(open(&facts, sort(Pile::Unknown, &[], "not needed", &[])));
    assert!(open(&facts, step("Finish tests/test_jitter.py: it does not parse. Change nothing else.")));
    assert!(open(&facts, step("Finish parcel/wire.py: TODO: later. Change nothing else.")));
    let asked = question(&undecided(&facts, &decided([]))[0]);
    assert!(asked.question.starts_with("Limit broken: Never change parcel/wire.py"), "{}", asked.question);
}

#[test]
fn a_step_that_takes_one_limit_back_is_not_about_another_one_in_the_same_file() {
    let mut facts = dead_run();
    let other = Constraint { text: "The frame stays below 1500 bytes.".into(), ..facts.constraints[0].clone() };
    facts.constraints.push(other);
    let back = format!("Take back in parcel/wire.py what breaks the limit \"{}\".", LIMIT.trim_end_matches('.'));
    let decided = decided([step(&back)]);
    let told = standing(&facts, &decided).into_iter().map(|limit| limit.decided.unwrap());
    let nobody = "nobody decided yet whether it is kept or taken back";
    assert_eq!(told.collect::<Vec<_>>(), ["this step takes it back", nobody]);
    assert_eq!(undecided(&facts, &decided).len(), 1);
    // The same limit in two files: the one that the step names is told by itself.
    let mut facts = dead_run();
    let in_test = Breach { event: "8".into(), what: "tests/test_wire.py (cat)".into() };
    facts.constraints[0].broken_by.push(in_test);
    facts.products.push(product(ProductKind::File, "tests/test_wire.py"));
    facts.tree.files.insert("tests/test_wire.py".into(), facts.tree.files[Path::new("parcel/wire.py")].clone());
    let told: Vec<_> = standing(&facts, &decided).into_iter().map(|limit| limit.decided.unwrap()).collect();
    assert_eq!(
        told,
        ["in parcel/wire.py this step takes it back; of the rest nobody decided yet whether it is kept or taken back"]
    );
}

#[test]
fn a_person_decides_by_a_step_a_reason_a_decision_or_by_taking_the_line_out() {
    let facts = dead_run();
    let back = format!("Take back in parcel/wire.py what breaks the limit \"{}\".", LIMIT.trim_end_matches('.'));
    assert!(!open(&facts, step(&back)));
    assert!(!open(&facts, step("Restore parcel/wire.py as it was on main.")));
    assert!(!open(&facts, sort(Pile::Usable, &[], "agreed with ana", &["breaks the limit", "TODO: later"])));
    assert!(open(&facts, sort(Pile::Usable, &[], "agreed with ana", &["TODO: later"])), "another check");
    assert!(!open(&facts, Op::Drop { kind: KeepKind::Limit, text: LIMIT.into() }));
    let kept = |kind, text: &str| {
        let line = Sourced { text: text.into(), from: "operator".into() };
        Op::Keep { kind, line }
    };
    assert!(!open(&facts, kept(KeepKind::Decision, "parcel/wire.py is taken back in a later step")));
    assert!(open(&facts, kept(KeepKind::Decision, "a budget of 0 still asks once")), "about something else");
    assert!(
        open(&facts, kept(KeepKind::Question, "is parcel/wire.py to be taken back?")),
        "a question decides nothing"
    );
    assert!(!open(&facts, Op::Section { name: "Limits".into(), text: "- Never push".into() }));
    assert!(open(&facts, Op::Section { name: "Limits".into(), text: format!("- {LIMIT}\n- Never push") }));
    let row = row(LIMIT);
    let fine = [
        Op::Proof { attempt: 1, row: row.clone() },
        Op::Verdict { attempt: 1, row, verdict: Some(RowVerdict::Met), note: String::new() },
    ];
    assert!(undecided(&facts, &decided(fine)).is_empty());
}

#[test]
fn what_a_person_called_not_fine_is_decided_and_stands_until_it_is_taken_back() {
    let facts = dead_run();
    let said = |verdict| {
        let row = row(LIMIT);
        let proof = Op::Proof { attempt: 1, row: row.clone() };
        [proof, Op::Verdict { attempt: 1, row, verdict: Some(verdict), note: String::new() }]
    };
    let so_far = |decided: &Decided| standing(&facts, decided)[0].decided.clone().unwrap();
    assert!(so_far(&decided([])).starts_with("nobody decided yet"));
    let not = decided(said(RowVerdict::Not));
    assert!(undecided(&facts, &not).is_empty(), "nobody is asked again");
    assert!(so_far(&not).starts_with("a person said in the review of attempt 1 that it is not fine"));
    let back = step("Take back in parcel/wire.py what breaks the limit.");
    assert_eq!(so_far(&decided(said(RowVerdict::Not).into_iter().chain([back.clone()]))), "this step takes it back");
    assert_eq!(so_far(&decided([back])), "this step takes it back");
}

#[test]
fn what_is_again_as_it_was_is_no_question() {
    let mut facts = dead_run();
    let state = FileState { blob: Some("before".into()), start: Some("before".into()), ..FileState::default() };
    facts.tree.files.insert("parcel/wire.py".into(), state);
    assert!(undecided(&facts, &decided([])).is_empty());
}

#[test]
fn what_a_brief_hands_on_is_asked_again_until_the_file_is_as_it_was() {
    let first = dead_run();
    let mut brief = crate::steps::compose::compose(&first, &decided([]), "LG-1", crate::model::build::at(9));
    assert_eq!(
        brief.broken[0].files,
        [BrokenFile { path: "parcel/wire.py".into(), before: Some("before".into()), kept: None }]
    );
    // A step that is about it asks no question, but whether it was done is seen by the content alone.
    let back = format!("Take back in parcel/wire.py what breaks the limit \"{LIMIT}\".");
    let step = decided([step(&back)]);
    brief.broken = crate::steps::compose::compose(&first, &step, "LG-1", crate::model::build::at(9)).broken;
    let mut next = facts();
    next.products.push(product(ProductKind::File, "parcel/wire.py"));
    carry(&mut next, &decided([]), [&brief]);
    carry(&mut next, &decided([]), [&brief]);
    assert_eq!(undecided(&next, &decided([])).len(), 1);
    assert_eq!(next.products[0].checks.len(), 1, "usable wants a reason");
    let state = FileState { blob: Some("before".into()), start: Some("after".into()), ..FileState::default() };
    next.tree.files.insert("parcel/wire.py".into(), state);
    assert!(undecided(&next, &decided([])).is_empty());
}

#[test]
fn a_start_that_does_not_hold_it_leaves_it_behind() {
    let mut facts = dead_run();
    facts.tree.start = Some("aaaa".repeat(10));
    let start =
        |commit: &str| Start { from: Some(StartFrom::Commit), commit: Some(commit.repeat(10)), ..Start::default() };
    let step = |start| Op::Step { text: "Finish docs/a.md".into(), agent: "codex".into(), start, candidate: None };
    assert!(!open(&facts, step(start("aaaa"))));
    assert!(open(&facts, step(start("bbbb"))), "what that commit holds is not known");
    assert!(open(&facts, step(Start { from: Some(StartFrom::Worktree), ..start("aaaa") })));
}

#[test]
fn what_was_taken_back_is_held_against_the_tree_also_where_the_run_never_touched_it() {
    let brief = crate::steps::compose::compose(&dead_run(), &decided([]), "LG-1", crate::model::build::at(9));
    for (at_head, left) in [("before", 0), ("after", 1)] {
        let mut next = facts();
        (next.tree.repository, next.tree.exists) = (true, true);
        (next.tree.tracked, next.tree.tracked_blobs) = (vec!["parcel/wire.py".into()], vec![at_head.into()]);
        carry(&mut next, &decided([]), [&brief]);
        assert_eq!(undecided(&next, &decided([])).len(), left, "{at_head}");
    }
}

#[test]
fn what_was_kept_is_told_as_kept_and_covers_no_later_change() {
    let first = dead_run();
    let brief = crate::steps::compose::compose(&first, &decided([]), "LG-1", crate::model::build::at(9));
    let row = row(LIMIT);
    let said = decided([
        Op::Proof { attempt: 1, row: row.clone() },
        Op::Verdict { attempt: 1, row, verdict: Some(RowVerdict::Met), note: String::new() },
    ]);
    let gap = limit_broken(LIMIT);
    let mut next = facts();
    next.tree = first.tree.clone();
    carry(&mut next, &said, [&brief]);
    let second = crate::steps::compose::compose(&next, &said, "LG-1", crate::model::build::at(9));
    assert!(second.broken[0].kept && second.open.is_empty() && second.after_step.is_empty(), "{second:?}");
    assert!(!is_left(&next, &said, "parcel/wire.py", &gap));
    // Two attempts later it still is kept as it was then, and asked about once it is another content.
    let later = crate::model::Decided { attempt: 4, ..said };
    for (blob, asked) in [("after", 0), ("worse", 1)] {
        let mut next = facts();
        let state = FileState { blob: Some(blob.into()), ..FileState::default() };
        next.tree.files.insert("parcel/wire.py".into(), state);
        carry(&mut next, &later, [&brief, &second]);
        assert_eq!(undecided(&next, &later).len(), asked, "{blob}");
        assert_eq!(is_left(&next, &later, "parcel/wire.py", &gap), asked == 1, "{blob}");
    }
}

#[test]
fn each_broken_limit_is_told_once_with_what_became_of_it() {
    let facts = dead_run();
    let fate = |ops: Vec<Op>| {
        let told = fates(&facts, &decided(ops));
        assert_eq!(told.len(), 1, "{told:?}");
        told.into_iter().next().map(|told| told.fate)
    };
    assert_eq!(fate(vec![]), Some(LimitFate::Open));
    assert_eq!(fate(vec![step("Take back parcel/wire.py.")]), Some(LimitFate::Step(true)));
    let usable = sort(Pile::Usable, &[], "the other services were moved", &["breaks the limit"]);
    assert_eq!(fate(vec![usable]), Some(LimitFate::Usable("the other services were moved".into())));
    let row = row(LIMIT);
    let judged = |verdict| {
        let seen = Op::Proof { attempt: 1, row: row.clone() };
        vec![seen, Op::Verdict { attempt: 1, row: row.clone(), verdict: Some(verdict), note: String::new() }]
    };
    assert_eq!(fate(judged(RowVerdict::Not)), Some(LimitFate::NotFine(1)));
    assert_eq!(fate(judged(RowVerdict::Met)), Some(LimitFate::Fine(1)));
    let mut back = dead_run();
    back.tree.files.get_mut(Path::new("parcel/wire.py")).unwrap().blob = Some("before".into());
    assert_eq!(fates(&back, &decided([])), [], "what lies as it was is told nowhere");
}

#[test]
fn a_file_that_was_called_usable_all_the_same_is_told_as_kept_in_every_later_attempt() {
    let mut first = dead_run();
    let text = format!("breaks the limit \"{LIMIT}\" (first prompt), event 82");
    first.products[0].checks[0].text.clone_from(&text);
    let said = decided([sort(Pile::Usable, &[], "the other services were moved", &[&text])]);
    let brief = crate::steps::compose::compose(&first, &said, "LG-1", crate::model::build::at(9));
    let told = |brief: &Brief| {
        let [broken] = &brief.broken[..] else { panic!("{:?}", brief.broken) };
        assert!(broken.kept && brief.open.is_empty(), "{brief:?}");
        broken.decided.clone().unwrap()
    };
    assert_eq!(told(&brief), "kept: a person called it usable all the same: the other services were moved");
    // The run after it never touched the file: only the brief knows of the limit.
    let mut next = facts();
    next.tree = first.tree.clone();
    next.products.push(product(ProductKind::File, "parcel/wire.py"));
    carry(&mut next, &said, [&brief]);
    assert_eq!(fates(&next, &said)[0].fate, LimitFate::Usable("the other services were moved".into()));
    let second = crate::steps::compose::compose(&next, &said, "LG-1", crate::model::build::at(9));
    assert!(told(&second).starts_with("kept: a person called it usable"));
    next.products[0].version = Some("another".into());
    assert_eq!(fates(&next, &said)[0].fate, LimitFate::Open, "it is another content");
}
