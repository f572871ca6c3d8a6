//! Lines of the brief that a person can take out, or put back: limits, decisions and questions, one at a time; the lines of a field all at once.

use super::super::form::{Field, Form, Purpose};
use super::super::{Ask, Desk};
use super::field;
use crate::model::{BriefLine, KeepKind, Op, Sourced};
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
    let said = words::moved(&line.line.text, !line.dropped);
    let op = if line.dropped { Op::Keep { kind, line: line.line } } else { Op::Drop { kind, text: line.line.text } };
    vec![Ask::Save(vec![op]), Ask::Say(said)]
}

/// What the lines of a field are.
pub(super) fn kind(at: usize) -> KeepKind {
    if at == field::DECISIONS { KeepKind::Decision } else { KeepKind::Limit }
}

/// The lines of a kind that the next run gets.
pub(super) fn standing(kind: KeepKind, desk: &Desk) -> Vec<String> {
    let here = all(desk).into_iter().filter(|(other, line)| *other == kind && !line.dropped);
    here.map(|(_, line)| line.line.text).collect()
}

/// The lines of a kind as somebody wrote them: what is gone is taken out, what is new is kept as theirs.
pub(super) fn edited(kind: KeepKind, texts: &[String], desk: &Desk) -> Vec<Ask> {
    let known: Vec<BriefLine> =
        all(desk).into_iter().filter(|(other, _)| *other == kind).map(|(_, line)| line).collect();
    let gone = known.iter().filter(|line| !line.dropped && !texts.contains(&line.line.text));
    let mut ops: Vec<Op> = gone.map(|line| Op::Drop { kind, text: line.line.text.clone() }).collect();
    for text in texts.iter().filter(|text| !text.trim().is_empty()) {
        let there = known.iter().find(|line| line.line.text == *text);
        let from = words::OPERATOR.to_owned();
        let line = there.map_or_else(|| Sourced { text: text.clone(), from }, |line| line.line.clone());
        if there.is_none_or(|line| line.dropped) {
            ops.push(Op::Keep { kind, line });
        }
    }
    if ops.is_empty() { vec![Ask::Nothing] } else { vec![Ask::Save(ops)] }
}
