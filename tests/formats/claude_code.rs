//! Claude Code's reader over every one of its fixtures.

use std::sync::LazyLock;

use lastgood::model::{Run, Runtime, What};
use lastgood::sources;
use serde_json::Value;

use crate::support::{Fixture, fixture, fixtures};

/// Every fixture whose key says that the run is Claude Code's, or says nothing else; unpacked once for all tests.
fn cases() -> &'static [Fixture] {
    static CASES: LazyLock<Vec<Fixture>> = LazyLock::new(unpacked);
    &CASES
}

fn unpacked() -> Vec<Fixture> {
    let mut cases = Vec::new();
    for prefix in ["claude-code/", "more/claude-", "reported/", "second/claude-"] {
        for name in fixtures(prefix) {
            let case = fixture(&name);
            let other = case.expect["run"]["runtime"].as_str().is_some_and(|runtime| runtime != "claude");
            if !other {
                cases.push(case);
            }
        }
    }
    assert!(cases.len() > 50, "only {} fixtures were found", cases.len());
    cases
}

fn load(case: &Fixture) -> Run {
    let places = case.places();
    let found = sources::resolve(&places, &case.run).unwrap_or_else(|why| panic!("{}: {why:?}", case.name));
    sources::load(&places, &found)
}

/// What the report would say of the run, as text in which the key's words are looked for.
fn said(run: &Run, field: &str, case: &Fixture) -> String {
    let text = match field {
        "runtime" => run.runtime.word().to_string(),
        "runtime_version" => run.runtime_version.clone().unwrap_or_default(),
        "session" => run.session.clone(),
        "branch" => run.branch.clone().unwrap_or_default(),
        "goal" => run.goal.clone().unwrap_or_default(),
        "cwd" => run.cwd.clone().unwrap_or_default().display().to_string(),
        "transcripts" => serde_json::to_string(&run.transcripts).unwrap().replace("\":", "\": "),
        "sub_agents" => serde_json::to_string(&run.sub_agents).unwrap(),
        "related_runs" => serde_json::to_string(&run.related_runs).unwrap(),
        other => panic!("{}: the key asks for {other}", case.name),
    };
    text.replace(&case.root.display().to_string(), "").to_lowercase()
}

#[test]
fn every_run_says_what_its_key_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let run = load(case);
        for (field, wanted) in case.expect["run"].as_object().into_iter().flatten() {
            let said = said(&run, field, case);
            let fits = match wanted {
                Value::String(text) => said.contains(&text.to_lowercase()),
                Value::Number(number) => number.as_u64() == Some(run.sub_agents.len() as u64),
                other => panic!("{}: {field} is {other}", case.name),
            };
            if !fits {
                wrong.push(format!("{}: {field} is {said:?}, not {wanted}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_problem_of_a_file_is_named() {
    for case in cases().iter().filter(|case| case.name.contains("_derived") || case.name.ends_with("R02")) {
        let run = load(case);
        for wanted in case.expect["problems"].as_array().into_iter().flatten() {
            let any = |problem: &lastgood::model::Problem| {
                let text = format!("{} {}", problem.place, problem.what);
                wanted.as_array().into_iter().flatten().any(|word| text.contains(word.as_str().unwrap()))
            };
            assert!(run.problems.iter().any(any), "{}: {wanted} in {:?}", case.name, run.problems);
        }
    }
}

#[test]
fn a_whole_file_has_no_problem() {
    for case in cases().iter().filter(|case| !case.name.contains("_derived") && !case.name.ends_with("R02")) {
        let run = load(case);
        assert!(run.problems.is_empty(), "{}: {:?}", case.name, run.problems);
    }
}

#[test]
fn every_run_has_events_and_its_calls_have_their_results() {
    let mut wrong = Vec::new();
    for case in cases() {
        let run = load(case);
        assert_eq!(run.runtime, Runtime::ClaudeCode);
        assert!(!run.events.is_empty(), "{}", case.name);
        let pending = case.expect["ending"]["pending"].as_array();
        let open: Vec<String> = run
            .calls()
            .filter(|(.., result)| result.is_none())
            .map(|(_, call, _)| format!("{:?}", call.deed))
            .collect();
        if let Some(pending) = pending {
            let any = |wanted: &Value| match wanted {
                Value::String(text) => open.iter().any(|deed| deed.contains(text.as_str())),
                other => other.as_array().into_iter().flatten().any(|text| {
                    let text = text.as_str().unwrap();
                    open.iter().any(|deed| deed.contains(text))
                }),
            };
            if open.len() != pending.len() || !pending.iter().all(any) {
                wrong.push(format!("{}: open {open:?}, not {pending:?}", case.name));
            }
        }
        let ids: std::collections::HashSet<&str> = run.events.iter().map(|event| event.id.as_str()).collect();
        assert_eq!(ids.len(), run.events.len(), "{}: an id twice", case.name);
        let asked = run.events.iter().any(|event| matches!(event.what, What::Asked { .. }));
        assert!(asked && run.started <= run.last_event, "{}", case.name);
        if let Some(at) = case.expect["ending"]["at"].as_str() {
            let at: jiff::Timestamp = at.parse().unwrap();
            let last = run.last_event.unwrap();
            if (last.as_second() - at.as_second()).abs() > 5 {
                wrong.push(format!("{}: the last event is at {last}, not {at}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
