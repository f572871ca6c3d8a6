//! The runs and the operators around the open recovery: who consumed its briefs, and who else decides in it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::super::watch::Order;
use super::super::{attempts, facts, found, send};
use super::{Held, Keeper};
use crate::model::{Brief, Facts, Op, Standing};
use crate::msg::{Around, Msg, Stands};
use crate::{sources, steps};

impl Keeper {
    /// From the second attempt on, what is sorted is what the attempt before left: its run is the dead one.
    pub(super) fn turn_to_dead_run(&self, held: &mut Held) {
        let Some(dead) = held.recovery.decided.dead_run().filter(|dead| dead.session != held.run.session) else {
            return;
        };
        let row = found(dead);
        if row.path.exists() {
            held.run = dead.clone();
            held.facts = facts(&self.setting, &row);
            let _ = self.watch.send(Order::Watch(held.facts.clone(), Box::new(row))); // the watcher lives as long as the program
        }
    }

    /// The runs around this recovery; those that were given a brief of it and are new join it.
    pub(super) fn around(&mut self, writable: bool) -> Around {
        let Some(id) = self.held.as_ref().and_then(|held| held.recovery.id.clone()) else { return Around::default() };
        let places = &self.setting.places;
        let (rows, _) = sources::found(places);
        let consumers = attempts::consumers(&rows, &id);
        for (attempt, found) in &consumers {
            let run = found.mark();
            let known = |held: &Held| {
                held.recovery.decided.runs.iter().any(|(of, known, _)| of == attempt && known.session == run.session)
            };
            if writable && self.held.as_ref().is_some_and(|held| !known(held)) {
                self.save(vec![Op::Join { run, attempt: *attempt, how: "brief id".to_owned() }]);
            }
        }
        let of_task = self.of_task(&id, writable);
        let Some(held) = &self.held else { return Around::default() };
        let decided = &held.recovery.decided;
        let from = decided.published.get(&decided.attempt).map(|published| published.at);
        // Where the next run gets a work tree of its own, that is where it is seen.
        let own = steps::compose::own_tree(&held.facts, decided, &id).map(|own| PathBuf::from(own.folder));
        let folder = own.as_deref().unwrap_or(&held.facts.tree.root);
        let since = from.map(|from| attempts::since(&self.setting.places, &rows, folder, from));
        let mut attempts = attempts::attempts(&self.setting, consumers, decided);
        attempts.extend(of_task);
        let sessions = rows.into_iter().map(|row| row.session).collect();
        Around { attempts, since: since.unwrap_or_default(), sessions }
    }

    /// A task's next run stands in the same record: it consumed a brief when the brief's mark is in its log.
    fn of_task(&mut self, id: &str, writable: bool) -> Vec<(u32, Facts)> {
        let Some(held) = &self.held else { return vec![] };
        if held.facts.run.record.is_none() {
            return vec![];
        }
        let briefs: Vec<_> = held.written().into_iter().map(|written| written.brief).collect();
        let read = |brief: &&Brief| !steps::review::consumptions(&held.facts.run, brief).is_empty();
        let consumed: Vec<u32> = briefs.iter().filter(read).map(|brief| brief.attempt).collect();
        let (run, facts) = (held.run.clone(), Facts::clone(&held.facts));
        let known: Vec<u32> = held.recovery.decided.runs.iter().map(|(attempt, ..)| *attempt).collect();
        for attempt in &consumed {
            if writable && !known.contains(attempt) {
                self.save(vec![Op::Join {
                    run: run.clone(),
                    attempt: *attempt,
                    how: format!("brief id {id} in its log"),
                }]);
            }
        }
        consumed.into_iter().map(|attempt| (attempt, facts.clone())).collect()
    }

    /// Looks for runs that have consumed the brief since, when one was written.
    pub(super) fn look_around(&mut self) {
        let Some(held) = &mut self.held else { return };
        if !held.recovery.decided.published.is_empty() {
            let standing = held.open.standing();
            self.stands(standing, BTreeMap::new(), true);
        }
    }

    /// Notices what other operators did meanwhile, and says so; whether there was anything.
    pub(super) fn look(&mut self) -> bool {
        let now = self.setting.clock().now;
        let Some(held) = &mut self.held else { return false };
        let Some(opened) = held.open.look_again(&held.recovery, now) else { return false };
        held.recovery = opened.recovery;
        self.stands(opened.standing, opened.draft.unwrap_or_default().texts, false);
        true
    }

    /// Says how the recovery stands, with the runs around it when they were looked for.
    pub(super) fn stands(&mut self, standing: Standing, texts: BTreeMap<String, String>, around: bool) {
        let around = around.then(|| self.around(standing == Standing::Writable));
        let Some(held) = &mut self.held else { return };
        held.recovery.decided.attempt = held.recovery.decided.attempt.max(1);
        let (recovery, written) = (held.recovery.clone(), held.written());
        let notes = held.notes();
        send(&self.to, Msg::Stands(Box::new(Stands { standing, recovery, written, texts, around })));
        send(&self.to, Msg::Notes(notes));
    }

    pub(super) fn take_over(&mut self, name: String) {
        let now = self.setting.clock().now;
        let Some(held) = &mut self.held else { return };
        held.open.called(&name);
        held.name = Some(name);
        match held.open.take_over(now) {
            Ok(opened) => {
                held.recovery = opened.recovery;
                self.stands(opened.standing, opened.draft.unwrap_or_default().texts, false);
            }
            // They may have left in the meantime, which needs no taking over.
            Err(_) if self.look() => {}
            Err(why) => send(&self.to, Msg::Say(why.to_string())),
        }
    }
}
