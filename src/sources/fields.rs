//! Fields of a JSON record, read without complaint: what is absent or of another kind is empty.
//!
//! No meaning of any runtime stands here.

use jiff::Timestamp;
use serde_json::Value;

/// How many bytes of a tool's input are kept as JSON text.
const INPUT: usize = 4 * 1024;
/// How many bytes of an output are kept at each end.
const END: usize = 32 * 1024;

/// Reading fields of a record.
pub(super) trait Fields {
    /// The text of a field, empty when it has none.
    fn text(&self, key: &str) -> &str;
    /// The text of a field, if it has one that is not empty.
    fn said(&self, key: &str) -> Option<&str>;
    /// A whole number.
    fn int(&self, key: &str) -> Option<i64>;
    /// The items of a list, none when it is no list.
    fn items(&self, key: &str) -> &[Value];
    /// A time: RFC 3339 text, or a number of seconds or milliseconds since 1970.
    fn time(&self, key: &str) -> Option<Timestamp>;
}

impl Fields for Value {
    fn text(&self, key: &str) -> &str {
        self.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn said(&self, key: &str) -> Option<&str> {
        Some(self.text(key)).filter(|text| !text.is_empty())
    }

    fn int(&self, key: &str) -> Option<i64> {
        self.get(key).and_then(Value::as_i64)
    }

    fn items(&self, key: &str) -> &[Value] {
        self.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn time(&self, key: &str) -> Option<Timestamp> {
        match self.get(key)? {
            Value::String(text) => text.parse().ok(),
            number => clock(number.as_f64()?),
        }
    }
}

/// The time of a number of seconds or milliseconds; which of the two is told by its size.
#[allow(clippy::cast_possible_truncation, reason = "a time in milliseconds fits")]
pub(super) fn clock(number: f64) -> Option<Timestamp> {
    if !number.is_finite() || number <= 0.0 {
        return None;
    }
    // 100,000,000,000 seconds lie in the year 5138, as milliseconds in 1973: no session is that old or that young.
    let millis = if number < 1e11 { number * 1000.0 } else { number };
    Timestamp::from_millisecond(millis as i64).ok()
}

/// The input of a call as JSON text, cut at 4 KiB.
pub(super) fn input(value: &Value) -> String {
    let mut text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let end = floor(&text, INPUT);
    text.truncate(end);
    text
}

/// An output with its length in bytes: whole, or its first and last 32 KiB.
pub(super) fn output(text: &str) -> (String, u64) {
    let bytes = text.len() as u64;
    if text.len() <= 2 * END {
        return (text.to_string(), bytes);
    }
    let head = &text[..floor(text, END)];
    let tail = &text[floor(text, text.len() - END)..];
    let left_out = text.len() - head.len() - tail.len();
    (format!("{head}\n[{left_out} bytes left out]\n{tail}"), bytes)
}

/// The first line with words in it, cut at 200 bytes: for titles and rows.
pub(super) fn line(text: &str) -> String {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let end = floor(first, 200);
    first[..end].chars().filter(|letter| !letter.is_control()).collect()
}

/// The largest place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_absent_is_empty() {
        let record = json!({ "a": 3, "b": "x", "c": null });
        assert_eq!(record.text("a"), "");
        assert_eq!(record.said("c"), None);
        assert!(record.items("b").is_empty());
        assert!(json!("no object").items("b").is_empty());
    }

    #[test]
    fn seconds_and_milliseconds_are_told_apart() {
        let record = json!({ "s": 1_795_954_127, "ms": 1_795_954_127_000_i64, "t": "2026-11-29T12:08:47Z" });
        assert_eq!(record.time("s"), record.time("ms"));
        assert_eq!(record.time("s"), record.time("t"));
        assert_eq!(clock(f64::NAN), None);
    }

    #[test]
    fn a_cut_never_splits_a_letter() {
        let long = "ä".repeat(50 * 1024);
        let (kept, bytes) = output(&long);
        assert_eq!(bytes, 100 * 1024);
        assert!(kept.len() < 70 * 1024 && kept.contains("bytes left out"));
        assert_eq!(line("\n \n ab\u{7}c \n d"), "abc");
    }
}
