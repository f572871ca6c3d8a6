//! The colour of a gate when the run began, as far as that is known: last good may lie far before it.
//!
//! Shown by the run's own first result before it changed anything, or by what was checked last on the content from which it started.

use super::gates::same;
use super::{Against, changes};
use crate::model::{BeganBy, BriefGate, GateBegan, GateRow, GateState, ProductKind, StartFrom, gate_line};

/// Tells each row its colour when the run began; `others` is what somebody else changed since the brief was written.
pub(super) fn mark(against: &Against<'_>, rows: &mut [GateRow], others: &[String]) {
    for row in rows {
        let gate = against.brief.gates.iter().find(|gate| row.row == format!("gate:{}", gate.name));
        let commit = against.brief.last_good.commit.as_deref();
        row.good = commit.is_some() && gate.is_some_and(|gate| gate.content.as_deref() == commit);
        let is = |ran: &str| same_as(against, row, gate, ran);
        row.began = own(against, is).or_else(|| by_brief(against, is).filter(|_| others.is_empty()));
    }
}

fn same_as(against: &Against<'_>, row: &GateRow, gate: Option<&BriefGate>, ran: &str) -> bool {
    match gate {
        Some(gate) => same(against, ran, &gate_line(&gate.command), &gate.name),
        None => same(against, ran, "", &row.name),
    }
}

/// The first result in the run, where it changed nothing before that.
fn own(against: &Against<'_>, is: impl Fn(&str) -> bool) -> Option<GateBegan> {
    let place = |id: &str| against.facts.run.events.iter().position(|event| event.id == id);
    let gate = against.facts.gates.iter().find(|gate| is(&gate.command))?;
    let ran = gate.runs.iter().filter(|run| against.after(&run.event));
    let (at, first) = ran.filter_map(|run| Some((place(&run.event)?, run))).min_by_key(|(at, _)| *at)?;
    let state = if first.green { GateState::Green } else { GateState::Red };
    let made = against
        .facts
        .products
        .iter()
        .filter(|product| matches!(product.kind, ProductKind::File | ProductKind::Document | ProductKind::Commit));
    let made = made.flat_map(|product| &product.made_by).filter(|event| against.after(event));
    let changed = changes::first_edit(against).into_iter().chain(made.filter_map(|event| place(event))).min();
    changed.is_none_or(|changed| at < changed).then(|| GateBegan { state, by: BeganBy::Event(first.event.clone()) })
}

/// What was checked last when the brief was written, on the content from which the run started.
fn by_brief(against: &Against<'_>, is: impl Fn(&str) -> bool) -> Option<GateBegan> {
    let (brief, began) = (against.brief, against.consumption.is_some());
    // A run that starts from a commit or a copy does not begin with what lay in the work tree.
    let here = matches!(brief.next_step.start.from, None | Some(StartFrom::Worktree));
    // A brief that has it in words alone tells nothing of it.
    let checked = brief.record.checked.iter().filter(|gate| here && began && gate.changed.is_empty());
    let gate = checked.into_iter().find(|gate| is(&gate.name))?;
    Some(GateBegan { state: gate.state, by: BeganBy::Brief(gate.how.clone()) })
}
