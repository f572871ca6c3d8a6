//! Errors of the API and the client, told apart by their fields; by their sentence only where there are none.

use std::sync::LazyLock;

use jiff::civil::{Date, Time};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use regex::Regex;
use serde_json::Value;

use super::row::{content, text};
use crate::model::{Failure, FailureKind};
use crate::sources::failure;

/// The row with which the client gave up.
pub(super) fn given_up(row: &Value, sentence: &str, at: Option<Timestamp>) -> Failure {
    let status = status(&row["apiErrorStatus"]).or_else(|| status_in_words(sentence));
    let fields = ["error", "apiErrorType", "apiError", "errorDetails"].map(|field| words(&row[field]));
    let limit = row["quotaLimits"].is_object() || row["rateLimits"].is_object();
    Failure {
        kind: kind(&fields.join(" "), sentence, status, limit),
        status,
        message: sentence.to_string(),
        retry_after: resets(&row["quotaLimits"])
            .or_else(|| resets(&row["rateLimits"]))
            .or_else(|| resets_in_words(sentence, at)),
        gave_up: true,
    }
}

/// The row of an error after which the client tried again.
pub(super) fn tried_again(row: &Value, at: Option<Timestamp>) -> Failure {
    let error = &row["error"];
    let status = status(&error["status"]);
    let message = [&error["formatted"], &error["message"], error].map(text).into_iter().find(|text| !text.is_empty());
    let message = message.unwrap_or("an error of the API").to_string();
    let network = error["isNetworkDown"] == true || error["connection"].is_object();
    let fields = format!("{} {}", if network { "connection_failed" } else { "" }, words(&error["message"]));
    let wait = row["retryInMs"].as_f64().unwrap_or_default().clamp(0.0, 1e9);
    #[allow(clippy::cast_possible_truncation, reason = "clamped on the line above")]
    let wait = SignedDuration::from_millis(wait as i64);
    Failure {
        kind: kind(&fields, &message, status, error["rateLimits"].is_object()),
        status,
        retry_after: resets(&error["rateLimits"]).or_else(|| at?.checked_add(wait).ok()),
        message,
        gave_up: false,
    }
}

/// An answer that the model refused to give.
pub(super) fn refusal(message: &Value) -> Failure {
    let said = content(&message["content"]);
    let message = if said.is_empty() { "the model refused to answer".to_string() } else { said };
    Failure { kind: FailureKind::Refused, status: None, message, retry_after: None, gave_up: true }
}

/// Whether a sentence of the client is an error, where an older release has no field for it.
pub(super) fn reads_like_one(sentence: &str) -> bool {
    sentence.starts_with("API Error") || sentence.starts_with("Prompt is too long")
}

fn kind(fields: &str, sentence: &str, status: Option<u16>, limit: bool) -> FailureKind {
    let said = failure::by_words(sentence);
    let named = failure::by_words(fields);
    match (status, named, said) {
        (_, Some(kind), _) | (_, _, Some(kind)) if failure::counts_before_status(kind) => kind,
        (Some(429), ..) if said == Some(FailureKind::RateLimit) && sentence.contains("not your usage limit") => {
            FailureKind::RateLimit
        }
        (Some(429), ..) if limit || said == Some(FailureKind::UsageLimit) => FailureKind::UsageLimit,
        (Some(500..), Some(kind @ FailureKind::Overloaded), _) => kind,
        (Some(status @ 400..), ..) => failure::by_status(status),
        (_, Some(FailureKind::RateLimit), Some(FailureKind::UsageLimit)) => FailureKind::UsageLimit,
        // Older releases call a lost connection a server error or unknown: the sentence knows better.
        (_, Some(FailureKind::Server) | None, Some(kind)) | (_, Some(kind), _) => kind,
        (_, None, None) => FailureKind::Other,
    }
}

fn status(value: &Value) -> Option<u16> {
    value.as_u64().and_then(|status| u16::try_from(status).ok())
}

/// "API Error: 502 Bad Gateway": releases without a field for the status begin with it.
fn status_in_words(sentence: &str) -> Option<u16> {
    let after = sentence.split_once("API Error: ").map_or(sentence, |(_, after)| after);
    let (digits, _) = after.split_once(|sign: char| !sign.is_ascii_digit())?;
    digits.parse().ok().filter(|status| (400..600).contains(status) && digits.len() == 3)
}

fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, Into::into)
}

/// The newest time, in seconds, under any name that says "resets".
fn resets(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter_map(|(name, value)| match value.as_i64() {
                Some(seconds) if name.to_lowercase().contains("reset") => Timestamp::from_second(seconds).ok(),
                _ => resets(value),
            })
            .max(),
        Value::Array(items) => items.iter().filter_map(resets).max(),
        _ => None,
    }
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
#[allow(clippy::unwrap_used, reason = "fixed patterns; the tests below compile them")]
static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)resets (?:at )?(?:(?:\w{3}, )?([a-z]{3})[a-z]* (\d{1,2})(?:,|,? at)? )?(\d{1,2})(?::(\d\d))?\s*([ap])m(?: \(([^)]+)\))?").unwrap()
});
#[allow(clippy::unwrap_used, reason = "fixed patterns; the tests below compile them")]
static EPOCH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"limit reached\|(\d{10})").unwrap());

