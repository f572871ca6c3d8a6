//! What is still open after the run, and what it closed of that for which it was not even sent.
//!
//! A line is closed by what is on record: a green gate, a command that returned, an edit after which a gap cannot be found any more.
//! What nothing on record speaks for stays open.

mod in_part;

use std::collections::BTreeMap;
use std::path::Path;

use super::{Against, Changed, changes, criteria, criterion_row, gaps as named_gaps, standing, verdict, work};
use crate::model::{
    ActionResult, Checked, Criterion, CriterionRow, CriterionVerdict, GateRow, GateState, LimitRow, OutsideOutcome,
    Pile, Product, ProductKind, RowVerdict, from, put_off,
};
use crate::steps::{assign, broken, gaps, outside, parts, speaks, text};

/// What is still open, and what the run closed, each closed line with what closed it.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// Still open.
    pub open: Vec<String>,
    /// Closed, with what closed it.
    pub closed: Vec<String>,
    /// What the run did to the subject of an open line, by the line.
    pub since: BTreeMap<String, String>,
}

/// An open line; one that names a broken limit with what a person said of it in this review or one before.
fn said_of_limit(against: &Against<'_>, line: &str) -> String {
    let limit = standing::about(against, line).zip(against.decided);
    limit.map_or_else(|| line.to_owned(), |(limit, decided)| broken::left(line, &limit.limit, decided))
}

/// Questions of the brief, what was left for later, what of the step is not committed, what has no result.
pub(super) fn left(
    against: &Against<'_>,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
    criteria: &[CriterionRow],
) -> Left {
    let brief = against.brief;
    let mut left = Left::default();
    for question in brief.open.iter().map(|open| &open.question) {
        let limit = standing::about(against, question);
        let back = limit.and_then(|limit| standing::taken_back(against, limit, changed));
        let said = limit.and_then(|limit| verdict::of(against, &broken::row(&limit.limit)));
        let fine = (said == Some(RowVerdict::Met)).then(|| FINE.to_owned());
        match (back.or(fine), limit.filter(|_| said == Some(RowVerdict::Not))) {
            (Some(by), _) => left.closed.push(format!("{question} ({by})")),
            (None, None) => left.open.push(question.clone()),
            // It is decided: what is left is to take it back.
            (None, Some(limit)) => left.open.extend(broken::to_take_back(limit)),
        }
    }
    // A question and the gaps that name the same limit are one thing.
    let asked = |line: &String| {
        let limit = gap(line).and_then(|_| standing::about(against, line));
        limit.is_some_and(|limit| brief.open.iter().any(|open| open.question == broken::question(limit).question))
    };
    let run = Run { against, changed, gates, limits };
    // What a person says of a line wins over what the record speaks for.
    let closed = |line: &str, by_record: &dyn Fn() -> Option<String>| match named_gaps::judged(against, line) {
        Some(RowVerdict::Met) => Some("a person judged it".to_owned()),
        Some(RowVerdict::Not) => None,
        None => by_record(),
    };
    // Gaps first: a line that names a file is not done while a gap of that file is left.
    let gaps: Vec<(&str, &String)> = brief.after_step.iter().filter_map(|line| Some((gap(line)?.0, line))).collect();
    let open_gaps = gaps.into_iter().filter(|(_, line)| closed(line, &|| run.closes(line)).is_none());
    let of_step = named_gaps::of_step(against);
    let step_open = of_step.iter().filter(|(line, _)| closed(line, &|| run.closes(line)).is_none());
    let step_open = step_open.filter_map(|(line, _)| Some(gap(line)?.0));
    let open_gaps: Vec<&str> = open_gaps.map(|(file, _)| file).chain(step_open).collect();
    for line in once(&brief.after_step, &against.facts.tree.root).into_iter().filter(|line| !asked(line)) {
        let by_record = || if gap(line).is_some() { run.closes(line) } else { run.closes_all(line, &open_gaps) };
        if let Some(by) = closed(line, &by_record) {
            left.closed.push(format!("{line} ({by})"));
        } else if let Some((done, rest)) = run.in_part(line, &open_gaps) {
            left.closed.extend(done);
            left.open.extend((!rest.is_empty()).then_some(rest));
        } else {
            let since = named_gaps::since(against, line, changed, gates);
            let open = said_of_limit(against, line);
            left.since.extend((!since.is_empty()).then(|| (open.clone(), since.join(", "))));
            left.open.push(open);
        }
    }
    for (line, verdict) in &of_step {
        let by = match verdict {
            Some(RowVerdict::Met) => Some("a person judged it".to_owned()),
            Some(RowVerdict::Not) => None,
            None => run.closes(line).filter(|_| findable(line, changed)),
        };
        match by {
            Some(by) => left.closed.push(format!("{line} ({by})")),
            None => left.open.push(said_of_limit(against, line)),
        }
    }
    for (line, judged) in undone(against, criteria, &left.open) {
        let by = Some(&line).filter(|_| !judged).and_then(|line| run.closes_all(line, &open_gaps));
        let part = Some(&line).filter(|_| !judged && by.is_none()).and_then(|line| run.in_part(line, &open_gaps));
        match (by, part) {
            (Some(by), _) => left.closed.push(format!("{line} ({by})")),
            (None, Some((done, rest))) => {
                left.closed.extend(done);
                left.open.extend((!rest.is_empty()).then_some(rest));
            }
            (None, None) => left.open.push(line),
        }
    }
    if against.facts.tree.repository {
        let not_committed = changed.iter().filter(|file| !file.committed && !file.at_head);
        let not_committed = not_committed.filter(|file| !text::generated(&file.path));
        left.open.extend(not_committed.map(|file| format!("{}: {NOT_COMMITTED}", file.path)));
    }
    let pending = against.facts.ending.pending.iter().filter(|call| against.after(&call.event));
    left.open.extend(pending.map(|call| format!("no result: {}", call.command)));
    parts::each_once(against.facts, &brief.actions, &mut left.open);
    left
}

