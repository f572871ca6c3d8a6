//! Criteria: a person's verdict, and what the record speaks for. A suggestion is never a verdict.

use super::{Against, Changed, changes, criterion_row, gaps, open, verdict, work};
use crate::model::{
    CheckedBy, Criterion, CriterionRow, CriterionVerdict, GateRow, GateState, LimitRow, RowVerdict, Shown,
};
use crate::steps::assign::{self, leaves_red};
use crate::steps::{outside, text};

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
        let of_gates = meant(&criterion.text, gates);
        let gate = of_gates.iter().map(|gate| gate.now).max_by_key(|now| worse(*now));
        let (suggest, proof, shows) = match found {
            Some(found) => (Some(found.verdict), Some(found.proof), found.shows),
            // What its gates are, and printed, a person reads also where that proves nothing.
            None => (None, None, shown(&of_gates)),
        };
        let checked_by = checked_by(against, &criterion.text, changed, gates);
        let files = files(&criterion.text, changed);
        let text = criterion.text.clone();
        let look = assign::deed(&text).and_then(|command| outside::look_of(against.facts, against.brief, command));
        CriterionRow { row, text, verdict, suggest, proof, checked_by, gate, shows, files, look }
    };
    against.brief.criteria.iter().map(row).collect()
}

/// What the record speaks for, where that stands, and what of it can be opened.
struct Suggestion {
    verdict: CriterionVerdict,
    proof: String,
    shows: Vec<Shown>,
}

fn says(verdict: CriterionVerdict, proof: String) -> Suggestion {
    Suggestion { verdict, proof, shows: Vec::new() }
}

impl Suggestion {
    fn shows(mut self, shows: impl IntoIterator<Item = Shown>) -> Self {
        self.shows = shows.into_iter().collect();
        self
    }
}

/// The changed files that a criterion is about: those that it names.
fn files(text: &str, changed: &[Changed]) -> Vec<String> {
    let texts = text::files(text);
    let meant = changed.iter().filter(|file| texts.iter().any(|name| text::same_file(name, &file.path)));
    meant.map(|file| file.path.clone()).collect()
}

/// By what a criterion can be checked, whatever came out.
fn checked_by(against: &Against<'_>, text: &str, changed: &[Changed], gates: &[GateRow]) -> CheckedBy {
    let gap = gaps::closes(text).is_some_and(|line| open::findable(&line, changed));
    let lists = only_words(text) && !text::files(text).is_empty();
    if !meant(text, gates).is_empty() {
        CheckedBy::Gate
    } else if gap || lists || commit_words(text) || question(against, text).is_some() {
        CheckedBy::Record
    } else {
        CheckedBy::Person
    }
}

/// A gap that lastgood's own checks find, and do not find any more.
fn closed_gap(
    against: &Against<'_>,
    text: &str,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
) -> Option<Suggestion> {
    let line = gaps::closes(text)?;
    let by = open::closes(against, &line, changed, gates, limits)?;
    let file = line.split_once(": ").map_or("", |(file, _)| file);
    let own = changed.iter().find(|changed| text::same_file(&changed.path, file));
    Some(says(Met, by).shows(opened(own.map(std::slice::from_ref).unwrap_or_default())))
}

fn worse(state: GateState) -> u8 {
    match state {
        GateState::Green => 0,
        GateState::NotRun => 1,
        GateState::Stale => 2,
        GateState::Red => 3,
    }
}

/// What changed files, as something that can be opened: `event ID` or a commit.
fn opened(changed: &[Changed]) -> Vec<Shown> {
    let mut shows: Vec<Shown> = Vec::new();
    for by in changed.iter().flat_map(|file| &file.by) {
        let one = by.strip_prefix("event ").map_or_else(|| Shown::Commit(by.clone()), |id| Shown::Event(id.to_owned()));
        if !shows.contains(&one) {
            shows.push(one);
        }
    }
    shows
}

