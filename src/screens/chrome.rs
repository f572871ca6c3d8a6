//! What every screen has around its body: two header rows and a rule above; two message lines, a rule and the keys below.

use ratatui::layout::Rect;

use super::form::{Form, Input, draw_text};
use super::{Desk, Head, Place, Scene};
use crate::model::{Standing, Step};
use crate::widgets::clean;
use crate::widgets::paint::{Paint, Piece, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words;

/// Smaller windows get one line that says the size.
pub const SMALLEST: (u16, u16) = (60, 16);

/// How wide a dialog is: with a margin of the screen beside it, where there is room for one.
pub fn dialog_width(scene: &Scene) -> u16 {
    scene.columns.saturating_sub(12).clamp(54, 68).min(scene.columns)
}

/// How the steps stand, for the second header row; filled in by `app` from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Whether each is settled.
    pub settled: [bool; 4],
    /// Whether something in a settled one is unknown.
    pub unknown: [bool; 4],
    /// A count or a word beside each ("6/10", "waiting"); empty when there is none.
    pub words: [String; 4],
}

/// Whether the window is too small to show a screen.
pub fn is_too_small(scene: &Scene) -> bool {
    scene.columns < SMALLEST.0 || scene.rows < SMALLEST.1
}

/// Draws the lines that say that the window is too small; returns whether it is.
pub fn too_small(scene: &Scene, paint: &mut Paint) -> bool {
    let small = is_too_small(scene);
    if small {
        let words = words::app::too_small(SMALLEST, (scene.columns, scene.rows));
        let wide = usize::from(scene.columns.saturating_sub(1));
        let lines = [words.as_str(), words::app::NO_KEYS].into_iter().flat_map(|line| clean::wrap(line, wide));
        for (row, line) in (0..scene.rows).zip(lines) {
            paint.line(Rect::new(0, 0, scene.columns, scene.rows), row, format!(" {line}"), Role::Text);
        }
    }
    small
}

/// Draws the first three rows.
pub fn header(head: &Head, steps: Option<(&Steps, Place)>, loud: Option<&str>, scene: &Scene, paint: &mut Paint) {
    let area = Rect::new(0, 0, scene.columns, 3);
    let facts = clean::line(&head.facts);
    let left = paint.right(area, 0, &facts, Role::Text);
    let title = Rect { width: left.saturating_sub(if facts.is_empty() { 0 } else { 2 }), ..area };
    // The attempt's number must not be cut off with the title.
    let attempt = if head.attempt > 0 { words::picker::attempt("", head.attempt) } else { String::new() };
    let room = usize::from(title.width).saturating_sub(clean::width(&attempt));
    let name = format!(" lastgood · {}", clean::line(&head.title)).replace('·', paint.theme.mark(Mark::Nothing));
    let name = clean::cut_title(&name, room, paint.theme.mark(Mark::More));
    paint.line(title, 0, format!("{name}{attempt}"), Role::Strong);
    if head.one_row {
        return paint.rule(area, 1, "");
    }
    if let Some(loud) = loud {
        // The most important message of the program stands in place of what the step asks.
        paint.row(area, 1, &[piece(format!(" {} {loud}", paint.theme.mark(Mark::Look)), Role::Bad)]);
    } else {
        let second = match (&head.second, steps) {
            (Some(pieces), _) => pieces.clone(),
            (None, Some((steps, place))) => step_row(steps, place, scene),
            (None, None) => vec![],
        };
        let used: usize = second.iter().map(|piece| clean::width(&piece.text)).sum();
        paint.row(area, 1, &second);
        let room = usize::from(area.width).saturating_sub(used + 1);
        let asks = clean::line(&head.asks);
        if clean::width(&asks) <= room {
            paint.right(area, 1, asks, Role::Text);
        }
    }
    paint.rule(area, 2, "");
}

fn step_row(steps: &Steps, place: Place, scene: &Scene) -> Vec<Piece> {
    let gap = if scene.two_panes() { "    " } else { "   " };
    let mut pieces = vec![text(" ")];
    for (index, step) in [Step::Confirm, Step::Sort, Step::Assign, Step::Review].into_iter().enumerate() {
        let here = place.step() == Some(step);
        let settled = steps.settled.get(index).copied().unwrap_or(false);
        let unknown = settled && steps.unknown.get(index).copied().unwrap_or(false);
        let mut words = format!("{} {}", index + 1, words::step(step));
        let beside = steps.words.get(index).map_or("", String::as_str);
        for part in [
            beside,
            if settled { scene.theme.mark(Mark::Good) } else { "" },
            if unknown { scene.theme.mark(Mark::Unknown) } else { "" },
            if here && !settled && beside.is_empty() { scene.theme.mark(Mark::Here) } else { "" },
        ] {
            if !part.is_empty() {
                words = format!("{words} {part}");
            }
        }
        if index > 0 {
            pieces.push(text(gap));
        }
        pieces.push(piece(words, if here { Role::Strong } else { Role::Text }));
    }
    pieces
}

