//! The proof of a row: a look at it below the list, page by page, or the whole window for it.
//!
//! It counts when its end was on screen, wherever that was.

use ratatui::layout::Rect;

use super::rows::{Attempt, RowOf};
use super::{Review, draw, proof};
use crate::model::Op;
use crate::msg::Action;
use crate::screens::{Ask, Desk, Scene};
use crate::widgets::cut::wrap;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::review as words;

impl Review {
    /// The first line in view of the proof of a row, when it is open.
    pub(super) fn open_at(&self, row: &RowOf) -> Option<usize> {
        self.proof.as_ref().filter(|(open, _)| *open == row.key).map(|(_, at)| *at)
    }

    /// Whether the proof of a row was on screen to its end and is being written down.
    pub(super) fn sees(attempt: &Attempt, row: &RowOf, desk: &Desk) -> bool {
        let known =
            |op: &Op| matches!(op, Op::Proof { attempt: of, row: key } if *of == attempt.number && *key == row.key);
        desk.saves(known)
    }

    /// The event behind the selected row.
    pub(super) fn event(&self, attempt: &Attempt) -> Option<(usize, String)> {
        proof::opens(&self.selected(attempt)?, attempt)
    }

    /// How many lines the proof of a row has where it is read, and how many rows there are for them.
    fn room(&self, row: &RowOf, attempt: &Attempt, desk: &Desk, scene: &Scene) -> (usize, usize) {
        if !self.reading {
            return draw::proof_room(self, row, attempt, desk, scene);
        }
        let area = scene.body();
        let head = head(row, area.width.into()).len();
        (draw::proof(row, attempt, scene, area.width.into()).len(), usize::from(area.height).saturating_sub(head))
    }

    /// Shows the proof of the selected row from a line on; its end on screen is what counts.
    fn show(&mut self, at: usize, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Some(row) = self.selected(attempt) else { return vec![] };
        let (lines, room) = self.room(&row, attempt, desk, scene);
        self.proof = Some((row.key.clone(), at));
        let whole = at + draw::shown(lines.saturating_sub(at), room) >= lines;
        let mut ops = vec![Op::Proof { attempt: attempt.number, row: row.key.clone() }];
        if attempt.outlived(&row.key).is_some() {
            // What was said of the content before is not said of this one.
            let (attempt, note) = (attempt.number, attempt.note(&row.key));
            ops.push(Op::Verdict { attempt, row: row.key.clone(), verdict: None, note });
        }
        // Of a closed attempt nothing is judged any more.
        let counts = whole && attempt.closed().is_none() && !attempt.seen(&row.key);
        vec![if counts { Ask::Save(ops) } else { Ask::Nothing }]
    }

    /// What becomes of the proof that is open when the rows were made anew: it goes with its row, and is closed where that is gone.
    pub(super) fn still_there(&mut self, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Some((open, at)) = self.proof.clone() else { return vec![] };
        let Some(row) = attempt.rows().into_iter().find(|row| row.key == open) else {
            self.proof = None;
            let was_read = std::mem::take(&mut self.reading);
            return was_read.then(|| Ask::Say(words::ROW_GONE.to_owned())).into_iter().collect();
        };
        // A proof that became shorter ends in view, and one that fits into a larger window begins in view.
        let (lines, room) = self.room(&row, attempt, desk, scene);
        if at > 0 && lines <= room {
            self.proof = Some((open, 0));
        } else if at >= lines {
            self.proof = Some((open, lines.saturating_sub(draw::shown(lines, room))));
        }
        vec![]
    }

    /// Gives the proof the whole window.
    pub(super) fn open(&mut self, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        self.reading = true;
        self.show(0, attempt, desk, scene)
    }

    /// Shows a page of the proof, one further each time; below the list, where nothing else scrolls it, after the last one the first.
    pub(super) fn page(&mut self, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Some(row) = self.selected(attempt) else { return vec![] };
        let (lines, room) = self.room(&row, attempt, desk, scene);
        let shown = self.open_at(&row).map_or(0, |at| at + draw::shown(lines.saturating_sub(at), room));
        if self.reading && shown >= lines {
            return vec![Ask::Say(words::proof_shown(attempt.judged(&row)).to_owned())];
        }
        let at = self.open_at(&row).map_or(0, |at| draw::next_page(at, lines, room));
        self.show(at, attempt, desk, scene)
    }

    /// What an action means while the proof has the window; `None` where it means the same as in the list.
    pub(super) fn in_proof(
        &mut self,
        action: Action,
        attempt: &Attempt,
        desk: &Desk,
        scene: &Scene,
    ) -> Option<Vec<Ask>> {
        let row = self.selected(attempt)?;
        let (lines, room) = self.room(&row, attempt, desk, scene);
        let last = lines.saturating_sub(draw::shown(lines, room));
        let at = self.open_at(&row).unwrap_or(0);
        let half = (room / 2).max(1);
        let to = match action {
            Action::Open => {
                let none = || Ask::Say(words::NO_EVENT.to_owned());
                let view = |(_, event)| Ask::View(format!("attempt:{}:event:{event}", attempt.number));
                return Some(vec![self.event(attempt).map_or_else(none, view)]);
            }
            Action::Close => {
                self.reading = false;
                return Some(vec![Ask::Nothing]);
            }
            Action::OtherView => return Some(vec![]),
            Action::Down => at + 1,
            Action::Up => at.saturating_sub(1),
            Action::HalfDown => at + half,
            Action::HalfUp | Action::PageUp => at.saturating_sub(half),
            Action::First => 0,
            Action::Last => last,
            _ => return None,
        };
        // The last page may begin below the last full one: going down never goes back up.
        let most = if matches!(action, Action::Down | Action::HalfDown) { last.max(at) } else { last };
        Some(self.show(to.min(most), attempt, desk, scene))
    }

    /// Draws the proof of a row over the whole body.
    pub(super) fn draw_proof(&self, row: &RowOf, attempt: &Attempt, scene: &Scene, area: Rect, paint: &mut Paint) {
        let columns = usize::from(area.width);
        let mut rows = head(row, columns);
        let room = usize::from(area.height).saturating_sub(rows.len());
        let at = self.open_at(row).unwrap_or(0);
        let all = draw::proof(row, attempt, scene, columns);
        let left = all.len().saturating_sub(at);
        let shown = draw::shown(left, room);
        rows.extend(all.into_iter().skip(at).take(shown));
        if left > shown {
            rows.push(Row::plain("   ").with(Role::Quiet, words::more_here(left - shown, attempt.judged(row))));
        }
        panes::rows(&rows, area, paint.theme, paint.cells);
    }
}

/// What the row says, whole.
fn head(row: &RowOf, columns: usize) -> Vec<Row> {
    let text = format!("{}: {}", row.kind, row.text);
    let mut rows: Vec<Row> = wrap(&text, columns.saturating_sub(2), 2)
        .into_iter()
        .map(|line| Row::plain(" ").with(Role::Strong, line))
        .collect();
    if !row.record.is_empty() {
        rows.extend(
            wrap(&row.record, columns.saturating_sub(4), 0).into_iter().map(|line| Row::plain("   ").text(line)),
        );
    }
    rows.push(Row::new().with(Role::Rule, "─".repeat(columns)));
    rows
}
