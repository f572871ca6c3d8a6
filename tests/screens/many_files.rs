//! The honest fast way: forty changed files of which three matter, from the open run to a written brief.

use std::time::Duration;

use lastgood::model::{Pile, Step};
use lastgood::sources;
use lastgood::work::gather::{Clock, gather};

use crate::person::Person;
use crate::support::fixture;

#[test]
fn forty_files_take_at_most_twenty_five_keys_and_no_text() {
    let run = fixture("more/claude-forty-files");
    let places = run.places();
    let Ok(found) = sources::resolve(&places, &run.run) else { panic!("the run is not found") };
    let facts = gather(&places, &found, Clock { now: run.now, fixed: true }, Duration::ZERO);
    let mut person = Person::opens(facts).at(80, 24);
    // Enter in the picker, and enter for the name that is offered.
    let mut keys = 2;
    let mut press = |person: &mut Person, words: &str| {
        keys += words.split_whitespace().count();
        person.presses(words);
    };
    press(&mut person, "s");
    assert!(person.world.recovery.decided.settled.contains_key(&Step::Confirm), "{}", person.screen());
    press(&mut person, "enter");
    for _ in 0..20 {
        let screen = person.screen();
        if screen.contains("3 assign ●") {
            break;
        }
        let read_on = screen.contains("not seen yet");
        // The three that matter and the base are read to the end; what is a commit or a branch goes to unknown with the offered reason.
        let matters = screen.contains("lastgood · app/") || screen.contains("lastgood · tests/");
        press(
            &mut person,
            match (screen.contains("lastgood · base"), matters, read_on) {
                (true, _, true) | (_, true, true) => "space",
                (true, ..) => "u",
                (_, true, false) => "p enter",
                _ => "x enter",
            },
        );
    }
    person.sees("3 assign ●");
    press(&mut person, "enter w y");
    let decided = &person.world.recovery.decided;
    assert!(decided.published.contains_key(&1), "{}", person.screen());
    assert_eq!(decided.sorted.values().filter(|sorted| sorted.pile == Pile::Partial).count(), 3);
    assert!(keys <= 25, "{keys} keys");
}
