//! What proves a claim: a green gate with no edit between, a commit that exists, a file that was written.

mod only;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::words::{Kind, loose};
use crate::model::{Constraint, Event, FileStatus, Gate, GateRun, ON_CHANGED, Run, Speaker, Tree, What};
use crate::read::changes::{Changed, How};
use crate::read::commits::Made;
use crate::read::done::Done;
use crate::read::gates::{Weakened, kind, looks_at};
use crate::read::replay::{Replay, at_start};
use crate::read::shell::Fate;

/// What claims are held against.
pub(super) struct Ground<'a> {
    run: &'a Run,
    tree: &'a Tree,
    gates: &'a [Gate],
    made: &'a [Made],
    changes: &'a [Changed],
    replay: &'a Replay,
    places: Places<'a>,
    /// Of each gate: what its claims are held against.
    known: Vec<Known<'a>>,
}

/// The event that proves a part of a claim and why it does, or why none does.
type Found = Result<(String, String), Unproven>;

/// Why a part of a claim is not proven.
struct Unproven {
    why: String,
    /// Whether the record says the contrary.
    against: bool,
}

impl Unproven {
    fn open(why: impl Into<String>) -> Self {
        Self { why: why.into(), against: false }
    }

    fn against(why: String) -> Self {
        Self { why, against: true }
    }
}

/// How all that a sentence claims stands.
pub(super) struct Proven {
    /// The event that proves it, when all of it is proven.
    pub event: Option<String>,
    /// Why it is or is not proven, in words.
    pub why: String,
    /// Whether the record says the contrary of a part of it.
    pub against: bool,
}

/// What is known of a gate, looked up once: long runs claim something thousands of times.
struct Known<'a> {
    /// Where its results stand, in the order of its runs.
    results: Vec<usize>,
    /// The changes that took something from a test of it, in order, without those that a person asked for.
    weak: Vec<&'a Weakened>,
}

impl<'a> Ground<'a> {
    /// The ground for all claims of a run.
    pub(super) fn of(done: &'a Done<'_>, gates: &'a [Gate], constraints: &'a [Constraint], replay: &'a Replay) -> Self {
        let Done { run, tree, changes, made, weak, .. } = done;
        let places = Places::of(run);
        let asked = Asked::of(run, constraints);
        let weak: Vec<&Weakened> = weak.iter().filter(|weak| !asked.names(weak)).collect();
        let known = gates.iter().map(|gate| Known {
            results: gate.runs.iter().map(|run| places.of_event(&run.event)).collect(),
            weak: weak.iter().copied().filter(|weak| covers(tree, gate, &weak.path)).collect(),
        });
        let known = known.collect();
        Self { run, tree, gates, made, changes, replay, places, known }
    }

    /// Whether all that a sentence claims is proven: by the newest event of its parts; one part that is not leaves it open.
    pub(super) fn prove(&self, at: usize, sentence: &str, kinds: &[Kind]) -> Proven {
        let mut proof: Option<(usize, String)> = None;
        let (mut proven, mut open, mut against) = (Vec::new(), Vec::new(), false);
        let loose = loose(sentence).map(|part| Err(Unproven::open(format!("no record proves \"{part}\""))));
        let parts = kinds.iter().filter_map(|kind| match kind {
            Kind::Green => Some(self.green(at, sentence)),
            Kind::Committed => Some(self.committed(at).map_err(Unproven::open)),
            Kind::Written => Some(self.written(at, sentence).map_err(Unproven::open)),
            Kind::Only => Some(self.only(at, sentence)),
            Kind::Outside => Some(Err(Unproven::open("only a look at that system would prove it"))),
            // "Step 1 is done: tests pass, committed" stands or falls with what it says beside it.
            Kind::Done if kinds.len() > 1 => None,
            Kind::Kept => Some(Err(Unproven::open("only a look at the work would prove it"))),
            Kind::Done => Some(Err(Unproven::open("no record proves it by itself"))),
        });
        for found in parts.chain(loose) {
            match found {
                Ok((event, reason)) => {
                    let place = self.places.of_event(&event);
                    if proof.as_ref().is_none_or(|(known, _)| *known <= place) {
                        proof = Some((place, event));
                    }
                    proven.push(reason);
                }
                Err(part) => {
                    against |= part.against;
                    open.push(part.why);
                }
            }
        }
        if open.is_empty() {
            return Proven { event: proof.map(|(_, event)| event), why: proven.join("; "), against };
        }
        let beside =
            if proven.is_empty() { String::new() } else { format!(" (proven is only: {})", proven.join("; ")) };
        Proven { event: None, why: format!("{}{beside}", open.join("; ")), against }
    }

