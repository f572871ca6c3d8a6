//! A closed attempt keeps the review that it was closed with: what happens in the work tree later is the next attempt's.

use lastgood::brief::sum;
use lastgood::model::{Closing, Op, Recovered, Review, RowVerdict, reported};
use lastgood::steps::review::{Against, consumption, review};

use super::{demo, facts, is_consumed, sits, writes_the_brief};
use crate::person::Person;

/// The review of an attempt, made from what lies on the disk now.
fn of(person: &Person, demo: &super::Demo, attempt: u32) -> Review {
    let decided = &person.world.recovery.decided;
    let brief = &person.world.written.iter().find(|written| written.brief.attempt == attempt).unwrap().brief;
    let session = &person.world.attempts.iter().find(|(of, _)| *of == attempt).unwrap().1.run.session;
    let facts = &facts(demo, session);
    let consumption = consumption(&facts.run, brief, None);
    let against = Against {
        brief,
        sha256: None,
        facts,
        consumption: consumption.as_ref(),
        measured: &[],
        decided: Some(decided),
    };
    review(&against, &lastgood::words::steps::blocker)
}

#[test]
fn a_closed_attempt_keeps_the_review_it_was_closed_with() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    // The broken limit is not fine: that is why another attempt follows.
    person.presses("4 enter space x");
    let open = of(&person, &demo, 1);
    assert!(open.closing.is_none() && !open.standing.is_empty() && !open.open.is_empty());
    person.presses("s").sees("close as").presses("enter").sees(": attempt 2").presses("4");
    let told = person.resizes(100, 60).screen();
    let closed = of(&person, &demo, 1);
    assert_eq!(closed.closing.as_ref().map(|closed| (closed.outcome, closed.kept)), Some((Closing::NextAttempt, true)));
    assert_eq!((&closed.open, &closed.standing, &closed.criteria), (&open.open, &open.standing, &open.criteria));
    let verdicts = &person.world.recovery.decided.reviews[&1].verdicts;
    assert!(closed.standing.iter().any(|row| verdicts[&row.row].0 == Some(RowVerdict::Not)));

    // Somebody takes the change back by hand, and the program looks again.
    let path = demo.tree.join("parcel/wire.py");
    let broken = std::fs::read_to_string(&path).unwrap();
    let mut git = std::process::Command::new("git");
    git.args(["checkout", "-q", "--", "parcel/wire.py"]).current_dir(&demo.tree);
    assert!(git.status().unwrap().success());
    assert_ne!(std::fs::read_to_string(&path).unwrap(), broken);
    let session = person.world.attempts[0].1.run.session.clone();
    person.world.attempts[0].1 = facts(&demo, &session);
    person.is_killed_and_reopens().presses("4");
    let again = person.resizes(100, 60).screen();
    let rows = |screen: &str| screen.lines().filter(|line| line.contains('✗') || line.contains("work")).count();
    assert_eq!(rows(&again), rows(&told), "{again}");
    let later = of(&person, &demo, 1);
    assert_eq!((&later.open, later.standing.len()), (&open.open, open.standing.len()));
    // The text that the file had then is not at hand any more, and nothing else is shown in its place.
    let file = &later.standing[0].files[0].1;
    assert_eq!((file.sums[1].clone(), &file.after), (Some(sum(&broken)), &None));
    assert_eq!(later.verdict, Recovered::NotRecovered);
    assert!(!reported(&later).contains("\"_"), "what is kept for the program is in no report");
}

#[test]
fn the_attempts_before_the_newest_can_still_be_looked_at() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4 [").sees("no attempt before this one has a review").presses("enter space x");
    person.presses("s enter s 2 enter u 3 enter").sees("Take back in parcel/wire.py").presses("w y");
    // While the second brief waits for its run, the first attempt is one key away, and so is the way back.
    person
        .sees("brief-2.md")
        .sees("[ shows attempt 1")
        .presses("[")
        .sees(": attempt 1")
        .sees("✗ not fine")
        .sees("brief 2 starts from the work tree as it is at ");
    person.presses("m").sees("attempt 1 is closed; this is its review as it was then");
    person.presses("w").sees("review-1.md").presses("esc ]").sees("brief-2.md");
    is_consumed(&mut person, &demo, 2, "2026-11-28T02:26:00Z", "2026-11-28T02:34:00Z");
    person.presses("4").sees(": attempt 2").does_not_see("✗ not fine").presses("]").sees("this is the newest attempt");
    let entries = person.world.recovery.entries.len();
    person.presses("[ G enter").sees(": attempt 1").sees("limit broken: Never change").sees("not fine").presses("esc");
    person.presses("g enter").sees("what broke it, in parcel/wire.py").presses("esc");
    assert_eq!(person.world.recovery.entries.len(), entries, "looking back is no decision");
    person.presses("]").sees(": attempt 2");
}

#[test]
fn a_review_of_another_form_costs_the_review_alone() {
    let line =
        r#"{"do":"close","attempt":1,"outcome":"recovered","from":null,"why":"","open":["a"],"review":{"of":"later"}}"#;
    let op: Op = serde_json::from_str(line).unwrap();
    assert!(matches!(op, Op::Close { review: None, open, .. } if open == ["a"]));
}
