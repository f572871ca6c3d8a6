//! How a run ended: one cause from the closed list, the event that shows it, and what else applies.
//!
//! A cause is what stopped the work. What the evidence does not decide is unknown; a failure counts only when nothing of the agent
//! came after it.

mod done;
mod failure;
mod finish;
mod hang_up;
mod last_turn;
mod tool_loop;

use crate::model::{
    Belongs, Cause, Ending, Event, LastGood, OutcomeState, Runtime, Says, Sign, SignKind, Speaker, Timestamp, Trace,
    TurnEnd, What,
};
use crate::read::Known;
use last_turn::LastTurn;

/// A cause with what shows it.
#[derive(Clone, Debug)]
struct Found {
    cause: Cause,
    event: Option<String>,
    at: Option<Timestamp>,
    why: String,
    transient: bool,
    retry_after: Option<Timestamp>,
}

impl Found {
    fn new(cause: Cause, shown: Option<&Event>, why: impl Into<String>) -> Self {
        Self {
            cause,
            event: shown.map(|event| event.id.clone()),
            at: shown.and_then(|event| event.at),
            why: why.into(),
            transient: false,
            retry_after: None,
        }
    }
}

/// How the run ended.
pub fn ending(known: Known<'_>, last_good: &LastGood) -> Ending {
    let turn = LastTurn::of(known.run);
    let mut found = alive(known, &turn);
    if turn.folder_missed {
        found.extend(gone(known, &turn));
    }
    found.extend(failure::last(known, &turn));
    found.extend(gone(known, &turn));
    found.extend(stopped(known, &turn));
    found.extend(finish::finished(known, &turn, last_good));
    found.extend(tool_loop::looped(known.run, &turn));
    found.extend(finish::drifted(known, &turn));
    found.extend(earlier(known, &turn));
    let mut found = found.into_iter();
    let first = found
        .next()
        .unwrap_or_else(|| Found::new(Cause::Unknown, turn.last, "the record stops, and nothing on disk says why"));
    let mut also: Vec<Cause> = Vec::new();
    for more in found.filter(|more| more.cause != first.cause && more.cause != Cause::Unknown) {
        if !also.contains(&more.cause) {
            also.push(more.cause);
        }
    }
    let event = first.event.or_else(|| turn.last.map(|event| event.id.clone()));
    Ending {
        cause: first.cause,
        transient: first.transient,
        retry_after: first.retry_after,
        at: first.at.or(known.run.last_event).or_else(|| turn.last.and_then(|event| event.at)),
        event,
        why: first.why,
        also,
        pending: turn.pending,
    }
}

/// The agent itself lives: then it has not ended, and at most waits.
fn alive(known: Known<'_>, turn: &LastTurn<'_>) -> Vec<Found> {
    let by_record = |sign: &Sign| sign.kind == SignKind::Task && sign.says == Says::Alive;
    let mut agent = known.liveness.signs.iter().filter(|sign| {
        (sign.belongs == Belongs::Agent
            && matches!(sign.says, Says::Alive | Says::Waiting)
            && matches!(sign.kind, SignKind::Process | SignKind::Registry | SignKind::SessionLock))
            || by_record(sign)
    });
    let Some(sign) = agent.next() else { return Vec::new() };
    let mut found = Vec::new();
    let asks = waits(known, turn);
    if let Some(cause) = asks.filter(|_| {
        sign.says == Says::Waiting || agent.any(|sign| sign.says == Says::Waiting) || turn.permission.is_some()
    }) {
        let why = format!("it is not dead: it waits for a person. {}", sign.what);
        found.push(Found::new(cause, turn.open.or(turn.last), why));
    }
    found.push(Found::new(Cause::NotDead, turn.last, format!("it is not dead: {}", sign.what)));
    found
}

/// What the run waited for, by its record.
fn waits(known: Known<'_>, turn: &LastTurn<'_>) -> Option<Cause> {
    let registry = known.run.traces.iter().find_map(|trace| match trace {
        Trace::RegistryLeft { waiting_for: Some(what), .. } => Some(what.as_str()),
        _ => None,
    });
    if turn.question {
        return Some(Cause::WaitingAnswer);
    }
    if registry.is_some_and(|what| what.contains("permission")) || turn.permission.is_some() {
        return Some(Cause::WaitingPermission);
    }
    registry.is_some_and(|what| what.contains("input") && turn.open.is_some()).then_some(Cause::WaitingAnswer)
}

/// The folder is gone, or the host went down, or nothing ever began.
fn gone(known: Known<'_>, turn: &LastTurn<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    if known.run.cwd.is_some() && !known.tree.exists && (turn.open.is_none() || turn.folder_missed) {
        let why = "the folder in which the run worked does not exist any more";
        found.push(Found::new(Cause::WorkdirGone, turn.last, why));
    }
    if !turn.began {
        let why = if answers_are_missing(known) {
            Found::new(
                Cause::Unknown,
                turn.last,
                "no conversation is stored for this session, so that its end cannot be told",
            )
        } else {
            Found::new(Cause::NeverStarted, turn.last, "the session was opened and the agent never answered")
        };
        found.push(why);
    }
    // A task server that noted the end of the worker outlived it: the machine went down later.
    let noted = known.run.record.as_ref().and_then(|record| record.evidence()?.ended);
    let closed = known.run.traces.iter().any(|trace| matches!(trace, Trace::ClosedInOrder))
        || noted.zip(known.host.booted).is_some_and(|(ended, booted)| ended < booted);
    if let Some((booted, last)) = known.host.booted.zip(known.run.last_event)
        && booted > last
        && !closed
        && !turn.over()
    {
        let why =
            format!("the machine started again at {}, after the last record", booted.strftime("%Y-%m-%d %H:%M:%S UTC"));
        found.push(Found::new(Cause::HostDown, turn.last, why));
    }
    found
}