    fn green(&self, at: usize, sentence: &str) -> Found {
        let lower = sentence.to_lowercase();
        let gates = || self.gates.iter().zip(&self.known);
        let spoken: Vec<_> = gates().filter(|(gate, _)| names(&lower, &gate.command)).collect();
        let all = [
            "both gates",
            "all gates",
            "gates are",
            "gates were",
            "all green",
            "all checks",
            "every gate",
            "everything",
        ]
        .iter()
        .any(|words| lower.contains(words));
        let tests: Vec<_> = gates().filter(|(gate, _)| kind(&gate.command) == "test").collect();
        let meant = match (all, spoken.is_empty(), tests.is_empty()) {
            (true, ..) | (false, true, true) => gates().collect(),
            (false, false, _) => spoken,
            (false, true, false) => tests,
        };
        let mut newest: Option<(usize, &GateRun, &Gate)> = None;
        let (mut unrun, mut open) = (Vec::new(), None);
        for (gate, known) in meant {
            let before = known.results.iter().zip(&gate.runs).rfind(|(place, _)| **place < at);
            let Some((place, run)) = before else {
                unrun.push(gate);
                continue;
            };
            match self.colour(gate, known, *place, run, at) {
                // What the record says otherwise of one gate is said before what it leaves open of another.
                Err(found) if found.against => return Err(found),
                Err(found) => open = open.or(Some(found)),
                Ok(()) if newest.is_none_or(|(known, ..)| known < *place) => newest = Some((*place, run, gate)),
                Ok(()) => {}
            }
        }
        if let Some(open) = open {
            return Err(open);
        }
        if let Some(gate) = unrun.iter().find(|gate| all || names(&lower, &gate.command)) {
            return Err(Unproven::open(self.unseen(gate, at)));
        }
        let none = || unrun.iter().map(|gate| self.unseen(gate, at)).next();
        let (_, run, gate) = newest.ok_or_else(|| Unproven::open(none().unwrap_or("no gate ran before it".into())))?;
        Ok((run.event.clone(), format!("{} was green ({})", gate.command, run.how)))
    }

    /// Whether a gate was green at a place of the record, as far as a later one is concerned.
    fn colour(&self, gate: &Gate, known: &Known<'_>, place: usize, run: &GateRun, at: usize) -> Result<(), Unproven> {
        let command = &gate.command;
        match (run.green, self.edited(gate, place, at)) {
            (false, None) => Err(Unproven::against(format!("{command} was red before it"))),
            // What was mended after it may have made it green: nobody saw that.
            (false, Some(change)) => {
                Err(Unproven::open(format!("{command} was red before it, and {change} was changed after that")))
            }
            (true, Some(change)) => {
                Err(Unproven::open(format!("{command} was green, but {change} was changed after that")))
            }
            (true, None) => self.weakened(&known.weak, place).map_or(Ok(()), |test| {
                let why = format!("{command} was green{ON_CHANGED}{test}");
                Err(Unproven::open(why))
            }),
        }
    }

    /// Why no result of a gate is on record before a claim: it was not run, or how it came out was not seen.
    fn unseen(&self, gate: &Gate, at: usize) -> String {
        let started = gate.unseen.iter().rfind(|run| self.places.of_event(&run.event) < at);
        started.map_or_else(
            || format!("no result of {} is on record before it", gate.command),
            |run| format!("{} has no result on record before it: {}", gate.command, run.told()),
        )
    }

    /// A file that a gate covers and that changed between its run and the claim.
    fn edited(&self, gate: &Gate, from: usize, to: usize) -> Option<String> {
        // The run's own call stands before its result; what it changed itself came with it.
        let call = self.places.of_call(from);
        let later = self.changes.get(self.changes.partition_point(|change| change.index <= call)..)?;
        let covered = |change: &&Changed| match &change.path {
            Some(path) => covers(self.tree, gate, path),
            None => true,
        };
        let change = later.iter().take_while(|change| change.index < to).find(covered)?;
        let path = change.path.as_deref().map(|path| self.shown(path));
        Some(path.unwrap_or_else(|| change.command.clone()))
    }

