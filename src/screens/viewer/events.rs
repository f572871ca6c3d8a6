//! The transcript as rows, and what an event looks like when it is opened.

use crate::model::{Call, Change, Deed, Edit, Event, Facts, Hunk, OutcomeState, PlanState, What};
use crate::screens::Scene;
use crate::widgets::diff::{self, DiffKind, DiffLine};
use crate::widgets::list::Item;
use crate::widgets::row::Row;
use crate::widgets::text::TextLine;
use crate::widgets::theme::Role;
use crate::words::viewer::{self as words, kind};

use super::sheet::diff_lines;

/// One row of the transcript.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// The event's place in the run.
    pub index: usize,
    /// Whether `[` and `]` stop at it, with its mark in the strip and the mark's weight.
    pub mark: Option<(char, Role, u8)>,
    kind: &'static str,
    text: String,
    right: (&'static str, String, Role),
}

/// The rows: results stand with their calls, ends of turns are no rows.
pub fn rows(facts: &Facts) -> Vec<EventRow> {
    (0..facts.run.events.len()).filter_map(|index| row(facts, index)).collect()
}

/// The row in which an event stands: of a result that of its call, of the end of a turn the one before it.
pub fn row_of(facts: &Facts, rows: &[EventRow], id: &str) -> Option<usize> {
    let events = &facts.run.events;
    let index = events.iter().position(|event| event.id == id)?;
    let call = match &events.get(index)?.what {
        What::Result(outcome) => {
            events.iter().position(|event| matches!(&event.what, What::Call(call) if call.id == outcome.call))
        }
        _ => None,
    };
    let index = call.unwrap_or(index);
    rows.iter().rposition(|row| row.index <= index)
}

fn row(facts: &Facts, index: usize) -> Option<EventRow> {
    let event = facts.run.events.get(index)?;
    let plain = |kind, text: String| (kind, text, ("", String::new(), Role::Text));
    let (kind, text, right) = match &event.what {
        What::Asked { text, by } => plain(words::asked(*by), text.clone()),
        What::Said { text } => plain(kind::SAID, text.clone()),
        What::Call(call) => call_row(facts, event, call),
        What::Error(failure) => plain(kind::ERROR, words::failure(failure.kind, failure.status, &failure.message)),
        What::Compaction(compaction) => plain("", words::compaction(compaction, true)),
        What::Limit(text) => plain(kind::LIMIT, text.clone()),
        What::Result(_) | What::TurnEnd(_) => return None,
    };
    let text = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned();
    Some(EventRow { index, mark: mark(facts, event), kind, text, right })
}

fn call_row(facts: &Facts, event: &Event, call: &Call) -> (&'static str, String, (&'static str, String, Role)) {
    let (kind, text) = match &call.deed {
        Deed::Command { script, .. } => (kind::RUN, script.clone()),
        Deed::Edit(edits) => {
            (kind::EDIT, edits.iter().map(|edit| relative(facts, edit)).collect::<Vec<_>>().join(", "))
        }
        Deed::Read { path } => (kind::READ, short_path(facts, path)),
        Deed::Plan(items) => {
            let done = items.iter().filter(|item| item.state == PlanState::Done).count();
            (kind::PLAN, words::plan(done, items.len()))
        }
        Deed::Delegate { prompt, .. } => (kind::DELEGATE, prompt.clone()),
        Deed::Ask { question } => (kind::QUESTION, question.clone()),
        Deed::Fetch { url } => (kind::FETCH, url.clone()),
        Deed::Request { method, url } => (kind::TOOL, format!("{method} {url}")),
        Deed::Server { server, method, .. } => (kind::TOOL, format!("{server} {method}")),
        Deed::Other { input } => (kind::TOOL, format!("{} {input}", call.tool)),
    };
    (kind, text, right(facts, event, call))
}

fn right(facts: &Facts, event: &Event, call: &Call) -> (&'static str, String, Role) {
    let lives = facts.liveness.signs.iter().any(|sign| {
        sign.says.wants_answer() && sign.process.as_ref().and_then(|process| process.event.as_ref()) == Some(&event.id)
    });
    if lives {
        return ("!", words::still_there().to_owned(), Role::Bad);
    }
    let Some((_, outcome)) = facts.run.result(call) else { return ("?", words::no_result().to_owned(), Role::Unknown) };
    let said = words::outcome(outcome.state, outcome.exit);
    match (outcome.state, &call.deed) {
        (OutcomeState::Ok, Deed::Edit(edits)) => ("", edit_size(edits), Role::Text),
        (OutcomeState::Ok, Deed::Command { .. }) => ("✓", said, Role::Good),
        (OutcomeState::Ok, _) => ("", String::new(), Role::Text),
        (OutcomeState::Failed, _) => ("✗", said, Role::Bad),
        (OutcomeState::Refused | OutcomeState::Interrupted, _) => ("?", said, Role::Unknown),
        (OutcomeState::Started | OutcomeState::Returned, _) => ("·", said, Role::Text),
    }
}

