//! Deciding in the viewer, and where one goes then: to the next product that waits, else to where work waits.

use super::Viewer;
use crate::model::{Op, Pile};
use crate::screens::sort::decide;
use crate::screens::{Ask, Desk, Place, Scene};
use crate::steps::{outside, sort};
use crate::widgets::clean;
use crate::words::{sort as sort_words, viewer as words};

impl Viewer {
    /// The next product that nobody has decided about; the end of the queue goes on to where work waits.
    fn next(&self, desk: &Desk) -> Vec<Ask> {
        let rows = sort::rows(&desk.facts, &desk.recovery.decided);
        if let Some(row) = sort::next_unsorted(&rows, &self.product) {
            return vec![Ask::View(row.id.clone())];
        }
        let mut unanswered = outside::unconfirmed(&desk.facts, &desk.recovery.decided);
        match unanswered.find(|product| product.id != self.product) {
            // Step 2 says in its own line that only unknown rows are left.
            Some(product) => vec![Ask::At(Place::Sort, product.id.clone())],
            None => vec![Ask::Go(Place::Assign), Ask::Say(sort_words::ALL_SORTED.to_owned())],
        }
    }

    pub(super) fn pile(&mut self, pile: Pile, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if self.product == sort::BASE {
            let (seen, of) = self.seen(desk, scene);
            return if seen.len() < of {
                vec![Ask::Say(words::base_read_on(seen.len(), of))]
            } else {
                let mut next = self.next(desk);
                next.retain(|ask| !matches!(ask, Ask::Say(_)));
                let title = next.iter().find_map(|ask| match ask {
                    Ask::View(id) | Ask::At(_, id) => Some(clean::line(&decide::title(desk, id))),
                    _ => None,
                });
                next.push(Ask::Say(words::base_done(title.as_deref())));
                next
            };
        }
        let id = self.product.clone();
        // What is on screen now counts for this decision: the rules look at it as if it were on disk already.
        let known = self.reading.as_read(&id, desk);
        let asks = self.deciding.one(&id, pile, &known, scene);
        self.then_next(asks, desk)
    }

    pub(super) fn then_next(&self, mut asks: Vec<Ask>, desk: &Desk) -> Vec<Ask> {
        let decided = |ask: &Ask| matches!(ask, Ask::Save(ops) if ops.iter().any(|op| !matches!(op, Op::Read { .. })));
        if asks.iter().any(decided) {
            asks.extend(self.next(desk));
        }
        asks
    }
}
