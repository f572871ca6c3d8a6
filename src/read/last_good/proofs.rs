//! Which commits, and which content, have a green gate behind them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::breach::{Broken, breached_on_disk, breaches, breaks};
use super::comparable::changed_tests;
use super::doubt::{Doubt, untold};
use crate::model::{Checkpoint, Commit, Run, What};
use crate::read::Known;
use crate::read::file_kind::file_kind;
use crate::read::replay::{Content, in_commit, on_disk};

/// How well a content is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The gates that were green on it, by command.
    pub gates: Vec<String>,
    /// The newest green result, by event.
    pub event: String,
    /// Index of the call of that result.
    pub index: usize,
    /// What keeps it from being certain; none when it is exact.
    pub doubts: Vec<Doubt>,
    /// The checkpoint that recorded them, when it was one and no result of the run.
    pub checkpoint: Option<Checkpoint>,
}

impl Proof {
    /// Whether the record speaks for the content, with at most a gap in how it tells the edits.
    pub fn stands(&self) -> bool {
        self.doubts.iter().all(|doubt| matches!(doubt, Doubt::Abridged(_) | Doubt::Generated(_)))
    }
}

/// What the gates say of one content.
enum Judged {
    /// The newest results are green.
    Good(Proof),
    /// The newest result of this gate is red.
    Red(String),
    /// They say nothing.
    Open,
}

/// One green or red result, placed among the events.
#[derive(Clone, Debug)]
struct Shown {
    gate: usize,
    event: String,
    call: usize,
    green: bool,
    /// The tests that were weakened since the last result that counts.
    weakened: Vec<PathBuf>,
}

/// Everything that green gates prove.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    commits: BTreeMap<String, Proof>,
    /// Commits on whose content the newest result of a gate is red, with that gate.
    red: BTreeMap<String, String>,
    /// Commits that hold what breaks a limit, with the first thing that does.
    broken: BTreeMap<String, String>,
    shown: Vec<Shown>,
    gates: Vec<String>,
    /// The uncommitted work, when it differs from HEAD and a gate was green on it.
    pub worktree: Option<Proof>,
    /// The newest content on which a gate was green, when the record can build it again.
    pub replayed: Option<Proof>,
}

impl Proofs {
    /// Finds out what the gates of a run prove.
    pub fn of(known: Known<'_>) -> Self {
        let mut proofs = Self {
            shown: shown(known),
            gates: known.gates.iter().map(|gate| gate.command.clone()).collect(),
            ..Self::default()
        };
        let breaches = breaches(known);
        for commit in &known.tree.commits {
            if let Some(what) = breaks(known, commit, &breaches) {
                proofs.broken.insert(commit.id.clone(), what);
            }
            match proofs.commit_proof(known, commit) {
                Judged::Good(proof) => drop(proofs.commits.insert(commit.id.clone(), proof)),
                Judged::Red(gate) => drop(proofs.red.insert(commit.id.clone(), gate)),
                Judged::Open => {}
            }
            proofs.checkpointed(known, commit);
        }
        proofs.worktree = proofs.worktree_proof(known).filter(|_| !breached_on_disk(known, &breaches));
        proofs.replayed = proofs.replayed_proof(known, &breaches);
        proofs
    }

    /// What proves this commit.
    pub fn commit(&self, id: &str) -> Option<&Proof> {
        self.commits.get(id)
    }

    /// The gate that was red on exactly this commit.
    pub fn red_on(&self, id: &str) -> Option<&str> {
        self.red.get(id).map(String::as_str)
    }

    /// What breaks a limit in this commit, or in one that it builds on.
    pub fn breach(&self, id: &str) -> Option<&str> {
        self.broken.get(id).map(String::as_str)
    }

    /// The tests that were weakened before a green result that would otherwise count for this commit.
    pub fn weakened_before(&self, known: Known<'_>, commit: &Commit) -> Option<&Path> {
        let place = index_of(known, commit)?;
        self.shown
            .iter()
            .rev()
            .find(|shown| shown.green && !shown.weakened.is_empty() && shown.call <= place)
            .and_then(|shown| shown.weakened.first().map(PathBuf::as_path))
    }

