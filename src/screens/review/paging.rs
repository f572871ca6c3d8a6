//! Which attempt step 4 shows: the newest, or one before it, with the review that it was closed with.

use super::Review;
use super::rows::{self, Attempt};
use crate::msg::Action;
use crate::screens::{Ask, Desk};
use crate::words::review as words;

/// The beginning of the item by which step 4 is sent to an earlier attempt. No row is named like this.
const EARLIER: &str = "earlier attempt:";

/// The item of step 4 that is the review of an earlier attempt.
pub fn item_of(attempt: u32) -> String {
    format!("{EARLIER}{attempt}")
}

/// The earlier attempt that an item names.
pub(super) fn named(item: &str) -> Option<u32> {
    item.strip_prefix(EARLIER)?.parse().ok()
}

/// The attempts before the newest that can be shown.
pub fn before(desk: &Desk) -> Vec<u32> {
    let newest = rows::newest(&desk.recovery.decided);
    let known = desk.written.iter().map(|written| written.brief.attempt);
    let known = known.filter(|number| desk.around.attempts.iter().any(|(of, _)| of == number));
    let mut before: Vec<u32> = known.filter(|number| newest.is_some_and(|newest| *number < newest)).collect();
    before.sort_unstable();
    before.dedup();
    before
}

impl Review {
    /// The attempt that is shown, when there is one.
    pub(super) fn attempt<'a>(&self, desk: &'a Desk) -> Option<Attempt<'a>> {
        match self.earlier(desk) {
            Some(number) => rows::attempt_numbered(desk, &desk.recovery.decided, number),
            None => rows::attempt(desk),
        }
    }

    /// The attempt before the newest that is shown instead of it.
    pub(super) fn earlier(&self, desk: &Desk) -> Option<u32> {
        self.earlier.filter(|number| before(desk).contains(number))
    }

    /// Whether what is shown is that no run has consumed the brief.
    pub(super) fn waits(&self, desk: &Desk) -> bool {
        self.earlier(desk).is_none() && rows::waiting(desk)
    }

    /// That there is an attempt before the one that is shown, in words.
    pub(super) fn hint(&self, desk: &Desk) -> String {
        let attempt = before(desk).last().copied().filter(|_| self.earlier(desk).is_none());
        attempt.map(words::attempt_before).unwrap_or_default()
    }

    /// Goes to the attempt before or after the one that is shown.
    pub(super) fn turn(&mut self, action: Action, desk: &Desk) -> Vec<Ask> {
        let attempts = before(desk);
        let now = self.earlier(desk);
        let at = now.and_then(|now| attempts.iter().position(|number| *number == now)).unwrap_or(attempts.len());
        let to = match action {
            Action::PreviousMark if at == 0 => return vec![Ask::Say(words::FIRST_ATTEMPT.to_owned())],
            Action::PreviousMark => at - 1,
            _ if now.is_none() => return vec![Ask::Say(words::NEWEST_ATTEMPT.to_owned())],
            _ => at + 1,
        };
        self.shows(attempts.get(to).copied());
        vec![Ask::Nothing]
    }

    /// Shows an attempt from its first row on; the newest when none is named.
    pub(super) fn shows(&mut self, earlier: Option<u32>) {
        (self.earlier, self.proof, self.reading) = (earlier, None, false);
        self.stand.take();
    }
}
