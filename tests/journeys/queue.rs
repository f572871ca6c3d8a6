//! Where step 2 stands when one comes to it, what its keys do for the selected row, and what is said of accepted checks.

use lastgood::model::{Check, CheckSays, Facts, Op, Pile, ProductGroup, ProductKind};

use crate::left::left;
use crate::person::Person;

/// A run with a base, and a file whose check failed.
fn broken() -> Facts {
    let mut facts = left();
    facts.products[0].checks.push(Check {
        says: CheckSays::Bad,
        text: "line 3 links to frame.md, which is not there".into(),
        line: Some(3),
        gap: None,
    });
    let mut base = facts.products[0].clone();
    let commit = facts.tree.commits[0].id.clone();
    (base.id, base.kind, base.group) = (format!("commit:{commit}"), ProductKind::Commit, ProductGroup::Base);
    (base.version, base.checks) = (Some(commit.clone()), vec![]);
    facts.last_good.commit = Some(commit);
    facts.products.push(base);
    facts
}

#[test]
fn the_list_begins_where_a_word_is_needed_and_a_selection_by_hand_stays() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("2").sees("▌ base").presses("enter u").sees("lastgood · tests/retry.rs");
    // Not the base, which is read.
    person.presses("1 2").sees("▌ · tests/retry.rs");
    person.presses("j j 1 2").sees("▌ · src/worker/mod.rs");
    person.presses("x enter 1 2").sees("▌ · tests/retry.rs");
    person.presses("p enter enter 1 2").sees("▌ · src/worker/retry.rs");
}

#[test]
fn after_the_last_file_the_list_stands_on_what_nobody_confirmed() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("1 s 2 enter u x enter x enter x enter x enter");
    person.sees("▌ ? git push origin retry").sees("nothing left to sort, 4 unknown, 1 outside action unanswered");
    person.sees("a answer").does_not_see("u usable").does_not_see("p partial");
    person.presses("1 2").sees("▌ ? git push origin retry").presses("g 1 2").sees("▌ base");
}

#[test]
fn the_footer_offers_what_the_selected_row_takes() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("2").sees("▌ base").sees("enter open").does_not_see("u usable").does_not_see("space mark");
    person.presses("u").sees("base is sorted by opening its summary (enter): last good holds it");
    person.presses("j").sees("u usable").sees("space mark").does_not_see("a answer");
    person.presses("g enter").sees("base is sorted, on no pile").sees("u opens what is next");
    person.presses("u").sees("base is sorted, on no pile: last good holds it; next is tests/retry.rs");
    person.sees("lastgood · tests/retry.rs").sees("2 of 5");
}

#[test]
fn how_many_there_are_to_sort_stays_the_same_whatever_is_decided() {
    let mut person = Person::opens(crate::left::with_base()).at(80, 24);
    person.presses("1 s 2").sees("2 sort 0/5").presses("g enter esc").sees("2 sort 1/5");
    // What is answered is not sorted, whatever the answer is.
    person.presses("G a left left tab tab").types("the remote").presses("tab").types("nothing there").presses("enter");
    person.sees("did not happen").sees("2 sort 1/5").presses("g j x enter").sees("2 sort 2/5");
    person.presses("z").sees("2 sort 1/5").presses("z").sees("2 sort 1/5");
}

#[test]
fn what_comes_after_the_base_is_named_as_it_is() {
    let mut person = Person::opens(crate::left::with_base()).at(80, 24);
    person.presses("1 s 2 g j space space space space x enter g enter u");
    person
        .sees("base is sorted, on no pile: last good holds it; next is git push origin retry")
        .does_not_see("next row");
    person.presses("a left left tab tab").types("the remote").presses("tab").types("nothing there").presses("enter");
    person.presses("2 g enter u").sees("last good holds it; nothing is left to sort").sees("3 assign ●");
}

