//! Every command by name, with its key; what is not possible now keeps its place and says why.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::layout::Rect;

use super::Under;
use crate::keys::{Context, KEYS, NAMED, When};
use crate::msg::{Action, KeyName, Press};
use crate::screens::form::draw_text;
use crate::screens::{Ask, Head, chrome, gates};
use crate::widgets::clean;
use crate::widgets::field::{Field, Stroke};
use crate::widgets::paint::{Paint, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::overlay as words;

/// What was typed, and which command is selected.
#[derive(Clone, Debug, Default)]
pub struct State {
    typed: Field,
    at: usize,
}

/// One command.
struct Command {
    does: Action,
    name: &'static str,
    key: &'static str,
    why: Option<String>,
}

/// Keys that only move about are no commands.
fn moves(action: Action) -> bool {
    use Action::{Close, Down, First, HalfDown, HalfUp, Last, Left, Mark, PageDown, PageUp, Palette, Right, Up};
    matches!(
        action,
        Up | Down | Left | Right | First | Last | HalfDown | HalfUp | PageDown | PageUp | Close | Mark | Palette
    )
}

fn commands(under: &Under) -> Vec<Command> {
    let mut all: Vec<Command> = vec![];
    for &(does, name, when) in NAMED {
        // Nobody holds it but we: there is nothing to take over.
        let held = under.desk.is_some_and(|desk| matches!(desk.standing, crate::model::Standing::Held(_)));
        let kept = under.desk.is_some_and(|desk| !desk.recovery.decided.copies.is_empty());
        let offered = match does {
            Action::Copies => kept,
            Action::KeepGood => under.desk.is_some_and(gates::keeps_good),
            _ => held,
        };
        if when == When::Opened && offered {
            all.push(Command { does, name, key: "", why: (under.not_now)(does) });
        }
    }
    for on in [under.context, Context::Everywhere] {
        for key in KEYS.iter().filter(|key| key.on == on && !moves(key.does)) {
            if !all.iter().any(|command| command.does == key.does) {
                all.push(Command { does: key.does, name: key.help, key: key.label(), why: (under.not_now)(key.does) });
            }
        }
    }
    all
}

impl State {
    fn shown(&self, under: &Under) -> Vec<Command> {
        let typed = self.typed.text();
        let mut all = commands(under);
        if typed.trim().is_empty() {
            return all;
        }
        let pattern = Pattern::parse(&typed, CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut letters = vec![];
        let mut score = |command: &Command| pattern.score(Utf32Str::new(command.name, &mut letters), &mut matcher);
        let mut scored: Vec<(u32, Command)> =
            all.drain(..).filter_map(|command| Some((score(&command)?, command))).collect();
        // Stable: between equals the table's order stays.
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, command)| command).collect()
    }

    /// Pastes into its field.
    pub(super) fn paste(&mut self, text: &str) {
        self.typed.insert(text);
        self.at = 0;
    }

    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> (bool, Vec<Ask>) {
        let shown = self.shown(under);
        match action {
            Action::Close => return (false, vec![]),
            Action::Down => self.at = (self.at + 1).min(shown.len().saturating_sub(1)),
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Open => {
                return match shown.get(self.at) {
                    Some(Command { why: Some(why), .. }) => (true, vec![Ask::Say(words::not_now(why))]),
                    Some(command) => (false, vec![Ask::Do(command.does)]),
                    None => (true, vec![]),
                };
            }
            Action::Type(press) => self.press(press),
            _ => {}
        }
        (true, vec![])
    }

    fn press(&mut self, press: Press) {
        self.at = 0;
        match (press.key, press.ctrl) {
            (KeyName::Char(letter), false) => self.typed.insert(letter.encode_utf8(&mut [0; 4])),
            (KeyName::Backspace, _) | (KeyName::Char('h'), true) => self.typed.stroke(Stroke::Backspace),
            (KeyName::Char('u'), true) => self.typed.stroke(Stroke::CutBefore),
            (KeyName::Char('w'), true) => self.typed.stroke(Stroke::CutWord),
            (KeyName::Left, _) => self.typed.stroke(Stroke::Left),
            (KeyName::Right, _) => self.typed.stroke(Stroke::Right),
            _ => {}
        }
    }

    /// Draws the box.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let width = 68.min(area.width.saturating_sub(2));
        let height = area.height.saturating_sub(1).min(20);
        let frame = Rect { x: (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let inside = paint.dialog(frame, words::COMMANDS);
        let inside = Rect { y: frame.y + 1, height: frame.height.saturating_sub(2), ..inside };
        paint.line(inside, 0, ":", Role::Strong);
        draw_text(&self.typed, true, Rect { x: inside.x + 1, width: inside.width - 1, height: 1, ..inside }, paint);
        let shown = self.shown(under);
        if shown.is_empty() {
            return paint.line(inside, 2, words::NO_COMMAND, Role::Text);
        }
        let list =
            Rect { x: inside.x - 2, y: inside.y + 2, width: inside.width + 2, height: inside.height.saturating_sub(2) };
        let rows = usize::from(list.height);
        let from = (self.at + 1).saturating_sub(rows);
        for (row, (index, command)) in (0..).zip(shown.iter().enumerate().skip(from).take(rows)) {
            let why = command.why.as_deref().map(words::not_now).unwrap_or_default();
            let room = usize::from(list.width).saturating_sub(3 + 9);
            let mark = paint.theme.mark(Mark::More);
            let name = if why.is_empty() {
                command.name.to_owned()
            } else {
                clean::fit(command.name, room / 2, mark) + " " + &why
            };
            paint.row(list, row, &[text("   "), text(clean::cut(&clean::line(&name), room, mark))]);
            paint.right(list, row, command.key, Role::Text);
            if index == self.at {
                paint.selected(list, row, true);
            }
        }
    }
}

/// What the header says: that of the run under it.
pub(super) fn head(under: &Under) -> Head {
    match under.desk {
        Some(desk) => Head {
            title: desk.title(),
            attempt: desk.attempt(),
            facts: chrome::facts(desk, under.scene),
            ..Head::default()
        },
        None => Head { title: crate::words::picker::TITLE.to_owned(), ..Head::default() },
    }
}
