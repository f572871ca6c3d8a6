//! The attempts of a task, oldest first, with their logs.

use serde_json::Value;

use super::client::Client;
use super::log::{self, Log};
use crate::model::{Attempt, Problem};
use crate::sources::fields::Fields;

/// Of a task with more attempts the newest are read whole.
const WHOLE: usize = 12;

/// An attempt with its log.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub attempt: Attempt,
    pub log: Log,
}

/// Every attempt of a task.
pub(super) fn read(client: &Client, task: &str, problems: &mut Vec<Problem>) -> Vec<Tried> {
    let place = |id: &str| format!("{} run {id}", client.server().url);
    let rows = match client.get(&format!("/issues/{task}/runs")) {
        Ok(rows) => rows.as_array().cloned().unwrap_or_default(),
        Err(why) => {
            problems.push(Problem::new(client.server().url.clone(), format!("its runs: {}", why.words("runs"))));
            Vec::new()
        }
    };
    let mut tried = Vec::new();
    for (nth, row) in rows.iter().enumerate() {
        let id = row.said("runId").unwrap_or(row.text("id"));
        if id.is_empty() {
            continue;
        }
        let mut attempt = of(row, row);
        id.clone_into(&mut attempt.id);
        let (mut read, mut result) = (Log::default(), row["resultJson"].clone());
        if nth < WHOLE {
            match client.get(&format!("/heartbeat-runs/{id}")) {
                Ok(whole) => {
                    attempt = Attempt { id: id.to_owned(), ..of(&whole, row) };
                    result = whole["resultJson"].clone();
                }
                Err(why) => problems.push(Problem::new(place(id), why.words("run"))),
            }
            if attempt.began() {
                read = log::read(client, id, row.int("logBytes").and_then(|bytes| u64::try_from(bytes).ok()));
                if read.lines.is_empty() {
                    read.kept(&result, attempt.ended.or(attempt.started));
                }
            }
        }
        if let Some(problem) = &read.problem {
            problems.push(Problem::new(place(id), problem.clone()));
        }
        tried.push(Tried { attempt, log: read });
    }
    if rows.len() > WHOLE {
        let what = format!("the task has {} runs; of the oldest only their state was read", rows.len());
        problems.push(Problem::new(client.server().url.clone(), what));
    }
    tried.reverse();
    tried
}

/// The facts of an attempt: the run's own answer, and what only the task's list holds.
fn of(run: &Value, row: &Value) -> Attempt {
    let number = |key: &str| run.int(key).and_then(|number| u32::try_from(number).ok());
    let owned = |record: &Value, key: &str| record.said(key).map(str::to_owned);
    let dispatched = || run["runnerProfileJson"]["adapterDispatch"]["adapterType"].as_str();
    Attempt {
        id: String::new(),
        status: run.text("status").to_owned(),
        adapter: row.said("adapterType").or_else(dispatched).unwrap_or_default().to_owned(),
        made: run.time("createdAt").or_else(|| row.time("createdAt")),
        started: run.time("startedAt"),
        ended: run.time("finishedAt"),
        scheduled: run.time("scheduledRetryAt").filter(|_| run.text("status") == "scheduled_retry"),
        code: owned(run, "errorCode"),
        error: owned(run, "error"),
        exit: run.int("exitCode").and_then(|code| i32::try_from(code).ok()),
        signal: owned(run, "signal"),
        pid: number("processPid"),
        group: number("processGroupId"),
        process_started: run.time("processStartedAt"),
        last_output: run.time("lastOutputAt"),
        before: owned(run, "sessionIdBefore"),
        after: owned(run, "sessionIdAfter"),
        exhausted: owned(row, "retryExhaustedReason"),
    }
}
