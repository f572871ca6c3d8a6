//! How step 3 looks: candidates, and the step that is being made of one.

use ratatui::layout::Rect;

use super::{Assign, Choice};
use crate::model::{BriefLine, CandidateKind, Start, StartFrom, StartOffer};
use crate::screens::{Desk, Scene};
use crate::steps::{assign, compose, given};
use crate::widgets::cut::{cut, path, wrap};
use crate::widgets::list::Item;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::{assign as words, steps as step_words};

/// Width of the candidates beside the step.
const LEFT: u16 = 51;

/// The body.
pub fn body(assign: &Assign, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let wide = scene.two_panes();
    let choices = Assign::choices(desk);
    assign.place(&choices);
    if wide {
        let (left, right) = panes::beside(area, LEFT, theme, paint.cells);
        // Beside the step the list is high; its last row says what does not fit.
        let hidden = list(assign, &choices, Rect { height: left.height.saturating_sub(1), ..left }, true, paint);
        if hidden > 0 {
            let more = Row::plain("   ").with(Role::Quiet, words::more_below(hidden));
            more.draw((left.x, left.bottom().saturating_sub(1)), left.width, theme, paint.cells);
        }
        let rows = step(assign, desk, scene, usize::from(right.width));
        panes::rows(&rows, right, theme, paint.cells);
        return;
    }
    let rows = step(assign, desk, scene, usize::from(area.width).saturating_sub(3));
    let below =
        u16::try_from(rows.len() + 1).unwrap_or(u16::MAX).min(area.height.saturating_sub(3).max(area.height / 2));
    let wanted = u16::try_from(choices.len().max(1)).unwrap_or(u16::MAX);
    let above = wanted.min(area.height - below).max(area.height.saturating_sub(below).min(3));
    let hidden = list(assign, &choices, Rect { height: above, ..area }, false, paint);
    let y = area.y + above;
    panes::rule(words::NEXT_STEP, area, y, theme, paint.cells);
    if hidden > 0 {
        let more = Row::plain(format!(" {} ", words::more_below(hidden)));
        let columns = u16::try_from(more.width()).unwrap_or(area.width).min(area.width);
        more.draw((area.right().saturating_sub(columns + 2), y), columns, theme, paint.cells);
    }
    let room = Rect {
        x: area.x + 2,
        y: y + 1,
        width: area.width.saturating_sub(2),
        height: area.bottom().saturating_sub(y + 1),
    };
    panes::rows(&rows, room, theme, paint.cells);
}

/// Draws the candidates; how many rows are hidden below.
fn list(assign: &Assign, choices: &[Choice], area: Rect, wide: bool, paint: &mut Paint) -> usize {
    let theme = paint.theme;
    let columns = usize::from(area.width).saturating_sub(4);
    if choices.is_empty() {
        let rows: Vec<Row> =
            wrap(words::NO_CANDIDATES, columns, 0).into_iter().map(|line| Row::plain("   ").text(line)).collect();
        panes::rows(&rows, area, theme, paint.cells);
        return 0;
    }
    let mut items = Vec::new();
    let mut at = Vec::new();
    let mut group = None;
    for choice in choices {
        let this = heading(choice);
        if wide && group != Some(this) {
            if this == words::FOR_YOU || group == Some(words::FOR_YOU) {
                items.extend(group.map(|_| Item::heading(Row::new())));
            }
            items.push(Item::heading(Row::new().with(Role::Quiet, this)));
        }
        group = Some(this);
        at.push(items.len());
        items.extend(if wide { two_rows(choice, columns) } else { vec![Item::row(one_row(choice, columns))] });
    }
    let mut kept = assign.list.borrow_mut();
    let selected = kept.at.min(at.len() - 1);
    // The list of rows has headings in it, the choices have none.
    kept.at = at[selected];
    kept.draw(&items, area, assign.field.is_none(), theme, paint.cells);
    kept.at = selected;
    kept.below(items.len())
}

