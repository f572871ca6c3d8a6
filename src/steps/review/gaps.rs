//! Gaps that a person named: no check can call one closed, so each is a row of step 4 with what is known of its file, and a
//! person's verdict settles it.

use super::{Against, Changed, changes, criterion_row, open, standing, verdict};
use crate::model::{Decided, GapRow, GateRow, GateState, RowVerdict};
use crate::steps::{gaps, text};

/// The row of a gap, by the line that names it: verdicts on it outlive the order of the list.
pub(super) fn row(line: &str) -> String {
    format!("gap:{line}")
}

/// The gaps of the brief that only a person can call closed, each with what is known of its file.
pub(super) fn rows(against: &Against<'_>, changed: &[Changed], gates: &[GateRow]) -> Vec<GapRow> {
    let only_a_person = |line: &str| {
        let derived = |gate: &GateRow| open::gap(line).is_some_and(|(_, gap)| gaps::about(open::command(gate), gap));
        open::gap(line).is_some()
            && !open::findable(line, changed)
            && !gates.iter().any(derived)
            && standing::about(against, line).is_none()
    };
    let lines = open::once(&against.brief.after_step, &against.facts.tree.root).into_iter();
    let rows = lines.filter(|line| only_a_person(line)).filter_map(|line| {
        let (path, _) = open::gap(line)?;
        let touched = changed.iter().any(|file| text::same_file(&file.path, path));
        let (mut known, good) =
            (since(against, line, changed, gates), changes::as_at_good(against, path) == Some(true));
        if !touched {
            known.insert(0, "this run did not touch it".to_owned());
        }
        let bare = !touched && !good;
        Some(GapRow { row: row(line), line: line.clone(), path: path.to_owned(), known, bare })
    });
    rows.collect()
}

/// What is known of the file of a gap since the brief was written: it may be closed, and only a person can say so.
pub(super) fn since(against: &Against<'_>, line: &str, changed: &[Changed], gates: &[GateRow]) -> Vec<String> {
    let Some((path, _)) = open::gap(line) else { return Vec::new() };
    let file = changed.iter().find(|file| text::same_file(&file.path, path));
    let product = against.facts.products.iter().find(|product| open::is_file(product, path));
    let reaches =
        |gate: &&GateRow| product.is_some_and(|one| one.gates.iter().any(|(name, _)| name == open::command(gate)));
    let green = gates.iter().filter(|gate| gate.now == GateState::Green);
    let green =
        green.filter(|gate| file.is_some() || reaches(gate)).map(|gate| format!("{} ran green", open::command(gate)));
    let good = against.brief.last_good.commit.as_deref().filter(|_| changes::as_at_good(against, path) == Some(true));
    let good = good.map(|good| format!("it lies exactly as at last good {}", changes::short(good)));
    file.map(|file| format!("changed by {}", open::by(file))).into_iter().chain(good).chain(green).collect()
}

/// What a person's verdict says of a line: on the row of a gap, or on a criterion that says the same.
pub(super) fn judged(against: &Against<'_>, line: &str) -> Option<RowVerdict> {
    let of = |text: &str| verdict::of(against, &criterion_row(text));
    let texts = || against.brief.criteria.iter().map(|criterion| criterion.text.as_str());
    let root = &against.facts.tree.root;
    let same = |text: &&str| closes(text).as_deref() == Some(line) || text::same_line(text, line, root);
    // "Committed, and no other file changed" says both; what is met is met in each part, what is not may be in one alone.
    let part =
        |text: &&str| parts(text).any(|part| text::same_line(part, line, root)) && of(text) == Some(RowVerdict::Met);
    let of_criterion = || texts().find(same).map_or_else(|| texts().find(part).and_then(of), of);
    verdict::of(against, &row(line)).or_else(of_criterion)
}

/// The gaps that the step itself was to close, each with what a person said of it.
pub(super) fn of_step(against: &Against<'_>) -> Vec<(String, Option<RowVerdict>)> {
    let judged = |text: &str| Some((closes(text)?, verdict::of(against, &criterion_row(text))));
    let left = |line: &String| !against.brief.after_step.iter().any(|other| other == line);
    against.brief.criteria.iter().filter_map(|one| judged(&one.text)).filter(|(line, _)| left(line)).collect()
}

/// Whether a person has called a gap of a file closed in a review, after this time.
pub fn called_closed(decided: &Decided, location: &str, gap: &str, after: jiff::Timestamp) -> bool {
    let rows = gap_rows(location, gap);
    decided.reviews.values().any(|review| {
        rows.iter().any(|row| {
            let met = review.verdicts.get(row).is_some_and(|(verdict, _)| *verdict == Some(RowVerdict::Met));
            met && review.proofs.get(row).is_some_and(|seen| *seen > after)
        })
    })
}

/// The rows of a gap: its own, and that of the criterion that wants it closed.
pub fn gap_rows(location: &str, gap: &str) -> [String; 2] {
    [row(&format!("{location}: {gap}")), criterion_row(&format!("{location}{CLOSED}{gap}"))]
}

/// As step 3 writes the criterion of a gap.
const CLOSED: &str = ": this gap is closed: ";
/// The same without its file.
pub(super) const IS_CLOSED: &str = "this gap is closed: ";

/// "src/a.rs: this gap is closed: it does not parse": the line of the gap that a criterion wants closed.
pub(super) fn closes(criterion: &str) -> Option<String> {
    let (file, gap) = criterion.split_once(CLOSED)?;
    Some(format!("{file}: {gap}"))
}

/// The parts of a criterion that asks for several things.
fn parts(criterion: &str) -> impl Iterator<Item = &str> {
    let parts = criterion.split([',', ';']).map(str::trim);
    parts.map(|part| part.strip_prefix("and ").unwrap_or(part).trim()).filter(|part| !part.is_empty())
}
