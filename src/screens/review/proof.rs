//! What stands behind a row of step 4, as lines, and the event that can be opened for it.

use std::path::Path;

use super::rows::{Attempt, RowOf};
use crate::model::{Call, Deed, FileChange, GateRow, OutcomeState, What};
use crate::widgets::clean;
use crate::widgets::cut::wrap;
use crate::widgets::diff::{self, DiffKind, DiffLine};
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::review as words;
use crate::words::{Clock, viewer as viewer_words};

/// One thing that speaks for or against a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Words.
    Text(String),
    /// A gate with its colour; what ran it follows as an event.
    Gate(Box<GateRow>),
    /// An event of the run, by its id.
    Event(String),
    /// A commit, by its id or the beginning of it.
    Commit(String),
    /// The change of a file by the run, by its path.
    Change(String),
    /// The change of a file that broke a limit before the run.
    Broken(String),
    /// The file that keeps all that a gate printed when lastgood ran it.
    Kept(String),
}

/// One line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Before it, where it is one of a change: what became of it.
    pub sign: &'static str,
    /// What it says.
    pub text: String,
    /// How it looks.
    pub role: Role,
}

impl Line {
    /// Words.
    pub fn plain(text: String) -> Self {
        Self { sign: "", text, role: Role::Text }
    }

    /// The line as rows of so many columns; what is indented in a file stays so.
    pub fn rows(&self, columns: usize) -> Vec<Row> {
        let room = columns.saturating_sub(self.sign.len());
        // Where a piece of a change begins is told in one row.
        let head = self.role == Role::Quiet;
        let parts = if head {
            vec![clean::cut(&self.text, room, "…")]
        } else if clean::width(&self.text) <= room {
            vec![self.text.clone()]
        } else {
            wrap(&self.text, room, 2)
        };
        let row = |(at, part): (usize, String)| {
            let sign = if at == 0 { self.sign } else { &"  "[..self.sign.len()] };
            Row::plain("   ").with(self.role, sign).with(self.role, part)
        };
        parts.into_iter().enumerate().map(row).collect()
    }
}

/// Lines that are shown of the change of a file outside the step.
const CHANGE: usize = 120;

/// Lines of output that are shown: its end.
const TAIL: usize = 4;
/// Files of a commit that are named.
const FILES: usize = 4;

