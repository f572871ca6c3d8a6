//! The run picker.

use lastgood::model::{Cause, Closing, Event, Found, Op, Resumable, RunMark, Runtime, Tail, Waits, What};
use lastgood::msg::{Effect, Known, Msg, Row};

use crate::person::{Person, facts, mark, now};

fn row(session: &str, last: &str, title: &str) -> Row {
    Row {
        found: Found {
            runtime: Runtime::ClaudeCode,
            session: session.into(),
            path: format!("/home/mira/.claude/projects/x/{session}.jsonl").into(),
            cwd: Some("/home/mira/src/sync".into()),
            title: Some(title.into()),
            started: "2026-11-27T21:00:00Z".parse().ok(),
            last_event: last.parse().ok(),
            tail: Tail::Unclear,
            brief: None,
            task: None,
            problem: None,
        },
        recovery: None,
        attempt: 0,
        waits: None,
        decided: None,
    }
}

fn known(session: &str, change: impl FnOnce(&mut lastgood::model::Facts)) -> Msg {
    let mut facts = facts();
    change(&mut facts);
    let run = RunMark { session: session.into(), ..mark() };
    Msg::Known(Box::new(Known::of(run, facts)))
}

fn sits() -> Person {
    let mut second = row("b1", "2026-11-27T23:51:00Z", "Split the billing module in two crates");
    second.recovery = Some("LG-00000001".into());
    second.attempt = 1;
    second.waits = Some(Waits::Review);
    let mut failed = row("a1", "2026-11-27T19:05:00Z", "Split the billing module in two crates");
    failed.recovery = Some("LG-00000001".into());
    let mut torn = row("c1", "2026-11-27T18:00:00Z", "");
    torn.found.problem = Some("the file is empty".into());
    let rows = vec![
        row(&mark().session, "2026-11-28T02:09:41Z", "Add a retry budget to the worker"),
        second,
        row("d1", "2026-11-27T21:00:00Z", "Fix the flaky date test"),
        failed,
        torn,
    ];
    let mut person = Person::new(facts()).with(|world| {
        world.catalog.runs = rows;
        world.catalog.places = vec!["~/.claude".into(), "~/.codex".into()];
    });
    let found = person.world.catalog.clone();
    person.hears(Msg::Found(Box::new(found)));
    person
}

/// What comes back for each run, in the order in which the rows stand and are asked about.
fn all_known(person: &mut Person) {
    person.hears(known(&mark().session, |_| {}));
    person.hears(known("b1", |facts| facts.ending.cause = Cause::ClaimedDone));
    person.hears(known("a1", |_| {}));
    person.hears(known("d1", |facts| facts.ending.cause = Cause::EndedWell));
}

#[test]
fn rows_of_one_recovery_stand_together_and_what_ended_well_folds() {
    let mut person = sits();
    all_known(&mut person);
    insta::assert_snapshot!("picker_80x24", person.screen());
    insta::assert_snapshot!("picker_100x30", person.resizes(100, 30).screen());
    insta::assert_snapshot!("picker_60x16", person.resizes(60, 16).screen());
    insta::assert_snapshot!("picker_200x60", person.resizes(200, 60).screen());
}

#[test]
fn every_run_is_asked_about_once_and_then_it_is_quiet() {
    let mut person = sits();
    all_known(&mut person);
    let asked = person.asked.iter().filter(|effect| matches!(effect, Effect::Know(_))).count();
    assert_eq!(asked, 4, "the run that cannot be read is not asked about");
}

#[test]
fn an_attempt_opens_the_recovery_of_the_failed_run() {
    let mut person = sits();
    all_known(&mut person);
    person.presses("j enter");
    let opened = person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Open(run) => Some(run.session.as_str()),
        _ => None,
    });
    assert_eq!(opened, Some("a1"));
}

#[test]
fn the_row_of_an_earlier_run_says_of_which_attempt_that_is() {
    let mut person = sits();
    all_known(&mut person);
    let run = |session: &str| RunMark { session: session.into(), ..mark() };
    let published = Op::Published { attempt: 1, paths: vec![], sha256: String::new(), draft: false };
    let close = Op::Close {
        attempt: 1,
        outcome: Closing::NextAttempt,
        from: None,
        why: String::new(),
        open: vec![],
        review: None,
    };
    person.writes_down(Op::Join { run: run("a1"), attempt: 0, how: "first".into() }).writes_down(published);
    person.writes_down(Op::Join { run: run("b1"), attempt: 1, how: "brief id".into() }).writes_down(close);
    person.presses("j enter").sees("you opened attempt 1's run; attempt 2 begins with what it left");
    person.presses("q").sees("work waits").presses("j enter").sees("you opened the run that failed first");
}

