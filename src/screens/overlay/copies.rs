//! Copies that are kept under refs of ours, with the lines that bring them back.

use ratatui::layout::Rect;

use super::{Under, about};
use crate::model::KeptCopy;
use crate::msg::{Action, Effect};
use crate::screens::{Ask, Head};
use crate::widgets::clean;
use crate::widgets::paint::{Paint, text};
use crate::widgets::theme::Role;
use crate::words::gates::copies as words;

/// So many copies stand above the lines of the chosen one.
const LISTED: usize = 6;

/// Which copy is chosen, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    at: usize,
}

fn copies<'a>(under: &Under<'a>) -> Vec<&'a KeptCopy> {
    under.desk.map(|desk| desk.recovery.decided.copies.iter().rev().collect()).unwrap_or_default()
}

fn root(under: &Under) -> String {
    under.facts.map(|facts| facts.tree.root.display().to_string()).unwrap_or_default()
}

impl State {
    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        let all = copies(under);
        match action {
            Action::Down => self.at = (self.at + 1).min(all.len().saturating_sub(1)),
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Copy => {
                let Some(copy) = all.get(self.at) else { return vec![] };
                let [(_, whole), ..] = words::lines(&root(under), &copy.name);
                return vec![Ask::Effect(Effect::Copy { what: whole.clone(), text: whole })];
            }
            _ => {}
        }
        vec![]
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(action: Action, under: &Under) -> bool {
        match action {
            Action::Down => copies(under).len() > 1,
            Action::Copy => !copies(under).is_empty(),
            _ => true,
        }
    }

    /// Draws the page.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let all = copies(under);
        let Some(chosen) = all.get(self.at) else {
            return paint.line(area, 1, format!("   {}", words::NONE), Role::Text);
        };
        let mut row = 1;
        let from = (self.at + 1).saturating_sub(LISTED);
        for (at, copy) in all.iter().enumerate().skip(from).take(LISTED) {
            paint.row(area, row, &[text("   "), text(words::row(&copy.name, &copy.commit, copy.good))]);
            if at == self.at {
                paint.selected(area, row, true);
            }
            row += 1;
        }
        let below = all.len().saturating_sub(from + LISTED);
        if below > 0 {
            paint.line(area, row, format!("   {}", crate::words::overlay::more(below)), Role::Quiet);
        }
        row += 1;
        let wide = usize::from(area.width.saturating_sub(6));
        let mut lines = Vec::new();
        for (what, line) in words::lines(&root(under), &chosen.name) {
            lines.push(format!("   {what}"));
            lines.extend(clean::wrap(&clean::line(&line), wide).into_iter().map(|part| format!("     {part}")));
        }
        lines.push(String::new());
        lines.push(format!("   {}", words::MIRROR));
        if !chosen.left_out.is_empty() {
            lines.push(format!("   {} {}", words::NOT_IN_IT, chosen.left_out.join(", ")));
        }
        for (below, line) in (row..area.height).zip(lines) {
            paint.line(area, below, line, Role::Text);
        }
    }
}

/// What the header says.
pub(super) fn head(under: &Under) -> Head {
    Head {
        title: words::PAGE.to_owned(),
        facts: copies(under).len().to_string(),
        second: Some(vec![text(format!(" {}", about(under)))]),
        asks: words::ARE.to_owned(),
        ..Head::default()
    }
}