/// What the step itself was to do, or to meet of the task, and of which a person did not say that it is so: not met, or not judged. Each
/// with whether a person decides it alone; what was to be done and nobody judged, the record may close.
fn undone(against: &Against<'_>, asked: &[CriterionRow], open: &[String]) -> Vec<(String, bool)> {
    let root = &against.facts.tree.root;
    // What the task has is no one's typed wish for this one step.
    let of_task = |one: &Criterion| !one.of_step() && one.source != from::OPERATOR;
    let met = Some(CriterionVerdict::Met);
    let speaks = |text: &str| asked.iter().any(|row| row.text == text && row.suggest == met);
    let own = |product: &&Product| product.made_by.iter().any(|event| against.after(event));
    let acted = |deed: &str| {
        let mut all = outside::actions(against.facts).filter(own);
        all.any(|product| text::same_command(deed, outside::command(product)))
    };
    let left = |one: &Criterion| {
        let said = verdict::of(against, &criterion_row(&one.text));
        match (assign::deed(&one.text), said) {
            (_, Some(RowVerdict::Met)) => None,
            (Some(deed), Some(RowVerdict::Not)) => Some((deed.to_owned(), true)),
            // Of an outside action that the run asked for, its own row tells.
            (Some(deed), None) => (one.source != from::ACTION || !acted(deed)).then(|| (deed.to_owned(), false)),
            // For what the record speaks nobody has to be sent again.
            (None, _) => (of_task(one) && !speaks(&one.text)).then(|| (one.text.clone(), true)),
        }
    };
    let said = |line: &String| open.iter().any(|other| other.contains(line) || text::same_line(other, line, root));
    against.brief.criteria.iter().filter_map(left).filter(|(line, _)| !said(line)).collect()
}

/// The lines that say something of their own: briefs of old say of one gate in two ways that it is to be green.
pub(super) fn once<'a>(lines: &'a [String], root: &Path) -> Vec<&'a String> {
    let mut out: Vec<&String> = Vec::new();
    for line in lines {
        if !out.iter().any(|known| text::same_line(known, line, root)) {
            out.push(line);
        }
    }
    out
}

/// Whether a gap of a file is one that lastgood's own checks find; what a person named, only a person can call closed.
pub(super) fn findable(line: &str, changed: &[Changed]) -> bool {
    let Some((path, gap)) = gap(line) else { return false };
    let none = Changed::default();
    checked_by_us(gap, changed.iter().find(|file| text::same_file(&file.path, path)).unwrap_or(&none))
}

/// What closes a gap of a file that can be found, if anything on record does.
pub(super) fn closes(
    against: &Against<'_>,
    line: &str,
    changed: &[Changed],
    gates: &[GateRow],
    limits: &[LimitRow],
) -> Option<String> {
    Run { against, changed, gates, limits }.closes(line).filter(|_| findable(line, changed))
}

/// `src/a.rs: this is missing`: a gap of a file.
pub(super) fn gap(line: &str) -> Option<(&str, &str)> {
    let (file, gap) = line.split_once(": ")?;
    // What was left of a criterion that wants a gap closed is that gap.
    let gap = gap.strip_prefix(named_gaps::IS_CLOSED).unwrap_or(gap);
    (!file.contains(' ') && text::files(file).len() == 1).then_some((file, gap))
}

struct Run<'a> {
    against: &'a Against<'a>,
    changed: &'a [Changed],
    gates: &'a [GateRow],
    limits: &'a [LimitRow],
}

