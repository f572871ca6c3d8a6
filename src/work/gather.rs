//! One run to all its facts: load, look, read, in that order. Looks twice, so that growth is seen. Writes nothing.

use std::sync::Arc;
use std::time::Duration;

use crate::model::{Facts, Found, Liveness, Resumable, Run, Session, Sign, Timestamp, Tree};
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

/// What was gathered of one run.
#[derive(Debug)]
pub struct Gathered {
    /// Its records as they were loaded.
    pub records: Run,
    /// All facts about it.
    pub facts: Arc<Facts>,
}

/// All facts about one run. `watch` is the time between the two looks for growth; zero looks once.
pub fn gather(places: &Places, found: &Found, clock: Clock, watch: Duration) -> Facts {
    Arc::unwrap_or_clone(gather_after(None, places, found, clock, watch).facts)
}

/// Gathers again. `before` holds records that have not moved: they are not loaded again, and where the work tree, the signs and the task
/// say the same as well, the rules are not asked again.
pub fn gather_after(
    before: Option<&Gathered>,
    places: &Places,
    found: &Found,
    clock: Clock,
    watch: Duration,
) -> Gathered {
    let records = before.map_or_else(|| sources::load(places, found), |before| before.records.clone());
    let Placed { run, tree, recorded } = place(places, found, records.clone());
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
    let same = before.map(|before| &*before.facts).filter(|facts| {
        facts.tree == tree
            && facts.host == host
            && facts.task == task
            && say_the_same(&facts.liveness, &liveness)
            && packet.iter().all(|problem| facts.problems.contains(problem))
    });
    let mut facts = if let Some(facts) = same {
        Facts { liveness, looked: clock.now, ..facts.clone() }
    } else {
        let Reading { gates, constraints, claims, decisions, last_checked, last_good, products, ending, problems } =
            read::read(&run, &tree, &host, &liveness, &task);
        let problems = run.problems.iter().chain(&tree.problems).cloned().chain(problems).chain(packet).collect();
        Facts {
            plan: run.plan.clone(),
            offers: super::contract::offers(&tree),
            session: Session { resumable: Resumable::No, why: vec![], after: None, command: None },
            looked: clock.now,
            run,
            tree,
            host,
            task,
            liveness,
            ending,
            last_good,
            gates,
            products,
            decisions,
            last_checked,
            constraints,
            carried: vec![],
            spoken: vec![],
            claims,
            problems,
        }
    };
    facts.session = sources::session(&sources::resume::Known {
        run: recorded.as_ref().unwrap_or(&facts.run),
        liveness: &facts.liveness,
        ending: &facts.ending,
        constraints: &facts.constraints,
        products: &facts.products,
        tree: &facts.tree,
        now: clock.now,
    });
    Gathered { records, facts: Arc::new(facts) }
}

/// Whether two looks saw the same, at whatever time.
fn say_the_same(before: &Liveness, now: &Liveness) -> bool {
    let same = |(before, now): (&Sign, &Sign)| Sign { at: now.at, ..before.clone() } == *now;
    before.signs.len() == now.signs.len() && before.signs.iter().zip(&now.signs).all(same)
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