fn edit_size(edits: &[Edit]) -> String {
    let (mut added, mut removed) = (0, 0);
    for line in edits.iter().flat_map(edit_diff) {
        match line.kind {
            DiffKind::Added => added += 1,
            DiffKind::Removed => removed += 1,
            DiffKind::Head | DiffKind::Same => {}
        }
    }
    if removed == 0 { format!("+{added}") } else { format!("+{added} -{removed}") }
}

fn mark(facts: &Facts, event: &Event) -> Option<(char, Role, u8)> {
    let ran = |green: bool| {
        let call =
            if let What::Call(call) = &event.what { facts.run.result(call).map(|(event, _)| &event.id) } else { None };
        let mut runs = facts.gates.iter().flat_map(|gate| &gate.runs);
        runs.any(|run| run.green == green && (run.event == event.id || Some(&run.event) == call))
    };
    let outside = || {
        facts.products.iter().any(|product| {
            product.kind == crate::model::ProductKind::OutsideAction && product.made_by.contains(&event.id)
        })
    };
    if facts.ending.event.as_deref() == Some(event.id.as_str()) {
        return Some(('✗', Role::Bad, 9));
    }
    match &event.what {
        What::Asked { by: crate::model::Speaker::Person, .. } => Some(('p', Role::Text, 2)),
        What::Compaction(_) => Some(('≈', Role::Warn, 6)),
        What::Error(_) => Some(('✗', Role::Bad, 5)),
        What::Call(_) if outside() => Some(('?', Role::Unknown, 7)),
        What::Call(call) => match &call.deed {
            Deed::Command { script, .. } if commits(script) => Some(('c', Role::Good, 3)),
            _ if ran(false) => Some(('✗', Role::Bad, 4)),
            _ if ran(true) => Some(('✓', Role::Good, 4)),
            _ => None,
        },
        _ => None,
    }
}

fn commits(script: &str) -> bool {
    script.contains("git commit") || (script.contains("git -C") && script.contains(" commit"))
}

/// Whether a row has this text anywhere: in its row, or in what it shows when it is opened.
pub fn has(facts: &Facts, row: &EventRow, wanted: &str) -> bool {
    let lower = |text: &str| text.to_lowercase().contains(wanted);
    if lower(&row.text) {
        return true;
    }
    let Some(event) = facts.run.events.get(row.index) else { return false };
    match &event.what {
        What::Asked { text, .. } | What::Said { text } => lower(text),
        What::Call(call) => {
            let output = facts.run.result(call).is_some_and(|(_, outcome)| lower(&outcome.output));
            output || call_texts(call).iter().any(|text| lower(text))
        }
        What::Compaction(compaction) => lower(&compaction.summary),
        _ => false,
    }
}

fn call_texts(call: &Call) -> Vec<String> {
    match &call.deed {
        Deed::Command { script, .. } => vec![script.clone()],
        Deed::Edit(edits) => edits.iter().flat_map(edit_diff).map(|line| line.text).collect(),
        Deed::Delegate { prompt, .. } => vec![prompt.clone()],
        Deed::Ask { question } => vec![question.clone()],
        Deed::Server { input, .. } | Deed::Other { input } => vec![input.clone()],
        Deed::Plan(items) => items.iter().map(|item| item.text.clone()).collect(),
        Deed::Read { .. } | Deed::Fetch { .. } | Deed::Request { .. } => vec![],
    }
}

/// A row of the list.
pub fn item(row: &EventRow, facts: &Facts, scene: &Scene, columns: usize) -> Item {
    let event = facts.run.events.get(row.index);
    let at = event.and_then(|event| event.at).map(|at| scene.clock.short(at)).unwrap_or_default();
    let wide = scene.two_panes();
    if let Some(What::Compaction(compaction)) = event.map(|event| &event.what) {
        let words = words::compaction(compaction, wide);
        let head =
            Row::plain("     ").cell(Role::Quiet, &at, 7).with(Role::Warn, "── ").with(Role::Warn, words).text(" ");
        let rest = columns.saturating_sub(head.width() + 8);
        return Item::row(head.with(Role::Warn, "─".repeat(rest)));
    }
    let mut right = Row::new().with(row.right.2, row.right.0);
    if !row.right.0.is_empty() {
        right = right.text(" ");
    }
    right = right.text(row.right.1.as_str());
    let width = right.width();
    let right = if width == 0 { right } else { right.to(width.max(14)) };
    let kind = if wide { 8 } else { 6 };
    let agent = event.and_then(|event| event.agent.as_ref()).map(|_| "▸ ").unwrap_or_default();
    let left = Row::new()
        .cell(Role::Text, &(row.index + 1).to_string(), 5)
        .cell(Role::Quiet, &at, 7)
        .cell(if row.kind == kind::ERROR { Role::Bad } else { Role::Text }, row.kind, kind)
        .with(Role::Quiet, agent)
        .text(row.text.as_str());
    Item::row(left.and_right(right, columns.saturating_sub(3)))
}

