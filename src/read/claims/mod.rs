//! Claims: what a run says about its own work, beside the record that proves it.
//!
//! A claim about a system beyond the work tree is never proven here: only a look at that system would.

mod proof;
mod words;

use super::done::Done;
use super::replay::Replay;
use crate::model::{Claim, Constraint, Gate, What};

/// What the run said about its work, each with the event that proves it, if one does.
pub fn claims(done: &Done<'_>, gates: &[Gate], constraints: &[Constraint], replay: &Replay) -> Vec<Claim> {
    let run = done.run;
    let ground = proof::Ground::of(done, gates, constraints, replay);
    let mut out = Vec::new();
    for (index, event) in run.events.iter().enumerate() {
        let What::Said { text } = &event.what else { continue };
        for sentence in words::sentences(text) {
            let kinds = words::kinds(&sentence);
            if kinds.is_empty() {
                continue;
            }
            let (proof, why) = ground.prove(index, &sentence, &kinds);
            out.push(Claim { text: sentence, event: event.id.clone(), proof, why });
        }
    }
    out
}
