//! How an attempt ended, by its record and its client's last word, as events.

use super::attempts::Tried;
use super::stream::{self, Closing};
use crate::model::{Attempt, Event, Failure, FailureKind, Place, Timestamp, TurnEnd, What};

/// The events that end an attempt; none when it was killed, timed out or lost: then the record shows only that it stopped.
pub(super) fn events(
    tried: &Tried,
    retry: Option<Timestamp>,
    last: Option<Timestamp>,
    transcript: usize,
) -> Vec<Event> {
    let attempt = &tried.attempt;
    if attempt.live() || attempt.waits() || !attempt.began() {
        return Vec::new();
    }
    // A remark of the worker may come in a moment after its process is gone; the end is the end of all of it.
    let at = attempt.ended.max(last);
    let event = |name: &str, what: What| Event {
        id: format!("{}:{name}", attempt.short()),
        at,
        place: Place { transcript, line: tried.log.lines.len() as u64, offset: 0 },
        agent: None,
        abandoned: false,
        what,
    };
    match attempt.status.as_str() {
        "succeeded" => vec![event("end", What::TurnEnd(TurnEnd::Completed))],
        // The hand-over to a reviewer or approver ends the run from outside: that is no fault of it.
        "cancelled" if attempt.code.as_deref() == Some("issue_reassigned") => {
            vec![event("end", What::TurnEnd(TurnEnd::Completed))]
        }
        "cancelled" => vec![event("end", What::TurnEnd(TurnEnd::Interrupted))],
        "failed" => match failure(tried, retry) {
            Some(What::Limit(words)) => {
                vec![event("limit", What::Limit(words)), event("end", What::TurnEnd(TurnEnd::Budget))]
            }
            Some(what) => vec![event("error", what)],
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn failure(tried: &Tried, retry: Option<Timestamp>) -> Option<What> {
    let attempt = &tried.attempt;
    let kind = match attempt.code.as_deref().unwrap_or_default() {
        "provider_quota" => Some(FailureKind::UsageLimit),
        code if code.ends_with("auth_required") => Some(FailureKind::Auth),
        _ => None,
    };
    let mut failure = match stream::closing(&tried.log.lines) {
        Some((_, Closing::Limit(words))) => return Some(What::Limit(words)),
        Some((_, Closing::Failed(failure))) if kind.is_some() || failure.kind != FailureKind::Other => failure,
        _ if kind.is_none() && killed(attempt) => return None,
        // Nothing was printed and nothing ran: that is no crash, it never began.
        _ if attempt.pid.is_none() && tried.log.lines.is_empty() && kind.is_none() => return None,
        _ => crash(tried),
    };
    failure.kind = kind.unwrap_or(failure.kind);
    failure.gave_up = true;
    failure.retry_after = failure.retry_after.or(retry.filter(|_| failure.kind == FailureKind::UsageLimit));
    Some(What::Error(failure))
}

/// Whether a signal ended the worker; shells and clients report it as 128 and its number.
fn killed(attempt: &Attempt) -> bool {
    attempt.signal.is_some() || attempt.exit.is_some_and(|code| code > 128)
}

fn crash(tried: &Tried) -> Failure {
    let attempt = &tried.attempt;
    let last = tried.log.lines.iter().rev().find(|line| line.error).map(|line| line.text.as_str());
    let words = attempt.error.as_deref().unwrap_or("the worker failed");
    let message = match last {
        Some(last) if !words.contains(last) => format!("{words}; last error: {last}"),
        _ => words.to_owned(),
    };
    Failure { kind: FailureKind::Crash, status: None, message, retry_after: None, gave_up: true }
}
