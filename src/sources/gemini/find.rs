//! Sessions for the picker: chats by their first and last lines, and sessions that only the log of prompts knows.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::Value;

use super::chat;
use super::project::Project;
use crate::evidence;
use crate::model::{Found, Problem, Runtime, Tail};
use crate::sources::Index;
use crate::sources::consumed::brief_line;
use crate::sources::fields::Fields;
use crate::sources::places::Places;
use crate::sources::text::{is_client_block, title};

/// So much of the beginning and of the end of a chat is read.
const HEAD: u64 = 512 << 10;
const TAIL: u64 = 96 << 10;

/// A chat file in short.
pub(super) struct Short {
    /// The file.
    pub path: PathBuf,
    /// Its session.
    pub session: String,
    /// `main`, or a helper's kind.
    pub kind: String,
    /// The first prompt that is no client text.
    prompt: Option<String>,
    /// Whether the model answered anything.
    pub answered: bool,
    started: Option<Timestamp>,
    updated: Option<Timestamp>,
    tail: Tail,
}

/// Every session that is no helper's. A session may have several files, so no file has a row of its own in the index.
pub(super) fn all(places: &Places, _: &Index) -> (Vec<Found>, Vec<Problem>) {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for project in Project::all(places) {
        let (found, trouble) = of_project(&project);
        rows.extend(found);
        problems.extend(trouble);
    }
    (rows, problems)
}

/// The session of a chat file or of a log of prompts.
pub(super) fn at(places: &Places, path: &Path) -> Option<Found> {
    let name = path.file_name()?.to_str()?;
    let folder = if name == "logs.json" {
        path.parent()?
    } else {
        path.parent().filter(|_| name.starts_with("session-"))?.parent()?
    };
    let project = Project::of(places, folder.to_path_buf());
    let rows = of_project(&project).0;
    let session = short(path).map(|short| short.session);
    match session {
        Some(session) => rows.into_iter().find(|row| row.session == session),
        None => rows.into_iter().filter(|row| row.path == path).max_by_key(|row| row.last_event),
    }
}

/// The chats of a project in short, oldest first.
pub(super) fn shorts(project: &Project) -> (Vec<Short>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut shorts = Vec::new();
    for path in project.chats() {
        match short(&path) {
            Some(short) => shorts.push(short),
            None if evidence::irregular(&path).is_some() => problems.extend(evidence::irregular(&path)),
            None => problems.push(Problem::new(
                path.display().to_string(),
                "this chat names no session: Gemini CLI cannot resume it",
            )),
        }
    }
    (shorts, problems)
}

/// Whether a chat holds no conversation but only what a helper was told: nothing was answered, the log of prompts does
/// not know it, and it does know a session that has no chat.
pub(super) fn is_helper(short: &Short, logged: &[String], chats: &[String]) -> bool {
    let other = !matches!(short.kind.as_str(), "" | "main");
    let orphaned = logged.iter().any(|session| !chats.contains(session));
    other || (!short.answered && !logged.contains(&short.session) && orphaned)
}

fn of_project(project: &Project) -> (Vec<Found>, Vec<Problem>) {
    let (shorts, problems) = shorts(project);
    let prompts = project.prompts();
    let logged: Vec<String> = prompts.iter().map(|prompt| prompt.session.clone()).collect();
    let chats: Vec<String> = shorts.iter().map(|short| short.session.clone()).collect();
    let mut rows: HashMap<String, Found> = HashMap::new();
    let mut helpers: Option<Timestamp> = None;
    for short in shorts {
        if is_helper(&short, &logged, &chats) {
            helpers = helpers.max(short.updated);
            continue;
        }
        // A resumed session has several files; the newest says how it stands, the oldest how it began.
        let row = found(project, short);
        match rows.get_mut(&row.session) {
            Some(known) => {
                *known = Found { started: known.started, title: known.title.clone(), brief: known.brief.clone(), ..row }
            }
            None => {
                rows.insert(row.session.clone(), row);
            }
        }
    }
    for prompt in prompts {
        let row = rows.entry(prompt.session.clone()).or_insert_with(|| Found {
            runtime: Runtime::GeminiCli,
            session: prompt.session.clone(),
            path: project.log(),
            cwd: project.cwd.clone(),
            title: Some(title(&prompt.text)),
            started: prompt.at,
            last_event: prompt.at.max(helpers),
            tail: Tail::Unclear,
            brief: brief_line(&prompt.text),
            task: None,
            problem: Some("its chat is missing: only the log of prompts knows it".to_string()),
        });
        row.last_event = row.last_event.max(prompt.at);
    }
    (rows.into_values().collect(), problems)
}