fn suggest(
    against: &Against<'_>,
    text: &str,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
) -> Option<Suggestion> {
    if let Some(limit) = limits.iter().find(|limit| text::same_limit(&limit.limit, text)) {
        return Some(says(NotMet, format!("limit broken: {}", limit.by.join("; "))));
    }
    both(only(against, text, changed), committed(against, text).filter(|_| only_words(text)))
        .or_else(|| gate(against, text, gates))
        .or_else(|| committed(against, text))
        .or_else(|| closed_gap(against, text, changed, gates, limits))
        .or_else(|| question(against, text))
        .or_else(|| not_done(against, gates).filter(|_| !leaves_red(text)))
}

/// "Committed, and no other file changed" wants both.
fn both(one: Option<Suggestion>, other: Option<Suggestion>) -> Option<Suggestion> {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, _) => return one,
    };
    match (one.verdict, other.verdict) {
        (Met, Met) => {
            let shows = other.shows.iter().chain(one.shows.iter().filter(|shown| !other.shows.contains(shown)));
            Some(says(Met, format!("{}; {}", other.proof, one.proof)).shows(shows.cloned()))
        }
        (Met, _) => Some(other),
        _ => Some(one),
    }
}

/// "Only these files are changed"; "no other file changed" means those of the step.
fn only(against: &Against<'_>, text: &str, changed: &[Changed]) -> Option<Suggestion> {
    let mut named = text::files(text);
    let of_step = named.is_empty();
    if of_step {
        named = text::files(&against.brief.next_step.text);
    }
    if !only_words(text) || named.is_empty() || changed.is_empty() {
        return None;
    }
    let others: Vec<&str> = changed
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| !named.iter().any(|name| text::same_file(name, path) || (of_step && text::tests_of(path, name))))
        .filter(|path| !text::generated(path))
        .collect();
    Some(match others.as_slice() {
        [] => {
            let all: Vec<&str> = changed.iter().map(|file| file.path.as_str()).collect();
            says(Met, format!("changed: {}", all.join(", "))).shows(opened(changed))
        }
        others => says(NotMet, format!("also changed: {}", others.join(", "))).shows(opened(changed)),
    })
}

fn only_words(text: &str) -> bool {
    let small = text.to_lowercase();
    ["only", "no other file", "nothing else", "solo ", "ningún otro"].iter().any(|word| small.contains(word))
}

/// "The unit gate is green on the new commit": by the gates that it names, or all of them.
fn gate(against: &Against<'_>, text: &str, gates: &[GateRow]) -> Option<Suggestion> {
    let meant = meant(text, gates);
    let shows = || shown(&meant);
    let red: Vec<&str> =
        meant.iter().filter(|gate| gate.now == GateState::Red).map(|gate| gate.name.as_str()).collect();
    if !red.is_empty() {
        if leaves_red(text) {
            return None; // only a person can say for what it is red
        }
        return Some(says(NotMet, format!("red: {}", red.join(", "))).shows(shows()));
    }
    if speaks_of_colour(text)
        && text.to_lowercase().contains("new commit")
        && changes::commits(against).next().is_none()
    {
        return Some(says(NotMet, "no new commit".to_owned()));
    }
    let all_green = !meant.is_empty() && meant.iter().all(|gate| gate.now == GateState::Green);
    all_green.then(|| says(Met, green_by(&meant)).shows(shows()))
}

/// What shows that gates are green: events of the run, and what lastgood itself ran, which is none of them.
fn green_by(gates: &[&GateRow]) -> String {
    let events: Vec<&str> = gates.iter().filter_map(|gate| gate.event.as_deref()).collect();
    let here = gates.iter().filter(|gate| gate.event.is_none()).map(|gate| {
        let at = gate.at.map(|at| at.strftime(", %Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default();
        format!("{} run by lastgood{at}", gate.name)
    });
    let events = (!events.is_empty()).then(|| format!("event {}", events.join(", ")));
    events.into_iter().chain(here).collect::<Vec<_>>().join("; ")
}

/// The gates that a criterion speaks of: those that it names, or all of them; none when it wants no colour.
pub(super) fn meant<'a>(text: &str, gates: &'a [GateRow]) -> Vec<&'a GateRow> {
    if !speaks_of_colour(text) && !leaves_red(text) {
        return Vec::new();
    }
    let small = text.to_lowercase();
    let named: Vec<&GateRow> = gates.iter().filter(|gate| names(&small, gate)).collect();
    if named.is_empty() { gates.iter().collect() } else { named }
}

