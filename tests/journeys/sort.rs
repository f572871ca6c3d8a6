//! Step 2 and the viewer: nothing counts before it was on screen.

use lastgood::model::{Op, OutsideOutcome, Pile};

use crate::left::{left, with_base};
use crate::person::Person;

fn piles(person: &Person) -> Vec<(String, Pile)> {
    let sorted = &person.world.recovery.decided.sorted;
    sorted.iter().map(|(id, sorted)| (id.clone(), sorted.pile)).collect()
}

#[test]
fn nothing_is_usable_before_its_last_line_was_on_screen() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j enter").sees("src/worker/retry.rs").sees("of 60 lines");
    person.presses("u").sees("of 60: where did you see the rest?");
    person.presses("esc space space space space space space u");
    assert_eq!(piles(&person), [("file:src/worker/retry.rs".to_owned(), Pile::Usable)]);
}

#[test]
fn skipping_to_the_end_does_not_count() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j enter G u").sees("where did you see the rest?");
    person.types("on the build machine").presses("enter");
    assert!(
        person
            .decided()
            .iter()
            .any(|op| matches!(op, Op::Sort { seen_elsewhere: Some(place), .. } if place == "on the build machine"))
    );
}

#[test]
fn a_decision_in_the_viewer_opens_the_next_one() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter").sees("tests/retry.rs").sees("p offers the gap: no test for a budget of zero");
    person.presses("p").sees("partial, with which gaps?").presses("enter");
    person.sees("lastgood · src/worker/retry.rs");
    assert_eq!(piles(&person), [("file:tests/retry.rs".to_owned(), Pile::Partial)]);
}

#[test]
fn what_is_recorded_stands_in_the_form_and_enter_leaves_it() {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 j enter p").types("the jitter is untested").presses("enter esc g enter p");
    person.types("zero and one").presses("enter esc g j");
    let gaps = |person: &Person, id: &str| person.world.recovery.decided.sorted[id].gaps.clone();
    for id in ["file:tests/retry.rs", "file:src/worker/retry.rs"] {
        assert!(!gaps(&person, id).is_empty(), "{id}");
    }
    person.presses("g p").sees("zero and one").does_not_see("no test for a budget");
    person.presses("enter");
    assert_eq!(gaps(&person, "file:tests/retry.rs"), ["zero and one"]);
}

#[test]
fn the_gaps_that_are_offered_are_counted() {
    let mut facts = left();
    let mut second = facts.products[0].checks[0].clone();
    second.gap = Some("nobody read line 3".into());
    facts.products[0].checks.push(second);
    Person::opens(facts)
        .at(100, 30)
        .presses("2 enter")
        .sees("p offers 2 gaps: no test for a budget of zero; nobody read");
}

#[test]
fn a_change_that_is_in_view_says_so() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter ]").sees("the only change is in view").presses("[").sees("the only change is in view");
}

#[test]
fn the_base_is_read_like_the_rest_and_never_put_on_a_pile() {
    let mut person = Person::opens(with_base()).at(80, 24);
    person.presses("2 g").sees("base").sees("1 commit").sees("2 sort 0/5").sees("5 to sort: 5 not read");
    person.does_not_see("u usable").does_not_see("space mark");
    person
        .presses("u")
        .sees("base is sorted by opening its summary (enter)")
        .presses("space")
        .sees("base is sorted by opening its summary (enter)");
    // It is read when its last line is on screen, and counts with the others.
    person.presses("enter").sees("1 of 5").sees("read").presses("esc").sees("2 sort 1/5").sees("4 to sort: 4 not read");
}

#[test]
fn a_failing_check_wants_to_be_acknowledged() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter u").sees("usable in spite of 1 check?");
    person.sees("! green at 02:06 ran before edit 402").does_not_see("tab field").sees("esc close");
    // Nothing is acknowledged beforehand.
    person.presses("enter").sees("right says that you saw them");
    assert_eq!(piles(&person), []);
    person.presses("right enter");
    assert_eq!(piles(&person), [("file:tests/retry.rs".to_owned(), Pile::Usable)]);
}

