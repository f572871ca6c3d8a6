//! One whole task: its record, its attempts, and the run that they are.

use serde_json::Value;

use super::agents::Names;
use super::attempts::{self, Tried};
use super::client::{Client, Trouble};
use super::{documents, find, state, task, worker};
use crate::model::{
    Attempt, Document, Found, Hold, Part, PartKind, PlanItem, PlanState, Problem, Remark, Run, Runtime, SavedSession,
    Summary, TaskRecord, TaskState,
};
use crate::sources::Places;
use crate::sources::fields::Fields;

/// The version whose answers this reader was measured with.
const MEASURED: &str = "2026.916";

/// Loads the task of a row.
pub(super) fn run(places: &Places, found: &Found) -> Run {
    let key = found.session.as_str();
    let Some(server) = &places.tasks else {
        return nothing(key, "no task server was named: use --paperclip URL or PAPERCLIP_API_URL");
    };
    let client = Client::new(server);
    let issue = match client.get(&format!("/issues/{key}")) {
        Ok(issue) => issue,
        Err(why) => return nothing(key, &why.words("task")),
    };
    let mut problems = Vec::new();
    problems.extend(server.problem.clone().map(|why| Problem::new(server.url.clone(), why)));
    let system = version(&client, &mut problems);
    for field in ["id", "identifier", "status", "companyId"] {
        if issue.said(field).is_none() {
            let what = format!(
                "the task has no field `{field}`: this version of Paperclip is not known; what depends on it is left open"
            );
            problems.push(Problem::new(key, what));
        }
    }
    let id = issue.text("id").to_owned();
    let names = Names::of(&client, issue.text("companyId"));
    let tried = attempts::read(&client, &id, &mut problems);
    let record = record(&client, &issue, &names, &tried, system, &mut problems);
    let mut run = worker::run(places, key, find::folder(&issue), &record, &tried);
    run.cwd = find::folder(&issue).map(|folder| places.here(folder)).or(run.cwd.take());
    run.title = Some(record.title.clone()).filter(|title| !title.is_empty());
    if run.plan.is_empty() {
        run.plan = record.document("plan").map(plan).unwrap_or_default();
    }
    marks(&mut run, &record);
    run.problems.extend(problems);
    run.record = Some(Box::new(record));
    run
}

fn nothing(key: &str, why: &str) -> Run {
    let mut run = Run::new(Runtime::Paperclip, key);
    run.problems.push(Problem::new(key, why));
    run
}

/// The system and its version; another version than the measured one is said.
fn version(client: &Client, problems: &mut Vec<Problem>) -> String {
    let url = &client.server().url;
    match client.get("/health") {
        Ok(health) => {
            let version = health.said("version").or(health.said("serverVersion")).unwrap_or("of unknown version");
            if !version.starts_with(MEASURED) {
                let what = format!(
                    "this is Paperclip {version}; its answers were measured with {MEASURED}: fields that are missing are named below"
                );
                problems.push(Problem::new(url.clone(), what));
            }
            format!("Paperclip {version}")
        }
        Err(why) => {
            problems.push(Problem::new(url.clone(), format!("its version is not known: {}", why.words("health"))));
            "Paperclip".to_owned()
        }
    }
}

fn record(
    client: &Client,
    issue: &Value,
    names: &Names,
    tried: &[Tried],
    system: String,
    problems: &mut Vec<Problem>,
) -> TaskRecord {
    let id = issue.text("id");
    let mut list = |path: String, what: &str| match client.get(&path) {
        Ok(answer) => answer.as_array().cloned().unwrap_or_default(),
        Err(Trouble::Missing) => Vec::new(),
        Err(why) => {
            problems.push(Problem::new(path, why.words(what)));
            Vec::new()
        }
    };
    let live = !list(format!("/issues/{id}/live-runs"), "live runs").is_empty();
    let comments = list(format!("/issues/{id}/comments"), "comments");
    let children = list(format!("/companies/{}/issues?parentId={id}", issue.text("companyId")), "sub-tasks");
    let attached = list(format!("/issues/{id}/attachments"), "attachments");
    let noted = list(format!("/issues/{id}/work-products"), "work products");
    let approvals = list(format!("/issues/{id}/approvals"), "approvals");
    let questions = list(format!("/issues/{id}/interactions"), "questions");
    let saved = issue.said("assigneeAgentId").map(|agent| {
        let rows = list(format!("/agents/{agent}/task-sessions"), "saved sessions");
        rows.iter().filter(|row| row.text("taskKey") == id).map(session).collect::<Vec<_>>()
    });
    let mut documents = documents::read(client, id, names, problems);
    documents::ruled(&mut documents, &questions);
    let attempts: Vec<Attempt> = tried.iter().map(|tried| tried.attempt.clone()).collect();
    let asked = questions.iter().any(|question| question.text("status") == "pending");
    let state = state::state(issue, &attempts, live, asked);
    let session = saved.iter().flatten().next().map(|saved| saved.session.clone());
    let summary = summary(client, id, problems);
    let blocker = &issue["executionBlocker"];
    let parts = [
        (PartKind::SubTask, children),
        (PartKind::Attachment, attached),
        (PartKind::Noted, noted),
        (PartKind::Approval, approvals),
        (PartKind::Question, questions),
    ];
    let mut remarks: Vec<Remark> = comments.iter().map(|comment| remark(comment, names)).collect();
    remarks.sort_by_key(|remark| remark.at);
    crate::read::documents::by_comments(&mut documents, &remarks);
    let mut task = task::task(issue, names, state);
    for limit in remarks
        .iter()
        .filter(|remark| remark.by.person)
        .flat_map(|remark| crate::read::task::stated(&remark.text).limits)
    {
        if !task.limits.contains(&limit) {
            task.limits.push(limit);
        }
    }
    TaskRecord {
        system,
        server: client.server().url.clone(),
        here: client.server().here(),
        id: id.to_owned(),
        title: issue.text("title").to_owned(),
        description: issue.text("description").to_owned(),
        task,
        scheduled: issue["scheduledRetry"]
            .time("scheduledRetryAt")
            .or_else(|| attempts.iter().rev().find_map(|attempt| attempt.scheduled)),
        hold: blocker.is_object().then(|| Hold {
            action: blocker.text("recoveryActionId").to_owned(),
            attempt: blocker.text("runId").to_owned(),
            cause: blocker.text("cause").to_owned(),
        }),
        starts: state::starts(issue, &attempts, state, session.as_deref()),
        given: given(&documents, &remarks, summary.as_ref()),
        summary,
        worker: issue.said("assigneeAgentId").map(|agent| names.worker(agent)),
        parts: parts.iter().flat_map(|(kind, rows)| rows.iter().map(|row| part(*kind, row))).collect(),
        attempts,
        documents,
        remarks,
        saved,
    }
}

