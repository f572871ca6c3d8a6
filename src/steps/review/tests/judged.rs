//! What a person says in step 4 of what was left: the lists and their counts follow the verdicts.

use super::*;
use crate::model::{Checked, Pile};
use crate::steps::review::called_closed;

pub(super) fn says(row: &str, verdict: RowVerdict) -> [Op; 2] {
    let row = row.to_owned();
    [
        Op::Proof { attempt: 1, row: row.clone() },
        Op::Verdict { attempt: 1, row, verdict: Some(verdict), note: String::new() },
    ]
}

pub(super) fn criterion(text: &str) -> Criterion {
    Criterion { text: text.into(), tag: None, hash: None, source: "operator".into() }
}

/// How many of these lines are open and closed, with these verdicts.
fn left(facts: &Facts, lines: &[&str], criteria: &[&str], ops: &[Op]) -> (Vec<String>, usize) {
    let decided = decided(ops.to_vec());
    let review = reviewed_by(facts, Some(&decided), |brief| {
        brief.after_step = lines.iter().map(|line| (*line).to_owned()).collect();
        brief.criteria = criteria.iter().map(|text| criterion(text)).collect();
    });
    (review.open, review.closed.len())
}

#[test]
fn a_gap_that_a_person_named_is_a_row_and_its_verdict_settles_it() {
    let facts = committed_run("src/a.rs", "fn a() {}\n", "fn a() { b() }\n");
    let typed = "src/a.rs: no test for zero";
    let other = "src/other.rs: nobody read it";
    let rows = reviewed_with(&facts, |brief| {
        brief.after_step = vec![typed.into(), other.into(), "src/a.rs: it does not parse".into(), "a plan item".into()];
    })
    .gaps;
    let rows: Vec<_> = rows.iter().map(|row| (row.line.as_str(), row.bare, row.known.join("; "))).collect();
    assert_eq!(
        rows,
        [
            (typed, false, "changed by commit 977d5d4; cargo test ran green".to_owned()),
            (other, true, "this run did not touch it".to_owned())
        ],
        "what lastgood finds by itself is no row"
    );
    let row = format!("gap:{typed}");
    assert_eq!(left(&facts, &[typed], &[], &[]), (vec![typed.to_owned()], 0));
    assert_eq!(left(&facts, &[typed], &[], &says(&row, RowVerdict::Met)), (vec![], 1));
    assert_eq!(left(&facts, &[typed], &[], &says(&row, RowVerdict::Not)), (vec![typed.to_owned()], 0));
    // What was called closed in a review is closed for the next attempt, until somebody names it again.
    let after = decided(says(&row, RowVerdict::Met));
    assert!(called_closed(&after, "src/a.rs", "no test for zero", at(0)));
    assert!(!called_closed(&after, "src/a.rs", "no test for zero", at(9)), "it was named again after that");
    assert!(!called_closed(&after, "src/a.rs", "another one", at(0)));
}

#[test]
fn a_verdict_on_the_gap_of_the_step_counts_in_what_is_closed_and_open() {
    let facts = committed_run("src/a.rs", "", "x");
    let text = "src/a.rs: this gap is closed: no test for zero";
    let row = criterion_row(text);
    let line = "src/a.rs: no test for zero";
    assert_eq!(
        left(&facts, &[], &[text], &[]),
        (vec![line.to_owned()], 0),
        "nobody and nothing says that it is closed"
    );
    assert_eq!(left(&facts, &[], &["src/a.rs: this gap is closed: it does not parse"], &[]), (vec![], 1));
    assert_eq!(left(&facts, &[], &[text], &says(&row, RowVerdict::Met)), (vec![], 1));
    assert_eq!(left(&facts, &[], &[text], &says(&row, RowVerdict::Not)), (vec![line.to_owned()], 0));
    assert_eq!(left(&facts, &[line], &[text], &says(&row, RowVerdict::Met)), (vec![], 1), "it is one thing");
}

#[test]
fn a_criterion_of_the_task_that_the_step_was_to_meet_is_open_until_somebody_says_that_it_is_met() {
    let facts = committed_run("src/a.rs", "", "x");
    let text = "jitter stays within a fifth";
    let open = |ops: &[Op], source: &str| {
        let decided = decided(ops.to_vec());
        let one = Criterion { source: source.into(), ..criterion(text) };
        let green = Criterion { source: source.into(), ..criterion("the unit gate is green") };
        reviewed_by(&facts, Some(&decided), |brief| brief.criteria = vec![one, green]).open
    };
    let row = criterion_row(text);
    assert_eq!(open(&[], "first prompt"), [text], "what the record speaks for is no work that is left");
    assert_eq!(open(&says(&row, RowVerdict::Not), "task PAP-198"), [text]);
    assert!(open(&says(&row, RowVerdict::Met), "first prompt").is_empty());
    assert!(open(&[], "proposed").is_empty() && open(&[], "operator").is_empty(), "it was asked of one step");
}