#[test]
fn an_outside_action_is_unknown_until_someone_says_what_they_saw() {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 G y");
    let copied = person.asked.iter().find_map(|effect| match effect {
        lastgood::msg::Effect::Copy { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(
        copied,
        Some("git -C /home/mira/src/sync ls-remote origin retry"),
        "no shell of another home reads ~ so"
    );
    // Opened at its own event it copies the same; at another event the line of that.
    let newest = |person: &Person| {
        person.asked.iter().rev().find_map(|effect| match effect {
            lastgood::msg::Effect::Copy { text, .. } => Some(text.clone()),
            _ => None,
        })
    };
    person.presses("Y enter y");
    assert_eq!(newest(&person).as_deref(), Some("git -C /home/mira/src/sync ls-remote origin retry"));
    person.presses("g y");
    assert_eq!(newest(&person).as_deref(), Some("Add a retry budget; no new crate"));
    person.presses("esc G a").sees("git push origin retry: what do you know?");
    // A key too many answers nothing, and what is missing is said at its own field.
    person.sees("▌unknown").presses("right enter").sees("▌unknown").sees("left says what was found");
    let lines = |person: &Person, first: &str, then: &str| {
        let screen = person.screen();
        let at = screen.lines().position(|line| line.contains(first)).expect("the field is shown");
        screen.lines().nth(at + 1).is_some_and(|line| line.contains(then))
    };
    assert!(lines(&person, "▌unknown", "left says what was found"), "{}", person.screen());
    person
        .sees("Where to look: git -C ~/src/sync ls-remote origin retry")
        .presses("left left tab tab enter")
        .sees("name where they looked");
    assert!(lines(&person, " where ", "name where they looked"), "{}", person.screen());
    person.types("git ls-remote origin retry").presses("tab").types("no branch of that name").presses("enter");
    let found = &person.world.recovery.decided.outside["outside:9:0"];
    assert_eq!(found.outcome, OutsideOutcome::DidNotHappen);
    assert_eq!((found.by.as_str(), found.place.as_str()), ("mira", "git ls-remote origin retry"));
    // Answered again, the form begins with what is recorded.
    person.presses("G a").sees("▌did not happen").sees("no branch of that name").presses("enter");
    let again = &person.world.recovery.decided.outside["outside:9:0"];
    assert_eq!((again.outcome, again.saw.as_str()), (OutsideOutcome::DidNotHappen, "no branch of that name"));
}

#[test]
fn what_was_seen_in_part_is_not_offered_as_not_read() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j enter").sees("src/worker/retry.rs").sees("lines not seen yet");
    person.presses("x").sees("not read whole at 02:15; not needed for the next step");
}

#[test]
fn many_at_once_go_to_unknown_with_one_reason() {
    let mut person = Person::opens(left()).at(80, 24);
    person
        .presses("2 j j space space x")
        .sees("2 marked: unknown")
        .sees("not read at 02:15; not needed for the next step");
    person.presses("enter");
    assert_eq!(piles(&person).iter().filter(|(_, pile)| *pile == Pile::Unknown).count(), 2);
    person.sees("2 to sort");
}

#[test]
fn what_was_not_opened_is_skipped_and_counted() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j j enter esc space space u").sees("1 usable, 1 skipped");
}

#[test]
fn a_decision_shows_only_when_it_is_on_disk() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j j j x");
    person.world.slow = true;
    person.presses("enter").sees("… CHANGELOG.md");
    person.lands().sees("? CHANGELOG.md");
    person.presses("z").sees("· CHANGELOG.md").sees("undone: CHANGELOG.md is to sort again");
    person.presses("Z").sees("done again: CHANGELOG.md is unknown");
}

#[test]
fn undoing_in_the_viewer_says_what_it_did() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter p enter").sees("lastgood · src/worker/retry.rs").presses("z");
    person.sees("undone: tests/retry.rs is to sort again");
}

#[test]
fn what_was_half_typed_is_gone_after_esc() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 G a left left left").types("").presses("tab tab").types("on the wrong machine").presses("esc a");
    person
        .sees("what do you know?")
        .does_not_see("on the wrong machine")
        .presses("enter")
        .sees("left says what was found");
}