fn found(project: &Project, short: Short) -> Found {
    Found {
        runtime: Runtime::GeminiCli,
        session: short.session,
        path: short.path,
        cwd: project.cwd.clone(),
        title: short.prompt.as_deref().map(title),
        started: short.started,
        last_event: short.updated.or(short.started),
        tail: short.tail,
        brief: short.prompt.as_deref().and_then(brief_line),
        task: None,
        problem: None,
    }
}

fn short(path: &Path) -> Option<Short> {
    if path.extension().is_some_and(|end| end == "json") {
        return whole(path);
    }
    let mut short = Short {
        path: path.to_path_buf(),
        session: String::new(),
        kind: String::new(),
        prompt: None,
        answered: false,
        started: None,
        updated: None,
        tail: Tail::Unclear,
    };
    let mut file = evidence::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    for row in BufReader::new((&mut file).take(HEAD)).split(b'\n').map_while(Result::ok) {
        if let Ok(record) = serde_json::from_slice::<Value>(&row) {
            short.record(&record);
        }
    }
    let from = size.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(from)).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let rows = text.lines().skip(usize::from(from > 0)).filter(|row| !row.trim().is_empty());
    for row in rows {
        match serde_json::from_str::<Value>(row) {
            Ok(record) => {
                short.record(&record);
                short.tail = tail(&record).unwrap_or(short.tail);
            }
            Err(_) => short.tail = Tail::Torn,
        }
    }
    (!short.session.is_empty()).then_some(short)
}

/// The old form is one JSON value: there is no head or tail to read alone.
fn whole(path: &Path) -> Option<Short> {
    let chat = chat::read(path, 0);
    let mut short = Short {
        path: path.to_path_buf(),
        session: chat.session,
        kind: chat.kind,
        prompt: None,
        answered: false,
        started: chat.started,
        updated: chat.updated,
        tail: Tail::Unclear,
    };
    for message in &chat.messages {
        short.record(&message.data);
        short.tail = tail(&message.data).unwrap_or(short.tail);
    }
    (!short.session.is_empty()).then_some(short)
}

/// How a record leaves the session, if it is one that says so. A text of the agent is its last word, or a call still runs.
fn tail(record: &Value) -> Option<Tail> {
    match record.text("type") {
        "gemini" if record.items("toolCalls").is_empty() => Some(Tail::Unclear),
        "user" | "gemini" => Some(Tail::TurnOpen),
        "error" => Some(Tail::Error),
        _ => None,
    }
}

impl Short {
    fn record(&mut self, record: &Value) {
        let head = record.get("$set").unwrap_or(record);
        if self.session.is_empty()
            && let Some(session) = head.said("sessionId")
        {
            self.session = session.to_string();
        }
        if self.kind.is_empty()
            && let Some(kind) = head.said("kind")
        {
            self.kind = kind.to_string();
        }
        self.started = self.started.or(head.time("startTime"));
        self.updated = self.updated.max(head.time("lastUpdated")).max(record.time("timestamp"));
        self.answered |= record.text("type") == "gemini";
        for message in head.items("messages").iter().chain([record]) {
            if self.prompt.is_none() && message.text("type") == "user" {
                let content = &message["content"];
                let text = content.as_str().or(content[0]["text"].as_str()).unwrap_or_default();
                self.prompt = Some(text.to_string()).filter(|text| !text.trim().is_empty() && !is_client_block(text));
            }
        }
    }
}
