//! Where a run was given, or read, a brief.

use crate::brief::{Hash, marks};
use crate::model::{Brief, Consumption, Deed, Event, Run, What};

/// Every place where the comment line of this brief stands in a prompt, or in the result of reading it: before the run's first edit and
/// after the brief was written. What lies before that belongs to the failed run, also in one transcript.
pub fn consumptions(run: &Run, brief: &Brief) -> Vec<Consumption> {
    let mut found = Vec::new();
    for (index, event) in run.events.iter().enumerate() {
        // Records carry fractions of a second, the brief does not have to.
        if event.at.is_some_and(|at| at.as_second() < brief.written.as_second()) {
            continue;
        }
        if edits(event) {
            break;
        }
        let Some((text, prompt)) = shown(event) else { continue };
        for mark in marks(text) {
            if mark.recovery == brief.recovery && mark.attempt == brief.attempt {
                let fits = prompt.then_some(mark.hash == Hash::Fits);
                let (recovery, attempt, sha256) = (mark.recovery, mark.attempt, mark.sha256);
                found.push(Consumption {
                    event: event.id.clone(),
                    index,
                    at: event.at,
                    recovery,
                    attempt,
                    sha256,
                    fits,
                });
            }
        }
    }
    found
}

/// From where on the work of the run belongs to the brief: where it first had it, in the form that was written if it ever had that one.
pub fn consumption(run: &Run, brief: &Brief, sha256: Option<&str>) -> Option<Consumption> {
    let all = consumptions(run, brief);
    let written = all.iter().find(|one| sha256.is_some_and(|sha256| one.sha256 == sha256)).cloned();
    written.or_else(|| all.into_iter().next())
}

/// The brief that the run was given or read first, by its recovery and attempt, whether or not that recovery is known here.
pub fn given(run: &Run) -> Option<(String, u32)> {
    let before_edits = run.events.iter().take_while(|event| !edits(event));
    let texts = before_edits.filter_map(shown).flat_map(|(text, _)| marks(text));
    texts.into_iter().map(|mark| (mark.recovery, mark.attempt)).next()
}

/// A text that the main agent was shown, and whether it was a prompt: tools show files in forms of their own.
fn shown(event: &Event) -> Option<(&str, bool)> {
    if event.agent.is_some() || event.abandoned {
        return None;
    }
    match &event.what {
        What::Asked { text, .. } => Some((text, true)),
        What::Result(outcome) => Some((&outcome.output, false)),
        _ => None,
    }
}

fn edits(event: &Event) -> bool {
    matches!(&event.what, What::Call(call) if matches!(call.deed, Deed::Edit(_)))
}
