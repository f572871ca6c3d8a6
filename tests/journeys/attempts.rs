//! What happened outside is not forgotten between attempts: the run of a later attempt has another record, and its brief says it all the same.

use lastgood::model::{Op, OutsideOutcome};

use crate::person::Person;
use crate::second::reviews;

/// The second attempt, after a first one whose brief asked about a push.
fn second_attempt() -> Person {
    let mut person = reviews(100, 40);
    person.presses("s").sees("close this attempt").presses("enter").sees("begins with sorting what it left");
    // What is on the screen now is the run of the first attempt, with its own record.
    person.is_killed_and_reopens();
    person
}

#[test]
fn an_action_that_nobody_answered_is_asked_again_and_stays_forbidden() {
    let mut person = second_attempt();
    person.presses("b G").sees("Did this happen? git push").sees("by a run").sees("not repeat `git push origin retry`");
    person.presses("esc 3").sees("did it happen? git push").presses("a").sees("git push").presses("esc");
    person.presses("2").sees("git push").presses("G").sees("by a run before, known from brief 1");
    // What it was said to open opens the record that is there, and says nothing wrong about it.
    person.presses("enter esc a left left tab tab").types("the remote").presses("tab").types("it is there");
    person.presses("enter").presses("b").sees("1 answered").presses("G").does_not_see("Did this happen?");
    person.is_killed_and_reopens();
    person.presses("b").sees("1 answered").presses("esc 3").does_not_see("did it happen?");
}

#[test]
fn an_answer_of_the_first_attempt_stands_in_the_second_brief() {
    let mut person = reviews(100, 40);
    let brief = &person.world.written[0].brief;
    let [push] = brief.actions.as_slice() else { panic!("one action: {:?}", brief.actions) };
    assert!(brief.outside.is_empty() && push.command.starts_with("git push"), "{push:?}");
    let answer = Op::Outside {
        product: push.id.clone(),
        outcome: OutsideOutcome::Happened,
        by: "mira".into(),
        place: "the remote".into(),
        saw: "the branch is there".into(),
    };
    person.writes_down(answer).is_killed_and_reopens();
    person.presses("4 s enter").sees("begins with sorting what it left").is_killed_and_reopens();
    person.presses("b").sees("1 answered").does_not_see("Did this happen?").presses("esc 3");
    person.does_not_see("did it happen?");
}

#[test]
fn the_closing_note_of_an_attempt_that_goes_on_is_one_step_away_and_that_is_said() {
    let mut person = reviews(80, 24);
    person.presses("s enter").sees("attempt 1 is closed").sees("w write note").is_killed_and_reopens();
    person.presses("4").sees("w write note").presses("w").sees("write the closing note");
    assert!(lastgood::words::app::attempt_begins(2).contains("4 then w writes the note on 1"));
}
