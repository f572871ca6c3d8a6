//! Step 4: verdicts after proofs, and what keeps an attempt from being recovered.

use lastgood::model::{Op, ProductKind, RowVerdict, What};

use crate::left::left;
use crate::person::{Person, facts};
use crate::second::{failed, reviews, reviews_of};

/// A person whose brief was consumed by a run that did nothing else.
fn consumed() -> Person {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 enter p enter esc space space space x enter 3 enter w y");
    is_consumed(person)
}

/// The brief that this person wrote is consumed, and step 4 is open.
pub(super) fn is_consumed(person: Person) -> Person {
    is_consumed_by(person, facts())
}

fn is_consumed_by(mut person: Person, mut run: lastgood::model::Facts) -> Person {
    let brief = person.world.written[0].brief.clone();
    run.run.session = "1ddca9a0-0000-4000-8000-000000000000".into();
    let prompt = lastgood::brief::render(&brief);
    let event = |id, what| lastgood::model::Event::new(id, "2026-11-28T03:00:00Z".parse().ok(), what);
    run.run.events.push(event("e1", What::Asked { text: prompt, by: lastgood::model::Speaker::Person }));
    run.run.events.push(event("e2", What::Said { text: "The cap is tested. It is committed.".into() }));
    person.world.attempts.push((1, run));
    person.is_killed_and_reopens();
    person.presses("4");
    person
}

#[test]
fn a_verdict_counts_only_after_its_proof() {
    let mut person = consumed();
    person.sees("against the brief").presses("m").sees("open its proof first");
    person.presses("j enter m").sees("where did you look?").presses("enter").sees("name what you looked at");
    person.types("the log of the gate").presses("enter j").sees("looked at: the log of the gate");
    let reviewed = &person.world.recovery.decided.reviews[&1];
    assert_eq!(reviewed.verdicts.values().filter(|(verdict, _)| *verdict == Some(RowVerdict::Met)).count(), 1);
}

#[test]
fn a_claim_without_a_record_and_an_outside_action_are_fine_only_with_where_one_looked() {
    let mut run = facts();
    let claim = |text: &str, proof: Option<&str>| lastgood::model::Claim {
        text: text.into(),
        event: "e2".into(),
        proof: proof.map(Into::into),
        why: "nothing on record speaks for it".into(),
        against: false,
        beyond: vec![],
    };
    run.claims = vec![claim("The cap is tested.", None), claim("It is committed.", Some("e2"))];
    let push = left().products.into_iter().find(|product| product.kind == ProductKind::OutsideAction).unwrap();
    run.products.push(lastgood::model::Product { id: "outside:e2:0".into(), made_by: vec!["e2".into()], ..push });
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 enter p enter esc space space space x enter 3 enter w y");
    let mut person = is_consumed_by(person, run);
    for row in ["git push origin retry", "The cap is tested"] {
        while !person.screen().lines().any(|line| line.contains('▌') && line.contains(row)) {
            person.presses("j");
        }
        person.presses("enter space m").sees("fine, with no proof on record: where did you look?");
        person.presses("enter").sees("name what you looked at").types("the test").presses("enter esc g");
    }
    while !person.screen().lines().any(|line| line.contains('▌') && line.contains("It is committed")) {
        person.presses("j");
    }
    person.presses("enter space m").does_not_see("where did you look?");
    let reviewed = &person.world.recovery.decided.reviews[&1];
    let notes: Vec<&str> = reviewed.verdicts.values().map(|(_, note)| note.as_str()).collect();
    assert_eq!(notes.iter().filter(|note| **note == "looked at: the test").count(), 2, "{notes:?}");
}

#[test]
fn the_approval_is_asked_for_when_it_is_all_that_is_left() {
    let mut person = reviews(100, 30);
    person.sees("not recovered: ").does_not_see("not approved");
    for _ in 0..12 {
        person.presses("space space space m");
        if person.screen().contains("where did you look?") {
            person.types("the file itself").presses("enter");
        }
    }
    person.sees("not recovered: not approved by mira (s asks for it)");
}