/// What the next run is told about the ones before; it stands in no list of documents.
fn summary(client: &Client, id: &str, problems: &mut Vec<Problem>) -> Option<Summary> {
    match client.get(&format!("/issues/{id}/heartbeat-context")) {
        Ok(context) => {
            let kept = &context["continuationSummary"];
            let version =
                kept.int("latestRevisionNumber").map_or_else(|| "its newest".to_owned(), |at| format!("rev {at}"));
            kept.said("body").map(|text| Summary { version, text: text.to_owned() })
        }
        Err(Trouble::Missing) => None,
        Err(why) => {
            problems.push(Problem::new("continuation summary", why.words("summary")));
            None
        }
    }
}

fn remark(comment: &Value, names: &Names) -> Remark {
    Remark {
        id: comment.text("id").to_owned(),
        by: names.author(comment, "authorAgentId", "authorUserId"),
        at: comment.time("createdAt"),
        text: comment.text("body").to_owned(),
        attempt: comment.said("createdByRunId").map(str::to_owned),
    }
}

fn session(row: &Value) -> SavedSession {
    let params = &row["sessionParamsJson"];
    let id = params.said("sessionId").or(params.said("acpSessionId")).or(row.said("sessionDisplayId"));
    SavedSession {
        session: id.unwrap_or_default().to_owned(),
        cwd: params.said("cwd").map(str::to_owned),
        adapter: row.text("adapterType").to_owned(),
        error: row.said("lastError").map(str::to_owned),
    }
}

fn part(kind: PartKind, row: &Value) -> Part {
    let first = |keys: &[&str]| keys.iter().find_map(|key| row.said(key)).unwrap_or_default().to_owned();
    Part {
        kind,
        key: first(&["identifier", "externalId", "filename", "fileName", "originalFilename", "key", "id"]),
        title: row["payload"]
            .said("title")
            .map_or_else(|| first(&["title", "filename", "kind", "type"]), str::to_owned),
        status: first(&["status", "state"]),
        run: row["activeRun"].said("id").map(str::to_owned),
        made_by: row.said("createdByRunId").or(row.said("sourceRunId")).map(str::to_owned),
    }
}

/// What the next run is given without anybody's doing.
fn given(documents: &[Document], remarks: &[Remark], summary: Option<&Summary>) -> Vec<String> {
    let mut given = vec!["the task's title and description".to_owned()];
    if let Some(plan) = documents.iter().find(|document| document.key == "plan").and_then(Document::newest) {
        given.push(format!("document plan at {}", plan.version()));
    }
    given.extend(summary.map(|summary| format!("the continuation summary at {}", summary.version)));
    if let Some(last) = remarks.iter().rev().find(|remark| remark.by.person) {
        let line: String = last.text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect();
        given.push(format!("the newest comment of a person: \"{line}\""));
    }
    given
}

/// The steps of a plan document: boxes with their mark, or a numbered list of which nothing is said to be done.
fn plan(document: &Document) -> Vec<PlanItem> {
    let text = document.newest().map(|revision| revision.text.as_str()).unwrap_or_default();
    let item = |line: &str| {
        let line = line.trim();
        let bare = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line);
        let boxed = [
            ("[x] ", PlanState::Done),
            ("[X] ", PlanState::Done),
            ("[~] ", PlanState::Doing),
            ("[ ] ", PlanState::Open),
        ];
        if let Some((text, state)) = boxed.iter().find_map(|(mark, state)| Some((bare.strip_prefix(mark)?, *state))) {
            return Some(PlanItem { text: text.to_owned(), state });
        }
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.get(digits..)?;
        let text = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")).filter(|_| digits > 0)?;
        Some(PlanItem { text: text.to_owned(), state: PlanState::Open })
    };
    text.lines().filter_map(item).collect()
}

/// What ties processes of this machine to the task's attempts.
fn marks(run: &mut Run, record: &TaskRecord) {
    let marks = &mut run.marks;
    marks.folder = run.cwd.clone().or(marks.folder.take());
    for attempt in record.attempts.iter().filter(|attempt| attempt.began()) {
        marks.environ.push(("PAPERCLIP_RUN_ID".to_owned(), Some(attempt.id.clone())));
        // A number of a process means something only on the machine that gave it.
        if record.here {
            marks.groups.extend(attempt.group.filter(|group| *group > 1));
            marks.processes.extend(attempt.pid.map(|pid| (pid, attempt.process_started)));
        }
    }
    if record.task.state == TaskState::Scheduled {
        marks.waits = None;
    }
}
