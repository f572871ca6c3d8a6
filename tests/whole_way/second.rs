//! A real second run that made it worse: its review is closed with a next attempt, which sorts what that run left.

use std::time::Duration;

use lastgood::brief::read_json;
use lastgood::model::{Facts, GoodContent, Liveness, Op, ProductGroup, ProductKind};
use lastgood::msg::WrittenBrief;
use lastgood::sources;
use lastgood::work::gather::{Clock, gather};

use crate::person::{Person, mark};
use crate::support::{Fixture, fixture};

/// The facts of a run of the fixture, without what runs on the machine of the test.
pub fn facts(fixture: &Fixture, session: &str) -> Facts {
    let places = fixture.places();
    let found = sources::resolve(&places, session).ok().unwrap();
    let mut facts = gather(&places, &found, Clock { now: fixture.now, fixed: true }, Duration::ZERO);
    facts.liveness = Liveness { verdict: lastgood::steps::confirm::verdict(&[]), signs: vec![] };
    facts.products.retain(|product| product.kind != ProductKind::Process);
    facts
}

#[test]
fn what_a_real_second_run_left_is_sorted_next() {
    let fixture = fixture("second/claude-regressed");
    let brief = read_json(&std::fs::read_to_string(fixture.root.join("brief/brief.json")).unwrap()).unwrap();
    let good = brief.last_good.commit.clone().unwrap();
    let failed = facts(&fixture, &brief.record.run.session);
    let second = facts(&fixture, &fixture.run);
    let mut person = Person::new(failed).at(100, 30).with(|world| {
        let text = lastgood::brief::render(&brief);
        world.written.push(WrittenBrief { brief, text, path: "brief-1.md".into(), next: vec![] });
    });
    person = person.then_opens();
    let published = Op::Published { attempt: 1, paths: vec!["brief-1.md".into()], sha256: String::new(), draft: false };
    person.writes_down(Op::Join { run: mark(), attempt: 0, how: "first".into() }).writes_down(published);
    person.is_consumed(1, second);
    // Steps 1 to 3 are behind the attempt, whatever the second run has changed since.
    person.presses("4").sees(": attempt 1").sees("1 confirm ✓").sees("2 sort ✓").sees("against the brief");
    person.sees("bank format").presses("s").sees("close as").presses("right enter");
    person.sees("attempt 2 begins with what attempt 1 left").sees(": attempt 2").sees("1 confirm ●");
    let decided = &person.world.recovery.decided;
    assert_eq!(decided.last_good.as_ref().map(|(commit, _)| commit), Some(&good));
    // What it committed is to be sorted, since it is not reachable from where the next attempt starts.
    person.presses("2").sees("5f1a395").does_not_see("2 sort ✓");
    // Taken back, the review is open again.
    person.presses("z").sees(": attempt 1").sees("2 sort ✓");
}

#[test]
fn what_a_run_committed_on_red_is_not_the_content_on_which_it_was_green() {
    let fixture = fixture("second/claude-resumed");
    let facts = facts(&fixture, &fixture.run);
    let good = &facts.last_good;
    assert_eq!(
        (good.content, good.subject.as_deref()),
        (Some(GoodContent::Replayed), Some("gate: token bucket and tests"))
    );
    let red = facts.products.iter().find(|product| product.title == "bucket: wait_time").unwrap();
    let checks: Vec<&str> = red.checks.iter().map(|check| check.text.as_str()).collect();
    assert_ne!(good.commit, red.version);
    assert!(red.group != ProductGroup::Base && checks.iter().any(|check| check.contains("was red on")), "{checks:?}");
    assert!(
        checks.iter().any(|check| check.starts_with("breaks the limit \"keep the Bucket constructor")),
        "{checks:?}"
    );
}
