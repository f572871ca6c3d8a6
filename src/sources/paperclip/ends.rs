//! How an attempt ended, by its record and its client's last word, as events.

use super::attempts::Tried;
use super::{join, stream};
use crate::model::{Attempt, Call, Deed, Event, Failure, FailureKind, Part, Place, Timestamp, TurnEnd, What};
use crate::sources::printed::Closing;

/// The events that end an attempt; none when it was killed, timed out or lost: then the record shows only that it stopped.
pub(super) fn events(
    tried: &Tried,
    retry: Option<Timestamp>,
    question: Option<&Part>,
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
    let turn = |end| vec![event("end", What::TurnEnd(end))];
    let limit = |words| vec![event("limit", What::Limit(words)), event("end", What::TurnEnd(TurnEnd::Budget))];
    let code = attempt.code.as_deref().unwrap_or_default();
    match attempt.status.as_str() {
        "succeeded" => match question {
            Some(question) => vec![event("question", asks(tried, question))],
            None => turn(TurnEnd::Completed),
        },
        "cancelled" if HANDED_OVER.contains(&code) => turn(TurnEnd::Completed),
        "cancelled" if of_budget(attempt) => limit("the budget of the agent or of its company".to_owned()),
        "cancelled" => turn(TurnEnd::Interrupted),
        "interrupted" if code == "operator_interrupted" => turn(TurnEnd::Interrupted),
        "failed" => match failure(tried, retry) {
            Some(What::Limit(words)) => limit(words),
            Some(what) => vec![event("error", what)],
            None => Vec::new(),
        },
        // What ended it came after the client's own last word: the turn was over.
        _ => match stream::closing(join::runtime(&attempt.adapter), &tried.log.lines) {
            Some(Closing::Well) => turn(TurnEnd::Completed),
            _ => Vec::new(),
        },
    }
}

/// Codes of a run that was ended because the task went to somebody else or was closed: that is no fault of it.
const HANDED_OVER: &[&str] = &[
    "issue_reassigned",
    "issue_assignee_changed",
    "issue_review_participant_changed",
    "lock_released_on_reassignment",
    "issue_terminal_status",
    "issue_terminalized",
];
/// Codes of a worker of which the system lost sight: what became of it is not on record.
const LOST: &[&str] = &["process_lost", "runner_lost", "native_runner_process_exited", "server_shutdown_interrupted"];

/// The question that the worker left to a person: a call that waits.
fn asks(tried: &Tried, question: &Part) -> What {
    let deed = Deed::Ask { question: question.title.clone() };
    let id = format!("{}:question", tried.attempt.short());
    What::Call(Call { id, tool: "question".to_owned(), deed, result: None })
}

fn of_budget(attempt: &Attempt) -> bool {
    let said = attempt.error.as_deref().unwrap_or_default().to_lowercase();
    attempt.code.as_deref() == Some("budget_blocked") || said.contains("budget")
}

/// The kind of failure that a code of the record stands for.
fn kind_of(code: &str) -> Option<FailureKind> {
    match code {
        "provider_quota" | "native_provider_usage_limit" => Some(FailureKind::UsageLimit),
        "provider_transport_failed" | "duplex_channel_lost" => Some(FailureKind::Network),
        _ if code.ends_with("auth_required") || code.starts_with("refresh_token_") => Some(FailureKind::Auth),
        _ if code.ends_with("network_unavailable") => Some(FailureKind::Network),
        _ => None,
    }
}

fn failure(tried: &Tried, retry: Option<Timestamp>) -> Option<What> {
    let attempt = &tried.attempt;
    let code = attempt.code.as_deref().unwrap_or_default();
    let kind = kind_of(code);
    let mut failure = match stream::closing(join::runtime(&attempt.adapter), &tried.log.lines) {
        Some(Closing::Limit(words)) => return Some(What::Limit(words)),
        _ if matches!(code, "max_turns_exhausted" | "turn_limit_exhausted") => {
            return Some(What::Limit("the number of turns".to_owned()));
        }
        Some(Closing::Failed(failure)) if kind.is_some() || failure.kind != FailureKind::Other => failure,
        _ if LOST.contains(&code) || (kind.is_none() && killed(attempt)) => return None,
        // Nothing was printed and nothing ran: that is no crash, it never began.
        _ if attempt.pid.is_none() && tried.log.lines.is_empty() && kind.is_none() => return None,
        _ => crash(tried),
    };
    // The service failed, and the client's last words do not say how.
    let passing =
        code.ends_with("transient_upstream") && matches!(failure.kind, FailureKind::Crash | FailureKind::Other);
    failure.kind = kind.unwrap_or(if passing { FailureKind::Server } else { failure.kind });
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
