//! Gates before and now. What the record of the run does not prove is not green.

use super::Against;
use crate::model::{BriefGate, Gate, GateChange, GateRow, GateRun, GateState};

/// The gates of the brief first, then what else the run ran and left red; worst first.
pub(super) fn gates(against: &Against<'_>) -> Vec<GateRow> {
    let mut rows: Vec<GateRow> = against.brief.gates.iter().map(|gate| row(against, gate)).collect();
    rows.sort_by_key(|row| match row.change {
        GateChange::Regressed => 0,
        GateChange::Unknown => 1,
        GateChange::Fixed => 2,
        GateChange::Same => 3,
    });
    rows
}

fn row(against: &Against<'_>, before: &BriefGate) -> GateRow {
    let command = before.command.join(" ");
    let name = if command.is_empty() || command == before.name {
        before.name.clone()
    } else {
        format!("{}: {command}", before.name)
    };
    let gate = against.facts.gates.iter().find(|gate| same(&gate.command, &command, &before.name));
    let last = gate.and_then(|gate| last(against, gate));
    let now = now(gate, last);
    let change = match (before.state, now) {
        (GateState::Green, GateState::Green) | (GateState::Red, GateState::Red) => GateChange::Same,
        (GateState::Green, GateState::Red) => GateChange::Regressed,
        (GateState::Red, GateState::Green) => GateChange::Fixed,
        _ => GateChange::Unknown,
    };
    GateRow {
        row: format!("gate:{}", before.name),
        name,
        before: before.state,
        now,
        change,
        why: why(gate, last, now),
        event: last.map(|run| run.event.clone()),
        at: last.and_then(|run| run.at),
    }
}

/// The last result of the gate in this run.
fn last<'a>(against: &Against<'_>, gate: &'a Gate) -> Option<&'a GateRun> {
    let runs = gate.runs.iter().chain(&gate.last_green).chain(&gate.last_red);
    runs.filter(|run| against.after(&run.event)).max_by_key(|run| run.at)
}

fn now(gate: Option<&Gate>, last: Option<&GateRun>) -> GateState {
    match (gate.map(|gate| gate.state), last) {
        (_, None) => GateState::NotRun,
        // Green or red on content that changed afterwards proves nothing about the present one.
        // A later start without a result, behind a pipe for one, is no proof either.
        (Some(GateState::Stale | GateState::NotRun), Some(_)) => GateState::Stale,
        (_, Some(run)) if run.green => GateState::Green,
        (_, Some(_)) => GateState::Red,
    }
}

fn why(gate: Option<&Gate>, last: Option<&GateRun>, now: GateState) -> Option<String> {
    let result = last.map(|run| if run.how.is_empty() { "its result".to_owned() } else { run.how.clone() });
    match now {
        GateState::NotRun => Some("no result of it in this run".to_owned()),
        GateState::Stale => {
            let because = gate.map(|gate| gate.stale_because.join("; ")).unwrap_or_default();
            Some(
                [result.unwrap_or_default(), because]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .collect::<Vec<_>>()
                    .join("; then "),
            )
        }
        GateState::Green | GateState::Red => result,
    }
}

/// The same gate by its command; by its name where the brief has no command.
fn same(command: &str, of_brief: &str, name: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (command, of_brief) = (plain(command), plain(of_brief));
    if of_brief.is_empty() {
        command == plain(name)
    } else {
        command == of_brief || command.starts_with(&format!("{of_brief} "))
    }
}
