//! A recovery that was opened by one of its runs: of which attempt that run is, where it is not the one that is shown.

use super::App;
use crate::screens::review::{self, rows};
use crate::words::came as words;

/// What is told of the run by which a recovery was opened.
pub(super) struct Came {
    /// The item of step 4 that shows the review of its attempt.
    pub(super) shows: Option<String>,
    /// Of which attempt it is, and what is shown.
    pub(super) says: String,
}

impl App {
    /// What there is to tell of the run that was asked for; nothing when it is of the newest attempt.
    pub(super) fn came(&mut self) -> Option<Came> {
        let asked = self.asked_for.take()?;
        let desk = self.desk.as_ref()?;
        let decided = &desk.recovery.decided;
        let on_record = decided.runs.iter().map(|(attempt, run, _)| (*attempt, &run.session));
        let around = desk.around.attempts.iter().map(|(attempt, facts)| (*attempt, &facts.run.session));
        // One transcript can stand for several attempts: then its newest is meant.
        let of = on_record.chain(around).filter(|(_, session)| **session == asked).map(|(attempt, _)| attempt).max()?;
        let now = decided.attempt;
        // Attempt 1 is about the run that failed first: nothing else is shown.
        if of >= now || (of == 0 && now == 1) {
            return None;
        }
        let says = |says| Some(Came { shows: None, says });
        if of == 0 {
            return says(words::failed_first(now));
        }
        let pages = review::before(desk).contains(&of);
        let waits = rows::waiting(desk);
        // What this run left is what the newest attempt begins with, or began with while nobody has its brief yet.
        if decided.dead_run().is_some_and(|dead| dead.session == asked)
            && (waits || !decided.published.contains_key(&now))
        {
            return says(if waits { words::waits(of, now) } else { words::begins(of, now) });
        }
        match rows::newest(decided).filter(|_| pages) {
            Some(newest) => Some(Came { shows: Some(review::item_of(of)), says: words::earlier(of, newest) }),
            None => says(words::not_shown(of, now)),
        }
    }
}
