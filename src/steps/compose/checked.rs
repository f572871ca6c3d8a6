//! What was checked last: what came out, when, on which content, and what of that has changed since.

use std::collections::BTreeMap;

use crate::model::{CheckedGate, Decided, Facts, GateState, Measured, Side, What};

/// What was checked last, in words and as data: what lastgood measured on the present content is newer than anything on record.
pub(super) fn checked(facts: &Facts, decided: &Decided) -> (Option<String>, Vec<CheckedGate>) {
    let measured = measured(facts, decided);
    let gates = if measured.is_empty() { on_record(facts).into_iter().collect() } else { measured };
    let words: Vec<String> = gates.iter().map(words).collect();
    (Some(words.join("; ")).filter(|words| !words.is_empty()), gates)
}

fn words(gate: &CheckedGate) -> String {
    let colour = if gate.state == GateState::Green { "green" } else { "red" };
    let since = match gate.changed.as_slice() {
        [] => String::new(),
        changed => format!("; changed since: {}", changed.join(", ")),
    };
    format!("{}: {colour}, {}{since}", gate.name, gate.how)
}

/// The gate that the record says was checked last.
fn on_record(facts: &Facts) -> Option<CheckedGate> {
    let checked = facts.last_checked.as_ref()?;
    let event = facts.run.event(&checked.event);
    let gate = facts.gates.iter().find(|gate| gate.runs.iter().any(|run| run.event == checked.event))?;
    let ran = gate.runs.iter().find(|run| run.event == checked.event)?;
    let mut parts = vec![ran.how.clone()];
    let output = event.and_then(|event| match &event.what {
        What::Result(outcome) => outcome.output.lines().map(str::trim).rfind(|line| !line.is_empty()),
        _ => None,
    });
    let short = |text: &&str| text.chars().count() <= MOST_OF_OUTPUT;
    parts.extend(output.filter(short).map(|last| format!("its output ends \"{last}\"")));
    match ran.content.as_deref() {
        Some("worktree") => parts.push("on the work tree as it was then".to_owned()),
        Some(content) => parts.push(format!("on {}", content.get(..12).unwrap_or(content))),
        None => {}
    }
    parts.extend(event.and_then(|event| event.at).map(|at| at.strftime("%Y-%m-%d %H:%M UTC").to_string()));
    parts.extend(event.map(|event| facts.run.numbered(&format!("event {}", event.id))));
    Some(CheckedGate {
        name: gate.command.clone(),
        state: if ran.green { GateState::Green } else { GateState::Red },
        how: parts.join(", "),
        changed: gate.stale_because.clone(),
    })
}

/// Characters of the last line of an output that is quoted.
const MOST_OF_OUTPUT: usize = 80;

/// What lastgood measured on the content as it stands.
fn measured(facts: &Facts, decided: &Decided) -> Vec<CheckedGate> {
    let present = decided.measured.iter().map(|(_, result)| result).filter(|result| {
        result.side == Side::Present
            && facts.tree.lies_as(result)
            && matches!(result.state, GateState::Green | GateState::Red)
    });
    let newest: BTreeMap<&str, &Measured> = present.map(|result| (result.name.as_str(), result)).collect();
    let gate = |result: &&Measured| {
        let at = result.at.strftime("%Y-%m-%d %H:%M UTC");
        let how = format!("{}, run by lastgood on the present content, {at}", result.why);
        CheckedGate { name: result.name.clone(), state: result.state, how, changed: Vec::new() }
    };
    newest.values().map(gate).collect()
}
