//! Criteria: a person's verdict, and what the record speaks for. A suggestion is never a verdict.

use super::{Against, Changed, changes, criterion_row, verdict, work};
use crate::model::{Criterion, CriterionRow, CriterionVerdict, GateRow, GateState, LimitRow, RowVerdict};
use crate::steps::text;

use CriterionVerdict::{Met, NotLookedAt, NotMet};

/// The criteria of the brief.
pub(super) fn criteria(
    against: &Against<'_>,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
) -> Vec<CriterionRow> {
    let row = |criterion: &Criterion| {
        let row = criterion_row(&criterion.text);
        let verdict = match verdict::of(against, &row) {
            Some(RowVerdict::Met) => Met,
            Some(RowVerdict::Not) => NotMet,
            None => NotLookedAt,
        };
        let found = against.consumption.and_then(|_| suggest(against, &criterion.text, changed, gates, limits));
        let (suggest, proof) = found.unzip();
        CriterionRow { row, text: criterion.text.clone(), verdict, suggest, proof }
    };
    against.brief.criteria.iter().map(row).collect()
}

type Suggestion = (CriterionVerdict, String);

fn suggest(
    against: &Against<'_>,
    text: &str,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
) -> Option<Suggestion> {
    if let Some(limit) = limits.iter().find(|limit| text::same_limit(&limit.limit, text)) {
        return Some((NotMet, format!("limit broken: {}", limit.by.join("; "))));
    }
    only(text, changed)
        .or_else(|| gate(against, text, gates))
        .or_else(|| committed(against, text))
        .or_else(|| question(against, text))
        .or_else(|| not_done(against, gates))
}

/// "Only these files are changed."
fn only(text: &str, changed: &[Changed]) -> Option<Suggestion> {
    let small = text.to_lowercase();
    let nothing_else =
        ["only", "no other file", "nothing else", "solo ", "ningún otro"].iter().any(|word| small.contains(word));
    let named = text::files(text);
    if !nothing_else || named.is_empty() || changed.is_empty() {
        return None;
    }
    let others: Vec<&str> = changed
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| !named.iter().any(|name| text::same_file(name, path)) && !text::generated(path))
        .collect();
    Some(match others.as_slice() {
        [] => {
            (Met, format!("changed: {}", changed.iter().map(|file| file.path.as_str()).collect::<Vec<_>>().join(", ")))
        }
        others => (NotMet, format!("also changed: {}", others.join(", "))),
    })
}

/// "The unit gate is green on the new commit": by the gates that it names, or all of them.
fn gate(against: &Against<'_>, text: &str, gates: &[GateRow]) -> Option<Suggestion> {
    let small = text.to_lowercase();
    if !text::about_gates(text)
        || !["green", "pass", "verde", "pasa", "succeed", "clean"].iter().any(|word| small.contains(word))
    {
        return None;
    }
    let named: Vec<&GateRow> = gates.iter().filter(|gate| names(&small, gate)).collect();
    let meant = if named.is_empty() { gates.iter().collect() } else { named };
    let red: Vec<&str> =
        meant.iter().filter(|gate| gate.now == GateState::Red).map(|gate| gate.name.as_str()).collect();
    if !red.is_empty() {
        return Some((NotMet, format!("red: {}", red.join(", "))));
    }
    if small.contains("new commit") && changes::commits(against).next().is_none() {
        return Some((NotMet, "no new commit".to_owned()));
    }
    let proofs: Vec<&str> = meant.iter().filter_map(|gate| gate.event.as_deref()).collect();
    let all_green = !meant.is_empty() && meant.iter().all(|gate| gate.now == GateState::Green);
    all_green.then(|| (Met, format!("event {}", proofs.join(", "))))
}

/// Whether a text names a gate by its short name or its command.
fn names(small: &str, gate: &GateRow) -> bool {
    let name = gate.name.to_lowercase();
    let (short, command) = name.split_once(": ").unwrap_or((&name, &name));
    small.contains(&format!("{short} gate"))
        || small.contains(&format!("gate {short}"))
        || small.contains(command)
        || (short.contains(' ') && small.contains(short))
}

/// "These files are committed", "step 2 is committed".
fn committed(against: &Against<'_>, text: &str) -> Option<Suggestion> {
    let small = text.to_lowercase();
    if !["committed", "one commit", "in a commit", "commiteado", "confirmado en"]
        .iter()
        .any(|word| small.contains(word))
    {
        return None;
    }
    let Some(newest) = changes::commits(against).last() else {
        return Some((NotMet, "nothing was committed in this run".to_owned()));
    };
    let missing: Vec<String> = text::files(text).into_iter().filter(|file| !work::committed(against, file)).collect();
    if missing.is_empty() {
        Some((Met, format!("commit {}", changes::short(&newest.id))))
    } else {
        Some((NotMet, format!("not committed: {}", missing.join(", "))))
    }
}

/// A criterion that waits for the answer to an open question.
fn question(against: &Against<'_>, text: &str) -> Option<Suggestion> {
    let words = text::words(text);
    let asks = ["answered", "question", "decided", "clarified", "respond"]
        .iter()
        .any(|word| text.to_lowercase().contains(word));
    let open = against.brief.open.iter().find(|question| {
        let asked = text::words(&format!("{} {}", question.question, question.look));
        asks && words.iter().any(|word| word.len() > 4 && asked.contains(word))
    });
    open.map(|question| (NotMet, format!("still open: {}", question.question)))
}

/// A run that committed nothing and left a gate red did not do the step.
fn not_done(against: &Against<'_>, gates: &[GateRow]) -> Option<Suggestion> {
    let red = gates.iter().find(|gate| gate.now == GateState::Red)?;
    let nothing = changes::commits(against).next().is_none();
    nothing.then(|| (NotMet, format!("red: {}; nothing was committed", red.name)))
}
