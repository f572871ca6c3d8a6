//! What the viewer shows of a product: its lines whole, and its diff against the start of the run.

use std::path::Path;

use crate::model::{CheckSays, Commit, Facts, Product, ProductKind, What};
use crate::msg::Content;
use crate::screens::sort::of_base;
use crate::screens::{Desk, Scene};
use crate::steps::sort;
use crate::widgets::diff::{self, DiffKind, DiffLine};
use crate::widgets::row::Row;
use crate::widgets::text::{TextLine, margin};
use crate::widgets::theme::Role;
use crate::words::{sort as sort_words, viewer as words};

/// A text of at most so many lines opens whole, a longer one as its diff.
const SHORT: usize = 120;

/// What the viewer shows of a product.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Its lines, with changes marked.
    pub whole: Vec<TextLine>,
    /// Its diff; empty when there is nothing to compare with.
    pub diff: Vec<TextLine>,
    /// Why there is nothing to show.
    pub why: Vec<String>,
    /// Whether the text must be asked for.
    pub wanted: bool,
    /// Whether it opens as its diff.
    pub opens_as_diff: bool,
    /// The links of a document; they are no text of it and never count as read.
    pub links: Vec<TextLine>,
    /// How many of them lead where they point.
    pub there: usize,
    /// Who wrote its revisions.
    pub authors: Vec<TextLine>,
}

impl Sheet {
    /// How many lines of a view count as read when they were on screen.
    pub fn counted(lines: &[TextLine]) -> usize {
        lines.iter().filter_map(|line| line.counts).max().unwrap_or(0)
    }
}

/// The sheet of a product, or of the base.
pub fn of(desk: &Desk, scene: &Scene, id: &str, given: Option<&Content>) -> Sheet {
    if id == sort::BASE {
        let mut whole = numbered(base(desk, scene));
        for line in &mut whole {
            line.prose = true;
        }
        return Sheet { whole, ..Sheet::default() };
    }
    let Some(product) = desk.facts.products.iter().find(|product| product.id == id) else { return Sheet::default() };
    match product.kind {
        ProductKind::File | ProductKind::Document => {
            let beside = |lines: &[String]| lines.iter().map(|line| ours(line)).collect();
            let asides = given.map(|given| given.asides.clone()).unwrap_or_default();
            let document = super::revisions::document(desk, &product.id);
            let before = given.and_then(|given| given.before.as_deref());
            let since = document.zip(before).and_then(|(document, text)| super::revisions::with_text(document, text));
            let start = desk.facts.tree.start.as_deref().filter(|_| document.is_none());
            let since = since.or_else(|| start.map(|start| words::run_start(sort_words::short(start))));
            let mut sheet = file(&desk.facts, product, given, since.as_deref());
            let between = super::compare::good_between(&desk.facts, &desk.recovery.decided, product);
            let between = between.filter(|_| document.is_none() && !sheet.diff.is_empty());
            let between = between.map(|good| ours(&words::good_between(sort_words::short(good))));
            let below_head = sheet.diff.len().min(1);
            sheet.diff.splice(below_head..below_head, between);
            // Where the links of a text lead is told with its content, also when the text is known.
            let end = Path::new(&product.location).extension().and_then(|end| end.to_str());
            let wanted = sheet.wanted || (given.is_none() && matches!(end, Some("md" | "markdown")));
            Sheet {
                links: super::links::lines(&asides.links),
                there: super::links::there(&asides.links),
                authors: beside(&asides.authors),
                wanted,
                ..sheet
            }
        }
        ProductKind::Commit | ProductKind::Stash => commit(&desk.facts, product, given),
        ProductKind::TestOutput => output(&desk.facts, product, given),
        ProductKind::OutsideAction | ProductKind::Process => Sheet::default(),
        ProductKind::Branch | ProductKind::Tag | ProductKind::Worktree => named(product, given),
    }
}

