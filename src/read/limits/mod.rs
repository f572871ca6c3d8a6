//! Limits: what a person said the work must keep to, whether a compaction lost it, and what broke it.

mod any_file;
mod breach;
mod clauses;
mod code;
mod commands;
mod deeds;
mod dependencies;
mod handed;
mod lost;
mod parts;
mod paths;
mod plainly;
mod scope;
mod sections;
mod stated;
mod tokens;
mod ways;
mod words;

use super::documents;
use super::done::Done;
use crate::model::{Breach, Constraint, Gate, Task};

pub(crate) use clauses::{bullet, clauses, sentences};
pub(crate) use handed::{brief_items, brief_limits, brief_number, is_brief};
pub(crate) use sections::{Section, sections};

/// The limits on record, with their fate.
pub fn constraints(done: &Done<'_>, task: &Task, gates: &[Gate]) -> Vec<Constraint> {
    let Done { run, tree, ran, changes, made, weak } = done;
    let ground = breach::Ground { run, tree, changes, ran, made, weak, gates };
    let with_fate = |limit: stated::Stated| Constraint {
        lost_in_compaction: lost::lost(run, &limit),
        broken_by: broken_by(&ground, &limit),
        text: limit.clause.text,
        at: limit.at,
        event: limit.event,
        from: limit.from,
    };
    stated::stated(run, tree, task).into_iter().map(with_fate).collect()
}

/// What broke a limit: edits, commands, and revisions of documents.
fn broken_by(ground: &breach::Ground<'_>, limit: &stated::Stated) -> Vec<Breach> {
    let mut all = breach::breaches(ground, limit);
    all.extend(documents::breaches(ground.run, &limit.clause.text, limit.at));
    all
}

/// The limits that a text states, in its words.
pub(crate) fn limits_of(text: &str) -> Vec<String> {
    clauses(text).into_iter().filter(words::is_limit).map(|clause| clause.text).collect()
}
