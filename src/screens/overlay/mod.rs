//! Pages over any screen: help, problems, four states, the palette. Esc closes them.

mod copies;
mod four;
mod gates;
mod help;
mod palette;
mod problems;

use ratatui::layout::Rect;

use crate::keys::Context;
use crate::model::{Decided, Facts};
use crate::msg::{Action, Catalog, Effect};
use crate::screens::{Ask, Desk, Head, Place, Scene};
use crate::widgets::paint::Paint;

/// What lies under a page.
pub struct Under<'a> {
    /// The screen under it.
    pub place: Place,
    /// Whose keys count there.
    pub context: Context,
    /// The open run.
    pub desk: Option<&'a Desk>,
    /// The facts of the open run, or of the selected row of the picker when they are known.
    pub facts: Option<&'a Facts>,
    /// What was decided in the recovery of that run, if there is one.
    pub decided: Option<&'a Decided>,
    /// Whether a run is open or selected.
    pub chosen: bool,
    /// The runs of this machine.
    pub catalog: Option<&'a Catalog>,
    /// The window.
    pub scene: &'a Scene,
    /// Why an action is not possible now there.
    pub not_now: &'a dyn Fn(Action) -> Option<String>,
}

/// The page that is open over a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Every key, from the key table.
    Help(help::State),
    /// What was not read or could not be looked at.
    Problems(problems::State),
    /// Task, session, products, next run.
    FourStates(four::State),
    /// Every command by name.
    Palette(palette::State),
    /// Gates that run, or ran.
    Gates(gates::State),
    /// Copies that are kept.
    Copies(copies::State),
}

impl Overlay {
    /// The page of gates.
    pub fn gates() -> Self {
        Self::Gates(gates::State::default())
    }

    /// The page of kept copies.
    pub fn copies() -> Self {
        Self::Copies(copies::State::default())
    }

    /// The page that an action opens.
    pub fn open(action: Action, _under: &Under) -> Option<Self> {
        Some(match action {
            Action::Help => Self::Help(help::State::default()),
            Action::Problems => Self::Problems(problems::State::default()),
            Action::FourStates => Self::FourStates(four::State::default()),
            Action::Palette => Self::Palette(palette::State::default()),
            _ => return None,
        })
    }

    /// Whose keys it takes.
    pub fn context(&self) -> Context {
        match self {
            Self::Help(_) => Context::Help,
            Self::Problems(_) => Context::Problems,
            Self::FourStates(_) => Context::FourStates,
            Self::Palette(_) => Context::Palette,
            Self::Gates(_) => Context::Gates,
            Self::Copies(_) => Context::Copies,
        }
    }

    /// Pastes into its text field, if it has one.
    pub fn paste(&mut self, text: &str) -> bool {
        let Self::Palette(palette) = self else { return false };
        palette.paste(text);
        true
    }

    /// Takes what is typed into the find line.
    pub fn find(&mut self, text: &str) {
        match self {
            Self::Help(help) => help.find(text),
            Self::Problems(problems) => problems.find(text),
            Self::FourStates(_) | Self::Palette(_) | Self::Gates(_) | Self::Copies(_) => {}
        }
    }

    /// Does what an action means here; whether it stays open, and what it asks for.
    pub fn on(&mut self, action: Action, under: &Under) -> (bool, Vec<Ask>) {
        match self {
            Self::Help(help) => (true, help.on(action, under)),
            Self::Problems(problems) => (true, problems.on(action, under)),
            Self::FourStates(four) => {
                let asks = four.on(action, under);
                let leaves = action == Action::Open || asks.iter().any(|ask| matches!(ask, Ask::Event(_)));
                (!leaves, asks)
            }
            Self::Palette(palette) => palette.on(action, under),
            Self::Gates(gates) => (true, gates.on(action, under)),
            Self::Copies(copies) => (true, copies.on(action, under)),
        }
    }

    /// Whether the footer names the keys of an action: what would do nothing here has no place in it.
    pub fn offers(&self, action: Action, under: &Under) -> bool {
        match self {
            Self::Help(help) => help.offers(action, under),
            Self::Gates(_) => gates::State::offers(action, under),
            Self::Copies(_) => copies::State::offers(action, under),
            Self::Problems(problems) => problems.offers(action, under),
            Self::FourStates(_) => four::State::offers(action, under),
            Self::Palette(_) => true,
        }
    }

    /// What the header says.
    pub fn head(&self, under: &Under) -> Head {
        match self {
            Self::Help(_) => help::head(under),
            Self::Problems(_) => problems::head(under),
            Self::FourStates(_) => four::head(under),
            Self::Palette(_) => palette::head(under),
            Self::Gates(_) => gates::head(under),
            Self::Copies(_) => copies::head(under),
        }
    }

    /// The two lines above the footer.
    pub fn foot(&self, under: &Under) -> [String; 2] {
        match self {
            Self::Palette(palette) => [palette.foot(under), String::new()],
            _ => <[String; 2]>::default(),
        }
    }

    /// Draws the body.
    pub fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        match self {
            Self::Help(help) => help.draw(under, area, paint),
            Self::Problems(problems) => problems.draw(under, area, paint),
            Self::FourStates(four) => four.draw(under, area, paint),
            Self::Palette(palette) => palette.draw(under, area, paint),
            Self::Gates(gates) => gates.draw(under, area, paint),
            Self::Copies(copies) => copies.draw(under, area, paint),
        }
    }
}

/// The name of the run that a page is about.
fn about(under: &Under) -> String {
    under.facts.map_or_else(|| crate::words::overlay::NO_RUN.to_owned(), crate::words::title)
}

/// Looks again: at the open run, or for the runs of this machine.
fn look(under: &Under) -> Ask {
    let all = under.catalog.is_some_and(|catalog| catalog.all);
    Ask::Effect(if under.desk.is_some() { Effect::Look } else { Effect::Find { all } })
}

/// Moves a scroll position within so many lines, of which so many can be seen.
fn scroll(from: usize, action: Action, lines: usize, seen: usize) -> usize {
    let last = lines.saturating_sub(seen);
    let half = (seen / 2).max(1);
    match action {
        Action::Down => from + 1,
        Action::Up => from.saturating_sub(1),
        Action::HalfDown | Action::PageDown | Action::Mark => from + half,
        Action::HalfUp | Action::PageUp => from.saturating_sub(half),
        Action::First => 0,
        Action::Last => last,
        _ => from,
    }
    .min(last)
}
