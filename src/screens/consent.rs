//! The dialog before anything is written elsewhere: it lists every path or command, and only `y` goes on.
//!
//! `y` counts when every line was on screen and what lies at each path is known. Enter and the key that opened it do
//! nothing here; esc means no.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ratatui::layout::Rect;

use super::{Scene, chrome};
use crate::model::Lies;
use crate::msg::{Action, Effect, Write};
use crate::widgets::clean;
use crate::widgets::paint::Paint;
use crate::widgets::theme::Role;
use crate::words;

/// One line of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A sentence, a folder or a command.
    Text(String),
    /// A file that is written.
    File {
        /// Where it goes.
        path: PathBuf,
        /// Its name, as the line shows it.
        name: String,
        /// How long it is, in words.
        size: String,
        /// What lies there, once that was looked at.
        lies: Option<Lies>,
    },
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl Line {
    /// An empty line.
    pub fn gap() -> Self {
        Self::Text(String::new())
    }

    /// A file in a folder.
    pub fn file(folder: &Path, name: String, size: String) -> Self {
        Self::File { path: folder.join(&name), name, size, lies: None }
    }

    fn words(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::File { name, size, lies, .. } => words::compose::file(name, size, *lies),
        }
    }
}

/// A dialog that lists every path or command that is written or run.
#[derive(Clone, Debug)]
pub struct Consent {
    /// What is asked, in its title.
    pub title: String,
    /// Every path or command, with what becomes of it, and what follows from it.
    pub lines: Vec<Line>,
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
    /// The first row that is shown.
    pub from: usize,
    /// How many lines from the first on were on screen to their end.
    seen: Cell<usize>,
    /// The same in rows, in a dialog of this width.
    seen_rows: Cell<(u16, usize)>,
}

