//! Decisions that were made on the way, and the last thing that was checked.

use std::collections::HashMap;

use super::limits::sentences;
use crate::model::{Decision, Deed, Gate, LastChecked, OutcomeState, Run, What};
use crate::read::wording::Wording;

static DECIDES: Wording = Wording::any_case(&[
    r"\b(decided|decision:|i chose|i choose|choosing|opted for|going with|i('ll| will) keep|i('ll| will) use|rather than|he decidido|decid[ií]|elegimos|elijo)\b",
]);

/// Decisions on record: answers of a person to questions, and choices that the agent states as such.
pub fn decisions(run: &Run) -> Vec<Decision> {
    let mut out = Vec::new();
    for event in &run.events {
        match &event.what {
            What::Call(call) => {
                let Deed::Ask { question } = &call.deed else { continue };
                let answered = run.result(call).filter(|(_, outcome)| outcome.state == OutcomeState::Ok);
                let Some((answer, outcome)) = answered else { continue };
                let words = outcome.output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                out.push(Decision { text: format!("{}: {}", question.trim(), words.trim()), event: answer.id.clone() });
            }
            What::Said { text } => {
                let stated = text
                    .lines()
                    .flat_map(sentences)
                    .filter(|sentence| !sentence.ends_with('?') && sentence.len() < 400 && DECIDES.fits(sentence));
                out.extend(stated.map(|text| Decision { text, event: event.id.clone() }));
            }
            _ => {}
        }
    }
    out
}

/// The last thing that was checked and came out.
pub fn last_checked(run: &Run, gates: &[Gate]) -> Option<LastChecked> {
    let events = run.events.iter().enumerate().rev();
    let places: HashMap<&str, usize> = events.map(|(place, event)| (event.id.as_str(), place)).collect();
    let runs = gates.iter().flat_map(|gate| gate.runs.iter().map(move |run| (gate, run)));
    let (gate, newest) = runs.max_by_key(|(_, run)| places.get(run.event.as_str()))?;
    let colour = if newest.green { "green" } else { "red" };
    Some(LastChecked { what: format!("{}: {colour}, {}", gate.command, newest.how), event: newest.event.clone() })
}
