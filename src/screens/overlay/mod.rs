//! Pages over any screen: help, problems, four states, the palette. Esc closes them.

use ratatui::layout::Rect;

use crate::keys::Context;
use crate::model::Facts;
use crate::msg::{Action, Catalog};
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
    /// The runs of this machine.
    pub catalog: Option<&'a Catalog>,
    /// The window.
    pub scene: &'a Scene,
    /// Why an action is not possible now there.
    pub not_now: &'a dyn Fn(Action) -> Option<String>,
}

/// The page that is open over a screen.
#[derive(Clone, Debug)]
pub enum Overlay {}

impl Overlay {
    /// The page that an action opens.
    pub fn open(_action: Action, _under: &Under) -> Option<Self> {
        None
    }

    /// Whose keys it takes.
    pub fn context(&self) -> Context {
        match *self {}
    }

    /// Pastes into its text field, if it has one.
    pub fn paste(&mut self, _text: &str) -> bool {
        match *self {}
    }

    /// Takes what is typed into the find line.
    pub fn find(&mut self, _text: &str) {
        match *self {}
    }

    /// Does what an action means here; whether it stays open, and what it asks for.
    pub fn on(&mut self, _action: Action, _under: &Under) -> (bool, Vec<Ask>) {
        match *self {}
    }

    /// What the header says.
    pub fn head(&self, _under: &Under) -> Head {
        match *self {}
    }

    /// The two lines above the footer.
    pub fn foot(&self, _under: &Under) -> [String; 2] {
        match *self {}
    }

    /// Draws the body.
    pub fn draw(&self, _under: &Under, _area: Rect, _paint: &mut Paint) {
        match *self {}
    }
}
