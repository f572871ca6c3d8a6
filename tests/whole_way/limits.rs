//! A broken limit from attempt to attempt: what was taken back stays gone, what was kept is told as kept and is asked no more.

use lastgood::msg::{Effect, Write};

use super::{Demo, Person, demo, is_consumed, sits, writes_the_brief};

pub const GAP: &str = "limit broken: Never change parcel/wire.py";

/// Goes down the list until the selected row says this.
pub(super) fn on(person: &mut Person, words: &str) {
    person.presses("g");
    for _ in 0..20 {
        if person.screen().lines().any(|line| line.contains('\u{258c}') && line.contains(words)) {
            return;
        }
        person.presses("j");
    }
    panic!("no such row: {words}\n{}", person.screen());
}

/// Reads the proof of a row of step 4 and gives a verdict.
pub(super) fn judges(person: &mut Person, row: &str, verdict: &str) {
    person.presses("4");
    on(person, row);
    person.presses("enter").presses(&"space ".repeat(8)).presses("esc");
    on(person, row);
    person.presses(verdict);
}

/// Closes with a next attempt, and settles its steps 1 and 2: what is new is usable.
pub(super) fn goes_on(person: &mut Person) {
    person.presses("4 s").sees("close as").presses("enter").presses("s 2");
    for _ in 0..4 {
        if person.screen().contains("2 sort ✓") {
            return;
        }
        person.presses("enter space space space space u esc");
    }
    person.sees("2 sort ✓");
}

/// Chooses a step, writes the brief, and its run is played.
pub(super) fn plays(person: &mut Person, demo: &Demo, step: &str, attempt: u32) -> String {
    person.presses("3");
    on(person, step);
    person.presses("enter").sees("3 assign ✓").presses("w y");
    let brief = person.world.written.last().unwrap();
    assert_eq!(brief.brief.attempt, attempt, "{}", person.screen());
    let text = brief.text.clone();
    let minute = 16 + 10 * (attempt - 1);
    is_consumed(
        person,
        demo,
        attempt,
        &format!("2026-11-28T02:{minute}:00Z"),
        &format!("2026-11-28T02:{}:00Z", minute + 8),
    );
    text
}

pub(super) fn after_the_first(verdict: &str) -> (tempfile::TempDir, Demo, Person) {
    let (folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    judges(&mut person, "✗ limit", verdict);
    (folder, demo, person)
}

#[test]
fn a_limit_that_was_taken_back_stays_gone_in_every_later_attempt() {
    let (_folder, demo, mut person) = after_the_first("x");
    // It is decided: what is left is to take it back, and nobody is asked again.
    person.presses("s").sees("close as").does_not_see("Decide: keep").presses("esc");
    person.presses("4 G enter").does_not_see("Decide: keep").sees("it is to be taken back").presses("esc");
    goes_on(&mut person);
    let second = plays(&mut person, &demo, GAP, 2);
    assert!(second.contains("\n  - broken by parcel/wire.py: this step takes it back\n"), "{second}");
    person.presses("4").does_not_see("✗ limit");
    goes_on(&mut person);
    let third = plays(&mut person, &demo, "docs/retry.md", 3);
    assert!(!third.contains("limit broken") && !third.contains("broken by"), "{third}");
    person.presses("4").does_not_see("✗ limit");
    goes_on(&mut person);
    // The run before never touched the file: only the tree says how it lies.
    person.presses("3").does_not_see("limit broken");
    on(&mut person, "git push");
    person.presses("enter b").does_not_see("limit broken").presses("esc w y");
    let fourth = person.world.written.last().unwrap().text.clone();
    assert!(!fourth.contains("limit broken") && !fourth.contains("broken by"), "{fourth}");
}

/// The closing note that was written last.
pub(super) fn last_note(person: &Person) -> String {
    let note = |effect: &Effect| match effect {
        Effect::Write { write, .. } => match write.as_ref() {
            Write::Note { markdown, .. } => Some(markdown.clone()),
            _ => None,
        },
        _ => None,
    };
    person.asked.iter().rev().find_map(note).unwrap()
}

#[test]
fn a_limit_that_was_kept_is_told_as_kept_and_is_nothing_left() {
    let (_folder, demo, mut person) = after_the_first("m");
    goes_on(&mut person);
    // The note says what was kept, and what of the work lies there without a commit.
    person.presses("4 w y");
    let note = last_note(&person);
    assert!(note.contains("- kept: parcel/wire.py, although it breaks the limit \"Never change"), "{note}");
    assert!(note.contains("speak that format\"; it is not committed\n"), "{note}");
    assert!(
        note.contains("- not committed: CHANGELOG.md, docs/retry.md, parcel/wire.py, parcel/worker.py\n"),
        "{note}"
    );
    person.presses("2");
    on(&mut person, "parcel/wire.py");
    person.sees("kept: a person said in the review of").does_not_see("closed? (u");
    person.presses("3").does_not_see("limit broken");
    let kept =
        "\n  - broken by parcel/wire.py: kept: a person said in the review of attempt 1 that it is fine as it is\n";
    for (attempt, step) in [(2, "docs/retry.md"), (3, "git push")] {
        let brief = plays(&mut person, &demo, step, attempt);
        assert!(brief.contains(kept) && !brief.contains("limit broken"), "{brief}");
        let file = brief.split("- partial: `parcel/wire.py`").nth(1).and_then(|rest| rest.lines().nth(1)).unwrap();
        assert!(file.starts_with("  - kept: a person said in the review of attempt 1"), "{brief}");
        person.presses("4").does_not_see("✗ limit").presses("G enter").does_not_see("limit broken");
        person.does_not_see("not broken any more").presses("esc");
        goes_on(&mut person);
        person.presses("3").does_not_see("limit broken");
    }
}

#[test]
fn what_the_step_was_to_do_and_did_not_is_still_open() {
    let (_folder, demo, mut person) = after_the_first("m");
    goes_on(&mut person);
    plays(&mut person, &demo, "git push", 2);
    // The recording does something else than the step asks for.
    judges(&mut person, "1 ", "x");
    person.presses("4 G enter").sees("git push -u origin retry-budget");
}

#[test]
fn what_was_taken_back_is_not_reused_although_last_good_lies_below_the_start_of_the_run() {
    let (_folder, demo, mut person) = after_the_first("x");
    goes_on(&mut person);
    plays(&mut person, &demo, "TODO: the table", 2);
    goes_on(&mut person);
    plays(&mut person, &demo, "limit broken: Never change", 3);
    let (good, start) = {
        let brief = &person.world.written.last().unwrap().brief;
        (brief.last_good.commit.clone(), person.world.attempts.last().unwrap().1.tree.start.clone())
    };
    assert_ne!(good, start, "the run began on commits that are not proven");
    let screen = person.resizes(100, 50).presses("4 G enter").sees("- parcel/wire.py: limit broken").screen();
    let (reused, _) = screen.split("reused:").nth(1).and_then(|rest| rest.split_once("\n\n")).unwrap();
    assert!(reused.contains("CHANGELOG.md") && !reused.contains("parcel/w"), "{screen}");
}
