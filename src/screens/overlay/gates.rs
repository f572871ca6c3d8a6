//! Gates while they run and after: how each came out on each content, and what they print.

use ratatui::layout::Rect;

use super::{Under, about, scroll};
use crate::model::GateState;
use crate::msg::{Action, Effect};
use crate::screens::gates::Running;
use crate::screens::{Ask, Head};
use crate::widgets::clean;
use crate::widgets::paint::{Paint, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::gates as words;
use crate::words::steps as step_words;

/// Where one is in the output; `None` follows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    from: Option<usize>,
}

fn running<'a>(under: &Under<'a>) -> Option<&'a Running> {
    under.desk.and_then(|desk| desk.gates.as_ref())
}

/// How many rows the results take.
fn rows(running: &Running) -> usize {
    running.results.len() + usize::from(running.now.is_some()) + running.laid.len().min(2) + 1
}

fn room(running: &Running, height: u16) -> usize {
    usize::from(height).saturating_sub(rows(running)).max(3)
}

impl State {
    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        let Some(running) = running(under) else { return vec![] };
        let all = || running.lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
        let seen = room(running, under.scene.body().height);
        let last = running.lines.len().saturating_sub(seen);
        match action {
            Action::Last => self.from = None,
            Action::NotMet if running.over.is_some() => return vec![Ask::Say(words::ENDED.to_owned())],
            Action::NotMet => return vec![Ask::Effect(Effect::StopGates), Ask::Say(words::ENDING.to_owned())],
            Action::Copy => return vec![Ask::Effect(Effect::Copy { text: all(), what: words::PAGE.to_owned() })],
            Action::Pager => return vec![Ask::Effect(Effect::Pager(all()))],
            Action::Down | Action::Up | Action::HalfDown | Action::HalfUp | Action::First => {
                self.from = Some(scroll(self.from.unwrap_or(last), action, running.lines.len(), seen));
            }
            _ => {}
        }
        vec![]
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(action: Action, under: &Under) -> bool {
        let Some(running) = running(under) else { return action == Action::Close };
        match action {
            Action::NotMet => running.over.is_none(),
            Action::Down | Action::Last => running.lines.len() > room(running, under.scene.body().height),
            Action::Copy | Action::Pager => !running.lines.is_empty(),
            _ => true,
        }
    }

    /// Draws the page.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let Some(running) = running(under) else {
            return paint.line(area, 1, format!("   {}", words::NOTHING), Role::Text);
        };
        let mut row = 0;
        let wide = usize::from(area.width.saturating_sub(4));
        for laid in running.laid.iter().rev().take(2).rev() {
            let more = paint.theme.mark(Mark::More);
            paint.row(area, row, &[text("   "), piece(clean::cut(laid, wide, more), Role::Quiet)]);
            row += 1;
        }
        for result in &running.results {
            let (mark, role) = match result.state {
                GateState::Green => (Mark::Good, Role::Good),
                GateState::Red => (Mark::Bad, Role::Bad),
                _ => (Mark::Unknown, Role::Unknown),
            };
            let words = format!("{:9}  {}  {}", words::side(result.side), step_words::gate(result.state), result.name);
            let line = format!("{words}   {}", result.why);
            let pieces = [text(" "), piece(paint.theme.mark(mark), role), text(" "), text(line)];
            paint.row(area, row, &pieces);
            row += 1;
        }
        if let Some((name, side)) = &running.now {
            paint.row(
                area,
                row,
                &[
                    text(" "),
                    piece(paint.theme.mark(Mark::More), Role::Text),
                    text(" "),
                    text(words::running(name, *side)),
                ],
            );
            row += 1;
        } else if running.laid.is_empty() && running.over.is_none() {
            paint.line(area, row, format!("   {}", words::LAYING), Role::Text);
            row += 1;
        }
        paint.rule(area, row, "");
        row += 1;
        let seen = usize::from(area.height.saturating_sub(row));
        let last = running.lines.len().saturating_sub(seen);
        let from = self.from.unwrap_or(last).min(last);
        for (below, line) in (row..area.height).zip(running.lines.iter().skip(from)) {
            paint.row(area, below, &[text("   "), text(line)]);
        }
    }
}

/// What the header says.
pub(super) fn head(under: &Under) -> Head {
    let over = running(under).is_some_and(|running| running.over.is_some());
    Head {
        title: words::PAGE.to_owned(),
        facts: String::new(),
        second: Some(vec![text(format!(" {}", about(under)))]),
        asks: if over { running(under).map(crate::screens::gates::says).unwrap_or_default() } else { String::new() },
        ..Head::default()
    }
}
