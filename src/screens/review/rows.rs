//! The attempt under review as rows, worst first, each with its proof.

use crate::model::{
    ActionResult, Brief, CriterionVerdict, Event, Facts, GateChange, GateState, Measured, Review, Reviewed, RowVerdict,
    What,
};
use crate::screens::Desk;
use crate::steps::review::{self, Against};
use crate::words::{review as words, steps as step_words};

/// The attempt under review.
pub struct Attempt<'a> {
    /// Its number.
    pub number: u32,
    /// The brief that was written.
    pub brief: &'a Brief,
    /// The facts of the run that consumed it.
    pub facts: &'a Facts,
    /// What the program found.
    pub review: Review,
    reviewed: Option<&'a Reviewed>,
}

/// One row of the list.
#[derive(Clone, Debug)]
pub struct RowOf {
    /// Its key for proofs and verdicts.
    pub key: String,
    /// The kind, in a word.
    pub kind: &'static str,
    /// What it is about.
    pub text: String,
    /// How it stands.
    pub stands: String,
    /// Its mark.
    pub mark: &'static str,
    /// The lines of its proof.
    pub proof: Vec<String>,
    /// Whether nothing on record speaks for or against it.
    pub bare: bool,
}

/// Whether a brief was written for the present attempt and no run has consumed it.
pub fn waiting(desk: &Desk) -> bool {
    let decided = &desk.recovery.decided;
    decided.published.contains_key(&decided.attempt) && attempt(desk).is_none()
}

/// The attempt under review, when there is one.
pub fn attempt(desk: &Desk) -> Option<Attempt<'_>> {
    let decided = &desk.recovery.decided;
    // After a closed attempt the next one begins; its review is still shown until its own brief is written.
    let number = if decided.published.contains_key(&decided.attempt) {
        decided.attempt
    } else {
        decided.attempt.checked_sub(1)?
    };
    let brief = desk.written.iter().rev().map(|written| &written.brief).find(|brief| brief.attempt == number)?;
    let facts = desk.around.attempts.iter().rev().find(|(attempt, _)| *attempt == number).map(|(_, facts)| facts)?;
    let consumptions = review::consumptions(&facts.run, brief);
    let sha256 = decided.published.get(&number).map(|published| published.sha256.as_str());
    let measured: Vec<Measured> =
        decided.measured.iter().filter(|(of, _)| *of == number).map(|(_, result)| result.clone()).collect();
    let consumption = consumptions.first();
    let against = Against { brief, sha256, facts, consumption, measured: &measured, decided: Some(decided) };
    let review = review::review(&against, &step_words::blocker);
    Some(Attempt { number, brief, facts, review, reviewed: decided.reviews.get(&number) })
}

