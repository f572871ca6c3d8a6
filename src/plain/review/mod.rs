//! `lastgood review`: what a run did with the brief that it was given, for scripts, hooks and CI.

mod hook;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::recovery::{decided_of, on_record};
use super::{answer, called, clock, note, run_of, say, tell, text};
use crate::brief::{Mark, marks, read_json};
use crate::cli::{self, Options};
use crate::model::{Brief, Decided, Facts, Found, Machine, Measured, Recovered, Review, Reviewed, What, reported};
use crate::sources::{self, Places};
use crate::steps::review::{Against, consumption, review as compare};
use crate::store;
use crate::words;
use crate::work::gather::gather;

/// A brief and the comment line in its Markdown.
type Given = (Brief, Option<Mark>);

/// The status of a run that is not recovered, or that something speaks against.
const NOT: u8 = 1;

/// `lastgood review`.
pub fn review(options: &Options, asked: &cli::Review) -> ExitCode {
    match score(options, asked) {
        // To a hook, 2 means "go on": what only went wrong here holds no agent.
        Err(why) if asked.hook => {
            note(&why);
            ExitCode::from(NOT)
        }
        scored => answer(scored),
    }
}

fn score(options: &Options, asked: &cli::Review) -> Result<ExitCode, String> {
    let told = hook::told(&asked.run)?;
    let (places, found) = run_of(options, &told.run)?;
    let facts = gather(&places, &found, clock(options), Duration::ZERO);
    let Some((brief, mark)) = brief_for(options, asked, &facts)? else {
        // A session that works on no brief is none of our business.
        if asked.hook {
            return Ok(ExitCode::SUCCESS);
        }
        return Err(match consumers(options, &places, &found) {
            next if next.is_empty() => text::no_brief_in(&called::line(options), &facts.run.session),
            next => text::given_to(&called::line(options), &facts.run.session, &next),
        });
    };
    let mut decided = decided_of(options, &brief.recovery)?;
    // A hook asks what is so now, and so does whoever has the gates run.
    if (asked.hook || asked.run_gates)
        && let Some(reviewed) = decided.as_mut().and_then(|decided| decided.reviews.get_mut(&brief.attempt))
    {
        reviewed.kept = None;
    }
    let mut measured: Vec<Measured> = decided.iter().flat_map(|decided| of_attempt(decided, brief.attempt)).collect();
    if asked.run_gates {
        measured.extend(run::gates(options, asked, &facts, &brief)?);
    }
    let review = against(&facts, &brief, mark.as_ref(), &measured, decided.as_ref());
    if asked.hook {
        return Ok(hook::answer(&review, &facts.run, &told));
    }
    let printed = if asked.json {
        say(&reported(&review))
    } else {
        tell(&facts.run.numbered(&text::review(&review, people(decided.as_ref(), brief.attempt))))
    };
    if printed != ExitCode::SUCCESS {
        return Ok(printed);
    }
    let good = if asked.machine { review.machine == Machine::Clean } else { review.verdict == Recovered::Recovered };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(NOT) })
}

/// What people said in the review of an attempt.
fn people(decided: Option<&Decided>, attempt: u32) -> Option<&Reviewed> {
    decided.and_then(|decided| decided.reviews.get(&attempt))
}

fn of_attempt(decided: &Decided, attempt: u32) -> impl Iterator<Item = Measured> + '_ {
    decided.measured.iter().filter(move |(of, _)| *of == attempt).map(|(_, result)| result.clone())
}

/// The reviews of a recovery as they stand, of each attempt whose run is among these.
pub fn reviews(decided: &Decided, briefs: &[Brief], own: &Facts, others: &[(u32, Facts)]) -> Vec<Review> {
    let of = |brief: &Brief| {
        let run = decided.runs.iter().rev().find(|(attempt, ..)| *attempt == brief.attempt)?;
        let all = others.iter().map(|(_, facts)| facts).chain([own]);
        let facts = all.into_iter().find(|facts| facts.run.session == run.1.session)?;
        let measured: Vec<Measured> = of_attempt(decided, brief.attempt).collect();
        Some(against(facts, brief, None, &measured, Some(decided)))
    };
    briefs.iter().filter_map(of).collect()
}

fn against(
    facts: &Facts,
    brief: &Brief,
    mark: Option<&Mark>,
    measured: &[Measured],
    decided: Option<&Decided>,
) -> Review {
    let sha256 = mark.map(|mark| mark.sha256.as_str());
    let consumption = consumption(&facts.run, brief, sha256);
    let against = Against { brief, sha256, facts, consumption: consumption.as_ref(), measured, decided };
    compare(&against, &words::steps::blocker)
}

/// The brief that was named, or the one whose first line stands in the run's prompts.
fn brief_for(options: &Options, asked: &cli::Review, facts: &Facts) -> Result<Option<Given>, String> {
    if let Some(path) = &asked.brief {
        return read(path).map(Some);
    }
    let prompts = facts.run.events.iter().filter_map(|event| match &event.what {
        What::Asked { text, .. } => Some(text),
        _ => None,
    });
    let Some(given) = prompts.flat_map(|text| marks(text)).last() else { return Ok(None) };
    let own = super::own(options)?;
    let folder = store::Folder::look(&own.state).recovery(&given.recovery);
    let name = format!("brief-{}.md", given.attempt);
    // A brief that was sent to the work tree lies there, too, for those who have not our state folder.
    let in_tree = facts.tree.root.join(".lastgood").join(&name);
    let path = if !folder.join(&name).exists() && in_tree.exists() { in_tree } else { folder.join(&name) };
    read(&path).map(Some).map_err(|why| text::brief_elsewhere(&given.recovery, given.attempt, &why))
}

/// The runs that were given a brief of the recovery to which this run belongs.
fn consumers(options: &Options, places: &Places, found: &Found) -> Vec<String> {
    let Some(id) = on_record(options, found).ok().and_then(|record| record.id) else { return Vec::new() };
    let (rows, _) = sources::found(places);
    let given = rows.into_iter().filter(|row| row.brief.as_ref().is_some_and(|(recovery, _)| *recovery == id));
    given.map(|row| row.session).collect()
}

/// The data of a brief and, where its Markdown lies beside it, the comment line there.
fn read(path: &Path) -> Result<Given, String> {
    let data: PathBuf = path.with_extension("json");
    let open = |path: &Path| fs_err::read_to_string(path).map_err(|error| error.to_string());
    let brief = read_json(&open(&data)?).map_err(|why| format!("{}: {why}", data.display()))?;
    let markdown = path.with_extension("md");
    let mark = if markdown.exists() { marks(&open(&markdown)?).into_iter().next() } else { None };
    Ok((brief, mark))
}
