//! What the tree already meets leaves what is open, by a person's verdict: in this attempt and in every later one.

use super::limits::{after_the_first, goes_on, judges, last_note, plays};
use super::{demo, is_consumed, sits, sorts, writes_the_brief};

const ZERO: &str = "a worker with a budget of 0 tries once and stops";

#[test]
fn a_criterion_for_which_a_green_test_speaks_is_asked_and_leaves_what_is_left_once_it_is_met() {
    let (_folder, demo, mut person) = after_the_first("m");
    person.presses("4 G enter").sees(ZERO).presses("esc");
    judges(&mut person, "a worker with", "m");
    person.presses("4 G enter").sees(&format!("{ZERO} (a person judged it)")).presses("esc");
    goes_on(&mut person);
    for (attempt, step) in [(2, "TODO: the table"), (3, "git push")] {
        let brief = plays(&mut person, &demo, step, attempt);
        assert!(!brief.contains(ZERO), "{brief}");
        person.presses("4").does_not_see("budget of 0").presses("G enter").does_not_see("budget of 0").presses("esc");
        goes_on(&mut person);
        person.presses("3").does_not_see("budget of 0");
    }
}

#[test]
fn what_was_called_met_measures_no_later_step_and_what_was_not_does() {
    for (verdict, asked) in [("m", false), ("x", true)] {
        let (_folder, _demo, mut person) = after_the_first("m");
        judges(&mut person, "jitter stays", verdict);
        if person.screen().contains("where did you look?") {
            person.types("its diff").presses("enter");
        }
        goes_on(&mut person);
        person.presses("3").sees("review criteria");
        assert_eq!(person.screen().contains("jitter stays within"), asked, "{}", person.screen());
    }
}

#[test]
fn one_that_is_not_met_stays_with_that_said_and_is_asked_again_by_what_the_brief_hands_on() {
    let (_folder, demo, mut person) = after_the_first("m");
    judges(&mut person, "a worker with", "x");
    person.presses("4 G enter").sees(&format!("{ZERO} (not met)")).presses("esc");
    goes_on(&mut person);
    let brief = plays(&mut person, &demo, "TODO: the table", 2);
    assert!(
        brief.contains(&format!("{ZERO} (a person said in the review of attempt 1 that it is not met)")),
        "{brief}"
    );
    // The record of this run does not have the test any more: the brief hands on that it speaks, with its source.
    person.presses("4").sees("? left").sees("a worker with a budget");
    judges(&mut person, "a worker with", "m");
    goes_on(&mut person);
    person.presses("3").does_not_see("budget of 0");
}

#[test]
fn its_row_shows_the_test_and_what_ran_it_and_keeps_nothing_from_being_recovered() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    let brief = person.world.written[0].text.clone();
    assert!(
        brief.contains("3. jitter stays within 20 per cent of the delay, covered by"),
        "the step is to meet it: {brief}"
    );
    assert!(!brief.split("Left after it").nth(1).unwrap().contains("; jitter stays"), "{brief}");
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4").sees("4 criteria without a verdict");
    super::limits::on(&mut person, "a worker with");
    person.presses("enter").sees("test_a_budget_of_zero_asks_once in tests/test_worker.py, commit ");
    person.sees("def test_a_budget_of_zero_asks_once(self):").sees("\"worker: a budget of");
    person.sees("m takes it out of what is left").sees("python3 -m unittest discover -s tests").sees("OK");
    person.presses("esc");
    // What shows the change of its file opens the event that made it, and is what was looked at.
    super::limits::on(&mut person, "jitter stays");
    person.presses("enter").sees("change of tests/test_jitter.py by this run");
    person.presses("enter").does_not_see("no event in the transcript").sees("event ").presses("esc");
    person.presses(&"space ".repeat(8)).presses("m").does_not_see("where did you look?").presses("esc");
    person.sees("3 of 4 criteria without a verdict");
    // No other line is asked about: nothing on record says docs/retry.md or the push in its own words.
    assert_eq!(person.screen().matches("? left").count(), 1, "{}", person.screen());
}

#[test]
fn what_is_done_of_an_item_that_is_several_things_is_told_and_only_the_rest_is_left() {
    let (_folder, demo, mut person) = after_the_first("m");
    // The push is open by its own name: it is not listed once more as the last of three things.
    person.presses("4 G enter").sees("- docs/retry.md, changelog").does_not_see("changelog, push");
    person.sees("- git push -u origin retry-budget").presses("esc");
    goes_on(&mut person);
    plays(&mut person, &demo, "TODO: the table", 2);
    person.presses("4 G enter").sees("- changelog").does_not_see("- docs/retry.md, changelog");
    person.sees("- docs/retry.md, of \"docs/retry.md, changelog\" (committed, ").presses("esc");
    goes_on(&mut person);
    person.presses("4 w y");
    let note = last_note(&person);
    assert!(note.contains("- closed: docs/retry.md, of \"docs/retry.md, changelog\" (committed, "), "{note}");
    assert!(note.contains("; changelog") && !note.contains("changelog, push"), "{note}");
    let brief = plays(&mut person, &demo, "git push", 3);
    // The step does the push: only what is left beside it stands after it.
    assert!(brief.contains("; changelog") && !brief.contains("changelog, push"), "{brief}");
    assert!(!brief.contains("docs/retry.md, changelog"), "{brief}");
    person.presses("4 G enter").sees("- changelog").does_not_see("changelog, push");
    person.does_not_see("docs/retry.md, changelog");
}

#[test]
fn a_push_that_a_person_called_met_is_not_left_and_a_limit_that_was_not_fine_was_decided() {
    let (_folder, demo, mut person) = after_the_first("x");
    goes_on(&mut person);
    let brief = plays(&mut person, &demo, "git push", 2);
    // What the step does is not left after it.
    assert!(brief.contains("docs/retry.md, changelog;") && !brief.contains("changelog, push"), "{brief}");
    person.presses("4").sees("still not fine: Never change").does_not_see("nobody decided");
    super::limits::on(&mut person, "Never change");
    person.presses("enter").sees("a person said in the review of attempt 1 that it is not fine").presses("esc");
    person.presses("G enter").sees("- git push -u origin retry-budget").sees("it is to be taken back").presses("esc");
    // What nothing on record can tell names the command with which a person looks.
    super::limits::on(&mut person, "1 `git push");
    person.presses("enter").sees("a person looks with git -C").sees("ls-remote origin").presses("esc");
    judges(&mut person, "1 `git push", "m");
    if person.screen().contains("where did you look?") {
        person.types("git ls-remote: pushed by hand").presses("enter");
    }
    person.presses("G enter").sees("- docs/retry.md, changelog").does_not_see("push").presses("esc");
}

#[test]
fn a_step_that_is_several_things_leaves_none_of_them_after_it() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    sorts(&mut person);
    let brief = plays(&mut person, &demo, "docs/retry.md, changelog, push", 1);
    assert!(brief.contains("ocs/retry.md, changelog, push. Change nothing else."), "{brief}");
    let left = brief.lines().find(|line| line.starts_with("Left after it")).unwrap_or_default();
    assert!(!left.contains("push"), "{left}");
}
