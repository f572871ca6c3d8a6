//! The words of `review --run-gates` and of a hook.

use std::fmt::Write as _;

use super::line;
use crate::model::{Blocker, GateRow, GateState, Measured, Review, Side};
use crate::read::gates::line as command_line;
use crate::words;

/// Neither the brief nor a file of the contract names a gate that could be run.
pub fn no_gates() -> String {
    "no gate can be run: the brief names none with its command, and there is no quality-gates.json and no packet"
        .to_owned()
}

/// Gates could not be run.
pub fn gates_failed(why: &str) -> String {
    format!("the gates could not be run: {}", line(why))
}

/// The last good state could not be measured.
pub fn no_last_good(why: &str) -> String {
    format!("the last good state could not be laid out for comparison: {}", line(why))
}

/// A content was laid out.
pub fn laid(side: Side, content: &str, missing: &[String]) -> String {
    let what = match side {
        Side::LastGood => "the last good state",
        Side::Present => "the present content",
    };
    let content = content.get(..10).unwrap_or(content);
    let lacks = match missing {
        [] => String::new(),
        some => format!("; a copy without what git ignores: {}", line(&some.join(", "))),
    };
    format!("gates on {what}, tree {content}{lacks}")
}

/// A gate began.
pub fn began(name: &str, command: &[String]) -> String {
    let command = command_line(command);
    if name == command { format!("  $ {}", line(name)) } else { format!("  $ {}   ({})", line(&command), line(name)) }
}

/// A gate came to its end.
pub fn over(measured: &Measured) -> String {
    let took = words::gates::took(measured);
    let mut out = format!("    {}: {} ({took})", words::steps::gate(measured.state), line(&measured.why));
    if !measured.left.is_empty() {
        out = format!("{out}\n    ended what it left running: {}", line(&measured.left.join(", ")));
    }
    if !measured.changed.is_empty() {
        out = format!("{out}\n    it changed: {}", line(&measured.changed.join(", ")));
    }
    out
}

/// A hook was told nothing that could be read.
pub fn no_hook_input(why: &str) -> String {
    format!("what the runtime told its hook could not be read as JSON with a session: {}", line(why))
}

/// Whether a gate was known to be red before the run.
fn known_red(review: &Review, row: &GateRow) -> bool {
    review.blocked.iter().any(|one| matches!(one, Blocker::Gate { name, known: true, .. } if *name == row.name))
}

/// What a hook tells the agent, or the person when the agent has had its turn.
pub fn hook(review: &Review, again: bool) -> String {
    let mut out = String::from(match (review.sends_back, again) {
        (false, _) => {
            "lastgood: what still speaks against this run is not for it to settle; a person has to look (lastgood, step 4):\n"
        }
        (true, true) => {
            "lastgood: still not clean after the agent went on once; a person has to look (lastgood, step 4):\n"
        }
        (true, false) => {
            "lastgood: this run is not clean against its brief. Settle this, or say why it cannot be settled:\n"
        }
    });
    let against = |row: &GateRow| {
        let bad = row.before == GateState::Green && row.now != GateState::Green;
        bad || row.now == GateState::Red
    };
    // Writing into a text cannot fail.
    let mut say = |what: &str, text: &str| {
        let _ = writeln!(out, "- {what}: {}", line(text));
    };
    for row in review.gates.iter().filter(|row| against(row)) {
        let why = row.why.as_deref().unwrap_or_default();
        let before = if known_red(review, row) { "; it was red before this run" } else { "" };
        say("gate", &format!("{} is {} ({why}{before})", row.name, words::review::now(row)));
    }
    for row in &review.limits_broken {
        say("limit broken", &format!("{}, by {}", row.limit, row.by.join(", ")));
    }
    for row in review.claims.iter().filter(|row| row.against) {
        let why = if row.why.is_empty() { String::new() } else { format!(" ({})", row.why) };
        say(words::review::CLAIM_AGAINST, &format!("{}{why}", row.text));
    }
    for row in review.outside_actions.iter().filter(|row| row.forbidden || !row.confirmed) {
        let what =
            if row.forbidden { "outside action that the brief forbids" } else { "outside action nobody confirmed" };
        say(what, &row.command);
    }
    if review.consumed.is_none() {
        say("brief", "this run was not given the brief, or another one");
    }
    out
}
