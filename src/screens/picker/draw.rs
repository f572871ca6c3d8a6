//! How the picker is drawn: the list above, the details of the selected run below.

use ratatui::layout::Rect;

use super::lines::{Line, at};
use super::{State, details, title};
use crate::keys;
use crate::model::{Running, short_session};
use crate::msg::Row;
use crate::screens::Scene;
use crate::steps;
use crate::widgets::clean;
use crate::widgets::paint::{Paint, Piece, piece, text};
use crate::widgets::theme::{Mark, Role, Theme};
use crate::words::{self, picker, states};

/// Rows of the details: a rule, what the run was asked, and six lines.
const DETAILS: u16 = 8;
/// Rows of the list at least, also when it has fewer.
const SHORTEST: u16 = 5;

impl State {
    /// Draws the body.
    pub fn draw(&self, scene: &Scene, area: Rect, paint: &mut Paint) {
        let Some(catalog) = &self.catalog else {
            return paint.line(area, 1, format!("   {}", picker::loading()), Role::Text);
        };
        if catalog.runs.is_empty() {
            for (row, line) in (1..).zip(picker::empty(&catalog.places, catalog.all)) {
                paint.line(area, row, format!("   {line}"), Role::Text);
            }
            return;
        }
        let lines = self.lines(scene);
        // What a short list leaves free is for the details, which then need not be cut.
        let wanted = u16::try_from(lines.len()).unwrap_or(u16::MAX).max(SHORTEST).min(list_rows(scene));
        let list = Rect { height: (wanted + 1).min(area.height), ..area };
        paint.cells(list, 0, &cells(heads(scene), scene));
        let from = self.from(&lines, scene);
        let selected = self.selected_line(&lines);
        for (row, (index, line)) in (1..list.height).zip(lines.iter().enumerate().skip(from)) {
            self.draw_line(line, list, row, scene, paint);
            if selected == Some(index) {
                paint.selected(list, row, true);
            }
        }
        self.draw_details(scene, Rect { y: list.bottom(), height: area.height - list.height, ..area }, paint);
    }

    fn draw_line(&self, line: &Line, area: Rect, row: u16, scene: &Scene, paint: &mut Paint) {
        match line {
            Line::Day(day) => paint.line(area, row, format!("   {day}"), Role::Strong),
            Line::Folded { ended, live } => {
                let mark = paint.theme.mark(Mark::Closed);
                paint.line(
                    area,
                    row,
                    format!("   {mark} {}", picker::folded(*ended, *live, self.unfolded)),
                    Role::Text,
                );
            }
            Line::Run { session, below } => {
                let runs = self.catalog.iter().flat_map(|catalog| &catalog.runs);
                if let Some(found) = runs.into_iter().find(|found| &found.found.session == session) {
                    paint.cells(area, row, &cells(self.run_cells(found, *below, scene), scene));
                }
            }
        }
    }

    fn run_cells(&self, row: &Row, below: bool, scene: &Scene) -> [Piece; 6] {
        let theme = scene.theme;
        let facts = self.of(row);
        let running = match (facts, &row.found.problem) {
            (Some(facts), _) => running(steps::confirm::running(&facts.liveness), theme),
            (None, Some(_)) => text(theme.mark(Mark::Unknown)),
            (None, None) => text(theme.mark(Mark::More)),
        };
        // A run can have been given a brief that was written elsewhere.
        let attempt = match &row.found.brief {
            Some((_, attempt)) if row.recovery.is_none() => *attempt,
            _ => row.attempt,
        };
        let asked = match (&row.found.problem, below, attempt) {
            (Some(why), ..) => piece(picker::unreadable(why), Role::Unknown),
            (None, true, 0) => text(format!("  {}", picker::FAILED)),
            (None, below, 0) => {
                let indent = if below { "  " } else { "" };
                let room = usize::from(asked_width(scene)).saturating_sub(indent.len() + 1);
                text(format!("{indent}{}", clean::cut_title(&clean::line(&title(row)), room, theme.mark(Mark::More))))
            }
            (None, below, attempt) => {
                // The attempt's number must not be cut off with the title.
                let ending = picker::attempt("", attempt);
                let indent = if below { "  " } else { "" };
                let room = usize::from(asked_width(scene)).saturating_sub(clean::width(&ending) + indent.len() + 1);
                text(format!(
                    "{indent}{}{ending}",
                    clean::cut_title(&clean::line(&title(row)), room, theme.mark(Mark::More))
                ))
            }
        };
        let folder = row.found.cwd.as_ref().map(|cwd| clean::path(&scene.clock.path(cwd), 12, theme.mark(Mark::More)));
        let waits =
            if below || row.found.problem.is_some() { String::new() } else { picker::waits(self.waits(row).as_ref()) };
        // Of a task the facts say more than that nobody has begun.
        let waits = match &row.found.task {
            Some(task) if row.recovery.is_none() => words::task::short(task.state, task.scheduled, &scene.clock),
            _ => waits,
        };
        let waits = if self.opening.as_ref() == Some(&row.found.session) { picker::OPENING.to_owned() } else { waits };
        [
            text(scene.clock.short(at(row))),
            running,
            text(row.found.runtime.word()),
            text(folder.unwrap_or_default()),
            asked,
            text(waits),
        ]
    }

