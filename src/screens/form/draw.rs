//! How a dialog lies in the window and is drawn: its fields first, with why one was refused below it, then the lines, which scroll.

use ratatui::layout::Rect;

use super::{Field, Form, Input};
use crate::screens::{Scene, chrome};
use crate::widgets::paint::{Paint, piece};
use crate::widgets::theme::{Mark, Role};
use crate::widgets::{clean, field};
use crate::words;

impl Form {
    /// Draws the dialog over the window; the find line is drawn by `chrome`.
    pub fn draw(&self, scene: &Scene, paint: &mut Paint) {
        let laid = self.lay_out(scene);
        let body = paint.dialog(laid.area, &self.title);
        let name_width = self.name_width();
        let mut row = 0;
        for (index, field) in self.fields.iter().enumerate().skip(laid.first).take(laid.shown) {
            draw_field(field, index == self.at, name_width, Rect { y: body.y + row, height: 1, ..body }, paint);
            row += 1;
            // Below the field that it is about, which has the keys: elsewhere it would speak of another one.
            for (line, role) in laid.below.iter().filter(|_| index == self.at) {
                paint.row(body, row, &[piece(line, *role)]);
                row += 1;
            }
        }
        if laid.shown < self.fields.len() {
            let below = self.fields.len() - laid.first - laid.shown;
            paint.line(body, row, words::hidden(laid.first, below, "field", "fields"), Role::Quiet);
            row += 1;
        }
        row += u16::from(!laid.notes.is_empty());
        let from = self.from.min(laid.notes.len().saturating_sub(laid.room));
        for line in laid.notes.iter().skip(from).take(laid.room) {
            paint.line(body, row, line, Role::Text);
            row += 1;
        }
        if laid.room < laid.notes.len() {
            let more = words::hidden(from, laid.notes.len() - from - laid.room, "line", "lines");
            paint.line(body, row, more, Role::Quiet);
        }
    }

    pub(super) fn lay_out(&self, scene: &Scene) -> Laid {
        let width = chrome::dialog_width(scene);
        let inner = usize::from(width.saturating_sub(5));
        let notes: Vec<String> = self.notes.iter().flat_map(|note| clean::wrap(&clean::line(note), inner)).collect();
        let below = self.below(inner);
        let extra = if notes.is_empty() { 0 } else { notes.len() + 1 } + below.len();
        let wanted = u16::try_from(self.fields.len() + extra + 4).unwrap_or(u16::MAX);
        // The rows of the header and the keys are never covered: they say what happens around it, and the way out.
        let height = wanted.min(scene.rows.saturating_sub(4));
        let y =
            (3 + scene.rows.saturating_sub(7).saturating_sub(height) / 2).min(scene.rows.saturating_sub(2 + height));
        let area = Rect { x: scene.columns.saturating_sub(width) / 2, y, width, height };
        // Fields come first, then why it was refused; notes take what is left, and scroll.
        let rows = usize::from(height.saturating_sub(4));
        let kept = below.len() + if notes.is_empty() { 0 } else { (notes.len() + 1).min(3) };
        let most = rows.saturating_sub(kept).max(1);
        let shown = if self.fields.len() > most { most.saturating_sub(1).max(1) } else { self.fields.len() };
        let first = (self.at + 1).saturating_sub(shown);
        let used = shown + usize::from(shown < self.fields.len()) + below.len() + 1;
        let room = rows.saturating_sub(used);
        let room = if notes.len() > room { room.saturating_sub(1) } else { notes.len() };
        Laid { area, notes, below, shown, first, room }
    }

    fn name_width(&self) -> usize {
        self.fields.iter().map(|field| clean::width(&field.name)).max().unwrap_or(0) + 2
    }

    /// What stands below the field that has the keys: why it was refused, and what typing does to an offered text that leaves no room for it beside.
    fn below(&self, inner: usize) -> Vec<(String, Role)> {
        let refused = self.refused.as_ref().map(|why| clean::wrap(&clean::line(why), inner)).unwrap_or_default();
        let mut below: Vec<_> = refused.into_iter().map(|line| (line, Role::Warn)).collect();
        let name = self.name_width();
        if let Some(Input::Text(text)) = self.fields.get(self.at).map(|field| &field.input)
            && text.offered()
            && !beside(text, inner.saturating_sub(name))
        {
            below.push((format!("{:name$}{}", "", words::form::OFFERED), Role::Quiet));
        }
        below
    }
}

