//! What people decided about a run, read from the state folder. Takes no lock and writes nothing.

use std::path::Path;
use std::time::Duration;

use crate::brief::read_json;
use crate::cli::Options;
use crate::model::{Brief, Decided, Facts, Found, RunMark};
use crate::sources::{self, Places};
use crate::steps::later;
use crate::store::{self, Index};
use crate::work::gather::gather;

/// What is on record about a run; empty when nobody decided anything yet.
pub struct OnRecord {
    /// The recovery's id, once there is one.
    pub id: Option<String>,
    /// What counts.
    pub decided: Decided,
}

/// What is on record about this run.
pub fn on_record(options: &Options, found: &Found) -> Result<OnRecord, String> {
    let places = super::own(options)?;
    // A folder that is not there is no trouble here: there is nothing on record, and nothing is made.
    let nothing = OnRecord { id: None, decided: Decided { attempt: 1, ..Decided::default() } };
    if !places.state.is_dir() {
        return Ok(nothing);
    }
    let folder = store::Folder::look(&places.state);
    let index = Index::load(&folder).map_err(|error| error.to_string())?;
    let keys = [store::session_key(found.runtime, &found.session)];
    let Some(id) = index.find(&keys).map(str::to_owned) else { return Ok(nothing) };
    let path = folder.recovery(&id);
    let loaded = store::load(&path.join("journal.jsonl"), &id).map_err(|error| error.to_string())?;
    Ok(OnRecord { id: Some(id), decided: loaded.recovery.decided })
}

/// What is on record about this run, also when it was given a brief of a recovery that is kept here.
pub fn of_run(options: &Options, found: &Found) -> Result<OnRecord, String> {
    let own = on_record(options, found)?;
    let Some((recovery, _)) = found.brief.as_ref().filter(|_| own.id.is_none()) else { return Ok(own) };
    let kept = decided_of(options, recovery)?;
    Ok(kept.map_or(own, |decided| OnRecord { id: Some(recovery.clone()), decided }))
}

/// What counts in the recovery with this id, when it is kept here.
pub fn decided_of(options: &Options, id: &str) -> Result<Option<Decided>, String> {
    let places = super::own(options)?;
    let journal = store::Folder::look(&places.state).recovery(id).join("journal.jsonl");
    // An id comes from a file that anybody may have written: it names a folder of ours or nothing.
    if id.contains(['/', '.']) || !journal.is_file() {
        return Ok(None);
    }
    let loaded = store::load(&journal, id).map_err(|error| error.to_string())?;
    Ok(Some(loaded.recovery.decided))
}

/// The file of the present attempt's brief with this extension, if the brief was written.
pub fn written<'a>(decided: &'a Decided, extension: &str) -> Option<&'a Path> {
    let paths = decided.published.get(&decided.attempt)?.paths.iter().map(Path::new);
    paths.into_iter().find(|path| path.extension().is_some_and(|end| end == extension))
}

/// Takes out of the facts of a run what was done by the runs that the journal says came after it.
pub fn without_later(decided: &Decided, briefs: &[Brief], others: &[(u32, Facts)], facts: &mut Facts) {
    let after = attempt_of(decided, facts);
    let later: Vec<(u32, Facts)> = others.iter().filter(|(attempt, _)| *attempt > after).cloned().collect();
    later::apply(facts, after, &later, &briefs.iter().collect::<Vec<_>>());
}

/// The facts of the other runs of the recovery of a run.
pub fn others(options: &Options, places: &Places, decided: &Decided, facts: &Facts) -> Vec<(u32, Facts)> {
    gathered(options, places, decided.runs.iter().filter(|(_, run, _)| run.session != facts.run.session))
}

/// The attempt whose brief a run had; 0 for the run that failed first.
fn attempt_of(decided: &Decided, facts: &Facts) -> u32 {
    // In one transcript the dead run is the newest part; else a run is of the first attempt for which it stands.
    let dead = decided.dead_run().is_some_and(|dead| dead.session == facts.run.session);
    let own = decided.runs.iter().filter(|(_, run, _)| run.session == facts.run.session);
    let first = own.map(|(attempt, ..)| *attempt).min().unwrap_or(0);
    if dead { decided.attempt.saturating_sub(1) } else { first }
}

/// Adds what the briefs know that were written before a run or for it.
pub fn carry(decided: &Decided, facts: &mut Facts) {
    let of = attempt_of(decided, facts);
    later::carry_to(facts, decided, &briefs(decided), of);
}

/// The facts of the runs of the attempts before the last one: what they made lies below the start of that one.
pub fn earlier(options: &Options, places: &Places, decided: &Decided) -> Vec<(u32, Facts)> {
    let dead = decided.dead_run().map(|run| run.session.as_str());
    let before = decided.runs.iter().filter(|(_, run, _)| decided.attempt > 1 && Some(run.session.as_str()) != dead);
    gathered(options, places, before)
}

/// The facts of runs of a recovery, as far as their transcripts are still there.
fn gathered<'a>(
    options: &Options,
    places: &Places,
    runs: impl Iterator<Item = &'a (u32, RunMark, String)>,
) -> Vec<(u32, Facts)> {
    let facts = |(attempt, run, _): &(u32, RunMark, String)| {
        let found = sources::resolve(places, &run.transcript).ok()?;
        Some((*attempt, gather(places, &found, super::clock(options), Duration::ZERO)))
    };
    runs.filter_map(facts).collect()
}

/// The briefs that were written, as far as their files can be read.
pub fn briefs(decided: &Decided) -> Vec<Brief> {
    let data = |paths: &[String]| {
        let path = paths.iter().find(|path| Path::new(path).extension().is_some_and(|end| end == "json"))?;
        read_json(&fs_err::read_to_string(path).ok()?).ok()
    };
    decided.published.values().filter_map(|brief| data(&brief.paths)).collect()
}
