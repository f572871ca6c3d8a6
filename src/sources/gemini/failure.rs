//! Errors in sentences: this client records no fields.

use serde_json::Value;

use crate::model::{Failure, FailureKind};
use crate::sources::codex::by_status;

/// The failure that a sentence, or the JSON in it, tells of.
pub(super) fn read(message: &str, gave_up: bool) -> Failure {
    let status = status(message);
    let lower = message.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let kind = if says(&[
        "exceeded your current quota",
        "daily limit",
        "quota exceeded for quota metric",
        "quota_exhausted",
        "terminalquotaerror",
    ]) {
        FailureKind::UsageLimit
    } else if let Some(status) = status {
        by_status(status)
    } else if says(&["resource_exhausted", "rate limit", "too many requests"]) {
        FailureKind::RateLimit
    } else if says(&["token count exceeds", "context window", "input token"]) {
        FailureKind::ContextFull
    } else if says(&["unauthenticated", "api key", "permission_denied", "please login", "reauthenticate"]) {
        FailureKind::Auth
    } else if says(&["enospc", "no space left"]) {
        FailureKind::DiskFull
    } else if says(&["fetch failed", "econnrefused", "enotfound", "etimedout", "network"]) {
        FailureKind::Network
    } else if says(&["econnreset", "stream", "overloaded", "internal error"]) {
        FailureKind::Server
    } else {
        FailureKind::Other
    };
    Failure { kind, status, message: message.chars().take(4_000).collect(), retry_after: None, gave_up }
}

/// An HTTP status in a sentence: `"code": 429`, `status: 503`, `got status 500`.
fn status(message: &str) -> Option<u16> {
    for mark in ["\"code\":", "status: ", "status code ", "got status ", "code: "] {
        for (at, _) in message.match_indices(mark) {
            let digits: String =
                message[at + mark.len()..].trim_start().chars().take_while(char::is_ascii_digit).collect();
            if let Ok(status @ 400..=599) = digits.parse() {
                return Some(status);
            }
        }
    }
    None
}

/// The sentence of an error report.
pub(super) fn sentence(report: &Value) -> String {
    let error = &report["error"];
    let message = error["message"].as_str().or(error.as_str()).or(report["message"].as_str());
    message.map_or_else(|| error.to_string(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_in_the_sentence_decides() {
        assert_eq!(
            read("{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\"}}", true).kind,
            FailureKind::RateLimit
        );
        assert_eq!(read("got status 503 Service Unavailable", true).kind, FailureKind::Overloaded);
        assert_eq!(read("You exceeded your current quota. \"code\": 429", true).kind, FailureKind::UsageLimit);
        assert_eq!(read("exception TypeError: fetch failed sending request", true).kind, FailureKind::Network);
        assert_eq!(read("code: 7", true).status, None);
    }
}
