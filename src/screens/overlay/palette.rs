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
use crate::widgets::paint::{Paint, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::overlay as words;

/// What was typed, and which command is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    typed: Field,
    at: usize,
}

/// Width of a name beside a reason, and of a key.
const NAME: usize = 29;
const KEY: usize = 10;

/// One command.
struct Command {
    does: Action,
    name: &'static str,
    key: &'static str,
    why: Option<String>,
}

/// Keys that only move about are no commands; leaving a screen is one.
fn moves(action: Action) -> bool {
    use Action::{Back, NextField, Palette, PreviousField};
    action == Palette || (action.moves() && !matches!(action, Back | NextField | PreviousField))
}

fn commands(under: &Under) -> Vec<Command> {
    let mut all: Vec<Command> = vec![];
    for &(does, name, when) in NAMED {
        // Nobody holds it but we: there is nothing to take over.
        let held = under.desk.is_some_and(|desk| matches!(desk.standing, crate::model::Standing::Held(_)));
        let kept = under.desk.is_some_and(|desk| !desk.recovery.decided.copies.is_empty());
        let offered = match does {
            Action::Copies => kept,
            // It is for later: it stands last.
            Action::Packet => false,
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
    for &(does, name, _) in NAMED.iter().filter(|(does, ..)| *does == Action::Packet && under.desk.is_some()) {
        all.push(Command { does, name, key: "", why: (under.not_now)(does) });
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
        // The last row says what has no room.
        let all = usize::from(list.height);
        let rows = if shown.len() > all { all.saturating_sub(1) } else { all };
        let from = (self.at + 1).saturating_sub(rows);
        let mark = paint.theme.mark(Mark::More);
        for (row, (index, command)) in (0..).zip(shown.iter().enumerate().skip(from).take(rows)) {
            let why = command.why.as_deref().map(words::not_now).unwrap_or_default();
            // Reasons stand below each other, so that what is possible is seen at a glance.
            let name_width = if why.is_empty() { usize::from(list.width).saturating_sub(3 + KEY) } else { NAME };
            let name = clean::fit(&clean::line(command.name), name_width, mark);
            let room = usize::from(list.width).saturating_sub(3 + name_width + KEY);
            let role = if why.is_empty() { Role::Text } else { Role::Quiet };
            let why = clean::fit(&clean::line(&why), room, mark);
            paint.row(list, row, &[text("   "), piece(name, role), text(" "), piece(why, role)]);
            paint.right(list, row, command.key, Role::Text);
            if index == self.at {
                paint.selected(list, row, true);
            }
        }
        if rows < shown.len() {
            let row = u16::try_from(rows).unwrap_or(u16::MAX);
            let hidden = crate::words::hidden(from, shown.len() - from - rows, "command", "commands");
            paint.line(list, row, format!("   {hidden}"), Role::Quiet);
        }
    }

    /// Why the selected command is not possible, to its end: in its row it may be cut.
    pub(super) fn foot(&self, under: &Under) -> String {
        let shown = self.shown(under);
        let why = shown.get(self.at).and_then(|command| Some((command.name, command.why.as_deref()?)));
        why.map(|(name, why)| format!("{name}: {}", words::not_now(why))).unwrap_or_default()
    }
}

/// What the header says: that of the run under it.
pub(super) fn head(under: &Under) -> Head {
    match under.desk {
        Some(desk) => chrome::head(desk, under.scene, ""),
        None => Head { title: crate::words::picker::TITLE.to_owned(), ..Head::default() },
    }
}
