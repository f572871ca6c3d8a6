//! Dialogs: what they say of the files that lie there, what was on screen before `y` counts, and what typing does in a field.

use std::path::PathBuf;

use lastgood::model::{GateOffer, Lies, NamedGate};
use lastgood::msg::{Effect, Msg, Press, Surveyed, Write};

use crate::journeys::review::{all_judged, is_recovered};
use crate::left::left;
use crate::person::Person;
use crate::second::reviews;

fn folder() -> PathBuf {
    PathBuf::from("/home/mira/.local/state/lastgood/recoveries/LG-7Q2MX4KD")
}

/// Everything sorted, step 1 settled, and a contract that names many gates.
fn sorted_out() -> Person {
    let mut facts = left();
    let gate = |at| NamedGate { name: format!("unit {at}"), command: vec!["make".into(), format!("check-{at}")] };
    facts.offers = (1..=12).map(|at| GateOffer { gate: gate(at), source: "packet".into() }).collect();
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("1 s 2 enter p enter esc space space space x enter");
    person
}

/// What was asked to be written elsewhere, last.
fn last(person: &Person) -> Option<&Write> {
    person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Write { write, .. } => Some(&**write),
        _ => None,
    })
}

#[test]
fn the_closing_note_says_what_lies_there_and_replaces_only_that() {
    let mut person = reviews(100, 40);
    is_recovered(&mut person);
    person.presses("w").sees("review-1.md     new, ").does_not_see("replaces").presses("y");
    assert!(matches!(last(&person), Some(Write::Note { replace, .. }) if replace.is_empty()));
    person.presses("w").sees("review-1.md     replaces the one there, ").presses("y");
    let both = ["review-1.md", "review-1.json"].map(|name| folder().join(name));
    assert!(matches!(last(&person), Some(Write::Note { replace, .. }) if *replace == both));
}

#[test]
fn the_brief_says_when_it_replaces_a_file_and_another_file_in_the_way_is_never_replaced() {
    let mut person = sorted_out();
    person.world.lies.insert(folder().join("brief-1.md"), Lies::Own);
    person.presses("3 enter w").sees("brief-1.md      replaces the one there, ").sees("brief-1.json    new, ");
    person.presses("esc");
    let tree = PathBuf::from("/home/mira/src/sync/.lastgood/brief-1.json");
    person.world.lies.insert(tree, Lies::Other);
    person.presses("b o w").sees("another one lies there").sees("not written here").does_not_see("y yes");
    let writes = |person: &Person| person.asked.iter().filter(|effect| effect.writes_elsewhere()).count();
    let before = writes(&person);
    person.presses("y").sees("a file lies there that is not of this recovery");
    assert_eq!(writes(&person), before);
}

#[test]
fn yes_waits_until_what_lies_there_is_known() {
    let mut person = sorted_out();
    person.presses("3 enter");
    person.world.slow = true;
    person.presses("w").sees("looking at what lies there").does_not_see("y yes").presses("y");
    assert_eq!(last(&person), None);
    person.lands().sees("y  write both files").presses("y");
    assert!(last(&person).is_some());
}

#[test]
fn nothing_is_agreed_to_whose_lines_were_not_on_screen() {
    let mut person = sorted_out().at(60, 16);
    person.world.surveyed = Surveyed {
        files: 40,
        bytes: 4_000,
        changed: (1..=30).map(|at| format!("src/part_{at}.rs")).collect(),
        ..Surveyed::default()
    };
    person.presses("S").sees("below").sees("y  after the last line").does_not_see("y yes");
    person.presses("y").sees("not seen yet");
    assert_eq!(last(&person), None, "its lines were hidden");
    let mut turns = 0;
    while !person.screen().contains("y yes") {
        person.presses("space");
        turns += 1;
        assert!(turns < 40, "{}", person.screen());
    }
    person.sees("src/part_30.rs").presses("y");
    assert!(matches!(last(&person), Some(Write::Salvage { .. })));
}

#[test]
fn every_dialog_that_writes_waits_for_its_last_line_in_the_narrowest_window() {
    for keys in ["3 enter w", "3 enter b o w", "R enter", "S"] {
        let mut person = sorted_out().at(60, 16);
        person.world.surveyed =
            Surveyed { files: 1, changed: vec!["a/".repeat(60) + "b.rs"; 9], ..Surveyed::default() };
        person.presses(keys);
        for _ in 0..60 {
            let screen = person.screen();
            let hidden = screen.lines().any(|line| line.contains(" more line") && line.contains(" below"));
            assert_eq!(screen.contains("y yes"), !hidden, "{keys}\n{screen}");
            if !hidden {
                break;
            }
            person.presses("j");
        }
        person.sees("y yes");
    }
}

