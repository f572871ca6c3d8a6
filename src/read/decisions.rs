//! Decisions that were made on the way or stand in the brief that a run was given, and the last thing that was checked.

use std::collections::HashMap;

use super::limits::{brief_items, sentences};
use crate::model::{Decision, Deed, Gate, LastChecked, OutcomeState, Run, Speaker, What};
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
                out.push(Decision {
                    text: format!("{}: {}", question.trim(), words.trim()),
                    event: answer.id.clone(),
                    from: None,
                });
            }
            What::Said { text } => {
                let stated = text
                    .lines()
                    .flat_map(sentences)
                    .filter(|sentence| !sentence.ends_with('?') && sentence.len() < 400 && DECIDES.fits(sentence));
                out.extend(stated.map(|text| Decision { text, event: event.id.clone(), from: None }));
            }
            // The brief hands them on: the run that made them is not this one.
            What::Asked { text, by: Speaker::Person } if event.agent.is_none() => {
                let items = brief_items(text, "Decisions").into_iter().flatten();
                out.extend(items.map(|(text, from)| Decision { text, event: event.id.clone(), from: Some(from) }));
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

#[cfg(test)]
mod tests {
    use super::decisions;
    use crate::model::{Event, Run, Runtime, Speaker, What};

    #[test]
    fn what_was_decided_before_the_brief_stands_with_where_it_was_decided() {
        let text = "<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->\n# Brief\n\n## Decisions\n- A budget of 0 (zero) asks once (event e19)\n\n## Checked progress\n- a (b)\n";
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        let asked = |text: &str| What::Asked { text: text.into(), by: Speaker::Person };
        run.events =
            vec![Event::new("1", None, asked(text)), Event::new("2", None, asked("## Decisions\n- none"))].into();
        let found: Vec<_> = decisions(&run).into_iter().map(|one| (one.text, one.event, one.from)).collect();
        let from = "event e19 of the failed run; handed on by brief 1".to_owned();
        assert_eq!(found, [("A budget of 0 (zero) asks once".to_owned(), "1".to_owned(), Some(from))]);
    }
}
