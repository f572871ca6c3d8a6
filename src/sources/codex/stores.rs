//! Goals and queued messages, from the SQLite stores beside the rollouts; always from a scratch copy.
//!
//! The stores are an index of the rollouts and may be behind: no event comes from here.

use std::path::{Path, PathBuf};

use rusqlite::types::Value as Cell;

use crate::model::{Problem, Run, Trace};
use crate::sources::places::Places;
use crate::sources::scratch::Scratch;
use crate::sources::text::one_line;

/// Adds what the stores say about these threads.
pub(super) fn add(run: &mut Run, places: &Places, threads: &[String]) {
    with(run, places, "goals_", "thread_goals", |run, store| {
        for thread in threads {
            goal(run, store, thread)?;
        }
        Ok(())
    });
    with(run, places, "queue_", "queued_items", |run, store| {
        for thread in threads {
            queued(run, store, thread)?;
        }
        Ok(())
    });
}

fn goal(run: &mut Run, store: &Scratch, thread: &str) -> Result<(), String> {
    let query = "SELECT objective, status, token_budget, tokens_used FROM thread_goals WHERE thread_id = ?1";
    let rows = store.rows(query, &[thread], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<i64>>(2)?, row.get::<_, i64>(3)?))
    })?;
    for (objective, status, budget, used) in rows {
        let spent = budget.map(|budget| format!(", {used} of {budget} tokens used")).unwrap_or_default();
        run.traces
            .push(Trace::Note(format!("the goal tool keeps the goal \"{}\" as {status}{spent}", one_line(&objective))));
    }
    Ok(())
}

/// Messages that wait for the thread: something may start by itself.
fn queued(run: &mut Run, store: &Scratch, thread: &str) -> Result<(), String> {
    // The columns of this table are not the same in all versions; its texts are.
    let rows = store.rows("SELECT * FROM queued_items WHERE thread_id = ?1", &[thread], |row| {
        let cells = (0..row.as_ref().column_count()).map(|column| row.get::<_, Cell>(column).unwrap_or(Cell::Null));
        let texts = cells.filter_map(|cell| if let Cell::Text(text) = cell { Some(text) } else { None });
        Ok(texts.filter(|text| text != thread).max_by_key(String::len).unwrap_or_default())
    })?;
    for text in rows {
        run.traces.push(Trace::Supervised(format!(
            "a message is queued for this thread and may start it: {}",
            one_line(&text)
        )));
    }
    Ok(())
}

/// Opens a copy of the newest store of a name, if it holds the table; what cannot be read is a problem.
fn with(
    run: &mut Run,
    places: &Places,
    name: &str,
    table: &str,
    read: impl Fn(&mut Run, &Scratch) -> Result<(), String>,
) {
    let Some(path) = newest(&places.codex, name) else { return };
    let outcome = Scratch::open(places, &path).and_then(|store| {
        if store.has(table) {
            read(run, &store)?;
        }
        Ok(store.damage())
    });
    let what = match outcome {
        Ok(damage) => damage,
        Err(why) => Some(format!("could not be read: {why}")),
    };
    run.problems.extend(what.map(|what| Problem::new(path.display().to_string(), what)));
}

/// The store with the highest number: it changes with the client's versions.
fn newest(codex: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(codex).ok()?.flatten();
    let numbered = entries.filter_map(|entry| {
        let file = entry.file_name().to_string_lossy().into_owned();
        let number: u32 = file.strip_prefix(name)?.strip_suffix(".sqlite")?.parse().ok()?;
        Some((number, entry.path()))
    });
    numbered.max_by_key(|(number, _)| *number).map(|(_, path)| path)
}
