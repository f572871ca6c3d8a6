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
        by.sort();
        by.dedup();
        if !by.is_empty() {
            rows.push(LimitRow { row: limit_row(&limit.text), limit: limit.text.clone(), by });
        }
    }
    rows
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
