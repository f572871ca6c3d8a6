//! The state to return to: the newest content that a green gate proves, and why it counts as good.
//!
//! Green means that the gate's own result says so; a result that a pipe hides is not green, and a green whose tests were weakened
//! is not comparable. A state that breaks a limit is never good, whatever its gates say.

mod beside;
mod breach;
mod briefed;
mod comparable;
mod doubt;
mod proofs;
mod rebuilt;
mod whole;

pub use briefed::{differing, named_good};
pub use doubt::Doubt;
pub use proofs::{Proof, Proofs};
pub use rebuilt::{Rebuilt, rebuilt};
pub use whole::called;

use crate::model::{Commit, Confidence, GoodContent, LastGood, Speaker, Timestamp, What};
use crate::read::replay::{commit, line};
use crate::read::task::section;
use crate::read::{Known, documents};

impl Proofs {
    /// The state to return to.
    pub fn last_good(&self, known: Known<'_>) -> LastGood {
        let commits = || known.tree.commits.iter().rev().filter(|commit| self.breaches(&commit.id).is_empty());
        // Nothing ran between the gate and the commit: what was committed is what the gate saw, whoever made it.
        let sure = |doubt: &Doubt| matches!(doubt, Doubt::Generated(_));
        let proven = |commit: &&Commit| self.commit(&commit.id).is_some_and(|proof| proof.doubts.iter().all(sure));
        let stands = |commit: &&Commit| self.commit(&commit.id).is_some_and(Proof::stands);
        let likely = |commit: &&Commit| self.commit(&commit.id).is_some();
        if let Some(proof) = self.worktree.as_ref().filter(|proof| proof.doubts.is_empty()) {
            return content(known, proof, GoodContent::Worktree);
        }
        if let Some(good) = commits().find(stands) {
            let confidence = if proven(&good) { Confidence::Proven } else { Confidence::Likely };
            return of_commit(known, good, self.commit(&good.id), confidence);
        }
        if let Some(good) = commits().find(likely) {
            return of_commit(known, good, self.commit(&good.id), Confidence::Likely);
        }
        if let Some(proof) = &self.worktree {
            return content(known, proof, GoodContent::Worktree);
        }
        if let Some(proof) = &self.replayed {
            return content(known, proof, GoodContent::Replayed);
        }
        // Work without gates stands or falls with what a person wrote or read.
        let later = self.later(known);
        briefed::last_good(known, later.as_deref())
            .or_else(|| documents::last_good(known.run))
            .unwrap_or_else(|| start(known, later.as_deref()))
    }

    /// Why the newest commit that a green gate seems to prove is not proven.
    fn later(&self, known: Known<'_>) -> Option<String> {
        let started = known.tree.start.as_deref();
        let mut newest = known.tree.commits.iter().rev().filter(|commit| started != Some(commit.id.as_str()));
        newest.find_map(|commit| {
            let why = self.depends_now(&commit.id)?;
            Some(format!("{} is not proven: {why}", commit.id.get(..7).unwrap_or(&commit.id)))
        })
    }
}

fn of_commit(known: Known<'_>, good: &Commit, proof: Option<&Proof>, confidence: Confidence) -> LastGood {
    let gates = proof.map(|proof| proof.gates.clone()).unwrap_or_default();
    let at = proof.and_then(|proof| when(known, proof));
    let green = if gates.is_empty() { "a gate".to_owned() } else { gates.join(", ") };
    let ran = at.map_or_else(String::new, |at| format!(" at {}", clock(at)));
    let made = proof.and_then(|proof| proof.checkpoint.as_ref());
    let why = match (proof.and_then(|proof| proof.doubts.first()), made) {
        (None, Some(made)) => {
            let at = made.at.map_or_else(String::new, |at| format!(" at {}", clock(at)));
            format!("Checkpoint {}: lastgood ran {green} green{at} on exactly this commit.", made.name)
        }
        (None, None) => {
            let on = proof.map_or_else(|| "it.".to_owned(), |proof| whole::since(known, good, proof));
            format!("{green} ran green{ran} on {on}")
        }
        (Some(doubt), _) => format!("{green} ran green{ran}, but {}.", doubt.words()),
    };
    LastGood {
        commit: Some(good.id.clone()),
        revision: None,
        content: None,
        why,
        gates,
        confidence,
        subject: Some(good.subject.clone()),
        at: Some(good.at),
    }
}

