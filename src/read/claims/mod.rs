//! Claims: what a run says about its own work, beside the record that proves it.

use crate::model::{Claim, Gate, Run, Tree};

/// What the run said about its work, each with the event that proves it, if one does.
pub fn claims(_run: &Run, _tree: &Tree, _gates: &[Gate]) -> Vec<Claim> {
    Vec::new()
}
