//! `lastgood next`: the exact command lines that start the next run with its brief. Starts nothing.

use std::process::ExitCode;
use std::time::Duration;

use super::recovery::{on_record, written};
use super::{answer, called, clock, note, run_of, say, text};
use crate::cli::{self, Options};
use crate::model::{Answered, Closing, Decided, Facts, Found, Says, Sign, Start, TaskRecord};
use crate::sources::{self, resume};
use crate::steps::{assign, confirm, given, task};
use crate::work::gather::gather;

/// The status when the next run must not be started yet.
const NOT_YET: u8 = 1;

/// Long enough to see a session grow.
const WATCH: Duration = Duration::from_millis(1500);

/// `lastgood next`.
pub fn next(options: &Options, asked: &cli::Next) -> ExitCode {
    answer(lines(options, asked))
}

fn lines(options: &Options, asked: &cli::Next) -> Result<ExitCode, String> {
    let (places, found) = run_of(options, &asked.run)?;
    let record = on_record(options, &found)?;
    let decided = &record.decided;
    let (Some(brief), Some(recovery)) = (written(decided, "md"), record.id.as_deref()) else {
        return Ok(not_yet(&text::no_brief_yet(&called::line(options))));
    };
    if decided.reviews.values().any(|review| matches!(review.closed, Some((Closing::Recovered, ..)))) {
        return Ok(not_yet(&text::recovered_already(&called::line(options), of_attempt(decided))));
    }
    // Given once is enough: a second run would do the step again.
    let (rows, _) = sources::found(&places);
    if let Some(session) = consumer(decided, recovery, &rows) {
        return Ok(not_yet(&text::consumed_already(
            &called::line(options),
            decided.attempt,
            session,
            rows.iter().map(|row| row.session.as_str()),
        )));
    }
    let facts = gather(&places, &found, clock(options), WATCH);
    let (alive, answered) = alive(&facts.liveness.signs, decided);
    if !alive.is_empty() {
        return Ok(not_yet(&text::alive(&alive)));
    }
    if !answered.is_empty() {
        note(&text::alive_and_answered(&answered));
    }
    let waits = |sign: &&Sign| confirm::says(sign) == Says::Waiting && !confirm::answered(sign, decided);
    let waiting: Vec<&str> = facts.liveness.signs.iter().filter(waits).map(|sign| sign.what.as_str()).collect();
    // A task that starts by itself is told with what is sent to it.
    if !waiting.is_empty() && facts.run.record.is_none() {
        note(&text::waiting(&waiting));
    }
    if let Some(task) = facts.run.record.as_deref() {
        return Ok(on_task(task, &facts, decided));
    }
    let start = decided.step.as_ref().map_or_else(Start::default, |step| assign::typed(&step.start, decided));
    let lines = resume::start_lines(&resume::StartAsk {
        runtime: facts.run.runtime,
        session: &facts.run.session,
        tree: &facts.tree.root,
        start: &start,
        brief,
        recovery,
        attempt: decided.attempt,
    });
    Ok(say(&(lines.join("\n") + "\n")))
}

/// What says alive: without an answer, and with the answer that it has.
///
/// A sign that nobody answered is newer than every decision. One that was answered is named, and holds nobody.
fn alive<'a>(signs: &'a [Sign], decided: &'a Decided) -> (Vec<&'a str>, Vec<(&'a str, &'a Answered)>) {
    let living = |sign: &&Sign| confirm::says(sign) == Says::Alive;
    let (answered, open): (Vec<&Sign>, Vec<&Sign>) =
        signs.iter().filter(living).partition(|sign| confirm::answered(sign, decided));
    let answers = answered.into_iter().filter_map(|sign| Some((sign.what.as_str(), decided.answers.get(&sign.key)?)));
    (open.into_iter().map(|sign| sign.what.as_str()).collect(), answers.collect())
}

/// What a person sends to the task, ready to copy, with what it sets off; nothing of it is done here.
fn on_task(record: &TaskRecord, facts: &Facts, decided: &Decided) -> ExitCode {
    let Some(document) = task::document(decided) else {
        return not_yet(&text::not_on_task(facts.task.key.as_deref().unwrap_or(&record.id)));
    };
    let sends = task::sends(record, decided, facts, document);
    let startable = sends.iter().any(|send| !matches!(send, task::Send::Board));
    let against = given::against(facts, decided);
    let words = text::task(document, &sends, &record.given, &against);
    if startable { say(&words) } else { not_yet(words.trim_end()) }
}

/// The session that was given the brief of the present attempt: one on record, or one that carries its comment line.
fn consumer<'a>(decided: &'a Decided, recovery: &str, rows: &'a [Found]) -> Option<&'a str> {
    let carries =
        |row: &&Found| row.brief.as_ref().is_some_and(|(id, attempt)| id == recovery && *attempt == decided.attempt);
    let found = || rows.iter().find(carries).map(|row| row.session.as_str());
    of_attempt(decided).or_else(found)
}

/// The run on record that was given the brief of the present attempt.
fn of_attempt(decided: &Decided) -> Option<&str> {
    let run = decided.runs.iter().find(|(attempt, ..)| *attempt == decided.attempt);
    run.map(|(_, run, _)| run.session.as_str())
}

/// Says why it must not start, where a script looks for it: on standard error, with its own status.
fn not_yet(why: &str) -> ExitCode {
    note(why);
    ExitCode::from(NOT_YET)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Belongs, RunMark, Runtime, SignKind, Timestamp};

    #[test]
    fn what_lives_and_was_answered_is_named_and_holds_nobody() {
        let sign = |what: &str, says| Sign {
            kind: SignKind::Orphan,
            says,
            what: what.to_owned(),
            at: Timestamp::UNIX_EPOCH,
            pid: None,
            key: what.to_owned(),
            belongs: Belongs::LeftByRun,
            process: None,
        };
        let signs = [sign("git push", Says::Alive), sign("npm run dev", Says::Alive), sign("no client", Says::Quiet)];
        let answer = |says| Answered {
            says,
            what: "npm run dev".to_owned(),
            reason: "I keep it".to_owned(),
            by: "sam".to_owned(),
            at: Timestamp::UNIX_EPOCH,
        };
        let mut decided = Decided::default();
        decided.answers.insert("npm run dev".to_owned(), answer(Says::Alive));
        let (open, answered) = alive(&signs, &decided);
        assert_eq!(open, ["git push"]);
        let told = text::alive_and_answered(&answered);
        assert!(told.contains("npm run dev\n    answered by sam: I keep it"), "{told}");
        // An answer to something else that it said then is none.
        decided.answers.insert("npm run dev".to_owned(), answer(Says::Waiting));
        assert_eq!(alive(&signs, &decided).0, ["git push", "npm run dev"]);
    }

    #[test]
    fn a_brief_is_consumed_by_a_run_of_its_attempt_alone() {
        let mark =
            |session: &str| RunMark { runtime: Runtime::Codex, session: session.to_owned(), transcript: String::new() };
        let mut decided = Decided { runs: vec![(0, mark("dead"), "first".to_owned())], ..Decided::default() };
        assert_eq!(consumer(&decided, "LG-1", &[]), None);
        decided.runs.push((1, mark("2ec0c0d"), "brief id".to_owned()));
        assert_eq!(consumer(&decided, "LG-1", &[]), Some("2ec0c0d"));
        decided.attempt = 2;
        assert_eq!(consumer(&decided, "LG-1", &[]), None);
    }
}
