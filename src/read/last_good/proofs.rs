//! Which commits, and which content, have a green gate behind them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::beside::{Uncommitted, lay_there, missing, told_missing};
use super::breach::{Breaks, Broken, breached_on_disk, breaches, breaks};
use super::comparable::changed_tests;
use super::doubt::{Doubt, untold};
use crate::model::{Checkpoint, Commit, Gate, Run, Tree, What};
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
    /// Uncommitted files that it saw and that no event of the run wrote.
    beside: Vec<PathBuf>,
    /// The same by what the brief of the run says, whatever has become of them since.
    told: Vec<PathBuf>,
}

impl Shown {
    /// The first file that it saw otherwise than a commit holds it.
    fn missing(&self, run: &Run, tree: &Tree, commit: &str) -> Option<&PathBuf> {
        missing(tree, commit, &self.beside).or_else(|| told_missing(run, tree, commit, &self.told))
    }
}

/// Everything that green gates prove.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    commits: BTreeMap<String, Proof>,
    /// Commits on whose content the newest result of a gate is red, with that gate.
    red: BTreeMap<String, String>,
    /// Commits that hold what breaks limits, with those.
    broken: BTreeMap<String, Vec<Breaks>>,
    /// Commits for which a green result would count, had the gate not also seen a file that they do not hold: both.
    beside: BTreeMap<String, (String, PathBuf)>,
    shown: Vec<Shown>,
    /// Files that gates saw uncommitted, by the brief, and that lie on disk as HEAD has them now.
    gone: BTreeSet<PathBuf>,
    gates: Vec<String>,
    /// The uncommitted work, when it differs from HEAD and a gate was green on it.
    pub worktree: Option<Proof>,
    /// The same together with what lay there before: a fact about the gate and no state to return to, since no event of the run
    /// says what those files keep to.
    together: Option<Proof>,
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
        let told = proofs.shown.iter().flat_map(|shown| &shown.told);
        let head = |path: &PathBuf| known.tree.files.get(path).is_none_or(|state| state.blob == state.head);
        proofs.gone = told.filter(|path| head(path)).cloned().collect();
        let breaches = breaches(known);
        for commit in &known.tree.commits {
            proofs.broken.insert(commit.id.clone(), breaks(known, commit, &breaches));
            // What its gates saw proves no commit that somebody else made after it.
            if known.of_others(commit) {
                proofs.checkpointed(known, commit);
                continue;
            }
            match proofs.commit_proof(known, commit) {
                Judged::Good(proof) => drop(proofs.commits.insert(commit.id.clone(), proof)),
                Judged::Red(gate) => drop(proofs.red.insert(commit.id.clone(), gate)),
                Judged::Open => {
                    if let Some(found) = proofs.beside_of(known, commit) {
                        proofs.beside.insert(commit.id.clone(), found);
                    }
                }
            }
            proofs.checkpointed(known, commit);
        }
        let on_disk_too = breached_on_disk(known, &breaches);
        proofs.worktree = proofs.worktree_proof(known, false).filter(|_| !on_disk_too);
        if !on_disk_too && !proofs.beside.is_empty() {
            proofs.together = proofs.worktree_proof(known, true).filter(|proof| proof.doubts.is_empty());
        }
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

    /// The limits that this commit breaks, or one that it builds on.
    pub fn breaches(&self, id: &str) -> &[Breaks] {
        self.broken.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Why a green gate does not prove this commit, when the gate also saw a file that the commit does not hold.
    pub fn depends(&self, id: &str) -> Option<String> {
        let (gate, path) = self.beside.get(id)?;
        let shown = path.display();
        let how = if self.gone.contains(path) {
            format!("depended on {shown} as the run found it, uncommitted")
        } else {
            format!("depends on {shown} as it is on disk")
        };
        Some(format!("{gate} ran green, but that also {how}, which is not in this commit"))
    }

    /// The same, and whether the work tree still is what the gate was green on.
    pub fn depends_now(&self, id: &str) -> Option<String> {
        let (why, (gate, _)) = (self.depends(id)?, self.beside.get(id)?);
        let still = self.together.as_ref().is_some_and(|proof| proof.gates.contains(gate));
        let now = "; it was green on the work tree with its uncommitted changes, and nothing that a gate reads has changed there since";
        Some(if still { why + now } else { why })
    }

    /// Takes the commit from the results of gates that also saw a file which it does not hold.
    pub fn part(&self, of: &Run, tree: &Tree, gates: &mut [Gate]) {
        for shown in self.shown.iter().filter(|shown| !shown.beside.is_empty() || !shown.told.is_empty()) {
            let Some(gate) = gates.get_mut(shown.gate) else { continue };
            let all = gate.runs.iter_mut().chain(&mut gate.last_green).chain(&mut gate.last_red);
            for run in all.filter(|run| run.event == shown.event) {
                let on = |commit: &str| tree.commits.iter().any(|one| one.id == commit);
                run.content.take_if(|content| on(content) && shown.missing(of, tree, content).is_some());
            }
        }
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
        self.judge(|shown| match shown.missing(known.run, known.tree, &commit.id) {
            Some(_) => None,
            None => recorded(known, commit, place, &paths, shown),
        })
    }

    /// The newest green that would prove a commit by the record, and the file beside it because of which it does not.
    fn beside_of(&self, known: Known<'_>, commit: &Commit) -> Option<(String, PathBuf)> {
        let place = index_of(known, commit)?;
        let beside = |shown: &&Shown| !shown.beside.is_empty() || !shown.told.is_empty();
        let seen = |shown: &&Shown| shown.green && shown.weakened.is_empty() && beside(shown);
        let mut greens = self.shown.iter().rev().filter(seen).peekable();
        greens.peek()?;
        let paths = concerned(known);
        let shown = greens.find(|shown| recorded(known, commit, place, &paths, shown).is_some())?;
        Some((self.gates.get(shown.gate)?.clone(), shown.missing(known.run, known.tree, &commit.id)?.clone()))
    }

    /// What was green on the uncommitted work; with `beside`, together with files that lay there and that no event of the run wrote.
    fn worktree_proof(&self, known: Known<'_>, beside: bool) -> Option<Proof> {
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
            // What it saw of these lies there no more.
            if shown.told.iter().any(|path| self.gone.contains(path)) {
                return None;
            }
            let ran = known.run.events.iter().find(|event| event.id == shown.event).and_then(|event| event.at);
            for path in &paths {
                if beside && lay_there(known, path, shown.call) {
                    continue;
                }
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
            // What lay there beside the edits is built by none of them.
            if shown.call >= first_breach || !shown.beside.is_empty() || !shown.told.is_empty() {
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

/// Whether a gate saw what a commit holds, by what the record tells of each file, and what keeps that from being certain.
fn recorded(
    known: Known<'_>,
    commit: &Commit,
    place: usize,
    paths: &BTreeSet<PathBuf>,
    shown: &Shown,
) -> Option<Vec<Doubt>> {
    let mut doubts = Vec::new();
    for path in paths {
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
    let uncommitted = Uncommitted::of(known);
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
            let beside = uncommitted.seen(known, &of.command, call);
            let told = uncommitted.told(known, &of.command, call);
            all.push(Shown { gate, event: run.event.clone(), call, green: run.green, weakened, beside, told });
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
