//! What only Codex does: scripts that call tools, background commands, half-applied patches, forks, older clients.

use lastgood::model::{Deed, FailureKind, OutcomeState, Run, Trace, TurnEnd, What};

use lastgood::sources::{load, resolve};

use crate::keys::run_of;
use crate::support::fixture;

fn run(name: &str) -> Run {
    run_of(&fixture(name))
}

fn failure(run: &Run) -> (FailureKind, Option<String>) {
    let failures = run.events.iter().filter_map(|event| match &event.what {
        What::Error(failure) => Some((failure.kind, failure.retry_after.map(|at| at.to_string()))),
        _ => None,
    });
    failures.max_by_key(|(_, after)| after.clone()).expect("an error")
}

fn state_of(run: &Run, command: &str) -> Option<OutcomeState> {
    let mut calls = run
        .calls()
        .filter(|(_, call, _)| matches!(&call.deed, Deed::Command { script, .. } if script.contains(command)));
    calls.next().unwrap_or_else(|| panic!("no {command}")).2.map(|(_, outcome)| outcome.state)
}

#[test]
fn errors_are_told_apart_by_their_fields() {
    assert_eq!(failure(&run("codex/usage-limit")), (FailureKind::UsageLimit, Some("2026-11-30T02:00:00Z".into())));
    assert_eq!(failure(&run("codex/rate-limit-429")).0, FailureKind::RateLimit);
    assert_eq!(failure(&run("codex/unavailable-503")).0, FailureKind::Overloaded);
    assert_eq!(failure(&run("codex/stream-cut")).0, FailureKind::Server);
    assert_eq!(failure(&run("codex/context-window")).0, FailureKind::ContextFull);
    assert_eq!(failure(&run("more/codex-auth")).0, FailureKind::Auth);
    assert_eq!(failure(&run("more/codex-billing")), (FailureKind::Billing, None));
}

#[test]
fn of_a_script_the_open_call_is_known_and_the_others_have_their_records() {
    let run = run("codex/code-mode-killed");
    assert_eq!(state_of(&run, "git push origin release"), None);
    assert_eq!(state_of(&run, "docs/DISCOUNTS.md"), Some(OutcomeState::Ok));
    assert_eq!(state_of(&run, "git commit"), Some(OutcomeState::Ok));
    assert!(run.calls().any(|(event, _, _)| event.id.starts_with("exec-")));
    assert!(run.calls().any(|(_, call, _)| matches!(&call.deed, Deed::Edit(edits) if edits.len() == 2)));
    assert!(!run.calls().any(|(_, call, _)| call.tool == "exec"), "the script itself says nothing more");
}

#[test]
fn sub_agents_bring_their_own_events() {
    let run = run("codex/subagents-killed");
    let slow = run.sub_agents.iter().find(|agent| agent.asked.contains("SLOW TEST")).expect("the slow one");
    assert!(!slow.finished && slow.call.as_deref() == Some("call_0001_1"));
    assert!(run.sub_agents.iter().any(|agent| agent.finished && agent.asked.contains("DOCS PAGE")));
    let open =
        run.calls().find(|(_, call, result)| result.is_none() && call.tool == "exec_command").expect("an open command");
    assert_eq!(open.0.agent.as_ref(), Some(&slow.id));
    assert!(run.marks.environ.contains(&("CODEX_THREAD_ID".into(), Some(slow.id.clone()))));
    assert_eq!(run.marks.locks.len(), 3);
}

#[test]
fn a_background_command_has_started_and_nothing_more() {
    let run = run("codex/background-terminal");
    assert_eq!(state_of(&run, "build.log"), Some(OutcomeState::Started));
    assert_eq!(state_of(&run, "http.server"), Some(OutcomeState::Started));
    assert!(
        run.traces.iter().any(|trace| matches!(trace, Trace::LeftBehind(what) if what.contains("shell_snapshots")))
    );
}

#[test]
fn files_before_the_failing_one_of_a_patch_are_written() {
    let run = run("codex/plan-half-patch");
    let edits = run.calls().find_map(|(event, call, _)| match &call.deed {
        Deed::Edit(edits) if event.id == "call_0007_1" => Some(edits),
        _ => None,
    });
    let edits = edits.expect("the patch");
    assert_eq!(
        edits.iter().map(|edit| edit.applied).collect::<Vec<_>>(),
        [Some(true), Some(true), Some(false), Some(false)]
    );
}

