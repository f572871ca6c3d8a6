//! Gaps of partial products, held against what is known now.
//!
//! A gap that lastgood derived is derived again: one that the facts do not bear out any more stands no longer. One that a person
//! typed stays until a person takes it back or calls it closed in step 4; what its gates did since is said beside it.

use std::path::Path;

use crate::model::{Decided, Facts, GateState, GreenSince, Product, Sorted};
use crate::steps::broken;
use crate::steps::review::called_closed;
use crate::steps::text::same_file;

/// The gap that a gate offers which is not green on the present content.
pub fn of_gate(command: &str, state: GateState) -> Option<String> {
    match state {
        GateState::Green => None,
        GateState::Red => Some(format!("{command} is red")),
        GateState::Stale => Some(format!("{command} did not run since the last change")),
        GateState::NotRun => Some(format!("{command} never ran on it")),
    }
}

/// The gaps of a sorted product that still stand, each with its place in what was sorted: neither gone by the facts, nor called
/// closed in a review since. What a gap says of a gate it says as the gate stands now.
pub fn standing(facts: &Facts, decided: &Decided, product: Option<&Product>, sorted: &Sorted) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    for (place, gap) in sorted.gaps.iter().enumerate() {
        let now = said_now(facts, product, gap);
        let closed =
            |gap: &str| product.is_some_and(|product| called_closed(decided, &product.location, gap, sorted.at));
        let left =
            |product: &Product| !gone(facts, product, gap) && broken::is_left(facts, decided, &product.location, gap);
        let stands = product.is_none_or(left) && !closed(gap) && !closed(&now);
        if stands && !out.iter().any(|(_, other)| *other == now) {
            out.push((place, now));
        }
    }
    out
}

/// A gap in the words that are true now: one that speaks of a gate was true of it when the product was sorted.
fn said_now(facts: &Facts, product: Option<&Product>, gap: &str) -> String {
    let of_product = product.into_iter().flat_map(|product| &product.gates).map(|(command, state)| (command, *state));
    let mut gates = of_product.chain(facts.gates.iter().map(|gate| (&gate.command, gate.state)));
    let Some((command, state)) = gates.find(|(command, _)| about(command, gap)) else { return gap.to_owned() };
    // "… ran green at 14:31 UTC before this edit" says more than that it is stale, and stays true until it runs again.
    let dated = !offered(command).any(|words| words == gap);
    let runs = matches!(state, GateState::Green | GateState::Red);
    of_gate(command, state).filter(|_| runs || !dated).unwrap_or_else(|| gap.to_owned())
}

/// What lastgood offers as a gap of a gate, whatever its state.
fn offered(command: &str) -> impl Iterator<Item = String> {
    let states = [GateState::Red, GateState::Stale, GateState::NotRun].into_iter();
    states.filter_map(move |state| of_gate(command, state))
}

/// Gates of a sorted product that ran green on its present content after it was sorted, as far as that may tell of a gap: it tells
/// nothing of a limit, which no gate reads, nor of what the checks of the file find by themselves.
pub fn green_since(facts: &Facts, product: &Product, sorted: &Sorted, gap: &str) -> Vec<GreenSince> {
    if gap.starts_with(broken::GAP) || product.checks.iter().any(|check| check.gap.as_deref() == Some(gap)) {
        return Vec::new();
    }
    let green = product.gates.iter().filter(|(_, state)| *state == GateState::Green).map(|(command, _)| command);
    let since = green.filter_map(|command| {
        let gate = facts.gates.iter().find(|gate| gate.command == *command)?;
        let at = gate.last_green.as_ref()?.at.filter(|at| *at > sorted.at)?;
        Some(GreenSince { command: command.clone(), at })
    });
    since.collect()
}

/// Whether a gap is one that lastgood derives, and does not find any more.
fn gone(facts: &Facts, product: &Product, gap: &str) -> bool {
    if product.checks.iter().any(|check| check.gap.as_deref() == Some(gap) || check.text == gap) {
        return false;
    }
    if let Some((_, now)) = product.gates.iter().find(|(command, _)| about(command, gap)) {
        return *now == GateState::Green;
    }
    gap.strip_suffix(" does not exist").is_some_and(|name| exists(facts, name))
}

/// Whether a gap says of this gate that it is not green, in the words that lastgood offers.
pub(super) fn about(command: &str, gap: &str) -> bool {
    let before = gap
        .strip_prefix(command)
        .is_some_and(|rest| rest.starts_with(" ran green at ") || rest.starts_with(" never ran on it: "));
    before || offered(command).any(|words| words == gap)
}

