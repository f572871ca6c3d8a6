//! Looks again while a recovery is open: every 5 seconds, when the session's folder stirs, and when the operator asks.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use super::keep::Job;
use super::{Setting, facts, send};
use crate::model::{Facts, Found, Liveness};
use crate::msg::{Looked, Msg};
use crate::probes::{self, Look, World, activity};
use crate::{sources, steps};

const PAUSE: Duration = Duration::from_secs(5);

/// So long lie two looks apart at least, as in `inspect`: in less time a run that lives may well add nothing.
const APART: Duration = Duration::from_millis(1500);

/// What the watcher is told.
pub(super) enum Order {
    /// Watch this run.
    Watch(Arc<Facts>, Box<Found>),
    /// Look now, because the operator asked: everything is read again.
    Look,
    /// The session's folder stirred.
    Stirred,
    /// Hand out the facts of the last look.
    Facts(Sender<Option<Arc<Facts>>>),
    /// Stop watching.
    Stop,
}

/// The run that is watched.
struct Watched {
    facts: Arc<Facts>,
    found: Found,
    /// The look with which later ones are compared: growth since the run was opened or read again.
    first: Look,
    /// While it is there, what the system tells about the session's folders is forwarded.
    _alive: Arc<()>,
}

pub(super) fn start(
    setting: Setting,
    orders: Receiver<Order>,
    own: Sender<Order>,
    keep: Sender<Job>,
    to: Sender<Msg>,
) -> io::Result<()> {
    std::thread::Builder::new().name("watch".to_owned()).spawn(move || run(&setting, &orders, &own, &keep, &to))?;
    Ok(())
}

fn run(setting: &Setting, orders: &Receiver<Order>, own: &Sender<Order>, keep: &Sender<Job>, to: &Sender<Msg>) {
    let mut watched: Option<Watched> = None;
    loop {
        // Nothing to watch: wait without a clock.
        let order = match &watched {
            Some(_) => orders.recv_timeout(PAUSE),
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match order {
            Ok(Order::Watch(facts, found)) => watched = Some(begin(setting, facts, *found, own)),
            Ok(Order::Stop) => watched = None,
            Ok(Order::Facts(answer)) => {
                let _ = answer.send(watched.as_ref().map(|watched| watched.facts.clone()));
            }
            Ok(Order::Look) => {
                if let Some(watched) = &mut watched {
                    let _ = keep.send(Job::Look(true)); // the keeper lives as long as the program
                    read_again(setting, watched, to);
                }
            }
            Ok(Order::Stirred) | Err(RecvTimeoutError::Timeout) => {
                if let Some(watched) = &mut watched {
                    // Other operators leave no trace in the run: who holds the recovery is looked at as well.
                    let _ = keep.send(Job::Look(false));
                    look(setting, watched, to);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn begin(setting: &Setting, facts: Arc<Facts>, found: Found, own: &Sender<Order>) -> Watched {
    let (_, first) = signs(setting, &facts, None);
    let folders: Vec<_> =
        facts.run.transcripts.iter().filter_map(|transcript| transcript.path.parent().map(Into::into)).collect();
    let alive = Arc::new(());
    // Without it the 5 seconds are all that is left, which is enough.
    if let Ok(watch) = activity::watch(&folders) {
        let (own, there) = (own.clone(), Arc::downgrade(&alive));
        let _ = std::thread::Builder::new().name("stir".to_owned()).spawn(move || forward(&watch, &own, &there));
    }
    Watched { facts, found, first, _alive: alive }
}

/// Says that the session's folder stirred, at most once a second, for as long as the run is watched.
fn forward(watch: &activity::Watch, own: &Sender<Order>, there: &Weak<()>) {
    let mut last = Instant::now();
    while there.strong_count() > 0 {
        match watch.changes.recv_timeout(PAUSE) {
            Ok(()) if last.elapsed() > Duration::from_secs(1) => {
                last = Instant::now();
                if own.send(Order::Stirred).is_err() {
                    return;
                }
            }
            Ok(()) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn signs(setting: &Setting, facts: &Facts, before: Option<&Look>) -> (Liveness, Look) {
    let clock = setting.clock();
    let world =
        World::here(clock.now, clock.fixed, setting.places.map.clone(), sources::LOOKS, Some(&setting.places.config));
    let (signs, look) = probes::signs(&facts.run, &facts.tree, &world, before);
    (Liveness { verdict: steps::confirm::verdict(&signs), signs }, look)
}

/// How long to wait before a look counts beside one that was taken so long ago.
fn rest(age: Duration) -> Duration {
    APART.saturating_sub(age)
}

fn look(setting: &Setting, watched: &mut Watched, to: &Sender<Msg>) {
    std::thread::sleep(rest(watched.first.age()));
    let (liveness, now) = signs(setting, &watched.facts, Some(&watched.first));
    let change = now.since(&watched.first);
    let tree_changed = !change.changed.is_empty();
    let mut read = None;
    if tree_changed {
        // Products may have changed after somebody opened them.
        let mut facts = Facts::clone(&facts(setting, &watched.found));
        facts.liveness = liveness.clone();
        watched.facts = Arc::new(facts.clone());
        watched.first = now;
        read = Some(Box::new(facts));
    }
    let at = setting.clock().now;
    send(to, Msg::Looked(Box::new(Looked { liveness, products: None, facts: read, at, asked: None })));
}

fn read_again(setting: &Setting, watched: &mut Watched, to: &Sender<Msg>) {
    setting.recent.forget(&watched.found.mark());
    let mut facts = Facts::clone(&facts(setting, &watched.found));
    std::thread::sleep(rest(watched.first.age()));
    let after = watched.first.age();
    let (liveness, now) = signs(setting, &facts, Some(&watched.first));
    facts.liveness = liveness.clone();
    (watched.facts, watched.first) = (Arc::new(facts.clone()), now);
    let at = setting.clock().now;
    let facts = Some(Box::new(facts));
    send(to, Msg::Looked(Box::new(Looked { liveness, products: None, facts, at, asked: Some(after) })));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_look_waits_until_the_first_is_old_enough() {
        let half = Duration::from_millis(500);
        assert_eq!(rest(half), Duration::from_secs(1), "a quiet half second shows nothing");
        assert_eq!(rest(APART), Duration::ZERO);
        assert_eq!(rest(PAUSE), Duration::ZERO, "nothing that waited already waits longer");
        assert_eq!(APART.as_millis(), 1500, "as inspect does");
    }
}