#[test]
fn nothing_is_recovered_while_rows_are_open() {
    let mut person = consumed();
    person.sees("not recovered:").presses("s").sees("close this attempt").does_not_see("recovered   ");
    person.presses("right enter");
    assert!(
        person
            .decided()
            .iter()
            .any(|op| matches!(op, Op::Close { outcome: lastgood::model::Closing::NextAttempt, .. }))
    );
}

#[test]
fn before_a_run_consumed_it_the_screen_says_what_happens_next() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("4").sees("no brief is written yet");
    person.presses("2 enter p enter esc space space space x enter 3 enter w y");
    person.sees("not consumed yet").sees("What that sets off");
    person.presses("y");
    assert!(matches!(person.asked.iter().rev().find(|effect| matches!(effect, lastgood::msg::Effect::Copy { .. })),
        Some(lastgood::msg::Effect::Copy { text, .. }) if text.starts_with("cd ")));
}

#[test]
fn every_command_after_writing_can_be_read_whole_and_copied() {
    let mut person = Person::opens(left()).at(80, 24);
    let line = "/opt/tools/lastgood --home /srv/copies/of/the/machine/home --state /srv/copies/of/the/machine/state";
    person.app.scene.called = lastgood::screens::Called { line: line.into(), play: None, tilde: false };
    person.presses("2 enter p enter esc space space space x enter 3 enter w y").sees("cd /home/mira/src/sync");
    // The last command is below: `j` brings it into view, its rows are one command, and `y` copies exactly it.
    person.presses("j").sees("next 9f3c21a0").sees("--state \\").presses("y");
    let copied = |person: &Person| {
        person.asked.iter().rev().find_map(|effect| match effect {
            lastgood::msg::Effect::Copy { text, .. } => Some(text.clone()),
            _ => None,
        })
    };
    assert_eq!(copied(&person), Some(format!("{line} next 9f3c21a0")));
    person.presses("k y").sees("▌ cd /home/mira/src/sync");
    assert!(copied(&person).is_some_and(|text| text.starts_with("cd /home/mira/src/sync\n")));
}

#[test]
fn a_proof_has_the_window_and_its_own_keys() {
    let mut person = reviews(80, 24);
    person.presses("enter").sees("space page").does_not_see("against the brief");
    person.presses("esc").sees("against the brief").sees("seen 02:");
    // Everything that is still open is named, not only counted.
    person.presses("G").sees("work: reused").presses("m").sees("needs no verdict").presses("enter");
    person.sees("still open").sees("reused:");
}

#[test]
fn what_is_missing_of_a_proof_is_its_end() {
    let mut person = reviews(80, 24);
    person.presses("m").sees("open its proof first");
    // A gate's proof is longer than the room for it below the list; the row about the work is the last.
    person.presses("G k space m").sees("page to the end of the proof first").presses("space space m").sees("✓ fine");
}

/// The row of the screen on which the pointer stands.
fn pointed(person: &Person) -> usize {
    person.screen().lines().position(|line| line.contains('▌')).unwrap_or_default()
}

#[test]
fn a_verdict_goes_on_to_the_next_row_that_waits_for_one() {
    let mut person = reviews(100, 40);
    let first = pointed(&person);
    person.presses("j space space m").sees("✓ fine");
    assert_eq!(pointed(&person), first + 2, "{}", person.screen());
    // Below the last one the first that waits is next; the row about the work never is.
    person.presses("G k space space m");
    assert_eq!(pointed(&person), first, "{}", person.screen());
    person.presses("enter m").types("k").presses("enter");
    assert_eq!(pointed(&person), first + 2, "{}", person.screen());
}

#[test]
fn the_end_of_a_proof_says_what_is_next_and_stays_in_view() {
    let mut person = reviews(80, 24);
    person.presses("enter space").sees("every line is shown: m met, x not met, esc goes back");
    person.presses("esc j j").resizes(60, 16).presses("enter space space space").sees("every line is shown");
    let body = |person: &Person| person.screen().lines().take(12).map(str::to_owned).collect::<Vec<_>>();
    let end = body(&person);
    person.presses("ctrl-d");
    assert_eq!(body(&person), end);
    person.presses("j");
    assert_eq!(body(&person), end);
}

