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

#[test]
fn a_run_of_an_earlier_attempt_opens_at_its_own_review_and_says_which_it_is() {
    let mut person = Person::opens(crate::left::left()).at(80, 24);
    person.presses("1 s 2 enter p enter esc space space space x enter 3 enter w y");
    person.writes_down(Op::Join { run: crate::person::mark(), attempt: 0, how: "first".into() });
    let run = |attempt: u32| format!("{attempt}ddca9a0-0000-4000-8000-000000000000");
    super::review::does_not_close_it(&mut person, 1);
    // What the newest run left is what the recovery is about now.
    person.opens_by(&run(1)).sees("you opened attempt 1's run; attempt 2 begins with what it left");
    person.presses("1 s 3 enter w y");
    person.opens_by(&run(1)).sees("you opened attempt 1's run ([ shows its review); brief 2 waits for a run");
    super::review::does_not_close_it(&mut person, 2);
    person.opens_by(&run(1)).sees("against the brief").sees(": attempt 1").sees("attempt 1 is closed");
    person.sees("attempt 1, whose run you opened; ] shows the newest that has a review, 2").presses("]");
    person.sees(": attempt 2");
    let failed = crate::person::mark().session;
    person.opens_by(&failed).sees("you opened the run that failed first; attempt 3 is shown");
    person.opens_by(&run(2)).sees("you opened attempt 2's run; attempt 3 begins with what it left");
    // The newest run is what one means by it, and a run that is none of its runs has no attempt to be told of.
    person.presses("1 s 3 enter w y").opens_by("another").does_not_see("you opened");
}

#[test]
fn the_only_attempt_needs_no_word() {
    let mut person = reviews(80, 24);
    let (_, run) = &person.world.attempts[0];
    let session = run.run.session.clone();
    person.opens_by(&session).does_not_see("you opened").opens_by(&crate::person::mark().session);
    person.does_not_see("you opened");
}
