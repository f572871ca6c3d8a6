//! What statuses and words of the APIs say about the kind of an error, whatever client recorded it. Not for a client's own fields.

use crate::model::FailureKind;

/// Words of the providers and of the libraries below the clients, in small letters; the first that stands in a text counts.
const WORDS: &[(&str, FailureKind)] = &[
    ("prompt is too long", FailureKind::ContextFull),
    ("context_length_exceeded", FailureKind::ContextFull),
    ("context length", FailureKind::ContextFull),
    ("context window", FailureKind::ContextFull),
    ("exceed context limit", FailureKind::ContextFull),
    ("exceeds the maximum number of tokens", FailureKind::ContextFull),
    ("token count exceeds", FailureKind::ContextFull),
    ("input is too long", FailureKind::ContextFull),
    ("conversation too long", FailureKind::ContextFull),
    ("enospc", FailureKind::DiskFull),
    ("no space left", FailureKind::DiskFull),
    ("disk is full", FailureKind::DiskFull),
    ("edquot", FailureKind::DiskFull),
    ("billing", FailureKind::Billing),
    ("credit balance", FailureKind::Billing),
    ("insufficient credits", FailureKind::Billing),
    ("insufficient balance", FailureKind::Billing),
    ("insufficient_quota", FailureKind::Billing),
    ("payment required", FailureKind::Billing),
    ("authentication_", FailureKind::Auth),
    ("unauthenticated", FailureKind::Auth),
    ("permission_error", FailureKind::Auth),
    ("permission_denied", FailureKind::Auth),
    ("oauth", FailureKind::Auth),
    ("api key", FailureKind::Auth),
    ("refresh token", FailureKind::Auth),
    ("not logged in", FailureKind::Auth),
    ("log in again", FailureKind::Auth),
    ("sign in again", FailureKind::Auth),
    ("please run /login", FailureKind::Auth),
    ("please login", FailureKind::Auth),
    ("reauthenticate", FailureKind::Auth),
    ("overloaded", FailureKind::Overloaded),
    ("at capacity", FailureKind::Overloaded),
    // A client's own words for a limit of the server, which name the other one only to deny it.
    ("not your usage limit", FailureKind::RateLimit),
    ("temporarily limiting", FailureKind::RateLimit),
    ("usage limit", FailureKind::UsageLimit),
    ("usage_limit", FailureKind::UsageLimit),
    ("session limit", FailureKind::UsageLimit),
    ("weekly limit", FailureKind::UsageLimit),
    ("daily limit", FailureKind::UsageLimit),
    ("monthly limit", FailureKind::UsageLimit),
    ("opus limit", FailureKind::UsageLimit),
    ("sonnet limit", FailureKind::UsageLimit),
    ("haiku limit", FailureKind::UsageLimit),
    ("hit your limit", FailureKind::UsageLimit),
    ("5-hour limit", FailureKind::UsageLimit),
    ("reached your", FailureKind::UsageLimit),
    ("rate_limit", FailureKind::RateLimit),
    ("rate limit", FailureKind::RateLimit),
    ("resource_exhausted", FailureKind::RateLimit),
    ("too many requests", FailureKind::RateLimit),
    // A stream that was open was cut by the server, whatever the library says next.
    ("stream disconnected", FailureKind::Server),
    ("stream closed", FailureKind::Server),
    ("econnreset", FailureKind::Server),
    ("connection_failed", FailureKind::Network),
    ("connection error", FailureKind::Network),
    ("connection refused", FailureKind::Network),
    ("unable to connect", FailureKind::Network),
    ("error sending request", FailureKind::Network),
    ("fetch failed", FailureKind::Network),
    ("econn", FailureKind::Network),
    ("enotfound", FailureKind::Network),
    ("enetunreach", FailureKind::Network),
    ("ehostunreach", FailureKind::Network),
    ("eai_again", FailureKind::Network),
    ("etimedout", FailureKind::Network),
    ("timed out", FailureKind::Network),
    ("socket hang up", FailureKind::Network),
    ("getaddrinfo", FailureKind::Network),
    ("dns error", FailureKind::Network),
    ("certificate", FailureKind::Network),
    ("network", FailureKind::Network),
    ("server_error", FailureKind::Server),
    ("server error", FailureKind::Server),
    ("internal error", FailureKind::Server),
    ("api_error", FailureKind::Server),
    ("stream", FailureKind::Server),
    ("socket", FailureKind::Server),
    ("terminated", FailureKind::Server),
    ("invalid_request", FailureKind::Refused),
    ("not_found_error", FailureKind::Refused),
    ("usage policy", FailureKind::Refused),
];

/// What the words of an error say; nothing when none is known.
pub(super) fn by_words(text: &str) -> Option<FailureKind> {
    let text = text.to_lowercase();
    WORDS.iter().find(|(words, _)| text.contains(words)).map(|(_, kind)| *kind)
}

/// The kind for an HTTP status.
pub(super) fn by_status(status: u16) -> FailureKind {
    match status {
        401 | 403 => FailureKind::Auth,
        402 => FailureKind::Billing,
        408 => FailureKind::Network,
        429 => FailureKind::RateLimit,
        503 | 529 => FailureKind::Overloaded,
        500..=599 => FailureKind::Server,
        400..=499 => FailureKind::Refused,
        _ => FailureKind::Other,
    }
}

/// Whether words name a thing that no status has, so that they count before one: a full context is a 400, an empty account a 429.
pub(super) fn counts_before_status(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::ContextFull | FailureKind::Billing | FailureKind::DiskFull)
}

/// The kind of an error that has these words and perhaps a status.
pub(super) fn kind(status: Option<u16>, text: &str) -> FailureKind {
    match (status, by_words(text)) {
        (_, Some(kind)) if counts_before_status(kind) => kind,
        (Some(429), Some(kind @ FailureKind::UsageLimit)) => kind,
        (Some(status), _) => by_status(status),
        (None, said) => said.unwrap_or(FailureKind::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_a_status_does_not() {
        for (status, text, wanted) in [
            (Some(400), "prompt is too long: 213456 tokens > 200000 maximum", FailureKind::ContextFull),
            (Some(400), "This model's maximum context length is 128000 tokens.", FailureKind::ContextFull),
            (Some(400), "The input token count exceeds the maximum number of tokens allowed", FailureKind::ContextFull),
            (
                Some(429),
                "You exceeded your current quota, please check your plan and billing details",
                FailureKind::Billing,
            ),
            (Some(429), "You have reached your specified API usage limits", FailureKind::UsageLimit),
            (Some(429), "slow down", FailureKind::RateLimit),
            (Some(429), "You've hit your Opus limit · resets 11:30pm", FailureKind::UsageLimit),
            (Some(400), "messages.12: `tool_use` ids were found without `tool_result`", FailureKind::Refused),
            (Some(500), "network", FailureKind::Server),
            (None, "stream disconnected before completion: error sending request", FailureKind::Server),
            (None, "Unable to connect. Is the computer able to access the url?", FailureKind::Network),
            (None, "getaddrinfo ENOTFOUND api.example.com", FailureKind::Network),
            (None, "something else", FailureKind::Other),
        ] {
            assert_eq!(kind(status, text), wanted, "{status:?} {text}");
        }
    }
}