impl Consent {
    /// A dialog that was not answered yet.
    pub fn new<T: Into<Line>>(
        title: impl Into<String>,
        lines: impl IntoIterator<Item = T>,
        yes: impl Into<String>,
        write: Write,
    ) -> Self {
        Self {
            title: title.into(),
            lines: lines.into_iter().map(Into::into).collect(),
            yes: yes.into(),
            write,
            no: words::app::do_not_write().to_owned(),
            ways: vec![],
            then: String::new(),
            from: 0,
            seen: Cell::new(0),
            seen_rows: Cell::new((0, 0)),
        }
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

    /// What must be looked at before it can be agreed to.
    pub fn looks(&self) -> Option<Effect> {
        let file = |line: &Line| match line {
            Line::File { path, .. } => Some(path.clone()),
            Line::Text(_) => None,
        };
        let paths: Vec<PathBuf> = self.lines.iter().filter_map(file).collect();
        (!paths.is_empty()).then_some(Effect::LookAt(paths))
    }

    /// Takes in what lies at the places that it lists.
    pub fn finds(&mut self, found: &BTreeMap<PathBuf, Lies>) {
        for (at, line) in self.lines.iter_mut().enumerate() {
            if let Line::File { path, lies, .. } = line
                && let Some(there) = found.get(path).filter(|there| Some(**there) != *lies)
            {
                *lies = Some(*there);
                // It says something else now, which was not seen yet.
                self.seen.set(self.seen.get().min(at));
                self.seen_rows.set((0, 0));
            }
        }
    }

    fn lies(&self) -> impl Iterator<Item = (&PathBuf, Option<Lies>)> {
        self.lines.iter().filter_map(|line| match line {
            Line::File { path, lies, .. } => Some((path, *lies)),
            Line::Text(_) => None,
        })
    }

    /// What is written, with the files of which it was said that they are replaced.
    #[must_use]
    pub fn agreed(mut self) -> Self {
        let own = self.lies().filter(|(_, lies)| *lies == Some(Lies::Own)).map(|(path, _)| path.clone()).collect();
        if let Write::Brief { replace, .. } | Write::Note { replace, .. } = &mut self.write {
            *replace = own;
        }
        self
    }

    /// Why `y` does not count yet, in words: for the message line, and where `y` would stand.
    fn blocked(&self, scene: &Scene) -> Option<(String, &'static str)> {
        if self.lies().any(|(_, lies)| lies == Some(Lies::Other)) {
            return Some((words::app::in_the_way().to_owned(), words::app::no_y()));
        }
        if self.lies().any(|(_, lies)| lies.is_none()) {
            return Some((words::app::being_looked_at().to_owned(), words::app::being_looked_at()));
        }
        let rows = self.rows(scene);
        let unseen = rows.len().saturating_sub(self.rows_seen(&rows, scene));
        (unseen > 0).then(|| (words::app::not_all_seen(unseen), words::app::y_at_the_end()))
    }

    /// Why `y` does not count yet, in words.
    pub fn waits(&self, scene: &Scene) -> Option<String> {
        self.blocked(scene).map(|(why, _)| why)
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
        let rows = self.rows(scene);
        let last = rows.len().saturating_sub(self.room(scene));
        // However fast the keys come, no row is left out: what was drawn last is where the next page begins at most.
        let most = last.min(self.rows_seen(&rows, scene).max(self.from));
        match action {
            Action::Down | Action::Up | Action::PageDown | Action::PageUp if last == 0 => {
                return Some(words::app::all_shown().to_owned());
            }
            Action::Down => self.from = (self.from + 1).min(most),
            Action::Up => self.from = self.from.min(last).saturating_sub(1),
            Action::PageDown => self.from = (self.from + self.room(scene)).min(most),
            Action::PageUp => self.from = self.from.min(last).saturating_sub(self.room(scene)),
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
            Action::Yes => self.waits(scene).is_none(),
            _ => true,
        }
    }

    fn area(&self, scene: &Scene) -> Rect {
        let width = chrome::dialog_width(scene);
        let wanted = u16::try_from(self.wrapped(width).len()).unwrap_or(u16::MAX).saturating_add(around(scene));
        // The header, what is said and the keys are never covered.
        let height = wanted.min(scene.rows.saturating_sub(6));
        let top =
            (3 + scene.rows.saturating_sub(7).saturating_sub(height) / 2).min(scene.rows.saturating_sub(4 + height));
        Rect { x: scene.columns.saturating_sub(width) / 2, y: top, width, height }
    }

    /// Every line as it stands in the dialog, with its number. A path must be readable to its last letter, so what is too long is wrapped, never cut.
    fn rows(&self, scene: &Scene) -> Vec<(usize, String)> {
        self.wrapped(self.area(scene).width)
    }

    fn wrapped(&self, width: u16) -> Vec<(usize, String)> {
        let wide = usize::from(width.saturating_sub(5));
        let rows = |(at, line): (usize, &Line)| wrapped(&line.words(), wide).into_iter().map(move |row| (at, row));
        self.lines.iter().enumerate().flat_map(rows).collect()
    }

    /// How many rows can be seen at once.
    fn room(&self, scene: &Scene) -> usize {
        usize::from(self.area(scene).height.saturating_sub(around(scene))).max(1)
    }

    /// Notes what is on screen, before it is drawn: lines count from the first on, each with its last row.
    pub fn sees(&self, scene: &Scene) {
        let (rows, room) = (self.rows(scene), self.room(scene));
        let from = self.from.min(rows.len().saturating_sub(room));
        let seen = self.rows_seen(&rows, scene);
        if from <= seen {
            let seen = seen.max((from + room).min(rows.len()));
            let whole = rows.get(seen).map_or(self.lines.len(), |(line, _)| *line);
            self.seen_rows.set((self.area(scene).width, seen));
            self.seen.set(self.seen.get().max(whole));
        }
    }

    /// How many rows from the first on were on screen; in a dialog of another width those of whole lines.
    fn rows_seen(&self, rows: &[(usize, String)], scene: &Scene) -> usize {
        match self.seen_rows.get() {
            (width, seen) if width == self.area(scene).width => seen.min(rows.len()),
            _ => rows.iter().position(|(line, _)| *line >= self.seen.get()).unwrap_or(rows.len()),
        }
    }

    /// Draws the dialog over the window.
    pub fn draw(&self, scene: &Scene, paint: &mut Paint) {
        let area = self.area(scene);
        let mut body = paint.dialog(area, &self.title);
        // In a low window the lines have the rows that keep it airy elsewhere.
        let air = u16::from(around(scene) > TIGHT);
        body.y = area.y + 1 + air;
        let (rows, room) = (self.rows(scene), self.room(scene));
        let from = self.from.min(rows.len().saturating_sub(room));
        for (row, (_, line)) in (0..).zip(rows.iter().skip(from).take(room)) {
            paint.line(body, row, line, Role::Text);
        }
        let (above, below) = (from, rows.len().saturating_sub(from + room));
        let more = Rect { y: area.bottom().saturating_sub(3 + air), height: 1, ..body };
        paint.line(more, 0, words::hidden(above, below, "line", "lines"), Role::Quiet);
        let last = Rect { y: area.bottom().saturating_sub(2 + air), height: 1, ..body };
        match self.blocked(scene) {
            Some((_, why)) => paint.line(last, 0, why, Role::Text),
            None => paint.line(last, 0, format!("y  {}", self.yes), Role::Strong),
        }
        paint.right(last, 0, &self.no, Role::Text);
    }
}

/// So many rows of a dialog without air hold no line of it: its frame, what is hidden, and `y`.
const TIGHT: u16 = 4;

/// How many rows of a dialog hold no line of it.
fn around(scene: &Scene) -> u16 {
    if scene.rows < 20 { TIGHT } else { TIGHT + 2 }
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
