//! What a task system keeps about a task: its attempts, documents, remarks, and what would start it.

use jiff::Timestamp;

use super::{Author, Document, Task, TaskState};

/// What a task system keeps about one task. Its own words stay as they are; what they mean is decided by rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskRecord {
    /// The task system, in words ("Paperclip 2026.916.1").
    pub system: String,
    /// The server's address, without credentials.
    pub server: String,
    /// Whether the server runs on this machine, so that its processes can be looked at.
    pub here: bool,
    /// The server's id of the task.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The whole text in which the task was given.
    pub description: String,
    /// The task.
    pub task: Task,
    /// Its attempts, oldest first, those that never started included.
    pub attempts: Vec<Attempt>,
    /// Its documents.
    pub documents: Vec<Document>,
    /// Comments, oldest first.
    pub remarks: Vec<Remark>,
    /// Sub-tasks, attachments, noted work products, approvals and open questions.
    pub parts: Vec<Part>,
    /// When it starts by itself, if that is on record.
    pub scheduled: Option<Timestamp>,
    /// What holds it until a person says what happened.
    pub hold: Option<Hold>,
    /// Sessions that the task system saved for a resume; `None` when it was not asked.
    pub saved: Option<Vec<SavedSession>>,
    /// The ways in which its next run can start, the usual one first.
    pub starts: Vec<TaskStart>,
    /// What its next run is given without anybody's doing, in words.
    pub given: Vec<String>,
    /// The summary of the runs so far that its next run is given, where the system keeps one.
    pub summary: Option<Summary>,
    /// Who worked on it, by name, and whether that agent is paused.
    pub worker: Option<Worker>,
}

impl TaskRecord {
    /// The newest attempt that really began: an attempt that was called off while it waited is no evidence.
    pub fn evidence(&self) -> Option<&Attempt> {
        self.attempts.iter().rev().find(|attempt| attempt.began()).or(self.attempts.last())
    }

    /// The question to a person that this attempt left without an answer: its own, or the newest one of its task.
    pub fn question(&self, attempt: &str) -> Option<&Part> {
        let newest = self.evidence().is_some_and(|newest| newest.id == attempt);
        let open = |part: &&Part| part.kind == PartKind::Question && part.status == "pending";
        self.parts.iter().filter(open).find(|part| newest && part.made_by.as_deref().is_none_or(|by| by == attempt))
    }

    /// The document with this key.
    pub fn document(&self, key: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.key == key)
    }
}

/// What a task system tells the next run about the ones before, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Its revision, as people call it.
    pub version: String,
    /// The text.
    pub text: String,
}

impl Summary {
    /// The lines below one of its headings, without the marks of a list.
    pub fn section(&self, heading: &str) -> impl Iterator<Item = &str> {
        let wanted = format!("## {heading}");
        let lines = self.text.lines().skip_while(move |line| line.trim() != wanted).skip(1);
        let inside = lines.take_while(|line| !line.starts_with("## ")).map(|line| line.trim().trim_start_matches("- "));
        inside.filter(|line| !line.is_empty())
    }
}

/// One attempt of a task as its system records it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Its id.
    pub id: String,
    /// The system's word for its state (`failed`, `timed_out`, `running`).
    pub status: String,
    /// How the worker was run (`process`, `claude_local`).
    pub adapter: String,
    /// When it was made.
    pub made: Option<Timestamp>,
    /// When it started.
    pub started: Option<Timestamp>,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// When it will start, for one that waits.
    pub scheduled: Option<Timestamp>,
    /// The system's error code.
    pub code: Option<String>,
    /// The error in words.
    pub error: Option<String>,
    /// The exit status of the worker.
    pub exit: Option<i32>,
    /// The signal that ended the worker.
    pub signal: Option<String>,
    /// The worker's process.
    pub pid: Option<u32>,
    /// Its process group.
    pub group: Option<u32>,
    /// When that process started.
    pub process_started: Option<Timestamp>,
    /// Last sign of output.
    pub last_output: Option<Timestamp>,
    /// The session that it went on from.
    pub before: Option<String>,
    /// The session that the system saved after it.
    pub after: Option<String>,
    /// Why no more attempts are made, in the system's words.
    pub exhausted: Option<String>,
}

impl Attempt {
    /// Whether a worker ever ran.
    pub fn began(&self) -> bool {
        self.started.is_some() || self.pid.is_some()
    }

    /// Whether it runs or is about to, by the record.
    pub fn live(&self) -> bool {
        matches!(self.status.as_str(), "running" | "queued")
    }

    /// Whether it waits for its time.
    pub fn waits(&self) -> bool {
        self.status == "scheduled_retry"
    }

    /// The first characters of its id, as rows show it.
    pub fn short(&self) -> &str {
        self.id.get(..8).unwrap_or(&self.id)
    }
}

/// A comment on a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Its id.
    pub id: String,
    /// Who wrote it.
    pub by: Author,
    /// When.
    pub at: Option<Timestamp>,
    /// The text.
    pub text: String,
    /// The attempt that wrote it, if one did.
    pub attempt: Option<String>,
}

/// Something that hangs on a task: a sub-task, an attachment, a noted product, an approval, an open question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// What it is, in a word.
    pub kind: PartKind,
    /// Its key, commit id or file name.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its state in the system's words.
    pub status: String,
    /// The run that works on it now, by the record.
    pub run: Option<String>,
    /// The attempt that made it.
    pub made_by: Option<String>,
}

/// Kinds of parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartKind {
    /// A sub-task.
    #[default]
    SubTask,
    /// An attached file.
    Attachment,
    /// A work product that a worker noted.
    Noted,
    /// An approval.
    Approval,
    /// A question to a person.
    Question,
}

/// What holds a task until a person says what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// The recovery action.
    pub action: String,
    /// The attempt that it speaks of.
    pub attempt: String,
    /// Why, in the system's word.
    pub cause: String,
}

/// A session that a task system saved for a resume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedSession {
    /// Its id.
    pub session: String,
    /// The folder in which it is resumed.
    pub cwd: Option<String>,
    /// How the worker is run.
    pub adapter: String,
    /// Its last error.
    pub error: Option<String>,
}

/// A way in which a task's next run starts. lastgood shows it and never does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskStart {
    /// A person records what happened; a fresh run starts within seconds.
    Reconcile,
    /// A person comments; a run starts at once, with the saved session where one fits.
    Comment {
        /// The session that it would resume.
        session: Option<String>,
    },
    /// It starts by itself.
    Alone {
        /// When.
        at: Option<Timestamp>,
    },
    /// The board decides first.
    Board,
}

/// The agent to whom a task is assigned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// How it is run.
    pub adapter: String,
    /// Whether it is paused.
    pub paused: bool,
}

/// What the picker shows of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskGlance {
    /// Its key.
    pub key: String,
    /// What the facts say about it.
    pub state: TaskState,
    /// The task system's own status word.
    pub status: String,
    /// Whose it is.
    pub owner: Option<String>,
    /// When it starts by itself.
    pub scheduled: Option<Timestamp>,
}
