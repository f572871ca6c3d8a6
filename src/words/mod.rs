//! All text of the interface, as functions. No other file holds a sentence for the screen.
//!
//! Full words, sentence case, calm. Text from a session is cleaned where it is drawn (`widgets::paint::piece`).

pub mod app;
pub mod form;
pub mod steps;
mod time;

pub use time::Clock;

use crate::model::{Facts, Step};

/// A recovery is held by somebody else.
pub fn held_by(by: &str) -> String {
    format!("held by {by}")
}

/// The title of the work: the runtime's title, the goal's first line, or the session.
pub fn title(facts: &Facts) -> String {
    let first = |text: &Option<String>| {
        text.as_deref().and_then(|text| text.lines().map(str::trim).find(|line| !line.is_empty())).map(str::to_owned)
    };
    first(&facts.run.title)
        .or_else(|| first(&facts.task.goal))
        .or_else(|| first(&facts.run.goal))
        .unwrap_or_else(|| facts.run.session.clone())
}

/// The verb of a step.
pub fn step(step: Step) -> &'static str {
    match step {
        Step::Confirm => "confirm",
        Step::Sort => "sort",
        Step::Assign => "assign",
        Step::Review => "review",
    }
}

/// A count with its noun.
pub fn count(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
