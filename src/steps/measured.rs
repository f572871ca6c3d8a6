//! What lastgood measured itself, beside what the record shows: the newer result on the content as it stands counts.

use std::path::Path;

use crate::model::{
    Decided, Facts, Gate, GateRun, GateState, Measured, Product, ProductKind, Side, gate_line, same_gate,
};

/// The gates of the record with those results that were measured on the content as it still stands.
pub fn merged(recorded: &[Gate], facts: &Facts, decided: &Decided) -> Vec<Gate> {
    let root = &facts.tree.root;
    let mut gates = recorded.to_vec();
    let present = decided.measured.iter().map(|(_, result)| result).filter(|result| result.side == Side::Present);
    for result in present {
        if !gates.iter().any(|gate| fits(gate, result, root)) {
            gates.push(Gate::unseen(result.name.clone(), result.command.clone()));
        }
        if let Some(gate) = gates.iter_mut().find(|gate| fits(gate, result, root)) {
            let stands = facts.tree.lies_as(result);
            if !stands {
                gate.stale_because.retain(|why| !before_it(facts, why, result));
            }
            take(gate, result, stands);
        }
    }
    gates
}

/// How a gate came out when it was measured last on the present content of its time, whatever has changed since.
pub fn last(gate: &Gate, decided: &Decided, root: &Path) -> Option<GateState> {
    let results = decided.measured.iter().rev().map(|(_, result)| result);
    let mut of = results.filter(|result| result.side == Side::Present && fits(gate, result, root));
    of.next().map(|result| result.state).filter(|state| matches!(state, GateState::Green | GateState::Red))
}

fn fits(gate: &Gate, result: &Measured, root: &Path) -> bool {
    let same = |name: &str| same_gate(name, &gate_line(&result.command), Some(root));
    gate.command == result.name || same(&gate.command) || (!gate.typed.is_empty() && same(&gate_line(&gate.typed)))
}

/// Facts with what was measured here beside what the record says.
pub fn as_decided(mut facts: Facts, decided: &Decided) -> Facts {
    if !decided.measured.is_empty() {
        let recorded = std::mem::take(&mut facts.gates);
        apply(&mut facts, &recorded, decided);
    }
    facts
}

/// Facts with the gates as they were measured, also where products name their gates.
pub fn apply(facts: &mut Facts, recorded: &[Gate], decided: &Decided) {
    facts.gates = merged(recorded, facts, decided);
    for product in &mut facts.products {
        if product.kind == ProductKind::Commit {
            on_commit(product, &facts.gates, decided, &facts.tree.root);
            continue;
        }
        for (command, state) in &mut product.gates {
            let runs = |gates: &[Gate]| {
                gates.iter().find(|gate| gate.command == *command).map(|gate| (gate.state, gate.runs.len()))
            };
            // A file that came after every run on record stays one on which it never ran until it runs again.
            if let Some((now, _)) = runs(&facts.gates).filter(|now| runs(recorded) != Some(*now)) {
                *state = now;
            }
        }
    }
}

/// Of a commit only a run on exactly its content speaks, as the present one or as the last good state; the last one counts.
fn on_commit(product: &mut Product, gates: &[Gate], decided: &Decided, root: &Path) {
    let proves = |result: &&Measured| matches!(result.state, GateState::Green | GateState::Red);
    let here = decided.measured.iter().map(|(_, result)| result).filter(proves);
    for result in here.filter(|result| result.commit.is_some() && result.commit == product.version) {
        let name = gates.iter().find(|gate| fits(gate, result, root)).map_or(&result.name, |gate| &gate.command);
        match product.gates.iter_mut().find(|(command, _)| command == name) {
            Some((_, known)) => *known = result.state,
            None => product.gates.push((name.clone(), result.state)),
        }
    }
}

/// How the reason begins of what lastgood ran itself.
const HERE: &str = "run by lastgood";

/// Whether a reason why a result on record is old was there already when lastgood ran the gate itself: that run saw it.
fn before_it(facts: &Facts, why: &str, result: &Measured) -> bool {
    let ended = facts.run.last_event.is_some_and(|end| end <= result.at);
    // Tests that were weakened stay weakened, whoever runs them.
    let weakened = why.contains(": ");
    let since = || {
        let changed = facts.tree.files.get(Path::new(why)).and_then(|state| state.changed);
        changed.is_some_and(|at| at > result.at)
    };
    why.starts_with(CHANGED_SINCE) || (ended && !weakened && !since())
}

/// How the reason begins that the content is no longer what lastgood ran a gate on.
const CHANGED_SINCE: &str = "the content changed after lastgood ran it at ";

