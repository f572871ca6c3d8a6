//! Rows that no fixture has, in sessions that are written here.

use std::path::Path;

use lastgood::model::{Deed, FailureKind, OutcomeState, Run, Speaker, Tail, Trace, TurnEnd, What};
use lastgood::sources::{self, PathMap, Places};
use serde_json::{Value, json};

const SESSION: &str = "11111111-2222-3333-4444-555555555555";

/// A session with these rows; each gets its place in the chain and a second of its own.
struct Session {
    home: tempfile::TempDir,
}

impl Session {
    fn of(rows: &[Value]) -> Self {
        let session = Self { home: tempfile::tempdir().unwrap() };
        let text: Vec<String> = rows.iter().enumerate().map(|(at, row)| line(at, row)).collect();
        session.file(&format!("projects/-w/{SESSION}.jsonl"), &(text.join("\n") + "\n"));
        session
    }

    fn file(&self, name: &str, text: &str) -> &Self {
        let path = self.home.path().join(".claude").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn places(&self) -> Places {
        let map = PathMap::new([(Path::new("/tmp"), self.home.path().join("tmp"))]);
        Places::new(self.home.path(), map, |_| None, 1001)
    }

    fn load(&self) -> Run {
        let found = sources::resolve(&self.places(), SESSION).unwrap();
        sources::load(&self.places(), &found)
    }
}

fn line(at: usize, row: &Value) -> String {
    let mut all = json!({
        "uuid": format!("u{at}"), "parentUuid": at.checked_sub(1).map(|before| format!("u{before}")), "sessionId": SESSION,
        "cwd": "/w", "version": "2.1.300", "gitBranch": "main", "timestamp": format!("2026-11-18T01:{:02}:{:02}Z", at / 60, at % 60),
    });
    for (name, value) in row.as_object().unwrap() {
        all[name] = value.clone();
    }
    all.to_string()
}

fn asked(text: &str) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": text}})
}

fn said(text: &str, stop: &str) -> Value {
    json!({"type": "assistant", "message": {"id": text, "stop_reason": stop, "content": [{"type": "text", "text": text}]}})
}

fn call(id: &str, tool: &str, input: &Value) -> Value {
    let block = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
    json!({"type": "assistant", "message": {"stop_reason": "tool_use", "content": [block]}})
}

fn result(id: &str, text: &str, error: bool, extra: &Value) -> Value {
    let block = json!({"type": "tool_result", "tool_use_id": id, "content": text, "is_error": error});
    json!({"type": "user", "message": {"role": "user", "content": [block]}, "toolUseResult": extra})
}

fn outcome<'a>(run: &'a Run, id: &str) -> &'a lastgood::model::Outcome {
    let (_, _, result) = run.calls().find(|(_, call, _)| call.id == id).unwrap();
    result.unwrap().1
}

#[test]
fn what_was_rewound_is_abandoned_and_the_rest_is_not() {
    let mut again = asked("Use integers.");
    again["parentUuid"] = json!("u1");
    let run = Session::of(&[
        asked("Go."),
        said("Which type?", "end_turn"),
        asked("Use floats."),
        said("Done.", "end_turn"),
        again,
    ])
    .load();
    let abandoned: Vec<&str> =
        run.events.iter().filter(|event| event.abandoned).map(|event| event.id.as_str()).collect();
    assert_eq!(abandoned, ["u2", "u3", "u3:end"]);
}

#[test]
fn a_prompt_that_arrived_while_it_worked_is_a_persons() {
    let queued = json!({"type": "attachment", "attachment": {"type": "queued_command", "prompt": "Never touch prod."}});
    let run = Session::of(&[asked("Go."), call("t1", "Bash", &json!({"command": "ls"})), queued]).load();
    let last = &run.events.last().unwrap().what;
    assert!(matches!(last, What::Asked { text, by: Speaker::Person } if text == "Never touch prod."));
}

#[test]
fn several_edits_of_one_call_follow_each_other() {
    let edits = json!({"file_path": "/w/a", "edits": [
        {"old_string": "one", "new_string": "two"}, {"old_string": "two", "new_string": "three", "replace_all": true}]});
    let run = Session::of(&[
        asked("Go."),
        call("t1", "MultiEdit", &edits),
        result("t1", "ok", false, &json!({"originalFile": "one two"})),
    ])
    .load();
    let (_, call, _) = run.calls().next().unwrap();
    let Deed::Edit(edits) = &call.deed else { panic!("{call:?}") };
    assert_eq!((edits[0].before.as_deref(), edits[0].after.as_deref()), (Some("one two"), Some("two two")));
    assert_eq!(edits[1].after.as_deref(), Some("three three"));
}

