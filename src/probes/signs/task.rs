//! What the record of a task says about its own life: attempts that run, wait or ended, and what would start another.
//!
//! It is what the task system wrote down, which is not a look at the world: an ended attempt is quiet only by its record.

use super::sign;
use super::world_time;
use crate::model::{Attempt, Belongs, PartKind, Says, Sign, SignKind, TaskRecord, TaskState};
use crate::probes::world::World;

/// So many attempts that ended get a row of their own.
const ENDED: usize = 3;

/// The signs of a task's record.
pub(super) fn signs(record: &TaskRecord, world: &World) -> Vec<Sign> {
    let mut signs = Vec::new();
    let system = record.system.as_str();
    let mut add = |kind, says, key: String, what: String| {
        signs.push(sign(kind, says, Belongs::Task, &key, what, world.now));
    };
    for attempt in record.attempts.iter().filter(|attempt| attempt.live()) {
        let pid = attempt.pid.map_or_else(String::new, |pid| format!(", process {pid}"));
        let what = format!("run {} of the task is {} by the record of {system}{pid}", attempt.id, attempt.status);
        add(SignKind::Task, Says::Alive, format!("task:{}", attempt.id), what);
    }
    for attempt in record.attempts.iter().filter(|attempt| attempt.waits()) {
        let at = attempt
            .scheduled
            .or(record.scheduled)
            .map_or_else(|| "at a time that is not on record".to_owned(), |at| format!("at {}", world_time(at)));
        let what = format!("run {} of the task starts by itself {at} (scheduled by {system})", attempt.id);
        add(SignKind::Scheduler, Says::Waiting, format!("task:{}", attempt.id), what);
    }
    if record.task.state == TaskState::Scheduled && !record.attempts.iter().any(Attempt::waits) {
        let at = record.scheduled.map_or_else(String::new, |at| format!(" at {}", world_time(at)));
        add(
            SignKind::Scheduler,
            Says::Waiting,
            "task:retry".to_owned(),
            format!("{system} starts the task again by itself{at}"),
        );
    }
    if record.task.state == TaskState::Unknown && ready(record) {
        let what = format!("the task is `todo`, assigned and not held: {system} may start it at any time");
        add(SignKind::Scheduler, Says::Waiting, "task:todo".to_owned(), what);
    }
    if record.hold.as_ref().is_some_and(|hold| hold.cause == "execution_owner_active") {
        let what = format!("{system} takes the old worker or its environment for alive (execution_owner_active)");
        add(SignKind::Task, Says::Alive, "task:owner".to_owned(), what);
    }
    let ended = record.attempts.iter().rev().filter(|attempt| !attempt.live() && !attempt.waits());
    for attempt in ended.take(ENDED) {
        add(SignKind::Task, Says::Quiet, format!("task:{}", attempt.id), of_ended(attempt, system));
    }
    for part in record.parts.iter().filter(|part| part.kind == PartKind::SubTask) {
        if let Some(run) = &part.run {
            let what = format!("sub-task {} is being worked on: run {run}, by the record of {system}", part.key);
            add(SignKind::OtherRun, Says::Alive, format!("task:{run}"), what);
        }
    }
    if !record.here && record.attempts.iter().any(Attempt::began) {
        let what =
            format!("the workers run where {} is: processes there cannot be seen from this machine", record.server);
        add(SignKind::Task, Says::CannotLook, "task:elsewhere".to_owned(), what);
    }
    signs
}

fn ready(record: &TaskRecord) -> bool {
    record.task.status.as_deref() == Some("todo") && record.worker.as_ref().is_some_and(|worker| !worker.paused)
}

/// How an attempt ended, with its code, exit status and signal, by the record.
fn of_ended(attempt: &Attempt, system: &str) -> String {
    let facts: Vec<String> = [
        attempt.code.clone(),
        attempt.exit.map(|code| format!("exit {code}")),
        attempt.signal.clone(),
        (!attempt.began()).then(|| "it never started".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    let at = attempt.ended.map_or_else(String::new, |at| format!(" at {}", world_time(at)));
    format!("run {} of the task ended: {}{facts}{at}, by the record of {system}", attempt.id, attempt.status)
}
