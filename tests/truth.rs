//! What the records mean, held against the answer keys of all fixtures: gates, outside actions, limits, claims.

#![allow(clippy::expect_used, clippy::panic, reason = "tests say what they expect")]

mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use lastgood::model::{Claim, Constraint, Deed, Gate, GateRun, Product, Run, Tree};
use lastgood::probes::tree::{Ask, read as look};
use lastgood::read::{changes, claims, done, gates, limits, outside, task};
use lastgood::sources::{load, resolve};
use serde_json::Value;
use support::{Fixture, fixture, fixtures};

/// What the rules say of one fixture.
struct Said {
    gates: Vec<Gate>,
    outside: Vec<Product>,
    limits: Vec<Constraint>,
    claims: Vec<Claim>,
}

fn tree(fixture: &Fixture, run: &Run) -> Tree {
    let Some(root) = &run.cwd else { return Tree::default() };
    let edited = run.calls().filter_map(|(_, call, _)| match &call.deed {
        Deed::Edit(edits) => Some(edits.iter().map(|edit| edit.path.clone()).collect::<Vec<_>>()),
        _ => None,
    });
    let mut written: Vec<PathBuf> = edited.flatten().collect();
    written.extend(changes::changes(run).into_iter().filter_map(|change| change.path));
    let (started, last_event, start_commit) = (run.started, run.last_event, run.start_commit.as_deref());
    let map = &fixture.places().map;
    look(&Ask { root, started, last_event, written: &written, start_commit, map })
}

fn said(fixture: &Fixture) -> Option<Said> {
    let places = fixture.places();
    let run = load(&places, &resolve(&places, &fixture.run).ok()?);
    let tree = tree(fixture, &run);
    let task = task::task(&run);
    let done = done::Done::of(&run, &tree);
    let gates = gates::gates(&done, &task);
    let limits = limits::constraints(&done, &task, &gates);
    let claims = claims::claims(&done, &gates);
    Some(Said { outside: outside::actions(&done), gates, limits, claims })
}

/// Points of one section: right, and the words of what is wrong.
#[derive(Default)]
struct Score {
    right: usize,
    wrong: Vec<String>,
}

impl Score {
    fn point(&mut self, right: bool, what: String) {
        if right {
            self.right += 1;
        } else {
            self.wrong.push(what);
        }
    }

    fn percent(&self) -> usize {
        100 * self.right / (self.right + self.wrong.len()).max(1)
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a text holds what a key wants: one text, or any of several.
fn holds(text: &str, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => any.iter().any(|one| holds(text, one)),
        one => folded(text).contains(&folded(one.as_str().unwrap_or("?"))),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Of several that fit, the one with the most points.
fn best<T>(
    all: &[T],
    fits: impl Fn(&T) -> bool,
    points: impl Fn(&T) -> Vec<(bool, String)>,
) -> Option<Vec<(bool, String)>> {
    let scored = all.iter().filter(|one| fits(one)).map(points);
    scored.max_by_key(|points| points.iter().filter(|(right, _)| *right).count())
}

fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn near(run: Option<&GateRun>, wanted: &Value) -> bool {
    let wanted: Option<jiff::Timestamp> = wanted.as_str().and_then(|text| text.parse().ok());
    match (run.and_then(|run| run.at), wanted) {
        (Some(at), Some(wanted)) => (at.as_second() - wanted.as_second()).abs() <= 60,
        _ => false,
    }
}

fn check(name: &str, said: &Said, expect: &Value, scores: &mut BTreeMap<&'static str, Score>) {
    let all: Vec<_> = said.outside.iter().filter_map(|one| one.command.clone()).collect();
    for key in list(&expect["not_outside"]) {
        let free = !all.iter().any(|command| holds(command, key));
        scores.entry("outside actions").or_default().point(free, format!("{name}: {key} is listed"));
    }
    let mut put = |section: &'static str, label: &Value, points: Option<Vec<(bool, String)>>| {
        let score = scores.entry(section).or_default();
        score.point(points.is_some(), format!("{name}: {label} is not listed"));
        for (right, what) in points.into_iter().flatten() {
            score.point(right, format!("{name}: {label}: {what}"));
        }
    };
    for key in list(&expect["gates"]) {
        let points = best(
            &said.gates,
            |gate| holds(&gate.command, &key["command"]),
            |gate| {
                let mut points = vec![(holds(&word(&gate.state), &key["state"]), format!("is {}", word(&gate.state)))];
                for (field, run) in [("last_green", &gate.last_green), ("last_red", &gate.last_red)] {
                    if !key[field].is_null() {
                        points.push((
                            near(run.as_ref(), &key[field]),
                            format!("{field} is {:?}", run.as_ref().and_then(|run| run.at)),
                        ));
                    }
                }
                let because = gate.stale_because.join("\n");
                points.extend(
                    list(&key["stale_because"])
                        .iter()
                        .map(|file| (holds(&because, file), format!("stale because of {because:?}"))),
                );
                points
            },
        );
        put("gates", &key["command"], points);
    }
    for key in list(&expect["outside"]).iter().filter(|key| key["unrecorded"] != true) {
        let points = best(
            &said.outside,
            |one| holds(one.command.as_deref().unwrap_or_default(), &key["command"]),
            |one| {
                let result = one.result.as_ref().map(word).unwrap_or_default();
                let look = one.look.clone().unwrap_or_default();
                let look_fits = key["look"].is_null() || holds(&look, &key["look"]);
                vec![
                    (holds(&result, &key["result"]), format!("result is {result}")),
                    (look_fits, format!("look at {look:?}")),
                ]
            },
        );
        put("outside actions", &key["command"], points);
    }
    for key in list(&expect["constraints"]) {
        let points = best(
            &said.limits,
            |limit| holds(&limit.text, &key["text"]),
            |limit| {
                let by = limit.broken_by.iter().map(|breach| breach.what.as_str()).collect::<Vec<_>>().join("\n");
                let mut points = Vec::new();
                if let Some(lost) = key["lost"].as_bool() {
                    points.push((limit.lost_in_compaction == lost, format!("lost is {}", limit.lost_in_compaction)));
                }
                if key["broken_by"].as_array().is_some_and(Vec::is_empty) {
                    points.push((by.is_empty(), format!("broken by {by:?}")));
                }
                points
                    .extend(list(&key["broken_by"]).iter().map(|what| (holds(&by, what), format!("broken by {by:?}"))));
                points
            },
        );
        put("limits", &key["text"], points);
    }
    for key in list(&expect["claims"]) {
        let points = best(
            &said.claims,
            |claim| holds(&claim.text, &key["text"]),
            |claim| {
                let proven = key["proven"].as_bool();
                proven
                    .map(|proven| {
                        (claim.proof.is_some() == proven, format!("proof is {:?}, {}", claim.proof, claim.why))
                    })
                    .into_iter()
                    .collect()
            },
        );
        put("claims", &key["text"], points);
    }
}

#[test]
fn the_records_mean_what_the_keys_say() {
    let mut scores = BTreeMap::new();
    for name in fixtures("") {
        let fixture = fixture(&name);
        if let Some(said) = said(&fixture) {
            check(&name, &said, &fixture.expect, &mut scores);
        }
    }
    let mut low = Vec::new();
    for (section, score) in &scores {
        println!("{section:<16} {:>4} right {:>3} wrong  {} %", score.right, score.wrong.len(), score.percent());
        score.wrong.iter().for_each(|wrong| println!("    {wrong}"));
        if score.percent() < 95 {
            low.push(*section);
        }
    }
    assert!(low.is_empty(), "below 95 %: {low:?}");
}
