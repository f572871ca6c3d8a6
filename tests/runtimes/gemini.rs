//! What only Gemini CLI does: calls that are recorded when they have finished, chats that are missing.

use lastgood::model::{Deed, OutcomeState, Run, Speaker, Tail, Trace, What};
use lastgood::sources::found;

use crate::keys::run_of;
use crate::support::fixture;

fn run(name: &str) -> Run {
    run_of(&fixture(name))
}

#[test]
fn a_shell_result_has_its_exit_status() {
    let run = run("gemini/push-killed");
    let (_, call, result) = run.calls().next_back().expect("calls");
    let (event, outcome) = result.expect("a result");
    assert!(matches!(&call.deed, Deed::Command { script, .. } if script.contains("git commit")));
    assert_eq!((outcome.state, outcome.exit), (OutcomeState::Failed, Some(128)));
    assert!(outcome.output.starts_with("-----") && !outcome.output.contains("PGID"));
    assert!(event.id.ends_with(".result"));
}

#[test]
fn that_a_running_call_leaves_no_trace_is_said() {
    for name in ["gemini/push-killed", "gemini/waiting-permission", "gemini/success"] {
        let says = |trace: &Trace| matches!(trace, Trace::Note(note) if note.contains("only when it has finished") && note.contains("still running"));
        assert!(run(name).traces.iter().any(says), "{name}");
    }
}

#[test]
fn files_are_kept_with_what_they_were_before() {
    let run = run("gemini/success");
    let edit = run
        .calls()
        .find_map(|(_, call, _)| if let Deed::Edit(edits) = &call.deed { edits.first() } else { None })
        .expect("an edit");
    assert!(edit.path.ends_with("tests/test_show.py") && edit.path.is_absolute());
    assert_eq!(edit.before.as_deref(), Some(""));
    assert!(edit.after.as_deref().is_some_and(|text| text.contains("class Show")));
}

#[test]
fn a_helpers_chat_is_not_the_conversation() {
    let fixture = fixture("reported/R30");
    let (rows, _) = found(&fixture.places());
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0].problem.is_some() && rows[0].tail == Tail::Unclear);
    let run = run_of(&fixture);
    assert_eq!(run.events.len(), 2, "both prompts of the log");
    assert!(run.related_runs.iter().any(|other| other.session.starts_with("d4cd1b74") && other.how.contains("helper")));
}

#[test]
fn a_brief_as_the_first_prompt_is_a_persons_prompt_and_its_goal_the_goal() {
    let fixture = fixture("gemini/success");
    let run = run_of(&fixture);
    let chat = &run.transcripts[0].path;
    let asked = |event: &lastgood::model::Event| match &event.what {
        What::Asked { text, by: Speaker::Person } => Some(text.clone()),
        _ => None,
    };
    let first = run.events.iter().find_map(asked).expect("a prompt");
    let brief = "<!-- lastgood brief/1 recovery=LG-7Q2M attempt=1 sha256=ab -->\n# Recovery brief\n\n## Goal\nShow the limits.\n\n## Next step\nx\n";
    let quoted = |text: &str| serde_json::to_string(text).expect("a string");
    let text = std::fs::read_to_string(chat).expect("the chat");
    assert!(text.contains(&quoted(&first)), "the prompt stands in the chat as it is");
    std::fs::write(chat, text.replace(&quoted(&first), &quoted(brief))).expect("written");
    let run = run_of(&fixture);
    assert_eq!(run.goal.as_deref(), Some("Show the limits."));
    let (rows, _) = found(&fixture.places());
    assert!(rows.iter().any(|row| row.brief == Some(("LG-7Q2M".into(), 1))), "{rows:?}");
}
