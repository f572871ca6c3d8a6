//! Words about tasks: where a brief goes on a task, what starts its next run, and what that sets off.

use super::Clock;
use crate::model::{Against, GivenIn, TaskGlance, TaskState, Timestamp};

/// What the facts say about a task, in the picker.
pub fn state(state: TaskState) -> &'static str {
    match state {
        TaskState::Live => "alive by its record",
        TaskState::Scheduled => "will start by itself",
        TaskState::Held => "held: a person must say what happened",
        TaskState::Board => "the board has to decide",
        TaskState::SilentlyDead => "silently dead: nothing will start it",
        TaskState::NoNextStep => "ended without a next step",
        TaskState::InReview => "waits for a review",
        TaskState::Done => "done",
        TaskState::Unknown => "not clear",
    }
}

/// The same in a column of the picker.
pub fn short(state: TaskState, scheduled: Option<Timestamp>, clock: &Clock) -> String {
    match (state, scheduled) {
        (TaskState::Scheduled, Some(at)) => format!("starts {}", clock.short(at)),
        (TaskState::Scheduled, None) => "starts alone".to_owned(),
        (TaskState::Live, _) => "alive".to_owned(),
        (TaskState::Held, _) => "held".to_owned(),
        (TaskState::Board, _) => "the board".to_owned(),
        (TaskState::SilentlyDead, _) => "silently dead".to_owned(),
        (TaskState::NoNextStep, _) => "no next step".to_owned(),
        (TaskState::InReview, _) => "in review".to_owned(),
        (TaskState::Done, _) => "done".to_owned(),
        (TaskState::Unknown, _) => String::new(),
    }
}

/// Key, status word and owner of a task.
pub fn glance(task: &TaskGlance) -> String {
    let owner = task.owner.as_ref().map_or_else(String::new, |owner| format!(", {owner}"));
    format!("task {}, status {}{owner}", task.key, task.status)
}

/// Where the brief goes.
pub fn destination(document: &str, key: &str, revision: u64) -> String {
    match revision {
        0 => format!("goes to task {key}: document {document}, new"),
        old => format!("goes to task {key}: document {document}, on top of rev {old}"),
    }
}

/// The line of the document in the write dialog.
pub fn document(document: &str, key: &str, old: u64, size: &str) -> String {
    match old {
        0 => format!("task {key}: document {document}   new, {size}"),
        old => format!("task {key}: document {document}   rev {} over rev {old}, {size}", old + 1),
    }
}

/// A copy stays here.
pub const KEPT: &str = "A copy is kept in the recovery's own folder.";
/// Nobody is woken.
pub const WAKES_NOBODY: &str = "Nothing else is sent. Nobody is woken, nothing starts.";
/// What `y` does.
pub const YES: &str = "write the document";
/// It would replace the same text.
pub const SAME: &str = "The document holds this text already.";

/// What the document would lose and gain.
pub fn differs(by: &str, revision: u64) -> String {
    format!("Against rev {revision} by {by} (j k scrolls):")
}

/// It was written on the task.
pub fn written(at: &str, place: &str) -> String {
    format!("written {at}   {place}. Nobody was woken.")
}

/// A comment starts it.
pub fn comment(text: &str) -> String {
    format!("a comment \"{text}\"")
}

/// What a comment sets off.
pub fn comment_sets_off(session: Option<&str>) -> String {
    match session {
        Some(session) => format!(
            "it starts a run at once and RESUMES session {}: what that session still holds comes back with it",
            session.get(..8).unwrap_or(session)
        ),
        None => "it starts a run at once, in a fresh session".to_owned(),
    }
}

/// A status change does the same.
pub const STATUS_TOO: &str = "a change of its status or assignee does the same";
/// What a reconciliation sets off.
pub const RECONCILE_SETS_OFF: &str = "it releases the hold: a new run starts within seconds, in a fresh session, and reads the brief only because the request names it";
/// A reconciliation that is not ready.
pub const RECONCILE_NOT_READY: &str =
    "while the old worker or its group lives, or with fewer than 20 characters of evidence, the server refuses it";

/// It starts by itself.
pub fn alone(at: &str) -> String {
    format!("nothing to send: it starts by itself {at}; the brief has to be on the task before that")
}

/// The board decides.
pub const BOARD: &str = "the board decides first what becomes of the task; lastgood sends nothing to it";

/// What the next run is given without anybody's doing.
pub fn given(given: &[String]) -> String {
    format!("The next run is given by itself: {}. The brief is not among it.", given.join("; "))
}

/// What the task system tells the next run about the ones before.
const SUMMARY: &str = "the continuation summary";

/// What the next run of a task is given by itself, where it speaks against the brief.
pub fn against(against: &Against) -> String {
    const OTHER: &str = "the brief allows one other step and nothing else";
    match against {
        Against::Resumes(session) => {
            let short = session.get(..8).unwrap_or(session);
            format!("the brief says fresh; what starts this task resumes session {short}: change the start in step 3")
        }
        Against::OnlyFresh => {
            "the brief says resume; every way to start this task opens a fresh session: change the start in step 3"
                .to_owned()
        }
        Against::OldBrief { named, written } => {
            format!("the newest comment says {named}; the brief is {written}")
        }
        Against::Comment(text) => format!("the newest comment asks \"{}\"; {OTHER}", brief(text)),
        Against::Forbidden { item, limit } => super::states::plan_against(item, limit),
        Against::PlanElse(item) => format!("the plan goes on with \"{}\"; {OTHER}", brief(item)),
        Against::SummaryElse(next) => format!("{SUMMARY} says next: \"{}\"; {OTHER}", brief(next)),
        Against::NoCriteria(1) => format!("{SUMMARY} says that there are no acceptance criteria; the task has one"),
        Against::NoCriteria(count) => {
            format!("{SUMMARY} says that there are no acceptance criteria; the task has {count}")
        }
        Against::Unproven(claim) => format!("{SUMMARY} says \"{}\"; nothing on record proves it", brief(claim)),
        Against::Repeats { place, text, command, happened } => {
            let place = match place {
                GivenIn::Plan => "the plan",
                GivenIn::Comment => "the newest comment",
                GivenIn::Summary => SUMMARY,
            };
            let why = if *happened { "happened already" } else { "is not confirmed" };
            format!("{place} says \"{}\"; {} {why}: the brief forbids to repeat it", brief(text), brief(command))
        }
    }
}

fn brief(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 80 { line.chars().take(79).chain(['…']).collect() } else { line }
}

/// lastgood does none of it.
pub const NOTHING: &str = "lastgood comments nothing and starts nothing";
