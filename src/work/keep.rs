//! Keeps what was decided: one queue, in order, never dropped. Holds the open recovery with its lock.

mod gates;
mod salvage;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::attempts;
use super::watch::Order;
use super::{Setting, facts, found, mark, send, task_document, written};
use crate::model::{Brief, Decided, Draft, Entry, Facts, Measured, Op, Recovery, RunMark, Says, Standing};
use crate::msg::{Around, Destination, Msg, Opened, Stands, Write, WrittenBrief};
use crate::probes::{self, World};
use crate::store::{self, Folder, OpenRecovery, StoreError};
use crate::{brief, sources, steps};

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

/// What was written, what was written down about it, and the brief when it was one.
type Wrote = (Vec<String>, Vec<Entry>, Option<Box<WrittenBrief>>);

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
            Job::Write { ticket, write } => match self.write(*write) {
                Ok((what, entries, brief)) => send(&self.to, Msg::Written { ticket, what, entries, brief }),
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
        send(&self.to, Msg::Opened(Box::new(opened)));
    }

    /// From the second attempt on, what is sorted is what the attempt before left: its run is the dead one.
    fn turn_to_dead_run(&self, held: &mut Held) {
        let Some(dead) = held.recovery.decided.dead_run().filter(|dead| dead.session != held.run.session) else {
            return;
        };
        let row = found(dead);
        if row.path.exists() {
            held.run = dead.clone();
            held.facts = Arc::new(facts(&self.setting, &row));
            let _ = self.watch.send(Order::Watch(held.facts.clone(), Box::new(row))); // the watcher lives as long as the program
        }
    }

    /// The runs around this recovery; those that were given a brief of it and are new join it.
    fn around(&mut self, writable: bool) -> Around {
        let Some(id) = self.held.as_ref().and_then(|held| held.recovery.id.clone()) else { return Around::default() };
        let places = &self.setting.places;
        let (rows, _) = sources::found(places);
        let consumers = attempts::consumers(&rows, &id);
        for (attempt, found) in &consumers {
            let run = mark(found);
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
        let since = from.map(|from| attempts::since(&self.setting.places, &rows, &held.facts.tree, from));
        let mut attempts = attempts::attempts(&self.setting, consumers, decided);
        attempts.extend(of_task);
        Around { attempts, since: since.unwrap_or_default() }
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
    fn look_around(&mut self) {
        let Some(held) = &mut self.held else { return };
        if !held.recovery.decided.published.is_empty() {
            let standing = held.open.standing();
            self.stands(standing, BTreeMap::new(), true);
        }
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
        for op in first.into_iter().chain(ops) {
            let known = named.clone().or_else(|| held.name.clone()).or_else(|| held.recovery.decided.operator.clone());
            let by = known.unwrap_or_else(|| setting.me.by.clone());
            match held.open.save(op, &by, setting.clock().now) {
                Ok(entry) => {
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
        // Somebody took over, or began before us: that is no fault of the disk.
        if !self.look() {
            send(&self.to, Msg::SaveFailed { ticket, why: why.to_string() });
        }
    }

    /// Notices what other operators did meanwhile, and says so; whether there was anything.
    fn look(&mut self) -> bool {
        let now = self.setting.clock().now;
        let Some(held) = &mut self.held else { return false };
        let Some(opened) = held.open.look_again(&held.recovery, now) else { return false };
        held.recovery = opened.recovery;
        self.stands(opened.standing, opened.draft.unwrap_or_default().texts, false);
        true
    }

    /// Says how the recovery stands, with the runs around it when they were looked for.
    fn stands(&mut self, standing: Standing, texts: BTreeMap<String, String>, around: bool) {
        let around = around.then(|| self.around(standing == Standing::Writable));
        let Some(held) = &mut self.held else { return };
        held.recovery.decided.attempt = held.recovery.decided.attempt.max(1);
        let (recovery, written) = (held.recovery.clone(), held.written());
        send(&self.to, Msg::Stands(Box::new(Stands { standing, recovery, written, texts, around })));
    }

    fn take_over(&mut self, name: String) {
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

    fn write(&mut self, write: Write) -> Result<Wrote, String> {
        self.nothing_alive()?;
        let mut entries = vec![];
        let held = self.held.as_ref().ok_or("no run is open")?;
        if held.open.id().is_none() {
            // The folder of the recovery is made by its first entry.
            let (joined, failed) = self.save(vec![]);
            entries = joined;
            failed.map_or(Ok(()), |why| Err(why.to_string()))?;
        }
        let held = self.held.as_ref().ok_or("no run is open")?;
        let (files, replace, published, data) = match write {
            Write::Brief { brief, markdown, to, over } => {
                if held.open.id() != Some(&brief.recovery) {
                    return Err("this recovery was begun elsewhere meanwhile; look at the brief again, then write it"
                        .to_owned());
                }
                let title = format!("Recovery brief {}", brief.attempt);
                let document = self.on_task(to, task_document::BRIEF, &title, &markdown, over.as_deref())?;
                let folder = held.destination(to)?;
                let mut brief = brief;
                salvage::fill_content(&mut brief, &held.facts);
                let json = serde_json::to_string_pretty(&brief).map_err(|why| why.to_string())? + "\n";
                let files = store::brief_files(&folder, brief.attempt, &markdown, &json);
                let mut paths: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
                paths.extend(document);
                let sha256 = brief::marks(&markdown).first().map(|mark| mark.sha256.clone()).unwrap_or_default();
                let op = Op::Published { attempt: brief.attempt, paths, sha256, draft: brief.draft };
                (files.to_vec(), to != Destination::WorkTree, Some(op), Some(*brief))
            }
            Write::Note { attempt, markdown, json, to, over } => {
                let title = format!("Recovery review {attempt}");
                self.on_task(to, task_document::REVIEW, &title, &markdown, over.as_deref())?;
                let folder = held.destination(to)?;
                let files = store::review_files(&folder, attempt, &markdown, &json);
                (files.to_vec(), to != Destination::WorkTree, None, None)
            }
            Write::Salvage { .. } | Write::KeepGood => {
                let (what, op) = match write {
                    Write::Salvage { include } => salvage::keep(held, &self.setting, &include)?,
                    _ => salvage::keep_good(held, &self.setting)?,
                };
                let (more, failed) = self.save(vec![op]);
                entries.extend(more);
                failed.map_or(Ok(()), |why| Err(why.to_string()))?;
                return Ok((vec![what], entries, None));
            }
            Write::Gates(_) => return Err("gates have their own way".to_owned()),
        };
        // In our own folder a brief of the same attempt is replaced, as the dialog said.
        let replace: Vec<PathBuf> = if replace { files.iter().map(|file| file.path.clone()).collect() } else { vec![] };
        let written = store::publish(&files, &replace).map_err(|why| why.to_string())?;
        let on_task = published.iter().flat_map(|op| match op {
            Op::Published { paths, .. } => paths.as_slice(),
            _ => &[],
        });
        let on_task: Vec<String> = on_task.filter(|path| path.starts_with("task ")).cloned().collect();
        let what = on_task.into_iter().chain(written.iter().map(|path| path.display().to_string())).collect();
        let (more, failed) = self.save(published.into_iter().collect());
        entries.extend(more);
        failed.map_or(Ok(()), |why| Err(why.to_string()))?;
        let markdown = files.first().map(|file| file.path.clone()).unwrap_or_default();
        let brief = self.held.as_ref().zip(data).map(|(held, data)| {
            let recovery = held.recovery.id.clone().unwrap_or_default();
            Box::new(written::with_lines(data, markdown, &held.facts, &held.recovery.decided, &recovery))
        });
        Ok((what, entries, brief))
    }

    /// Writes the document of the task first, when it goes there: what the task refused is not kept as published. Returns its place.
    fn on_task(
        &self,
        to: Destination,
        key: &str,
        title: &str,
        text: &str,
        over: Option<&str>,
    ) -> Result<Option<String>, String> {
        if to != Destination::Task {
            return Ok(None);
        }
        let record = self.held.as_ref().and_then(|held| held.facts.run.record.as_deref());
        let (Some(record), Some(server)) = (record, &self.setting.places.tasks) else {
            return Err("this run has no task whose document could be written".to_owned());
        };
        let revision = task_document::put(server, record, &task_document::Wanted { key, title, text, over })?;
        let task = record.task.key.as_deref().unwrap_or(&record.id);
        Ok(Some(format!("task {task}, document {key} rev {revision}")))
    }

    /// Before anything is written elsewhere it is looked again: a new sign of life stops it.
    fn nothing_alive(&mut self) -> Result<(), String> {
        let Some(held) = &self.held else { return Ok(()) };
        let clock = self.setting.clock();
        let world = World::here(
            clock.now,
            clock.fixed,
            self.setting.places.map.clone(),
            sources::LOOKS,
            Some(&self.setting.places.config),
        );
        // A task may have been started meanwhile by its own server: its record is asked again, too.
        let again = held.facts.run.record.is_some().then(|| sources::load(&self.setting.places, &found(&held.run)));
        let run = again.as_ref().filter(|run| run.record.is_some()).unwrap_or(&held.facts.run);
        let (signs, _) = probes::signs(run, &held.facts.tree, &world, None);
        let decided: &Decided = &held.recovery.decided;
        let speaks = |says: Says| matches!(says, Says::Alive | Says::Waiting);
        let alive = steps::confirm::unanswered(&signs, decided).find(|sign| speaks(steps::confirm::says(sign)));
        if alive.is_some() && decided.settled.contains_key(&crate::model::Step::Confirm) {
            // The screen hears of it as well, and withdraws the confirmation.
            let _ = self.watch.send(Order::Look);
        }
        alive.map_or(Ok(()), |sign| Err(format!("a sign of life: {}", sign.what)))
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

    fn destination(&self, to: Destination) -> Result<PathBuf, String> {
        match to {
            // What stands on a task is kept here as well, so that it can be read back without the server.
            Destination::Own | Destination::Task => Ok(self.path()),
            Destination::WorkTree if self.facts.tree.exists => Ok(self.facts.tree.root.join(".lastgood")),
            Destination::WorkTree => Err("the work tree is not there any more".to_owned()),
        }
    }
}
