//! Decisions that were made on the way, and the last thing that was checked.

use crate::model::{Decision, Gate, LastChecked, Run};

/// Decisions on record: answers of a person to questions, and choices that the agent states as such.
pub fn decisions(_run: &Run) -> Vec<Decision> {
    Vec::new()
}

/// The last thing that was checked and came out.
pub fn last_checked(_run: &Run, _gates: &[Gate]) -> Option<LastChecked> {
    None
}
