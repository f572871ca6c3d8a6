//! Signs of life: what ties processes, locks, registry files and growth to a run, each with what it says.
//!
//! Age is never a sign. What could not be looked at says so; it is never quiet.

mod accounts;
mod agent;
mod clients;
mod growth;
mod lock;
mod people;
mod place;
mod port;
mod registry;
mod repository;
mod say;
mod scheduler;
mod task;
mod ties;

use crate::model::{Belongs, Run, Says, Sign, SignKind, Timestamp, Tree};

use super::activity::Look;
use super::process;
use super::world::World;
use place::Places;

/// The signs now, and the look that a later call compares with: growth shows only between two looks.
pub fn signs(run: &Run, tree: &Tree, world: &World, before: Option<&Look>) -> (Vec<Sign>, Look) {
    let places = Places::of(run, tree);
    let table = process::scan(world, &places.folders(run), &ties::names(run, world));
    let known = ties::Known::of(run, world, &table);
    let ties = ties::ties(run, world, &table, &places, &known);

    let mut signs = Vec::new();
    signs.extend(agent::signs(run, world, &table, &ties, &known));
    signs.extend(port::signs(world, &table, &ties, &signs));
    signs.extend(registry::signs(world, &known, &ties));
    signs.extend(lock::signs(run, world, &known, &ties));
    signs.extend(accounts::signs(run, tree, world, &table, &ties));
    let open = ties.open_in(&table, &places);
    let look = Look::take(&run.marks.growing, tree, &open);
    signs.extend(growth::signs(run, tree, world, before.map(|before| look.since(before)).as_ref()));
    signs.extend(scheduler::signs(run, tree, world));
    signs.extend(repository::signs(tree, world, &table, &ties));
    signs.extend(run.record.iter().flat_map(|record| task::signs(record, world)));
    signs.sort_by_key(|sign| sign.belongs);
    (signs, look)
}

/// A time as signs say it.
fn world_time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// A sign without a process.
fn sign(kind: SignKind, says: Says, belongs: Belongs, key: &str, what: String, at: Timestamp) -> Sign {
    Sign { kind, says, what, at, pid: None, key: key.to_owned(), belongs, process: None }
}