/// "resets 4:30am (UTC)": the first such moment after the error; "resets Nov 23 at 9am (UTC)": on that day. "limit reached|1764390600":
/// that second.
fn resets_in_words(sentence: &str, at: Option<Timestamp>) -> Option<Timestamp> {
    if let Some(found) = EPOCH.captures(sentence) {
        return Timestamp::from_second(found[1].parse().ok()?).ok();
    }
    let found = CLOCK.captures(sentence)?;
    let hour: i8 = found[3].parse::<i8>().ok()? % 12 + if found[5].eq_ignore_ascii_case("p") { 12 } else { 0 };
    let minute = found.get(4).map_or(Some(0), |minute| minute.as_str().parse().ok())?;
    let zone = found.get(6).map_or(Ok(TimeZone::UTC), |zone| TimeZone::get(zone.as_str())).ok()?;
    let time = Time::new(hour, minute, 0, 0).ok()?;
    let today = at?.to_zoned(zone.clone()).date();
    let days = match found.get(1).zip(found.get(2)) {
        Some((month, day)) => {
            let month = MONTHS.iter().position(|name| month.as_str().eq_ignore_ascii_case(name))? + 1;
            let (month, day) = (i8::try_from(month).ok()?, day.as_str().parse().ok()?);
            [today.year(), today.year() + 1].map(|year| Date::new(year, month, day).ok())
        }
        None => [Some(today), today.tomorrow().ok()],
    };
    days.into_iter()
        .flatten()
        .filter_map(|day| day.to_datetime(time).to_zoned(zone.clone()).ok())
        .map(|moment| moment.timestamp())
        .find(|moment| Some(*moment) > at)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn gave_up(row: &Value, sentence: &str) -> Failure {
        given_up(row, sentence, "2026-11-18T02:08:02Z".parse().ok())
    }

    #[test]
    fn fields_decide_before_sentences() {
        let overloaded = json!({"error": "server_error", "apiErrorStatus": 529});
        assert_eq!(gave_up(&overloaded, "API Error: 529 Overloaded.").kind, FailureKind::Overloaded);
        let full =
            json!({"error": "invalid_request", "apiErrorStatus": 400, "errorDetails": "prompt is too long: 9 > 8"});
        assert_eq!(gave_up(&full, "Prompt is too long").kind, FailureKind::ContextFull);
        let broken = json!({"error": "invalid_request", "apiErrorStatus": 400});
        assert_eq!(gave_up(&broken, "API Error: 400 tool_use ids").kind, FailureKind::Refused);
        let billing = json!({"error": "billing_error", "apiErrorStatus": 400});
        assert_eq!(gave_up(&billing, "Credit balance is too low").kind, FailureKind::Billing);
    }

    #[test]
    fn without_fields_the_sentence_must_do() {
        let unknown = json!({"error": "unknown"});
        assert_eq!(gave_up(&unknown, "API Error (Connection error.)").kind, FailureKind::Network);
        assert_eq!(gave_up(&unknown, "Error: ENOSPC: no space left on device").kind, FailureKind::DiskFull);
        assert_eq!(gave_up(&json!({}), "Not logged in · Please run /login").kind, FailureKind::Auth);
        for (sentence, kind) in [
            ("API Error: 502 Bad Gateway", FailureKind::Server),
            ("API Error: 503 upstream connect error", FailureKind::Overloaded),
            ("API Error: 429 Too many tokens, please wait", FailureKind::RateLimit),
            ("API Error: 403 {\"error\":{\"type\":\"forbidden\"}}", FailureKind::Auth),
            ("API Error: Request failed: socket hang up", FailureKind::Network),
        ] {
            assert_eq!(gave_up(&json!({}), sentence).kind, kind, "{sentence}");
        }
    }

    #[test]
    fn a_limit_says_until_when() {
        let row = json!({"error": "rate_limit", "apiErrorStatus": 429, "quotaLimits": {"resetsAt": 1_794_976_200}});
        let failure = gave_up(&row, "You've hit your session limit · resets 4:30am (UTC)");
        assert_eq!(failure.kind, FailureKind::UsageLimit);
        assert_eq!(failure.retry_after, "2026-11-18T04:30:00Z".parse().ok());
        let words = gave_up(&json!({"apiErrorStatus": 429}), "You've hit your session limit · resets 1am (UTC)");
        assert_eq!(words.retry_after, "2026-11-19T01:00:00Z".parse().ok());
        assert_eq!(gave_up(&json!({"apiErrorStatus": 429}), "429 rate_limit_error").kind, FailureKind::RateLimit);
        let later = gave_up(&json!({}), "You've hit your weekly limit · resets Nov 23 at 9am (America/New_York)");
        assert_eq!(later.retry_after, "2026-11-23T14:00:00Z".parse().ok());
        let next_year = gave_up(&json!({}), "You've reached your weekly limit ∙ resets Jan 2, 9:30am");
        assert_eq!(next_year.retry_after, "2027-01-02T09:30:00Z".parse().ok());
        let server = "API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited";
        assert_eq!(gave_up(&json!({"apiErrorStatus": 429}), server).kind, FailureKind::RateLimit);
    }

    #[test]
    fn an_error_that_was_tried_again_gave_up_nothing() {
        let row = json!({"error": {"status": 529, "formatted": "529 Overloaded"}, "retryInMs": 1500});
        let failure = tried_again(&row, "2026-11-18T02:08:02Z".parse().ok());
        assert_eq!((failure.kind, failure.gave_up), (FailureKind::Overloaded, false));
        assert_eq!(failure.retry_after, "2026-11-18T02:08:03.5Z".parse().ok());
    }
}
