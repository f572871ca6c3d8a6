//! What a run did, read once: its commands, the files that it changed, its commits, the tests that it weakened. All rules stand on it.

use super::changes::{Changed, changes_by};
use super::commits::{Made, made};
use super::gates::{Weakened, weakened};
use super::ran::{Ran, ran};
use crate::model::{Run, Tree};

/// What a run did, beside the tree that it left.
#[derive(Debug)]
pub struct Done<'a> {
    /// The run.
    pub run: &'a Run,
    /// The work tree.
    pub tree: &'a Tree,
    /// Every command, in order.
    pub ran: Vec<Ran<'a>>,
    /// Every change of a file, in order.
    pub changes: Vec<Changed>,
    /// Every commit that it asked for.
    pub made: Vec<Made>,
    /// Every change that takes something from a test.
    pub(crate) weak: Vec<Weakened>,
}

impl<'a> Done<'a> {
    /// Reads the commands of a run and what follows from them.
    pub fn of(run: &'a Run, tree: &'a Tree) -> Self {
        let ran = ran(run);
        let changes = changes_by(run, &ran);
        let made = made(run, &ran, tree);
        let weak = weakened(run, tree, &changes);
        Self { run, tree, ran, changes, made, weak }
    }
}
