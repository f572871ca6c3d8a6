//! What of a brief or a closing note goes to a task: the lines of the write dialog, with what a revision that is there already would lose.

use super::consent::Line;
use super::{Desk, Scene};
use crate::model::{Revision, TaskRecord};
use crate::msg::Destination;
use crate::widgets::diff::{self, DiffKind};
use crate::words::{compose as compose_words, task as words};

/// The document of a brief.
pub const BRIEF: &str = "recovery-brief";
/// The document of a closing note.
pub const REVIEW: &str = "recovery-review";

/// The next destination: the own folder, the work tree where there is one, the task where there is one.
pub fn next(to: Destination, desk: &Desk) -> Destination {
    let order = [Destination::Own, Destination::WorkTree, Destination::Task];
    let there = |to: &Destination| match to {
        Destination::Own => true,
        Destination::WorkTree => desk.facts.tree.exists,
        Destination::Task => desk.facts.run.record.is_some(),
    };
    let at = order.iter().position(|other| *other == to).unwrap_or(0);
    (1..=order.len()).map(|step| order[(at + step) % order.len()]).find(there).unwrap_or_default()
}

/// What choosing a destination did, and where the same key leads from there.
pub fn moved(to: Destination, desk: &Desk) -> String {
    compose_words::moved(place(to), place(next(to, desk)))
}

/// A destination in words.
pub fn place(to: Destination) -> &'static str {
    match to {
        Destination::Own => compose_words::place::OWN,
        Destination::WorkTree => compose_words::place::TREE,
        Destination::Task => compose_words::place::TASK,
    }
}

/// What a document of the task says now.
pub fn text<'a>(desk: &'a Desk, document: &str) -> Option<&'a str> {
    newest(desk, document).map(|revision| revision.text.as_str())
}

fn newest<'a>(desk: &'a Desk, document: &str) -> Option<&'a Revision> {
    record(desk)?.document(document)?.newest()
}

fn record(desk: &Desk) -> Option<&TaskRecord> {
    desk.facts.run.record.as_deref()
}

fn key(desk: &Desk) -> &str {
    desk.facts.task.key.as_deref().unwrap_or("")
}

/// The revision on which it goes, by its id.
pub fn over(desk: &Desk, document: &str, to: Destination) -> Option<String> {
    newest(desk, document).filter(|_| to == Destination::Task).map(|revision| revision.id.clone())
}

/// Where it goes, for the foot.
pub fn destination(desk: &Desk, document: &str) -> String {
    words::destination(document, key(desk), newest(desk, document).map_or(0, |revision| revision.number))
}

/// The lines of the dialog.
pub fn lines(desk: &Desk, scene: &Scene, document: &str, text: &str, copies: [Line; 2]) -> Vec<Line> {
    let old = newest(desk, document);
    let size = compose_words::lines(text.lines().count());
    let mut lines: Vec<Line> = vec![
        words::document(document, key(desk), old.map_or(0, |revision| revision.number), &size).into(),
        words::KEPT.into(),
        format!("  {}/", scene.clock.path(&desk.folder)).into(),
    ];
    lines.extend(copies);
    lines.extend([Line::gap(), words::WAKES_NOBODY.into()]);
    if let Some(old) = old {
        lines.push(Line::gap());
        if old.text == text {
            lines.push(words::SAME.into());
            return lines;
        }
        lines.push(words::differs(&old.by.name, old.number).into());
        let changed = diff::unified(&old.text, text);
        let shown = changed.iter().filter(|line| !matches!(line.kind, DiffKind::Same | DiffKind::Head));
        lines.extend(
            shown.map(|line| format!("{} {}", if line.kind == DiffKind::Added { "+" } else { "-" }, line.text).into()),
        );
    }
    lines
}