fn content(known: Known<'_>, proof: &Proof, content: GoodContent) -> LastGood {
    let ran = when(known, proof).map_or_else(String::new, |at| format!(" at {}", clock(at)));
    let gates = proof.gates.join(", ");
    let base = base(known, proof, content);
    let mut why = match content {
        GoodContent::Worktree => {
            format!("{gates} ran green{ran} on the work tree as it is, uncommitted changes included.")
        }
        GoodContent::Replayed => {
            format!(
                "{gates} ran green{ran} on this commit and the edits recorded after it, which build that content again; the work tree was changed after it."
            )
        }
    };
    if let Some(doubt) = proof.doubts.first() {
        why = format!("{why} But {}.", doubt.words());
    }
    LastGood {
        commit: base.map(|base| base.id.clone()).or_else(|| match content {
            GoodContent::Worktree => known.tree.head.clone(),
            GoodContent::Replayed => known.tree.start.clone(),
        }),
        revision: None,
        content: Some(content),
        why,
        gates: proof.gates.clone(),
        confidence: if proof.doubts.is_empty() && content == GoodContent::Worktree {
            Confidence::Proven
        } else {
            Confidence::Likely
        },
        subject: base.map(|commit| commit.subject.clone()),
        at: when(known, proof),
    }
}

/// The commit on which such a content lies. What somebody else committed since is nothing on which this run built, and what the run
/// committed after the gate is nothing that the gate saw.
fn base<'a>(known: Known<'a>, proof: &Proof, content: GoodContent) -> Option<&'a Commit> {
    let head = known.tree.head.as_deref()?;
    let then = |made: &&Commit| match content {
        GoodContent::Worktree => true,
        GoodContent::Replayed => proofs::index_of(known, made).is_some_and(|place| place < proof.index),
    };
    let own = line(known.tree, head).filter(|made| !known.of_others(made)).find(then);
    own.or_else(|| match content {
        GoodContent::Worktree => commit(known.tree, head),
        GoodContent::Replayed => known.tree.start.as_deref().and_then(|start| commit(known.tree, start)),
    })
}

fn start(known: Known<'_>, later: Option<&str>) -> LastGood {
    let tree = known.tree;
    let id = tree.start.clone().or_else(|| known.run.start_commit.clone());
    let first = id.as_deref().and_then(|id| commit(tree, id));
    if let (Some(id), Some(gates)) = (&id, id.as_deref().and_then(|id| of_brief(known, id))) {
        return LastGood {
            commit: Some(id.clone()),
            revision: None,
            content: None,
            why: format!(
                "The brief that the run was given names {} as green on exactly this commit.",
                gates.join(", ")
            ),
            gates,
            confidence: Confidence::Proven,
            subject: first.map(|commit| commit.subject.clone()),
            at: first.map(|commit| commit.at),
        };
    }
    let why = match (&id, later) {
        (Some(_), Some(later)) => format!("{later}. This is only the commit at which the run started."),
        (Some(_), None) => {
            "No gate was green on any later content: this is only the commit at which the run started.".into()
        }
        (None, _) => "No gate was green on any content, and there is no commit at which the run started.".into(),
    };
    LastGood {
        commit: id,
        revision: None,
        content: None,
        why,
        gates: Vec::new(),
        confidence: Confidence::StartOfRun,
        subject: first.map(|commit| commit.subject.clone()),
        at: first.map(|commit| commit.at),
    }
}

/// The gates that the brief of the first prompt names as green on this commit, when it is the brief's own last good state.
fn of_brief(known: Known<'_>, id: &str) -> Option<Vec<String>> {
    let prompt = known.run.events.iter().find_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } if event.agent.is_none() => Some(text.as_str()),
        _ => None,
    })?;
    let names = |line: &String| {
        let mut words = line.split(|letter: char| !letter.is_ascii_hexdigit());
        words.any(|word| word.len() >= 7 && id.starts_with(word))
    };
    // After the state that it is, a brief may name a commit that is not proven.
    let state = section(prompt, "Last good state");
    let good = state.first().and_then(|line| briefed::first_id(line)).is_some_and(|word| id.starts_with(word));
    if !prompt.contains("<!-- lastgood brief/") || !good {
        return None;
    }
    let green = section(prompt, "Gates that were green").into_iter().filter(names);
    let gates: Vec<String> =
        green.filter_map(|line| Some(line.split_once('`')?.1.split_once('`')?.0.to_owned())).collect();
    (!gates.is_empty()).then_some(gates)
}

fn when(known: Known<'_>, proof: &Proof) -> Option<Timestamp> {
    known.run.event(&proof.event).and_then(|event| event.at)
}

fn clock(at: Timestamp) -> String {
    at.strftime("%H:%M:%S UTC").to_string()
}
