//! What a step can reach by itself: a criterion asks for no more of a gate than that.
//!
//! A gate may be red for a reason that lies outside the step: another file that it reaches does not parse, or it was red before.
//! The criterion then names that reason; a step is not measured by what another step has to mend.

use crate::model::{Candidate, CandidateKind, CheckSays, Decided, Facts, Gate, GateState, Product};
use crate::steps::text::{about_gates, files, same_file, same_line};
use crate::steps::{broken, compose};

/// After the gate: for what alone it may still be red.
const RED_FOR: &str = " shows no failure but what was known before: ";
/// After the gate: it was red before, and nobody knows for what.
const NO_NEW: &str = " shows no failure that it did not show before this step";

/// What a step that is about this candidate can be asked of a gate that is not green now.
pub(super) fn asks(facts: &Facts, decided: &Decided, candidate: &Candidate, gate: &Gate) -> String {
    let command = &gate.command;
    let others = hindered(facts, decided, candidate, command);
    if !others.is_empty() {
        return format!("`{command}`{RED_FOR}{}", others.join(", and "));
    }
    let own = in_step(candidate);
    let reason = || hinders(facts, decided, command).any(|(product, _)| own(&product.location));
    if gate.state == GateState::Red && !makes_green(facts, candidate, command) && !reason() {
        return format!("`{command}`{NO_NEW}");
    }
    format!("`{command}` is green")
}

/// Whether the step is to make this gate green, and may mend what that needs.
pub(super) fn makes_green(facts: &Facts, candidate: &Candidate, command: &str) -> bool {
    (candidate.kind == CandidateKind::Gate && candidate.text == command)
        || same_line(&candidate.text, &format!("{command} is green"), &facts.tree.root)
}

/// Whether a criterion asks no more of a gate than that nothing new makes it red.
pub fn leaves_red(criterion: &str) -> bool {
    criterion.contains(RED_FOR) || criterion.contains(NO_NEW)
}

/// Whether a limit allows a commit only when gates are green, and a gate cannot become so by this step alone.
pub(super) fn must_not_commit(facts: &Facts, decided: &Decided, candidate: &Candidate) -> bool {
    let binds = |line: &crate::model::BriefLine| {
        let text = line.line.text.to_lowercase();
        !line.dropped && text.contains("commit") && about_gates(&text)
    };
    let red = |gate: &Gate| leaves_red(&asks(facts, decided, candidate, gate));
    compose::limits(facts, decided).iter().any(binds)
        && facts.gates.iter().any(|gate| gate.state != GateState::Green && red(gate))
}

/// Whether what a gap names keeps a gate that reaches its file from being green.
pub(super) fn keeps_red(product: &Product, gap: &str) -> bool {
    !product.gates.is_empty() && bad(product).any(|found| found == gap)
}

/// What outside of the step keeps a gate from being green, as `file: gap`.
fn hindered(facts: &Facts, decided: &Decided, candidate: &Candidate, command: &str) -> Vec<String> {
    if makes_green(facts, candidate, command) {
        return Vec::new();
    }
    let own = in_step(candidate);
    let others = hinders(facts, decided, command).filter(|(product, _)| !own(&product.location));
    others.map(|(product, gap)| format!("{}: {gap}", product.location)).collect()
}

/// Whether a file is one that the step is about.
fn in_step(candidate: &Candidate) -> impl Fn(&str) -> bool {
    let mut own = files(&candidate.text);
    // A broken limit names files that it wants left alone; the step is about the one that breaks it.
    if candidate.text.starts_with(broken::GAP) {
        own.clear();
    }
    own.extend(candidate.location.clone());
    move |file| own.iter().any(|name| same_file(name, file))
}

/// Files that a gate reaches and in which something is broken, but for what somebody looked at and accepted.
fn hinders<'a>(
    facts: &'a Facts,
    decided: &'a Decided,
    command: &'a str,
) -> impl Iterator<Item = (&'a Product, &'a str)> {
    let reached = facts.products.iter().filter(move |product| product.gates.iter().any(|(name, _)| name == command));
    reached.filter_map(move |product| {
        let sorted = decided.sorted.get(&product.id).filter(|sorted| sorted.version == product.version);
        let accepted = |gap: &str| {
            let text = product.checks.iter().find(|check| check.gap.as_deref() == Some(gap)).map(|check| &check.text);
            sorted.is_some_and(|sorted| text.is_some_and(|text| sorted.acknowledged.contains(text)))
        };
        bad(product).find(|gap| !accepted(gap)).map(|gap| (product, gap))
    })
}

/// What the checks of a file found broken in it; a limit that it breaks makes no gate red.
fn bad(product: &Product) -> impl Iterator<Item = &str> {
    let bad = product.checks.iter().filter(|check| check.says == CheckSays::Bad);
    bad.filter_map(|check| check.gap.as_deref()).filter(|gap| !gap.starts_with(broken::GAP))
}