#[test]
fn a_green_gate_is_not_said_to_tell_of_a_limit_or_of_what_checks_find() {
    let facts = committed_run("src/a.rs", "", "x");
    let since = |line: &str| reviewed_with(&facts, |brief| brief.after_step = vec![line.into()]).since;
    assert!(since("src/a.rs: no test for zero")["src/a.rs: no test for zero"].contains("ran green"));
    for line in ["src/a.rs: limit broken: never push", "src/a.rs: conflict marks are in it"] {
        assert!(!since(line).values().any(|since| since.contains("ran green")), "{line}");
    }
}

#[test]
fn a_broken_limit_that_the_brief_does_not_know_any_more_is_not_still_open() {
    let facts = committed_run("src/b.rs", "", "x");
    for line in ["src/a.rs: limit broken: never push", "src/a.rs: this gap is closed: limit broken: never push"] {
        assert_eq!(left(&facts, &[line], &[], &[]), (vec![], 1), "{line}");
    }
    let mut pushed = facts.clone();
    let mut push = product(ProductKind::OutsideAction, "git push origin retry");
    push.made_by = vec!["gate".into()];
    pushed.products.push(push);
    assert_eq!(left(&pushed, &["src/a.rs: limit broken: never push"], &[], &[]).1, 0, "this run broke it");
}

#[test]
fn what_an_attempt_left_without_a_commit_is_no_gap_that_a_person_named() {
    let mut facts = committed_run("src/b.rs", "", "x");
    let line = "docs/a.md: not committed";
    let review = reviewed_with(&facts, |brief| brief.after_step = vec![line.into()]);
    assert!(review.gaps.is_empty(), "{:?}", review.gaps);
    assert_eq!(left(&facts, &[line], &[], &[]).1, 0);
    facts.tree.tracked.push("docs/a.md".into());
    assert_eq!(left(&facts, &[line], &[], &[]), (vec![], 1));
}

#[test]
fn what_a_criterion_says_that_is_met_is_not_still_open() {
    // Nothing on record says so: two files, one of them not of the step.
    let mut facts = committed_run("src/a.rs", "", "x");
    facts.tree.commits[0].files.push(CommitFile { path: "src/b.rs".into(), before: None, after: Some("b2".into()) });
    let text = "committed, and no other file changed";
    let row = criterion_row(text);
    for line in ["no other file changed", "Committed, and no other file changed."] {
        assert_eq!(left(&facts, &[line], &[text], &[]), (vec![line.to_owned()], 0));
        assert_eq!(left(&facts, &[line], &[text], &says(&row, RowVerdict::Met)), (vec![], 1), "{line}");
    }
    assert_eq!(left(&facts, &["docs committed"], &[text], &says(&row, RowVerdict::Met)).1, 0);
    // The record alone closes a line that asks for the commit and nothing else.
    assert_eq!(left(&facts, &["committed"], &[], &[]), (vec![], 1));
    assert_eq!(left(&facts, &["the release notes are committed"], &[], &[]).1, 0);
    let state =
        FileState { status: crate::model::FileStatus::Changed, blob: Some("b3".into()), ..FileState::default() };
    facts.tree.files.insert("src/a.rs".into(), state);
    assert_eq!(left(&facts, &["committed"], &[], &[]).1, 0, "something of it lies there without a commit");
}

#[test]
fn a_gap_whose_file_is_as_at_last_good_says_so() {
    let mut facts = committed_run("src/a.rs", "a\n", "b\n");
    facts.tree.head = Some("977d5d41828936ff".into());
    facts.tree.commits[0].parents = vec!["600d".into()];
    let known = |facts: &Facts| {
        let review = reviewed_with(facts, |brief| {
            brief.last_good.commit = Some("600d".into());
            brief.after_step = vec!["src/a.rs: the format changed".into()];
        });
        (review.gaps[0].known.join("; "), review.since.len())
    };
    assert!(!known(&facts).0.contains("as at last good"), "{:?}", known(&facts));
    let state =
        FileState { status: crate::model::FileStatus::Changed, blob: Some("b1".into()), ..FileState::default() };
    facts.tree.files.insert("src/a.rs".into(), state);
    assert!(known(&facts).0.contains("it lies exactly as at last good 600d"), "{:?}", known(&facts));
    assert_eq!(known(&facts).1, 1, "it is told beside the open line");
    facts.tree.commits[0].parents = vec!["elsewhere".into()];
    assert!(!known(&facts).0.contains("as at last good"), "what is not known is not said");
}

