//! Errors in sentences: this client records no fields.

use serde_json::Value;

use crate::model::{Failure, FailureKind};
use crate::sources::failure;

/// The failure that a sentence, or the JSON in it, tells of.
pub(super) fn read(message: &str, gave_up: bool) -> Failure {
    let status = status(message);
    let lower = message.to_lowercase();
    // The words of other providers for an empty account are here those for a quota that starts anew.
    let quota =
        ["exceeded your current quota", "quota exceeded for quota metric", "quota_exhausted", "terminalquotaerror"];
    let kind = if quota.iter().any(|words| lower.contains(words)) {
        FailureKind::UsageLimit
    } else {
        failure::kind(status, &lower)
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
