//! Workers that are no plain program: what their clients printed, and the codes with which the record ends them.

use lastgood::model::{
    ActionResult, Against, Cause, Deed, Facts, GateState, Runtime, Says, SignKind, TaskState, Verdict,
};
use lastgood::steps::given;
use serde_json::{Value, json};

use crate::support::Fixture;
use crate::{facts, served};

const TASK: &str = "/api/issues/f81326dc-f320-4fc8-bae3-74d84a465537";
const RUN: &str = "d238ae7e-0bc0-4e6c-91d6-a367c2f82faf";
const TREE: &str = "/home/dev/work/repos/exit-nonzero";

/// The failed task of the fixtures as another worker would have left it: its kind, what its record says, what it printed.
fn left_by(adapter: &str, ended: &Value, printed: &[Value], task: &Value) -> (Fixture, Facts) {
    let (fixture, server, places) = served("exit-nonzero");
    let fields = |into: &mut Value, from: &Value| {
        for (name, value) in from.as_object().unwrap() {
            into[name] = value.clone();
        }
    };
    server.change(&format!("{TASK}/runs"), |rows| {
        fields(&mut rows[0], ended);
        rows[0]["adapterType"] = json!(adapter);
    });
    server.change(&format!("/api/heartbeat-runs/{RUN}"), |run| fields(run, ended));
    server.change(&format!("/api/heartbeat-runs/{RUN}/log"), |log| {
        let row = |(at, record): (usize, &Value)| {
            let text = record.as_str().map_or_else(|| record.to_string(), str::to_owned);
            json!({"ts": format!("2026-11-29T12:22:{:02}Z", 8 + at), "stream": "stdout", "chunk": text + "\n"})
                .to_string()
        };
        log["content"] = json!(printed.iter().enumerate().map(row).collect::<Vec<_>>().join("\n"));
    });
    server.change(TASK, |issue| {
        issue["status"] = json!("in_progress");
        issue["executionBlocker"] = Value::Null;
        fields(issue, task);
    });
    server.change(&format!("{TASK}/work-products"), |made| *made = json!([]));
    let facts = facts(&fixture, &places);
    assert!(server.methods().iter().all(|call| call.starts_with("GET ")));
    (fixture, facts)
}

fn killed() -> Value {
    json!({"status": "failed", "errorCode": "adapter_failed", "error": "Adapter failed", "exitCode": null, "signal": "SIGKILL"})
}

fn failed(code: &str, exit: i32) -> Value {
    json!({"status": "failed", "errorCode": code, "error": "it failed", "exitCode": exit, "signal": null})
}

fn codex(kind: &str, id: &str, command: &str, exit: Option<i32>) -> Value {
    let status = if exit.is_some() { "completed" } else { "in_progress" };
    json!({"type": kind, "item": {"id": id, "type": "command_execution", "command": format!("/bin/bash -lc '{command}'"),
        "aggregated_output": "OK", "exit_code": exit, "status": status}})
}

#[test]
fn what_codex_printed_is_read_and_a_line_that_is_no_record_stays_a_line() {
    let printed = [
        json!({"type": "thread.started", "thread_id": "01a2b3c4-0000-7000-8000-00000000c0de"}),
        codex("item.started", "item_1", "python3 -m unittest -q", None),
        codex("item.completed", "item_1", "python3 -m unittest -q", Some(0)),
        json!("a line of the adapter"),
        json!({"type": "item.completed", "item": {"id": "item_2", "type": "file_change", "status": "completed",
            "changes": [{"path": format!("{TREE}/totals.py"), "kind": "add"}]}}),
        json!({"type": "item.completed", "item": {"id": "item_3", "type": "agent_message", "text": "All tests pass."}}),
        codex("item.started", "item_4", "git push origin main", None),
    ];
    let (_fixture, facts) = left_by("codex_local", &killed(), &printed, &json!({}));
    assert_eq!((facts.run.runtime, facts.ending.cause), (Runtime::Codex, Cause::KilledInTool));
    assert_eq!(facts.ending.pending.last().unwrap().command, "git push origin main");
    assert_eq!(facts.task.state, TaskState::SilentlyDead);
    let gate = &facts.gates[0];
    assert!(gate.state == GateState::Stale && gate.stale_because.iter().any(|why| why.contains("totals.py")));
    let said = |text: &str| facts.run.events.iter().any(|event| format!("{:?}", event.what).contains(text));
    assert!(said("a line of the adapter") && facts.claims.iter().any(|claim| claim.text == "All tests pass."));
    let push = facts.products.iter().find(|product| product.command.as_deref() == Some("git push origin main"));
    assert_eq!(push.unwrap().result, Some(ActionResult::None));
}

