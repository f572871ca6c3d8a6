//! Real second runs against their answer keys: what a review finds in each.

use lastgood::brief::read_json;
use lastgood::model::{CriterionVerdict, Decided, Facts, GateChange, GateState, Review};
use lastgood::sources;
use lastgood::steps::review::{Against, consumptions, review};
use lastgood::words;
use lastgood::work::gather::{Clock, gather};
use serde_json::Value;

use crate::support::{Fixture, fixture};

/// The facts of the second run of a case.
fn facts(fixture: &Fixture, case: &str) -> Facts {
    let places = fixture.places();
    let found = sources::resolve(&places, &fixture.run).unwrap_or_else(|_| panic!("{case}: the run is not found"));
    let clock = Clock { now: fixture.now, fixed: true };
    gather(&places, &found, clock, std::time::Duration::ZERO)
}

/// A text with its events by their numbers, as a script would print it.
fn told(case: &str, text: &str) -> String {
    facts(&fixture(&format!("second/{case}")), case).run.numbered(text)
}

/// The review as a script would get it, and the key's `review`.
fn reviewed(case: &str) -> (Review, Value) {
    let fixture = fixture(&format!("second/{case}"));
    let facts = facts(&fixture, case);
    let brief = std::fs::read_to_string(fixture.root.join("brief/brief.json")).unwrap();
    let brief = read_json(&brief).unwrap();
    let consumption = consumptions(&facts.run, &brief).into_iter().next();
    let against = Against {
        brief: &brief,
        sha256: None,
        facts: &facts,
        measured: &[],
        consumption: consumption.as_ref(),
        decided: None,
    };
    (review(&against, &words::steps::blocker), fixture.expect["review"].clone())
}

/// Whether a word of the key accepts what was found: a word, or a list of them with `null` for nothing.
fn accepts(key: &Value, found: &Value) -> bool {
    match key {
        Value::Array(all) => all.iter().any(|one| one == found),
        one => one == found,
    }
}

fn holds(found: &Value, text: &Value) -> bool {
    let flat = found.to_string().to_lowercase();
    match text {
        Value::Array(all) => all.iter().any(|one| holds(found, one)),
        one => flat.contains(&one.as_str().unwrap_or_default().to_lowercase()),
    }
}

/// The points of a key that a review misses.
fn misses(case: &str) -> Vec<String> {
    let (review, key) = reviewed(case);
    let review = serde_json::to_value(&review).unwrap();
    let mut missed = Vec::new();
    let mut point = |right: bool, what: String| {
        if !right {
            missed.push(format!("{case}: {what}"));
        }
    };
    let list = |name: &str| review[name].as_array().cloned().unwrap_or_default();
    let wanted = |name: &str| key[name].as_array().cloned().unwrap_or_default();
    point(
        review["consumed"].is_null() != key["consumed"].as_bool().unwrap_or(true),
        format!("consumed {}", review["consumed"]),
    );
    for (name, fields) in [("criteria", ["verdict", "suggest", "suggest"]), ("gates", ["before", "now", "change"])] {
        for want in wanted(name) {
            let text = if name == "gates" { &want["name"] } else { &want["text"] };
            let Some(row) = list(name).into_iter().find(|row| holds(row, text)) else {
                point(false, format!("no row for {text}"));
                continue;
            };
            for field in fields {
                let right = want[field].is_null() || accepts(&want[field], &row[field]);
                point(right, format!("{text}: {field} {} instead of {}", row[field], want[field]));
            }
        }
    }
    for name in ["reused", "redone", "open", "outside_step", "limits_broken", "outside_actions"] {
        if key[name].as_array().is_some_and(Vec::is_empty) {
            point(list(name).is_empty(), format!("{name} should be empty: {}", review[name]));
        }
        for want in wanted(name) {
            let text =
                ["limit", "command"].iter().map(|field| &want[*field]).find(|text| !text.is_null()).unwrap_or(&want);
            let row = list(name).into_iter().find(|row| holds(row, text));
            point(row.is_some(), format!("{name}: no {text}"));
            for by in want["by"].as_array().into_iter().flatten() {
                point(row.as_ref().is_some_and(|row| holds(&row["by"], by)), format!("{name} {text}: by {by}"));
            }
        }
    }
    for want in wanted("claims") {
        let row = list("claims").into_iter().find(|row| holds(&row["text"], &want["text"]));
        let proven = row.map(|row| !row["proof"].is_null());
        point(proven == want["proven"].as_bool(), format!("claim {}: proven {proven:?}", want["text"]));
    }
    for (name, field) in [
        ("not_outside_step", "outside_step"),
        ("not_redone", "redone"),
        ("limits_kept", "limits_broken"),
        ("not_outside", "outside_actions"),
        ("not_blockers", "blockers"),
    ] {
        for text in wanted(name) {
            point(!list(field).iter().any(|row| holds(row, &text)), format!("{field} must not name {text}"));
        }
    }
    for text in wanted("blockers") {
        point(
            list("blockers").iter().any(|row| holds(row, &text)),
            format!("no blocker names {text}: {}", review["blockers"]),
        );
    }
    for name in ["machine", "verdict"] {
        point(key[name].is_null() || review[name] == key[name], format!("{name} {}", review[name]));
    }
    missed
}

