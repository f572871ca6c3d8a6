//! What is told of each broken limit: that it stands, with what was decided about it, or that a person kept it.
//!
//! What was taken back is told of no more: the tree says so, whoever did it.

use super::{
    BACK, Part, fine_since, in_step, in_words, kept, left_behind, not_fine, parts, stands, taken_out, usable_because,
};
use crate::model::{Decided, Facts, LimitFate, LimitTold};

/// Each broken limit of which something still stands, by what, and what became of that; those about which nobody decided first.
pub fn fates(facts: &Facts, decided: &Decided) -> Vec<LimitTold> {
    let mut all: Vec<LimitTold> = Vec::new();
    for part in parts(facts).into_iter().filter(|part| stands(facts, decided, part)) {
        let fate = fate(facts, decided, &part);
        let known =
            all.iter().position(|told| super::bare(&told.limit) == super::bare(&part.limit) && told.fate == fate);
        let at = known.unwrap_or_else(|| {
            all.push(LimitTold { limit: part.limit.clone(), by: vec![], fate });
            all.len() - 1
        });
        for by in part.by {
            if !all[at].by.contains(&by) {
                all[at].by.push(by);
            }
        }
    }
    all.sort_by_key(|told| (told.fate != LimitFate::Open, told.fate.is_kept()));
    all
}

fn fate(facts: &Facts, decided: &Decided, part: &Part) -> LimitFate {
    if taken_out(&part.limit, decided) {
        return LimitFate::TakenOut;
    }
    if let Some(attempt) = fine_since(facts, decided, part) {
        return LimitFate::Fine(attempt);
    }
    if kept(facts, decided, part) {
        return LimitFate::Usable(usable_because(facts, decided, part));
    }
    if in_words(decided, part) {
        return LimitFate::InDecision;
    }
    if left_behind(facts, decided, part) {
        return LimitFate::LeftBehind;
    }
    if in_step(facts, decided, part) {
        let text = decided.step.as_ref().map(|step| step.text.to_lowercase()).unwrap_or_default();
        return LimitFate::Step(BACK.iter().any(|word| text.contains(word)));
    }
    not_fine(&part.limit, decided).map_or(LimitFate::Open, LimitFate::NotFine)
}
