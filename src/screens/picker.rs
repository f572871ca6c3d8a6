//! The run picker.

use super::{Ask, Head, Scene};
use crate::model::Facts;
use crate::msg::{Action, Catalog, Known};
use crate::widgets::paint::Paint;
use ratatui::layout::Rect;

/// What the picker shows.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The runs of this machine; `None` before the first answer.
    pub catalog: Option<Catalog>,
    /// The name that is offered for the operator.
    pub user: String,
}

impl State {
    /// Whether all runs are listed, not only the last 7 days.
    pub fn all(&self) -> bool {
        self.catalog.as_ref().is_some_and(|catalog| catalog.all)
    }

    /// The facts of the selected row, when they are known.
    pub fn facts(&self) -> Option<&Facts> {
        None
    }

    /// Takes in the runs that were found.
    pub fn found(&mut self, catalog: Catalog, _scene: &Scene) -> Vec<Ask> {
        self.catalog = Some(catalog);
        vec![]
    }

    /// Takes in what was found out about one run.
    pub fn known(&mut self, _known: Known) {}

    /// Does what an action means here.
    pub fn on(&mut self, _action: Action, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// A row of the body was clicked.
    pub fn click(&mut self, _row: u16, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// What the header says.
    pub fn head(&self, _scene: &Scene) -> Head {
        Head::default()
    }

    /// The two lines above the footer.
    pub fn foot(&self, _scene: &Scene) -> [String; 2] {
        <[String; 2]>::default()
    }

    /// Takes what is typed into the find line.
    pub fn filter(&mut self, _text: &str) -> Vec<Ask> {
        vec![]
    }

    /// Draws the body.
    pub fn draw(&self, _scene: &Scene, _area: Rect, _paint: &mut Paint) {}
}
