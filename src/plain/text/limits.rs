//! Limits and claims of a run, each with what became of it: what broke it, what was taken back, what a person said.

use crate::model::{Breach, Claim, Constraint, Decided, Facts, LimitFate, LimitTold};
use crate::steps::{broken, review};
use crate::words::{self, states};

/// A limit a line: those that the records state, and those that runs before this one broke and that still are.
pub fn limits(facts: &Facts, decided: &Decided) -> Vec<String> {
    let told = broken::fates(facts, decided);
    let of = |limit: &Constraint| told.iter().filter(|told| told.limit == limit.text).collect::<Vec<_>>();
    let stated = facts.constraints.iter().map(|limit| stated(limit, &of(limit)));
    let other = |told: &&LimitTold| !facts.constraints.iter().any(|limit| limit.text == told.limit);
    let others = told.iter().filter(other).map(|told| format!("{} ({})", told.limit, before(told)));
    stated.chain(others).collect()
}

fn stated(limit: &Constraint, told: &[&LimitTold]) -> String {
    let lost = if limit.lost_in_compaction { ", lost in a compaction" } else { "" };
    let own = |what: &String| limit.broken_by.iter().any(|breach| breach.what == *what);
    let by = by(limit);
    let by = if by.is_empty() { String::new() } else { format!(", broken by {}", by.join(", ")) };
    let fate = |told: &&LimitTold| {
        if told.by.iter().any(own) {
            Some(&told.fate).filter(|fate| **fate != LimitFate::Open).map(states::limit_fate)
        } else {
            Some(before(told))
        }
    };
    let fates = told.iter().filter_map(fate).fold(String::new(), |text, fate| format!("{text}; {fate}"));
    format!("{} ({}{lost}{by}{fates})", limit.text, limit.from)
}

/// What broke it, each once, with what lies again as it did.
fn by(limit: &Constraint) -> Vec<String> {
    let word = |breach: &Breach| {
        let back = limit.is_taken_back(breach);
        let back = if back { " (taken back: it lies as it did before this run)" } else { "" };
        format!("{}{back}", breach.what)
    };
    let mut by: Vec<String> = limit.broken_by.iter().map(word).collect();
    let mut seen = std::collections::BTreeSet::new();
    by.retain(|word| seen.insert(word.clone()));
    by
}

fn before(told: &LimitTold) -> String {
    format!("broken before this run by {}: {}", told.by.join(", "), states::limit_fate(&told.fate))
}

/// A claim with its proof, and what a person said of it.
pub fn claim(claim: &Claim, facts: &Facts, decided: &Decided) -> String {
    let proof = claim.proof.as_ref().map(|event| facts.run.numbered(&format!("proof: event {event}")));
    let proof = words::review::claim_proof(proof, "no proof on record", &claim.beyond);
    let judged = review::claim_verdict(decided, &facts.run.session, claim);
    let judged =
        judged.map_or_else(String::new, |(verdict, attempt)| format!("; {}", states::claim_judged(verdict, attempt)));
    format!("{} ({proof}{judged})", claim.text)
}
