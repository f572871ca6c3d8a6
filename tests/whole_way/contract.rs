//! What the brief of the next attempt holds of the contract that the attempt before had: on real second runs, by keys.

use std::time::Duration;

use lastgood::brief::read_json;
use lastgood::model::{Brief, BriefGate, Facts, GateState, Liveness, Op, ProductKind};
use lastgood::msg::WrittenBrief;
use lastgood::sources;
use lastgood::work::gather::{Clock, gather};

use crate::person::{Person, mark};
use crate::support::{Fixture, fixture};

/// The facts of a run of the fixture, without what runs on the machine of the test.
fn facts(fixture: &Fixture, session: &str) -> Facts {
    let places = fixture.places();
    let found = sources::resolve(&places, session).ok().unwrap();
    let mut facts = gather(&places, &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO);
    facts.liveness = Liveness { verdict: lastgood::steps::confirm::verdict(&[]), signs: vec![] };
    facts.products.retain(|product| product.kind != ProductKind::Process);
    facts
}

/// The first brief of a case, and a person whose first attempt is closed with a next one.
fn second_attempt(fixture: &Fixture) -> (Brief, Person) {
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
