//! What is known about the selected row of step 2, in words.

use crate::model::{GateState, GreenSince, OutsideOutcome, Product, ProductKind};
use crate::words::Clock;

/// Labels of the details.
pub mod detail {
    /// Where it is.
    pub const WHERE: &str = "where";
    /// Which version.
    pub const VERSION: &str = "version";
    /// Which branches and tags point to it.
    pub const NAMES: &str = "names";
    /// Which events made it.
    pub const MADE_BY: &str = "made by";
    /// What the run said about it.
    pub const SAID: &str = "it said";
    /// Which gates cover it.
    pub const GATE: &str = "gate";
    /// Its gaps.
    pub const GAPS: &str = "gaps";
    /// Its checks.
    pub const CHECKS: &str = "checks";
    /// Why it is unknown.
    pub const REASON: &str = "reason";
    /// Why it is usable although a check failed.
    pub const ACCEPTED: &str = "accepted";
    /// What an outside action touches.
    pub const TOUCHES: &str = "touches";
    /// Its result.
    pub const RESULT: &str = "result";
    /// Where to look.
    pub const LOOK: &str = "look";
    /// When it was asked.
    pub const ASKED: &str = "asked";
    /// What a person found.
    pub const FOUND: &str = "found";
    /// What was answered before that.
    pub const BEFORE: &str = "before";
    /// Where that person looked.
    pub const LOOKED_AT: &str = "looked";
    /// What was seen there.
    pub const SAW: &str = "saw";
    /// Why something is as it is.
    pub const WHY: &str = "why";
}

/// Where a product stands against git.
pub fn standing(new: bool, staged: bool, commit: bool) -> &'static str {
    match (commit, new, staged) {
        (true, ..) => "committed",
        (_, true, _) => "new, not committed",
        (_, _, true) => "staged, not committed",
        _ => "not committed",
    }
}

/// A name that points to a commit.
pub fn name(product: &Product) -> String {
    let what = if product.kind == ProductKind::Tag { "tag" } else { "branch" };
    format!("{what} {}", product.title)
}

/// Where a document of a task stands.
pub fn of_task(key: Option<&str>) -> String {
    format!("document of task {}", key.unwrap_or("unknown"))
}

/// The events that wrote it.
pub fn made_by(events: &[String]) -> String {
    let mut shown: Vec<&str> = events.iter().rev().take(3).map(String::as_str).collect();
    shown.reverse();
    let more = if events.len() > 3 { format!(", {} before", events.len() - 3) } else { String::new() };
    format!("{} {}{more}", if events.len() == 1 { "event" } else { "events" }, shown.join(", "))
}

/// A gate on one product.
pub fn gate_on(command: &str, state: GateState) -> String {
    let words = match state {
        GateState::Green => "green on this content",
        GateState::Red => "red",
        GateState::Stale => "ran before the file changed",
        GateState::NotRun => "never ran on it",
    };
    format!("{command} {words}")
}

/// What ran green after a product was sorted.
fn green_since(since: &[GreenSince], clock: &Clock) -> String {
    let ran = since.iter().map(|one| format!("{} ran green at {}", one.command, clock.short(one.at)));
    ran.collect::<Vec<_>>().join(", ")
}

/// That all gaps of a partial product are closed by what is on record.
pub fn gaps_closed(since: &[GreenSince], clock: &Clock) -> String {
    let since = if since.is_empty() { String::new() } else { format!(": {}", green_since(since, clock)) };
    format!("none left (u: usable){since}")
}

/// What ran green since a person named gaps, with the keys that take them back.
pub fn gaps_since(since: &[GreenSince], clock: &Clock) -> Option<String> {
    (!since.is_empty()).then(|| format!("closed? (u: usable, p: leave out): {}", green_since(since, clock)))
}

/// An answer about an outside action, in the details: what was found, by whom, when.
pub fn found(outcome: OutsideOutcome, by: &str, at: &str) -> String {
    format!("{}, by {by} at {at}", super::outcome(outcome))
}

/// The address of a remote, behind what an action touches.
pub fn remote(name: &str, url: &str) -> String {
    format!("; {name} is {url}")
}

/// No result is on record.
pub fn no_result() -> &'static str {
    "none recorded"
}
