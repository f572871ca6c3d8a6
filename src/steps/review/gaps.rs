//! What the brief leaves and only a person can settle. A gap that a person named: no check can call it closed, so it is a row of step 4
//! with what is known of its file. Any other line: a row once something on record speaks for it. A person's verdict settles each.

use super::{Against, Changed, changes, criterion_row, open, standing, verdict};
use crate::model::{Decided, GapRow, GateRow, GateState, RowVerdict, Shown, Speaks};
use crate::steps::speaks::{self, Made};
use crate::steps::{broken, gaps, parts, text};

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
        let files = vec![path.to_owned()];
        Some(GapRow { row: row(line), line: line.clone(), gap: true, files, known, bare, ..GapRow::default() })
    });
    rows.collect()
}

/// The lines that are left and for which something on record speaks, or of which a person said something in this review.
pub(super) fn lines(against: &Against<'_>, changed: &[Changed], gates: &[GateRow], open: &[String]) -> Vec<GapRow> {
    let made = made(against, changed);
    let of_brief = open::once(&against.brief.after_step, &against.facts.tree.root).into_iter();
    let rows = of_brief
        .filter(|line| may_be_asked(line) && parts::in_brief(against.facts, against.brief, line).is_empty())
        .filter_map(|line| {
            let key = criterion_row(line);
            let judged = verdict::of(against, &key).is_some();
            if !(judged || open.contains(line)) {
                return None;
            }
            let speaks = speaking(against, &made, line);
            // A test speaks once it ran green on what lies there, and nothing does of code while a gate is red.
            let tests = || gates.iter().filter(|gate| gate.now == GateState::Green && runs_tests(open::command(gate)));
            let red = gates.iter().any(|gate| gate.now == GateState::Red);
            let more = text::asks_more(line, &text::files(line));
            let counts = |one: &&Speaks| match (&one.test, &one.file) {
                (Some(_), _) => !red && tests().next().is_some(),
                // A changed file tells nothing of what is asked for beside it.
                (None, Some(file)) => !more && !open.iter().any(|other| leaves(other, file)),
                (None, None) => !red,
            };
            let speaks: Vec<&Speaks> = speaks.iter().filter(counts).collect();
            if speaks.is_empty() {
                return None;
            }
            let of_test = speaks.iter().any(|one| one.test.is_some());
            let green = tests().filter(|_| of_test);
            let mut known: Vec<String> = speaks.iter().map(|one| told(one)).collect();
            known.extend(green.clone().map(|gate| format!("{} ran green", open::command(gate))));
            let mut shows: Vec<Shown> = Vec::new();
            for commit in speaks.iter().filter_map(|one| one.commit.clone()).map(Shown::Commit) {
                shows.extend((!shows.contains(&commit)).then_some(commit));
            }
            shows.extend(green.map(|gate| Shown::Gate(gate.row.clone())));
            let mut files: Vec<String> = speaks.iter().filter_map(|one| one.file.clone()).collect();
            files.dedup();
            let quoted = speaks.iter().flat_map(|one| one.lines.clone()).collect();
            Some(GapRow { row: key, line: line.clone(), gap: false, files, known, quoted, shows, bare: false })
        });
    rows.collect()
}

/// Whether a line that is left is one that a verdict of its own can settle: no gap of a file, no question, no limit.
pub fn may_be_asked(line: &str) -> bool {
    let other = line.trim().ends_with('?') || line.contains(broken::GAP) || broken::is_question(line);
    open::gap(line).is_none() && !other
}

/// What this run made: its commits, and what it left without one.
fn made<'a>(against: &'a Against<'_>, changed: &'a [Changed]) -> Vec<Made<'a>> {
    let loose = changed.iter().filter(|file| !file.committed && !file.at_head).filter_map(|file| {
        let before = file.found.as_deref().or(file.before.as_deref()).unwrap_or_default();
        Some((file.path.as_str(), before, file.after.as_deref()?))
    });
    let mut made = speaks::committed(&against.facts.tree, changes::commits(against));
    made.push(speaks::loose(loose));
    made
}

/// What speaks for a line: what the brief knows and still is there, and what this run did.
fn speaking(against: &Against<'_>, made: &[Made<'_>], line: &str) -> Vec<Speaks> {
    let handed = against.brief.left.iter().filter(|left| left.line == line).flat_map(|left| &left.speaks);
    let mut all: Vec<Speaks> = handed.filter(|one| speaks::still(&against.facts.tree, one)).cloned().collect();
    all.extend(speaks::of(made, line, &text::files(line)));
    all
}

/// Whether an open line says that something is left to do in a file; that it is not committed is another thing.
fn leaves(line: &str, file: &str) -> bool {
    open::gap(line).is_some_and(|(path, gap)| gap != open::NOT_COMMITTED && text::same_file(path, file))
}

/// Whether a gate runs tests, by the words of its command.
fn runs_tests(command: &str) -> bool {
    let small = command.to_lowercase();
    ["test", "spec", "jest", "tox"].iter().any(|word| small.contains(word))
}

/// What speaks for a line, in words.
fn told(one: &Speaks) -> String {
    let subject = one.subject.as_deref().map(|subject| format!(" \"{subject}\"")).unwrap_or_default();
    let commit = one.commit.as_deref().map(|id| format!("commit {}{subject}", changes::short(id)));
    match (&one.test, &one.file, commit) {
        (Some(test), Some(file), Some(commit)) => format!("{test} in {file}, {commit}"),
        (Some(test), Some(file), None) => format!("{test} in {file}, not committed"),
        (_, Some(file), Some(commit)) => format!("{file} changed by {commit}"),
        (_, Some(file), None) => format!("{file} changed, not committed"),
        (_, None, commit) => commit.unwrap_or_default(),
    }
}

/// What is known of the file of a gap since the brief was written: it may be closed, and only a person can say so.
pub(super) fn since(against: &Against<'_>, line: &str, changed: &[Changed], gates: &[GateRow]) -> Vec<String> {
    let Some((path, gap)) = open::gap(line) else { return Vec::new() };
    // A green gate tells nothing of a limit, nor of what checks find by themselves.
    let told = !gap.starts_with(broken::GAP) && !open::findable(line, changed);
    let file = changed.iter().find(|file| text::same_file(&file.path, path));
    let product = against.facts.products.iter().find(|product| open::is_file(product, path));
    let reaches =
        |gate: &&GateRow| product.is_some_and(|one| one.gates.iter().any(|(name, _)| name == open::command(gate)));
    let green = gates.iter().filter(|gate| told && gate.now == GateState::Green);
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
    verdict::of(against, &row(line)).or_else(|| of(line)).or_else(of_criterion)
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