    /// A test that a gate covers and that the run had taken something from when it was green: its green says nothing about the test as it was.
    fn weakened(&self, weak: &[&Weakened], result: usize) -> Option<String> {
        let call = self.places.of_call(result);
        let put_back = |weak: &Weakened| {
            let name = self.replay.name(&weak.path);
            self.replay.at(self.tree, &name, call).equals(&at_start(self.tree, &name)) == Some(true)
        };
        let before = &weak[..weak.partition_point(|weak| weak.place.0 <= call)];
        let weak = before.iter().rev().find(|weak| !put_back(weak))?;
        Some(format!("{}: {}", self.shown(&weak.path), weak.what))
    }

    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.tree.root).unwrap_or(path).display().to_string()
    }

    fn committed(&self, at: usize) -> Result<(String, String), String> {
        let may_have = |made: &&Made| made.place.0 < at && !matches!(made.fate, Fate::Failed(_));
        let last = self.made.iter().rfind(may_have).ok_or("no commit was asked for before it")?;
        match (&last.id, &last.result, last.fate) {
            (Some(id), Some(event), Fate::Ok | Fate::Hidden) => {
                Ok((event.clone(), format!("commit {} exists", id.get(..7).unwrap_or(id))))
            }
            // Without a repository to look at, the command's own success is all there is.
            (None, Some(event), Fate::Ok) if !self.tree.repository => {
                Ok((event.clone(), "git commit returned without an error".to_owned()))
            }
            (None, ..) => Err("that commit is not in the repository".to_owned()),
            _ => Err("nobody saw that commit succeed".to_owned()),
        }
    }

    fn written(&self, at: usize, sentence: &str) -> Result<(String, String), String> {
        let words = sentence.split_whitespace().map(|word| {
            word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '/' && sign != '_').to_owned()
        });
        let files: Vec<String> = words.filter(|word| word.contains('.') && word.len() > 3).collect();
        let named =
            |change: &&Changed| change.path.as_ref().is_some_and(|path| files.iter().any(|file| path.ends_with(file)));
        let change = self
            .changes
            .iter()
            .rfind(|change| change.index < at && named(change))
            .ok_or("no record of a change of that file")?;
        let inner = change.path.as_deref().and_then(|path| path.strip_prefix(&self.tree.root).ok());
        let state = inner.and_then(|inner| self.tree.files.get(inner));
        let gone = state.is_some_and(|state| {
            matches!(state.status, FileStatus::Removed | FileStatus::Missing)
                || (state.bytes == 0 && state.blob.is_some())
        });
        if gone || change.how == How::Removed {
            return Err("the file is gone or empty".to_owned());
        }
        Ok((self.result_of(change), "it was written".to_owned()))
    }

    /// The event in which a change came to its end.
    fn result_of(&self, change: &Changed) -> String {
        let result = match self.run.events.get(change.index).map(|event| &event.what) {
            Some(What::Call(call)) => self.run.result(call),
            _ => None,
        };
        result.map_or_else(|| change.event.clone(), |(event, _)| event.id.clone())
    }
}

/// What a person asked for.
struct Asked<'a> {
    prompts: Vec<(usize, &'a str)>,
    /// Events that break a limit: nobody asked for those, whatever they name.
    broken: HashSet<&'a str>,
}

impl<'a> Asked<'a> {
    fn of(run: &'a Run, constraints: &'a [Constraint]) -> Self {
        let prompt = |(at, event): (usize, &'a Event)| match &event.what {
            What::Asked { text, by: Speaker::Person } => Some((at, text.as_str())),
            _ => None,
        };
        let broken = constraints.iter().flat_map(|limit| &limit.broken_by);
        Self {
            prompts: run.events.iter().enumerate().filter_map(prompt).collect(),
            broken: broken.map(|breach| breach.event.as_str()).collect(),
        }
    }

    /// Whether a prompt before the change of a test names the file, and the change breaks no limit.
    fn names(&self, weak: &Weakened) -> bool {
        let Some(name) = weak.path.file_name().map(|name| name.to_string_lossy()) else { return false };
        let named = |(at, text): &(usize, &str)| *at < weak.place.0 && text.contains(name.as_ref());
        !self.broken.contains(weak.event.as_str()) && self.prompts.iter().any(named)
    }
}

fn covers(tree: &Tree, gate: &Gate, path: &Path) -> bool {
    path.strip_prefix(&tree.root).is_ok_and(|inner| looks_at(&gate.command, inner))
}

/// Where events stand, so that nothing is searched for.
struct Places<'a> {
    events: HashMap<&'a str, usize>,
    /// By the place of a result: that of its call.
    calls: HashMap<usize, usize>,
}

impl<'a> Places<'a> {
    fn of(run: &'a Run) -> Self {
        // An id that came twice is that of its first event.
        let events = run.events.iter().enumerate().rev().map(|(at, event)| (event.id.as_str(), at)).collect();
        let call = |(at, event): (usize, &Event)| match &event.what {
            What::Call(call) => Some((call.result?, at)),
            _ => None,
        };
        Self { events, calls: run.events.iter().enumerate().rev().filter_map(call).collect() }
    }

    fn of_event(&self, event: &str) -> usize {
        self.events.get(event).copied().unwrap_or(0)
    }

    /// The place of the call whose result stands here; of anything else its own.
    fn of_call(&self, place: usize) -> usize {
        self.calls.get(&place).copied().unwrap_or(place)
    }
}

/// Whether a sentence speaks of a gate by a word of its command ("the api check", "unit gate").
fn names(sentence: &str, command: &str) -> bool {
    let common = [
        "test", "tests", "python", "python3", "run", "check", "discover", "tools", "scripts", "the", "and", "all",
        "npm", "cargo", "make",
    ];
    let spoken =
        sentence.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2 && !common.contains(word));
    let parts: Vec<_> = command.to_lowercase().split(|sign: char| !sign.is_alphanumeric()).map(str::to_owned).collect();
    let spoken: Vec<_> = spoken.collect();
    sentence.contains(&command.to_lowercase())
        || parts
            .iter()
            .any(|part| spoken.iter().any(|word| part == word || (part.starts_with(word) && *word == "unit")))
}
