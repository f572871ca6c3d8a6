//! What the brief of the next attempt holds of the contract that the attempt before had: on real second runs, by keys.

use lastgood::brief::read_json;
use lastgood::model::{Brief, BriefGate, GateState, Op, OutsideOutcome, Pile, ProductKind};
use lastgood::msg::WrittenBrief;
use lastgood::steps::review::limits_broken;

use crate::person::{Person, mark};
use crate::second::facts;
use crate::support::{Fixture, fixture};

/// The first brief of a case, and a person whose first attempt is under review.
fn first_attempt(fixture: &Fixture) -> (Brief, Person) {
    let brief = read_json(&std::fs::read_to_string(fixture.root.join("brief/brief.json")).unwrap()).unwrap();
    let failed = facts(fixture, &brief.record.run.session);
    let second = facts(fixture, &fixture.run);
    let mut person = Person::new(failed).at(100, 30).with(|world| {
        let text = lastgood::brief::render(&brief);
        world.written.push(WrittenBrief { brief: brief.clone(), text, path: "brief-1.md".into(), next: vec![] });
    });
    person = person.then_opens();
    let published = Op::Published { attempt: 1, paths: vec!["brief-1.md".into()], sha256: String::new(), draft: false };
    person.writes_down(Op::Join { run: mark(), attempt: 0, how: "first".into() }).writes_down(published);
    person.is_consumed(1, second);
    (brief, person)
}

/// The same, with the first attempt closed and a next one begun.
fn second_attempt(fixture: &Fixture) -> (Brief, Person) {
    let (brief, mut person) = first_attempt(fixture);
    person.presses("4 s").sees("close as").presses("right enter").sees(": attempt 2");
    (brief, person)
}

/// The second brief of a case, as it stands before anything of the second attempt was decided.
fn second_brief(case: &str) -> (Brief, String) {
    let fixture = fixture(&format!("second/{case}"));
    let (_, mut person) = second_attempt(&fixture);
    person.presses("3 w y");
    let written = person.world.written.last().unwrap();
    assert_eq!(written.brief.attempt, 2);
    (written.brief.clone(), written.text.clone())
}

/// The gates of a brief with the beginning of the content, and the colour, that it tells of them.
fn gates<'a>(brief: &'a Brief) -> Vec<(&'a str, &'a str, GateState)> {
    let content =
        |gate: &'a BriefGate| gate.content.as_deref().and_then(|content| content.get(..7)).unwrap_or_default();
    brief.gates.iter().map(|gate| (gate.name.as_str(), content(gate), gate.state)).collect()
}

#[test]
fn what_was_green_on_last_good_stays_in_the_next_brief() {
    for (case, wanted) in [
        (
            "claude-regressed",
            &[("python3 -m unittest discover -s tests", "7538d41"), ("python3 tools/bank_format.py", "7538d41")][..],
        ),
        ("claude-died-again", &[("npm test", "cfac400")]),
        ("codex-regressed", &[("python3 -m unittest -q", "cd419ad"), ("python3 tools/api_check.py", "cd419ad")]),
    ] {
        let (brief, text) = second_brief(case);
        let wanted: Vec<_> = wanted.iter().map(|(name, content)| (*name, *content, GateState::Green)).collect();
        assert_eq!(gates(&brief), wanted, "{case}\n{text}");
    }
    // Their tests lie otherwise in the tree from which the next run starts.
    let (_, text) = second_brief("claude-regressed");
    let changed = "  - test lines were changed since: where it runs them, a green is not comparable with this one: tests/test_invoice.py: existing lines changed\n";
    assert!(text.contains(changed), "{text}");
}

