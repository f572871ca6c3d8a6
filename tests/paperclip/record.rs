//! What a task's record says: its state, its ending, its session, by the answer keys; with GET only.

use lastgood::model::{Cause, Resumable, Says, SignKind, TaskStart, TaskState, Verdict};
use lastgood::sources;

use crate::{facts, served};

#[test]
fn each_task_is_classified_from_facts_and_asked_with_get_only() {
    let cases = [
        ("exit-nonzero", TaskState::Held, Cause::ClientCrash, Resumable::No),
        ("fresh-failure", TaskState::Held, Cause::ClientCrash, Resumable::No),
        ("killed", TaskState::Held, Cause::KilledInTool, Resumable::No),
        ("timeout", TaskState::Held, Cause::KilledInTool, Resumable::No),
        ("hang-cancelled", TaskState::Held, Cause::Interrupted, Resumable::No),
        ("no-next-step", TaskState::NoNextStep, Cause::NoNextStep, Resumable::No),
        ("claude-retries-exhausted", TaskState::SilentlyDead, Cause::Network, Resumable::Conditional),
        ("claude-limit", TaskState::Scheduled, Cause::UsageLimit, Resumable::Later),
        ("assignee-paused", TaskState::Board, Cause::Network, Resumable::Conditional),
        ("still-running", TaskState::Live, Cause::NotDead, Resumable::No),
    ];
    for (name, state, cause, resumable) in cases {
        let (fixture, server, places) = served(name);
        let facts = facts(&fixture, &places);
        assert_eq!(
            (facts.task.state, facts.ending.cause, facts.session.resumable),
            (state, cause, resumable),
            "{name}"
        );
        assert!(server.methods().iter().all(|call| call.starts_with("GET ")), "{name}: {:?}", server.methods());
        assert!(facts.problems.iter().all(|problem| !problem.what.contains("field")), "{name}: {:?}", facts.problems);
    }
}

#[test]
fn what_starts_by_itself_makes_the_verdict_waiting_and_names_the_time() {
    let (fixture, _server, places) = served("claude-limit");
    let facts = facts(&fixture, &places);
    assert_eq!(facts.liveness.verdict, Verdict::Waiting);
    let sign = facts.liveness.signs.iter().find(|sign| sign.kind == SignKind::Scheduler).unwrap();
    assert!(sign.says == Says::Waiting && sign.what.contains("03:00"), "{}", sign.what);
}

#[test]
fn the_transcript_of_this_machine_is_joined_and_the_log_is_not_told_twice() {
    let (fixture, _server, places) = served("claude-retries-exhausted");
    let facts = facts(&fixture, &places);
    assert!(facts.run.session.starts_with("341311fd"));
    assert!(facts.run.transcripts.iter().any(|file| file.path.starts_with(&fixture.home)));
    let pushes = facts.products.iter().filter(|product| product.command.as_deref() == Some("git push origin main"));
    assert_eq!(pushes.count(), 1);
    let starts = &facts.run.record.as_ref().unwrap().starts;
    assert!(matches!(starts.as_slice(), [TaskStart::Comment { session: Some(id) }] if id.starts_with("341311fd")));
}

#[test]
fn tasks_that_want_a_person_stand_beside_the_runs_of_this_machine() {
    let (_fixture, server, places) = served("exit-nonzero");
    let (rows, problems) = sources::tasks(&places);
    // Of the other companies no list was recorded: that is said by name, and stops nothing.
    assert!(problems.iter().all(|problem| problem.what.contains("(404)") && problem.place.contains("company")));
    let row = rows.iter().find(|row| row.session == "NIGAAAAAAAAAAAAAA-1").unwrap();
    assert_eq!(row.task.as_ref().unwrap().state, TaskState::Held);
    assert!(server.methods().iter().all(|call| call.starts_with("GET ")));
    // Sub-tasks that nobody works on are no rows.
    assert_eq!(rows.len(), 1);
}

#[test]
fn a_task_is_told_from_its_parts() {
    let (fixture, _server, places) = served("exit-nonzero");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_ref().unwrap();
    assert_eq!(record.attempts.len(), 1);
    assert!(record.parts.iter().any(|part| part.title.starts_with("Check totals")), "{:?}", record.parts);
    assert!(record.parts.iter().any(|part| part.title == "checkpoint 1"));
    assert_eq!(facts.task.criteria.len(), 3);
    assert_eq!(facts.task.limits, ["do not touch prod.csv", "no network except reports.invalid"]);
    assert!(record.hold.is_some() && record.starts == [TaskStart::Reconcile]);
}
