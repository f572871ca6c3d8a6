//! Real second runs against their answer keys: what a review finds in each.

use lastgood::brief::read_json;
use lastgood::model::Review;
use lastgood::sources;
use lastgood::steps::review::{Against, consumptions, review};
use lastgood::words;
use lastgood::work::gather::{Clock, gather};
use serde_json::Value;

use crate::support::fixture;

/// The review as a script would get it, and the key's `review`.
fn reviewed(case: &str) -> (Review, Value) {
    let fixture = fixture(&format!("second/{case}"));
    let places = fixture.places();
    let found = sources::resolve(&places, &fixture.run).unwrap_or_else(|_| panic!("{case}: the run is not found"));
    let clock = Clock { now: fixture.now, fixed: true };
    let facts = gather(&places, &found, clock, std::time::Duration::ZERO);
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
