//! What only OpenCode does: a store that must stay as it is, tool parts that run for ever, questions in a log.

use std::path::Path;

use lastgood::model::{Change, Deed, OutcomeState, Run, Trace, TurnEnd, What};

use crate::keys::run_of;
use crate::support::fixture;

fn run(name: &str) -> Run {
    run_of(&fixture(name))
}

#[test]
fn a_tool_part_that_runs_has_no_result() {
    let run = run("opencode/push-killed");
    let (event, _, result) = run.calls().last().expect("calls");
    assert_eq!((event.id.as_str(), result.is_none()), ("call_6_0", true));
    assert!(
        run.calls().any(
            |(_, call, result)| call.id == "call_5_0" && result.is_some_and(|(_, outcome)| outcome.exit == Some(0))
        )
    );
    assert!(run.marks.folder_decides && run.marks.waits.is_none());
    assert!(!run.traces.iter().any(|trace| matches!(trace, Trace::AwaitsPermission { .. })));
}

#[test]
fn edits_are_whole_and_the_steps_kept_the_files() {
    let run = run("opencode/push-killed");
    let edits: Vec<_> = run
        .calls()
        .filter_map(|(_, call, _)| if let Deed::Edit(edits) = &call.deed { Some(edits) } else { None })
        .flatten()
        .collect();
    assert!(
        edits
            .iter()
            .any(|edit| edit.path.ends_with("tests/test_percent.py") && matches!(edit.change, Change::Write(_)))
    );
    assert!(
        edits.iter().any(|edit| matches!(&edit.change, Change::Replace { new, .. } if new.contains("def percent")))
    );
    let money: Vec<_> = run.kept_files.iter().filter(|kept| kept.path.ends_with("invoicer/money.py")).collect();
    assert_eq!(money.len(), 2, "before and after the step");
    assert!(money.iter().any(|kept| kept.text.as_deref().is_some_and(|text| text.contains("def percent"))));
    assert!(money.iter().any(|kept| kept.text.as_deref().is_some_and(|text| !text.contains("def percent"))));
}

#[test]
fn the_log_tells_a_question_from_a_command_that_runs() {
    let run = run("opencode/waiting-permission");
    let asks = |trace: &Trace| matches!(trace, Trace::AwaitsPermission { call: Some(call), what } if call == "call_3_0" && what == "git push origin release");
    assert!(run.traces.iter().any(asks), "{:?}", run.traces);
    assert_eq!(run.marks.waits.as_deref(), Some("an approval of `git push origin release`"));
}

#[test]
fn a_compaction_is_one_and_its_end_is_no_end_of_the_turn() {
    let run = run("opencode/compaction-drift");
    let summaries = run.events.iter().filter(
        |event| matches!(&event.what, What::Compaction(compaction) if compaction.summary.starts_with("## Goal")),
    );
    assert_eq!(summaries.count(), 1);
    let ends: Vec<_> =
        run.events.iter().filter(|event| matches!(event.what, What::TurnEnd(TurnEnd::Completed))).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(run.events.last().map(|event| &event.id), ends.first().map(|event| &event.id));
}

#[test]
fn a_pending_part_without_input_never_was_a_command() {
    let run = run("reported/R26");
    assert!(!run.calls().any(|(_, call, _)| call.id == "call_r26e"));
    assert!(run.traces.iter().any(|trace| matches!(trace, Trace::Note(note) if note.contains("call_r26e"))));
    assert!(run.calls().all(|(_, _, result)| result.is_none_or(|(_, outcome)| outcome.state == OutcomeState::Ok)));
}

#[test]
fn the_store_and_its_log_stay_as_they_were_and_no_copy_is_left() {
    let fixture = fixture("opencode/push-killed");
    let folder = fixture.home.join(".local/share/opencode");
    let state = || {
        ["opencode.db", "opencode.db-wal"].map(|name| {
            let path = folder.join(name);
            (std::fs::read(&path).expect("it is there"), path.metadata().and_then(|meta| meta.modified()).ok())
        })
    };
    let before = state();
    assert!(!run_of(&fixture).events.is_empty());
    assert!(before == state());
    assert!(!folder.join("opencode.db-shm").exists());
    let own = format!("lastgood-scratch-{}-", std::process::id());
    let left = || {
        std::fs::read_dir(std::env::temp_dir()).expect("a temporary folder").flatten().any(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with(&own)
                && Path::new(&entry.path()).join("copy.sqlite").exists()
                && std::fs::read(entry.path().join("copy.sqlite")).is_ok_and(|copy| copy == before[0].0)
        })
    };
    assert!(!left());
}

#[test]
fn a_value_that_is_no_text_is_named_and_hides_neither_its_run_nor_the_rest() {
    let fixture = fixture("opencode/push-killed");
    let whole = run_of(&fixture);
    let store = rusqlite::Connection::open(fixture.home.join(".local/share/opencode/opencode.db")).expect("a store");
    // The first part of all, which a row of the list shows, and the last message.
    let damage = "UPDATE part SET data = x'fffe0001' WHERE id = (SELECT min(id) FROM part);
        UPDATE part SET data = NULL WHERE id = (SELECT max(id) FROM part WHERE data NOT LIKE '%running%');
        UPDATE session SET time_updated = 'soon', title = x'ff';
        UPDATE message SET time_created = 'soon' WHERE id = (SELECT max(id) FROM message);";
    // The columns do not allow what a torn page can hold all the same.
    let loosened = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table'; PRAGMA writable_schema = OFF;";
    store.execute_batch(loosened).expect("loosened");
    drop(store);
    let store = rusqlite::Connection::open(fixture.home.join(".local/share/opencode/opencode.db")).expect("a store");
    store.execute_batch(damage).expect("damaged");
    drop(store);
    let run = run_of(&fixture);
    assert!(run.events.len() + 3 >= whole.events.len(), "{} of {}", run.events.len(), whole.events.len());
    let named = run.problems.iter().filter(|problem| problem.what.contains("is not JSON")).count();
    assert_eq!(named, 2, "{:?}", run.problems);
}

#[test]
fn a_damaged_page_of_the_store_is_named() {
    let fixture = fixture("opencode/compaction-drift");
    let whole = run_of(&fixture);
    let path = fixture.home.join(".local/share/opencode/opencode.db");
    let store = rusqlite::Connection::open(&path).expect("a store");
    store.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("all in one file");
    let page: usize = store.query_row("PRAGMA page_size", [], |row| row.get(0)).expect("a size");
    let middle =
        "SELECT data FROM part WHERE length(data) < 600 ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 3 FROM part)";
    let text: String = store.query_row(middle, [], |row| row.get(0)).expect("a part");
    drop(store);
    let mut bytes = std::fs::read(&path).expect("the store");
    let at = bytes.windows(text.len()).position(|piece| piece == text.as_bytes()).expect("the part") / page * page;
    bytes[at..at + page].fill(0xa5);
    std::fs::write(&path, bytes).expect("damaged");
    let run = run_of(&fixture);
    assert!(run.events.len() < whole.events.len(), "{} of {}", run.events.len(), whole.events.len());
    let named =
        |what: &str| what.starts_with("the store is damaged (") && what.ends_with("): what it holds is not all read");
    assert!(run.problems.iter().any(|problem| named(&problem.what)), "{:?}", run.problems);
}
