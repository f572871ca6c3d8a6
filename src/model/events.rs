//! The events of a run as one shared list: copies of a run's facts go to the screens, the keeper and the watcher, and those of a long session
//! are too large to lie in memory once for each. Not for what an event is: `event`.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::Event;

/// A list that is copied only when one of its holders changes it.
#[derive(Clone, Debug, Default)]
pub struct Events {
    list: Arc<Vec<Event>>,
    /// How many were left out.
    left_out: usize,
}

impl Events {
    /// The list without its events: for who shows many runs and needs of each only how many events it had.
    #[must_use]
    pub fn counted(&self) -> Self {
        Self { list: Arc::default(), left_out: self.total() }
    }

    /// How many events there were, also where they were left out.
    pub fn total(&self) -> usize {
        self.list.len() + self.left_out
    }
}

impl Deref for Events {
    type Target = Vec<Event>;

    fn deref(&self) -> &Vec<Event> {
        &self.list
    }
}

impl DerefMut for Events {
    fn deref_mut(&mut self) -> &mut Vec<Event> {
        Arc::make_mut(&mut self.list)
    }
}

impl From<Vec<Event>> for Events {
    fn from(events: Vec<Event>) -> Self {
        Self { list: Arc::new(events), left_out: 0 }
    }
}

impl FromIterator<Event> for Events {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Self {
        Self { list: Arc::new(events.into_iter().collect()), left_out: 0 }
    }
}

impl IntoIterator for Events {
    type Item = Event;
    type IntoIter = std::vec::IntoIter<Event>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.list).into_iter()
    }
}

impl<'a> IntoIterator for &'a Events {
    type Item = &'a Event;
    type IntoIter = std::slice::Iter<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a mut Events {
    type Item = &'a mut Event;
    type IntoIter = std::slice::IterMut<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::make_mut(&mut self.list).iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::What;

    #[test]
    fn a_copy_shares_the_list_until_one_of_them_changes_it() {
        let said = |id: &str| Event::new(id, None, What::Said { text: String::new() });
        let first: Events = vec![said("1")].into();
        let mut second = first.clone();
        assert!(std::ptr::eq(first.as_slice(), second.as_slice()));
        second.push(said("2"));
        assert_eq!((first.len(), second.len()), (1, 2));
    }

    #[test]
    fn a_counted_list_says_how_many_there_were_and_holds_none() {
        let said = |id: &str| Event::new(id, None, What::Said { text: String::new() });
        let list: Events = vec![said("1"), said("2")].into();
        assert_eq!((list.counted().len(), list.counted().total(), list.counted().counted().total()), (0, 2, 2));
    }
}
