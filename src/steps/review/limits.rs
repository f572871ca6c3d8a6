//! Limits of the brief that the run broke. They are those of the brief, also when the run rewrote the file that they came from.

mod content;
mod scope;

use super::{Against, Changed, changes, outside, standing};
use crate::model::LimitRow;
use crate::steps::text;

/// The broken limits, each with what broke it.
pub(super) fn broken(against: &Against<'_>, changed: &[Changed]) -> Vec<LimitRow> {
    if against.consumption.is_none() {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for limit in &against.brief.limits {
        let mut by = from_record(against, &limit.text);
        by.extend(forbidden_files(&limit.text, changed));
        by.extend(forbidden_deeds(against, &limit.text));
        by.extend(commits_on_red(against, &limit.text));
        by.extend(content::broken(&limit.text, changed));
        by.extend(scope::broken(against, &limit.text, changed));
        // Taking back what broke it before breaks nothing.
        let back = standing::made_back(against, &limit.text, changed);
        by.retain(|by| !back.iter().any(|path| by == path || by.starts_with(&format!("{path} ("))));
        let by = once(&by);
        if !by.is_empty() {
            rows.push(LimitRow { row: limit_row(&limit.text), limit: limit.text.clone(), by });
        }
    }
    rows
}

/// What broke a limit, each thing once, with all the events and commits by which it did.
fn once(by: &[String]) -> Vec<String> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for (what, places) in by.iter().map(|by| parted(by)) {
        // What is told of a file in more words says what a file that is only named says.
        let told = |known: &str| known == what || known.starts_with(&format!("{what}: "));
        if let Some((_, known)) = all.iter_mut().find(|(known, _)| told(known)) {
            known.extend(places);
        } else if let Some(known) = all.iter_mut().find(|(known, _)| what.starts_with(&format!("{known}: "))) {
            known.0 = what;
            known.1.extend(places);
        } else {
            all.push((what, places));
        }
    }
    all.sort_by_key(|(what, _)| *what);
    let line = |(what, mut places): (&str, Vec<&str>)| {
        // Commits before events, as they are told of a changed file.
        places.sort_by_key(|place| (place.starts_with("event "), by.iter().position(|by| by.contains(*place))));
        places.dedup();
        if places.is_empty() { what.to_owned() } else { format!("{what} ({})", places.join(", ")) }
    };
    all.into_iter().map(line).collect()
}

/// What broke a limit, and the events and commits by which it did.
pub fn parted(by: &str) -> (&str, Vec<&str>) {
    let hex = |word: &str| word.len() == 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let of = |rest: &'_ str| rest.split(", ").all(|one| one.starts_with("event ") || hex(one));
    let found = by.strip_suffix(')').and_then(|by| by.rsplit_once(" (")).filter(|(_, rest)| of(rest));
    found.map_or((by, Vec::new()), |(what, rest)| (what, rest.split(", ").collect()))
}

/// The row of a limit that a run broke, by its text.
pub fn limit_row(limit: &str) -> String {
    format!("limit:{limit}")
}

/// What the reading of the run found to break the same limit.
fn from_record(against: &Against<'_>, limit: &str) -> Vec<String> {
    let same = against.facts.constraints.iter().filter(|found| text::same_limit(&found.text, limit));
    let breaches = same.flat_map(|found| &found.broken_by).filter(|breach| against.after(&breach.event));
    breaches.map(|breach| format!("{} (event {})", breach.what, breach.event)).collect()
}

/// A file that must not be touched was.
fn forbidden_files(limit: &str, changed: &[Changed]) -> Vec<String> {
    if !text::keeps_hands_off(limit) {
        return Vec::new();
    }
    // "add a new file instead" names what may be done; only what stands before it is forbidden.
    let forbidden = limit.split(" instead").next().unwrap_or(limit).split(" - ").next().unwrap_or(limit);
    let names = text::files(forbidden);
    let touched = changed.iter().filter(|file| names.iter().any(|name| text::same_file(name, &file.path)));
    touched.map(|file| format!("{} ({})", file.path, file.by.join(", "))).collect()
}

/// An outside action that must not be taken was.
fn forbidden_deeds(against: &Against<'_>, limit: &str) -> Vec<String> {
    let own =
        outside::actions(against.facts).filter(|product| product.made_by.iter().any(|event| against.after(event)));
    let forbidden = own.filter(|product| text::forbids(limit, outside::command(product)));
    forbidden.map(|product| outside::command(product).to_owned()).collect()
}

/// "Commit only when the gates pass", and a commit came while the last result of a gate was red.
fn commits_on_red(against: &Against<'_>, limit: &str) -> Vec<String> {
    let words = text::words(limit);
    let about = words.contains("commit") && words.contains("only") && text::about_gates(limit);
    if !about {
        return Vec::new();
    }
    let mut by = Vec::new();
    for commit in changes::commits(against) {
        for gate in &against.facts.gates {
            let before =
                gate.runs.iter().filter(|run| run.at.is_some_and(|at| at.as_second() <= commit.at.as_second()));
            if before.max_by_key(|run| run.at).is_some_and(|run| !run.green) {
                by.push(format!("{} while {} was red", changes::short(&commit.id), gate.command));
            }
        }
    }
    by
}
