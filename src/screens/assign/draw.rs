//! How step 3 looks: the candidates, and beside or below them the step that is being made of one (`step`).

use ratatui::layout::Rect;

use super::step::Made;
use super::{Assign, Choice};
use crate::model::CandidateKind;
use crate::screens::{Desk, Scene};
use crate::widgets::cut::{cut_at_word, path, wrap};
use crate::widgets::list::Item;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::assign as words;

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
        candidates(assign, &choices, desk, left, true, paint);
        Made::of(assign, desk, scene, usize::from(right.width)).draw(assign.field, right, paint);
        return;
    }
    let made = Made::of(assign, desk, scene, usize::from(area.width).saturating_sub(3));
    let below =
        u16::try_from(made.rows.len() + 1).unwrap_or(u16::MAX).min(area.height.saturating_sub(4).max(area.height / 2));
    // Without candidates a sentence stands there, which may take two rows.
    let wanted = if choices.is_empty() { 2 } else { u16::try_from(choices.len()).unwrap_or(u16::MAX) };
    let above = wanted.min(area.height - below);
    candidates(assign, &choices, desk, Rect { height: above, ..area }, false, paint);
    let y = area.y + above;
    panes::rule(words::NEXT_STEP, area, y, theme, paint.cells);
    let room = Rect {
        x: area.x + 2,
        y: y + 1,
        width: area.width.saturating_sub(2),
        height: area.bottom().saturating_sub(y + 1),
    };
    made.draw(assign.field, room, paint);
}

/// Draws the candidates; where they do not fit, the last row of their room says how many are below.
fn candidates(assign: &Assign, choices: &[Choice], desk: &Desk, area: Rect, wide: bool, paint: &mut Paint) {
    let theme = paint.theme;
    let columns = usize::from(area.width).saturating_sub(4);
    if choices.is_empty() {
        let none = desk.behind().unwrap_or_else(|| words::NO_CANDIDATES.to_owned());
        let rows: Vec<Row> = wrap(&none, columns, 0).into_iter().map(|line| Row::plain("   ").text(line)).collect();
        panes::rows(&rows, area, theme, paint.cells);
        return;
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
    // Where something is hidden, the list gives its last row away.
    let full = kept.hidden(&items, area.height) == 0 || area.height < 2;
    let room = Rect { height: if full { area.height } else { area.height - 1 }, ..area };
    kept.draw(&items, room, assign.field.is_none(), theme, paint.cells);
    if !full {
        let more = Row::plain("   ").with(Role::Quiet, words::more_below(kept.hidden(&items, room.height)));
        more.draw((room.x, room.bottom()), room.width, theme, paint.cells);
    }
    kept.at = selected;
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
                _ => Row::plain(cut_at_word(&text, columns)),
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
            Row::new()
                .cell(Role::Quiet, words::kind(candidate.kind), 11)
                .text(cut_at_word(&text, columns.saturating_sub(11)))
        }
    }
}
