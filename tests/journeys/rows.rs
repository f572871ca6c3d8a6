//! The rows of step 4 while the world goes on: who stands on a row stands on it also when the list is made anew.

use lastgood::model::{Ended, FileState, FileStatus, GateState, Measured, Op, RanIn, Side};
use lastgood::msg::{Around, Msg, Stands};

use crate::person::Person;
use crate::second::{reviews, reviews_with_gap};

/// The beginning of what the selected row is about.
fn pointed(person: &Person) -> String {
    let screen = person.screen();
    let line = screen.lines().find(|line| line.contains('▌')).unwrap_or_default();
    line.chars().skip(16).take(20).collect::<String>().trim().trim_end_matches('…').to_owned()
}

/// A gate that was run here, at the end of its run.
fn measured(person: &Person, command: [&str; 2], state: GateState) -> Measured {
    Measured {
        name: command.join(" "),
        command: command.map(str::to_owned).to_vec(),
        source: "the brief".into(),
        side: Side::Present,
        content: "8fb6cb252388766ff478e4931925e0f1eab03610".into(),
        standing: person.world.attempts[0].1.tree.standing(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: i32::from(state == GateState::Red) },
        state,
        why: "exit 1".into(),
        at: crate::person::now(),
        millis: 2_400,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    }
}

/// Gates came to their end, so that the rows are sorted anew.
fn comes_out(person: &mut Person, results: Vec<Measured>) {
    let entry = person.world.writes(Op::Measured { attempt: 1, results });
    person.hears(Msg::Saved { ticket: 0, entries: vec![entry] });
}

#[test]
fn the_proof_that_is_open_stays_that_of_its_row_when_the_rows_are_sorted_anew() {
    for down in 0..6 {
        for keys in ["enter", "space", ""] {
            let mut person = reviews(100, 40);
            person.presses(&"j ".repeat(down));
            let row = pointed(&person);
            person.presses(keys);
            // The gate was the last row, and is the first one now.
            let result = measured(&person, ["cargo", "test"], GateState::Red);
            comes_out(&mut person, vec![result]);
            if keys == "enter" {
                person.sees(&row).does_not_see("against the brief").presses("esc");
            }
            assert_eq!(pointed(&person), row, "{}", person.screen());
        }
    }
}

#[test]
fn the_proof_of_a_row_that_is_gone_is_closed_and_that_is_said() {
    let mut person = reviews(100, 40);
    let result = measured(&person, ["make", "check"], GateState::Red);
    comes_out(&mut person, vec![result]);
    person.presses("g enter").sees("gate: make check");
    // The content is another one now: what was measured says nothing about it any more.
    let state = FileState { blob: Some("new".into()), status: FileStatus::Changed, ..FileState::default() };
    person.world.attempts[0].1.tree.files.insert("src/new.rs".into(), state);
    let around = Around { attempts: person.world.attempts.clone(), ..Around::default() };
    let stands = Stands {
        standing: person.world.standing.clone(),
        recovery: person.world.recovery.clone(),
        written: person.world.written.clone(),
        around: Some(around),
        texts: std::collections::BTreeMap::new(),
    };
    person.hears(Msg::Stands(Box::new(stands)));
    person.does_not_see("gate: make check").sees("the row whose proof was open is gone").sees("against the brief");
    person.presses("j k").sees("against the brief").sees("▌");
}

/// Reads and judges every row.
fn judges_all(person: &mut Person) {
    for _ in 0..6 {
        person.presses("space space m");
        if person.screen().contains("where did you look?") {
            person.types("k").presses("enter");
        }
    }
}

#[test]
fn what_was_decided_a_moment_ago_counts_in_the_dialog_that_closes() {
    let mut person = reviews(100, 40);
    judges_all(&mut person);
    // The disk is slow: the approval is given, and not written down yet.
    person.world.slow = true;
    person.presses("s").sees("approved?").presses("enter").sees("close this attempt").sees("▌recovered");
    person.does_not_see("! not approved");
    // Nothing is closed on what no disk has.
    person.presses("enter").sees("is still being written down").lands();
    person.presses("s").sees("▌recovered").presses("enter").sees("recovered, 1 thing open");
    // A verdict that is on its way counts as well.
    let mut person = reviews(100, 40);
    person.presses("s").sees("3 of 3 criteria without a verdict").presses("esc j j space space").world.slow = true;
    person.presses("m s").sees("2 of 3 criteria without a verdict");
}

/// The pointer goes down to the row with these words.
fn goes_to(person: &mut Person, words: &str) {
    person.presses("g");
    for _ in 0..20 {
        if person.screen().lines().any(|line| line.contains('▌') && line.contains(words)) {
            return;
        }
        person.presses("j");
    }
    person.sees(words).does_not_see(words);
}