/// Lets a result count: for the content as it stands, or as what was true of one that is gone.
fn take(gate: &mut Gate, result: &Measured, stands: bool) {
    if !matches!(result.state, GateState::Green | GateState::Red) {
        return; // an end that proves nothing changes nothing
    }
    let green = result.state == GateState::Green;
    let run = GateRun {
        event: format!("run by lastgood at {}", result.at),
        at: Some(result.at),
        content: Some(result.commit.clone().unwrap_or_else(|| "worktree".to_owned())),
        green,
        how: format!("{HERE}: {}", result.why),
    };
    if !stands {
        let since = format!("{CHANGED_SINCE}{}", result.at.strftime("%Y-%m-%dT%H:%M:%SZ"));
        let newer = |old: &Option<GateRun>| old.as_ref().is_none_or(|old| old.at < run.at);
        // What the record of the run says of the content as it stands is not made older by this.
        if matches!(gate.state, GateState::NotRun | GateState::Stale) {
            gate.state = GateState::Stale;
            gate.stale_because.push(since);
            let last = if green { &mut gate.last_green } else { &mut gate.last_red };
            if newer(last) {
                *last = Some(run.clone());
            }
        }
        gate.runs.push(run);
        return;
    }
    gate.stale_because.clear();
    gate.state = result.state;
    if green {
        gate.last_green = Some(run.clone());
        // Its own assertions were changed in this run: green, and yet not what was green before.
        gate.stale_because = gate.weakened.iter().map(|(_, what)| what.clone()).collect();
        if !gate.stale_because.is_empty() {
            gate.state = GateState::Stale;
        }
    } else {
        gate.last_red = Some(run.clone());
    }
    gate.runs.push(run);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{self, decided, facts, product};
    use crate::model::{FileState, Op};

    #[test]
    fn what_changed_before_lastgood_ran_the_gate_is_no_reason_why_that_result_is_old() {
        let changed = |second| FileState { changed: Some(build::at(second)), ..FileState::default() };
        let mut facts = facts();
        facts.run.last_event = Some(build::at(1));
        facts.tree.files =
            [("a.py", changed(1)), ("b.py", changed(9_000))].map(|(path, file)| (path.into(), file)).into();
        let run = GateRun { event: "5".into(), at: Some(build::at(0)), content: None, green: true, how: String::new() };
        let recorded = [Gate {
            stale_because: ["a.py", "b.py", "gone.py", "tests/a.py: an assertion is gone"].map(str::to_owned).into(),
            ..build::gate(GateState::Stale, run)
        }];
        let because = |standing: &str| {
            let at = build::at(60);
            let result = Measured { standing: standing.into(), at, ..build::measured(GateState::Green) };
            let decided = decided([Op::Measured { attempt: 1, results: vec![result] }]);
            merged(&recorded, &facts, &decided)[0].stale_because.clone()
        };
        let [b, weakened, since] = &because("another")[..] else { panic!("{:?}", because("another")) };
        assert_eq!((b.as_str(), weakened.as_str()), ("b.py", "tests/a.py: an assertion is gone"));
        assert!(since.starts_with(CHANGED_SINCE), "{since}");
    }

    fn result(standing: String, state: GateState) -> Op {
        let result = Measured { standing, ..build::measured(state) };
        Op::Measured { attempt: 1, results: vec![result] }
    }

    #[test]
    fn a_result_counts_while_the_content_stands() {
        let mut facts = facts();
        let green = decided([result(facts.tree.standing(), GateState::Green)]);
        assert_eq!(merged(&[], &facts, &green)[0].state, GateState::Green);
        let gate = merged(&[], &facts, &green).remove(0);
        facts.tree.head = Some("another".into());
        assert_eq!(last(&gate, &green, &facts.tree.root), Some(GateState::Green), "what was measured is not forgotten");
        let stale = &merged(&[], &facts, &green)[0];
        assert_eq!(stale.state, GateState::Stale);
        assert!(stale.last_green.is_some() && stale.stale_because[0].starts_with("the content changed after"));
        let content = green.measured[0].1.content.clone();
        facts.tree.holds = Some(content);
        assert_eq!(merged(&[], &facts, &green)[0].state, GateState::Green, "committed, and not changed");
        let differs = FileState { status: crate::model::FileStatus::New, ..FileState::default() };
        facts.tree.files.insert("new.py".into(), differs);
        assert_eq!(merged(&[], &facts, &green)[0].state, GateState::Stale, "committed, and then changed");
    }

    #[test]
    fn a_commit_has_the_colour_that_a_gate_had_on_exactly_its_content() {
        let mut facts = facts();
        let mut commit = product(ProductKind::Commit, "aaa");
        (commit.version, commit.gates) = (Some("aaa".into()), vec![("cargo test".into(), GateState::Green)]);
        facts.products = vec![commit];
        let on = |commit: Option<&str>, standing: String| {
            let Op::Measured { attempt, mut results } = result(standing, GateState::Red) else { panic!() };
            results[0].commit = commit.map(str::to_owned);
            decided([Op::Measured { attempt, results }])
        };
        let mut colour = |decided: &Decided| {
            apply(&mut facts, &[], decided);
            facts.products[0].gates.clone()
        };
        let standing = crate::model::build::facts().tree.standing();
        assert_eq!(colour(&on(None, standing.clone())), [("cargo test".to_owned(), GateState::Green)]);
        assert_eq!(colour(&on(Some("bbb"), standing.clone()))[0].1, GateState::Green);
        assert_eq!(colour(&on(Some("aaa"), standing))[0].1, GateState::Red);
    }

    #[test]
    fn a_gate_that_ran_on_the_last_good_commit_speaks_for_the_row_of_that_commit() {
        let mut facts = facts();
        facts.products =
            ["aaa", "bbb"].map(|id| Product { version: Some(id.into()), ..product(ProductKind::Commit, id) }).into();
        let on = |side, commit: Option<&str>, state| Measured {
            side,
            commit: commit.map(str::to_owned),
            ..build::measured(state)
        };
        let results = vec![on(Side::LastGood, Some("aaa"), GateState::Green), on(Side::Present, None, GateState::Red)];
        apply(&mut facts, &[], &decided([Op::Measured { attempt: 1, results }]));
        assert_eq!(facts.products[0].gates, [("cargo test".to_owned(), GateState::Green)]);
        assert!(facts.products[1].gates.is_empty(), "nothing ran on it");
    }

    #[test]
    fn a_green_whose_assertions_were_changed_is_not_comparable() {
        let facts = facts();
        let mut gate = merged(&[], &facts, &decided([result(facts.tree.standing(), GateState::Red)])).remove(0);
        gate.weakened = vec![("e".into(), "tests/a.py: existing lines changed".into())];
        let green = decided([result(facts.tree.standing(), GateState::Green)]);
        assert_eq!(merged(&[gate], &facts, &green)[0].state, GateState::Stale);
    }
}