#[test]
fn an_interrupted_command_stays_interrupted() {
    for name in ["codex/sigint-mid-exec", "codex/tui-interrupted"] {
        let run = run(name);
        assert_eq!(state_of(&run, "tee test-output.log"), Some(OutcomeState::Interrupted), "{name}");
        let last = run.events.last().expect("events");
        assert!(matches!(last.what, What::TurnEnd(TurnEnd::Interrupted)), "{name}: {last:?}");
    }
}

#[test]
fn a_call_that_waits_for_permission_is_named() {
    for name in ["codex/tui-approval-hup", "codex/tui-approval-hup-nodaemon"] {
        let waits =
            |trace: &&Trace| matches!(trace, Trace::AwaitsPermission { call: Some(call), .. } if call == "call_0006_1");
        assert!(run(name).traces.iter().any(|trace| waits(&trace)), "{name}");
    }
    assert!(!run("codex/external-push").traces.iter().any(|trace| matches!(trace, Trace::AwaitsPermission { .. })));
}

#[test]
fn a_compaction_keeps_the_prompts_and_its_summary_was_said_to_nobody() {
    let run = run("codex/compaction-drift");
    let compactions: Vec<_> = run
        .events
        .iter()
        .filter_map(|event| match &event.what {
            What::Compaction(compaction) => Some(compaction),
            _ => None,
        })
        .collect();
    let [compaction] = compactions.as_slice() else { panic!("{compactions:?}") };
    assert!(compaction.summary.starts_with("Progress: step 1 of 4") && !compaction.opaque);
    assert!(compaction.kept.iter().any(|text| text.starts_with("Add percentage discounts")), "{:?}", compaction.kept);
    assert!(
        !run.events
            .iter()
            .any(|event| matches!(&event.what, What::Said { text } if text.starts_with("Progress: step 1")))
    );
}

#[test]
fn a_prompt_and_an_answer_count_once_though_they_are_recorded_twice() {
    let run = run("codex/success");
    let count = |says: fn(&What) -> bool| run.events.iter().filter(|event| says(&event.what)).count();
    assert_eq!(count(|what| matches!(what, What::Asked { by: lastgood::model::Speaker::Person, .. })), 1);
    assert_eq!(count(|what| matches!(what, What::Said { text } if text.starts_with("Done: percentages"))), 1);
    assert!(run.window.is_some_and(|window| window.size == Some(258_400)));
}

#[test]
fn a_record_that_stands_there_twice_counts_once_and_is_named() {
    let case = fixture("codex/success");
    let places = case.places();
    let row = resolve(&places, &case.run).expect("the run is found");
    let whats = |run: &Run| run.events.iter().map(|event| format!("{:?}", event.what)).collect::<Vec<_>>();
    let plain = load(&places, &row);
    assert!(plain.problems.is_empty(), "{:?}", plain.problems);
    let text = std::fs::read_to_string(&row.path).expect("a rollout");
    let (start, end) = text.split_at(text.match_indices('\n').nth(text.lines().count() / 2).expect("a line").0 + 1);
    let each: String = text.lines().flat_map(|line| [line, "\n", line, "\n"]).collect();
    let (all, half) = (text.lines().count(), end.lines().count());
    for (twice, records) in [(each, all), (format!("{start}{end}{end}"), half)] {
        std::fs::write(&row.path, twice).expect("written");
        let found = load(&places, &row);
        assert_eq!(whats(&found), whats(&plain));
        let said: Vec<_> = found.problems.iter().map(|problem| problem.what.as_str()).collect();
        let twice = format!("{records} records stand there twice to the letter: each was read once");
        assert!(matches!(said[..], [only] if only.starts_with(&twice)), "{said:?}");
    }
}

#[test]
fn a_rollout_that_was_compressed_reads_like_the_plain_one() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    let case = fixture("codex/success");
    let places = case.places();
    let row = resolve(&places, &case.run).expect("the run is found");
    let plain = load(&places, &row);
    let bytes = std::fs::read(&row.path).expect("a rollout");
    let packed = row.path.with_extension("jsonl.zst");
    std::fs::write(&packed, compress_to_vec(&bytes[..], CompressionLevel::Fastest)).expect("written");
    assert_eq!(resolve(&places, &case.run).expect("found").path, row.path, "the plain file wins");
    std::fs::remove_file(&row.path).expect("removed");

    let found = resolve(&places, &case.run).expect("the run is found");
    assert_eq!((&found.path, &found.title, found.tail), (&packed, &row.title, row.tail));
    let run = load(&places, &found);
    assert_eq!(format!("{:?} {:?}", run.events, run.problems), format!("{:?} {:?}", plain.events, plain.problems));

    std::fs::write(&packed, &bytes[..200]).expect("written");
    assert!(resolve(&places, &case.run).is_ok(), "a file that is no zstd is named, not followed");
}