/// The proof of a row, as lines; nothing is said twice.
pub fn lines(row: &RowOf, attempt: &Attempt, clock: &Clock) -> Vec<Line> {
    let plain = |texts: Vec<String>| texts.into_iter().map(Line::plain).collect();
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    // What is judged by its change shows all of it: a run may have changed more of a file than the row speaks of.
    let most = if row.kind == words::kind::OUTSIDE_STEP { CHANGE } else { usize::MAX };
    for (at, proof) in row.proof.iter().enumerate() {
        let block = match proof {
            // What the record says of it stands above, or in its row.
            Proof::Text(text) if *text == row.record => vec![],
            Proof::Text(text) => plain(vec![text.clone()]),
            Proof::Gate(gate) => plain(vec![self::gate(gate, row.proof.get(at + 1), row, attempt, clock)]),
            Proof::Event(id) => plain(event(id, attempt, clock)),
            Proof::Commit(id) => plain(commit(id, attempt, clock)),
            Proof::Change(path) => change(path, attempt.review.changes.get(path), words::change_of(path), most),
            Proof::Broken(path) => change(path, attempt.broke(path), words::broken_change_of(path), most),
            Proof::Kept(path) => plain(vec![words::all_printed(&clock.path(std::path::Path::new(path)))]),
        };
        // The same event, or the same commit, can speak for a row in more than one way.
        if !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    blocks.into_iter().flatten().filter(|line| !line.sign.is_empty() || !line.text.trim().is_empty()).collect()
}

/// What became of a file, as the pieces of its change, so many lines of them.
fn change(path: &str, change: Option<&FileChange>, head: String, most: usize) -> Vec<Line> {
    let plain = Line::plain;
    let Some(change) = change else { return vec![] };
    let Some(after) = &change.after else {
        let then = change.sums[1].is_some();
        return vec![plain(if then { words::then_unknown(path) } else { words::now_unknown(path) })];
    };
    let (head, pieces) = match &change.before {
        Some(before) if before == after => return vec![plain(words::unchanged(path))],
        Some(before) => (head, diff::unified(before, after)),
        None => (words::before_unknown(path), diff::whole(None, after)),
    };
    let piece = |line: &DiffLine| {
        let (sign, role) = match line.kind {
            DiffKind::Head => ("", Role::Quiet),
            DiffKind::Same => ("  ", Role::Text),
            DiffKind::Added => ("+ ", Role::Added),
            DiffKind::Removed => ("- ", Role::Removed),
        };
        Line { sign, text: clean::line(&line.text), role }
    };
    let more = pieces.len().saturating_sub(most);
    let more = (more > 0).then(|| plain(words::change_goes_on(more)));
    std::iter::once(plain(head)).chain(pieces.iter().take(most).map(piece)).chain(more).collect()
}

/// A gate with its colour. Its name, exit and time are left to the event behind it, where that is shown and says them.
fn gate(gate: &GateRow, next: Option<&Proof>, row: &RowOf, attempt: &Attempt, clock: &Clock) -> String {
    let shown = match next {
        Some(Proof::Event(id)) => event(id, attempt, clock),
        _ => vec![],
    };
    let says = |words: &str| shown.iter().any(|line| line.contains(words)) || row.record.contains(words);
    let why = gate.why.as_deref().filter(|why| !says(why));
    let named = shown.iter().any(|line| line.strip_prefix("$ ") == Some(&gate.name)) || row.text == gate.name;
    let words = words::gate_proof(gate, why, named);
    let time = gate.at.map(|at| clock.seconds(at)).filter(|time| !says(time));
    words::at(&words, time.as_deref())
}

/// The event that shows the proof of a row in the transcript: its own, the one that made its commit, or the last one that changed
/// a file whose change is shown.
pub fn opens(row: &RowOf, attempt: &Attempt) -> Option<(usize, String)> {
    let named = row.proof.iter().find_map(|proof| match proof {
        Proof::Event(id) => Some(id.clone()),
        Proof::Commit(id) => made_by(id, attempt),
        Proof::Text(_) | Proof::Gate(_) | Proof::Change(_) | Proof::Broken(_) | Proof::Kept(_) => None,
    });
    let id = named.or_else(|| {
        row.proof.iter().rev().find_map(|proof| match proof {
            Proof::Change(path) => changed_by(path, attempt),
            _ => None,
        })
    })?;
    let (at, _) = called(&id, attempt)?;
    let event = attempt.facts.run.events.get(at)?;
    Some((at + 1, event.id.clone()))
}

/// The call behind an event, with its place: a result stands with its call.
fn called<'a>(id: &str, attempt: &'a Attempt) -> Option<(usize, Option<&'a Call>)> {
    let run = &attempt.facts.run;
    let at = run.events.iter().position(|event| event.id == id)?;
    let calls = |what: &'a What, id: Option<&str>| match what {
        What::Call(call) if id.is_none_or(|id| call.id == id) => Some(call),
        _ => None,
    };
    if let What::Result(outcome) = &run.events[at].what {
        let found =
            run.events.iter().enumerate().find_map(|(at, event)| Some((at, calls(&event.what, Some(&outcome.call))?)));
        return Some(found.map_or((at, None), |(at, call)| (at, Some(call))));
    }
    Some((at, calls(&run.events[at].what, None)))
}