#[test]
fn what_is_left_says_what_nobody_judged_and_names_nothing_that_nobody_asked_for() {
    let fixture = fixture("second/claude-died-again");
    let left = |unknown: bool| {
        let (_, mut person) = second_attempt(&fixture);
        let products = &person.world.attempts[0].1.products;
        let push = products.iter().find(|one| one.kind == ProductKind::OutsideAction).unwrap().id.clone();
        let slow = products.iter().find(|one| one.location == "test/slow_e2e.test.js").unwrap().clone();
        // The push did not happen, and neither task, plan nor brief asked for it.
        let (outcome, by, place) = (OutsideOutcome::DidNotHappen, "maria".into(), "git ls-remote origin".into());
        person.writes_down(Op::Outside { product: push, outcome, by, place, saw: "no such branch".into() });
        if unknown {
            let (pile, reason) = (Some(Pile::Unknown), "not part of the step".into());
            let (gaps, acknowledged) = (vec![], vec![]);
            let (product, version, seen_elsewhere) = (slow.id, slow.version, None);
            person.writes_down(Op::Sort { product, version, pile, gaps, reason, seen_elsewhere, acknowledged });
        }
        person.is_killed_and_reopens().presses("3 j enter w y");
        let text = &person.world.written.last().unwrap().text;
        text.lines().find(|line| line.starts_with("Left after it: ")).unwrap().to_owned()
    };
    let first = left(false);
    assert!(!first.contains("git push"), "{first}");
    let judged = " (nobody gave a verdict on it in the review of attempt 1)";
    assert!(first.contains(&format!("test/queue.test.js covers doubling and the last attempt{judged}")), "{first}");
    assert!(first.contains("test/slow_e2e.test.js: not committed"), "{first}");
    assert!(!left(true).contains("slow_e2e"), "{}", left(true));
}

#[test]
fn a_closed_attempt_says_what_was_handed_on_and_what_the_next_brief_starts_from() {
    let fixture = fixture("second/claude-regressed");
    let (_, mut person) = second_attempt(&fixture);
    person.presses("4").sees("handed on as last good: 7538d41").does_not_see("went on from");
    person.presses("3 enter w y");
    let start = person.world.written.last().unwrap().brief.next_step.start.clone();
    let commit = start.commit.unwrap();
    person
        .presses("esc 4 [")
        .sees(&format!("brief 2 starts from the work tree as it is at {}; last good 7538d41", &commit[..7]));
}

#[test]
fn the_way_to_close_names_events_by_number_and_says_what_nobody_judged() {
    for case in ["claude-regressed", "claude-more-than-the-step"] {
        let fixture = fixture(&format!("second/{case}"));
        let mut person = first_attempt(&fixture).1;
        person.presses("4").does_not_see("toolu_").presses("s").sees("close as").does_not_see("toolu_");
        if case == "claude-regressed" {
            person.sees("open, first: render() shows a VAT line (nobody gave a verdict");
        }
    }
}

#[test]
fn a_breach_is_told_once_with_all_that_shows_it() {
    let fixture = fixture("second/claude-more-than-the-step");
    let (brief, person) = first_attempt(&fixture);
    let rows = limits_broken(&person.world.attempts[0].1, &brief).unwrap();
    let by = |limit: &str| rows.iter().find(|row| row.limit.contains(limit)).unwrap().by.clone();
    let [edit, push] = [by("migrations"), by("never push")];
    assert!(edit.len() == 1 && edit[0].starts_with("migrations/0001_init.sql (ff7c2ea, event "), "{edit:?}");
    assert!(push.len() == 1 && push[0].starts_with("git push origin HEAD:main 2>&1 (event "), "{push:?}");
}

#[test]
fn a_run_whose_recovery_is_not_kept_here_is_told_to_have_a_brief() {
    let fixture = fixture("second/claude-regressed");
    let mut person = Person::opens(facts(&fixture, &fixture.run)).at(100, 30);
    person.presses("4").sees("its prompt is brief 1 of recovery LG-K41D, whose state is not on this machine");
    person.sees("lastgood review --brief FILE 1ddca9af").does_not_see("no brief is written yet");
}

#[test]
fn a_limit_that_a_review_shows_as_broken_is_broken_in_the_next_brief() {
    for (case, limit, by) in [
        ("claude-more-than-the-step", "step 3 (store it) is not part of this run", "billing/store.py"),
        ("claude-regressed", "the last line of render() must stay exactly", "tests/test_invoice.py"),
        ("claude-resumed", "Never change the public signature of Bucket", "gate/bucket.py"),
    ] {
        let (_, text) = second_brief(case);
        let mut lines = text.lines().skip_while(|line| !line.starts_with(&format!("- {limit}")));
        lines.next();
        let told: Vec<&str> = lines.take_while(|line| line.starts_with("  - broken by ")).collect();
        assert!(told.iter().any(|line| line.contains(by)), "{case}: {told:?}\n{text}");
    }
    let (_, text) = second_brief("claude-more-than-the-step");
    assert!(text.contains("Limit broken: step 3 (store it) is not part of this run, by billing/store.py."), "{text}");
    assert_eq!(text.matches("broken by billing/store.py").count(), 1, "{text}");
}
