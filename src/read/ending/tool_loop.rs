//! The same failing call again and again.

use super::Found;
use super::last_turn::LastTurn;
use crate::model::{Cause, Deed, OutcomeState, Run};

/// So many times in a row the same call must fail in the same way.
const TIMES: usize = 4;

/// A loop in which the run was when it ended.
pub fn looped(run: &Run, turn: &LastTurn<'_>) -> Option<Found> {
    let mut last: Option<(String, String)> = None;
    let mut times = 0;
    let mut shown = None;
    for (event, call, result) in run.calls().filter(|(event, ..)| event.agent.is_none() && !event.abandoned) {
        let Some((_, outcome)) = result else { continue };
        let failed = outcome.state == OutcomeState::Failed || outcome.exit.is_some_and(|exit| exit != 0);
        let same = (what(&call.deed, &call.tool), first_line(&outcome.output));
        if !failed {
            (last, times) = (None, 0);
        } else if last.as_ref() == Some(&same) {
            times += 1;
            shown = Some(event);
        } else {
            (last, times) = (Some(same), 1);
        }
    }
    let (call, _) = last.filter(|_| times >= TIMES)?;
    if turn.over() && turn.failure.is_none() {
        return None; // it stopped by itself
    }
    Some(Found::new(Cause::ToolLoop, shown, format!("{call} failed {times} times in a row in the same way")))
}

fn what(deed: &Deed, tool: &str) -> String {
    match deed {
        Deed::Command { script, .. } => script.split_whitespace().collect::<Vec<_>>().join(" "),
        Deed::Edit(edits) => format!("{tool} {:?}", edits.iter().map(|edit| &edit.path).collect::<Vec<_>>()),
        other => format!("{tool} {other:?}"),
    }
}

/// Times and counters in the rest of the output may differ although the failure is the same.
fn first_line(output: &str) -> String {
    output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned()
}