fn shown(gates: &[&GateRow]) -> Vec<Shown> {
    gates.iter().map(|gate| Shown::Gate(gate.row.clone())).collect()
}

fn speaks_of_colour(text: &str) -> bool {
    let small = text.to_lowercase();
    let colours = ["green", "pass", "verde", "pasa", "succeed", "clean"];
    text::about_gates(text) && colours.iter().any(|word| small.contains(word))
}

/// Whether a text names a gate by its short name or its command.
pub(super) fn names(small: &str, gate: &GateRow) -> bool {
    let name = gate.name.to_lowercase();
    let (short, command) = name.split_once(": ").unwrap_or((&name, &name));
    small.contains(&format!("{short} gate"))
        || small.contains(&format!("gate {short}"))
        || small.contains(command)
        || (short.contains(' ') && small.contains(short))
}

/// "These files are committed", "step 2 is committed".
fn committed(against: &Against<'_>, text: &str) -> Option<Suggestion> {
    if !commit_words(text) {
        return None;
    }
    let Some(newest) = changes::commits(against).last() else {
        return Some(says(NotMet, "nothing was committed in this run".to_owned()));
    };
    let shows = || changes::commits(against).map(|commit| Shown::Commit(commit.id.clone()));
    let missing: Vec<String> = text::files(text).into_iter().filter(|file| !work::committed(against, file)).collect();
    if missing.is_empty() {
        Some(says(Met, format!("commit {}", changes::short(&newest.id))).shows(shows()))
    } else {
        Some(says(NotMet, format!("not committed: {}", missing.join(", "))).shows(shows()))
    }
}

/// What closes a line that asks for nothing but the commit: "committed", "committed, and no other file changed".
pub(super) fn is_committed(against: &Against<'_>, line: &str, changed: &[Changed]) -> Option<String> {
    const SAYS: &[&str] =
        &["all", "and", "are", "changed", "commit", "committed", "else", "everything", "file", "files", "in", "is"];
    const NO: &[&str] = &["it", "no", "nothing", "one", "other", "the", "was"];
    let alone = text::words(line).iter().all(|word| SAYS.contains(&word.as_str()) || NO.contains(&word.as_str()));
    // While something that the run changed lies there without a commit, not everything is committed.
    let all = changed.iter().all(|file| file.committed || file.at_head || text::generated(&file.path));
    let found = committed(against, line).filter(|_| alone && all)?;
    let found = if only_words(line) { both(only(against, line, changed), Some(found))? } else { found };
    (found.verdict == Met).then_some(found.proof)
}

fn commit_words(text: &str) -> bool {
    let small = text.to_lowercase();
    ["committed", "one commit", "in a commit", "commiteado", "confirmado en"].iter().any(|word| small.contains(word))
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
    open.map(|question| says(NotMet, format!("still open: {}", question.question)))
}

/// A run that committed nothing and left a gate red did not do the step.
fn not_done(against: &Against<'_>, gates: &[GateRow]) -> Option<Suggestion> {
    let red = gates.iter().find(|gate| gate.now == GateState::Red)?;
    let nothing = changes::commits(against).next().is_none();
    let shows = Shown::Gate(red.row.clone());
    nothing.then(|| says(NotMet, format!("red: {}; nothing was committed", red.name)).shows([shows]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{at, gate_row};

    #[test]
    fn what_lastgood_ran_itself_is_no_event() {
        let gate = |event: Option<&str>| GateRow { event: event.map(str::to_owned), at: Some(at(0)), ..gate_row() };
        assert_eq!(green_by(&[&gate(Some("e7"))]), "event e7");
        let here = green_by(&[&gate(None)]);
        assert!(here.starts_with("cargo test run by lastgood, 20"), "{here}");
        let both = green_by(&[&gate(None), &gate(Some("e7"))]);
        assert!(both.starts_with("event e7; cargo test run by lastgood, "), "{both}");
    }
}