const CASES: &[&str] = &[
    "claude-died-again",
    "claude-more-than-the-step",
    "claude-recovered",
    "claude-regressed",
    "claude-resumed",
    "codex-died-again",
    "codex-recovered",
    "codex-regressed",
];

#[test]
fn reviews_of_real_second_runs_fit_their_keys() {
    let missed: Vec<String> = CASES.iter().flat_map(|case| misses(case)).collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_green_on_assertions_that_the_run_changed_is_not_comparable() {
    for (case, event_of_change) in [("claude-regressed", "13"), ("claude-more-than-the-step", "22")] {
        let (review, _) = reviewed(case);
        let unit = review.gates.iter().find(|gate| gate.name.contains("unittest")).unwrap();
        assert_eq!((unit.now, unit.change, unit.weakened), (GateState::Stale, GateChange::Unknown, true), "{case}");
        let why = told(case, unit.why.as_deref().unwrap());
        let tests = format!("tests/test_invoice.py: existing lines changed (event {event_of_change})");
        assert_eq!(why, format!("not comparable: {tests}; exit 0"), "{case}");
        let row = words::review::gate_row(unit);
        assert!(row.starts_with("not comparable: ") && !row.contains("as in brief"), "{row}");
        assert!(review.blockers.iter().any(|blocker| blocker.ends_with("not comparable")), "{:?}", review.blockers);
        // A person may call it fine; nothing suggests that a criterion is met by it.
        assert!(!lastgood::steps::review::keeps_from_recovered(unit, true), "{case}");
        let by_gate = review.criteria.iter().find(|one| one.text.contains("green on the new commit")).unwrap();
        assert_ne!(by_gate.suggest, Some(CriterionVerdict::Met), "{case}");
    }
}

#[test]
fn a_claim_is_against_its_record_only_when_the_record_says_the_contrary() {
    let of = |case: &str, said: &str| {
        let (review, _) = reviewed(case);
        let claim = review.claims.iter().find(|claim| claim.text.contains(said)).unwrap().clone();
        (claim.against, words::review::claim(&claim), claim)
    };
    let (against, word, claim) = of("claude-regressed", "Unit tests pass");
    assert!(!against && word == "on changed tests" && claim.why.contains("on tests that the run changed"), "{claim:?}");
    assert!(of("claude-regressed", "Both gates are green").0, "one of them was red");
    let (against, word, _) = of("claude-more-than-the-step", "the gate is green");
    assert_eq!((against, word), (false, "on changed tests"), "it is proven, on other assertions");
    let (against, word, claim) = of("codex-regressed", "the api check are green");
    assert_eq!((against, word), (false, "no proof"));
    assert!(claim.why.contains("it ran (event ") && claim.why.contains("hidden by a pipe"), "{}", claim.why);
}

#[test]
fn a_gate_that_ran_behind_a_pipe_is_not_said_not_to_have_run() {
    let (review, _) = reviewed("codex-regressed");
    let api = review.gates.iter().find(|gate| gate.name.contains("api_check")).unwrap();
    assert_eq!((api.now, api.change), (GateState::NotRun, GateChange::Unknown));
    let why = told("codex-regressed", api.why.as_deref().unwrap());
    assert!(why.starts_with("it ran (event 9): its exit status is hidden by a pipe"), "{why}");
    assert!(api.event.is_some(), "the event that shows it is its proof");
    assert_eq!(words::review::now(api), "unseen");
    let (name, words) = (api.name.as_str(), "now not proven (nobody saw its result)");
    assert!(review.blockers.iter().any(|one| one.contains(name) && one.ends_with(words)), "{:?}", review.blockers);
}

#[test]
fn a_gate_that_is_old_tells_that_it_was_red_when_it_ran_last() {
    let fixture = fixture("claude-code/d-compact-lost-constraints");
    let facts = facts(&fixture, "d-compact-lost-constraints");
    let gate = facts.gates.iter().find(|gate| gate.command == "python3 -m unittest discover -s tests").unwrap();
    assert_eq!((gate.state, gate.last(), gate.red_before()), (GateState::Stale, Some(GateState::Red), true));
    assert!(words::states::gate(gate).contains("stale, red when it ran last ("), "{}", words::states::gate(gate));
    let candidates = lastgood::steps::assign::candidates(&facts, &Decided::default());
    let one = candidates.iter().find(|one| one.text == gate.command).unwrap();
    assert!(words::assign::candidate(one).contains(": last red, "), "{}", words::assign::candidate(one));
}