    /// A checkpoint of ours is a proof by itself, unless a gate of the run was red on the commit after it.
    fn checkpointed(&mut self, known: Known<'_>, commit: &Commit) {
        let Some(found) = known.tree.checkpoints.iter().rev().find(|found| found.commit == commit.id) else { return };
        let red = self.red.contains_key(&commit.id);
        let newest = self.shown.iter().rev().find(|shown| !shown.green);
        let at = newest.and_then(|shown| known.run.event(&shown.event)).and_then(|event| event.at);
        if red && at.is_none_or(|at| found.at.is_none_or(|made| made <= at)) {
            return;
        }
        self.red.remove(&commit.id);
        let index = index_of(known, commit).unwrap_or(0);
        let proof = Proof {
            gates: found.gates.clone(),
            event: String::new(),
            index,
            doubts: vec![],
            checkpoint: Some(found.clone()),
        };
        self.commits.insert(commit.id.clone(), proof);
    }

    fn commit_proof(&self, known: Known<'_>, commit: &Commit) -> Judged {
        let Some(place) = index_of(known, commit) else { return Judged::Open };
        let paths = concerned(known);
        self.judge(|shown| {
            let mut doubts = Vec::new();
            for path in &paths {
                let then = known.replay.at(known.tree, path, shown.call);
                let there = in_commit(known.tree, &commit.id, path);
                match then.equals(&there) {
                    Some(true) => {}
                    // The record does not hold the content: then nothing may have changed it between the two.
                    None if known.replay.same(known.tree, path, shown.call, place) == Some(true) => {
                        if !commit.files.iter().any(|file| &file.path == path)
                            && known.replay.steps(path).any(|step| step.index <= place)
                        {
                            doubts.push(Doubt::NotOnRecord(path.clone()));
                        }
                    }
                    // Nothing changed between the two by the record, which does not tell the edits before in full.
                    Some(false) => doubts.push(untold(known, commit, path, shown.call, place)?),
                    None => return None,
                }
            }
            Some(doubts)
        })
    }

    fn worktree_proof(&self, known: Known<'_>) -> Option<Proof> {
        let dirty = |path: &PathBuf| {
            let head = known.tree.head.as_deref().map_or(Content::Gone, |head| in_commit(known.tree, head, path));
            on_disk(known.tree, path).equals(&head) != Some(true)
        };
        let paths = concerned(known);
        if !known.tree.exists || !paths.iter().any(dirty) {
            return None;
        }
        let end = known.run.events.len();
        self.proof(|shown| {
            let ran = known.run.events.iter().find(|event| event.id == shown.event).and_then(|event| event.at);
            for path in &paths {
                let now = on_disk(known.tree, path);
                match known.replay.at(known.tree, path, shown.call).equals(&now) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => {
                        let touched = known.tree.files.get(path).and_then(|file| file.changed);
                        let before = touched.zip(ran).is_some_and(|(touched, ran)| touched <= ran);
                        if !before || known.replay.same(known.tree, path, shown.call, end) != Some(true) {
                            return None;
                        }
                    }
                }
            }
            Some(Vec::new())
        })
    }

    fn replayed_proof(&self, known: Known<'_>, breaches: &[Broken<'_>]) -> Option<Proof> {
        let paths: Vec<PathBuf> =
            known.replay.paths().filter(|path| path.is_relative() && file_kind(path).gated()).cloned().collect();
        let first_breach = breaches.iter().map(|broken| broken.index).min().unwrap_or(usize::MAX);
        self.proof(|shown| {
            if shown.call >= first_breach {
                return None;
            }
            let written = |path: &&PathBuf| known.replay.steps(path).any(|step| step.index <= shown.call);
            let wrote: Vec<&PathBuf> = paths.iter().filter(written).collect();
            let whole = wrote.iter().all(|path| known.replay.at(known.tree, path, shown.call) != Content::Unknown);
            (whole && !wrote.is_empty()).then(Vec::new)
        })
    }

    /// The newest green result that `fits`, unless a later result on the same content is red.
    fn proof(&self, fits: impl Fn(&Shown) -> Option<Vec<Doubt>>) -> Option<Proof> {
        match self.judge(fits) {
            Judged::Good(proof) => Some(proof),
            Judged::Red(_) | Judged::Open => None,
        }
    }

    fn judge(&self, fits: impl Fn(&Shown) -> Option<Vec<Doubt>>) -> Judged {
        let mut proof: Option<Proof> = None;
        let mut newest: BTreeMap<usize, bool> = BTreeMap::new();
        let mut colours: BTreeMap<usize, BTreeSet<bool>> = BTreeMap::new();
        for shown in &self.shown {
            let Some(doubts) = fits(shown) else { continue };
            newest.insert(shown.gate, shown.green);
            colours.entry(shown.gate).or_default().insert(shown.green);
            if shown.green && shown.weakened.is_empty() {
                let gates = proof.take().map(|proof| proof.gates).unwrap_or_default();
                let event = shown.event.clone();
                proof = Some(Proof { gates, event, index: shown.call, doubts, checkpoint: None });
            } else if shown.green {
                newest.remove(&shown.gate); // it says nothing, for or against
            }
        }
        if let Some((gate, _)) = newest.iter().find(|(_, green)| !**green) {
            return Judged::Red(self.gates.get(*gate).cloned().unwrap_or_default());
        }
        let Some(mut proof) = proof else { return Judged::Open };
        proof.gates = newest.keys().filter_map(|gate| self.gates.get(*gate).cloned()).collect();
        if colours.values().any(|seen| seen.len() > 1) {
            proof.doubts.push(Doubt::Flaky);
        }
        Judged::Good(proof)
    }
}

