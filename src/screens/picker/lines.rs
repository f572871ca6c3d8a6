//! The rows of the picker in their order: days as headings, the runs of one recovery together, one line for what needs nobody.

use super::draw::list_rows;
use super::{State, needs_nobody, title};
use crate::model::Timestamp;
use crate::msg::Row;
use crate::screens::Scene;
use crate::words;

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The heading of a day.
    Day(String),
    /// A run.
    Run {
        /// Its session.
        session: String,
        /// Whether it stands below a newer run of the same recovery.
        below: bool,
    },
    /// The line for runs that need nobody.
    Folded {
        /// How many ended well.
        ended: usize,
        /// How many live and are healthy.
        live: usize,
    },
}

/// Why a run needs nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It ended well.
    EndedWell,
    /// It lives and is healthy.
    Live,
}

impl State {
    /// The lines of the list.
    pub(super) fn lines(&self, scene: &Scene) -> Vec<Line> {
        let Some(catalog) = &self.catalog else { return vec![] };
        let (mut lines, mut counts, mut folded) = (vec![], [0, 0], vec![]);
        let mut day = String::new();
        let mut placed: Vec<&str> = vec![];
        for row in catalog.runs.iter().filter(|row| self.fits(row)) {
            if placed.contains(&row.found.session.as_str()) {
                continue;
            }
            if let Some(fold) = self.folds(row) {
                counts[usize::from(fold == Fold::Live)] += 1;
                folded.push(Line::Run { session: row.found.session.clone(), below: false });
                continue;
            }
            let heading = scene.clock.day(at(row));
            if heading != day {
                lines.push(Line::Day(heading.clone()));
                day = heading;
            }
            let same = |other: &&Row| {
                other.found.session == row.found.session
                    || (row.recovery.is_some() && other.recovery == row.recovery && self.fits(other))
            };
            for (index, member) in catalog.runs.iter().filter(same).enumerate() {
                placed.push(&member.found.session);
                lines.push(Line::Run { session: member.found.session.clone(), below: index > 0 });
            }
        }
        if !folded.is_empty() {
            lines.push(Line::Folded { ended: counts[0], live: counts[1] });
            if self.unfolded {
                lines.append(&mut folded);
            }
        }
        lines
    }

    /// Whether a row has what was typed to find.
    pub(super) fn fits(&self, row: &Row) -> bool {
        let wanted = self.filter.to_lowercase();
        let folder = row.found.cwd.as_ref().map(|cwd| cwd.display().to_string()).unwrap_or_default();
        let texts = [title(row), folder, row.found.session.clone(), row.found.runtime.word().to_owned()];
        wanted.split_whitespace().all(|word| texts.iter().any(|text| text.to_lowercase().contains(word)))
    }

    fn folds(&self, row: &Row) -> Option<Fold> {
        // Somebody decided about it: it stays in sight. So does what was looked for.
        if row.recovery.is_some() || !self.filter.is_empty() {
            return None;
        }
        needs_nobody(self.of(row)?)
    }

    /// Which line is selected.
    pub(super) fn selected_line(&self, lines: &[Line]) -> Option<usize> {
        lines.iter().position(|line| match (line, &self.selected) {
            (Line::Run { session, .. }, Some(selected)) => session == selected,
            (Line::Folded { .. }, None) => true,
            _ => false,
        })
    }

    /// Keeps a selection that is still there, else selects the first run.
    pub(super) fn keep_selected(&mut self, scene: &Scene) {
        let lines = self.lines(scene);
        if self.selected_line(&lines).is_none() {
            self.select(lines.iter().find(|line| !matches!(line, Line::Day(_))));
        }
        self.keep_in_view(scene);
    }

    fn select(&mut self, line: Option<&Line>) {
        self.selected = match line {
            Some(Line::Run { session, .. }) => Some(session.clone()),
            _ => None,
        };
    }

    /// Moves the selection by so many runs.
    pub(super) fn step(&mut self, scene: &Scene, by: usize, down: bool) {
        let lines: Vec<Line> = self.lines(scene).into_iter().filter(|line| !matches!(line, Line::Day(_))).collect();
        let Some(last) = lines.len().checked_sub(1) else { return };
        let at = self.selected_line(&lines).unwrap_or(0);
        let to = if down { at.saturating_add(by).min(last) } else { at.saturating_sub(by) };
        self.select(lines.get(to));
        self.keep_in_view(scene);
    }

    /// The first line that is shown, so that the selected one is in view.
    pub(super) fn from(&self, lines: &[Line], scene: &Scene) -> usize {
        let room = usize::from(list_rows(scene));
        let at = self.selected_line(lines).unwrap_or(0);
        // The heading above a run comes into view with it.
        let first = if at > 0 && matches!(lines[at - 1], Line::Day(_)) { at - 1 } else { at };
        self.top.min(lines.len().saturating_sub(room)).min(first).max((at + 1).saturating_sub(room))
    }

    /// Leaves the list where it is, as far as the selected line allows.
    pub(super) fn keep_in_view(&mut self, scene: &Scene) {
        self.top = self.from(&self.lines(scene), scene);
    }

    /// What of the list has no room, in words; headings of days are not counted.
    pub(super) fn hidden(&self, scene: &Scene) -> String {
        let lines = self.lines(scene);
        let from = self.from(&lines, scene).min(lines.len());
        let to = (from + usize::from(list_rows(scene))).min(lines.len());
        let rows = |part: &[Line]| part.iter().filter(|line| !matches!(line, Line::Day(_))).count();
        words::hidden(rows(&lines[..from]), rows(&lines[to..]), "row", "rows")
    }
}

/// The time by which a run is sorted.
pub(super) fn at(row: &Row) -> Timestamp {
    row.found.last_event.or(row.found.started).unwrap_or(Timestamp::UNIX_EPOCH)
}