#[test]
fn what_opencode_printed_is_read_with_exit_status_and_error() {
    let tool = |call: &str, command: &str, exit: i32| {
        json!({"type": "tool_use", "timestamp": 1_795_954_929_000_i64, "sessionID": "ses_1", "part": {"id": call, "type": "tool",
            "callID": call, "tool": "bash", "state": {"status": "completed", "input": {"command": command}, "output": "x",
            "metadata": {"exit": exit}}}})
    };
    let printed = [
        tool("call_1", "python3 -m unittest -q", 1),
        tool("call_2", "curl -X POST https://reports.invalid/upload -d @r", 22),
        json!({"type": "error", "sessionID": "ses_1", "error": {"name": "APIError", "data": {"message": "slow down", "statusCode": 429}}}),
    ];
    let (_fixture, facts) = left_by("opencode_local", &failed("adapter_failed", 1), &printed, &json!({}));
    assert_eq!((facts.run.runtime, facts.ending.cause), (Runtime::OpenCode, Cause::RateLimit));
    assert!(facts.gates[0].state != GateState::Green && facts.gates[0].last_red.is_some());
    assert!(facts.products.iter().any(|product| product.result == Some(ActionResult::Failed)));
}

#[test]
fn gemini_prints_no_exit_status_so_that_only_the_output_decides() {
    let call = |id: &str, command: &str| json!({"type": "tool_use", "tool_name": "run_shell_command", "tool_id": id, "parameters": {"command": command}});
    let came =
        |id: &str, output: &str| json!({"type": "tool_result", "tool_id": id, "status": "success", "output": output});
    let printed = [
        json!({"type": "init", "session_id": "6d1f6f1c-aaaa-4bbb-8ccc-0123456789ab", "model": "m"}),
        call("1", "npm test"),
        came("1", "1 passing\n2 failing"),
        call("2", "git push origin main"),
        came("2", ""),
        json!({"type": "result", "status": "error", "error": {"type": "FatalTurnLimitedError", "message": "Reached max session turns"}}),
    ];
    let (_fixture, facts) = left_by("gemini_local", &failed("max_turns_exhausted", 53), &printed, &json!({}));
    assert_eq!((facts.run.runtime, facts.ending.cause), (Runtime::GeminiCli, Cause::Budget));
    assert_ne!(facts.gates[0].state, GateState::Green);
    let push = facts.products.iter().find(|product| product.command.as_deref() == Some("git push origin main"));
    assert_eq!(push.unwrap().result, Some(ActionResult::None), "that it came back proves no push");
}

#[test]
fn the_codes_of_the_record_tell_how_a_worker_ended() {
    let lost = json!({"status": "failed", "errorCode": "process_lost", "error": "Process lost", "exitCode": null});
    let budget = json!({"status": "cancelled", "errorCode": "cancelled", "error": "Cancelled due to budget pause", "exitCode": null});
    let shut = json!({"status": "interrupted", "errorCode": "server_shutdown_interrupted", "signal": "SIGTERM", "exitCode": null});
    let said = [codex("item.completed", "item_1", "ls", Some(0))];
    for (ended, cause) in [
        (lost, Cause::KilledInReply),
        (budget, Cause::Budget),
        (shut, Cause::KilledInReply),
        (failed("refresh_token_expired", 1), Cause::Auth),
        (failed("codex_transient_upstream", 1), Cause::ServerError),
        (failed("provider_quota", 1), Cause::UsageLimit),
    ] {
        let (_fixture, facts) = left_by("codex_local", &ended, &said, &json!({}));
        assert_eq!(facts.ending.cause, cause, "{ended}");
    }
}

