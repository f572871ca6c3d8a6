//! One thing in a transcript, in the words of no particular runtime.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::Serialize;

use super::PlanItem;

/// One thing in a transcript.
#[derive(Clone, Debug)]
pub struct Event {
    /// The runtime's own id: a row's uuid, a call id, an ordinal. Unique within the run.
    pub id: String,
    /// When it happened, by its record.
    pub at: Option<Timestamp>,
    /// Where it stands.
    pub place: Place,
    /// The sub-agent that it belongs to; `None` for the main agent.
    pub agent: Option<String>,
    /// Whether it stands on a branch of the log that was abandoned (rewound): it happened, but the session no longer knows it.
    pub abandoned: bool,
    /// What happened.
    pub what: What,
}

impl Event {
    /// An event of the main agent, whose place is not known yet.
    pub fn new(id: impl Into<String>, at: Option<Timestamp>, what: What) -> Self {
        Self { id: id.into(), at, place: Place::default(), agent: None, abandoned: false, what }
    }
}

/// A place in a transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index into `Run::transcripts`.
    pub transcript: usize,
    /// Line, counted from 1; for a database the row's place in order.
    pub line: u64,
    /// Offset of the line's first byte.
    pub offset: u64,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// A prompt.
    Asked {
        /// The whole text.
        text: String,
        /// Who asked.
        by: Speaker,
    },
    /// Text of the agent.
    Said {
        /// The whole text.
        text: String,
    },
    /// A tool call.
    Call(Call),
    /// A result of a tool call.
    Result(Outcome),
    /// An error of the API or the client.
    Error(Failure),
    /// The context was replaced by a summary.
    Compaction(Compaction),
    /// A limit of turns, time or money was reached; in words.
    Limit(String),
    /// A turn ended.
    TurnEnd(TurnEnd),
}

/// Who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A person, or the script that started the run in their name.
    Person,
    /// Text that the client put in.
    Client,
    /// Another agent.
    Agent,
}

/// A tool call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The id by which its result names it.
    pub id: String,
    /// The runtime's name of the tool.
    pub tool: String,
    /// What it does.
    pub deed: Deed,
    /// Index into `Run::events` of its result, if one was recorded (see `Run::match_results`).
    pub result: Option<usize>,
}

/// What a tool call does, in the words of no particular runtime.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Runs a shell command.
    Command {
        /// The script as typed.
        script: String,
        /// The folder in which it runs, if the record names one.
        cwd: Option<PathBuf>,
        /// Whether it was asked to go on in the background.
        background: bool,
    },
    /// Changes files.
    Edit(Vec<Edit>),
    /// Reads a file.
    Read {
        /// The file.
        path: PathBuf,
    },
    /// Writes down the plan: the whole plan as it stands after the call.
    Plan(Vec<PlanItem>),
    /// Starts another agent.
    Delegate {
        /// Its id, where the record ties them.
        agent: Option<String>,
        /// What it is asked to do.
        prompt: String,
    },
    /// Asks the person something; nothing runs.
    Ask {
        /// The question.
        question: String,
    },
    /// Fetches a page.
    Fetch {
        /// Its address.
        url: String,
    },
    /// Sends a request to a system, by the line of a log that says so.
    Request {
        /// The method.
        method: String,
        /// The address.
        url: String,
    },
    /// Calls a tool of a server (MCP): `server`, `method`, and the input as JSON text.
    Server {
        /// The server's name.
        server: String,
        /// The tool's name.
        method: String,
        /// The input as JSON text, cut at 4 KiB.
        input: String,
    },
    /// Anything else; the input as JSON text, cut at 4 KiB.
    Other {
        /// The input.
        input: String,
    },
}

/// One change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The file, absolute.
    pub path: PathBuf,
    /// The change.
    pub change: Change,
    /// The whole content after it, where the record has it.
    pub after: Option<String>,
    /// The whole content before it, where the record has it.
    pub before: Option<String>,
    /// Whether it took place, where the record says so apart from the call's result (a patch that failed half-way).
    pub applied: Option<bool>,
}

/// How a file is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The whole content is written.
    Write(String),
    /// A piece is replaced.
    Replace {
        /// The piece as it was.
        old: String,
        /// The piece as it becomes.
        new: String,
        /// Every place, not only the first.
        all: bool,
    },
    /// A unified diff, or the hunks of the runtime's patch format, one piece after the other.
    Patch(Vec<Hunk>),
    /// The file is removed.
    Delete,
    /// The file gets another name, after the hunks were applied.
    Move {
        /// Its new path.
        to: PathBuf,
        /// Changes on the way.
        hunks: Vec<Hunk>,
    },
    /// The record is cut or too large to keep; the file changed in a way that is not known.
    Unknown,
}

/// A piece of a patch: these lines become those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The lines before, context included, each without its line end.
    pub old: Vec<String>,
    /// The lines after, context included.
    pub new: Vec<String>,
    /// Line (from 1) where `old` is said to begin, if the format says so.
    pub at: Option<usize>,
}

/// A result of a tool call.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The call's id.
    pub call: String,
    /// How it went.
    pub state: OutcomeState,
    /// The exit status, where the record has one.
    pub exit: Option<i32>,
    /// Standard output and error, cleaned of nothing; the first and last 32 KiB when it is longer.
    pub output: String,
    /// The length of the whole output in bytes.
    pub bytes: u64,
}

/// How a call went, as far as its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeState {
    /// It returned, without an error.
    Ok,
    /// It returned with an error or an exit status other than 0.
    Failed,
    /// It never ran: refused by a person, a rule or the client.
    Refused,
    /// It was cut off; what it did is not known.
    Interrupted,
    /// It was started in the background; this says nothing about its end.
    Started,
    /// It came back; whether with success, no field of the record says.
    Returned,
}

/// An error of the API or the client.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The kind, by the runtime's own fields, not by its sentence where there are fields.
    pub kind: FailureKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The client's sentence.
    pub message: String,
    /// From when on it may be tried again, where the record says so.
    pub retry_after: Option<Timestamp>,
    /// Whether the client gave up with it (false: it tried again).
    pub gave_up: bool,
}

/// Kinds of errors, as the ending's causes need them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// 529, 503.
    Overloaded,
    /// 429 without a longer limit.
    RateLimit,
    /// The account's limit for hours or days.
    UsageLimit,
    /// No connection.
    Network,
    /// Other 5xx, streams cut by the server.
    Server,
    /// The request itself was refused.
    Refused,
    /// Not logged in, token expired.
    Auth,
    /// No credit.
    Billing,
    /// The context is full.
    ContextFull,
    /// The disk is full.
    DiskFull,
    /// The client itself crashed.
    Crash,
    /// Anything else.
    Other,
}

/// The context was replaced by a summary.
#[derive(Clone, Debug, Default)]
pub struct Compaction {
    /// The summary, empty when the record hides it.
    pub summary: String,
    /// Texts that the model still has word for word (preserved messages, kept prompts).
    pub kept: Vec<String>,
    /// Tokens before.
    pub before: Option<u64>,
    /// Tokens after.
    pub after: Option<u64>,
    /// Whether what is carried is hidden (an opaque or encrypted compaction).
    pub opaque: bool,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnEnd {
    /// The agent ended it.
    Completed,
    /// An error ended it.
    Failed,
    /// A person interrupted it.
    Interrupted,
    /// A budget ended it.
    Budget,
}
