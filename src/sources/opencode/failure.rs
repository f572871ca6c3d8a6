//! Errors that stand in a message, by their name and their fields.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::model::{Failure, FailureKind};
use crate::sources::failure;
use crate::sources::fields::Fields;

/// The error of a message; `at` is when it was recorded.
pub(super) fn read(error: &Value, at: Option<Timestamp>, gave_up: bool) -> Failure {
    let data = &error["data"];
    let message = data.said("message").or(error.said("message")).unwrap_or(error.text("name")).to_string();
    let status = data.int("statusCode").and_then(|status| u16::try_from(status).ok());
    let kind = kind(error.text("name"), status, &message, data.text("responseBody"));
    Failure { kind, status, message, retry_after: retry_after(data, at), gave_up }
}

/// Whether the error is a person's interruption and none of the API.
pub(super) fn is_interruption(error: &Value) -> bool {
    error.text("name") == "MessageAbortedError"
}

fn kind(name: &str, status: Option<u16>, message: &str, body: &str) -> FailureKind {
    match name {
        "ProviderAuthError" => FailureKind::Auth,
        "ContextOverflowError" | "MessageOutputLengthError" => FailureKind::ContextFull,
        _ => match failure::kind(status, &format!("{message}\n{body}")) {
            FailureKind::Other if name == "APIError" => FailureKind::Server,
            kind => kind,
        },
    }
}

/// From when on it may be tried again: the header counts seconds.
fn retry_after(data: &Value, at: Option<Timestamp>) -> Option<Timestamp> {
    let header = data["responseHeaders"].text("retry-after");
    let seconds: i64 = header.trim().parse().ok().filter(|seconds| (1..=31_536_000).contains(seconds))?;
    at?.checked_add(SignedDuration::from_secs(seconds)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn name_and_status_decide_before_the_sentence() {
        let api = |status: i64, message: &str| json!({ "name": "APIError", "data": { "statusCode": status, "message": message } });
        assert_eq!(read(&api(429, "slow down"), None, true).kind, FailureKind::RateLimit);
        assert_eq!(read(&api(529, ""), None, true).kind, FailureKind::Overloaded);
        assert_eq!(read(&api(401, "network"), None, true).kind, FailureKind::Auth);
        assert_eq!(read(&json!({ "name": "ContextOverflowError" }), None, true).kind, FailureKind::ContextFull);
        assert_eq!(
            read(&json!({ "name": "UnknownError", "data": { "message": "ECONNREFUSED" } }), None, true).kind,
            FailureKind::Network
        );
    }

    #[test]
    fn the_header_counts_from_the_error() {
        let at: Timestamp = "2026-11-29T12:00:00Z".parse().unwrap();
        let error =
            json!({ "name": "APIError", "data": { "statusCode": 429, "responseHeaders": { "retry-after": "60" } } });
        assert_eq!(read(&error, Some(at), true).retry_after, "2026-11-29T12:01:00Z".parse().ok());
    }
}
