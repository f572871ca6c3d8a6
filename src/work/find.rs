//! The picker's catalog: the runs of this machine, each with the recovery that it belongs to and where its work waits.

use std::collections::BTreeMap;

use super::Setting;
use crate::model::{Decided, Found, Problem, Waits};
use crate::msg::{Catalog, Row};
use crate::{sources, steps, store};

/// The name of the index in the cache.
const INDEX: &str = "runs.json";

/// The runs of the last 7 days, or all.
pub(super) fn catalog(setting: &Setting, all: bool) -> Catalog {
    let now = setting.clock().now;
    let (found, mut problems) = found(setting);
    let recoveries = recoveries(setting, &mut problems);
    let week = now - jiff::SignedDuration::from_hours(7 * 24);
    // A row that cannot be read has no time, and must not vanish for it.
    let recent = |row: &Found| all || row.last_event.is_none_or(|last| last >= week);
    let consumed: Vec<(String, u32)> = found.iter().filter_map(|row| row.brief.clone()).collect();
    let runs = found.into_iter().filter(recent).map(|row| with_recovery(row, &recoveries, &consumed)).collect();
    Catalog { runs, places: places(setting), problems, looked: now, all }
}

/// Adds the tasks of the server that was named, beside the runs; whether one was asked.
pub(super) fn add_tasks(setting: &Setting, catalog: &mut Catalog) -> bool {
    if setting.places.tasks.is_none() {
        return false;
    }
    let (tasks, problems) = sources::tasks(&setting.places);
    let recoveries = recoveries(setting, &mut Vec::new());
    catalog.runs.extend(tasks.into_iter().map(|task| with_recovery(task, &recoveries, &[])));
    catalog.runs.sort_by_key(|row| std::cmp::Reverse(row.found.last_event));
    catalog.problems.extend(problems);
    true
}

/// Every session, by the index where nothing changed. An index that cannot be kept costs time at the next look, and is no problem.
pub(super) fn found(setting: &Setting) -> (Vec<Found>, Vec<Problem>) {
    let cache = store::Cache::new(&setting.own.cache);
    let index = sources::Index::from_kept(cache.get(INDEX).as_deref(), &setting.places);
    let all = sources::found_with(&setting.places, &index);
    if let Some(bytes) = index.to_keep(&setting.places) {
        let _ = cache.keep(INDEX, &bytes);
    }
    all
}

fn recoveries(setting: &Setting, problems: &mut Vec<Problem>) -> BTreeMap<String, Decided> {
    if !setting.own.state.is_dir() {
        return BTreeMap::new();
    }
    let folder = store::Folder::look(&setting.own.state);
    let mut all = BTreeMap::new();
    for id in folder.recoveries() {
        let file = folder.recovery(&id).join("journal.jsonl");
        match store::load(&file, &id) {
            Ok(loaded) => {
                all.insert(id, loaded.recovery.decided);
            }
            Err(why) => problems.push(Problem::new(file.display().to_string(), why.to_string())),
        }
    }
    all
}

fn with_recovery(found: Found, all: &BTreeMap<String, Decided>, consumed: &[(String, u32)]) -> Row {
    let by_brief = found.brief.as_ref().and_then(|(id, attempt)| Some((all.get_key_value(id)?, *attempt)));
    let joined = || {
        all.iter().find_map(|entry| {
            let mut runs = entry.1.runs.iter();
            let (attempt, ..) =
                runs.find(|(_, run, _)| run.session == found.session && run.runtime == found.runtime)?;
            Some((entry, *attempt))
        })
    };
    let Some(((id, decided), attempt)) = by_brief.or_else(joined) else {
        return Row { found, recovery: None, attempt: 0, waits: None, decided: None };
    };
    let waits = match steps::waits(None, decided) {
        Waits::Brief(attempt) if consumed.contains(&(id.clone(), attempt)) => Waits::Review,
        waits => waits,
    };
    Row { found, recovery: Some(id.clone()), attempt, waits: Some(waits), decided: Some(Box::new(decided.clone())) }
}

/// Where it was looked, one line each.
fn places(setting: &Setting) -> Vec<String> {
    let places = &setting.places;
    let folders = [&places.claude, &places.codex, &places.gemini];
    let opencode = places.data.join("opencode");
    let server = places.tasks.iter().map(|server| server.url.clone());
    folders.into_iter().chain([&opencode]).map(|folder| folder.display().to_string()).chain(server).collect()
}