#[test]
fn a_failed_check_is_outweighed_only_by_a_reason_and_stays_to_be_seen() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("2 j enter u").sees("usable in spite of 2 checks?").sees("✗ line 3 links to frame.md");
    person.sees("! green at 02:06 ran before edit 402");
    person.presses("enter").sees("say why it can be built on").presses("esc u");
    person
        .types("frame.md comes with the next step")
        .presses("enter")
        .sees("lastgood · src/worker/retry.rs")
        .presses("esc");
    person.presses("k").sees("▌ ! tests/retry.rs").sees("usable though a check failed");
    person.sees("accepted frame.md comes with the next step");
    let said = person.decided().into_iter().any(|op| {
        matches!(op, Op::Sort { pile: Some(Pile::Usable), acknowledged, reason, .. }
            if acknowledged.len() == 2 && reason == "frame.md comes with the next step")
    });
    assert!(said);
    let brief = lastgood::steps::compose::compose(
        &person.world.facts,
        &person.world.recovery.decided,
        "LG-7Q2MX4KD",
        crate::person::now(),
    );
    let text = lastgood::brief::render(&brief);
    assert!(text.contains("  - usable though: line 3 links to frame.md, which is not there\n"), "{text}");
    assert!(text.contains("  - accepted because: frame.md comes with the next step\n"), "{text}");
    // Who reviews the next run is told as well.
    person.resizes(100, 40).presses("j p").types("no cap").presses("enter 3 j enter w y");
    let mut reviewer = super::review::is_consumed(person);
    reviewer.sees("tests/retry.rs").sees("though a check");
    reviewer.presses("G k enter").sees("usable though: line 3 links to frame.md, which is not there");
    reviewer.sees("accepted because: frame.md comes with the next step");
}

#[test]
fn the_name_is_asked_for_where_the_decision_was_made() {
    let mut person = Person::new(broken()).with(|world| world.operator = None).then_opens().at(80, 24);
    person.presses("1 s").sees("who decides here?").sees("1 confirm ●").sees("because this is the first decision");
    person.presses("esc").sees("1 confirm ●").sees("s settle");
    person.presses("s").types("mira").presses("enter").sees("1 confirm ✓").sees("what it left");
    let mut other = Person::new(broken()).with(|world| world.operator = None).then_opens().at(80, 24);
    other.presses("2 j enter p enter").sees("who decides here?").sees("lastgood · tests/retry.rs").presses("esc");
    other.sees("lastgood · tests/retry.rs").presses("p enter").types("mira").presses("enter");
    other.sees("lastgood · src/worker/retry.rs");
}

#[test]
fn every_count_of_this_step_counts_the_same_rows() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("2").sees("2 sort 0/5").sees("5 to sort").presses("j enter").sees("2 of 5").presses("esc");
    person.presses("0").presses("space").sees("0 of 5").sees("files changed, 1 opened");
}

#[test]
fn every_decision_says_that_it_can_be_taken_back_and_is() {
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("1 s").sees("written down: that step 1 is settled (z undo)");
    person.presses("z").sees("undone: that step 1 is settled").presses("1").sees("1 confirm ●");
    person.presses("Z").sees("done again: that step 1 is settled").sees("1 confirm ✓");
    person.presses("2 G a left left left tab tab").types("origin").presses("tab").types("it is there").presses("enter");
    person.sees("git push origin retry: happened (z undo)").sees("outside    happened");
    person.presses("z").sees("undone: git push origin retry is unknown again").sees("outside    no result");
    person.presses("Z").sees("done again: the answer is \"happened\": git push origin retry");
    person.presses("g j enter p enter").sees("tests/retry.rs is partial, 1 gap (z undo)");
    // Step 3 shows what was decided; its lines are for what is missing.
    person.presses("3 j enter").sees("no test for a budget of zero. Change nothing else");
    let made = person.decided().len();
    person.presses("z").sees("undone: ").presses("Z").sees("done again: ");
    // Step, criteria and approver were one act: one key takes all three back, one brings them back.
    assert_eq!(person.decided().len(), made + 6);
}

#[test]
fn what_is_no_file_says_why_it_is_not_compared() {
    let mut facts = broken();
    for (id, kind) in [("output:1", ProductKind::TestOutput), ("commit:2", ProductKind::Commit)] {
        let mut other = facts.products[0].clone();
        (other.id, other.kind, other.title, other.checks) = (id.into(), kind, id.into(), vec![]);
        facts.products.push(other);
    }
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("2 enter =").sees("the base is the last good state itself").presses("esc");
    person.presses("G enter =").sees("it left no text here").presses("esc");
    person.presses("/").types("output:1").presses("enter enter =").sees("an output has no earlier text").presses("esc");
    person.presses("/").types("commit:2").presses("enter enter =").sees("a commit stands here as its own diff");
}

/// What was said of an act is gone with the next key, and does not come back with the list.
#[test]
fn a_message_belongs_to_its_act_and_never_comes_back() {
    let said = "tests/retry.rs is partial, 1 gap (z undo)";
    let mut person = Person::opens(broken()).at(80, 24);
    person.presses("2 g j enter p enter").sees(said).presses("esc").does_not_see(said);
    person.presses("3").does_not_see(said).presses("2").does_not_see(said).presses("0 esc").does_not_see(said);
    person.is_killed_and_reopens().presses("2").does_not_see(said);
}
