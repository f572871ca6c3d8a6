//! What is the same on every screen.

use crate::person::{Person, facts};

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
