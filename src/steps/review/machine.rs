//! What the program itself says of a run: clean, or what speaks against it, and whether the run is to go on because of that.
//!
//! No person's verdict counts here: hooks and scripts ask when nobody looks.

use super::{Against, criteria, same_brief, verdict};
use crate::model::{GateChange, GateRow, GateState, Machine, Review};
use crate::steps::assign::leaves_red;

/// Whether nothing speaks against the run.
pub(super) fn says(against: &Against<'_>, review: &Review) -> Machine {
    if clean(against, review, |_| false) { Machine::Clean } else { Machine::Against }
}

/// Whether something speaks against the run that the run itself can settle within its step: what was known to be red before it, and
/// its brief does not ask for, would lead it out of its step.
pub(super) fn sends_back(against: &Against<'_>, review: &Review) -> bool {
    !clean(against, review, |gate| is_left(against, review, gate))
}

/// Whether a gate was known to be red before the run, and nothing in its brief asks for its green.
fn is_left(against: &Against<'_>, review: &Review, gate: &GateRow) -> bool {
    let brief = against.brief;
    let meant = |text: &str| criteria::meant(text, &review.gates).iter().any(|meant| meant.row == gate.row);
    let mut wanted = brief.criteria.iter().map(|one| one.text.as_str()).filter(|text| !leaves_red(text));
    let asked = criteria::names(&brief.next_step.text.to_lowercase(), gate) || wanted.any(meant);
    gate.now == GateState::Red && verdict::was_red(brief, gate) && !asked
}

fn clean(against: &Against<'_>, review: &Review, left: impl Fn(&GateRow) -> bool) -> bool {
    let consumed = against.consumption.is_some() && same_brief(against);
    let gates = review.gates.iter().filter(|gate| !left(gate)).all(|gate| match gate.before {
        GateState::Green => matches!(gate.change, GateChange::Same | GateChange::Fixed),
        // A gate of the contract that was only run here: red is red.
        GateState::NotRun => gate.measured.is_none() || gate.now != GateState::Red,
        GateState::Red | GateState::Stale => true,
    });
    let outside = review.outside_actions.iter().all(|action| action.confirmed && !action.forbidden);
    let claims = review.claims.iter().all(|claim| !claim.against);
    consumed && gates && outside && claims && review.limits_broken.is_empty()
}
