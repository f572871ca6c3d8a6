//! Times and places as people read them: now, the zone and the home folder are given, never asked for.

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use crate::model::Timestamp;

/// What times and paths are written against.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Now.
    pub now: Timestamp,
    /// The zone of the operator.
    pub zone: TimeZone,
    /// The home folder, written as `~`.
    pub home: PathBuf,
    /// The name of this machine.
    pub host: String,
}

impl Clock {
    /// Local `HH:MM`; more than a day away with the weekday, more than a week with the date.
    pub fn time(&self, at: Timestamp) -> String {
        let hours = self.now.duration_since(at).as_hours().abs();
        let form = match hours {
            ..24 => "%H:%M",
            24..168 => "%a %H:%M",
            _ => "%Y-%m-%d",
        };
        at.to_zoned(self.zone.clone()).strftime(form).to_string()
    }

    /// A sentence of the report with its times, which stand there in UTC, as a person here reads them.
    pub fn told(&self, text: &str) -> String {
        let word = |word: &str| {
            let bare = word.trim_end_matches([',', ';', '.', ')']);
            bare.parse().map_or_else(|_| word.to_owned(), |at| self.time(at) + &word[bare.len()..])
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// Local `HH:MM`, the day is known.
    pub fn short(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%H:%M").to_string()
    }

    /// Local `HH:MM:SS`.
    pub fn seconds(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%H:%M:%S").to_string()
    }

    /// The exact time with its zone, for details.
    pub fn exact(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
    }

    /// The weekday with `HH:MM`.
    pub fn weekday(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%a %H:%M").to_string()
    }

    /// The day of a time as a heading: empty for today, the weekday within a week, else the date.
    pub fn day(&self, at: Timestamp) -> String {
        let (now, at) = (self.now.to_zoned(self.zone.clone()), at.to_zoned(self.zone.clone()));
        if now.date() == at.date() {
            String::new()
        } else if now.date().duration_since(at.date()).as_hours() < 168 {
            at.strftime("%A").to_string()
        } else {
            at.strftime("%Y-%m-%d").to_string()
        }
    }

    /// From when to when, local: inside one minute with seconds, in one second as one moment.
    pub fn stretch(&self, from: Timestamp, to: Timestamp) -> String {
        if self.short(from) != self.short(to) || !Self::within_an_hour(from, to) {
            return format!("{} to {}", self.short(from), self.short(to));
        }
        let (first, last) = (self.seconds(from), self.seconds(to));
        if first == last { first } else { format!("{first} to {last}") }
    }

    /// The same hour and minute may be that of another day.
    fn within_an_hour(from: Timestamp, to: Timestamp) -> bool {
        to.duration_since(from).as_secs().abs() < 3600
    }

    /// How long something took: `3 h 12 min`, `4 min`, `38 s`.
    pub fn span(from: Timestamp, to: Timestamp) -> String {
        let seconds = to.duration_since(from).as_secs().max(0);
        match (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60) {
            (0, 0, 0) => format!("{seconds} s"),
            (0, 0, minutes) => format!("{minutes} min"),
            (0, hours, minutes) => format!("{hours} h {minutes} min"),
            (days, hours, _) => format!("{days} d {hours} h"),
        }
    }

    /// A path with the home folder as `~`.
    pub fn path(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Ok(rest) => format!("~/{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock {
            now: "2026-11-28T02:14:00Z".parse().expect("a time"),
            zone: TimeZone::UTC,
            home: PathBuf::from("/home/mira"),
            host: "devbox".into(),
        }
    }

    #[test]
    fn older_times_say_more() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        assert_eq!(clock().time(at("2026-11-28T02:09:00Z")), "02:09");
        assert_eq!(clock().time(at("2026-11-26T02:09:00Z")), "Thu 02:09");
        assert_eq!(clock().time(at("2026-11-02T02:09:00Z")), "2026-11-02");
        assert_eq!(clock().time(at("2026-11-30T02:09:00Z")), "Mon 02:09", "a limit can end after tomorrow");
        assert_eq!(clock().day(at("2026-11-27T23:51:00Z")), "Friday");
        assert_eq!(Clock::span(at("2026-11-27T22:57:00Z"), at("2026-11-28T02:09:00Z")), "3 h 12 min");
    }

    #[test]
    fn a_sentence_of_the_report_is_told_in_the_zone_of_the_person() {
        let clock = Clock { zone: TimeZone::fixed(jiff::tz::offset(1)), ..clock() };
        let told = clock.told("2 of 12: the limit ends at 2026-11-28T03:10:00Z, v2.1 (2026-11-26T02:09:00Z)");
        assert_eq!(told, "2 of 12: the limit ends at 04:10, v2.1 (2026-11-26T02:09:00Z)");
    }

    #[test]
    fn a_stretch_inside_one_minute_has_seconds_and_one_moment_is_said_once() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let from = at("2026-11-28T02:03:04Z");
        assert_eq!(clock().stretch(from, at("2026-11-28T02:03:44Z")), "02:03:04 to 02:03:44");
        assert_eq!(clock().stretch(from, from), "02:03:04");
        assert_eq!(clock().stretch(from, at("2026-11-28T02:09:00Z")), "02:03 to 02:09");
        assert_eq!(clock().stretch(from, at("2026-11-29T02:03:44Z")), "02:03 to 02:03");
    }

    #[test]
    fn home_is_a_tilde() {
        assert_eq!(clock().path(Path::new("/home/mira/src")), "~/src");
        assert_eq!(clock().path(Path::new("/home/miranda")), "/home/miranda");
    }
}
