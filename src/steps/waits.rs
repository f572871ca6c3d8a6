//! Where work waits: what is settled, and what comes next.

use super::{assign, confirm, sort};
use crate::model::{Closing, Decided, Facts, Step, Waits};

/// Whether a step is settled: 1 and 4 by the operator, 2 and 3 by themselves.
pub fn settled(step: Step, facts: &Facts, decided: &Decided) -> bool {
    match step {
        Step::Confirm | Step::Sort | Step::Assign if decided.handed_over() => true,
        Step::Confirm => confirm::settled(&facts.liveness, decided),
        Step::Sort => sort::settled(facts, decided),
        Step::Assign => assign::settled(facts, decided),
        Step::Review => over(decided),
    }
}

/// Where work waits. Without facts (a row of the picker that was not opened yet) only what the journal knows counts.
pub fn waits(facts: Option<&Facts>, decided: &Decided) -> Waits {
    if over(decided) {
        return Waits::Recovered;
    }
    let published = decided.published.contains_key(&decided.attempt);
    if decided.consumed() {
        return Waits::Review;
    }
    let confirmed = match facts {
        Some(facts) => confirm::settled(&facts.liveness, decided),
        None => decided.settled.contains_key(&Step::Confirm),
    };
    if !confirmed {
        return Waits::Confirm;
    }
    if published {
        return Waits::Brief(decided.attempt);
    }
    match facts {
        None if decided.step.is_none() => Waits::Sort(None),
        Some(facts) if !sort::settled(facts, decided) => Waits::Sort(Some(sort::left(facts, decided))),
        Some(facts) if !assign::settled(facts, decided) => Waits::Assign,
        _ => Waits::ToWrite(decided.attempt),
    }
}

/// Whether the recovery is closed as recovered: no run is left to start.
pub fn over(decided: &Decided) -> bool {
    closed(decided) == Some(Closing::Recovered)
}

fn closed(decided: &Decided) -> Option<Closing> {
    decided.reviews.get(&decided.attempt)?.closed.as_ref().map(|(outcome, ..)| *outcome)
}