#[test]
fn the_row_about_the_work_offers_no_verdict() {
    let mut person = reviews(100, 30);
    person.sees("m met").sees("x not").sees("n note");
    let silent = |person: &mut Person| {
        person.does_not_see("m met").does_not_see("x not").does_not_see("n note");
        for key in ["m", "x", "n"] {
            person.presses(key).sees("needs no verdict");
        }
    };
    silent(person.presses("G").does_not_see("a verdict counts"));
    silent(person.presses("enter"));
    person.presses("space").sees("every line is shown: esc goes back");
}

#[test]
fn a_proof_says_what_the_event_is_and_the_event_is_one_key_away() {
    let mut person = reviews(100, 40);
    person.presses("j j enter").sees("gate: green").sees("event 4, 03:00:30, exit 0");
    person.sees("$ cargo test").sees("test result: ok. 4 passed").sees("enter opens event 4 in the transcript");
    person.presses("enter").sees("transcript: attempt 1").sees("event 4 of 8").sees("running 4 tests");
    person
        .presses("esc esc j enter")
        .sees("commit 7be1c04, 03:00:41: retry: a budget of zero")
        .sees("changed tests/retry.rs");
    person.presses("enter").sees("event 6 of 8").sees("7be1c04 retry: a budget of zero").presses("esc esc");
    person.sees("against the brief");
}

#[test]
fn a_criterion_that_no_command_can_check_needs_a_person() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        let mut person = reviews(columns, rows);
        person.sees("gate").sees("the record").sees("? crit").sees("needs a person");
    }
    reviews(80, 24).presses("enter").sees("no command can check it: it needs a person");
}

#[test]
fn commits_from_before_the_run_are_shown_as_such() {
    let mut person = reviews(100, 30);
    person.sees("1 commit between last good").sees("not its own").presses("j j j j enter");
    person.sees("commit 5d5d5d5, 02:01:00: worker: back off");
}

#[test]
fn approval_and_closing_are_one_way_and_a_closed_attempt_stands() {
    let mut person = reviews(100, 40);
    person.presses("w").sees("s closes first").does_not_see("w write note");
    person.presses("o").sees("s closes first").does_not_see("o destination");
    for _ in 0..6 {
        person.presses("space m");
        if person.screen().contains("where did you look?") {
            person.types("k").presses("enter");
        }
    }
    person.sees("not recovered: not approved by mira").presses("s").sees("approved?").presses("enter");
    person.sees("close as").sees("▌recovered").presses("enter").sees("recovered, 1 thing open: z takes it back");
    // What was said of its rows stands, and the footer offers what is left to do.
    person.sees("w write note").does_not_see("s close ").does_not_see("x not");
    for key in ["m", "x", "n", "s", "c"] {
        person.presses(key).sees("not now: attempt 1 is closed (recovered): z takes the closing back");
    }
    // Where the note goes is said, and changed, before it is written.
    person.presses("k");
    person.sees("goes to the recovery's own folder: review-1.md and .json");
    person.presses("o").sees("w now writes to .lastgood/ in the work tree (o: the recovery's own folder)");
    person.presses("k").sees("goes to .lastgood/ in the work tree: review-1.md").presses("o o o");
    person.presses("w y").sees("q goes back to the runs.").does_not_see("Nothing is left");
    let note = person.asked.iter().rev().find_map(|effect| match effect {
        lastgood::msg::Effect::Write { write, .. } => match write.as_ref() {
            lastgood::msg::Write::Note { markdown, .. } => Some(markdown.clone()),
            _ => None,
        },
        _ => None,
    });
    let note = note.unwrap();
    assert!(note.contains("met; note: looked at: k"), "{note}");
    assert!(!note.contains("(event s"), "events by their numbers: {note}");
    assert!(note.contains("from before this run: commit 5d5d5d5: worker: back off"), "{note}");
    // Taken back, it can be decided anew.
    person.presses("z g x").sees("✗ not met").presses("w").sees("s closes first");
    person.presses("z").sees("undone: not met, on ");
}

/// Reads and judges every row, approves, and closes as recovered.
pub fn is_recovered(person: &mut Person) {
    for _ in 0..6 {
        person.presses("space space m");
        if person.screen().contains("where did you look?") {
            person.types("k").presses("enter");
        }
    }
    person.presses("s").sees("approved?").presses("enter").sees("▌recovered").presses("enter");
}

