//! Until when a used-up limit lasts, by the client's sentence: "try again at 6:00 PM", "at Nov 30th, 2026 2:00 AM", "in 3 days 4 hours".
//!
//! The client writes its own local time and names no zone; how far its clock was ahead of UTC stands in the name of the rollout.

use std::path::Path;
use std::sync::LazyLock;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use regex::Regex;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Zones differ by whole quarters of an hour.
const QUARTER: i64 = 15 * 60;

#[allow(clippy::unwrap_used, reason = "fixed patterns; the tests below compile them")]
static MOMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)try again at (?:([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?, (\d{4}) )?(\d{1,2}):(\d\d)\s*([ap])m")
        .unwrap()
});
#[allow(clippy::unwrap_used, reason = "fixed patterns; the tests below compile them")]
static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)try again in ((?:\d{1,6} (?:day|hour|minute|second)s?[ ,]*(?:and )?)+)").unwrap()
});

/// How far the client's clock was ahead of UTC: the name of its rollout has the local time, its first line the same moment in UTC.
pub(super) fn ahead(rollout: &Path, started: Option<Timestamp>) -> Offset {
    let local = || {
        let name = rollout.file_name()?.to_str()?.strip_prefix("rollout-")?;
        let local = DateTime::strptime("%Y-%m-%dT%H-%M-%S", name.get(..19)?).ok()?;
        let ahead = local.to_zoned(TimeZone::UTC).ok()?.timestamp().duration_since(started?).as_secs();
        let quarters = (ahead + QUARTER.div_euclid(2)).div_euclid(QUARTER);
        Offset::from_seconds(i32::try_from(quarters * QUARTER).ok()?).ok()
    };
    local().unwrap_or(Offset::UTC)
}

/// The time that a sentence names, said at `at` by a client whose clock is so far ahead of UTC.
pub(super) fn time(sentence: &str, at: Option<Timestamp>, ahead: Offset) -> Option<Timestamp> {
    let at = at?;
    if let Some(found) = SPAN.captures(sentence) {
        return at.checked_add(SignedDuration::from_secs(seconds(&found[1]))).ok();
    }
    let found = MOMENT.captures(sentence)?;
    let hour = found[4].parse::<i8>().ok()? % 12 + if found[6].eq_ignore_ascii_case("p") { 12 } else { 0 };
    let time = Time::new(hour, found[5].parse().ok()?, 0, 0).ok()?;
    let zone = TimeZone::fixed(ahead);
    let on = |day: Date| day.to_datetime(time).to_zoned(zone.clone()).ok().map(|moment| moment.timestamp());
    if let (Some(month), Some(day), Some(year)) = (found.get(1), found.get(2), found.get(3)) {
        let month = MONTHS.iter().position(|name| month.as_str().eq_ignore_ascii_case(name))? + 1;
        let month = i8::try_from(month).ok()?;
        return on(Date::new(year.as_str().parse().ok()?, month, day.as_str().parse().ok()?).ok()?);
    }
    let today = at.to_zoned(zone.clone()).date();
    // Seconds are left out of the sentence, so that its minute may already run.
    let begun = at.checked_sub(SignedDuration::from_secs(59)).ok()?;
    [Some(today), today.tomorrow().ok()].into_iter().flatten().filter_map(on).find(|moment| *moment >= begun)
}

fn seconds(span: &str) -> i64 {
    let words: Vec<&str> = span.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and").collect();
    let of = |pair: &[&str]| {
        let unit = match pair.get(1)?.to_lowercase().trim_end_matches('s') {
            "day" => 86_400,
            "hour" => 3_600,
            "minute" => 60,
            _ => 1,
        };
        Some(pair.first()?.parse::<i64>().ok()? * unit)
    };
    words.chunks(2).filter_map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str, hours: i8) -> Option<String> {
        let at = "2026-11-29T16:02:00Z".parse().ok();
        time(sentence, at, Offset::constant(hours)).map(|moment| moment.to_string())
    }

    #[test]
    fn a_sentence_says_until_when_in_the_clients_own_time() {
        let today = "You’ve hit your usage limit. Upgrade to Pro, or try again at 6:00 PM.";
        assert_eq!(said(today, 0).as_deref(), Some("2026-11-29T18:00:00Z"));
        assert_eq!(said(today, 1).as_deref(), Some("2026-11-29T17:00:00Z"));
        assert_eq!(said("Try again at 12:30 AM.", 0).as_deref(), Some("2026-11-30T00:30:00Z"));
        let dated = "purchase more credits or try again at Nov 30th, 2026 2:00 AM.";
        assert_eq!(said(dated, -5).as_deref(), Some("2026-11-30T07:00:00Z"));
        assert_eq!(said("try again in 3 days 4 hours 5 minutes.", 0).as_deref(), Some("2026-12-02T20:07:00Z"));
        assert_eq!(said("Try again later.", 0), None);
        assert_eq!(said("try again at Foo 99th, 2026 2:00 AM.", 0), None);
        assert_eq!(said("try again at 99:99 PM", 0), None);
    }

    #[test]
    fn the_name_of_a_rollout_tells_the_clients_zone() {
        let of = |name: &str| ahead(Path::new(name), "2026-11-29T12:00:01.120Z".parse().ok());
        assert_eq!(of("rollout-2026-11-29T12-00-00-0193aaaa.jsonl"), Offset::UTC);
        assert_eq!(of("rollout-2026-11-29T07-00-01-0193aaaa.jsonl"), Offset::constant(-5));
        assert_eq!(of("rollout-2026-11-29T17-30-00-0193aaaa.jsonl.zst").seconds(), 5 * 3600 + 1800);
        assert_eq!(of("other.jsonl"), Offset::UTC);
    }
}