/// Whether the agent must have answered, though no record holds it: it was prompted again, or commits came.
fn answers_are_missing(known: Known<'_>) -> bool {
    let prompts = known.run.events.iter().filter(|event| matches!(event.what, What::Asked { by: Speaker::Person, .. }));
    let commits = known.tree.commits.iter().any(|commit| known.tree.start.as_ref() != Some(&commit.id));
    // The record of a task tells whether a worker ever ran.
    if let Some(record) = &known.run.record {
        return record.attempts.iter().any(|attempt| attempt.pid.is_some());
    }
    let gone = known.run.traces.contains(&Trace::ConversationGone);
    gone || known.run.transcripts.is_empty() || prompts.count() > 1 || commits || nothing_is_legible(known)
}

/// Whether lines stand in a transcript and none of them is a message: what they were cannot be told.
fn nothing_is_legible(known: Known<'_>) -> bool {
    known.run.events.is_empty() && known.run.transcripts.iter().any(|file| file.unread > 0)
}

/// It was stopped: by a person, by a limit, or by something that left no word.
fn stopped(known: Known<'_>, turn: &LastTurn<'_>) -> Vec<Found> {
    if !turn.began {
        return Vec::new();
    }
    let mut found = Vec::new();
    if !turn.over() {
        found.extend(hang_up::of_worker(known.run).map(|why| Found::new(Cause::HangUp, turn.last, why)));
    }
    if let Some(event) = turn.interrupted {
        found.push(Found::new(Cause::Interrupted, Some(event), "a person interrupted the turn"));
        return found;
    }
    if let Some((event, words)) = turn.limit {
        found.push(Found::new(Cause::Budget, Some(event), format!("a limit was reached: {words}")));
        return found;
    }
    if let Some(cause) = waits(known, turn).filter(|_| turn.open.is_some()) {
        let what = if cause == Cause::WaitingAnswer {
            "a question to the person has no answer"
        } else {
            "a call waited for a person's permission and never started"
        };
        found.push(Found::new(cause, turn.open, what));
        if cause == Cause::WaitingAnswer {
            return found;
        }
    }
    if let Some(open) = turn.open {
        let tool = turn.pending.last().map_or("a tool", |call| call.tool.as_str());
        let why = format!("a call of {tool} has no result, and nothing came after it");
        found.push(Found::new(Cause::KilledInTool, Some(open), format!("{why}{}", left(known))));
        found.extend(hang_up::in_a_call(known.run).map(|why| Found::new(Cause::HangUp, Some(open), why)));
    } else if !turn.over() {
        if turn.tail_unknown {
            let why = if turn.torn {
                "the last row is torn, so that what it did last cannot be told"
            } else {
                "its last message may have been followed by a call, of which this runtime keeps no trace before it ends"
            };
            found.push(Found::new(Cause::Unknown, turn.last, why));
        }
        let (cause, why) = if known.run.runtime == Runtime::Paperclip {
            (Cause::Killed, "the worker stopped without a last word; its log does not say at what")
        } else {
            (Cause::KilledInReply, "the turn is open and no call is: it waited for the model or was writing its answer")
        };
        found.push(Found::new(cause, turn.last, format!("{why}{}", left(known))));
    }
    found
}

/// What the runtime left lying, as a clause.
fn left(known: Known<'_>) -> String {
    let registry = known.run.traces.iter().find_map(|trace| match trace {
        Trace::RegistryLeft { pid, status, .. } => {
            Some(format!("; process {pid} left its registration behind with status {status}"))
        }
        Trace::LeftBehind(what) => Some(format!("; {what}")),
        _ => None,
    });
    registry.unwrap_or_default()
}

/// Calls of earlier turns that never got a result: the run was stopped there, too, and went on.
fn earlier(known: Known<'_>, turn: &LastTurn<'_>) -> Vec<Found> {
    let open = known.run.calls().find(|(event, _, result)| {
        let cut = result.is_some_and(|(_, outcome)| outcome.state == OutcomeState::Interrupted);
        !event.abandoned && event.agent.is_none() && (result.is_none() || (cut && !by_person(known, event)))
    });
    match open.filter(|(event, ..)| turn.open.is_none_or(|open| open.id != event.id)) {
        Some((event, ..)) => vec![Found::new(Cause::KilledInTool, Some(event), "an earlier call has no result")],
        None => Vec::new(),
    }
}

/// Whether a person interrupted the turn in which a call was cut off.
fn by_person(known: Known<'_>, call: &Event) -> bool {
    let after = known.run.events.iter().skip_while(|event| event.id != call.id);
    let ends = after.filter(|event| event.agent.is_none()).find_map(|event| match &event.what {
        What::TurnEnd(end) => Some(*end == TurnEnd::Interrupted),
        What::Asked { by: Speaker::Person, .. } => Some(false),
        _ => None,
    });
    ends.unwrap_or(false)
}