fn file(facts: &Facts, product: &Product, given: Option<&Content>, since: Option<&str>) -> Sheet {
    let state = facts.tree.files.get(Path::new(&product.location));
    let text_of = |blob: Option<&String>| blob.and_then(|blob| facts.tree.texts.get(blob)).map(String::as_str);
    let now = text_of(product.version.as_ref()).or_else(|| given.and_then(|given| given.text.as_deref()));
    let before = text_of(state.and_then(|state| state.start.as_ref()))
        .or_else(|| given.and_then(|given| given.before.as_deref()));
    let was_there = state.is_some_and(|state| state.start.is_some());
    let binary = state.is_some_and(|state| state.binary);
    match (now, before) {
        (Some(now), before) => texts(before, now, product, since),
        (None, Some(before)) if product.version.is_none() => Sheet {
            why: vec![words::gone().to_owned()],
            opens_as_diff: true,
            diff: diff_lines(&diff::unified(before, ""), None),
            ..Sheet::default()
        },
        _ if binary || given.is_some_and(|given| given.text.is_none()) => {
            let bytes = sort_words::bytes_words(state.map_or(0, |state| state.bytes));
            let version = product.version.as_deref().unwrap_or("unknown");
            let mut why: Vec<String> =
                given.map(|given| given.why.clone()).filter(|why| !why.is_empty()).into_iter().collect();
            why.extend(words::binary(&bytes, version));
            Sheet { why, ..Sheet::default() }
        }
        _ if product.version.is_none() && !was_there => {
            Sheet { why: vec![words::NO_TEXT.to_owned()], ..Sheet::default() }
        }
        _ => Sheet { wanted: true, why: vec![words::READING.to_owned()], ..Sheet::default() },
    }
}

fn texts(before: Option<&str>, now: &str, product: &Product, since: Option<&str>) -> Sheet {
    let lines = diff::whole(before, now);
    let digits = lines.len().to_string().len().max(2);
    let flagged =
        |number: usize| product.checks.iter().find(|check| check.line == Some(number) && check.says != CheckSays::Good);
    let mut stopped = false;
    let whole: Vec<TextLine> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let added = line.kind == DiffKind::Added;
            let check = flagged(at + 1);
            let (mark, role) = check.map_or(("", Role::Text), |check| crate::screens::sort::check_mark(check.says));
            let stop = check.is_some() || (added && !std::mem::replace(&mut stopped, added));
            stopped = added;
            let (sign, kind) = if added { ("+", Role::Added) } else { ("", Role::Text) };
            let numbers = margin(mark, role, &[Some(at + 1)], digits, sign, kind);
            TextLine { margin: numbers.text("  "), counts: Some(at + 1), stop, ..TextLine::of(&line.text, kind) }
        })
        .collect();
    let Some(before) = before else { return Sheet { whole, ..Sheet::default() } };
    let unified = diff::unified(before, now);
    let head = words::diff_head(lines.len(), diff::changes(&unified), &sort_words::change(product.change), since);
    let diff = diff_lines(&unified, Some(&head));
    let opens_as_diff = lines.len() > SHORT && !unified.is_empty();
    Sheet { whole, diff, opens_as_diff, ..Sheet::default() }
}

/// The lines of a diff, with a head of our own before them.
pub fn diff_lines(lines: &[DiffLine], head: Option<&str>) -> Vec<TextLine> {
    let mut shown: Vec<TextLine> = head.map(ours).into_iter().collect();
    let mut counted = 0;
    let mut inside = false;
    for line in lines {
        if line.kind == DiffKind::Head {
            inside = false;
            shown.push(TextLine { role: Role::Quiet, ..ours(&line.text) });
            continue;
        }
        counted += 1;
        let (sign, role) = match line.kind {
            DiffKind::Added => ("+", Role::Added),
            DiffKind::Removed => ("-", Role::Removed),
            DiffKind::Same | DiffKind::Head => ("", Role::Text),
        };
        let differs = line.kind != DiffKind::Same;
        let number = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
        let numbers =
            Row::plain("  ").number(Role::Quiet, &number(line.old), 7).number(Role::Quiet, &number(line.new), 5);
        shown.push(TextLine {
            margin: numbers.text(" ").cell(role, sign, 1).text(" "),
            counts: Some(counted),
            stop: differs && !inside,
            ..TextLine::of(&line.text, role)
        });
        inside = differs;
    }
    shown
}

fn ours(text: &str) -> TextLine {
    TextLine { margin: Row::plain("   "), ..TextLine::of(text, Role::Text) }
}

