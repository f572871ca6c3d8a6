//! The program without a screen: list, inspect, brief, review, next as text and JSON, for scripts, pipes and `TERM=dumb`.
//!
//! Answers go to standard output, what went wrong to standard error with exit status 2.

#![expect(clippy::disallowed_methods, reason = "the clock and the environment are read here and handed on")]

mod brief;
pub mod called;
mod checkpoint;
mod next;
mod packet;
mod print;
mod recovery;
mod review;
mod text;

pub use brief::brief;
pub use checkpoint::checkpoint;
pub use next::next;
pub use packet::packet;
pub use review::review;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use self::print::{answer, tell, trouble};
pub use self::print::{note, say};
use crate::cli::{Inspect, List, Options};
use crate::model::{Decided, Found, Problem, RunMark, Timestamp};
use crate::report::Report;
use crate::sources::{self, PathMap, Places, TaskServer};
use crate::steps::{measured, outside};
use crate::store;
use crate::work::gather::{Clock, gather};

/// The status of everything that could not be done.
const TROUBLE: u8 = 2;

/// `lastgood list`.
pub fn list(options: &Options, list: &List) -> ExitCode {
    let places = places(options);
    let (mut rows, mut problems) = sources::found(&places);
    let (tasks, trouble) = sources::tasks(&places);
    rows.extend(tasks);
    rows.sort_by_key(|row| std::cmp::Reverse(row.last_event));
    problems.extend(trouble);
    let week = clock(options).now - jiff::SignedDuration::from_hours(7 * 24);
    let shown: Vec<&Found> =
        rows.iter().filter(|row| list.all || row.last_event.is_none_or(|last| last >= week)).collect();
    if list.json {
        let rows: Vec<_> = shown.iter().map(|row| json_row(row)).collect();
        return say(
            &(format!("{:#}", json!({ "schema": "lastgood.list/1", "runs": rows, "problems": problems })) + "\n")
        );
    }
    tell(&text::list(&shown, rows.len(), &problems, &places.home))
}

/// `lastgood inspect`.
pub fn inspect(options: &Options, inspect: &Inspect) -> ExitCode {
    answer(run_of(options, &inspect.run).map(|(places, found)| {
        let mut facts = gather(&places, &found, clock(options), Duration::from_secs_f64(inspect.watch));
        // What cannot be read of the decisions takes nothing from the facts.
        let (mut decided, mut counts) = (String::new(), Decided::default());
        match recovery::of_run(options, &found) {
            Ok(record) => {
                facts = measured::as_decided(facts, &record.decided);
                let others = recovery::others(options, &places, &record.decided, &facts);
                let briefs = recovery::briefs(&record.decided);
                // Decisions are about what all runs of the recovery left; only people read them.
                if !inspect.json {
                    let reviews = review::reviews(&record.decided, &briefs, &facts, &others);
                    let mut known = facts.clone();
                    outside::carry(&mut known, briefs.iter());
                    let (facts, others, reviews) = (&known, &others[..], &reviews[..]);
                    let told = text::Told { facts, others, reviews, decided: &record.decided };
                    decided = text::decided(record.id.as_deref(), &told);
                }
                recovery::without_later(&record.decided, &briefs, &others, &mut facts);
                counts = record.decided;
            }
            Err(why) => facts.problems.push(Problem::new("decisions", why)),
        }
        if inspect.json {
            return say(&Report::of(&facts).json());
        }
        recovery::carry(&counts, &mut facts);
        tell(&(text::facts(&facts, &counts) + &decided))
    }))
}

/// Refuses to go on when nothing says whose runs are meant.
pub fn without_home(options: &Options) -> Option<ExitCode> {
    let set = options.home.is_some() || std::env::var_os("HOME").is_some_and(|home| !home.is_empty());
    (!set).then(|| trouble(text::NO_HOME))
}

fn json_row(row: &Found) -> serde_json::Value {
    json!({
        "runtime": row.runtime, "session": row.session, "path": row.path.display().to_string(),
        "cwd": row.cwd.as_ref().map(|cwd| cwd.display().to_string()), "title": row.title,
        "started": row.started, "last_event": row.last_event, "problem": row.problem,
        "task": row.task.as_ref().map(|task| json!({
            "key": task.key, "state": task.state, "status": task.status, "owner": task.owner, "scheduled": task.scheduled,
        })),
    })
}

/// Where the options and the environment say to look.
pub fn places(options: &Options) -> Places {
    let account = || std::env::var_os("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from);
    let home = options.home.clone().unwrap_or_else(account);
    let map = PathMap::new(options.map.iter().cloned());
    let env = |name: &str| std::env::var_os(name);
    let mut places = Places::new(home, map, env, rustix::process::getuid().as_raw());
    // Without a home there is no copy to look at; that is said where one is needed.
    places.packets = copies(options).unwrap_or_default();
    places.tasks = TaskServer::named(options.paperclip.as_deref(), env, &places.config);
    places.scratch = own(options).ok().map(|own| store::scratch(&own.cache));
    places
}

/// Where everything of ours lies.
pub fn own(options: &Options) -> Result<store::Places, String> {
    let mut own = store::Places::of_account(options.state.as_deref()).map_err(|why| why.to_string())?;
    own.cache = options.cache.clone().unwrap_or(own.cache);
    Ok(own)
}

/// Where copies of packets are kept.
fn copies(options: &Options) -> Result<PathBuf, String> {
    Ok(own(options)?.state.join("packets"))
}

/// The time that counts as now.
pub fn clock(options: &Options) -> Clock {
    Clock { now: options.now.unwrap_or_else(Timestamp::now), fixed: options.now.is_some() }
}

/// The run on which the screen opens: of a recovery the failed one, since a run that consumed a brief starts no recovery of its own.
/// With it, the session that was asked for.
pub fn to_open(options: &Options, name: &str) -> Result<(RunMark, String), String> {
    let (_, found) = run_of(options, name)?;
    if let Some(why) = &found.problem {
        return Err(text::unreadable(name, why));
    }
    let kept = match &found.brief {
        Some((recovery, _)) => recovery::decided_of(options, recovery)?,
        None => Some(recovery::on_record(options, &found)?.decided),
    };
    let failed = kept.and_then(|kept| kept.runs.into_iter().find(|(attempt, ..)| *attempt == 0));
    Ok((failed.map_or_else(|| found.mark(), |(_, run, _)| run), found.session))
}

/// The run that goes by this name, with the places where it was looked for.
fn run_of(options: &Options, name: &str) -> Result<(Places, Found), String> {
    let places = places(options);
    let found = sources::resolve(&places, name).map_err(|none| text::not_found(&none))?;
    Ok((places, found))
}
