//! Every cause of the closed list is reached by a record of the shape that a runtime really writes: most by the dead runs themselves,
//! the rest by one of them with the rows that this end would have left.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lastgood::model::{Belongs, Cause, Ending, Host, Liveness, Says, Sign, SignKind};
use lastgood::read::{self, task};
use lastgood::sources::{load, resolve};
use lastgood::work::place::{Placed, place};

use crate::support::{Fixture, fixture, fixtures};

const ALL: [Cause; 30] = [
    Cause::KilledInTool,
    Cause::KilledInReply,
    Cause::KilledIdle,
    Cause::Killed,
    Cause::HangUp,
    Cause::HostDown,
    Cause::ClientCrash,
    Cause::Overloaded,
    Cause::RateLimit,
    Cause::UsageLimit,
    Cause::Network,
    Cause::ServerError,
    Cause::Refused,
    Cause::Auth,
    Cause::Billing,
    Cause::ContextFull,
    Cause::DiskFull,
    Cause::WorkdirGone,
    Cause::Interrupted,
    Cause::WaitingPermission,
    Cause::WaitingAnswer,
    Cause::ToolLoop,
    Cause::Budget,
    Cause::NoNextStep,
    Cause::ClaimedDone,
    Cause::EndedWell,
    Cause::Drifted,
    Cause::NeverStarted,
    Cause::NotDead,
    Cause::Unknown,
];

/// What is known besides the records.
#[derive(Default)]
struct Around {
    signs: Vec<Sign>,
    host: Host,
}

/// How a run ended by its records as they lie there now.
fn ended(fixture: &Fixture, around: Around) -> Option<Ending> {
    let places = fixture.places();
    let found = resolve(&places, &fixture.run).ok()?;
    let Placed { run, tree, .. } = place(&places, &found, load(&places, &found));
    let verdict = lastgood::steps::confirm::verdict(&around.signs);
    let liveness = Liveness { verdict, signs: around.signs };
    let task = task::task(&run);
    Some(read::read(&run, &tree, &around.host, &liveness, &task).ending)
}

/// The transcript of the run itself.
fn transcript(fixture: &Fixture) -> PathBuf {
    let places = fixture.places();
    resolve(&places, &fixture.run).unwrap_or_else(|_| panic!("{} is found", fixture.name)).path
}

/// Writes the transcript anew, row by row.
fn rows(path: &Path, change: impl Fn(&mut Vec<String>)) {
    let text = std::fs::read_to_string(path).expect("a transcript");
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut rows);
    std::fs::write(path, rows.join("\n") + "\n").expect("written");
}

/// A run with its rows changed.
fn changed(name: &str, change: impl Fn(&mut Vec<String>)) -> Ending {
    let fixture = fixture(name);
    rows(&transcript(&fixture), change);
    ended(&fixture, Around::default()).expect("an ending")
}

/// The row of Claude Code's own sentence about a request that failed for good, made another failure.
fn other_failure(rows: &mut [String], sentence: &str, error: &str, status: u16, kind: &str) {
    let row = rows.iter_mut().rfind(|row| row.contains("\"isApiErrorMessage\":true")).expect("its last sentence");
    let mut value: serde_json::Value = serde_json::from_str(row).expect("a row");
    value["message"]["content"][0]["text"] = sentence.into();
    value["error"] = error.into();
    value["apiErrorStatus"] = status.into();
    value["apiErrorType"] = kind.into();
    value["errorDetails"] = format!("{status} {sentence}").into();
    value["resendCannotCure"] = false.into();
    *row = value.to_string();
}

/// Every cause that the dead runs themselves show, first or beside another.
fn shown_by_dead_runs() -> BTreeSet<&'static str> {
    let endings = fixtures("").into_iter().filter_map(|name| ended(&fixture(&name), Around::default()));
    endings.flat_map(|ending| [vec![ending.cause], ending.also].concat()).map(Cause::word).collect()
}

#[test]
fn every_cause_of_the_closed_list_is_shown_by_a_record() {
    let shown = shown_by_dead_runs();
    // What follows in this file, or needs a task's record (tests/paperclip).
    let shaped = ["hang-up", "refused", "budget", "host-down", "not-dead", "server-error", "killed", "client-crash"];
    let missing: Vec<_> =
        ALL.iter().map(|cause| cause.word()).filter(|word| !shown.contains(word) && !shaped.contains(word)).collect();
    assert!(missing.is_empty(), "no record shows {missing:?}; the dead runs show {shown:?}");
}