impl Run<'_> {
    /// What closes a gap of a file.
    fn closes(&self, line: &str) -> Option<String> {
        let (path, gap) = gap(line)?;
        if let Some(limit) = standing::about(self.against, line) {
            let fine = limit.kept || verdict::of(self.against, &broken::row(&limit.limit)) == Some(RowVerdict::Met);
            let back = standing::closes(self.against, limit, path, self.changed);
            return back.or_else(|| fine.then(|| FINE.to_owned()));
        }
        // What the brief does not ask about was decided before it, unless this run broke it; whether it still stands is another thing.
        if let Some(limit) = gap.strip_prefix(broken::GAP) {
            let now = self.limits.iter().any(|row| text::same_limit(&row.limit, limit));
            let good = changes::as_at_good(self.against, path) == Some(true);
            let by = if good { "it lies exactly as at last good" } else { "it was decided before this attempt" };
            return (!now).then(|| by.to_owned());
        }
        if gap == NOT_COMMITTED {
            return changes::as_at_head(self.against, path).then(|| "it is committed".to_owned());
        }
        if self.gates.iter().any(|gate| gaps::about(command(gate), gap) && gate.now == GateState::Green) {
            return Some("green now".to_owned());
        }
        let file = self.changed.iter().find(|file| text::same_file(&file.path, path));
        let here = self.against.facts.products.iter().find(|product| is_file(product, path));
        if let (Some(missing), Some(_)) = (gap.strip_suffix(" does not exist"), file) {
            let there = self.changed.iter().find(|other| text::same_file(&other.path, missing));
            if let Some(there) = there.filter(|other| other.after.is_some() || !other.blobs.is_empty()) {
                return Some(by(there));
            }
        }
        let file = file?;
        // Of what lies there uncommitted the checks were made again.
        if let Some(product) = here {
            let found =
                product.checks.iter().any(|check| check.gap.as_deref() == Some(gap) || check.text.contains(gap));
            let now = product.checks.iter().filter_map(|check| check.gap.as_deref());
            let named =
                |other: &str| self.against.brief.after_step.iter().any(|line| *line == format!("{path}: {other}"));
            let still = found || put_off_in_other_words(gap, now, file, &named);
            return (checked_by_us(gap, file) && !still).then(|| by(file));
        }
        (file.committed && self.gone(gap, file)).then(|| by(file))
    }

    /// Whether a committed file does not have a gap any more.
    fn gone(&self, gap: &str, file: &Changed) -> bool {
        let Some(after) = &file.after else { return false };
        let green = !self.gates.is_empty() && self.gates.iter().all(|gate| gate.now == GateState::Green);
        match gap {
            "it does not parse" | "the last line may be cut" => green,
            "the file is empty" => !after.trim().is_empty(),
            "conflict marks are in it" => !after.contains("<<<<<<<"),
            "NUL bytes are in it" => !after.contains('\0'),
            _ if gap.starts_with("it does not parse at line ") => green,
            _ => match named(gap) {
                Some(name) => !after.contains(name),
                // Where the text before is not known, no mark of the kind may be left.
                None if file.before.is_none() => {
                    stood_in(gap, file) && put_off(gap).is_some_and(|mark| !after.contains(mark))
                }
                None => {
                    let still = put_off_in_other_words(gap, after.lines(), file, &|_| false);
                    stood_in(gap, file) && !still && !after.contains(gap.trim_end_matches('…'))
                }
            },
        }
    }

    /// What closes a line that is about no single gap: everything that it speaks of was done.
    fn closes_all(&self, line: &str, open_gaps: &[&str]) -> Option<String> {
        if let Some(by) = self.command(line).or_else(|| criteria::is_committed(self.against, line, self.changed)) {
            return Some(by);
        }
        let small = line.to_lowercase();
        let files = text::files(line);
        let about_gate = self.gates.iter().find(|gate| small.contains(&command(gate).to_lowercase()));
        if text::asks_more(line, &files) {
            return None;
        }
        if let Some(gate) = about_gate {
            let only = small.contains("green") || small.contains("pass");
            return (only && gate.now == GateState::Green).then(|| "green now".to_owned());
        }
        if !speaks::only_names(line, &files) {
            return None;
        }
        let green = !self.gates.is_empty() && self.gates.iter().all(|gate| gate.now == GateState::Green);
        let own: Vec<&Changed> = files.iter().filter_map(|name| self.committed(name)).collect();
        let done = files.iter().all(|name| {
            let left = open_gaps.iter().any(|file| text::same_file(file, name));
            !left && (self.committed(name).is_some() || self.usable(name))
        });
        let by = own.first().map(|file| by(file))?;
        (green && done).then(|| format!("{by}, gates green"))
    }

    /// A command that the line is, and that the run did.
    fn command(&self, line: &str) -> Option<String> {
        let against = self.against;
        // That it happened once was asked of the run, and a person who looked said so.
        let met = against.brief.criteria.iter().filter(|one| one.source == from::ACTION).find(|one| {
            let does = |command| text::same_command(line, command) || text::only_does(line, command);
            assign::deed(&one.text).is_some_and(does)
                && verdict::of(against, &criterion_row(&one.text)) == Some(RowVerdict::Met)
        });
        if met.is_some() {
            return Some("a person judged it".to_owned());
        }
        let mut own = outside::actions(against.facts)
            .filter(|product| product.made_by.iter().any(|event| against.after(event)))
            .filter(|product| {
                text::same_command(line, outside::command(product)) || text::only_does(line, outside::command(product))
            });
        own.find_map(|product| {
            let answer = against.decided.and_then(|decided| outside::outcome(decided, product));
            match (answer, product.result) {
                (Some(OutsideOutcome::Happened), _) => Some("it happened".to_owned()),
                (None, Some(ActionResult::Ok)) => Some("it was run and returned; look whether it happened".to_owned()),
                _ => None,
            }
        })
    }

    fn committed(&self, name: &str) -> Option<&Changed> {
        self.changed.iter().find(|file| file.committed && text::same_file(&file.path, name))
    }

    fn usable(&self, name: &str) -> bool {
        let usable = |checked: &Checked| checked.pile == Pile::Usable && text::same_file(&checked.location, name);
        self.against.brief.checked.iter().any(usable) && !work::gone(self.against, name)
    }
}

