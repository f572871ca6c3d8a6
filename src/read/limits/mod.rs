//! Limits: what a person said the work must keep to, whether a compaction lost it, and what broke it.

use crate::model::{Constraint, Gate, Run, Task, Tree};

/// The limits on record, with their fate.
pub fn constraints(_run: &Run, _tree: &Tree, _task: &Task, _gates: &[Gate]) -> Vec<Constraint> {
    Vec::new()
}
