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
mod undone;
mod ways;
mod words;

use undone::Undone;

use super::documents;
use super::done::Done;
use super::replay::Replay;
use crate::model::{Breach, Constraint, Gate, Task};

pub(crate) use clauses::{bullet, clauses, sentences};
pub(crate) use handed::{brief_items, brief_limits, brief_number, is_brief};
pub(crate) use sections::{Section, sections};

/// The limits on record, with their fate.
pub fn constraints(done: &Done<'_>, task: &Task, gates: &[Gate], replay: &Replay) -> Vec<Constraint> {
    let Done { run, tree, ran, changes, made, weak } = done;
    let ground = breach::Ground { run, tree, changes, ran, made, weak, gates };
    let undone = Undone::of(run, tree, changes, replay);
    let with_fate = |limit: stated::Stated| {
        let broken_by = broken_by(&ground, &undone, &limit);
        Constraint {
            lost_in_compaction: lost::lost(run, &limit),
            taken_back: undone::taken_back(tree, &broken_by),
            broken_by,
            text: limit.clause.text,
            at: limit.at,
            event: limit.event,
            from: limit.from,
        }
    };
    stated::stated(run, tree, task).into_iter().map(with_fate).collect()
}

/// What broke a limit: edits, commands, and revisions of documents. What takes back an earlier break breaks nothing.
fn broken_by(ground: &breach::Ground<'_>, undone: &Undone, limit: &stated::Stated) -> Vec<Breach> {
    let mut all = breach::breaches(ground, limit);
    let place = |breach: &Breach| ground.run.events.iter().position(|event| event.id == breach.event);
    // Long runs break a limit thousands of times: places are looked up only where something was taken back.
    if !undone.is_empty() {
        all.retain(|breach| !undone.has(breach, place(breach)));
    }
    all.extend(documents::breaches(ground.run, &limit.clause.text, limit.at));
    all
}

/// The limits that a text states, in its words.
pub(crate) fn limits_of(text: &str) -> Vec<String> {
    clauses(text).into_iter().filter(words::is_limit).map(|clause| clause.text).collect()
}