#[test]
fn a_change_is_held_against_what_the_run_found_and_not_against_head() {
    let mut facts = committed_run("src/a.rs", "at head\n", "now\n");
    facts.tree.texts.insert("b0".into(), "not committed\n".into());
    let checked = Checked {
        location: "src/a.rs".into(),
        version: Some("b0".into()),
        pile: Pile::Partial,
        gaps: vec![],
        accepted: None,
        opened: None,
        seen: None,
    };
    let found = |checked: Vec<Checked>| {
        let review = reviewed_with(&facts, |brief| brief.checked = checked);
        let change = &review.changes["src/a.rs"];
        (change.before.clone().unwrap(), change.after.clone().unwrap())
    };
    assert_eq!(found(vec![checked.clone()]), ("not committed\n".into(), "now\n".into()));
    assert_eq!(found(vec![]), ("at head\n".into(), "now\n".into()));
}

#[test]
fn a_claim_names_the_red_run_that_came_after_it() {
    for (green, red) in [(true, 0), (false, 1)] {
        let mut facts = second_run(green);
        facts.claims = vec![crate::model::Claim {
            text: "All tests pass.".into(),
            event: "said".into(),
            proof: Some("said".into()),
            why: "cargo test was green (exit 0)".into(),
            against: false,
            beyond: vec![],
        }];
        // It is said after the brief and before the last run of the gate.
        let said = Event::new("said", Some(at(12)), What::Said { text: "All tests pass.".into() });
        let mut events: Vec<Event> = facts.run.events.iter().cloned().collect();
        events.insert(2, said);
        facts.run.events = events.into();
        let review = reviewed(&facts, None);
        assert_eq!(review.claims[0].red_since.len(), red, "{:?}", review.claims);
    }
}

#[test]
fn a_gate_that_a_criterion_wants_green_is_a_row_also_when_the_brief_had_no_green_of_it() {
    let facts = committed_run("src/a.rs", "", "x");
    let review = reviewed_with(&facts, |brief| {
        brief.gates = vec![];
        brief.criteria =
            vec![criterion("`cargo test` is green"), criterion("src/a.rs: this gap is closed: it does not parse")];
    });
    let [gate] = review.gates.as_slice() else { panic!("{:?}", review.gates) };
    assert_eq!((gate.before, gate.now, gate.event.as_deref()), (GateState::NotRun, GateState::Green, Some("gate")));
    let found: Vec<_> = review.criteria.iter().map(|row| (row.checked_by, row.suggest)).collect();
    let met = Some(CriterionVerdict::Met);
    assert_eq!(found, [(CheckedBy::Gate, met), (CheckedBy::Record, met)]);
    assert!(review.open.is_empty(), "{:?}", review.open);
    // One that nobody asks for is none.
    let review =
        reviewed_with(&facts, |brief| (brief.gates, brief.criteria) = (vec![], vec![criterion("it reads well")]));
    assert!(review.gates.is_empty());
}

#[test]
fn a_file_that_breaks_a_limit_is_kept_once_a_person_said_that_it_is_fine() {
    let facts = committed_run("src/b.rs", "", "x");
    let row = crate::steps::broken::row("Never change src/a.rs");
    for (ops, fine) in
        [(vec![], false), (says(&row, RowVerdict::Not).to_vec(), false), (says(&row, RowVerdict::Met).to_vec(), true)]
    {
        let decided = decided(ops);
        let review = reviewed_by(&facts, Some(&decided), |brief| {
            let file = crate::model::BrokenFile { path: "src/a.rs".into(), before: Some("b0".into()), kept: None };
            let limit = "Never change src/a.rs".to_owned();
            brief.broken = vec![crate::model::BrokenLimit { limit, files: vec![file], ..Default::default() }];
        });
        assert_eq!(review.kept.iter().any(|kept| kept.what == ["src/a.rs"]), fine, "{:?}", review.kept);
        assert_eq!(review.standing[0].fine, fine);
        assert_eq!(review.standing[0].files[0].0, "src/a.rs");
    }
}

#[test]
fn what_no_event_proves_of_a_file_the_tree_may() {
    let mut facts = committed_run("src/b.rs", "", "x");
    let said = |path: &str| format!("no record proves \"{path} is as it was before the run\" (proven is only: x)");
    let why = |facts: &Facts, path: &str| {
        let mut facts = facts.clone();
        facts.claims = vec![crate::model::Claim {
            text: "It is as it was.".into(),
            event: "gate".into(),
            proof: None,
            why: said(path),
            against: false,
            beyond: vec![],
        }];
        let review = reviewed_with(&facts, |brief| brief.last_good.commit = facts.tree.head.clone());
        review.claims[0].why.clone()
    };
    facts.tree.head = Some("f00dfeed".into());
    facts.tree.tracked.push("src/a.rs".into());
    assert!(why(&facts, "src/a.rs").contains("in the tree src/a.rs lies exactly as at last good f00dfee (proven"));
    assert_eq!(why(&facts, "src/c.rs"), said("src/c.rs"), "nothing is known of it");
}