#[test]
fn a_packet_is_offered_when_a_run_without_one_is_closed_as_recovered() {
    for (reconstructed, offered) in [(vec!["goal".to_owned(), "limits".to_owned()], true), (Vec::new(), false)] {
        let mut facts = failed();
        facts.task.reconstructed = reconstructed;
        let mut person = reviews_of(facts, 100, 40);
        is_recovered(&mut person);
        assert_eq!(person.screen().contains("No packet named goal, limits"), offered, "{}", person.screen());
        if offered {
            // Later is what enter takes; the offer does not come again.
            person.presses("enter").does_not_see("prepare the next run?").presses("j").does_not_see("No packet named");
        }
    }
}

#[test]
fn between_two_attempts_nothing_is_offered() {
    let mut facts = failed();
    facts.task.reconstructed = vec!["goal".into()];
    let mut person = reviews_of(facts, 100, 30);
    person.presses("s right right enter").sees("attempt 1 is closed").does_not_see("No packet named");
}

#[test]
fn the_next_attempt_is_offered_each_commit_once() {
    let mut person = reviews(100, 30);
    let screen = person.presses("c").screen();
    let choices = screen.lines().find(|line| line.contains("commit  ")).unwrap().to_owned();
    for id in ["4c1e9d2", "5d5d5d5", "7be1c04"] {
        assert_eq!(choices.matches(id).count(), 1, "{screen}");
    }
    person.presses("right enter").sees("chosen");
}

/// A run consumes the brief of an attempt and leaves the work as it found it.
pub(super) fn does_not_close_it(person: &mut Person, attempt: u32) {
    let written = person.world.written.iter().find(|written| written.brief.attempt == attempt);
    let Some(written) = written else { return assert_eq!(attempt, 0, "its brief was not written") };
    let mut run = left();
    run.run.session = format!("{attempt}ddca9a0-0000-4000-8000-000000000000");
    let path = format!("/home/mira/.claude/projects/-home-mira-src-sync/{attempt}.jsonl").into();
    let transcript = lastgood::model::Transcript { path, bytes: 1, events: 1, torn_tail: false, unread: 0 };
    run.run.transcripts = vec![transcript];
    let what = What::Asked { text: lastgood::brief::render(&written.brief), by: lastgood::model::Speaker::Person };
    let at = format!("2026-11-28T03:0{attempt}:00Z").parse().ok();
    run.run.events.push(lastgood::model::Event::new(format!("a{attempt}"), at, what));
    person.is_consumed(attempt, run);
    person.presses("4 s").sees("close as").sees("next attempt").presses("enter").sees("begins with what attempt");
}

#[test]
fn a_third_attempt_on_the_same_gap_says_that_retrying_is_not_converging_and_offers_last_good() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("1 s 2 enter p enter esc space space space x enter 3 enter");
    person.sees("● fresh, ~/src/sync as it is").presses("w y");
    does_not_close_it(&mut person, 1);
    person.presses("1 s 3 enter").sees("Finish tests/retry.rs").sees("● fresh, ~/src/sync as it is");
    person.does_not_see("not converging").presses("w y");
    does_not_close_it(&mut person, 2);
    person
        .presses("1 s 3 enter")
        .sees("2 attempts did not close this gap: retrying is not")
        .sees("start from last good");
    person.sees("● fresh, new tree at 4c1e9d2");
    insta::assert_snapshot!("third_attempt_80x24", person.screen());
}

/// The command, the exit, a commit: each is said once in a proof.
#[test]
fn nothing_stands_twice_in_a_proof() {
    for columns in [80, 100] {
        let mut person = reviews(columns, 40);
        let rows = person.screen().lines().filter(|line| line.contains("not yet")).count();
        for _ in 0..rows {
            person.presses("enter");
            let screen = person.screen();
            // Below the rule that ends what the row itself says.
            let head = screen.lines().skip(3).position(|line| line.starts_with('─')).unwrap_or(0) + 4;
            let lines: Vec<&str> = screen.lines().skip(head).map(str::trim).filter(|line| line.len() > 3).collect();
            let lines: Vec<&str> = lines.into_iter().take_while(|line| !line.starts_with("not recovered")).collect();
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with('─')) {
                let said = |other: &&str| other.trim_start_matches("$ ").ends_with(line.trim_start_matches("$ "));
                assert!(!lines[..at].iter().any(said), "twice: {line}\n{screen}");
            }
            person.presses("esc j");
        }
    }
}

