//! The same failing call again and again.

use super::Found;
use super::last_turn::LastTurn;
use crate::model::{Cause, Deed, OutcomeState, Run};
use crate::read::shell::Script;

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
            // To look and to wait between two tries changes nothing.
            if !idle(&call.deed) {
                (last, times) = (None, 0);
            }
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

/// Times and counters may differ although the failure is the same.
fn first_line(output: &str) -> String {
    let line = output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let mut out = String::with_capacity(line.len());
    for letter in line.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }) {
        if letter != '0' || !out.ends_with('0') {
            out.push(letter);
        }
    }
    out
}

/// Whether a call only looks or waits.
fn idle(deed: &Deed) -> bool {
    const LOOKS: &[&str] =
        &["sleep", "cat", "ls", "head", "tail", "grep", "rg", "echo", "pwd", "wc", "cd", "true", "ps", "date", "find"];
    match deed {
        Deed::Command { script, .. } => Script::read(script)
            .simples
            .iter()
            .all(|simple| LOOKS.contains(&simple.name()) && simple.redirects.is_empty()),
        Deed::Read { .. } | Deed::Plan(_) | Deed::Fetch { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_failure_at_another_time_is_the_same() {
        assert_eq!(first_line("\n[02:14:33] refused (pid 812)"), first_line("[02:15:09] refused (pid 9)"));
        assert_ne!(first_line("refused"), first_line("timed out"));
        let command = |script: &str| Deed::Command { script: script.into(), cwd: None, background: false };
        assert!(idle(&command("sleep 5 && cat a.log | tail -2")) && !idle(&command("sed -i s/a/b/ c")));
    }
}
