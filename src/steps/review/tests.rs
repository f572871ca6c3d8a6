//! Step 4 in words. Real second runs are reviewed in `tests/recovery/second.rs`.

mod against;
mod judged;

use super::*;
use crate::model::GateChange;
use crate::model::build::{at, decided, facts, gate, product};
use crate::model::{
    Blocker, BriefGate, BriefLastGood, BriefRecord, CheckedBy, Closing, Commit, CommitFile, Criterion,
    CriterionVerdict, Event, FileState, GateRun, NextStep, Op, ProductKind, RowVerdict, RunMark, Runtime, Shown,
    Sourced, Speaker, What,
};
use crate::steps::review::{approve, close, set_verdict};

fn brief() -> Brief {
    let gate = BriefGate {
        name: "unit".into(),
        command: vec!["cargo".into(), "test".into()],
        state: GateState::Green,
        content: None,
        at: None,
        changed: vec![],
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
        left: Vec::new(),
        limits: vec![Sourced { text: "never push".into(), from: "first prompt".into() }],
        decisions: Vec::new(),
        checked: Vec::new(),
        not_in_start: Vec::new(),
        unread: None,
        outside: Vec::new(),
        open: Vec::new(),
        broken: Vec::new(),
        actions: Vec::new(),
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
            checked: vec![],
            confirmed: None,
            signs_answered: Vec::new(),
            notice: None,
            last_words: None,
        },
    }
}

