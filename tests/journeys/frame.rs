//! What is the same on every screen.

use lastgood::msg::Msg;

use crate::left::left;
use crate::person::{Person, facts};
use crate::second::reviews;

#[test]
fn a_window_that_is_too_small_says_so() {
    Person::new(facts()).at(59, 15).sees("lastgood needs 60 by 16, this is 59 by 15");
}

#[test]
fn ctrl_c_leaves_from_anywhere() {
    let mut person = Person::opens(facts());
    person.presses("ctrl-c");
    assert_eq!(person.asked.last(), Some(&lastgood::msg::Effect::Leave));
}

#[test]
fn nothing_counts_or_decides_while_the_window_is_too_small() {
    let mut person = reviews(80, 24);
    let (before, asked) = (person.decided(), person.asked.len());
    person.resizes(59, 15).sees("lastgood needs 60 by 16").sees("no key counts until it is larger; ctrl-c leaves");
    person.presses("enter space space m x s enter 4 w y q q").hears(Msg::Paste("yes".into())).hears(Msg::Wheel(3));
    assert_eq!(person.decided(), before);
    assert_eq!(person.asked.len(), asked, "{:?}", person.asked.last());
    person.resizes(80, 24).sees("against the brief").sees("not yet");
    // What was half typed stays, and nothing is added to it.
    person.presses("n").types("half").resizes(59, 15);
    person.types("unseen").presses("enter").hears(Msg::Paste("pasted".into())).resizes(80, 24).sees("half");
    person.does_not_see("unseen").does_not_see("pasted");
    person.resizes(59, 15).presses("ctrl-c");
    assert_eq!(person.asked.last(), Some(&lastgood::msg::Effect::Leave));
}

#[test]
fn a_key_that_waits_for_the_run_moves_but_does_not_decide() {
    let waits = |keys: &str| {
        let mut person = Person::new(left()).with(|world| world.slow = true).then_opens();
        person.presses(keys);
        person.lands();
        person
    };
    waits("2 j").does_not_see("dropped").sees("sort");
    let mut person = waits("2 u j p");
    person.sees("3 waiting keys were dropped: what they would do was not on screen yet");
    assert_eq!(person.decided(), vec![]);
    // Not even a dialog opens, or a text that would count as read.
    for keys in ["w y", "2 enter", "R", "z", "c"] {
        let person = waits(keys);
        assert!(person.screen().contains("dropped"), "{keys}: {}", person.screen());
        assert_eq!(person.decided(), vec![]);
        assert!(!person.asked.iter().any(|effect| matches!(effect, lastgood::msg::Effect::Write { .. })));
    }
}

#[test]
fn a_proof_that_fits_into_a_larger_window_begins_in_view() {
    let mut person = reviews(80, 24);
    person.presses("G k space space").does_not_see("gate: green");
    person.resizes(200, 60).sees("gate: green").sees("$ cargo test");
}
