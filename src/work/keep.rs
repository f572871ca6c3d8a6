//! Keeps what was decided: one queue, in order, never dropped. Holds the open recovery with its lock.

mod around;
mod elsewhere;
mod gates;
mod salvage;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::attempts;
use super::watch::Order;
use super::{Setting, send, written};
use crate::model::{Draft, Entry, Facts, Measured, Op, Recovery, RunMark, Standing};
use crate::msg::{Msg, Opened, Write, WrittenBrief};
use crate::store::{self, Folder, OpenRecovery, StoreError};

/// What is to be kept.
pub(super) enum Job {
    /// Open the recovery of a run.
    Open { run: RunMark, facts: Arc<Facts> },
    /// Write decisions down.
    Save { ticket: u64, ops: Vec<Op> },
    /// Keep what is half typed.
    Draft(Draft),
    /// Write elsewhere, after somebody said yes.
    Write { ticket: u64, write: Box<Write> },
    /// Take the recovery over; the name is who does.
    TakeOver(String),
    /// Notice what other operators did meanwhile; `true` when the operator asked: runs are looked for as well.
    Look(bool),
    /// Gates came to their end.
    Measured { recovery: Option<String>, ticket: u64, attempt: u32, results: Vec<Measured> },
    /// End the gates that run.
    StopGates,
    /// Look at what a salvage copy would hold.
    Survey,
    /// Look at what lies at places to which something is to be written.
    LookAt(Vec<PathBuf>),
    /// Give it back.
    Shut,
    /// Everything before this is written.
    Finish(Sender<()>),
}

/// The open recovery.
struct Held {
    open: OpenRecovery,
    recovery: Recovery,
    run: RunMark,
    facts: Arc<Facts>,
    /// Who decides here, when that was said in this program: on the command line, or when it took over.
    name: Option<String>,
}

pub(super) fn start(
    setting: Setting,
    jobs: Receiver<Job>,
    own: Sender<Job>,
    watch: Sender<Order>,
    to: Sender<Msg>,
) -> io::Result<()> {
    let run = move || {
        let mut keeper = Keeper { setting, own, watch, to, held: None, running: None };
        while let Ok(first) = jobs.recv() {
            let mut batch = std::iter::once(first).chain(jobs.try_iter()).peekable();
            while let Some(job) = batch.next() {
                // Of drafts only the newest is worth the flush of a slow disk.
                let old = matches!((&job, batch.peek()), (Job::Draft(_), Some(Job::Draft(_))));
                if !old {
                    keeper.does(job);
                }
            }
        }
    };
    std::thread::Builder::new().name("keep".to_owned()).spawn(run)?;
    Ok(())
}

struct Keeper {
    setting: Setting,
    own: Sender<Job>,
    watch: Sender<Order>,
    to: Sender<Msg>,
    held: Option<Held>,
    running: Option<gates::Running>,
}

impl Keeper {
    fn does(&mut self, job: Job) {
        match job {
            Job::Open { run, facts } => self.open(run, facts),
            Job::Save { ticket, ops } => {
                let ops = match ops.into_iter().map(|op| self.with_run(op)).collect() {
                    Ok(ops) => ops,
                    Err(why) => {
                        send(&self.to, Msg::Saved { ticket, entries: vec![] });
                        return send(&self.to, Msg::Say(why));
                    }
                };
                let (entries, failed) = self.save(ops);
                // What was written before it failed counts.
                if !entries.is_empty() || failed.is_none() {
                    send(&self.to, Msg::Saved { ticket, entries });
                }
                if let Some(why) = failed {
                    self.failed(ticket, &why);
                }
            }
            Job::Draft(draft) => {
                if let Some(Err(why)) = self.held.as_ref().map(|held| held.open.keep_draft(&draft)) {
                    send(&self.to, Msg::Say(why.to_string()));
                }
            }
            Job::Write { ticket, write } if matches!(*write, Write::Gates(_)) => {
                if let Err(why) = self.gates(ticket, *write) {
                    send(&self.to, Msg::NotWritten { ticket, why });
                }
            }
            Job::Measured { recovery, ticket, attempt, results } => {
                self.measured(recovery.as_deref(), ticket, attempt, results);
            }
            Job::StopGates => self.stop_gates(false),
            Job::Survey => self.survey(),
            Job::LookAt(paths) => self.look_at(paths),
            Job::Write { ticket, write } => match self.write(*write) {
                Ok((what, entries, brief)) => {
                    send(&self.to, Msg::Written { ticket, what, entries, brief });
                    send(&self.to, Msg::Notes(self.held.as_ref().map(Held::notes).unwrap_or_default()));
                }
                Err(why) => send(&self.to, Msg::NotWritten { ticket, why }),
            },
            Job::TakeOver(name) => self.take_over(name),
            Job::Look(asked) => {
                let changed = self.look();
                if asked && !changed {
                    self.look_around();
                }
            }
            Job::Shut => {
                self.stop_gates(true);
                self.held = None;
            }
            Job::Finish(done) => {
                self.stop_gates(true);
                self.held = None;
                let _ = done.send(()); // nobody waits any more: we are leaving anyway
            }
        }
    }