#[test]
fn a_run_with_a_brief_of_another_machine_is_named_by_its_attempt() {
    let mut given = row("e5", "2026-11-28T02:09:30Z", "Split the billing module");
    given.found.brief = Some(("LG-00000009".into(), 2));
    let mut person = sits();
    person.world.catalog.runs.insert(0, given);
    let found = person.world.catalog.clone();
    person.hears(Msg::Found(Box::new(found)));
    person.sees("Split the billi…: attempt 2");
}

#[test]
fn the_four_states_of_a_row_tell_what_was_decided_in_its_recovery() {
    let mut person = sits();
    all_known(&mut person);
    let decided = lastgood::model::Decided { approver: Some("grace".into()), ..Default::default() };
    let failed = person.world.catalog.runs.iter_mut().find(|row| row.found.session == "a1").unwrap();
    failed.decided = Some(Box::new(decided));
    let found = person.world.catalog.clone();
    person.hears(Msg::Found(Box::new(found)));
    person.presses("0").does_not_see("approver grace").presses("esc");
    person.presses("j j").presses("0").sees("approver grace");
}

#[test]
fn finding_narrows_the_list_as_one_types() {
    let mut person = sits();
    person.presses("/").types("flaky");
    person.sees("Fix the flaky date test").does_not_see("Add a retry budget");
    person.presses("enter").sees("1 run with \"flaky\"");
    person.presses("esc").sees("Add a retry budget");
}

#[test]
fn a_run_that_cannot_be_read_says_why() {
    let mut person = sits();
    person.sees("could not be read: the").sees("1 could not be read (! shows why)");
    person.presses("G enter").sees("could not be read: the file is empty");
}

#[test]
fn nothing_found_says_where_it_looked_and_offers_the_demo() {
    let mut person = Person::new(facts()).with(|world| world.catalog.places = vec!["~/.claude".into()]);
    person.presses("r");
    person.sees("~/.claude").sees("lastgood demo").sees("--home");
    person.presses("0").sees("no run is selected").does_not_see("being read");
    assert_eq!(person.world.catalog.looked, now());
    // Without a run there is nothing to open, to find, or to show the states of.
    person.presses("esc").sees("r look again").sees("o all runs").sees("q leave");
    person.does_not_see("enter open").does_not_see("/ find").does_not_see("0 four states");
}

#[test]
fn a_run_inside_one_minute_is_told_with_seconds() {
    let mut person = sits();
    person.world.catalog.runs[0].found.started = "2026-11-28T02:09:12Z".parse().ok();
    person.presses("r").sees("02:09:12 to 02:09:41");
}

#[test]
fn the_details_name_an_event_by_its_place() {
    let mut person = sits();
    person.hears(known(&mark().session, |facts| {
        let said = |id: &str| Event::new(id, None, What::Said { text: "Going on.".into() });
        facts.run.events = ["toolu_a", "toolu_b"].map(said).to_vec().into();
        facts.session.resumable = Resumable::Conditional;
        facts.session.why = vec!["open call, event toolu_b: Bash make has no result".into()];
    }));
    person.sees("open call, event 2:").does_not_see("toolu_");
}

#[test]
fn q_at_the_top_leaves() {
    let mut person = sits();
    person.presses("esc h q");
    assert_eq!(person.asked.last(), Some(&Effect::Leave));
}

#[test]
fn a_list_without_room_says_how_many_rows_are_hidden() {
    let mut person = sits();
    let sessions: Vec<String> = (0..30).map(|number| format!("e{number}")).collect();
    person.world.catalog.runs = sessions.iter().map(|id| row(id, "2026-11-28T02:09:41Z", "Add VAT")).collect();
    let found = person.world.catalog.clone();
    person.hears(Msg::Found(Box::new(found)));
    person.sees("21 more rows below").presses("G").sees("21 more rows above");
    // The list stays while the selection moves inside it.
    person.presses("k k k k k k k k").sees("21 more rows above").presses("k").sees("1 more row below, 20 above");
    person.resizes(60, 16).sees("below");
}
