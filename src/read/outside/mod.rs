//! Outside actions: what a run asked of systems beyond its work tree, and what is on record of the answer.

use crate::model::{Product, Run};

/// The outside actions of a run, as products; every one is suggested unknown.
pub fn actions(_run: &Run) -> Vec<Product> {
    Vec::new()
}

/// What a script's output says of one outside action in it.
pub(super) fn clue(_simple: &super::shell::Simple, _all: &[super::shell::Simple], _output: &str) -> Option<bool> {
    None
}
