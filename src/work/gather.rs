//! One run to all its facts: load, look, read, in that order. Looks twice, so that growth is seen. Writes nothing.

use std::path::PathBuf;
use std::time::Duration;

use crate::model::{Deed, Facts, Found, Liveness, Run, Timestamp, Tree};
use crate::probes::{self, World, tree::Ask};
use crate::sources::{self, Places};
use crate::steps::confirm;
use crate::{read, read::Reading};

/// The time that counts as now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Now.
    pub now: Timestamp,
    /// Whether it was fixed by hand; then the age of a process and the machine's boot say nothing.
    pub fixed: bool,
}

/// All facts about one run. `watch` is the time between the two looks for growth; zero looks once.
pub fn gather(places: &Places, found: &Found, clock: Clock, watch: Duration) -> Facts {
    let run = sources::load(places, found);
    let tree = tree(places, &run);
    let world = World::here(clock.now, clock.fixed, places.map.clone(), sources::LOOKS);
    let liveness = look(&run, &tree, &world, watch);
    let mut host = probes::host(&world);
    if clock.fixed {
        // The machine booted on its own clock, which a fixed one says nothing about.
        host.booted = None;
    }
    let task = read::task::task(&run);
    let Reading { gates, constraints, claims, decisions, last_checked, last_good, products, ending, problems } =
        read::read(&run, &tree, &host, &liveness, &task, clock.now);
    let session = sources::session(&sources::resume::Known {
        run: &run,
        liveness: &liveness,
        ending: &ending,
        constraints: &constraints,
        products: &products,
        tree: &tree,
        now: clock.now,
    });
    let plan = run.plan.clone();
    let problems = run.problems.iter().chain(&tree.problems).cloned().chain(problems).collect();
    Facts {
        run,
        tree,
        host,
        task,
        liveness,
        ending,
        session,
        last_good,
        gates,
        products,
        decisions,
        last_checked,
        constraints,
        plan,
        claims,
        problems,
        looked: clock.now,
    }
}

/// The work tree in which the run worked.
fn tree(places: &Places, run: &Run) -> Tree {
    let Some(root) = &run.cwd else { return Tree::default() };
    probes::tree::read(&Ask {
        root,
        started: run.started,
        last_event: run.last_event,
        written: &written(run),
        start_commit: run.start_commit.as_deref(),
        map: &places.map,
    })
}

/// Every file that the run changed or tried to change.
fn written(run: &Run) -> Vec<PathBuf> {
    let edited = run.calls().filter_map(|(_, call, _)| match &call.deed {
        Deed::Edit(edits) => Some(edits.iter().map(|edit| edit.path.clone())),
        _ => None,
    });
    let mut paths: Vec<PathBuf> = edited.flatten().collect();
    paths.extend(read::changes::changes(run).into_iter().filter_map(|change| change.path));
    paths.sort();
    paths.dedup();
    paths
}

/// Two looks with time between them: growth shows only in the second.
fn look(run: &Run, tree: &Tree, world: &World, watch: Duration) -> Liveness {
    let (mut signs, first) = probes::signs(run, tree, world, None);
    if !watch.is_zero() {
        std::thread::sleep(watch);
        (signs, _) = probes::signs(run, tree, world, Some(&first));
    }
    Liveness { verdict: confirm::verdict(&signs), signs }
}