fn exists(facts: &Facts, name: &str) -> bool {
    let tree = &facts.tree;
    let lies = tree.files.iter().filter(|(_, state)| state.blob.is_some()).map(|(path, _)| path.as_path());
    let mut all = tree.tracked.iter().map(AsRef::as_ref).chain(lies);
    all.any(|path: &Path| same_file(&path.display().to_string(), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{at, decided, facts, gate, product};
    use crate::model::{FileState, GateRun, Op, Pile, ProductKind};

    fn sorted(gaps: &[&str]) -> Sorted {
        let gaps = gaps.iter().map(|gap| (*gap).to_owned()).collect();
        let op = Op::Sort {
            product: "file:src/a.rs".into(),
            version: Some("7be1c04".into()),
            pile: Some(Pile::Partial),
            gaps,
            reason: String::new(),
            seen_elsewhere: None,
            acknowledged: vec![],
        };
        decided([op]).sorted.remove("file:src/a.rs").unwrap()
    }

    fn texts(facts: &Facts, decided: &Decided, file: &Product, sorted: &Sorted) -> Vec<String> {
        standing(facts, decided, Some(file), sorted).into_iter().map(|(_, gap)| gap).collect()
    }

    #[test]
    fn what_lastgood_derived_is_derived_again_and_what_a_person_typed_stays() {
        let mut facts = facts();
        let mut file = product(ProductKind::File, "src/a.rs");
        let derived = [
            "cargo test did not run since the last change",
            "cargo test ran green at 02:06 before this edit",
            "frame.md does not exist",
        ];
        let typed = ["cargo test has no case for zero", "nobody ran the tests"];
        let sorted = sorted(&[derived.as_slice(), typed.as_slice()].concat());
        file.gates = vec![("cargo test".into(), GateState::Stale)];
        assert_eq!(texts(&facts, &Decided::default(), &file, &sorted).len(), 5, "nothing has changed");
        file.gates = vec![("cargo test".into(), GateState::Green)];
        facts.tree.files.insert("docs/frame.md".into(), FileState { blob: Some("b".into()), ..FileState::default() });
        assert_eq!(texts(&facts, &Decided::default(), &file, &sorted), typed);
    }

    #[test]
    fn a_gap_says_of_a_gate_what_is_true_of_it_now() {
        let facts = facts();
        let mut file = product(ProductKind::File, "src/a.rs");
        let gaps = [
            "cargo test did not run since the last change",
            "cargo test ran green at 02:06 before this edit",
            "no case",
        ];
        let said = |file: &Product| texts(&facts, &Decided::default(), file, &sorted(&gaps));
        file.gates = vec![("cargo test".into(), GateState::Red)];
        assert_eq!(said(&file), ["cargo test is red", "no case"], "it ran since, in a later attempt or by R");
        file.gates = vec![("cargo test".into(), GateState::Stale)];
        assert_eq!(said(&file), gaps, "it ran, and the content was changed after it");
        let first = sorted(&["cargo test is red"]);
        let now = texts(&facts, &Decided::default(), &file, &first);
        assert_eq!(now, ["cargo test did not run since the last change"]);
    }

    #[test]
    fn a_gap_that_was_called_closed_in_a_review_stands_no_longer() {
        let row = "gap:src/a.rs: nobody ran the tests".to_owned();
        let met = Some(crate::model::RowVerdict::Met);
        let ops = [
            Op::Proof { attempt: 1, row: row.clone() },
            Op::Verdict { attempt: 1, row, verdict: met, note: String::new() },
        ];
        let (after, file) = (decided(ops), product(ProductKind::File, "src/a.rs"));
        let sorted = Sorted { at: at(0), ..sorted(&["nobody ran the tests", "no case for zero"]) };
        assert_eq!(texts(&facts(), &after, &file, &sorted), ["no case for zero"]);
    }

    #[test]
    fn a_gate_that_ran_green_after_the_decision_is_known_beside_the_gap_and_one_before_it_is_not() {
        let mut facts = facts();
        let mut file = product(ProductKind::File, "src/a.rs");
        file.gates = vec![("cargo test".into(), GateState::Green)];
        let sorted = Sorted { at: at(5), ..sorted(&["nobody ran the tests"]) };
        for (ran, known) in [(4, 0), (6, 1)] {
            let run =
                GateRun { event: "9".into(), at: Some(at(ran)), content: None, green: true, how: "exit 0".into() };
            facts.gates = vec![gate(GateState::Green, run)];
            assert_eq!(green_since(&facts, &file, &sorted, "nobody ran the tests").len(), known, "{ran}");
            file.checks = vec![crate::model::build::warning("TODO: the table")];
            for gap in ["limit broken: never change src/a.rs", "TODO: the table"] {
                assert!(green_since(&facts, &file, &sorted, gap).is_empty(), "a gate tells nothing of it: {gap}");
            }
        }
    }
}