fn heading(choice: &Choice) -> &'static str {
    match choice {
        Choice::ForYou(_) => words::FOR_YOU,
        Choice::Candidate(candidate) => words::group(candidate.kind),
    }
}

fn two_rows(choice: &Choice, columns: usize) -> Vec<Item> {
    match choice {
        Choice::ForYou(one) => {
            let row = Row::plain(words::for_you(&one.what)).and_right(Row::plain(words::answers(true)), columns);
            vec![Item::row(row)]
        }
        Choice::Candidate(candidate) => {
            let beside = words::beside(candidate);
            let under = candidate.kind == CandidateKind::Gap;
            let text = words::candidate(candidate);
            let row = match (&beside, under) {
                (Some(beside), false) => {
                    Row::plain(text).and_right(Row::new().with(Role::Quiet, beside.as_str()), columns)
                }
                _ => Row::plain(cut(&text, columns)),
            };
            let below = beside
                .filter(|_| under)
                .map(|place| Item::heading(Row::plain("    ").with(Role::Quiet, path(&place, columns - 4))));
            std::iter::once(Item::row(row)).chain(below).collect()
        }
    }
}

fn one_row(choice: &Choice, columns: usize) -> Row {
    match choice {
        Choice::ForYou(one) => {
            let row = Row::new().cell(Role::Strong, words::FOR_YOU, 15).text(words::for_you(&one.what));
            row.and_right(Row::plain(words::answers(false)), columns)
        }
        Choice::Candidate(candidate) => {
            let beside = words::beside(candidate).map(|place| format!(", {place}")).unwrap_or_default();
            let text = format!("{}{beside}", words::candidate(candidate));
            Row::new().cell(Role::Quiet, words::kind(candidate.kind), 11).text(text).cut(columns)
        }
    }
}

/// The start among the offers that the step has.
pub fn chosen_start(offers: &[StartOffer], start: &Start) -> Option<usize> {
    let commit = |start: &Start| start.commit.clone().filter(|_| start.from == Some(StartFrom::Commit));
    let same = |offer: &StartOffer| {
        offer.start.mode == start.mode && offer.start.from == start.from && commit(&offer.start) == commit(start)
    };
    offers.iter().position(same)
}