    fn draw_details(&self, scene: &Scene, area: Rect, paint: &mut Paint) {
        let Some(row) = self.row() else { return };
        let dot = paint.theme.mark(Mark::Nothing);
        let all = self.catalog.iter().flat_map(|catalog| &catalog.runs).map(|row| row.found.session.as_str());
        let short = short_session(&row.found.session, all);
        let times = match (row.found.started, row.found.last_event) {
            (Some(from), Some(to)) => scene.clock.stretch(from, to),
            (one, other) => one.or(other).map(|at| scene.clock.short(at)).unwrap_or_default(),
        };
        paint.rule(area, 0, &format!("{short} {dot} {} {dot} {times}", row.found.runtime.word()));
        let label = if scene.two_panes() { 11 } else { 10 };
        let Some(facts) = self.of(row) else {
            if let Some(task) = &row.found.task {
                paint.line(area, 1, format!(" {}", words::task::state(task.state)), Role::Text);
                paint.line(area, 2, format!(" {}", words::task::glance(task)), Role::Text);
                return;
            }
            let words =
                row.found.problem.as_ref().map_or_else(|| picker::READING.to_owned(), |why| picker::unreadable(why));
            return paint.line(area, 1, format!(" {words}"), Role::Text);
        };
        let rest = Rect { x: area.x + label + 1, width: area.width.saturating_sub(label + 2), ..area };
        let columns = usize::from(rest.width);
        let labels = std::iter::once(picker::ASKED).chain(states::LABELS);
        let lines = std::iter::once((false, clean::line(&title(row)))).chain(details(facts, row, scene));
        let lines: Vec<_> = labels.zip(lines).collect();
        // Each has a row; what is left over goes to those that are longer, the first ones first.
        let mut spare = usize::from(area.height).saturating_sub(1 + lines.len());
        let mut y = 1;
        for (name, (look, line)) in lines {
            let mark = if look { format!("{} ", paint.theme.mark(Mark::Look)) } else { String::new() };
            let parts = clean::wrap(&line, columns.saturating_sub(clean::width(&mark)));
            let shown = 1 + spare.min(parts.len().saturating_sub(1));
            spare -= shown - 1;
            for (at, part) in parts.iter().take(shown).enumerate() {
                if y >= area.height {
                    return;
                }
                // The last row takes all that is left and is cut where it ends.
                let part = if at + 1 == shown { parts[at..].join(" ") } else { part.clone() };
                paint.put(area.x + 1, area.y + y, if at == 0 { name } else { "" }, Role::Text);
                let lead = if at == 0 { mark.clone() } else { " ".repeat(clean::width(&mark)) };
                let role = if look { Role::Bad } else { Role::Text };
                paint.row(rest, y, &[piece(lead, role), text(part)]);
                y += 1;
            }
        }
    }
}

/// How many rows the list has below its heads.
pub(super) fn list_rows(scene: &Scene) -> u16 {
    let body = scene.tall_body().height;
    let wanted = DETAILS + if scene.rows >= 28 { 4 } else { 0 };
    // In a low window the list keeps at least five rows and the details give way.
    body.saturating_sub(1 + wanted).max(body.saturating_sub(1).min(5))
}

/// Puts the six columns beside each other; a narrow window has no place for the work tree, a small one none for the runtime.
fn cells(pieces: [Piece; 6], scene: &Scene) -> Vec<(u16, Piece)> {
    let mut widths = widths(scene);
    widths[4] = asked_width(scene);
    let mut cells = vec![(3, Piece::default())];
    cells.extend(widths.into_iter().zip(pieces).filter(|(width, _)| *width > 0));
    cells
}

fn widths(scene: &Scene) -> [u16; 6] {
    match scene.columns {
        keys::TWO_PANES.. => [8, 16, 13, 13, 0, 14],
        72.. => [7, 15, 13, 0, 0, 14],
        _ => [7, 15, 0, 0, 0, 14],
    }
}

fn heads(scene: &Scene) -> [Piece; 6] {
    picker::heads(scene.two_panes()).map(text)
}

fn asked_width(scene: &Scene) -> u16 {
    scene.columns.saturating_sub(3 + widths(scene).iter().sum::<u16>())
}

/// What still runs, with its mark.
fn running(running: Running, theme: Theme) -> Piece {
    let (mark, role) = match running {
        Running::Alive | Running::Left(_) => (Mark::Look, Role::Bad),
        Running::Waiting => (Mark::Partial, Role::Warn),
        Running::NoSign => (Mark::Nothing, Role::Text),
        Running::CannotTell => (Mark::Unknown, Role::Unknown),
    };
    piece(format!("{} {}", theme.mark(mark), words::steps::running(running)), role)
}