/// The header of an open run, with what is asked of it there.
pub fn head(desk: &Desk, scene: &Scene, asks: &str) -> Head {
    let (title, attempt, facts) = (desk.title(), desk.attempt(), facts(desk, scene));
    Head { title, attempt, facts, asks: asks.to_owned(), ..Head::default() }
}

/// What the header says at its right about an open run: who holds it, or where and when it was looked.
pub fn facts(desk: &Desk, scene: &Scene) -> String {
    match &desk.standing {
        Standing::Held(holder) => words::app::held(&holder.by, &scene.clock.short(holder.since), scene.two_panes()),
        Standing::Gone => words::app::gone_short().to_owned(),
        Standing::ReadOnly(why) => words::app::read_only(why),
        Standing::Writable => {
            let looked = words::app::looked(&scene.clock.seconds(desk.looked()));
            if !scene.two_panes() {
                return looked;
            }
            let place = desk
                .facts
                .run
                .cwd
                .as_deref()
                .map(|cwd| clean::path(&scene.clock.path(cwd), 24, scene.theme.mark(Mark::More)));
            let dot = scene.theme.mark(Mark::Nothing);
            let runtime = desk.facts.run.runtime.word();
            place.map_or_else(
                || format!("{runtime} {dot} {looked}"),
                |place| format!("{runtime} {dot} {place} {dot} {looked}"),
            )
        }
    }
}

/// Above the footer, while somebody else decides: who, where, since when.
pub fn held(desk: &Desk, scene: &Scene) -> Option<String> {
    match &desk.standing {
        Standing::Held(holder) => {
            Some(words::app::held_line(&holder.by, &holder.host, &scene.clock.short(holder.since)))
        }
        Standing::Gone => Some(words::app::gone().to_owned()),
        _ => None,
    }
}

/// Draws the last four rows. What was said last wins over the second line; a find line takes it.
pub fn footer(
    keys: &str,
    lines: &[String; 2],
    said: Option<&str>,
    find: Option<&Form>,
    scene: &Scene,
    paint: &mut Paint,
) {
    let top = scene.rows.saturating_sub(4);
    let area = Rect::new(0, top, scene.columns, scene.rows - top);
    let (columns, more) = (usize::from(scene.columns).saturating_sub(2), scene.theme.mark(Mark::More));
    let typed = match find.and_then(|form| form.fields.first()) {
        Some(super::Field { input: Input::Text(field), .. }) => Some(field),
        _ => None,
    };
    let second = if typed.is_some() { "/" } else { said.unwrap_or(&lines[1]) };
    for (row, line) in (0..).zip(two_rows(&lines[0], second, columns, more)) {
        paint.line(area, row, line, Role::Text);
    }
    if let Some(field) = typed {
        let area = Rect { x: 2, y: area.y + 1, width: area.width.saturating_sub(2), height: 1 };
        draw_text(field, true, area, paint);
    }
    paint.rule(area, 2, "");
    paint.line(area, 3, keys, Role::Text);
}

/// The two rows above the keys. What was said last is read to its end, also when it takes the place of the line above it.
fn two_rows(first: &str, second: &str, columns: usize, mark: &str) -> [String; 2] {
    let second = broken(second, 2, columns, mark);
    let rows = if second.len() == 1 { 1 } else { 2 };
    let mut all = if second.len() == 2 { vec![] } else { broken(first, rows, columns, mark) };
    if all.is_empty() && second.len() == 1 {
        all.push(String::new());
    }
    let mut all = all.into_iter().chain(second);
    [all.next().unwrap_or_default(), all.next().unwrap_or_default()]
}

/// A text in at most so many rows, broken and cut at words.
fn broken(text: &str, rows: usize, columns: usize, mark: &str) -> Vec<String> {
    let text = clean::line(text);
    if text.is_empty() {
        return vec![];
    }
    // What fits stays as it is, with its own spaces in it.
    let mut all = if clean::width(&text) <= columns { vec![text] } else { clean::wrap(&text, columns) };
    if all.len() > rows {
        all.truncate(rows);
        let last = all.pop().unwrap_or_default();
        let room = columns.saturating_sub(clean::width(mark) + 1);
        let kept = clean::wrap(&last, room).into_iter().next().unwrap_or_default();
        all.push(format!("{kept} {mark}"));
    }
    all.into_iter().map(|line| format!(" {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_takes_both_rows_and_is_never_cut_inside_a_word() {
        let long = "one two three four five six seven eight nine ten";
        assert_eq!(two_rows("first", "second", 20, "…"), [" first", " second"]);
        assert_eq!(two_rows("", "second", 20, "…"), ["", " second"]);
        assert_eq!(two_rows("first", long, 20, "…"), [" one two three four", " five six seven …"]);
        assert_eq!(two_rows(long, "second", 20, "…"), [" one two three four …", " second"]);
        assert_eq!(two_rows("one two three four five six", "", 20, "…"), [" one two three four", " five six"]);
    }
}