/// Every file that a gate may depend on and that anything has changed since the run began.
fn concerned(known: Known<'_>) -> BTreeSet<PathBuf> {
    let committed = known
        .tree
        .commits
        .iter()
        .filter(|commit| known.tree.start.as_ref() != Some(&commit.id))
        .flat_map(|commit| commit.files.iter().map(|file| file.path.clone()));
    known
        .replay
        .paths()
        .cloned()
        .chain(committed)
        .chain(known.tree.files.iter().filter(|(_, file)| !file.ignored).map(|(path, _)| path.clone()))
        .filter(|path| path.is_relative() && file_kind(path).gated())
        .collect()
}

fn shown(known: Known<'_>) -> Vec<Shown> {
    let calls = calls_of(known.run);
    let mut all: Vec<Shown> = Vec::new();
    for (gate, of) in known.gates.iter().enumerate() {
        let mut counts = 0;
        let mut first = true;
        for run in &of.runs {
            let Some(call) = calls.get(run.event.as_str()).copied() else { continue };
            let since = if first { None } else { Some(counts) };
            let mut weakened =
                if run.green { changed_tests(known.replay, known.tree, since, call) } else { Vec::new() };
            let accepted = known.done.weak.iter().filter(|weak| weak.accepted && run.green);
            let since_then =
                accepted.filter(|weak| weak.place.0 <= call && since.is_none_or(|from| weak.place.0 > from));
            weakened.extend(since_then.map(|weak| weak.path.clone()));
            if run.green && weakened.is_empty() {
                counts = call;
                first = false;
            }
            all.push(Shown { gate, event: run.event.clone(), call, green: run.green, weakened });
        }
    }
    all.sort_by_key(|shown| shown.call);
    all
}

/// By event: the index of the call that it is the result of, or its own. Gates of a long run ask thousands of times.
fn calls_of(run: &Run) -> HashMap<&str, usize> {
    let events = || run.events.iter().enumerate().rev();
    let mut calls: HashMap<&str, usize> = events().map(|(at, event)| (event.id.as_str(), at)).collect();
    for (at, event) in events() {
        let What::Call(call) = &event.what else { continue };
        let Some(result) = call.result.and_then(|result| run.events.get(result).map(|event| (result, event))) else {
            continue;
        };
        // An id that came twice is that of its first event.
        if calls.get(result.1.id.as_str()) == Some(&result.0) {
            calls.insert(&result.1.id, at);
        }
    }
    calls
}

pub(super) fn index_of(known: Known<'_>, commit: &Commit) -> Option<usize> {
    if known.tree.start.as_ref() == Some(&commit.id) {
        return Some(0);
    }
    known.replay.commits.place(&commit.id).map(|place| place.index)
}
