//! Carries out effects on threads and sends messages back.
//!
//! Of what is read only the newest of a kind matters; what is written is a queue, in order, never dropped. The only
//! module that makes threads for work. It never decides and never draws.

#![allow(clippy::disallowed_methods, reason = "work runs effects on threads")]

mod attempts;
pub mod content;
mod contract;
mod find;
pub mod gather;
mod keep;
pub mod measure;
mod newest;
pub mod packet;
pub mod place;
mod printed;
pub mod recent;
pub mod task_document;
mod watch;
mod written;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crate::gates::Keeper;
use crate::model::{Facts, Found, RunMark, Runtime, Timestamp};
use crate::msg::{ContentWanted, Effect, Known, Msg};
use crate::sources::Places;
use crate::{brief, store};
use gather::{Clock, gather_after};
use keep::Job;
use newest::Newest;
use recent::Recent;
use watch::Order;

/// What the work is done with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Where the runs are.
    pub places: Places,
    /// Now, or a time that was fixed by hand.
    pub clock: Clock,
    /// Our own folders.
    pub own: store::Places,
    /// Who we are to other operators; `by` is the name that was given, or the account's.
    pub me: store::Me,
    /// The name that was given on the command line or in the environment.
    pub operator: Option<String>,
    /// The program that holds gates.
    pub keeper: Keeper,
    /// What was gathered last.
    pub recent: Arc<Recent>,
}

impl Setting {
    /// Now.
    fn clock(&self) -> Clock {
        if self.clock.fixed { self.clock } else { Clock { now: Timestamp::now(), fixed: false } }
    }
}

/// The threads that carry out effects.
pub struct Work {
    find: Arc<Newest<bool>>,
    know: Arc<Newest<RunMark>>,
    open: Arc<Newest<RunMark>>,
    content: Arc<Newest<ContentWanted>>,
    keep: Sender<Job>,
    watch: Sender<Order>,
    copied: PathBuf,
    fixed: bool,
}

impl Work {
    /// Starts the threads; they wait without doing anything.
    pub fn start(setting: &Setting, to: &Sender<Msg>) -> std::io::Result<Self> {
        let (keep, jobs) = channel();
        let (watch, orders) = channel();
        watch::start(setting.clone(), orders, watch.clone(), keep.clone(), to.clone())?;
        keep::start(setting.clone(), jobs, keep.clone(), watch.clone(), to.clone())?;
        let (find_with, know_with, open_with) = (setting.clone(), setting.clone(), setting.clone());
        let (find_to, know_to, open_to, content_to) = (to.clone(), to.clone(), to.clone(), to.clone());
        let (keeper, watcher) = (keep.clone(), watch.clone());
        Ok(Self {
            find: Newest::start("find", move |all| {
                // What lies on this machine does not wait for a server.
                let mut catalog = find::catalog(&find_with, all);
                send(&find_to, Msg::Found(Box::new(catalog.clone())));
                if find::add_tasks(&find_with, &mut catalog) {
                    send(&find_to, Msg::Found(Box::new(catalog)));
                }
            })?,
            know: Newest::start("know", move |run: RunMark| {
                let facts = facts(&know_with, &found(&run));
                send(&know_to, Msg::Known(Box::new(Known::of(run, Facts::clone(&facts)))));
            })?,
            open: Newest::start("open", move |run: RunMark| {
                let found = found(&run);
                let task = found.runtime == Runtime::Paperclip;
                if !task && !found.path.exists() {
                    let why = format!("{} is not there any more", found.path.display());
                    return send(&open_to, Msg::NotOpened { run, why });
                }
                let facts = facts(&open_with, &found);
                if task && facts.run.record.is_none() {
                    let first = facts.problems.first().map(|problem| problem.what.clone());
                    let why = first.unwrap_or_else(|| "the task could not be read".to_owned());
                    return send(&open_to, Msg::NotOpened { run, why });
                }
                // Nobody listens only when the program is about to leave.
                let _ = watcher.send(Order::Watch(facts.clone(), Box::new(found)));
                let _ = keeper.send(Job::Open { run, facts });
            })?,
            content: {
                let watcher = watch.clone();
                Newest::start("content", move |wanted: ContentWanted| {
                    let (answer, facts) = channel();
                    let _ = watcher.send(Order::Facts(answer));
                    if let Ok(Some(facts)) = facts.recv() {
                        send(&content_to, Msg::Content(Box::new(content::read(&facts, wanted))));
                    }
                })?
            },
            keep,
            watch,
            copied: setting.own.state.clone(),
            fixed: setting.clock.fixed,
        })
    }

    /// Carries out an effect; the answer comes as a message. Effects of the terminal are not ours and come back.
    pub fn carry_out(&self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Find { all } => self.find.ask(all),
            Effect::Know(run) => self.know.ask(run),
            Effect::Open(run) => self.open.ask(run),
            Effect::Content(wanted) => self.content.ask(wanted),
            Effect::Look => self.order(Order::Look),
            Effect::Shut => {
                self.order(Order::Stop);
                self.job(Job::Shut);
            }
            Effect::Save { ticket, ops } => self.job(Job::Save { ticket, ops }),
            Effect::SaveDraft(draft) => self.job(Job::Draft(draft)),
            Effect::Write { ticket, write } => self.job(Job::Write { ticket, write }),
            Effect::StopGates => self.job(Job::StopGates),
            Effect::Survey => self.job(Job::Survey),
            Effect::LookAt(paths) => self.job(Job::LookAt(paths)),
            Effect::TakeOver { by } => self.job(Job::TakeOver(by)),
            other => return Some(other),
        }
        None
    }

    /// Whether now was fixed by hand.
    pub fn fixed(&self) -> bool {
        self.fixed
    }

    /// Keeps what was copied, masked, since the terminal does not say whether it took it.
    pub fn keep_copied(&self, text: &str) -> Result<(), String> {
        let (masked, _) = brief::mask_text(text);
        let folder = store::Folder::open(&self.copied);
        store::keep_copied(&folder, &masked).map_err(|why| why.to_string())
    }

    /// Waits until everything that was handed on is written. For the way out.
    pub fn finish(self) {
        let (done, written) = channel();
        self.job(Job::Finish(done));
        // A keeper that is gone has nothing left to write.
        let _ = written.recv_timeout(Duration::from_secs(12));
    }

    fn job(&self, job: Job) {
        let _ = self.keep.send(job); // the keeper lives as long as the program
    }

    fn order(&self, order: Order) {
        let _ = self.watch.send(order); // so does the watcher
    }
}

fn send(to: &Sender<Msg>, msg: Msg) {
    let _ = to.send(msg); // nobody listens only when the program is about to leave
}

/// The facts of a run, looked at once: the watcher sees growth.
fn facts(setting: &Setting, found: &Found) -> Arc<Facts> {
    setting
        .recent
        .facts(&found.mark(), |before| gather_after(before, &setting.places, found, setting.clock(), Duration::ZERO))
}

/// A run by its mark, as its source wants it.
fn found(run: &RunMark) -> Found {
    Found::new(run.runtime, run.session.clone(), &run.transcript)
}