#[test]
fn keys_that_come_faster_than_the_screen_skip_no_line() {
    let mut person = sorted_out().at(60, 16);
    let long = "a/".repeat(300) + "b.rs";
    person.world.surveyed = Surveyed { files: 9, changed: vec![long; 9], ..Surveyed::default() };
    person.presses("S");
    let space = Press::named("space").expect("a key");
    for _ in 0..90 {
        // Four keys arrive in one piece, and one picture is drawn of them.
        for _ in 0..4 {
            person.hears(Msg::Key(space));
        }
        person.screen();
    }
    person.sees("y  keep the copy").sees("y yes");
}

#[test]
fn the_footer_says_what_the_keys_do_in_the_field_that_has_them() {
    let mut person = reviews(80, 24);
    all_judged(&mut person);
    person.presses("s").sees("approver").does_not_see("left right choose");
    person.presses("tab tab").sees("left right choose");
}

#[test]
fn an_offered_text_says_that_typing_replaces_it() {
    let mut person = Person::new(left()).with(|world| world.operator = None).then_opens();
    person.app.picker.user = "root".into();
    person.presses("1 s").sees("typing replaces it").types("m").does_not_see("typing replaces it").does_not_see("root");
}

#[test]
fn a_recovery_that_was_removed_says_so_and_what_to_do() {
    let mut person = sorted_out();
    let recovery = person.world.recovery.clone();
    person.hears(lastgood::msg::Msg::Stands(Box::new(lastgood::msg::Stands {
        standing: lastgood::model::Standing::Gone,
        recovery,
        written: vec![],
        texts: std::collections::BTreeMap::new(),
        around: None,
    })));
    person.sees("removed while it was open here").does_not_see("took this recovery over");
    person.presses("1 s").sees("not now: this recovery was removed");
}

#[test]
fn a_closing_that_is_taken_back_says_what_the_note_on_disk_still_says() {
    let mut person = reviews(100, 40);
    is_recovered(&mut person);
    person.presses("z").sees("undone").does_not_see("still says").presses("s enter enter");
    if person.screen().contains("close this attempt") {
        person.presses("enter");
    }
    person.presses("w y").presses("z").sees("the note in the recovery's own folder still says recovered");
    person.presses("esc").sees("says recovered (s, then w: anew)");
    person.presses("w").sees("s closes first");
}

#[test]
fn while_the_next_run_is_waited_for_the_note_on_the_attempt_before_says_where_it_is_written() {
    let mut person = reviews(100, 40);
    person.presses("s right right enter").sees("attempt 1 is closed").is_killed_and_reopens();
    person.presses("b w y").sees("brief-2.md").presses("4 w").sees("that on attempt 1 is not written: [ shows it");
    person.presses("[ w").sees("write the closing note").sees("review-1.md     new, ").presses("y");
    person.presses("] w").sees("that on attempt 1 is written");
}

#[test]
fn the_packet_is_offered_once() {
    let mut facts = crate::second::failed();
    facts.task.reconstructed = vec!["goal".into()];
    let mut person = crate::second::reviews_of(facts, 100, 40);
    is_recovered(&mut person);
    person.sees("prepare the next run?").presses("enter z s");
    for _ in 0..2 {
        if !person.screen().contains("is closed as recovered") {
            person.presses("enter");
        }
    }
    person.does_not_see("prepare the next run?").does_not_see("close this attempt");
    assert!(person.decided().iter().filter(|op| matches!(op, lastgood::model::Op::Close { .. })).count() == 2);
}

#[test]
fn a_closing_as_next_attempt_that_is_taken_back_says_it_too_also_in_a_small_window() {
    let mut person = reviews(80, 24);
    person.presses("s right right enter").sees("attempt 1 is closed").is_killed_and_reopens();
    person.presses("4 w y").presses("z").sees("still says next attempt");
    for (columns, rows) in [(60, 16), (80, 24), (200, 60)] {
        person.resizes(columns, rows).presses("4 g").sees("! the note in the recovery's own folder says next");
    }
}