/// What closes a limit that stays broken.
const FINE: &str = "a person said that it is fine";

/// What is said of a file that the run left without a commit.
pub const NOT_COMMITTED: &str = "not committed";

/// What changed a file last: its commit, or its event.
pub(super) fn by(file: &Changed) -> String {
    file.by.last().map_or_else(
        || "changed".to_owned(),
        |by| if by.starts_with("event ") { by.clone() } else { format!("commit {by}") },
    )
}

pub(super) fn is_file(product: &Product, path: &str) -> bool {
    matches!(product.kind, ProductKind::File | ProductKind::Document) && text::same_file(&product.location, path)
}

/// The command of a gate's row, without its name.
pub(super) fn command(gate: &GateRow) -> &str {
    gate.name.split_once(": ").map_or(gate.name.as_str(), |(_, command)| command)
}

/// The name that a gap is about.
fn named(gap: &str) -> Option<&str> {
    gap.strip_suffix(" does not exist").or_else(|| gap.strip_suffix(" has no definition"))
}

/// Whether a gap is one that lastgood finds by itself: what a person named, no check can call closed.
fn checked_by_us(gap: &str, file: &Changed) -> bool {
    const OURS: &[&str] = &[
        NOT_COMMITTED,
        "the last line may be cut",
        "the file is empty",
        "conflict marks are in it",
        "NUL bytes are in it",
    ];
    OURS.contains(&gap)
        || gap.starts_with("it does not parse")
        || gap.starts_with(broken::GAP)
        || named(gap).is_some()
        || of_markdown(gap)
        || stood_in(gap, file)
}

/// Whether a gap is one that the checks of a text in Markdown find.
fn of_markdown(gap: &str) -> bool {
    (gap.starts_with("link ") && gap.ends_with(" leads nowhere"))
        || (gap.starts_with("section ") && gap.ends_with(" is empty"))
        || (gap.starts_with("cites ") && gap.contains(", which is not listed in "))
}

/// Whether the words of a gap stood in the file before (`TODO: the table`).
fn stood_in(gap: &str, file: &Changed) -> bool {
    let gap = gap.trim_end_matches('…');
    gap.len() > 3
        && match &file.before {
            Some(before) => before.contains(gap),
            // A line that was put off is one that the checks quote, also of a file that no commit had.
            None => put_off(gap)
                .is_some_and(|mark| gap.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(mark)),
        }
}

/// Whether what a gap says was put off may still be, in other words: a line with the same mark stands there now that neither stood in
/// the file before nor is named as a gap of its own.
fn put_off_in_other_words<'a>(
    gap: &str,
    mut now: impl Iterator<Item = &'a str>,
    file: &Changed,
    named: &dyn Fn(&str) -> bool,
) -> bool {
    let Some(mark) = put_off(gap) else { return false };
    let before: Vec<&str> = file.before.iter().flat_map(|before| before.lines()).map(str::trim).collect();
    now.any(|line| put_off(line) == Some(mark) && !before.contains(&line.trim()) && !named(line))
}
