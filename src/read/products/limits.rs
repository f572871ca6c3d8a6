//! What a changed file breaks, and which gates ran before it was last edited.

use std::path::Path;

use crate::model::{Check, CheckSays, Gate, GateState};
use crate::read::Known;
use crate::read::gates::looks_at;
use crate::read::replay::{By, Content};

/// A check for every limit that an edit of this file breaks, with the first edit that did.
pub(super) fn breaks(known: Known<'_>, path: &Path) -> Vec<Check> {
    let name = path.display().to_string();
    let mut checks = Vec::new();
    for limit in known.constraints {
        let Some(breach) = limit.broken_by.iter().find(|breach| breach.is_of(&name)) else { continue };
        let lost = if limit.lost_in_compaction { "; lost in the compaction" } else { "" };
        let text = format!("breaks the limit \"{}\" ({}{lost}), event {}", limit.text, limit.from, breach.event);
        checks.push(Check { says: CheckSays::Bad, text, line: None, gap: Some(limit.broken()) });
    }
    checks
}

/// That a gate which looks at this file was green, and the file was edited afterwards.
pub(super) fn gates_before(known: Known<'_>, path: &Path) -> Option<Check> {
    let edited = known.replay.steps(path).rfind(|step| step.by != By::Commit)?.index;
    let gates = known.gates.iter().filter(|gate| gate.state == GateState::Stale && looks_at(&gate.command, path));
    let newest = gates.filter_map(|gate| Some((gate, gate.last_green.as_ref()?))).find(|(gate, green)| {
        let newest = gate.runs.last().is_some_and(|run| run.event == green.event);
        newest && place(known, &green.event).is_some_and(|place| place < edited)
    });
    let (gate, green) = newest?;
    let at = green.at.map(|at| format!(" at {} UTC", at.strftime("%H:%M"))).unwrap_or_default();
    let text = if never_ran_on(known, gate, path) {
        format!("{} never ran on it: it ran green{at}, before this file was written", gate.command)
    } else {
        format!("{} ran green{at} before this edit", gate.command)
    };
    Some(Check { says: CheckSays::Unknown, text, line: None, gap: None })
}

/// Whether a file was not there at any run of a gate that has run.
pub(super) fn never_ran_on(known: Known<'_>, gate: &Gate, path: &Path) -> bool {
    let absent = |event: &str| {
        place(known, event).is_some_and(|place| known.replay.at(known.tree, path, place) == Content::Gone)
    };
    !gate.runs.is_empty() && gate.runs.iter().all(|run| absent(&run.event))
}

fn place(known: Known<'_>, event: &str) -> Option<usize> {
    known.run.events.iter().position(|other| other.id == event)
}