#[test]
fn the_first_letter_replaces_what_was_filled_in() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j j j x").sees("not needed for the next step").types("odd").does_not_see("not needed for");
    person.presses("esc x left").types("!").sees("not needed for the next ste!p");
}

#[test]
fn the_list_stands_on_what_was_open_last() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter p enter").sees("lastgood · src/worker/retry.rs").presses("esc");
    person.sees("▌ · src/worker/retry.rs");
}

#[test]
fn the_header_and_the_line_below_the_list_count_the_same_rows() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2").sees("2 sort 0/4").sees("4 to sort: 4 not read");
    person.presses("enter p enter esc").sees("2 sort 1/4").sees("3 to sort");
}

#[test]
fn an_answer_is_shown_wherever_the_action_stands() {
    let mut facts = left();
    facts.tree.remotes = vec![("origin".into(), "ssh://git@example.test/sync".into())];
    facts.session.resumable = lastgood::model::Resumable::Conditional;
    facts.session.why = vec!["outside action git push origin retry (e9): nobody confirmed what it did".into()];
    let mut person = Person::opens(facts).at(100, 30);
    person.presses("0").sees("1 outside action: unknown").sees("(e9): nobody").presses("esc");
    person.presses("2 G a").sees("Where to look: git -C ~/src/sync ls-remote origin retry");
    person.sees("origin is ssh://git@example.test/sync");
    person.presses("left left tab tab").types("the remote itself").presses("tab").types("no such branch");
    person.presses("enter").sees("- git push origin retry").sees("did not happen, by mira at 02:15");
    person.sees("the remote itself").sees("no such branch");
    person.resizes(80, 24).sees("did not happen, by mira at 02:15").sees("the remote itself").sees("no such branch");
    person.presses("0").presses("space").sees("1 outside action: did not happen");
    person.sees("mira looked at the").does_not_see("(e9): nobody").sees("what stood against it was answered");
}

#[test]
fn undoing_all_the_way_leads_back_to_the_beginning() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("1 s 2 enter p enter").sees("lastgood · src/worker/retry.rs").presses("esc j j j x enter");
    person
        .presses("G a left left left")
        .presses("tab tab")
        .types("origin")
        .presses("tab")
        .types("it is there")
        .presses("enter");
    person.presses("3 j enter").sees("3 assign");
    let entries = person.world.recovery.entries.iter().filter(|entry| entry.op.undoable());
    let acts: std::collections::BTreeSet<u64> = entries.map(lastgood::model::Entry::of_act).collect();
    let made = acts.len();
    assert!(made >= 4, "{made}");
    for _ in 0..made {
        person.presses("z").sees("undone: ");
    }
    person.presses("z").sees("nothing to undo");
    let decided = &person.world.recovery.decided;
    assert!(decided.settled.is_empty() && decided.sorted.is_empty() && decided.outside.is_empty());
    assert!(decided.step.is_none() && decided.criteria.is_none() && decided.approver.is_none());
    // What was read is a fact; and everything can be had again.
    assert!(!decided.read.is_empty());
    for _ in 0..made {
        person.presses("Z").sees("done again: ");
    }
    person.presses("Z").sees("nothing to redo");
    assert!(person.world.recovery.decided.step.is_some());
}

#[test]
fn another_width_of_the_window_leaves_the_selection_where_it_was() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 j").resizes(120, 30);
    person.presses("enter").sees("src/worker/retry.rs");
    let wide = person.screen();
    let mut narrow = Person::opens(left()).at(80, 24);
    narrow.presses("2 j enter").resizes(120, 30);
    assert_eq!(narrow.screen().lines().nth(1), wide.lines().nth(1));
}

#[test]
fn only_what_goes_on_a_pile_is_marked() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 G").sees("a answer").does_not_see("space mark");
    person.presses("space").sees("not now: an outside action is answered (a)").does_not_see("1 marked");
    person.presses("k space").sees("1 marked").presses("G space").sees("an outside action is answered (a)");
    person.presses("x enter").sees("CHANGELOG.md is unknown");
}

#[test]
fn a_dialog_with_room_shows_all_its_fields() {
    let mut facts = left();
    facts.tree.commits.truncate(1);
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("2 c").sees("0a1b2c3 worker: split the loop").does_not_see("more field");
}
