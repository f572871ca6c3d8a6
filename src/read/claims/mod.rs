//! Claims: what a run says about its own work, beside the record that proves it.
//!
//! A claim about a system beyond the work tree is never proven here: only a look at that system would.

mod proof;
mod words;

use super::done::Done;
use crate::model::{Claim, Gate, What};

/// What the run said about its work, each with the event that proves it, if one does.
pub fn claims(done: &Done<'_>, gates: &[Gate]) -> Vec<Claim> {
    let Done { run, tree, changes, made, .. } = done;
    let ground = proof::Ground { run, tree, gates, made, changes };
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
