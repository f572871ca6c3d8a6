//! `lastgood brief`: the brief of a run as it was written, or as it would be written now.

use std::process::ExitCode;
use std::time::Duration;

use super::recovery::{OnRecord, briefs, earlier, of_run, written};
use super::{answer, clock, note, run_of, say, text};
use crate::brief::{mask, render};
use crate::cli::{self, Options};
use crate::model::{Brief, Found};
use crate::steps::{compose, later, measured};
use crate::words::came as words;
use crate::work::gather::gather;

/// `lastgood brief`.
pub fn brief(options: &Options, asked: &cli::Brief) -> ExitCode {
    answer(text_of(options, asked).map(|text| say(&text)))
}

fn text_of(options: &Options, asked: &cli::Brief) -> Result<String, String> {
    let (places, found) = run_of(options, &asked.run)?;
    let record = of_run(options, &found)?;
    // What was written is what the next run is given, even when somebody decided something since.
    if let Some(path) = written(&record.decided, if asked.json { "json" } else { "md" }) {
        let text = fs_err::read_to_string(path).map_err(|why| text::brief_gone(record.decided.attempt, &why))?;
        if let Some(of) = attempt_of(&record, &found) {
            note(&words::brief_of(record.decided.attempt, of));
        }
        return Ok(text);
    }
    // From the second attempt on it is made of what the attempt before left, whichever of the runs was named.
    let dead = record.decided.dead_run().filter(|dead| dead.session != found.session);
    let dead = dead.map(|run| Found::new(run.runtime, run.session.clone(), &run.transcript));
    let found = dead.filter(|dead| dead.path.exists()).unwrap_or(found);
    let clock = clock(options);
    let mut facts = measured::as_decided(gather(&places, &found, clock, Duration::ZERO), &record.decided);
    let before = briefs(&record.decided);
    let before = before.iter().filter(|brief| brief.attempt < record.decided.attempt);
    later::carry(&mut facts, &record.decided, before);
    later::know(&mut facts, &earlier(options, &places, &record.decided));
    let recovery = record.id.as_deref().unwrap_or("none");
    let (brief, _) = mask(&compose::compose(&facts, &record.decided, recovery, clock.now));
    Ok(if asked.json { json(&brief) } else { render(&brief) })
}

/// The attempt of the run that was named, where it must be told beside the brief that is printed: not of the one run of a first attempt.
fn attempt_of(record: &OnRecord, found: &Found) -> Option<u32> {
    let given = found.brief.as_ref().filter(|(id, _)| record.id.as_ref() == Some(id)).map(|(_, attempt)| *attempt);
    let joined = record.decided.runs.iter().filter(|(_, run, _)| run.session == found.session);
    let of = joined.map(|(attempt, ..)| *attempt).chain(given).max().unwrap_or(0);
    (of > 0 || record.decided.attempt > 1).then_some(of)
}

fn json(brief: &Brief) -> String {
    serde_json::to_string_pretty(brief).map(|text| text + "\n").unwrap_or_default()
}