#[test]
fn a_note_about_the_background_is_the_result_of_its_call() {
    let note = "<task-notification><task-id>b1</task-id><status>failed</status>\
                <summary>Background command failed with exit code 2</summary></task-notification>";
    let mut rows = vec![
        asked("Go."),
        call("t1", "Bash", &json!({"command": "npm start", "run_in_background": true})),
        result(
            "t1",
            "Command running in background with ID: b1",
            false,
            &json!({"stdout": "", "backgroundTaskId": "b1"}),
        ),
    ];
    let started = Session::of(&rows).load();
    assert_eq!(outcome(&started, "t1").state, OutcomeState::Started);
    rows.push(asked(note));
    let run = Session::of(&rows).load();
    assert_eq!((outcome(&run, "t1").state, outcome(&run, "t1").exit), (OutcomeState::Failed, Some(2)));
}

#[test]
fn what_a_killed_command_did_is_not_known() {
    let run = Session::of(&[
        asked("Go."),
        call("t1", "Bash", &json!({"command": "git push"})),
        result("t1", "Exit code 137\npushing", true, &json!("Error: Exit code 137")),
        call("t2", "Bash", &json!({"command": "rm -r x"})),
        result("t2", "Permission to use Bash with command rm -r x has been denied.", true, &Value::Null),
    ])
    .load();
    let (killed, refused) = (outcome(&run, "t1"), outcome(&run, "t2"));
    assert_eq!((killed.state, killed.exit, killed.output.as_str()), (OutcomeState::Interrupted, Some(137), "pushing"));
    assert_eq!(refused.state, OutcomeState::Refused);
}

#[test]
fn output_of_a_command_without_result_is_found_beside_the_transcript() {
    let session = Session::of(&[asked("Go."), call("t1", "Bash", &json!({"command": "make"}))]);
    let tasks = session.home.path().join(format!("tmp/claude-1001/-w/{SESSION}/tasks"));
    std::fs::create_dir_all(&tasks).unwrap();
    std::fs::write(tasks.join("bx.output"), "cc a.c\n\u{1b}[31mcc b.c\n").unwrap();
    let run = session.load();
    let found = run.traces.iter().any(
        |trace| matches!(trace, Trace::PartialOutput { call, tail, .. } if call == "t1" && tail == "cc a.c\ncc b.c"),
    );
    assert!(found, "{:?}", run.traces);
    assert_eq!(run.marks.held, [tasks]);
}

#[test]
fn an_interruption_ends_the_turn_and_no_turn_ends_twice() {
    let ended = json!({"type": "system", "subtype": "turn_duration", "durationMs": 5});
    let run = Session::of(&[
        asked("Go."),
        said("Done.", "end_turn"),
        ended,
        asked("More."),
        asked("[Request interrupted by user]"),
    ])
    .load();
    let ends: Vec<TurnEnd> = run
        .events
        .iter()
        .filter_map(|event| if let What::TurnEnd(end) = event.what { Some(end) } else { None })
        .collect();
    assert_eq!(ends, [TurnEnd::Completed, TurnEnd::Interrupted]);
}

#[test]
fn the_turns_that_were_allowed_are_a_limit() {
    let reached =
        json!({"type": "attachment", "attachment": {"type": "max_turns_reached", "maxTurns": 12, "turnCount": 12}});
    let run = Session::of(&[asked("Go."), reached]).load();
    assert!(run.events.iter().any(|event| matches!(&event.what, What::Limit(words) if words.contains("12 turns"))));
    assert!(matches!(run.events.last().unwrap().what, What::TurnEnd(TurnEnd::Budget)));
}

#[test]
fn a_session_whose_file_is_gone_keeps_its_prompts() {
    let session = Session::of(&[asked("Go.")]);
    let typed =
        json!({"display": "Fix the gate.", "timestamp": 1_795_954_755_764_i64, "project": "/w", "sessionId": "gone-1"});
    session.file("history.jsonl", &format!("{typed}\n"));
    let found = sources::resolve(&session.places(), "gone-1").unwrap();
    let run = sources::load(&session.places(), &found);
    assert_eq!(run.goal.as_deref(), Some("Fix the gate."));
    assert!(
        run.problems.iter().any(|problem| problem.what.contains("only the prompts are left")),
        "{:?}",
        run.problems
    );
    assert!(run.traces.contains(&Trace::ConversationGone));
}

#[test]
fn a_session_of_which_only_sub_agents_are_left_shows_them_and_when_the_client_cleaned_up() {
    let session = Session::of(&[asked("Go.")]);
    let mut row: Value = serde_json::from_str(&line(0, &asked("List the callers."))).unwrap();
    row["isSidechain"] = true.into();
    row["agentId"] = "a1".into();
    row["sessionId"] = "gone-2".into();
    session.file("projects/-w/gone-2/subagents/agent-a1.jsonl", &format!("{row}\n"));
    session.file(".last-cleanup", "2026-11-20T01:30:00.000Z");
    let run = sources::load(&session.places(), &sources::resolve(&session.places(), "gone-2").unwrap());
    assert_eq!(run.sub_agents.len(), 1);
    let problem = &run.problems[0].what;
    assert!(
        problem.contains("only the files of its sub-agents") && problem.contains("2026-11-20 01:30:00"),
        "{problem}"
    );
    let by_path = session.home.path().join(".claude/projects/-w/gone-2/subagents/agent-a1.jsonl");
    assert_eq!(sources::resolve(&session.places(), by_path.to_str().unwrap()).unwrap().session, "gone-2");
}