#[test]
fn a_gap_that_the_operator_named_is_settled_in_step_4_and_stays_so() {
    let mut person = reviews_with_gap("no test of a negative", 100, 40);
    person.sees("? gap").sees("closed 0, still open 3");
    goes_to(&mut person, "tests/retry.rs: no test");
    person.presses("enter").sees("no check can call it closed").sees("changed by");
    // What the run made of the file stands there.
    person
        .sees("tests/retry.rs as it is now; what it was before this run is not on record:")
        .presses("m")
        .sees("✓ closed")
        .sees("closed 1, still open 2");
    person
        .presses("z")
        .sees("undone: closed, on tests/retry.rs: no test for a budget of zero")
        .sees("closed 0, still open 3");
    goes_to(&mut person, "tests/retry.rs: no test");
    person.presses("x").sees("✗ open").sees("closed 0, still open 3").presses("z");
    goes_to(&mut person, "tests/retry.rs: no test");
    person.presses("m s enter").is_killed_and_reopens().presses("3");
    // What nobody judged goes on, what was called closed does not.
    person.sees("no test of a negative").does_not_see("no test for a budget of zero");
}

#[test]
fn a_closed_attempt_does_not_offer_what_can_be_decided_no_more() {
    let mut person = reviews_with_gap("no test of a negative", 100, 40);
    goes_to(&mut person, "tests/retry.rs: no test");
    person.presses("space").sees("m closes it, x leaves it open").presses("s enter").is_killed_and_reopens();
    person.presses("4");
    goes_to(&mut person, "tests/retry.rs: no test");
    person.sees("no check can call it closed").does_not_see("m closes it");
}

#[test]
fn the_gap_of_the_step_counts_as_closed_when_it_is_met() {
    let mut person = reviews(100, 40);
    person.sees("closed 0").presses("space space m");
    if person.screen().contains("where did you look?") {
        person.types("the test").presses("enter");
    }
    person.sees("✓ met").sees("closed 1").presses("G enter").sees("closed:").sees("(a person judged it)");
}

#[test]
fn a_claim_names_the_run_that_came_out_red_after_it() {
    let mut person = reviews(100, 40);
    goes_to(&mut person, "The tests pass");
    person.sees("proves it");
    let result = measured(&person, ["cargo", "test"], GateState::Red);
    comes_out(&mut person, vec![result]);
    person.sees("red after it").presses("enter").sees("after it was said, cargo test came out red:");
    person.sees("run by lastgood: exit 1");
}

#[test]
fn the_page_of_the_four_states_says_whose_facts_it_shows() {
    let mut person = reviews(100, 40);
    person.presses("0").sees("9f3c21a0, claude-code: the facts are of the run that failed; step 4 is about");
}

#[test]
fn a_last_good_that_was_handed_on_is_the_one_that_every_screen_names() {
    let mut person = reviews(100, 40);
    // The next attempt starts from a commit that the record of neither run calls good.
    person.presses("c right right enter s enter").is_killed_and_reopens().presses("2");
    let screen = person.screen();
    let line = screen.lines().find(|line| line.contains("last good  ")).unwrap_or_default().to_owned();
    assert!(line.contains("handed on when attempt 1 was closed"), "{screen}");
    let commit: String = line.trim_start().chars().skip(11).take(7).collect();
    person
        .presses("0")
        .sees(&format!("{commit}, handed on when attempt 1 was closed; by this run's own record 4c1e9d2"));
}

#[test]
fn a_gate_that_was_run_here_shows_what_failed_and_where_all_of_it_is_kept() {
    let mut person = reviews(100, 40);
    let mut result = measured(&person, ["cargo", "test"], GateState::Red);
    result.printed = vec!["test retry::stops ... FAILED".into(), "test result: FAILED. 8 passed; 1 failed".into()];
    result.output = Some("/home/mira/.local/state/lastgood/recoveries/LG-7Q2MX4KD/gates/1-present.txt".into());
    comes_out(&mut person, vec![result]);
    goes_to(&mut person, "gate  ");
    person.presses("enter").sees("run by lastgood: exit 1").sees("test retry::stops ... FAILED");
    person.sees("test result: FAILED. 8 passed; 1 failed").sees("all that it printed: ~/.local/state/lastgood/");
}

#[test]
fn a_verdict_that_cannot_count_is_said_not_to_count_before_and_after_it_is_given() {
    for (columns, rows) in [(80, 24), (100, 40)] {
        let mut person = reviews(columns, rows);
        let result = measured(&person, ["cargo", "test"], GateState::Red);
        comes_out(&mut person, vec![result]);
        person.presses("g enter").sees("nobody can call a red gate fine").presses("m");
        person.sees("written down, but red is not recovered: mend it and R, or a next attempt").sees("! fine");
        person.does_not_see("✓ fine").sees("not recovered: gate cargo test");
        // Not fine is what it is: nothing is to be said of that.
        person.presses("g x").does_not_see("written down, but").sees("not fine");
        // Measured green, the verdict counts like any other.
        person.presses("g m").sees("! fine");
        let result = measured(&person, ["cargo", "test"], GateState::Green);
        comes_out(&mut person, vec![result]);
        person.does_not_see("! fine");
    }
}
