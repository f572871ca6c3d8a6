//! Where one stands in the list of step 4: on a row, not on a place. A look that sorts the rows anew must never put another
//! row, or its proof, under the keys of who stands there.

use super::rows::RowOf;
use crate::widgets::list::List;

/// The selected row, by its key.
#[derive(Debug, Default)]
pub struct Stand {
    /// The list as it is drawn.
    pub list: List,
    key: Option<String>,
}

impl Stand {
    /// Where the selected row is now; where it is gone, the row that took its place is selected.
    pub fn at(&mut self, rows: &[RowOf]) -> usize {
        let here = |at: usize| rows.get(at).is_some_and(|row| Some(&row.key) == self.key.as_ref());
        if !here(self.list.at) {
            let now = (0..rows.len()).find(|at| here(*at));
            self.list.at = now.unwrap_or(self.list.at).min(rows.len().saturating_sub(1));
            self.keep(rows);
        }
        self.list.at
    }

    /// Moves the selection, from where the selected row is now.
    pub fn moves(&mut self, rows: &[RowOf], by: impl FnOnce(&mut List, &[bool])) {
        self.at(rows);
        by(&mut self.list, &vec![true; rows.len()]);
        self.keep(rows);
    }

    fn keep(&mut self, rows: &[RowOf]) {
        self.key = rows.get(self.list.at).map(|row| row.key.clone());
    }
}
