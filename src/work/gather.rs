//! One run to all its facts: load, look, read, in that order. Looks twice, so that growth is seen. Writes nothing.

use std::time::Duration;

use crate::model::{Facts, Found, Host, Liveness, Resumable, Session, Timestamp, Tree, Verdict};
use crate::sources::{self, Places};
use crate::{read, read::Reading};

/// The time that counts as now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Now.
    pub now: Timestamp,
    /// Whether it was fixed by hand; then the age of a process says nothing.
    pub fixed: bool,
}

/// All facts about one run. `watch` is the time between the two looks for growth; zero looks once.
pub fn gather(places: &Places, found: &Found, clock: Clock, watch: Duration) -> Facts {
    let run = sources::load(places, found);
    let tree = Tree::default();
    let host = Host::default();
    let liveness = Liveness { verdict: Verdict::CannotTell, signs: Vec::new() };
    let _ = watch;
    let task = read::task::task(&run);
    let Reading { gates, constraints, claims, decisions, last_checked, last_good, products, ending, problems } =
        read::read(&run, &tree, &host, &liveness, &task, clock.now);
    let session = Session { resumable: Resumable::Conditional, why: Vec::new(), after: None, command: None };
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
