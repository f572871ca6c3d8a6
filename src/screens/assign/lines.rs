//! Lines of the brief that a person can take out, or put back, one at a time: limits, decisions and questions.

use super::super::form::{Field, Form, Purpose};
use super::super::{Ask, Desk};
use crate::model::{BriefLine, KeepKind, Op};
use crate::steps::compose;
use crate::words::{assign as words, viewer as viewer_words};

fn all(desk: &Desk) -> Vec<(KeepKind, BriefLine)> {
    let (facts, decided) = (&desk.facts, &desk.recovery.decided);
    let of = |kind: KeepKind, lines: Vec<BriefLine>| lines.into_iter().map(move |line| (kind, line));
    of(KeepKind::Limit, compose::limits(facts, decided))
        .chain(of(KeepKind::Decision, compose::decisions(facts, decided)))
        .chain(of(KeepKind::Question, compose::questions(decided)))
        .collect()
}

fn label(kind: KeepKind, line: &BriefLine) -> String {
    words::line_label(viewer_words::keep(kind), &line.line.text, line.dropped)
}

/// Asks which line; says so when the brief has none.
pub(super) fn ask(desk: &Desk) -> Vec<Ask> {
    let lines = all(desk);
    if lines.is_empty() {
        return vec![Ask::Say(words::NO_LINES.to_owned())];
    }
    let labels = lines.iter().map(|(kind, line)| label(*kind, line));
    let field = Field::choice(words::LINE_FIELD, labels, None).needed(words::LINE_NEEDED);
    vec![Ask::Form(Form::new(Purpose::TakeOut, words::LINE_TITLE, vec![field]))]
}

/// Takes the chosen line out; one that was out goes in again.
pub(super) fn chosen(value: &str, desk: &Desk) -> Vec<Ask> {
    let Some((kind, line)) = all(desk).into_iter().find(|(kind, line)| label(*kind, line) == value) else {
        return vec![];
    };
    let op = if line.dropped { Op::Keep { kind, line: line.line } } else { Op::Drop { kind, text: line.line.text } };
    vec![Ask::Save(vec![op])]
}