fn event(id: &str, second: i64, what: What) -> Event {
    Event::new(id, Some(at(second)), what)
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
        vec![prompt("early", 5), prompt("prompt", 11), event("gate", 30, What::Said { text: "done".into() })].into();
    let state = if green { GateState::Green } else { GateState::Red };
    facts.gates = vec![gate(state, run(green))];
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
    let review = reviewed(&second_run(true), Some(&decided(ops.clone())));
    assert_eq!(review.verdict, Recovered::Recovered);
    assert!(close(&review, Closing::Recovered, None).is_ok());
    // How a person closed it stands above what the rows say.
    for (outcome, blocked) in [(Closing::Recovered, vec![]), (Closing::NextAttempt, vec![Blocker::NextAttempt])] {
        let closed = [ops.clone(), vec![close(&review, outcome, None).unwrap()]].concat();
        let review = reviewed(&second_run(true), Some(&decided(closed)));
        assert_eq!((review.verdict == Recovered::Recovered, review.blocked), (outcome == Closing::Recovered, blocked));
    }
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
fn a_red_gate_that_was_known_before_the_run_blocks_and_says_so() {
    let blocks = |text: Option<&str>, facts: &Facts| {
        let change = |brief: &mut Brief| {
            brief.criteria.extend(text.map(|text| Criterion { text: text.into(), ..brief.criteria[0].clone() }));
        };
        let review = reviewed_with(facts, change);
        let known = |blocker| if let Blocker::Gate { known, .. } = blocker { Some(known) } else { None };
        review.blocked.into_iter().find_map(known).unwrap()
    };
    let known = "`cargo test` shows no failure but what was known before: src/b.rs: it does not parse";
    assert!(blocks(None, &second_run(false)), "by its own result before it changed anything");
    // A run that changed something first may have made it red itself, unless the brief says otherwise.
    let mut changed = second_run(false);
    let said = |id: &str, at| event(id, at, What::Said { text: "done".into() });
    changed.run.events = vec![prompt("early", 5), prompt("prompt", 11), said("edit", 12), said("gate", 30)].into();
    let made_by = vec!["edit".to_owned()];
    changed.products.push(crate::model::Product { made_by, ..product(ProductKind::File, "src/a.rs") });
    assert!(!blocks(None, &changed) && blocks(Some(known), &changed));
}

#[test]
fn a_run_is_sent_back_for_a_red_gate_unless_it_was_red_before_and_nothing_asks_for_its_green() {
    let known = "`cargo test` shows no failure but what was known before: src/b.rs: it does not parse";
    let sent = |facts: &Facts, criterion: &str, step: &str| {
        let review = reviewed_with(facts, |brief| {
            brief.criteria[0].text = criterion.into();
            brief.next_step.text = step.into();
        });
        assert_eq!(review.machine, Machine::Against, "what a script is told stays as it is");
        review.sends_back
    };
    let step = "Finish src/a.rs: BUCKET has no definition. Change nothing else.";
    let (was_red, green_before) = (second_run(false), second_run(true));
    assert!(!sent(&was_red, known, step) && !sent(&was_red, "src/a.rs: this gap is closed", step));
    assert!(sent(&was_red, "the unit gate is green", step), "a criterion asks for it");
    assert!(sent(&was_red, known, "Make cargo test green."), "the step asks for it");
    let mut made_red = was_red;
    made_red.gates[0].runs.insert(0, GateRun { event: "gate".into(), ..green_before.gates[0].runs[0].clone() });
    let said = |id: &str, at| event(id, at, What::Said { text: "done".into() });
    made_red.run.events = vec![prompt("prompt", 11), said("gate", 12), said("edit", 13), said("again", 30)].into();
    made_red.gates[0].runs[1].event = "again".into();
    assert!(sent(&made_red, "src/a.rs: this gap is closed", step), "the run itself made it red");
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

/// A run that committed one file with this text, over that one, and ran its gate green.
fn committed_run(path: &str, before: &str, after: &str) -> Facts {
    let mut facts = second_run(true);
    facts.tree.repository = true;
    facts.run.last_event = Some(at(40));
    facts.tree.texts = [("b1".to_owned(), before.to_owned()), ("b2".to_owned(), after.to_owned())].into();
    let file = CommitFile { path: path.into(), before: Some("b1".into()), after: Some("b2".into()) };
    facts.tree.commits.push(Commit {
        id: "977d5d41828936ff".into(),
        parents: vec![],
        subject: "the delay stays within a fifth".into(),
        author: "agent".into(),
        at: at(35),
        on_head: true,
        files: vec![file],
    });
    facts
}

fn reviewed_with(facts: &Facts, change: impl FnOnce(&mut Brief)) -> Review {
    reviewed_by(facts, None, change)
}

fn reviewed_by(facts: &Facts, decided: Option<&Decided>, change: impl FnOnce(&mut Brief)) -> Review {
    let mut brief = brief();
    change(&mut brief);
    let mut consumption = consumptions(&facts.run, &brief).into_iter().next();
    if let Some(consumption) = &mut consumption {
        consumption.fits = Some(true);
    }
    let consumption = consumption.as_ref();
    let against = Against { brief: &brief, sha256: None, facts, measured: &[], consumption, decided };
    review(&against, &|blocker| format!("{blocker:?}"))
}

#[test]
fn what_the_run_closed_is_not_still_open() {
    let facts = committed_run("docs/a.md", "TODO: the table of delays\nsee b.md\n", "| 1 s |\n");
    let left = |lines: &[&str]| {
        let review =
            reviewed_with(&facts, |brief| brief.after_step = lines.iter().map(|line| (*line).to_owned()).collect());
        (review.open, review.closed.len())
    };
    assert_eq!(left(&["cargo test green", "`cargo test` is green"]), (vec![], 1), "one gate, by a green gate");
    assert_eq!(
        left(&["docs/a.md: TODO: the table of delays", "docs/a.md: b.md does not exist"]),
        (vec![], 2),
        "by an edit"
    );
    assert_eq!(left(&["Finish docs/a.md"]), (vec![], 1), "by a commit, with all gates green");
    let open = |line: &str| assert_eq!(left(&[line]), (vec![line.to_owned()], 0));
    open("docs/a.md: no example for zero"); // a person named it: no check finds it
    let typed = |brief: &mut Brief| brief.after_step = vec!["docs/a.md: no example for zero".into()];
    let since = reviewed_with(&facts, typed).since;
    let known = since.get("docs/a.md: no example for zero").map(String::as_str);
    assert_eq!(known, Some("changed by commit 977d5d4, cargo test ran green"), "it is shown with what is known");
    open("docs/a.md, changelog, push");
    open("docs/a.md explains the option"); // what a file says, a person reads
    open("src/other.rs: it does not parse at line 3");
    open("a budget of zero tries once");
    let both = ["docs/a.md: no example for zero", "Finish docs/a.md"];
    assert_eq!(left(&both).0.len(), 2, "while a gap of its file is left, the line that names the file is too");
}

#[test]
fn a_line_that_was_put_off_in_a_file_that_no_commit_had_is_closed_when_nothing_in_it_is_put_off_any_more() {
    for (now, closed) in [("| 1 s |\n", 1), ("TODO: the table\n", 0)] {
        let mut facts = committed_run("docs/a.md", "", now);
        for file in facts.tree.commits.iter_mut().flat_map(|commit| &mut commit.files) {
            file.before = None;
        }
        let state = FileState { head: Some("b2".into()), blob: Some("b2".into()), ..FileState::default() };
        facts.tree.files.insert("docs/a.md".into(), state);
        let line = |brief: &mut Brief| brief.after_step = vec!["docs/a.md: TODO: the table of delays".into()];
        assert_eq!(reviewed_with(&facts, line).closed.len(), closed, "{now}");
        let typed = |brief: &mut Brief| brief.after_step = vec!["docs/a.md: the table has no TODO row".into()];
        assert_eq!(reviewed_with(&facts, typed).closed.len(), 0, "what a person typed, a person closes");
    }
}

#[test]
fn a_line_that_was_put_off_and_now_says_so_in_other_words_is_not_closed() {
    let line = |brief: &mut Brief| brief.after_step = vec!["docs/a.md: TODO: the table of delays".into()];
    for (now, closed) in [("TODO: the delays\n", 0), ("TODO: the index\n", 1), ("| 1 s |\n", 1)] {
        let facts = committed_run("docs/a.md", "TODO: the table of delays\nTODO: the index\n", now);
        assert_eq!(reviewed_with(&facts, line).closed.len(), closed, "committed: {now}");
    }
    for (gap, closed) in [(Some("TODO: the delays"), 0), (Some("a link leads nowhere"), 1), (None, 1)] {
        let mut facts = committed_run("docs/a.md", "TODO: the table of delays\n", "");
        let mut file = product(ProductKind::File, "docs/a.md");
        let check = |gap: &str| crate::model::Check {
            text: gap.into(),
            says: crate::model::CheckSays::Warn,
            line: None,
            gap: Some(gap.into()),
        };
        file.checks = gap.into_iter().map(check).collect();
        facts.products.push(file);
        assert_eq!(reviewed_with(&facts, line).closed.len(), closed, "on disk: {gap:?}");
    }
}

#[test]
fn a_command_that_returned_closes_its_line_until_somebody_says_that_it_did_not_happen() {
    let mut facts = second_run(true);
    let mut push = product(ProductKind::OutsideAction, "git push origin retry");
    push.command = Some("git push origin retry".into());
    push.result = Some(crate::model::ActionResult::Ok);
    push.made_by = vec!["gate".into()];
    facts.products.push(push);
    let line = |brief: &mut Brief| brief.after_step = vec!["git push origin retry".into()];
    assert_eq!(reviewed_with(&facts, line).open, Vec::<String>::new());
    facts.products[0].result = Some(crate::model::ActionResult::None);
    assert_eq!(reviewed_with(&facts, line).open, ["git push origin retry"]);
}

#[test]
fn a_criterion_that_no_command_can_check_needs_a_person_and_a_green_gate_is_not_its_verdict() {
    let facts = committed_run("src/a.rs", "", "x");
    let criterion = |text: &str| Criterion { text: text.into(), tag: None, hash: None, source: "operator".into() };
    let texts = ["the unit gate is green", "committed, and no other file changed", "the page reads well"];
    let review = reviewed_with(&facts, |brief| brief.criteria = texts.map(criterion).to_vec());
    let [gate, commit, person] = [0, 1, 2].map(|at| &review.criteria[at]);
    assert_eq!((gate.checked_by, gate.gate), (CheckedBy::Gate, Some(GateState::Green)));
    assert_eq!(gate.verdict, CriterionVerdict::NotLookedAt);
    assert_eq!(gate.shows, [Shown::Gate("gate:unit".into())]);
    assert_eq!((commit.checked_by, commit.suggest), (CheckedBy::Record, Some(CriterionVerdict::Met)));
    assert_eq!(commit.shows[0], Shown::Commit("977d5d41828936ff".into()));
    assert_eq!((person.checked_by, person.suggest, person.gate), (CheckedBy::Person, None, None));
    // A gap that lastgood finds by itself it can also find closed; one that a person named it cannot.
    let gaps =
        ["it does not parse at line 3", "no test for zero"].map(|gap| format!("src/a.rs: this gap is closed: {gap}"));
    let found = reviewed_with(&facts, |brief| brief.criteria = gaps.iter().map(|text| criterion(text)).collect());
    let found: Vec<_> = found.criteria.iter().map(|row| (row.checked_by, row.suggest)).collect();
    assert_eq!(found, [(CheckedBy::Record, Some(CriterionVerdict::Met)), (CheckedBy::Person, None)]);
    let other = committed_run("src/b.rs", "", "x");
    let review = reviewed_with(&other, |brief| brief.criteria = texts.map(criterion).to_vec());
    assert_eq!(review.criteria[1].suggest, Some(CriterionVerdict::NotMet), "another file was changed");
}

#[test]
fn a_gate_that_may_stay_red_for_something_else_is_no_proof_either_way_while_it_is_red() {
    let asks = "`cargo test` shows no failure but what was known before: tests/b.rs: it does not parse at line 12";
    let before = "`cargo test` shows no failure that it did not show before this step";
    for text in [asks, before] {
        let of = |green| {
            let criterion =
                |text: &str| Criterion { text: text.into(), tag: None, hash: None, source: "the gate".into() };
            let review = reviewed_with(&second_run(green), |brief| brief.criteria = vec![criterion(text)]);
            assert_eq!(review.criteria[0].shows, [Shown::Gate("gate:unit".into())], "it is read what it printed");
            (review.criteria[0].checked_by, review.criteria[0].gate, review.criteria[0].suggest)
        };
        assert_eq!(of(true), (CheckedBy::Gate, Some(GateState::Green), Some(CriterionVerdict::Met)));
        assert_eq!(of(false), (CheckedBy::Gate, Some(GateState::Red), None), "nothing was to be committed either");
    }
}

#[test]
fn what_was_said_of_a_closed_attempt_stands() {
    let proof = Op::Proof { attempt: 1, row: "gate:unit".into() };
    let closed = Op::Close {
        attempt: 1,
        outcome: Closing::Recovered,
        from: None,
        why: String::new(),
        open: vec![],
        review: None,
    };
    let verdict = |decided: &Decided| set_verdict(decided, 1, "gate:unit", Some(RowVerdict::Met), "");
    assert!(verdict(&decided([proof.clone()])).is_ok());
    let refused = verdict(&decided([proof, closed]));
    assert_eq!(refused, Err(crate::model::Refusal::AttemptClosed(1, Closing::Recovered)));
}