#[test]
fn a_prompt_that_never_left_the_queue_is_the_goal_of_a_run_that_never_started() {
    let queued = json!({"type": "queue-operation", "operation": "enqueue", "content": "Fix the gate."});
    let run = Session::of(&[queued]).load();
    assert!(run.events.is_empty());
    assert_eq!(run.goal.as_deref(), Some("Fix the gate."));
    assert!(run.traces.iter().any(|trace| matches!(trace, Trace::Note(note) if note.contains("never reached"))));
}

#[test]
fn rows_of_a_kind_that_nobody_knows_are_counted_by_name() {
    let run = Session::of(&[asked("Go."), json!({"type": "hologram"}), json!({"type": "hologram"})]).load();
    let problem = &run.problems[0];
    assert!(problem.what.starts_with("2 rows are of a kind") && problem.what.contains("hologram"), "{problem:?}");
}

#[test]
fn a_client_that_waits_for_a_permission_says_for_what() {
    let session = Session::of(&[asked("Go."), call("t1", "Bash", &json!({"command": "git push"}))]);
    let entry = json!({"pid": 77, "sessionId": SESSION, "procStart": "123", "status": "waiting", "waitingFor": "permission prompt"});
    let other = json!({"pid": 78, "sessionId": "another", "procStart": "124", "status": "busy"});
    session.file("sessions/77.json", &entry.to_string()).file("sessions/78.json", &other.to_string());
    session.file("sessions/79.json", "{torn");
    let run = session.load();
    let awaits = |trace: &Trace| matches!(trace, Trace::AwaitsPermission { call: Some(call), what } if call == "t1" && what == "git push");
    assert!(run.traces.iter().any(awaits), "{:?}", run.traces);
    assert_eq!(run.marks.waits.as_deref(), Some("an approval of `git push`"));
    assert_eq!((run.marks.registry[0].pid, run.marks.registry[0].start_ticks), (77, Some(123)));
    assert_eq!(run.marks.others[0].session, "another");
    assert!(run.problems[0].place.ends_with("79.json"));
}

#[test]
fn closing_rows_count_only_after_the_last_message() {
    let closed = json!({"type": "last-prompt", "lastPrompt": "Go.", "uuid": null});
    let ends = |rows: &[Value]| Session::of(rows).load().traces.contains(&Trace::ClosedInOrder);
    assert!(ends(&[asked("Go."), said("Done.", "end_turn"), closed.clone()]));
    assert!(!ends(&[asked("Go."), closed.clone(), said("Done.", "end_turn")]));
    let newer = json!({"type": "api-request", "uuid": null});
    assert!(!ends(&[asked("Go."), newer, said("Done.", "end_turn"), closed]));
}

#[test]
fn the_picker_guesses_from_the_tail() {
    let tail = |rows: &[Value]| sources::found(&Session::of(rows).places()).0[0].tail;
    let failed = json!({"type": "assistant", "isApiErrorMessage": true, "error": "server_error", "apiErrorStatus": 529,
        "message": {"model": "<synthetic>", "content": [{"type": "text", "text": "API Error: 529"}]}});
    let shell = call("t1", "Bash", &json!({"command": "ls"}));
    assert_eq!(tail(&[asked("Go.")]), Tail::TurnOpen);
    assert_eq!(tail(&[asked("Go."), shell.clone()]), Tail::CallOpen);
    assert_eq!(tail(&[asked("Go."), shell, result("t1", "x", false, &Value::Null)]), Tail::TurnOpen);
    assert_eq!(tail(&[asked("Go."), said("Done.", "end_turn")]), Tail::TurnEnded);
    assert_eq!(tail(&[asked("Go."), failed.clone()]), Tail::Error);
    let run = Session::of(&[asked("Go."), failed]).load();
    assert!(run.events.iter().any(
        |event| matches!(&event.what, What::Error(failure) if failure.kind == FailureKind::Overloaded && failure.gave_up)
    ));
}

#[test]
fn a_brief_in_the_first_prompt_names_its_recovery() {
    let brief =
        "<!-- lastgood brief/1 recovery=LG-7Q2M attempt=1 sha256=ab -->\n# x\n\n## Goal\nBackoff.\n\n## Limits\n- x";
    let session = Session::of(&[asked(brief)]);
    assert_eq!(sources::found(&session.places()).0[0].brief, Some(("LG-7Q2M".into(), 1)));
    assert_eq!(session.load().goal.as_deref(), Some("Backoff."));
}
