//! The dialog before anything is written elsewhere: it lists every path or command, and only `y` goes on.
//!
//! Enter and the key that opened it do nothing here; esc means no.

use ratatui::layout::Rect;

use super::{Scene, chrome};
use crate::msg::{Action, Write};
use crate::widgets::clean;
use crate::widgets::paint::Paint;
use crate::widgets::theme::Role;
use crate::words;

/// A dialog that lists every path or command that is written or run.
#[derive(Clone, Debug)]
pub struct Consent {
    /// What is asked, in its title.
    pub title: String,
    /// Every path or command, with what becomes of it, and what follows from it.
    pub lines: Vec<String>,
    /// What `y` does, in words.
    pub yes: String,
    /// What is written when it was agreed.
    pub write: Write,
    /// What `esc` does, in words.
    pub no: String,
    /// Other ways to do it, which `o` shows.
    pub ways: Vec<Consent>,
    /// What comes next, said when it was written.
    pub then: String,
    /// The first line that is shown.
    pub from: usize,
}

impl Consent {
    /// A dialog that was not answered yet.
    pub fn new(title: impl Into<String>, lines: Vec<String>, yes: impl Into<String>, write: Write) -> Self {
        let no = words::app::do_not_write().to_owned();
        Self { title: title.into(), lines, yes: yes.into(), write, no, ways: vec![], then: String::new(), from: 0 }
    }

    /// The dialog, with other words for `esc`.
    #[must_use]
    pub fn or(mut self, no: impl Into<String>) -> Self {
        self.no = no.into();
        self
    }

    /// The dialog, with what comes after the writing.
    #[must_use]
    pub fn then(mut self, next: impl Into<String>) -> Self {
        self.then = next.into();
        self
    }

    /// The dialog, with other ways that `o` shows, one after the other.
    #[must_use]
    pub fn ways(mut self, ways: Vec<Self>) -> Self {
        self.ways = ways;
        self
    }

    /// Shows the next way; this one comes again after the last.
    fn turn(&mut self) {
        if self.ways.is_empty() {
            return;
        }
        let mut ways = std::mem::take(&mut self.ways);
        let next = ways.remove(0);
        ways.push(std::mem::replace(self, next));
        self.ways = ways;
        self.from = 0;
    }

    /// Scrolls and turns; what cannot be done is said. The answer is `app`'s.
    pub fn on(&mut self, action: Action, scene: &Scene) -> Option<String> {
        let last = self.rows(scene).len().saturating_sub(self.room(scene));
        match action {
            Action::Down | Action::Up if last == 0 => return Some(words::app::all_shown().to_owned()),
            Action::Down => self.from = (self.from + 1).min(last),
            Action::Up => self.from = self.from.min(last).saturating_sub(1),
            Action::OtherView if self.ways.is_empty() => return Some(words::app::one_way().to_owned()),
            Action::OtherView => self.turn(),
            Action::Help => return Some(words::app::consent_help().to_owned()),
            _ => {}
        }
        None
    }

    /// Whether the footer names the keys of an action: what would do nothing here has no place in it.
    pub fn offers(&self, action: Action, scene: &Scene) -> bool {
        match action {
            Action::OtherView => !self.ways.is_empty(),
            Action::Down | Action::Up => self.rows(scene).len() > self.room(scene),
            _ => true,
        }
    }

    fn area(&self, scene: &Scene) -> Rect {
        let width = chrome::dialog_width(scene);
        let wanted = u16::try_from(self.wrapped(width).len() + 6).unwrap_or(u16::MAX);
        let height = wanted.min(scene.rows.saturating_sub(6));
        let top = 3 + scene.rows.saturating_sub(7).saturating_sub(height) / 2;
        Rect { x: scene.columns.saturating_sub(width) / 2, y: top, width, height }
    }

    /// Every line as it stands in the dialog. A path must be readable to its last letter, so what is too long is wrapped, never cut.
    fn rows(&self, scene: &Scene) -> Vec<String> {
        self.wrapped(self.area(scene).width)
    }

    fn wrapped(&self, width: u16) -> Vec<String> {
        let wide = usize::from(width.saturating_sub(5));
        self.lines.iter().flat_map(|line| wrapped(line, wide)).collect()
    }

    /// How many rows can be seen at once.
    fn room(&self, scene: &Scene) -> usize {
        usize::from(self.area(scene).height.saturating_sub(6)).max(1)
    }

    /// Draws the dialog over the window.
    pub fn draw(&self, scene: &Scene, paint: &mut Paint) {
        let area = self.area(scene);
        let body = paint.dialog(area, &self.title);
        let (rows, room) = (self.rows(scene), self.room(scene));
        let from = self.from.min(rows.len().saturating_sub(room));
        for (row, line) in (0..).zip(rows.iter().skip(from).take(room)) {
            paint.line(body, row, line, Role::Text);
        }
        let (above, below) = (from, rows.len().saturating_sub(from + room));
        let more = Rect { y: area.bottom().saturating_sub(4), height: 1, ..body };
        paint.line(more, 0, words::hidden(above, below, "line", "lines"), Role::Quiet);
        let last = Rect { y: area.bottom().saturating_sub(3), height: 1, ..body };
        paint.line(last, 0, format!("y  {}", self.yes), Role::Strong);
        paint.right(last, 0, &self.no, Role::Text);
    }
}

fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let line = clean::line(line);
    if clean::width(&line) <= columns {
        return vec![line];
    }
    let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
    let room = columns.saturating_sub(indent.len()).max(1);
    clean::wrap(line.trim_start(), room).into_iter().map(|part| format!("{indent}{part}")).collect()
}
