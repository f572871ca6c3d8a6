//! Errors that the client records at the end of a turn, by their own fields.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::{Failure, FailureKind};
use crate::sources::failure;
use crate::sources::fields::Fields;

/// What `{message, codex_error_info}` says. `reset` is when the used-up limit starts anew, if the record before or the sentence itself said so.
pub(super) fn read(error: &Value, reset: Option<Timestamp>) -> Failure {
    let message = error.said("message").or(error.as_str()).unwrap_or_default().to_string();
    let info = error.get("codex_error_info").or_else(|| error.get("codexErrorInfo")).unwrap_or(&Value::Null);
    let (word, status) = word(info);
    let kind = kind(&word, status, &message, reset.is_some());
    let retry_after = reset.filter(|_| kind == FailureKind::UsageLimit);
    Failure { kind, status, message, retry_after, gave_up: true }
}

/// The error's word in one spelling, and the HTTP status beside it.
fn word(info: &Value) -> (String, Option<u16>) {
    let spell = |word: &str| word.chars().filter(|letter| *letter != '_').collect::<String>().to_lowercase();
    if let Some(text) = info.as_str() {
        return (spell(text), None);
    }
    let Some((name, inner)) = info.as_object().and_then(|fields| fields.iter().next()) else {
        return (String::new(), None);
    };
    let status = inner.int("http_status_code").or_else(|| inner.int("httpStatusCode"));
    (spell(name), status.and_then(|status| u16::try_from(status).ok()))
}

fn kind(word: &str, status: Option<u16>, message: &str, reset_known: bool) -> FailureKind {
    match word {
        // One word for two things: a limit that starts anew, and an account without credit. Only the first has a time.
        "usagelimitexceeded" if !reset_known && is_bill(message) => FailureKind::Billing,
        "usagelimitexceeded" => FailureKind::UsageLimit,
        "contextwindowexceeded" => FailureKind::ContextFull,
        "unauthorized" => FailureKind::Auth,
        "badrequest" | "cyberpolicy" => FailureKind::Refused,
        "serveroverloaded" | "modelcap" => FailureKind::Overloaded,
        "internalservererror" => FailureKind::Server,
        "usagenotincluded" => FailureKind::Billing,
        _ if status.is_some() => failure::kind(status, ""),
        "httpconnectionfailed" => FailureKind::Network,
        "responsestreamconnectionfailed" | "responsestreamdisconnected" => FailureKind::Server,
        // Without a field the sentence must do: older clients record nothing else.
        _ if message.to_lowercase().contains("usage limit") => FailureKind::UsageLimit,
        _ if is_bill(message) => FailureKind::Billing,
        _ => failure::kind(status_in(message), message),
    }
}

/// "Quota exceeded. Check your plan and billing details."
fn is_bill(message: &str) -> bool {
    message.to_lowercase().contains("quota") || failure::by_words(message) == Some(FailureKind::Billing)
}

/// "unexpected status 503 Service Unavailable", "last status: 429 Too Many Requests".
fn status_in(message: &str) -> Option<u16> {
    let after = message.split_once("status ").or_else(|| message.split_once("status: "))?.1;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|status| (400..600).contains(status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_as(info: impl Into<Value>, message: &str) -> FailureKind {
        read(&json!({ "message": message, "codex_error_info": info.into() }), None).kind
    }

    #[test]
    fn the_fields_decide() {
        assert_eq!(read_as(json!("context_window_exceeded"), ""), FailureKind::ContextFull);
        assert_eq!(
            read_as(json!({ "http_connection_failed": { "http_status_code": 503 } }), ""),
            FailureKind::Overloaded
        );
        assert_eq!(read_as(json!({ "http_connection_failed": { "http_status_code": 401 } }), ""), FailureKind::Auth);
        assert_eq!(
            read_as(json!({ "http_connection_failed": { "http_status_code": null } }), ""),
            FailureKind::Network
        );
        assert_eq!(
            read_as(json!({ "responseTooManyFailedAttempts": { "httpStatusCode": 429 } }), ""),
            FailureKind::RateLimit
        );
        assert_eq!(read_as(json!("other"), "stream disconnected before completion"), FailureKind::Server);
        assert_eq!(read_as(json!(null), "?"), FailureKind::Other);
        for (message, kind) in [
            ("You've hit your usage limit. Upgrade to Pro, or try again in 3 days.", FailureKind::UsageLimit),
            ("exceeded retry limit, last status: 429 Too Many Requests, request id: r", FailureKind::RateLimit),
            ("unexpected status 503 Service Unavailable", FailureKind::Overloaded),
            ("unexpected status 401 Unauthorized: Missing bearer", FailureKind::Auth),
            ("Codex ran out of room in the model's context window.", FailureKind::ContextFull),
            ("Selected model is at capacity.", FailureKind::Overloaded),
            ("Quota exceeded. Check your plan and billing details.", FailureKind::Billing),
        ] {
            assert_eq!(read_as(json!(null), message), kind, "{message}");
        }
    }

    #[test]
    fn a_limit_with_a_time_is_no_bill() {
        let error = json!({ "message": "Quota exceeded. Check your plan and billing details.", "codex_error_info": "usage_limit_exceeded" });
        assert_eq!(read(&error, None).kind, FailureKind::Billing);
        let later = "2026-11-30T02:00:00Z".parse().ok();
        assert_eq!((read(&error, later).kind, read(&error, later).retry_after), (FailureKind::UsageLimit, later));
    }
}
