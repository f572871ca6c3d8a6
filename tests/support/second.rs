//! A second run, made up: it consumed the brief, ran the gate, finished the step and committed it.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use lastgood::model::{
    Call, Change, Claim, Commit, CommitFile, Deed, Edit, Event, Facts, Gate, GateRun, GateState, Outcome, OutcomeState,
    Speaker, What,
};

use crate::left::with_base;
use crate::person::{Person, facts};

const GOOD: &str = "4c1e9d2f00112233445566778899aabbccddeeff";
const BETWEEN: &str = "5d5d5d5d00112233445566778899aabbccddeeff";
const OWN: &str = "7be1c04d00112233445566778899aabbccddeeff";

fn commit(id: &str, parent: &str, subject: &str, at: &str, files: Vec<CommitFile>) -> Commit {
    let (parents, at) = (vec![parent.to_owned()], at.parse().unwrap_or_default());
    Commit { id: id.into(), parents, subject: subject.into(), author: "agent".into(), at, on_head: true, files }
}

fn gate(event: &str, at: &str) -> Gate {
    let run = GateRun {
        event: event.into(),
        at: at.parse().ok(),
        content: Some(GOOD.into()),
        green: true,
        how: "exit 0".into(),
    };
    Gate {
        command: "cargo test".into(),
        state: GateState::Green,
        last_green: Some(run.clone()),
        last_red: None,
        stale_because: vec![],
        typed: vec!["cargo".into(), "test".into()],
        weakened: vec![],
        changed_before: vec![],
        unseen: vec![],
        runs: vec![run],
    }
}

/// What the failed run left, with a gate that was green, and a commit after last good.
pub fn failed() -> Facts {
    let mut facts = with_base();
    facts.gates = vec![gate("e3", "2026-11-28T01:58:00Z")];
    facts.tree.commits.push(commit(BETWEEN, GOOD, "worker: back off", "2026-11-28T02:01:00Z", vec![]));
    facts.tree.head = Some(BETWEEN.into());
    facts
}

fn event(id: &str, second: u32, what: What) -> Event {
    let at = format!("2026-11-28T03:00:{second:02}Z").parse().ok();
    Event::new(id, at, what)
}

fn call(id: &str, deed: Deed) -> What {
    What::Call(Call { id: id.into(), tool: "Bash".into(), deed, result: None })
}

fn run(script: &str) -> Deed {
    Deed::Command { script: script.into(), cwd: None, background: false }
}

fn result(call: &str, output: &str) -> What {
    let (state, bytes) = (OutcomeState::Ok, output.len() as u64);
    What::Result(Outcome { call: call.into(), state, exit: Some(0), output: output.into(), bytes })
}

/// The facts of the run that was given this brief.
fn second(prompt: String) -> Facts {
    let mut facts = facts();
    facts.run.session = "1ddca9a0-0000-4000-8000-000000000000".into();
    facts.run.last_event = "2026-11-28T03:00:50Z".parse().ok();
    facts.ending.at = facts.run.last_event;
    let edit = Edit {
        path: "/home/mira/src/sync/tests/retry.rs".into(),
        change: Change::Replace { old: "b".into(), new: "c".into(), all: false },
        after: None,
        before: None,
        applied: None,
    };
    let tests = "running 4 tests\ntest budget_stops ... ok\ntest budget_of_zero ... ok\ntest result: ok. 4 passed";
    facts.run.events = vec![
        event("s1", 0, What::Asked { text: prompt, by: Speaker::Person }),
        event("s2", 10, call("k1", Deed::Edit(vec![edit]))),
        event("s3", 11, result("k1", "done")),
        event("s4", 20, call("k2", run("cargo test"))),
        event("s5", 30, result("k2", tests)),
        event("s6", 40, call("k3", run("git commit -qam 'retry: a budget of zero' && git log --oneline -1"))),
        event("s7", 41, result("k3", "7be1c04 retry: a budget of zero")),
        event("s8", 50, What::Said { text: "The tests pass and it is committed.".into() }),
    ]
    .into();
    facts.run.match_results();
    facts.gates = vec![gate("s5", "2026-11-28T03:00:30Z")];
    facts.tree.start = Some(BETWEEN.into());
    let file = CommitFile { path: "tests/retry.rs".into(), before: None, after: Some("after".into()) };
    facts.tree.texts.insert("after".into(), "fn budget_of_zero() {}\n".into());
    facts.tree.commits = vec![
        commit(BETWEEN, GOOD, "worker: back off", "2026-11-28T02:01:00Z", vec![]),
        commit(OWN, BETWEEN, "retry: a budget of zero", "2026-11-28T03:00:41Z", vec![file]),
    ];
    facts.claims = vec![Claim {
        text: "The tests pass and it is committed.".into(),
        event: "s8".into(),
        proof: Some("s5".into()),
        why: "cargo test was green (exit 0)".into(),
        against: false,
        beyond: vec![],
    }];
    facts
}

/// A person in step 4, whose brief was consumed.
pub fn reviews(columns: u16, rows: u16) -> Person {
    reviews_of(failed(), columns, rows)
}

/// The same for other facts of the failed run.
pub fn reviews_of(facts: lastgood::model::Facts, columns: u16, rows: u16) -> Person {
    reviews_step(facts, "enter", columns, rows)
}

/// The same for another step, chosen with these keys among the candidates.
pub fn reviews_step(facts: lastgood::model::Facts, choose: &str, columns: u16, rows: u16) -> Person {
    reviews_sorted(
        facts,
        choose,
        |person| {
            person.presses("p enter");
        },
        columns,
        rows,
    )
}

/// The same after the operator named one more gap of the file that the step is about.
pub fn reviews_with_gap(gap: &str, columns: u16, rows: u16) -> Person {
    let names = |person: &mut Person| {
        person.presses("p tab").types(gap).presses("enter");
    };
    reviews_sorted(failed(), "enter", names, columns, rows)
}

fn reviews_sorted(facts: Facts, choose: &str, names: impl Fn(&mut Person), columns: u16, rows: u16) -> Person {
    let mut person = Person::opens(facts).at(100, 30);
    person.presses("1 s 2 enter space space esc j enter");
    names(&mut person);
    person.presses("esc space space space x enter 3");
    person.presses(choose).presses("w y");
    let brief = person.world.written[0].brief.clone();
    person.is_consumed(1, second(lastgood::brief::render(&brief)));
    person.presses("4").resizes(columns, rows);
    person
}