/// Whether an offered text leaves room for what typing does to it.
fn beside(text: &field::Field, columns: usize) -> bool {
    clean::width(&text.text()) + 3 + clean::width(words::form::OFFERED) <= columns
}

/// What of a form is to be seen in a window.
pub(super) struct Laid {
    area: Rect,
    pub notes: Vec<String>,
    /// What stands below the field that has the keys.
    below: Vec<(String, Role)>,
    /// How many fields are shown, and the first of them.
    shown: usize,
    first: usize,
    /// How many rows the notes have.
    pub room: usize,
}

fn draw_field(field: &Field, focus: bool, name_width: usize, area: Rect, paint: &mut Paint) {
    paint.line(area, 0, &field.name, if focus { Role::Strong } else { Role::Text });
    let left = u16::try_from(name_width).unwrap_or(0).min(area.width);
    let area = Rect { x: area.x + left, width: area.width - left, ..area };
    match &field.input {
        Input::Text(text) => {
            draw_text(text, focus, area, paint);
            if focus && text.offered() && beside(text, usize::from(area.width)) {
                let used = u16::try_from(clean::width(&text.text()) + 3).unwrap_or(area.width);
                let rest = Rect { x: area.x + used, width: area.width.saturating_sub(used), ..area };
                paint.line(rest, 0, words::form::OFFERED, Role::Quiet);
            }
        }
        // What does not fit side by side is shown one at a time, with its place among all.
        Input::Choice { of, chosen, open }
            if of.iter().chain(open).map(|word| clean::width(word) + 3).sum::<usize>()
                > usize::from(area.width) + 2 =>
        {
            let text = match (chosen, open) {
                (Some(chosen), _) => {
                    words::form::one_of(*chosen + 1, of.len(), of.get(*chosen).map_or("", String::as_str))
                }
                (None, Some(open)) => words::form::open(open, of.len()),
                (None, None) => words::form::none_of(of.len()),
            };
            let text = clean::cut(&text, usize::from(area.width), paint.theme.mark(Mark::More));
            paint.put(area.x, area.y, &text, if focus { Role::Focus } else { Role::Text });
        }
        Input::Choice { of, chosen, open } => {
            let mut column = 0;
            let here = chosen.or(open.as_ref().map(|_| of.len()));
            for (index, word) in of.iter().chain(open).enumerate() {
                let mark = if here == Some(index) { paint.theme.mark(Mark::Selected) } else { " " };
                let role = if here == Some(index) && focus { Role::Focus } else { Role::Text };
                paint.put(area.x + column, area.y, mark, Role::Text);
                let room = usize::from(area.width.saturating_sub(column + 1));
                let word = clean::cut(word, room, paint.theme.mark(Mark::More));
                paint.put(area.x + column + 1, area.y, &word, role);
                column += u16::try_from(clean::width(&word)).unwrap_or(0) + 3;
                if column >= area.width {
                    break;
                }
            }
            let hint = u16::try_from(clean::width(words::form::CHOOSE)).unwrap_or(u16::MAX);
            if here.is_none() && focus && column + hint <= area.width {
                let rest = Rect { x: area.x + column, width: area.width - column, ..area };
                paint.line(rest, 0, words::form::CHOOSE, Role::Quiet);
            }
        }
    }
}

/// Draws a text field of one line, with its cursor when it has the keys.
pub fn draw_text(text: &field::Field, focus: bool, area: Rect, paint: &mut Paint) {
    let (shown, column) = text.view(usize::from(area.width), paint.theme.mark(Mark::More));
    paint.put(area.x, area.y, &shown, Role::Text);
    if focus && text.offered() {
        // What the first letter replaces looks selected.
        let wide = u16::try_from(clean::width(&shown)).unwrap_or(area.width);
        let cells = Rect { width: wide.min(area.width), height: 1, ..area };
        paint.cells.set_style(cells.intersection(paint.cells.area), paint.theme.style(Role::Focus));
    }
    if focus {
        let cell = Rect { x: area.x + u16::try_from(column).unwrap_or(0), y: area.y, width: 1, height: 1 };
        let style = paint.theme.style(Role::Focus);
        paint.cells.set_style(cell.intersection(paint.cells.area), style);
    }
}