    fn open(&mut self, run: RunMark, facts: Arc<Facts>) {
        // The lock of what was open before is free before another is asked for.
        self.held = None;
        let folder = Folder::open(&self.setting.own.state);
        let mut keys = vec![store::session_key(run.runtime, &run.session)];
        keys.extend(facts.task.key.as_ref().map(|key| store::task_key(&facts.task.source, key)));
        let now = self.setting.clock().now;
        let (open, opened) = OpenRecovery::open(folder, &keys, self.setting.me.clone(), now);
        let name = self.setting.operator.clone();
        let mut held = Held { open, recovery: opened.recovery, run, facts, name };
        if let Some(name) = held.name.as_ref().or(held.recovery.decided.operator.as_ref()) {
            held.open.called(name);
        }
        held.recovery.decided.attempt = held.recovery.decided.attempt.max(1);
        self.turn_to_dead_run(&mut held);
        let (draft, standing, problems) = (opened.draft, opened.standing, opened.problems);
        self.held = Some(held);
        let around = self.around(standing == Standing::Writable);
        let Some(held) = &self.held else { return };
        let mut facts = Facts::clone(&held.facts);
        facts.problems.extend(problems);
        let opened = Opened {
            run: held.run.clone(),
            facts,
            recovery: held.recovery.clone(),
            standing,
            operator: self.setting.operator.clone(),
            draft,
            around,
            written: held.written(),
            folder: held.path(),
        };
        let notes = held.notes();
        send(&self.to, Msg::Opened(Box::new(opened)));
        send(&self.to, Msg::Notes(notes));
    }

    /// A run that was named by hand, completed: which runtime it is of, and where its transcript lies.
    fn with_run(&self, op: Op) -> Result<Op, String> {
        match op {
            Op::Join { run, attempt, how } if run.transcript.is_empty() => {
                Ok(Op::Join { run: attempts::named(&self.setting.places, &run.session)?, attempt, how })
            }
            op => Ok(op),
        }
    }

    /// Writes decisions down, one after the other; stops at the first that fails.
    fn save(&mut self, ops: Vec<Op>) -> (Vec<Entry>, Option<StoreError>) {
        let (setting, Some(held)) = (&self.setting, &mut self.held) else { return (vec![], None) };
        let mut entries = vec![];
        // The name that comes with the first decision stands beside what is written before it, too.
        let named = ops.iter().find_map(|op| match op {
            Op::Operator { name } => Some(name.clone()),
            _ => None,
        });
        let joins = ops.iter().any(|op| matches!(op, Op::Join { attempt: 0, .. }));
        let join = held.recovery.decided.runs.is_empty() && !joins;
        let first = join.then(|| Op::Join { run: held.run.clone(), attempt: 0, how: "first".to_owned() });
        let mut act = None;
        for op in first.into_iter().chain(ops) {
            let part = op.is_of_act();
            let known = named.clone().or_else(|| held.name.clone()).or_else(|| held.recovery.decided.operator.clone());
            let by = known.unwrap_or_else(|| setting.me.by.clone());
            match held.open.save_to(act.filter(|_| part), op, &by, setting.clock().now) {
                Ok(entry) => {
                    act = act.or(Some(entry.seq).filter(|_| part));
                    match &entry.op {
                        Op::Operator { name } => held.open.called(name),
                        // The picker finds it by the brief's mark as well.
                        Op::Join { run, attempt: 1.., .. } => {
                            let _ = held.open.add_keys(&[store::session_key(run.runtime, &run.session)]);
                        }
                        _ => {}
                    }
                    held.recovery.id = held.open.id().map(str::to_owned);
                    held.recovery.apply(entry.clone());
                    entries.push(entry);
                }
                Err(why) => return (entries, Some(why)),
            }
        }
        (entries, None)
    }

    fn failed(&mut self, ticket: u64, why: &StoreError) {
        if let (StoreError::Gone { .. }, Some(held)) = (why, &self.held) {
            let standing = held.open.known_standing();
            return self.stands(standing, BTreeMap::new(), false);
        }
        // Somebody took over, or began before us: that is no fault of the disk.
        if !self.look() {
            send(&self.to, Msg::SaveFailed { ticket, why: why.to_string() });
        }
    }
}

impl Held {
    /// The recovery's own folder; before the first decision the folder in which it will be.
    fn path(&self) -> PathBuf {
        self.open.place()
    }

    fn written(&self) -> Vec<WrittenBrief> {
        let recovery = self.recovery.id.clone().unwrap_or_default();
        written::briefs(&self.recovery.decided, &self.facts, &recovery)
    }
}
