//! A broken limit stays in sight until a person decided about it: in the brief, in step 3, in step 4, in the closing.

use lastgood::model::{Blocker, Breach, Check, CheckSays, Closing, Constraint, Facts, Op};
use lastgood::steps::review::{self, Against};

use crate::left::left;
use crate::person::Person;
use crate::second::{failed, reviews_step};

/// A file that the next step is not about, and the limit that the dead run broke with it.
const FILE: &str = "src/worker/mod.rs";
const LIMIT: &str = "Never change src/worker/mod.rs: other services call it.";

/// The run changed what it must not change.
fn broken(mut facts: Facts, file: &str, limit: &str) -> Facts {
    facts.constraints.push(Constraint {
        text: limit.into(),
        at: None,
        event: "e1".into(),
        from: "first prompt".into(),
        lost_in_compaction: true,
        broken_by: vec![Breach { event: "e6".into(), what: file.into() }],
        taken_back: vec![],
    });
    let gap = facts.constraints[0].broken();
    let text = format!("breaks the limit \"{limit}\" (first prompt), event e6");
    let check = Check { says: CheckSays::Bad, text, line: None, gap: Some(gap) };
    for product in facts.products.iter_mut().filter(|product| product.location == file) {
        product.checks.insert(0, check.clone());
    }
    facts
}

/// The first file breaks a limit; it was sorted with the gap that its check offers, the rest is unknown.
fn named() -> Person {
    let facts = broken(left(), "tests/retry.rs", "Never change tests/retry.rs");
    let mut person = Person::opens(facts).at(80, 40);
    person.presses("2 enter p enter esc space space space x enter");
    assert_eq!(person.world.recovery.decided.sorted.len(), 4);
    person
}

const QUESTION: &str = "Limit broken: Never change tests/retry.rs, by tests/retry.rs.";
const WARNING: &str = "limit broken, nobody decided to keep or take it back: Never";

#[test]
fn a_gap_that_names_a_broken_limit_decides_nothing() {
    let mut person = named();
    person.presses("b G").sees(QUESTION).sees("Decide: keep");
    // Another step leaves it open; the one that takes it back decides.
    person.presses("esc 3 j enter").sees("Finish tests/retry.rs: no test").presses("b G").sees(QUESTION);
    person.presses("esc 3 k enter").sees("Take back in tests/retry.rs").presses("b G").does_not_see(QUESTION);
}

#[test]
fn step_3_warns_until_the_limit_is_decided() {
    let mut person = named();
    person.presses("3 j enter").sees("● fresh").sees(WARNING);
    // The file kept with a typed reason decides.
    person.presses("2 g enter u").types("the other services were told").presses("enter");
    person.presses("esc 3").does_not_see(WARNING).presses("b G").does_not_see(QUESTION);
    // So does the limit's own line, taken out.
    let mut person = named();
    person
        .presses("3 j enter")
        .sees(WARNING)
        .presses("x")
        .sees("Take a line out of the brief")
        .presses("right enter")
        .does_not_see(WARNING);
    person.presses("b G").does_not_see(QUESTION).presses("esc z").sees(WARNING);
}

/// The run that had the brief did its step and left the broken file alone; every row but that of the limit is judged.
fn judged(limit: &str) -> Person {
    let mut person = reviews_step(broken(failed(), FILE, LIMIT), "j enter", 100, 40);
    person.presses("g enter").presses(limit);
    for _ in 0..6 {
        person.presses("space space space m");
        if person.screen().contains("where did you look?") {
            person.types("the log").presses("enter");
        }
    }
    person.presses("s");
    if limit == "m" {
        person.sees("approved?").presses("enter");
    }
    person.sees("close this attempt");
    person
}

#[test]
fn what_was_broken_before_the_run_is_a_row_of_its_own_and_no_breach_by_it() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        let mut person = reviews_step(broken(failed(), FILE, LIMIT), "j enter", columns, rows);
        person.sees("\u{258c} ✗ limit").presses("m").sees("open its proof first");
        person.presses("enter").sees("broken before this run").sees("what broke it still stands:");
        person.sees("this run did not break it.").presses("x").sees("✗ not fine");
        let (brief, run) = (&person.world.written[0].brief, &person.world.attempts[0].1);
        let consumed = review::consumptions(&run.run, brief);
        let against = Against {
            brief,
            sha256: None,
            facts: run,
            consumption: consumed.first(),
            measured: &[],
            decided: Some(&person.world.recovery.decided),
        };
        let found = review::review(&against, &|_| String::new());
        assert!(found.limits_broken.is_empty(), "{:?}", found.limits_broken);
        assert_eq!(found.standing.len(), 1);
        assert!(found.blocked.iter().any(|blocker| matches!(blocker, Blocker::LimitBefore { decided: true, .. })));
    }
}

#[test]
fn nothing_is_recovered_while_a_limit_is_broken_and_not_fine() {
    let mut person = judged("x");
    person.sees("▌next attempt").does_not_see("recovered  ");
    person.sees("! limit broken before this run, and still not fine: Never");
    person.sees("offers the 2 open things again").sees("open, first: Did this happen?");
    person.presses("enter").sees("begins with sorting what it left");
    person.is_killed_and_reopens();
    person.presses("3").sees("limit broken: Never change src/worker/mod.rs").sees("did it happen? git push");
}

#[test]
fn what_is_open_after_recovered_says_the_way_on_wherever_somebody_stands() {
    let mut person = judged("m");
    person.presses("enter").sees("recovered, 1 thing open: z takes it back, then s with next attempt goes on");
    person.sees("no next attempt").presses("3").sees("z takes it back, then s with next attempt").presses("2");
    person.sees("z takes it back, then s with next attempt goes on");
    for (columns, rows) in [(60, 16), (80, 24)] {
        let screen = person.presses("4").resizes(columns, rows).screen().replace("\n ", " ");
        assert!(screen.contains("z takes it back, then s with next attempt goes on"), "{screen}");
    }
    // It is true: what is taken back can be closed the other way.
    person.presses("z s").sees("▌recovered").presses("right enter").sees("begins with sorting what it left");
}

#[test]
fn a_limit_that_is_fine_is_closed_and_the_recovery_is_the_first_choice() {
    let mut person = judged("m");
    person.sees("▌recovered").sees("1 thing stays open").does_not_see("still broken");
    person.presses("enter").sees("recovered, 1 thing open").presses("G enter");
    person.sees("Decide: keep or take back. (a person said that it is fine)");
    let close = person.decided().into_iter().rev().find(|op| matches!(op, Op::Close { .. }));
    assert!(matches!(close, Some(Op::Close { outcome: Closing::Recovered, open, .. }) if open.len() == 1));
}

#[test]
fn an_action_that_nobody_answered_is_not_called_left_out() {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 x enter j x enter j x enter j x enter").sees("2 sort ✓ ?").presses("b");
    person.sees("? outside actions  1 unanswered");
    person.presses("esc 2 G a left left tab tab").types("the remote").presses("tab").types("it is there");
    person.presses("enter").sees("2 sort ✓ ").does_not_see("✓ ?").presses("b").sees("✓ outside actions  1 answered");
}
