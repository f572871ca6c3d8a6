//! Fields of a JSON record, read without complaint: what is absent or of another kind is empty.
//!
//! No meaning of any runtime stands here.

use jiff::Timestamp;
use serde_json::Value;

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

/// The sum of these counts, as far as they are whole numbers; a damaged record may hold numbers that no sum can.
pub(super) fn total<'v>(counts: impl IntoIterator<Item = &'v Value>) -> u64 {
    counts.into_iter().filter_map(Value::as_u64).fold(0, u64::saturating_add)
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_sum_of_recorded_counts_never_overflows() {
        let usage = json!({ "input": u64::MAX, "output": 3, "cache": "x" });
        assert_eq!(total(["input", "output", "cache", "none"].map(|field| &usage[field])), u64::MAX);
        assert_eq!(total([&json!(2), &json!(-1), &json!(5)]), 7);
    }

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
}