#[test]
fn a_client_that_closed_in_order_over_an_open_call_lost_its_terminal() {
    let ending = ended(&fixture("claude-code/e1-waiting-permission-hup"), Around::default()).expect("an ending");
    assert!(ending.also.contains(&Cause::HangUp), "{ending:?}");
    // An older client closes in the same way when it is asked to end: then nobody can tell.
    let older = changed("claude-code/e1-waiting-permission-hup", |rows| {
        for row in rows.iter_mut() {
            *row = row.replace("2.1.332", "2.1.197");
        }
    });
    assert!(older.cause != Cause::HangUp && !older.also.contains(&Cause::HangUp), "{older:?}");
    // Without closing rows it was killed outright.
    let killed = changed("claude-code/e1-waiting-permission-hup", |rows| {
        rows.retain(|row| !row.contains("\"last-prompt\"") && !row.contains("\"cost-state\""));
    });
    assert!(killed.cause != Cause::HangUp && !killed.also.contains(&Cause::HangUp), "{killed:?}");
}

#[test]
fn a_request_that_the_server_refuses_is_no_outage() {
    let says = "API Error: 400 tool_use ids were found without tool_result blocks immediately after: toolu_01";
    let ending = changed("claude-code/d2-prompt-too-long", |rows| {
        other_failure(rows, says, "invalid_request", 400, "invalid_request_error");
    });
    assert_eq!((ending.cause, ending.transient), (Cause::Refused, false), "{ending:?}");
}

#[test]
fn a_server_that_failed_is_told_from_one_that_is_overloaded() {
    for (status, kind, cause) in [
        (500, "api_error", Cause::ServerError),
        (502, "api_error", Cause::ServerError),
        (529, "overloaded_error", Cause::Overloaded),
        (503, "api_error", Cause::Overloaded),
    ] {
        let ending = changed("claude-code/c-overloaded-529", |rows| {
            other_failure(rows, &format!("API Error: {status} the request failed"), "server_error", status, kind);
        });
        assert_eq!((ending.cause, ending.transient), (cause, true), "{status}: {ending:?}");
    }
}

#[test]
fn the_limit_of_turns_ends_a_run_of_claude_code() {
    let ending = changed("claude-code/d2-prompt-too-long", |rows| {
        let at = rows.iter().rposition(|row| row.contains("\"isApiErrorMessage\":true")).expect("its last sentence");
        let said: serde_json::Value = serde_json::from_str(&rows[at]).expect("a row");
        let attached = serde_json::json!({"type": "max_turns_reached", "maxTurns": 2, "turnCount": 3});
        let row = serde_json::json!({"parentUuid": said["parentUuid"], "isSidechain": false, "type": "attachment", "attachment": attached,
            "uuid": said["uuid"], "timestamp": said["timestamp"], "userType": "external", "entrypoint": "sdk-cli", "cwd": said["cwd"],
            "sessionId": said["sessionId"], "version": said["version"], "gitBranch": "main"});
        rows[at] = row.to_string();
    });
    assert_eq!((ending.cause, ending.transient), (Cause::Budget, false), "{ending:?}");
}

#[test]
fn the_budget_of_a_turn_ends_a_run_of_codex() {
    let ending = changed("codex/tui-interrupted", |rows| {
        let mut aborted = 0;
        for row in rows.iter_mut().filter(|row| row.contains("\"turn_aborted\"")) {
            *row = row.replace("\"interrupted\"", "\"budget_limited\"");
            aborted += 1;
        }
        assert!(aborted > 0, "the turn was aborted");
        rows.retain(|row| !row.contains("<turn_aborted>"));
    });
    assert_eq!(ending.cause, Cause::Budget, "{ending:?}");
}

#[test]
fn a_machine_that_started_again_after_the_last_record_went_down_under_it() {
    let fixture = fixture("claude-code/b-sigkill-mid-stream");
    let last = ended(&fixture, Around::default()).and_then(|ending| ending.at).expect("a time");
    let booted = |seconds: i64| Host {
        booted: jiff::Timestamp::from_second(last.as_second() + seconds).ok(),
        ..Host::default()
    };
    let ending = |host| ended(&fixture, Around { host, ..Around::default() }).expect("an ending");
    assert_eq!(ending(booted(600)).cause, Cause::HostDown);
    let up = ending(booted(-600));
    assert!(up.cause == Cause::KilledInReply && !up.also.contains(&Cause::HostDown), "{up:?}");
}

#[test]
fn a_run_whose_agent_lives_is_not_dead() {
    let fixture = fixture("claude-code/b-sigkill-mid-stream");
    let agent = Sign {
        kind: SignKind::Process,
        says: Says::Alive,
        what: "claude runs as process 629".into(),
        at: fixture.now,
        pid: Some(629),
        key: "process:629:4000".into(),
        belongs: Belongs::Agent,
        process: None,
    };
    let ending = ended(&fixture, Around { signs: vec![agent], ..Around::default() }).expect("an ending");
    assert_eq!(ending.cause, Cause::NotDead);
}