/// What an event of the run is: its number, time and result, its command, the end of its output.
fn event(id: &str, attempt: &Attempt, clock: &Clock) -> Vec<String> {
    let run = &attempt.facts.run;
    let Some((at, call)) = called(id, attempt) else { return vec![] };
    let event = &run.events[at];
    let result = call.and_then(|call| run.result(call));
    let time = result.and_then(|(event, _)| event.at).or(event.at).map(|at| clock.seconds(at));
    let result = result.map(|(_, outcome)| outcome);
    let came = match (call, result) {
        (Some(_), Some(outcome)) => viewer_words::outcome(outcome.state, outcome.exit),
        (Some(_), None) => viewer_words::no_result().to_owned(),
        (None, _) => String::new(),
    };
    let mut lines = vec![words::event(at + 1, time.as_deref(), &came)];
    match (&event.what, call.map(|call| &call.deed)) {
        (_, Some(Deed::Command { script, .. })) => {
            lines.push(format!("$ {}", script.lines().next().unwrap_or_default()));
        }
        (_, Some(Deed::Edit(edits))) => {
            let root = &attempt.facts.tree.root;
            let path =
                |edit: &crate::model::Edit| edit.path.strip_prefix(root).unwrap_or(&edit.path).display().to_string();
            lines.push(words::edits(&edits.iter().map(path).collect::<Vec<_>>()));
        }
        (What::Said { text } | What::Asked { text, .. }, _) => {
            lines.extend(text.lines().find(|line| !line.trim().is_empty()).map(|line| format!("\"{}\"", line.trim())));
        }
        _ => {}
    }
    let output: Vec<&str> = result.map(|outcome| outcome.output.lines().collect()).unwrap_or_default();
    let output: Vec<&str> = output.into_iter().filter(|line| !line.trim().is_empty()).collect();
    lines.extend(output.iter().skip(output.len().saturating_sub(TAIL)).map(|line| (*line).to_owned()));
    lines
}

/// What a commit is: its id, time and subject, and the files that it changed.
fn commit(id: &str, attempt: &Attempt, clock: &Clock) -> Vec<String> {
    let Some(commit) = attempt.commit(id) else { return vec![words::commit(id, None, "")] };
    let files: Vec<String> = commit.files.iter().take(FILES).map(|file| file.path.display().to_string()).collect();
    let lead = words::commit(&commit.id, Some(&clock.seconds(commit.at)), &commit.subject);
    [lead].into_iter().chain((!files.is_empty()).then(|| words::files(&files, commit.files.len()))).collect()
}

/// The event whose command made a commit, by the id that it printed.
fn made_by(id: &str, attempt: &Attempt) -> Option<String> {
    let short = id.get(..7)?;
    let run = &attempt.facts.run;
    run.events.iter().find_map(|event| {
        let What::Call(call) = &event.what else { return None };
        let Deed::Command { script, .. } = &call.deed else { return None };
        let (_, outcome) = run.result(call)?;
        (script.contains("commit") && outcome.output.contains(short)).then(|| event.id.clone())
    })
}

/// The last event of the run that changed a file: an edit, a command, or the one that committed it.
fn changed_by(path: &str, attempt: &Attempt) -> Option<String> {
    let facts = attempt.facts;
    let here = |other: &Path| other.strip_prefix(&facts.tree.root).unwrap_or(other) == Path::new(path);
    let edited = facts.run.calls().filter(|(_, call, outcome)| {
        let Deed::Edit(edits) = &call.deed else { return false };
        let done = outcome.is_none_or(|(_, outcome)| outcome.state == OutcomeState::Ok);
        edits.iter().any(|edit| here(&edit.path) && edit.applied.unwrap_or(done))
    });
    let edited = edited.map(|(event, ..)| event.id.clone()).next_back();
    let product = || facts.products.iter().find(|product| product.location == path)?.made_by.last().cloned();
    let committed = || {
        let of_run = facts.tree.commits.iter().rev().filter(|commit| commit.files.iter().any(|file| here(&file.path)));
        of_run.into_iter().find_map(|commit| made_by(&commit.id, attempt))
    };
    edited.or_else(product).or_else(committed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_that_is_judged_is_shown_whole() {
        let after = (0..300).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        let of_file = FileChange { before: Some(String::new()), after: Some(after), ..FileChange::default() };
        let shown = |most| super::change("a.rs", Some(&of_file), "a.rs".to_owned(), most);
        let added = |lines: &[Line]| lines.iter().filter(|line| line.sign == "+ ").count();
        assert_eq!(added(&shown(usize::MAX)), 300);
        let cut = shown(CHANGE);
        assert!(added(&cut) < 300 && cut.last().is_some_and(|line| line.text.contains("not shown here")));
    }
}