fn step(assign: &Assign, desk: &Desk, scene: &Scene, columns: usize) -> Vec<Row> {
    let (facts, decided) = (&desk.facts, &desk.recovery.decided);
    let wide = scene.two_panes();
    let chosen = decided.step.as_ref();
    let focus = |field: usize| assign.field == Some(field);
    let lead = |field: usize| if focus(field) { Row::plain("▌") } else { Row::plain(" ") };
    let label =
        |field: usize, name: &str| lead(field).cell(if focus(field) { Role::Strong } else { Role::Quiet }, name, 13);
    let mut rows = Vec::new();
    if wide {
        rows.push(lead(0).with(Role::Strong, words::NEXT_STEP));
    }
    let text = chosen.map_or(words::NO_STEP, |step| step.text.as_str());
    rows.extend(wrap(text, columns.saturating_sub(2), 0).into_iter().map(|line| lead(0).text(line)));
    let gap = |rows: &mut Vec<Row>| {
        if wide {
            rows.push(Row::new());
        }
    };
    gap(&mut rows);
    let agent = chosen.map_or("", |step| step.agent.as_str());
    let approver = assign::approver(facts, decided).unwrap_or(words::NOBODY);
    let given = label(1, words::FIELDS[1]).text(agent);
    if wide {
        rows.push(given);
    } else {
        rows.push(given.to(columns / 2).join(label(3, words::FIELDS[3])).text(approver).cut(columns));
    }
    let offers = assign::starts(facts, decided);
    let here = chosen.and_then(|step| chosen_start(&offers, &step.start));
    let place = scene.clock.path(&facts.tree.root);
    for (at, offer) in offers.iter().enumerate() {
        let mark = if here == Some(at) { "● " } else { "· " };
        let name = if at == 0 { words::FIELDS[2] } else { "" };
        rows.push(label(2, name).text(mark).text(words::offer(offer, &place)).cut(columns));
    }
    if wide {
        rows.push(label(3, words::FIELDS[3]).text(approver));
    }
    gap(&mut rows);
    rows.extend(criteria(assign, desk, columns, wide));
    gap(&mut rows);
    let limits = texts(&compose::limits(facts, decided));
    let decisions = texts(&compose::decisions(facts, decided));
    rows.extend(lines(words::LIMITS, &limits, columns, if wide { 3 } else { 1 }));
    if wide {
        rows.extend(lines(words::DECISIONS, &decisions, columns, 2));
        gap(&mut rows);
    }
    let mut warnings: Vec<String> = assign::warnings(facts, decided).iter().map(step_words::warning).collect();
    if decided.step.is_some() {
        // What the next run of a task is given by itself is read beside the brief, whatever the brief says.
        warnings.extend(given::against(facts, decided).iter().map(crate::words::task::against));
    }
    if warnings.is_empty() && wide {
        rows.push(Row::plain(" ").cell(Role::Quiet, words::WARNINGS, 13).text(words::NONE));
    }
    for (at, warning) in warnings.iter().enumerate() {
        let name = if at == 0 { words::WARNINGS } else { "" };
        for (line, text) in wrap(warning, columns.saturating_sub(17), 0).into_iter().enumerate() {
            let name = if line == 0 { name } else { "" };
            let mark = if line == 0 { "! " } else { "  " };
            rows.push(Row::plain(" ").cell(Role::Quiet, name, 13).with(Role::Warn, mark).text(text));
        }
    }
    rows
}

fn criteria(assign: &Assign, desk: &Desk, columns: usize, wide: bool) -> Vec<Row> {
    let criteria = assign::criteria(&desk.facts, &desk.recovery.decided);
    let focus = assign.field == Some(4);
    let lead = if focus { "▌" } else { " " };
    let role = if focus { Role::Strong } else { Role::Quiet };
    let mut rows = Vec::new();
    if wide {
        rows.push(Row::plain(lead).with(role, words::FIELDS[4]));
    }
    if criteria.is_empty() {
        rows.push(Row::plain(lead).cell(role, if wide { "" } else { words::CRITERIA }, 11).text(words::NONE));
    }
    for (at, criterion) in criteria.iter().enumerate() {
        let start = if wide {
            Row::plain(lead)
        } else {
            Row::plain(lead).cell(role, if at == 0 { words::CRITERIA } else { "" }, 10)
        };
        let width = start.width() + 3;
        for (line, text) in wrap(&criterion.text, columns.saturating_sub(width), 0).into_iter().enumerate() {
            let number = if line == 0 { (at + 1).to_string() } else { String::new() };
            let start = if line == 0 || wide { start.clone() } else { Row::plain(" ").to(11) };
            rows.push(start.number(Role::Quiet, &number, 2).text(" ").text(text));
        }
    }
    rows
}

fn texts(lines: &[BriefLine]) -> Vec<String> {
    lines.iter().filter(|line| !line.dropped).map(|line| line.line.text.clone()).collect()
}

fn lines(name: &str, texts: &[String], columns: usize, most: usize) -> Vec<Row> {
    let text = if texts.is_empty() { words::NONE.to_owned() } else { texts.join(" · ") };
    let parts = wrap(&text, columns.saturating_sub(15), 0);
    let cut_off = parts.len() > most;
    let mut rows = Vec::new();
    for (at, part) in parts.into_iter().take(most).enumerate() {
        let name = if at == 0 { name } else { "" };
        let more = if cut_off && at + 1 == most { " …" } else { "" };
        rows.push(Row::plain(" ").cell(Role::Quiet, name, 13).text(part).text(more));
    }
    rows
}
