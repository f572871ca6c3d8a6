//! Every fixture of these runtimes against its answer key: the run, its plan, its problems, its open calls.

use std::path::Path;

use lastgood::model::{Deed, PlanState, Run, Runtime, What};
use lastgood::sources::{load, resolve};
use serde_json::Value;

use crate::support::{Fixture, fixture, fixtures};

const PREFIXES: &[&str] = &[
    "codex/",
    "opencode/",
    "gemini/",
    "more/codex-",
    "second/codex-",
    "reported/R19",
    "reported/R23",
    "reported/R24",
    "reported/R26",
    "reported/R30",
];

/// The run that the key of a fixture is about.
pub fn run_of(fixture: &Fixture) -> Run {
    let places = fixture.places();
    let found = resolve(&places, &fixture.run).unwrap_or_else(|why| panic!("{}: {why:?}", fixture.name));
    load(&places, &found)
}

/// The texts that a key accepts: one, or any of several.
fn accepts(key: &Value, said: &str) -> bool {
    let fits = |text: &Value| said.to_lowercase().contains(&text.as_str().unwrap_or("?").to_lowercase());
    key.as_array().map_or_else(|| fits(key), |several| several.iter().any(fits))
}

fn command(deed: &Deed) -> String {
    match deed {
        Deed::Command { script, .. } => script.clone(),
        Deed::Delegate { prompt, .. } => prompt.clone(),
        Deed::Ask { question } => question.clone(),
        other => format!("{other:?}"),
    }
}

fn check_run(fixture: &Fixture, run: &Run, wrong: &mut Vec<String>) {
    let key = &fixture.expect["run"];
    let mut check = |field: &str, said: String| {
        if !key[field].is_null() && !accepts(&key[field], &said) {
            wrong.push(format!("{}: {field} is {said:?}, not {}", fixture.name, key[field]));
        }
    };
    check("runtime", run.runtime.word().to_string());
    check("session", run.session.clone());
    // Of this prompt the terminal lost the beginning; the key names what was typed.
    if fixture.name != "more/codex-killed-idle" {
        check("goal", run.goal.clone().unwrap_or_default());
    }
    check("related_runs", format!("{:?}", run.related_runs));
    if let Some(cwd) = key["cwd"].as_str() {
        let here = fixture.here(cwd);
        if run.cwd.as_deref() != Some(here.as_path()) {
            wrong.push(format!("{}: cwd is {:?}, not {}", fixture.name, run.cwd, here.display()));
        }
    }
    if let Some(count) = key["sub_agents"].as_u64()
        && run.sub_agents.len() as u64 != count
    {
        wrong.push(format!("{}: {} sub-agents, not {count}", fixture.name, run.sub_agents.len()));
    }
}

fn check_plan(fixture: &Fixture, run: &Run, wrong: &mut Vec<String>) {
    for item in fixture.expect["plan"].as_array().into_iter().flatten() {
        let state = |state: PlanState| match state {
            PlanState::Done => "done",
            PlanState::Doing => "doing",
            PlanState::Open => "open",
        };
        let fits = |known: &&lastgood::model::PlanItem| {
            accepts(&item["text"], &known.text) && accepts(&item["state"], state(known.state))
        };
        if run.plan.iter().find(fits).is_none() {
            wrong.push(format!("{}: no plan item {item} in {:?}", fixture.name, run.plan));
        }
    }
}

fn check_calls(fixture: &Fixture, run: &Run, wrong: &mut Vec<String>) {
    let open: Vec<String> =
        run.calls().filter(|(_, _, result)| result.is_none()).map(|(_, call, _)| command(&call.deed)).collect();
    let ending = &fixture.expect["ending"];
    for pending in ending["pending"].as_array().into_iter().flatten() {
        if !open.iter().any(|command| accepts(pending, command)) {
            wrong.push(format!("{}: {pending} is not open, but {open:?}", fixture.name));
        }
    }
    if ending["pending_count"].as_u64().is_some_and(|count| count != open.len() as u64)
        || (ending["pending"].as_array().is_some_and(Vec::is_empty) && !open.is_empty())
    {
        wrong.push(format!("{}: open calls are {open:?}", fixture.name));
    }
    let outside =
        fixture.expect["outside"].as_array().into_iter().flatten().filter(|action| action["unrecorded"] != true);
    for action in outside {
        if !run.calls().any(|(_, call, _)| accepts(&action["command"], &command(&call.deed))) {
            wrong.push(format!("{}: no call {}", fixture.name, action["command"]));
        }
    }
}

#[test]
fn every_dead_run_says_what_its_key_says() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for name in PREFIXES.iter().flat_map(|prefix| fixtures(prefix)) {
        let fixture = fixture(&name);
        let run = run_of(&fixture);
        count += 1;
        check_run(&fixture, &run, &mut wrong);
        check_plan(&fixture, &run, &mut wrong);
        check_calls(&fixture, &run, &mut wrong);
        for said in fixture.expect["problems"].as_array().into_iter().flatten() {
            let problems = run.problems.iter().map(|problem| format!("{} {}", problem.place, problem.what));
            if !problems.clone().any(|problem| accepts(said, &problem)) {
                wrong.push(format!("{name}: no problem says {said}: {:?}", run.problems));
            }
        }
        if fixture.expect["problems"].is_null() && !run.problems.is_empty() {
            wrong.push(format!("{name}: problems {:?}", run.problems));
        }
    }
    assert!(count >= 37, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn events_are_in_order_and_their_ids_are_unique() {
    for name in PREFIXES.iter().flat_map(|prefix| fixtures(prefix)) {
        let fixture = fixture(&name);
        let run = run_of(&fixture);
        assert!(run.events.is_sorted_by_key(|event| event.at), "{name}");
        let mut ids: Vec<_> = run.events.iter().map(|event| &event.id).collect();
        ids.sort();
        let before = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), before, "{name}");
        let files: usize = run.transcripts.iter().map(|file| file.events).sum();
        assert_eq!(files, run.events.len(), "{name}");
        assert!(run.transcripts.iter().all(|file| Path::new(&file.path).exists()), "{name}");
        let calls = run.events.iter().filter(|event| matches!(event.what, What::Call(_))).count();
        assert!(calls > 0 || matches!(run.runtime, Runtime::GeminiCli) || name.ends_with("R24"), "{name}");
    }
}
