//! All text of the interface, as functions. No other file holds a sentence for the screen.
//!
//! Full words, sentence case, calm. Text from a session is cleaned where it is drawn (`widgets::paint::piece`).

pub mod app;
pub mod assign;
pub mod came;
pub mod compose;
pub mod confirm;
pub mod form;
pub mod gates;
pub mod overlay;
pub mod packet;
pub mod picker;
pub mod review;
pub mod sort;
pub mod states;
pub mod steps;
pub mod task;
mod time;
pub mod viewer;

pub use crate::model::count;
pub use time::Clock;

use crate::model::{Cause, Facts, Step};

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

/// What of a list has no room above and below: `3 more lines below, 2 above`.
pub fn hidden(above: usize, below: usize, one: &str, many: &str) -> String {
    let noun = |count: usize| if count == 1 { one } else { many };
    match (above, below) {
        (0, 0) => String::new(),
        (above, 0) => format!("{above} more {} above", noun(above)),
        (0, below) => format!("{below} more {} below", noun(below)),
        (above, below) => format!("{below} more {} below, {above} above", noun(below)),
    }
}

/// What stopped the work, in words.
pub fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::KilledInTool => "killed while a tool ran",
        Cause::KilledInReply => "killed while it answered",
        Cause::KilledIdle => "killed between two turns",
        Cause::Killed => "killed",
        Cause::HangUp => "its terminal was closed",
        Cause::HostDown => "the machine went down",
        Cause::ClientCrash => "the client crashed",
        Cause::Overloaded => "the API was overloaded",
        Cause::RateLimit => "too many requests",
        Cause::UsageLimit => "the usage limit was reached",
        Cause::Network => "no connection",
        Cause::ServerError => "an error of the API's server",
        Cause::Refused => "the API refused the request",
        Cause::Auth => "not logged in",
        Cause::Billing => "no credit left",
        Cause::ContextFull => "the context was full",
        Cause::DiskFull => "the disk was full",
        Cause::WorkdirGone => "its work tree was gone",
        Cause::Interrupted => "interrupted by a person",
        Cause::WaitingPermission => "waits for a permission",
        Cause::WaitingAnswer => "waits for an answer",
        Cause::ToolLoop => "the same call failed again and again",
        Cause::Budget => "its budget of turns, time or money was used up",
        Cause::NoNextStep => "the turn ended, the task did not",
        Cause::ClaimedDone => "says that it is done",
        Cause::EndedWell => "ended well",
        Cause::Drifted => "drifted away from a limit",
        Cause::NeverStarted => "never started",
        Cause::NotDead => "not dead",
        Cause::Unknown => "how it ended is not known",
    }
}
