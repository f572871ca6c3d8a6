//! What proves a claim: a green gate with no edit between, a commit that exists, a file that was written.

use super::words::Kind;
use crate::model::{FileStatus, Gate, GateRun, Run, Tree};
use crate::read::changes::{Changed, How};
use crate::read::commits::Made;
use crate::read::gates::{kind, looks_at};
use crate::read::shell::Fate;

/// What claims are held against.
pub(super) struct Ground<'a> {
    pub run: &'a Run,
    pub tree: &'a Tree,
    pub gates: &'a [Gate],
    pub made: &'a [Made],
    pub changes: &'a [Changed],
}

impl Ground<'_> {
    /// The event that proves all that a sentence claims, and why it does or does not.
    pub(super) fn prove(&self, at: usize, sentence: &str, kinds: &[Kind]) -> (Option<String>, String) {
        let mut proof: Option<(usize, String)> = None;
        let mut why = Vec::new();
        for kind in kinds {
            let found = match kind {
                Kind::Green => self.green(at, sentence),
                Kind::Committed => self.committed(at),
                Kind::Written => self.written(at, sentence),
                Kind::Outside => Err("only a look at that system would prove it".to_owned()),
                // "Step 1 is done: tests pass, committed" stands or falls with what it says beside it.
                Kind::Done if kinds.len() > 1 => continue,
                Kind::Kept => Err("only a look at the work would prove it".to_owned()),
                Kind::Done => Err("no record proves it by itself".to_owned()),
            };
            match found {
                Ok((event, reason)) => {
                    let place = self.place(&event);
                    if proof.as_ref().is_none_or(|(known, _)| *known <= place) {
                        proof = Some((place, event));
                    }
                    why.push(reason);
                }
                Err(reason) => return (None, reason),
            }
        }
        (proof.map(|(_, event)| event), why.join("; "))
    }

    fn place(&self, event: &str) -> usize {
        self.run.events.iter().position(|other| other.id == event).unwrap_or(0)
    }

    fn green(&self, at: usize, sentence: &str) -> Result<(String, String), String> {
        let lower = sentence.to_lowercase();
        let spoken: Vec<&Gate> = self.gates.iter().filter(|gate| names(&lower, &gate.command)).collect();
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
        let tests: Vec<&Gate> = self.gates.iter().filter(|gate| kind(&gate.command) == "test").collect();
        let meant = match (all, spoken.is_empty(), tests.is_empty()) {
            (true, ..) | (false, true, true) => self.gates.iter().collect(),
            (false, false, _) => spoken,
            (false, true, false) => tests,
        };
        let mut newest: Option<(usize, &GateRun, &Gate)> = None;
        let mut unrun = Vec::new();
        for gate in meant {
            let Some(run) = gate.runs.iter().rfind(|run| self.place(&run.event) < at) else {
                unrun.push(gate);
                continue;
            };
            if !run.green {
                return Err(format!("{} was red before it", gate.command));
            }
            let place = self.place(&run.event);
            if let Some(change) = self.edited(gate, place, at) {
                return Err(format!("{} was green, but {change} was changed after that", gate.command));
            }
            if newest.is_none_or(|(known, ..)| known < place) {
                newest = Some((place, run, gate));
            }
        }
        if let Some(gate) = unrun.first().filter(|gate| all || names(&lower, &gate.command)) {
            return Err(format!("no result of {} is on record before it", gate.command));
        }
        let (_, run, gate) = newest.ok_or("no gate ran before it")?;
        Ok((run.event.clone(), format!("{} was green ({})", gate.command, run.how)))
    }

    /// A file that a gate covers and that changed between its run and the claim.
    fn edited(&self, gate: &Gate, from: usize, to: usize) -> Option<String> {
        // The run's own call stands before its result; what it changed itself came with it.
        let call =
            self.run.calls().find(|(_, _, result)| result.is_some_and(|(event, _)| self.place(&event.id) == from));
        let call = call.map_or(from, |(event, ..)| self.place(&event.id));
        let change =
            self.changes.iter().filter(|change| change.index > call && change.index < to).find(
                |change| match &change.path {
                    Some(path) => path.strip_prefix(&self.tree.root).is_ok_and(|inner| looks_at(&gate.command, inner)),
                    None => true,
                },
            )?;
        let path =
            change.path.as_deref().map(|path| path.strip_prefix(&self.tree.root).unwrap_or(path).display().to_string());
        Some(path.unwrap_or_else(|| change.command.clone()))
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
        let result = self.run.calls().find(|(event, ..)| event.id == change.event).and_then(|(_, _, result)| result);
        let event = result.map_or_else(|| change.event.clone(), |(event, _)| event.id.clone());
        Ok((event, "it was written".to_owned()))
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