impl Attempt<'_> {
    /// Whether the proof of a row was on screen.
    pub fn seen(&self, row: &str) -> bool {
        self.reviewed.is_some_and(|reviewed| reviewed.proofs.contains_key(row))
    }

    /// When the proof of a row was on screen.
    pub fn seen_at(&self, row: &str) -> Option<crate::model::Timestamp> {
        self.reviewed.and_then(|reviewed| reviewed.proofs.get(row)).copied()
    }

    /// A person's verdict on a row.
    pub fn verdict(&self, row: &str) -> Option<RowVerdict> {
        self.reviewed.and_then(|reviewed| reviewed.verdicts.get(row)).and_then(|(verdict, _)| *verdict)
    }

    /// A person's note on a row.
    pub fn note(&self, row: &str) -> String {
        self.reviewed.and_then(|reviewed| reviewed.verdicts.get(row)).map(|(_, note)| note.clone()).unwrap_or_default()
    }

    /// A verdict in words.
    pub fn verdict_words(&self, row: &RowOf) -> String {
        let criterion = row.kind == words::kind::CRITERION;
        self.verdict(&row.key)
            .map_or_else(|| words::NOT_YET.to_owned(), |verdict| words::verdict(verdict, criterion).to_owned())
    }

    /// The rows, worst first.
    pub fn rows(&self) -> Vec<RowOf> {
        let mut rows = Vec::new();
        self.gates(&mut rows);
        for limit in &self.review.limits_broken {
            let by = words::by(&limit.by);
            rows.push(row(&limit.row, words::kind::LIMIT, &limit.limit, &by, "✗", vec![by.clone()]));
        }
        for change in &self.review.outside_step {
            let by = words::by(&change.by);
            rows.push(row(&change.row, words::kind::OUTSIDE_STEP, &change.location, &by, "✗", vec![by.clone()]));
        }
        for action in &self.review.outside_actions {
            let stands = words::result(action.result, action.forbidden);
            let mark = if action.forbidden && action.result != ActionResult::Failed { "✗" } else { "?" };
            let mut proof = self.of_event(&action.event);
            proof.extend(action.look.as_ref().map(|look| words::look(look)));
            rows.push(row(&action.row, words::kind::ACTION, &action.command, &stands, mark, proof));
        }
        for claim in &self.review.claims {
            let stands = words::claim(claim.against, claim.proof.is_some());
            let mark = if claim.against { "✗" } else { "·" };
            let mut proof = vec![claim.why.clone()];
            proof.extend(claim.proof.as_ref().map(|event| self.of_event(event)).unwrap_or_default());
            rows.push(row(&claim.row, words::kind::CLAIM, &format!("\"{}\"", claim.text), stands, mark, proof));
        }
        for (at, criterion) in self.review.criteria.iter().enumerate() {
            let stands = words::suggests(criterion.suggest);
            let mark = if criterion.suggest == Some(CriterionVerdict::NotMet) { "!" } else { "·" };
            let mut proof: Vec<String> = vec![criterion.text.clone()];
            proof.extend(criterion.proof.clone());
            let text = format!("{} {}", at + 1, criterion.text);
            let bare = criterion.proof.is_none();
            let row = row(&criterion.row, words::kind::CRITERION, &text, stands, mark, proof);
            rows.push(RowOf { bare, ..row });
        }
        rows.sort_by_key(|row| ["✗", "!", "?", "·"].iter().position(|mark| *mark == row.mark).unwrap_or(4));
        rows
    }

    fn gates(&self, rows: &mut Vec<RowOf>) {
        for gate in &self.review.gates {
            let mark = match (gate.change, gate.now) {
                (GateChange::Regressed, _) | (_, GateState::Red) => "✗",
                (GateChange::Unknown, _) => "?",
                _ => "✓",
            };
            let mut proof = gate.event.as_ref().map(|event| self.of_event(event)).unwrap_or_default();
            proof.extend(gate.why.clone());
            proof.push(words::before(gate.before));
            rows.push(row(&gate.row, words::kind::GATE, &gate.name, &words::gate_row(gate), mark, proof));
        }
    }

    /// What an event of the run looks like as a proof: its command, the end of its output, its exit status.
    fn of_event(&self, id: &str) -> Vec<String> {
        let run = &self.facts.run;
        let Some(at) = run.events.iter().position(|event| event.id == id) else { return vec![] };
        let mut lines = vec![words::event(at + 1)];
        let call = match &run.events[at].what {
            What::Call(call) => Some(call),
            What::Result(outcome) => run.events.iter().find_map(|event| calls(event, &outcome.call)),
            _ => None,
        };
        if let Some(crate::model::Deed::Command { script, .. }) = call.map(|call| &call.deed) {
            lines.push(format!("$ {}", script.lines().next().unwrap_or_default()));
        }
        let outcome = match &run.events[at].what {
            What::Result(outcome) => Some(outcome),
            _ => call.and_then(|call| run.result(call)).map(|(_, outcome)| outcome),
        };
        if let Some(outcome) = outcome {
            let tail: Vec<&str> = outcome.output.lines().filter(|line| !line.trim().is_empty()).collect();
            lines.extend(tail.iter().skip(tail.len().saturating_sub(4)).map(|line| (*line).to_owned()));
            lines.push(crate::words::viewer::outcome(outcome.state, outcome.exit));
        }
        lines
    }
}

fn calls<'a>(event: &'a Event, id: &str) -> Option<&'a crate::model::Call> {
    match &event.what {
        What::Call(call) if call.id == id => Some(call),
        _ => None,
    }
}

fn row(key: &str, kind: &'static str, text: &str, stands: &str, mark: &'static str, proof: Vec<String>) -> RowOf {
    let proof = proof.into_iter().filter(|line| !line.trim().is_empty()).collect();
    RowOf { key: key.to_owned(), kind, text: text.to_owned(), stands: stands.to_owned(), mark, proof, bare: false }
}
