//! What was not read or could not be looked at, each with its place. It stops nothing.

use ratatui::layout::Rect;

use super::{Under, about};
use crate::model::Problem;
use crate::msg::{Action, Effect};
use crate::screens::{Ask, Head};
use crate::widgets::clean;
use crate::widgets::paint::{Paint, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::overlay as words;

/// Where one is among the problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    at: usize,
    find: String,
    details: bool,
}

/// The problems of the open run; in the picker those of the runs' places, and of the selected run.
fn all(under: &Under) -> Vec<Problem> {
    let mut problems: Vec<Problem> = under.facts.map(|facts| facts.problems.clone()).unwrap_or_default();
    if under.desk.is_none()
        && let Some(catalog) = under.catalog
    {
        problems.extend(catalog.problems.iter().cloned());
        let unread = catalog.runs.iter().filter_map(|row| Some((row, row.found.problem.as_ref()?)));
        problems.extend(unread.map(|(row, why)| Problem::new(row.found.path.display().to_string(), why.as_str())));
    }
    problems
}

/// What to say when nothing is listed: before all was read, nobody knows that all could be read.
fn none(under: &Under) -> &'static str {
    let empty = under.catalog.is_some_and(|catalog| catalog.runs.is_empty());
    if under.facts.is_none() && !empty { words::STILL_READING } else { words::NO_PROBLEM }
}

impl State {
    fn shown(&self, under: &Under) -> Vec<Problem> {
        let wanted = self.find.to_lowercase();
        let fits = |text: &str| text.to_lowercase().contains(&wanted);
        all(under).into_iter().filter(|problem| fits(&problem.place) || fits(&problem.what)).collect()
    }

    /// Shows only those with what is typed.
    pub(super) fn find(&mut self, text: &str) {
        text.clone_into(&mut self.find);
        self.at = 0;
    }

    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        let problems = self.shown(under);
        let last = problems.len().saturating_sub(1);
        match action {
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::HalfDown => self.at = (self.at + 8).min(last),
            Action::HalfUp => self.at = self.at.saturating_sub(8),
            Action::First => self.at = 0,
            Action::Last => self.at = last,
            Action::Open => self.details = !self.details,
            Action::Look => return vec![super::look(under)],
            _ => {}
        }
        let Some(problem) = problems.get(self.at) else { return vec![] };
        let whole = format!("{}: {}", problem.place, problem.what);
        let copy = |text: String, what: &str| vec![Ask::Effect(Effect::Copy { text, what: what.to_owned() })];
        match action {
            Action::Copy => copy(whole, words::THE_LINE),
            Action::CopyPath => copy(path(&problem.place).to_owned(), path(&problem.place)),
            Action::Pager => vec![Ask::Effect(Effect::Pager(format!("{whole}\n\n{}", problem.excerpt)))],
            _ => vec![],
        }
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(&self, action: Action, under: &Under) -> bool {
        !matches!(action, Action::Open | Action::Copy | Action::CopyPath | Action::Pager)
            || !self.shown(under).is_empty()
    }

    /// Draws the page.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let problems = self.shown(under);
        if problems.is_empty() {
            return paint.line(area, 1, format!("   {}", none(under)), Role::Text);
        }
        let place_width = if under.scene.two_panes() { 49 } else { 29.min(area.width / 2) };
        let widths = [3, place_width, area.width.saturating_sub(3 + place_width)];
        let cells = |place: &str, what: &str| [text(""), text(place), text(what)].into_iter();
        let [place, what] = words::PROBLEM_HEADS;
        paint.cells(area, 0, &widths.into_iter().zip(cells(place, what)).collect::<Vec<_>>());
        let list = if self.details { 1 } else { area.height.saturating_sub(8).clamp(3, 12) };
        let from = (self.at + 1).saturating_sub(usize::from(list));
        let below = problems.len().saturating_sub(from + usize::from(list));
        let mut row = 1;
        for (index, problem) in problems.iter().enumerate().skip(from).take(list.into()) {
            let place =
                clean::path(&home(&problem.place, under), usize::from(place_width - 1), paint.theme.mark(Mark::More));
            paint.cells(area, row, &widths.into_iter().zip(cells(&place, &problem.what)).collect::<Vec<_>>());
            if index == self.at {
                paint.selected(area, row, true);
            }
            row += 1;
        }
        let Some(problem) = problems.get(self.at) else { return };
        let more = if below > 0 { format!(" {} ", words::more(below)) } else { String::new() };
        let room = usize::from(area.width.saturating_sub(6)).saturating_sub(more.len());
        paint.rule(area, row, &clean::path(&home(&problem.place, under), room, paint.theme.mark(Mark::More)));
        paint.right(Rect { width: area.width.saturating_sub(2), ..area }, row, more, Role::Text);
        let wide = usize::from(area.width.saturating_sub(6));
        let what = clean::wrap(&clean::line(&problem.what), wide).into_iter();
        let excerpt = clean::lines(&problem.excerpt).into_iter().filter(|line| !line.is_empty());
        for (below, line) in (row + 1..area.height).zip(what.chain(excerpt)) {
            paint.row(area, below, &[text("   "), piece(line, Role::Text)]);
        }
    }
}

/// The place without its line number.
fn path(place: &str) -> &str {
    match place.rsplit_once(':') {
        Some((path, line)) if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) => path,
        _ => place,
    }
}

fn home(place: &str, under: &Under) -> String {
    under.scene.clock.path(std::path::Path::new(place))
}

/// What the header says.
pub(super) fn head(under: &Under) -> Head {
    Head {
        title: words::PROBLEMS.to_owned(),
        facts: all(under).len().to_string(),
        second: Some(vec![text(format!(" {}", about(under)))]),
        asks: words::PROBLEMS_ARE.to_owned(),
        ..Head::default()
    }
}