/// The heading of an opened event.
pub fn heading(row: &EventRow) -> String {
    format!("{} {} {}", row.index + 1, row.kind, row.text)
}

/// What an event looks like when it is opened.
pub fn details(facts: &Facts, scene: &Scene, row: &EventRow) -> Vec<TextLine> {
    let Some(event) = facts.run.events.get(row.index) else { return vec![] };
    let plain = |text: &str, role: Role| TextLine { margin: Row::plain("   "), ..TextLine::of(text, role) };
    let prose = |line: &str| TextLine { prose: true, ..plain(line, Role::Text) };
    let text = |text: &str| text.lines().map(prose).collect::<Vec<_>>();
    let mut lines = match &event.what {
        What::Asked { text: words, .. } | What::Said { text: words } | What::Limit(words) => text(words),
        What::Error(failure) => text(&words::failure(failure.kind, failure.status, &failure.message)),
        What::Compaction(compaction) if compaction.opaque => text(words::opaque()),
        What::Compaction(compaction) => text(&compaction.summary),
        What::Call(call) => call_lines(facts, call),
        What::Result(_) | What::TurnEnd(_) => vec![],
    };
    if let Some(at) = event.at {
        lines.push(plain("", Role::Text));
        lines.push(plain(&scene.clock.exact(at), Role::Quiet));
    }
    if let Some(agent) = &event.agent {
        lines.push(plain(&words::of_agent(agent), Role::Quiet));
    }
    if event.abandoned {
        lines.push(plain(words::abandoned(), Role::Warn));
    }
    lines
}

fn call_lines(facts: &Facts, call: &Call) -> Vec<TextLine> {
    let plain = |text: &str, role: Role| TextLine { margin: Row::plain("   "), ..TextLine::of(text, role) };
    let mut lines: Vec<TextLine> = match &call.deed {
        Deed::Command { script, .. } => {
            script.lines().map(|line| TextLine { prose: true, ..plain(&format!("$ {line}"), Role::Strong) }).collect()
        }
        Deed::Edit(edits) => {
            edits.iter().flat_map(|edit| diff_lines(&edit_diff(edit), Some(&relative(facts, edit)))).collect()
        }
        Deed::Plan(items) => items
            .iter()
            .map(|item| {
                let mark = match item.state {
                    PlanState::Done => "✓",
                    PlanState::Doing => "◐",
                    PlanState::Open => "·",
                };
                plain(&format!("{mark} {}", item.text), Role::Text)
            })
            .collect(),
        _ => call_texts(call)
            .iter()
            .flat_map(|text| text.lines().map(|line| plain(line, Role::Text)).collect::<Vec<_>>())
            .collect(),
    };
    if let Some((_, outcome)) = facts.run.result(call) {
        lines.extend(outcome.output.lines().map(|line| plain(line, Role::Text)));
        if let Some(exit) = outcome.exit {
            lines.push(plain(&format!("exit {exit}"), Role::Quiet));
        }
    } else {
        lines.push(plain(words::no_result(), Role::Unknown));
    }
    lines
}

fn edit_diff(edit: &Edit) -> Vec<DiffLine> {
    match &edit.change {
        Change::Write(text) => diff::unified(edit.before.as_deref().unwrap_or_default(), text),
        Change::Replace { old, new, .. } => match (&edit.before, &edit.after) {
            (Some(before), Some(after)) => diff::unified(before, after),
            _ => diff::unified(old, new),
        },
        Change::Patch(hunks) | Change::Move { hunks, .. } => hunks.iter().flat_map(hunk_diff).collect(),
        Change::Delete => diff::unified(edit.before.as_deref().unwrap_or_default(), ""),
        Change::Unknown => vec![],
    }
}

fn hunk_diff(hunk: &Hunk) -> Vec<DiffLine> {
    let text = |lines: &[String]| lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>();
    let shift = hunk.at.unwrap_or(1).saturating_sub(1);
    let mut lines = diff::unified(&text(&hunk.old), &text(&hunk.new));
    for line in &mut lines {
        line.old = line.old.map(|number| number + shift);
        line.new = line.new.map(|number| number + shift);
    }
    lines
}

fn relative(facts: &Facts, edit: &Edit) -> String {
    short_path(facts, &edit.path)
}

fn short_path(facts: &Facts, path: &std::path::Path) -> String {
    let inside = path.strip_prefix(&facts.tree.root).ok();
    let inside = inside.or_else(|| facts.run.cwd.as_deref().and_then(|cwd| path.strip_prefix(cwd).ok()));
    inside.unwrap_or(path).display().to_string()
}