#[test]
fn a_gate_that_lastgood_ran_proves_a_criterion_by_no_event_of_the_run() {
    let facts = committed_run("src/a.rs", "", "x");
    let mut brief = brief();
    brief.criteria = vec![criterion("`cargo test` is green")];
    let measured = crate::model::Measured {
        name: "cargo test".into(),
        command: vec!["cargo".into(), "test".into()],
        source: "the brief".into(),
        side: crate::model::Side::Present,
        content: "c0".into(),
        commit: None,
        ran_in: crate::model::RanIn::Scratch,
        ended: crate::model::Ended::Exit { code: 0 },
        state: GateState::Green,
        why: "exit 0, 2 s".into(),
        standing: facts.tree.standing(),
        at: at(30),
        millis: 2000,
        output: None,
        left: vec![],
        changed: vec![],
        printed: vec![],
    };
    let consumption = consumptions(&facts.run, &brief).into_iter().next();
    let against = Against {
        brief: &brief,
        sha256: None,
        facts: &facts,
        measured: &[measured],
        consumption: consumption.as_ref(),
        decided: None,
    };
    let review = review(&against, &|_| String::new());
    let proof = review.criteria[0].proof.clone().unwrap_or_default();
    assert!(!proof.contains("event") && proof.contains("run by lastgood"), "{proof}");
}

#[test]
fn a_line_that_is_left_is_a_row_only_when_something_speaks_for_it_in_its_own_words() {
    let test = "\n#[test]\nfn a_budget_of_zero_asks_once() {\n    ask();\n}\n";
    let facts = committed_run("tests/worker.rs", "", test);
    let zero = "a worker with a budget of 0 tries once and stops";
    let lines = [zero, "src/other.rs explains the option", "tests/worker.rs, changelog, push", "the page is nice"];
    let of = |facts: &Facts, ops: &[Op], more: Option<&str>| {
        let decided = decided(ops.to_vec());
        reviewed_by(facts, Some(&decided), |brief| {
            brief.after_step = lines.into_iter().chain(more).map(str::to_owned).collect();
        })
    };
    let rows = |facts: &Facts, more: Option<&str>| of(facts, &[], more).gaps;
    let all = rows(&facts, None);
    let [row] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((row.line.as_str(), row.gap, row.bare), (zero, false, false));
    assert_eq!(row.row, criterion_row(zero), "a verdict on it takes the criterion out of later briefs");
    assert!(row.known[0].starts_with("a_budget_of_zero_asks_once in tests/worker.rs, commit 977d5d4"), "{row:?}");
    assert_eq!(row.known[1], "cargo test ran green");
    // The step was not about it: without a verdict nothing is kept from being recovered by it.
    let review = of(&facts, &[], None);
    assert!(!review.blockers.iter().any(|why| why.contains("budget")) && review.open.iter().any(|line| line == zero));
    let met = of(&facts, &says(&row.row, RowVerdict::Met), None);
    assert!(!met.open.iter().any(|line| line == zero) && met.gaps.len() == 1, "its row stays to be changed");
    assert!(of(&facts, &says(&row.row, RowVerdict::Not), None).open.iter().any(|line| line == zero));
    // A file that a line names speaks for it once nothing is left to do in that file.
    let names = "tests/worker.rs covers the default";
    assert_eq!(rows(&facts, Some(names)).len(), 2, "what a file covers, only a person can see");
    let made = rows(&facts, Some("Finish tests/worker.rs")).len();
    assert_eq!(made, 1, "the record closes it: its file is committed, and the gates are green");
    let mut loose = facts.clone();
    loose.tree.commits.clear();
    let state = FileState {
        status: crate::model::FileStatus::New,
        blob: loose.tree.texts.iter().find(|(_, text)| text.contains("fn a_budget")).map(|(blob, _)| blob.clone()),
        ..FileState::default()
    };
    loose.tree.files.insert("tests/worker.rs".into(), state);
    let mut made = product(ProductKind::File, "tests/worker.rs");
    made.made_by = vec!["gate".into()];
    loose.products.push(made);
    let known: Vec<String> = rows(&loose, Some(names)).into_iter().flat_map(|row| row.known).collect();
    assert!(known.contains(&"tests/worker.rs changed, not committed".to_owned()), "{known:?}");
    // While a gate is red, no test speaks.
    let mut red = facts.clone();
    red.gates = second_run(false).gates;
    assert!(rows(&red, None).is_empty(), "{:?}", rows(&red, None));
}
