//! What a record means, pure: commands, gates, outside actions, limits, claims, replay, ending, last good, products.
//!
//! [`read`] puts the rules together in the order in which they build on each other.

pub mod changes;
pub mod checks;
pub mod claims;
pub mod commits;
pub mod contract;
pub mod decisions;
pub mod documents;
pub mod done;
pub mod ending;
pub mod file_kind;
pub mod gates;
pub mod last_good;
pub mod limits;
pub mod outside;
pub mod packet;
mod pattern;
pub mod products;
pub mod ran;
pub mod replay;
pub mod shell;
pub mod task;
pub(crate) mod wording;

use crate::model::{
    Claim, Commit, Constraint, Decision, Ending, Gate, Host, LastChecked, LastGood, Liveness, Problem, Product, Run,
    Task, Tree,
};

/// Everything that the records, the work tree and the signs say together.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The gates.
    pub gates: Vec<Gate>,
    /// Limits with their fate.
    pub constraints: Vec<Constraint>,
    /// What the run said, beside its proof.
    pub claims: Vec<Claim>,
    /// Decisions that were made on the way.
    pub decisions: Vec<Decision>,
    /// The last thing that was checked and came out.
    pub last_checked: Option<LastChecked>,
    /// The state to return to.
    pub last_good: LastGood,
    /// What the run left.
    pub products: Vec<Product>,
    /// How it ended.
    pub ending: Ending,
    /// What does not fit together.
    pub problems: Vec<Problem>,
}

/// Everything that the rules know of, for the rules that come last.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The run.
    pub run: &'a Run,
    /// The work tree.
    pub tree: &'a Tree,
    /// What the run did.
    pub done: &'a done::Done<'a>,
    /// The machine.
    pub host: &'a Host,
    /// What the signs say.
    pub liveness: &'a Liveness,
    /// What the run was for.
    pub task: &'a Task,
    /// The gates.
    pub gates: &'a [Gate],
    /// Limits with their fate.
    pub constraints: &'a [Constraint],
    /// What the run said.
    pub claims: &'a [Claim],
    /// What each file was at each event.
    pub replay: &'a replay::Replay,
}

impl Known<'_> {
    /// Whether a commit was made when the run had ended, and no record of it shows that it made it: it belongs to somebody else.
    pub fn of_others(&self, commit: &Commit) -> bool {
        let by_run = self.replay.commits.place(&commit.id).is_some_and(|place| place.by_run);
        !by_run && commits::after_end(self.run, commit)
    }
}

/// Reads the records beside the work tree and the signs.
pub fn read(run: &Run, tree: &Tree, host: &Host, liveness: &Liveness, task: &Task) -> Reading {
    let done = done::Done::of(run, tree);
    let gates = gates::gates(&done, task);
    let replay = replay::Replay::of(&done);
    let constraints = limits::constraints(&done, task, &gates, &replay);
    let claims = claims::claims(&done, &gates, &constraints, &replay);
    let known = Known {
        run,
        tree,
        done: &done,
        host,
        liveness,
        task,
        gates: &gates,
        constraints: &constraints,
        claims: &claims,
        replay: &replay,
    };
    let proofs = last_good::Proofs::of(known);
    let last_good = proofs.last_good(known);
    let products = products::products(known, &proofs, &last_good);
    let ending = ending::ending(known, &last_good);
    let decisions = decisions::decisions(run);
    let last_checked = decisions::last_checked(run, &gates);
    let problems = products::problems(known);
    let mut gates = gates;
    proofs.part(run, tree, &mut gates);
    Reading { gates, constraints, claims, decisions, last_checked, last_good, products, ending, problems }
}