#[test]
fn the_signal_in_the_record_tells_a_hang_up_from_a_worker_that_left_no_word() {
    let said = [codex("item.completed", "item_1", "ls", Some(0))];
    let by = |signal: &str| json!({"status": "failed", "errorCode": "adapter_failed", "error": "Adapter failed", "exitCode": null, "signal": signal});
    for ended in [by("SIGHUP"), failed("adapter_failed", 129)] {
        let (_fixture, facts) = left_by("codex_local", &ended, &said, &json!({}));
        assert_eq!(facts.ending.cause, Cause::HangUp, "{ended}");
    }
    let (_fixture, facts) = left_by("codex_local", &killed(), &said, &json!({}));
    assert!(facts.ending.cause == Cause::KilledInReply && !facts.ending.also.contains(&Cause::HangUp));
    // A worker whose client is none that we know prints lines: of what it did last they say nothing.
    let (_fixture, facts) = left_by("process", &killed(), &[json!("step 1 of 3"), json!("step 2 of 3")], &json!({}));
    assert_eq!((facts.run.runtime, facts.ending.cause), (Runtime::Paperclip, Cause::Killed));
}

#[test]
fn a_sub_task_at_work_is_a_sign_of_life_and_a_question_is_a_valid_wait() {
    let (fixture, server, places) = served("exit-nonzero");
    server.change(
        "/api/companies/16b14a09-94c7-423f-b1b6-751c5e60eb06/issues?parentId=f81326dc-f320-4fc8-bae3-74d84a465537",
        |rows| {
            rows[0]["activeRun"] = json!({"id": "77777777-1111-4222-8333-444444444444", "status": "running"});
        },
    );
    let facts = facts(&fixture, &places);
    assert_eq!((facts.liveness.verdict, facts.ending.cause), (Verdict::Alive, Cause::ClientCrash));
    let sign = facts.liveness.signs.iter().find(|sign| sign.kind == SignKind::OtherRun).unwrap();
    assert!(sign.says == Says::Alive && sign.what.contains("77777777"), "{}", sign.what);

    let (fixture, server, places) = served("no-next-step");
    let id = facts_of_id(&fixture, &places);
    server.change(&format!("/api/issues/{id}/interactions"), |asked| {
        *asked = json!([{"id": "i1", "kind": "ask_user_questions", "status": "pending", "title": "EUR or USD?"}]);
    });
    let facts = crate::facts(&fixture, &places);
    assert_eq!((facts.task.state, facts.ending.cause), (TaskState::Held, Cause::WaitingAnswer));
    let asks = |event: &lastgood::model::Event| format!("{:?}", event.what).contains("EUR or USD?");
    assert!(facts.run.events.iter().any(asks));
    assert!(facts.run.calls().any(|(_, call, _)| matches!(call.deed, Deed::Ask { .. })));
}

fn facts_of_id(fixture: &Fixture, places: &lastgood::sources::Places) -> String {
    crate::facts(fixture, places).run.record.unwrap().id
}

#[test]
fn where_the_log_is_gone_the_end_of_the_output_is_read_and_that_is_said() {
    let (fixture, server, places) = served("exit-nonzero");
    server.change(&format!("/api/heartbeat-runs/{RUN}/log"), |log| *log = json!({"error": "gone"}));
    let facts = facts(&fixture, &places);
    assert!(facts.products.iter().any(|product| product.title.contains("reports.invalid/upload")));
    assert!(facts.problems.iter().any(|problem| problem.what.contains("run's record kept")), "{:?}", facts.problems);
}

#[test]
fn the_summary_that_the_next_run_is_given_is_held_against_the_brief() {
    let (fixture, server, places) = served("research-brief");
    server.change("/api/issues/d046b8a9-36fb-4788-8751-bdbf98cff8e3/heartbeat-context", |context| {
        let body = "# Continuation Summary\n\n## Acceptance Criteria\n\nNo explicit acceptance criteria captured.\n";
        *context = json!({"continuationSummary": {"body": body, "latestRevisionNumber": 1}});
    });
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_ref().unwrap();
    assert!(record.given.iter().any(|given| given == "the continuation summary at rev 1"), "{:?}", record.given);
    let against = given::against(&facts, &lastgood::model::Decided::default());
    assert!(against.contains(&Against::NoCriteria(4)), "{against:?}");
}

#[test]
fn another_version_is_said_and_what_is_missing_is_named() {
    let (fixture, server, places) = served("exit-nonzero");
    server.change("/api/health", |health| health["version"] = json!("2027.101.0"));
    server.change(TASK, |issue| {
        issue.as_object_mut().unwrap().remove("status");
    });
    let facts = facts(&fixture, &places);
    let said = |words: &str| facts.problems.iter().any(|problem| problem.what.contains(words));
    assert!(said("this is Paperclip 2027.101.0") && said("no field `status`"), "{:?}", facts.problems);
}
