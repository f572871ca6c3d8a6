//! Moving in what the viewer shows: events of the transcript, lines of a text, marks and matches.

use super::Viewer;
use super::events::{self, EventRow};
use crate::msg::Action;
use crate::screens::{Ask, Desk, Scene};
use crate::steps::sort;
use crate::widgets::text::Pager;
use crate::words::viewer as words;

impl Viewer {
    fn move_event(&self, by: isize, desk: &Desk) {
        let rows = events::rows(self.facts(desk));
        self.events.borrow_mut().step(&vec![true; rows.len()], by);
        self.detail.replace(Pager::default());
    }

    pub(super) fn in_transcript(&mut self, action: Action, desk: &Desk) -> Vec<Ask> {
        let rows = events::rows(self.facts(desk));
        let at = self.events.borrow().at;
        let to = |place: Option<usize>| {
            let Some(place) = place else { return vec![Ask::Say(no_further(action, &self.find))] };
            self.events.borrow_mut().at = place;
            self.detail.replace(Pager::default());
            vec![Ask::Nothing]
        };
        match action {
            Action::Down => self.move_event(1, desk),
            Action::Up => self.move_event(-1, desk),
            Action::HalfDown => self.move_event(8, desk),
            Action::HalfUp => self.move_event(-8, desk),
            Action::First => return to(Some(0)),
            Action::Last => return to(Some(rows.len().saturating_sub(1))),
            Action::PageDown => {
                let end = self.detail.borrow().at_end();
                if end {
                    self.move_event(1, desk);
                } else {
                    self.detail.borrow_mut().page();
                }
            }
            Action::PageUp => self.detail.borrow_mut().pages(-1),
            Action::NextMark => return to((at + 1..rows.len()).find(|row| rows[*row].mark.is_some())),
            Action::PreviousMark => return to((0..at.min(rows.len())).rev().find(|row| rows[*row].mark.is_some())),
            Action::NextMatch => return to(self.matches(&rows, desk).into_iter().find(|row| *row > at)),
            Action::PreviousMatch => return to(self.matches(&rows, desk).into_iter().rev().find(|row| *row < at)),
            _ => {}
        }
        vec![]
    }

    pub(super) fn matches(&self, rows: &[EventRow], desk: &Desk) -> Vec<usize> {
        let wanted = self.find.to_lowercase();
        if wanted.is_empty() {
            return vec![];
        }
        (0..rows.len()).filter(|row| events::has(self.facts(desk), &rows[*row], &wanted)).collect()
    }

    pub(super) fn in_text(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let sheet = self.reading.sheet(desk, scene, &self.product);
        let lines = self.shown(&sheet);
        let pager = self.pager();
        let at = pager.borrow().line();
        let wanted = self.find.to_lowercase();
        let fits = |line: &usize| !wanted.is_empty() && lines[*line].text.to_lowercase().contains(&wanted);
        let to = |line: Option<usize>| {
            let Some(line) = line else { return vec![Ask::Say(no_further(action, &self.find))] };
            pager.borrow_mut().to_line(line);
            vec![Ask::Nothing]
        };
        let mut pager_now = pager.borrow_mut();
        match action {
            Action::Down => pager_now.scroll(1),
            Action::Up => pager_now.scroll(-1),
            Action::HalfDown => pager_now.half(1),
            Action::HalfUp => pager_now.half(-1),
            Action::First => pager_now.first(),
            Action::Last => pager_now.last(),
            Action::PageUp => pager_now.pages(-1),
            Action::PageDown if pager_now.at_end() => {
                return vec![Ask::Say(words::at_end(self.product == sort::BASE).to_owned())];
            }
            Action::PageDown => pager_now.page(),
            other => {
                drop(pager_now);
                // The line that was jumped to stands two rows below the top.
                let from = at + 3;
                let stops: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].stop).collect();
                let ends = pager.borrow().at_end();
                let seen = |line: &usize| pager.borrow().shows(*line);
                // Where nothing moves any more it is said which change is looked at.
                let or_seen = |further: Option<usize>, outermost: Option<&usize>, before: bool| {
                    let said = || vec![Ask::Say(words::mark_in_view(stops.len() == 1, before).to_owned())];
                    if further.is_none() && outermost.is_some_and(seen) { said() } else { to(further) }
                };
                return match other {
                    Action::NextMark => {
                        let further = stops.iter().copied().find(|line| *line >= from && !(ends && seen(line)));
                        or_seen(further, stops.last(), false)
                    }
                    Action::PreviousMark => {
                        or_seen(stops.iter().copied().rfind(|line| *line < at + 2), stops.first(), true)
                    }
                    Action::NextMatch => to((from..lines.len()).find(fits)),
                    Action::PreviousMatch => to((0..(at + 2).min(lines.len())).rev().find(fits)),
                    _ => vec![],
                };
            }
        }
        vec![]
    }
}

/// What is said when there is nothing further to go to.
fn no_further(action: Action, wanted: &str) -> String {
    let before = matches!(action, Action::PreviousMark | Action::PreviousMatch);
    match action {
        Action::NextMatch | Action::PreviousMatch => words::no_match(wanted, before),
        _ => words::no_mark(before).to_owned(),
    }
}
