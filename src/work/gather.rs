//! One run to all its facts: load, look, read, in that order. Looks twice, so that growth is seen. Writes nothing.

use std::time::Duration;

use crate::model::{Facts, Found, Liveness, Run, Timestamp, Tree};
use crate::probes::{self, World};
use crate::sources::{self, Places};
use crate::steps::confirm;
use crate::work::place::{Placed, place};
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
    gather_from(sources::load(places, found), places, found, clock, watch)
}

/// All facts about one run whose records are loaded.
pub fn gather_from(records: Run, places: &Places, found: &Found, clock: Clock, watch: Duration) -> Facts {
    let Placed { run, tree, recorded } = place(places, found, records);
    let world = World::here(clock.now, clock.fixed, places.map.clone(), sources::LOOKS, Some(&places.config));
    let liveness = look(recorded.as_ref().unwrap_or(&run), &tree, &world, watch);
    let mut host = probes::host(&world);
    if clock.fixed {
        // The machine booted on its own clock, which a fixed one says nothing about.
        host.booted = None;
    }
    let mut task = read::task::task(&run);
    super::contract::criteria(&mut task, &run, &tree);
    let packet = super::packet::apply(&mut task, &run, &tree, &places.packets);
    let Reading { gates, constraints, claims, decisions, last_checked, last_good, products, ending, problems } =
        read::read(&run, &tree, &host, &liveness, &task);
    let session = sources::session(&sources::resume::Known {
        run: recorded.as_ref().unwrap_or(&run),
        liveness: &liveness,
        ending: &ending,
        constraints: &constraints,
        products: &products,
        tree: &tree,
        now: clock.now,
    });
    let plan = run.plan.clone();
    let offers = super::contract::offers(&tree);
    let problems = run.problems.iter().chain(&tree.problems).cloned().chain(problems).chain(packet).collect();
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
        offers,
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

/// Two looks with time between them: growth shows only in the second.
fn look(run: &Run, tree: &Tree, world: &World, watch: Duration) -> Liveness {
    let (mut signs, first) = probes::signs(run, tree, world, None);
    if !watch.is_zero() {
        std::thread::sleep(watch);
        (signs, _) = probes::signs(run, tree, world, Some(&first));
    }
    Liveness { verdict: confirm::verdict(&signs), signs }
}
