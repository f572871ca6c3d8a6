//! An error that ended the run: its kind, whether it passes by itself, and until when it lasts.

use super::Found;
use super::last_turn::LastTurn;
use crate::model::{Cause, Failure, FailureKind, Trace};
use crate::read::Known;

/// The error after which the agent did nothing more, as a cause.
pub fn last(known: Known<'_>, turn: &LastTurn<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some((event, failure)) = turn.failure
        && let Some(cause) = cause(failure)
    {
        let status = failure.status.map_or_else(String::new, |status| format!(" (status {status})"));
        let mut one =
            Found::new(cause, Some(event), format!("the client reported{status}: {}", short(&failure.message)));
        one.transient = transient(cause);
        one.retry_after = failure.retry_after;
        found.push(one);
    }
    for trace in &known.run.traces {
        if let Trace::ErrorReport(text) = trace
            && found.is_empty()
            && !turn.over()
        {
            found.push(Found::new(
                Cause::ClientCrash,
                turn.last,
                format!("the client reported its own failure: {}", short(text)),
            ));
        }
    }
    found
}

fn cause(failure: &Failure) -> Option<Cause> {
    Some(match failure.kind {
        FailureKind::Overloaded => Cause::Overloaded,
        FailureKind::RateLimit => Cause::RateLimit,
        FailureKind::UsageLimit => Cause::UsageLimit,
        FailureKind::Network => Cause::Network,
        FailureKind::Server => Cause::ServerError,
        FailureKind::Refused => Cause::Refused,
        FailureKind::Auth => Cause::Auth,
        FailureKind::Billing => Cause::Billing,
        FailureKind::ContextFull => Cause::ContextFull,
        FailureKind::DiskFull => Cause::DiskFull,
        FailureKind::Crash => Cause::ClientCrash,
        FailureKind::Other => return None,
    })
}

/// Whether the same may well succeed later without any change.
fn transient(cause: Cause) -> bool {
    matches!(cause, Cause::Overloaded | Cause::RateLimit | Cause::UsageLimit | Cause::Network | Cause::ServerError)
}

fn short(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(160).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}