/// Plain lines, all of which count, with their numbers.
pub fn numbered(texts: Vec<String>) -> Vec<TextLine> {
    let digits = texts.len().to_string().len().max(2);
    let line = |(at, text): (usize, String)| TextLine {
        margin: margin("", Role::Text, &[Some(at + 1)], digits, "", Role::Text),
        counts: Some(at + 1),
        ..TextLine::of(&text, Role::Text)
    };
    texts.into_iter().enumerate().map(line).collect()
}

fn commit(facts: &Facts, product: &Product, given: Option<&Content>) -> Sheet {
    let id = product.version.as_deref().unwrap_or_default();
    let commit = facts.tree.commits.iter().chain(&facts.tree.stashes).find(|commit| commit.id == id);
    let Some(commit) = commit.filter(|commit| !commit.files.is_empty()) else { return named(product, given) };
    let lines = commit_diff(facts, commit);
    let head = format!("{} {}", sort_words::short(&commit.id), commit.subject);
    Sheet { diff: diff_lines(&lines, Some(&head)), opens_as_diff: true, ..Sheet::default() }
}

fn commit_diff(facts: &Facts, commit: &Commit) -> Vec<DiffLine> {
    let text = |blob: &Option<String>| match blob {
        Some(blob) => facts.tree.texts.get(blob).cloned(),
        None => Some(String::new()),
    };
    let mut lines = Vec::new();
    for file in &commit.files {
        let path = file.path.display().to_string();
        lines.push(DiffLine { kind: DiffKind::Head, old: None, new: None, text: path });
        match (text(&file.before), text(&file.after)) {
            (Some(before), Some(after)) => lines.extend(diff::unified(&before, &after)),
            _ => lines.push(DiffLine { kind: DiffKind::Same, old: None, new: None, text: words::NO_TEXT.to_owned() }),
        }
    }
    lines
}

fn output(facts: &Facts, product: &Product, given: Option<&Content>) -> Sheet {
    let recorded = product.made_by.iter().rev().find_map(|id| match &facts.run.event(id)?.what {
        What::Result(outcome) => Some(outcome.output.as_str()),
        What::Call(call) => facts.run.result(call).map(|(_, outcome)| outcome.output.as_str()),
        _ => None,
    });
    match recorded.or_else(|| given.and_then(|given| given.text.as_deref())) {
        Some(text) => Sheet { whole: numbered(text.lines().map(str::to_owned).collect()), ..Sheet::default() },
        None => named(product, given),
    }
}

/// What has a name and no text of its own: everything that is known about it.
fn named(product: &Product, given: Option<&Content>) -> Sheet {
    if let Some(text) = given.and_then(|given| given.text.as_deref()) {
        return Sheet { whole: numbered(text.lines().map(str::to_owned).collect()), ..Sheet::default() };
    }
    let mut lines = vec![product.title.clone(), product.location.clone()];
    lines.extend(product.version.clone());
    lines.extend(product.reasons.iter().cloned());
    lines.retain(|line| !line.is_empty());
    lines.dedup();
    Sheet { whole: numbered(lines), ..Sheet::default() }
}

fn base(desk: &Desk, scene: &Scene) -> Vec<String> {
    let good = &desk.facts.last_good;
    let chosen = desk.recovery.decided.last_good.as_ref();
    let id = chosen.map(|(commit, _)| commit.as_str()).or(good.commit.as_deref()).unwrap_or("work tree");
    let made = crate::steps::assign::good_why(&desk.facts, &desk.recovery.decided);
    let why = made.as_deref().unwrap_or(&good.why);
    let mut lines = vec![words::base_head(sort_words::short(id), why)];
    // The gates were green on the program's own last good: of another one they say nothing.
    let own = chosen.is_none_or(|(commit, _)| good.commit.as_ref() == Some(commit));
    lines.extend(good.gates.iter().filter(|_| own).map(|gate| words::base_gate(gate)));
    lines.push(String::new());
    for commit in of_base(desk) {
        let at = scene.clock.time(commit.at);
        let files = words::commit_files(commit.files.len());
        lines.push(words::commit(sort_words::short(&commit.id), &at, &commit.subject, &files));
    }
    lines.push(String::new());
    lines.push(words::base_note().to_owned());
    lines
}
