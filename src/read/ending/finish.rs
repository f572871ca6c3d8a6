//! A run whose last turn was closed by the agent: what it says about its own end, and what the record says about that.

use super::Found;
use super::done::{asks, says_done, says_step_done};
use super::last_turn::LastTurn;
use crate::model::{
    Cause, Confidence, FileStatus, LastGood, PlanState, Runtime, Speaker, TaskState, Trace, TurnEnd, What,
};
use crate::read::Known;
use crate::read::file_kind::file_kind;

/// How a closed turn leaves the task.
pub fn finished(known: Known<'_>, turn: &LastTurn<'_>, last_good: &LastGood) -> Vec<Found> {
    let Some((_, end)) = turn.end else { return Vec::new() };
    if end != TurnEnd::Completed || turn.failure.is_some() {
        return match end {
            TurnEnd::Budget => vec![Found::new(Cause::Budget, turn.last, "a budget ended the turn")],
            _ => Vec::new(),
        };
    }
    let shown = turn.said.map(|(event, _)| event).or(turn.last);
    let words = turn.said.map(|(_, text)| text).unwrap_or_default();
    let mut found = Vec::new();
    let undecided = known.run.record.as_ref().is_some_and(|record| record.task.state == TaskState::NoNextStep);
    if undecided {
        let why = "the worker ended in order, and the task record has no next step of it";
        found.push(Found::new(Cause::NoNextStep, shown, why));
    }
    let handed_in = known.run.record.as_ref().is_some_and(|record| record.task.state == TaskState::InReview);
    let open_plan = !handed_in && known.run.plan.iter().any(|item| item.state != PlanState::Done);
    let one_step = known.run.events.iter().any(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } => text.contains("<!-- lastgood brief/"),
        _ => false,
    });
    let done = if one_step { says_step_done(words) } else { says_done(words) };
    if (done || handed_in) && !open_plan {
        if proven(known, last_good) {
            found.push(Found::new(Cause::EndedWell, shown, "it says that it is finished, and the record proves it"));
        } else {
            found.push(Found::new(
                Cause::ClaimedDone,
                shown,
                "it says that it is finished; the record does not prove all of it",
            ));
        }
        return found;
    }
    if asks(words) {
        found.push(Found::new(Cause::WaitingAnswer, shown, "the turn ended with a question to the person"));
    }
    let closed = known.run.traces.iter().any(|trace| matches!(trace, Trace::ClosedInOrder));
    let rest =
        Found::new(Cause::NoNextStep, shown, "the turn ended, the task did not, and nothing says what comes next");
    let left = known.run.traces.iter().any(|trace| matches!(trace, Trace::RegistryLeft { .. } | Trace::LeftBehind(_)));
    if left && !closed {
        found.insert(
            0,
            Found::new(
                Cause::KilledIdle,
                shown,
                "the turn was over, and the client went away without closing in order",
            ),
        );
    }
    found.push(rest);
    found
}

/// Whether everything that was planned is done, committed, and green.
fn proven(known: Known<'_>, last_good: &LastGood) -> bool {
    // Something beside the agent's own words must say that the task is over: its plan, or Codex's record of a complete task.
    let planned = !known.run.plan.is_empty() || known.run.runtime == Runtime::Codex;
    let clean = known.tree.files.iter().all(|(path, file)| {
        file.ignored || matches!(file.status, FileStatus::Same | FileStatus::Missing) || !file_kind(path).gated()
    });
    let at_head = last_good.content.is_none() && last_good.commit.is_some() && last_good.commit == known.tree.head;
    let claims = known.claims.is_empty() || known.claims.iter().any(|claim| claim.proof.is_some());
    planned && clean && at_head && last_good.confidence == Confidence::Proven && claims
}

/// A limit that was lost in a compaction and broken afterwards, or broken in any other way.
pub fn drifted(known: Known<'_>, turn: &LastTurn<'_>) -> Option<Found> {
    let limit = known.constraints.iter().find(|limit| limit.lost_in_compaction && !limit.broken_by.is_empty())?;
    let breach = limit.broken_by.first()?;
    let shown = known.run.event(&breach.event).or(turn.last);
    let why = format!("a limit was lost in a compaction and then broken: {} ({})", limit.text, breach.what);
    Some(Found { at: None, ..Found::new(Cause::Drifted, shown, why) })
}
