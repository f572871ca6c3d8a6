//! One row per task for the picker: every task that wants a person, lives or starts by itself. Done and untouched ones are left out.

use std::path::PathBuf;

use serde_json::Value;

use super::agents::Names;
use super::client::{Client, Trouble};
use super::state;
use crate::model::{Attempt, Found, Problem, Runtime, Tail, TaskGlance, TaskState};
use crate::sources::Places;
use crate::sources::fields::Fields;

/// So many tasks of a company are looked at.
const MOST: usize = 60;
/// The states in which a task can want a person.
const OPEN: &str = "todo,in_progress,in_review,blocked";

/// The tasks of every company.
pub(super) fn all(places: &Places) -> (Vec<Found>, Vec<Problem>) {
    let Some(server) = &places.tasks else { return (Vec::new(), Vec::new()) };
    let client = Client::new(server);
    let mut problems = Vec::new();
    if let Some(why) = &server.problem {
        problems.push(Problem::new(server.url.clone(), why.clone()));
    }
    let companies = match client.get("/companies") {
        Ok(answer) => answer.as_array().cloned().unwrap_or_default(),
        Err(why) => {
            // The place stands beside it: what happened must not be cut off by saying it twice.
            let words = why.words("list of companies");
            let what = words.strip_prefix(&server.url).map_or(words.as_str(), str::trim_start);
            problems.push(Problem::new(server.url.clone(), what));
            return (Vec::new(), problems);
        }
    };
    let mut rows = Vec::new();
    for company in companies.iter().filter(|company| company.text("status") != "archived") {
        let id = company.text("id");
        let names = Names::of(&client, id);
        match client.get(&format!("/companies/{id}/issues?status={OPEN}")) {
            Ok(answer) => {
                let issues = answer.as_array().cloned().unwrap_or_default();
                if issues.len() > MOST {
                    let what = format!(
                        "{} open tasks of {}: the first {MOST} were looked at",
                        issues.len(),
                        company.text("name")
                    );
                    problems.push(Problem::new(server.url.clone(), what));
                }
                for issue in issues.iter().take(MOST) {
                    rows.extend(row(places, &client, &names, issue, &mut problems));
                }
            }
            Err(why) => {
                let place = format!("{} company {}", server.url, company.said("name").unwrap_or(id));
                problems.push(Problem::new(place, why.words("list of tasks")));
            }
        }
    }
    (rows, problems)
}

/// The task with this key.
pub(super) fn one(places: &Places, key: &str) -> Result<Found, String> {
    let Some(server) = &places.tasks else {
        return Err("no task server was named: use --paperclip URL or PAPERCLIP_API_URL".to_owned());
    };
    let client = Client::new(server);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if key.is_empty() || !key.chars().all(plain) {
        return Err(format!("{key} is no key of a task: it looks like PAP-12"));
    }
    let issue = client.get(&format!("/issues/{key}")).map_err(|why| match why {
        Trouble::Missing => format!("{} has no task {key}", server.url),
        other @ Trouble::Other(_) => other.words("task"),
    })?;
    if issue.said("id").is_none() {
        return Err(format!("{} answers with something that is no task: is this a Paperclip server?", server.url));
    }
    Ok(glance(places, &issue, TaskState::Unknown, &[]))
}

/// The row of a task, when it is worth one.
fn row(places: &Places, client: &Client, names: &Names, issue: &Value, problems: &mut Vec<Problem>) -> Option<Found> {
    let id = issue.text("id");
    // The list leaves out what decides: the hold, the retry, the action.
    let whole = match client.get(&format!("/issues/{id}")) {
        Ok(whole) => whole,
        Err(why) => {
            problems.push(Problem::new(issue.text("identifier").to_owned(), why.words("task")));
            issue.clone()
        }
    };
    let runs = client.get(&format!("/issues/{id}/runs")).ok().and_then(|runs| runs.as_array().cloned())?;
    let attempts: Vec<Attempt> = runs.iter().rev().map(short).collect();
    let state = state::state(&whole, &attempts, false, false);
    let idle = attempts.is_empty() || matches!(state, TaskState::Done | TaskState::Unknown);
    if idle {
        return None;
    }
    let mut found = glance(places, &whole, state, &attempts);
    if let Some(task) = &mut found.task {
        task.owner = whole.said("assigneeAgentId").map(|id| names.agent(id)).or(task.owner.take());
    }
    Some(found)
}

fn short(run: &Value) -> Attempt {
    Attempt {
        id: run.text("runId").to_owned(),
        status: run.text("status").to_owned(),
        adapter: run.text("adapterType").to_owned(),
        started: run.time("startedAt"),
        ended: run.time("finishedAt"),
        scheduled: run.time("scheduledRetryAt").filter(|_| run.text("status") == "scheduled_retry"),
        code: run.said("errorCode").map(str::to_owned),
        ..Attempt::default()
    }
}

fn glance(places: &Places, issue: &Value, state: TaskState, attempts: &[Attempt]) -> Found {
    let key = issue.said("identifier").unwrap_or(issue.text("id")).to_owned();
    let last = attempts.iter().rev().find_map(|attempt| attempt.ended.or(attempt.started));
    Found {
        runtime: Runtime::Paperclip,
        session: key.clone(),
        path: PathBuf::from(places.tasks.as_ref().map(|server| server.url.as_str()).unwrap_or_default()),
        cwd: folder(issue).map(|folder| places.here(folder)),
        title: issue.said("title").map(str::to_owned),
        started: attempts.iter().find_map(|attempt| attempt.started).or_else(|| issue.time("startedAt")),
        last_event: last.or_else(|| issue.time("updatedAt")),
        tail: Tail::Unclear,
        brief: None,
        task: Some(Box::new(TaskGlance {
            key,
            state,
            status: issue.text("status").to_owned(),
            owner: issue.said("responsibleUserId").map(Names::user),
            scheduled: issue["scheduledRetry"]
                .time("scheduledRetryAt")
                .or_else(|| attempts.iter().rev().find_map(|attempt| attempt.scheduled)),
        })),
        problem: None,
    }
}

/// The folder in which the task's workers work.
pub(super) fn folder(issue: &Value) -> Option<&str> {
    let project = &issue["project"];
    issue["currentExecutionWorkspace"]
        .said("cwd")
        .or_else(|| project["primaryWorkspace"].said("cwd"))
        .or_else(|| project["codebase"].said("effectiveLocalFolder"))
}
