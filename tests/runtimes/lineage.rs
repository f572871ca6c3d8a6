//! Forks of Codex threads, archived and older rollouts, and messages that are queued for a thread: written here, record by record.

use std::fs;
use std::path::Path;

use lastgood::model::{Deed, OutcomeState, Run, Trace, TurnEnd, What};
use lastgood::sources::{PathMap, Places, load, resolve};
use serde_json::{Value, json};

const PARENT: &str = "01a22730-0000-7000-8000-000000000001";
const FORK: &str = "01a22731-0000-7000-8000-000000000002";

fn lines(records: &[(&str, Value)]) -> String {
    let line = |(number, (kind, payload)): (usize, &(&str, Value))| {
        let time = format!("2026-11-29T12:00:{number:02}.000Z");
        json!({ "timestamp": time, "type": kind, "payload": payload }).to_string() + "\n"
    };
    records.iter().enumerate().map(line).collect()
}

fn write(home: &Path, folder: &str, id: &str, text: &str) {
    let folder = home.join(".codex").join(folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(format!("rollout-2026-11-29T12-00-00-{id}.jsonl")), text).expect("a file");
}

fn read(home: &Path, id: &str) -> Run {
    let places = Places::new(home, PathMap::default(), |_| None, 0);
    load(&places, &resolve(&places, id).expect("the session"))
}

fn parent() -> String {
    lines(&[
        ("session_meta", json!({ "id": PARENT, "cwd": "/w", "source": "exec" })),
        ("event_msg", json!({ "type": "task_started", "turn_id": "t1" })),
        ("event_msg", json!({ "type": "user_message", "message": "the goal" })),
        (
            "response_item",
            json!({ "type": "function_call", "name": "exec_command", "arguments": "{\"cmd\":\"make\"}", "call_id": "c1" }),
        ),
    ])
}

fn fork(parent: &str, end: usize) -> String {
    lines(&[
        (
            "session_meta",
            json!({ "id": FORK, "cwd": "/w", "source": "exec", "forked_from_id": parent, "history_base": { "thread_id": parent, "end_byte_offset": end } }),
        ),
        ("event_msg", json!({ "type": "turn_aborted", "turn_id": "t1", "reason": "interrupted" })),
        ("event_msg", json!({ "type": "task_started", "turn_id": "t2" })),
        ("event_msg", json!({ "type": "user_message", "message": "go on" })),
        ("event_msg", json!({ "type": "task_complete", "turn_id": "t2" })),
    ])
}

#[test]
fn a_forks_history_lies_in_its_parent_and_nobody_interrupted_it() {
    let home = tempfile::tempdir().expect("a folder");
    let parent = parent();
    let later = lines(&[("event_msg", json!({ "type": "user_message", "message": "not in the fork" }))]);
    write(home.path(), "sessions/2026/11/29", PARENT, &(parent.clone() + &later));
    write(home.path(), "sessions/2026/11/29", FORK, &fork(PARENT, parent.len()));
    let run = read(home.path(), FORK);
    assert_eq!((run.goal.as_deref(), run.transcripts.len()), (Some("the goal"), 2));
    assert!(run.calls().any(|(_, call, result)| call.id == "c1" && result.is_none()));
    assert!(
        !run.events.iter().any(|event| matches!(&event.what, What::Asked { text, .. } if text == "not in the fork"))
    );
    assert!(!run.events.iter().any(|event| matches!(event.what, What::TurnEnd(TurnEnd::Interrupted))));
    assert!(run.traces.iter().any(|trace| matches!(trace, Trace::Note(note) if note.contains("nobody interrupted"))));
    assert_eq!(run.marks.growing.len(), 1, "the parent grows for itself");
    assert!(
        read(home.path(), PARENT).related_runs.iter().any(|other| other.session == FORK && other.how == "fork of this")
    );
}

#[test]
fn a_fork_without_its_parent_says_that_its_history_is_missing() {
    let home = tempfile::tempdir().expect("a folder");
    write(home.path(), "archived_sessions", FORK, &fork(PARENT, 100));
    let run = read(home.path(), FORK);
    assert!(run.problems.iter().any(|problem| problem.place == PARENT && problem.what.contains("missing")));
    assert!(run.traces.iter().any(|trace| matches!(trace, Trace::Note(note) if note.contains("codex unarchive"))));
}

#[test]
fn events_of_older_clients_give_commands_their_ends() {
    let home = tempfile::tempdir().expect("a folder");
    let text = lines(&[
        ("session_meta", json!({ "id": PARENT, "cwd": "/w" })),
        (
            "response_item",
            json!({ "type": "function_call", "name": "shell", "arguments": "{\"command\":[\"bash\",\"-lc\",\"make\"]}", "call_id": "c1" }),
        ),
        (
            "event_msg",
            json!({ "type": "exec_command_end", "call_id": "c1", "exit_code": 2, "aggregated_output": "no" }),
        ),
        (
            "response_item",
            json!({ "type": "function_call_output", "call_id": "c1", "output": "{\"output\":\"no\",\"metadata\":{\"exit_code\":2}}" }),
        ),
        (
            "event_msg",
            json!({ "type": "patch_apply_end", "call_id": "c2", "success": true, "changes": { "/w/a": { "type": "delete" } } }),
        ),
        ("hologram", json!({})),
    ]);
    write(home.path(), "sessions/2026/11/29", PARENT, &text);
    let run = read(home.path(), PARENT);
    let results: Vec<_> = run
        .calls()
        .map(|(event, _, result)| (event.id.clone(), result.map(|(_, outcome)| (outcome.state, outcome.exit))))
        .collect();
    assert_eq!(results[0], ("c1".to_string(), Some((OutcomeState::Failed, Some(2)))));
    assert!(
        run.calls().any(|(_, call, _)| call.id == "c2" && matches!(&call.deed, Deed::Edit(edits) if edits.len() == 1))
    );
    assert!(run.problems.iter().any(|problem| problem.what.contains("hologram")));
}

#[test]
fn a_queued_message_may_start_the_thread() {
    let home = tempfile::tempdir().expect("a folder");
    write(home.path(), "sessions/2026/11/29", PARENT, &parent());
    let store = rusqlite::Connection::open(home.path().join(".codex/queue_1.sqlite")).expect("a store");
    store.execute_batch("CREATE TABLE queued_items(thread_id TEXT, payload TEXT)").expect("a table");
    store.execute("INSERT INTO queued_items VALUES (?1, 'run the release')", [PARENT]).expect("a row");
    let run = read(home.path(), PARENT);
    assert!(
        run.traces.iter().any(|trace| matches!(trace, Trace::Supervised(what) if what.contains("run the release")))
    );
}