/// What had no room in the list is whole below it.
#[test]
fn a_row_that_is_cut_ends_between_words_and_is_whole_below() {
    let mut person = reviews(80, 40);
    person.presses("g space");
    let screen = person.screen();
    let row = screen.lines().find(|line| line.contains('▌')).unwrap();
    assert!(row.contains("…"), "{screen}");
    person.sees("1 tests/retry.rs: this gap is closed: no test for a budget of zero");
    // The change of its file has an event in the transcript; the commits from before the run have none there.
    reviews(80, 24).presses("enter").sees("enter event").presses("enter").does_not_see("no event in the transcript");
    reviews(80, 24).presses("G enter").does_not_see("enter event");
}

/// Reads and judges every row; only the approval is missing.
pub fn all_judged(person: &mut Person) {
    for _ in 0..6 {
        person.presses("space space m");
        if person.screen().contains("where did you look?") {
            person.types("k").presses("enter");
        }
    }
    person.sees("not recovered: not approved by mira");
}

fn closing_of(person: &Person) -> Option<lastgood::model::Closing> {
    person.decided().into_iter().rev().find_map(|op| match op {
        Op::Close { outcome, .. } => Some(outcome),
        _ => None,
    })
}

#[test]
fn the_next_attempt_can_be_chosen_without_an_approval_or_a_false_verdict() {
    let mut person = reviews(80, 24);
    all_judged(&mut person);
    person.presses("s").sees("approved?").presses("tab tab right").sees("no, next attempt").presses("enter");
    person.sees("close this attempt").sees("next attempt").does_not_see("▌recovered").presses("enter");
    assert_eq!(closing_of(&person), Some(lastgood::model::Closing::NextAttempt));
    assert!(!person.decided().iter().any(|op| matches!(op, Op::Approval { .. })));
}

#[test]
fn an_approval_in_another_name_says_that_it_does_not_count() {
    let mut person = reviews(100, 30);
    all_judged(&mut person);
    person.presses("s ctrl-u").types("bo").presses("tab").types("by mail").presses("enter");
    person.sees("recorded: bo approves. It does not count as the approval: the brief names mira");
    person.does_not_see("approved?").sees("not approved by mira");
}

#[test]
fn a_note_that_was_written_under_another_closing_is_told_and_written_anew() {
    let mut person = reviews(100, 40);
    is_recovered(&mut person);
    person.presses("w").sees("new, ").does_not_see("replaces").presses("y z");
    person.presses("s tab right enter").does_not_see("▌recovered");
    if person.screen().contains("close this attempt") {
        person.presses("enter");
    }
    person.presses("4 k").sees("the note in the recovery's own folder says recovered: w writes it anew");
    person.presses("w").sees("replaces the one there").presses("y 4 k").does_not_see("folder says");
}

#[test]
fn a_reader_is_offered_no_decision_and_sees_no_waiting_above_a_review() {
    let mut person = reviews(100, 30);
    let holder = lastgood::model::Holder {
        by: "ana".into(),
        host: "devbox".into(),
        since: "2026-11-28T02:00:00Z".parse().unwrap(),
        pid: 1,
        boot: None,
    };
    person.world.standing = lastgood::model::Standing::Held(holder);
    // Who holds it has not written down yet which run consumed the brief.
    let entries = std::mem::take(&mut person.world.recovery).entries;
    for entry in entries.into_iter().filter(|entry| !matches!(entry.op, Op::Join { attempt: 1, .. })) {
        person.world.recovery.apply(entry);
    }
    person.is_killed_and_reopens().presses("4").sees("against the brief").sees("held by ana");
    person.does_not_see("s close ").does_not_see("c start from").does_not_see("m met").does_not_see("review waiting");
}
