//! One attempt by one runtime: a session with its transcripts, sub-agents included.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Call, Event, Events, Marks, Outcome, PlanItem, Problem, RunMark, TaskGlance, TaskRecord, What};

/// The program that ran the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runtime {
    /// Anthropic's Claude Code.
    ClaudeCode,
    /// `OpenAI`'s Codex CLI.
    Codex,
    /// `OpenCode`.
    #[serde(rename = "opencode")]
    OpenCode,
    /// Google's Gemini CLI.
    GeminiCli,
    /// A worker of a Paperclip task that is none of the others: its log is all that it leaves.
    Paperclip,
}

impl Runtime {
    /// The word in reports, rows and briefs.
    pub fn word(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::OpenCode => "opencode",
            Self::GeminiCli => "gemini-cli",
            Self::Paperclip => "paperclip",
        }
    }

    /// The name as its makers write it, for sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::OpenCode => "OpenCode",
            Self::GeminiCli => "Gemini CLI",
            Self::Paperclip => "Paperclip",
        }
    }
}

/// A run as its records tell it, in one order of events.
///
/// Paths are those of this machine: what the records say, with `--map` applied. Commands stay as they were typed.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program that ran the agent.
    pub runtime: Runtime,
    /// Its version by the newest record that names one.
    pub runtime_version: Option<String>,
    /// The session id.
    pub session: String,
    /// The folder in which the agent worked, by the newest record.
    pub cwd: Option<PathBuf>,
    /// The branch by the newest record; `None` outside a repository.
    pub branch: Option<String>,
    /// HEAD when the run started, where the runtime records it.
    pub start_commit: Option<String>,
    /// Time of the first event.
    pub started: Option<Timestamp>,
    /// Time of the last event that is a message (bookkeeping rows do not count).
    pub last_event: Option<Timestamp>,
    /// The runtime's own title, if it keeps one.
    pub title: Option<String>,
    /// The first prompt of a person, cleaned, at most a few lines.
    pub goal: Option<String>,
    /// The files that were read.
    pub transcripts: Vec<Transcript>,
    /// Agents that this run started.
    pub sub_agents: Vec<SubAgent>,
    /// Forks, resumed copies and other sessions that belong to the same work.
    pub related_runs: Vec<RelatedRun>,
    /// All events, sub-agents' included, in order of time; file order decides between equals.
    pub events: Events,
    /// The plan in its last recorded state.
    pub plan: Vec<PlanItem>,
    /// Rule files as the model saw them (loaded by the runtime), or as they stand where the runtime reads them at each start.
    pub rules: Vec<RuleFile>,
    /// Copies of files that the runtime kept (file history, snapshots).
    pub kept_files: Vec<KeptFile>,
    /// Facts about the end that stand outside the events.
    pub traces: Vec<Trace>,
    /// Tokens in the context at the last answer, and the size of the window, where recorded.
    pub window: Option<Window>,
    /// What ties processes, locks and registry files to it.
    pub marks: Marks,
    /// What a task system keeps about the task that it worked on, if one was asked.
    pub record: Option<Box<TaskRecord>>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Run {
    /// A run of which nothing is known yet.
    pub fn new(runtime: Runtime, session: impl Into<String>) -> Self {
        Self {
            runtime,
            runtime_version: None,
            session: session.into(),
            cwd: None,
            branch: None,
            start_commit: None,
            started: None,
            last_event: None,
            title: None,
            goal: None,
            transcripts: Vec::new(),
            sub_agents: Vec::new(),
            related_runs: Vec::new(),
            events: Events::default(),
            plan: Vec::new(),
            rules: Vec::new(),
            kept_files: Vec::new(),
            traces: Vec::new(),
            window: None,
            marks: Marks::default(),
            record: None,
            problems: Vec::new(),
        }
    }

    /// Every call with its event and, where one was recorded, its result (the result's event with it).
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = (&Event, &Call, Option<(&Event, &Outcome)>)> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Call(call) => Some((event, call, self.result(call))),
            _ => None,
        })
    }

    /// The recorded result of a call, with the event that carries it.
    pub fn result(&self, call: &Call) -> Option<(&Event, &Outcome)> {
        let event = self.events.get(call.result?)?;
        match &event.what {
            What::Result(outcome) => Some((event, outcome)),
            _ => None,
        }
    }

    /// The event with this id.
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// The place of an event in the transcript, as people are told it: a result stands with its call.
    pub fn place_told(&self, id: &str) -> Option<usize> {
        let at = self.events.iter().position(|event| event.id == id)?;
        let What::Result(outcome) = &self.events.get(at)?.what else { return Some(at) };
        let calls = |event: &Event| matches!(&event.what, What::Call(call) if call.id == outcome.call);
        Some(self.events.iter().position(calls).unwrap_or(at))
    }

    /// A text for people: after the word "event" stands an event's place in the transcript instead of its id.
    pub fn numbered(&self, text: &str) -> String {
        let mut named = false;
        let mut out = String::new();
        for word in text.split_inclusive([' ', '\n']) {
            let bare = word.trim_end();
            let id = bare.trim_end_matches([',', ';', ':', '.', ')']);
            let place = Some(id).filter(|id| named && !id.is_empty()).and_then(|id| self.place_told(id));
            out.push_str(&place.map_or_else(|| word.to_owned(), |at| word.replacen(id, &(at + 1).to_string(), 1)));
            // In a list of events each is named by the word at its head.
            let goes_on = place.is_some() && bare.ends_with(',');
            named = goes_on || matches!(bare.trim_start_matches('('), "event" | "events");
        }
        out
    }

    /// Ties each call to its result by call id; sources call it once, after the events are in their final order.
    pub fn match_results(&mut self) {
        let mut results = std::collections::HashMap::new();
        for (index, event) in self.events.iter().enumerate() {
            if let What::Result(outcome) = &event.what {
                results.insert(outcome.call.clone(), index); // a later result of the same call replaces the earlier
            }
        }
        for event in &mut self.events {
            if let What::Call(call) = &mut event.what {
                call.result = results.get(&call.id).copied();
            }
        }
    }
}

/// One file of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transcript {
    /// Where it lies.
    pub path: PathBuf,
    /// Its size when it was read.
    pub bytes: u64,
    /// How many events came from it.
    pub events: usize,
    /// Whether its last line was cut.
    pub torn_tail: bool,
    /// In how many of its lines no row of its runtime could be read.
    #[serde(skip)]
    pub unread: u64,
}

/// An agent that a run started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubAgent {
    /// The runtime's id of it.
    pub id: String,
    /// What it was asked to do, one line.
    pub asked: String,
    /// The call that started it, if known.
    pub call: Option<String>,
    /// Its own transcript, if it has one.
    pub transcript: Option<PathBuf>,
    /// Whether its last turn was closed.
    pub finished: bool,
}

/// Another session that belongs to the same work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelatedRun {
    /// Its session id.
    pub session: String,
    /// How it belongs: "fork of this", "parent of this fork", "same work tree, 13:02 to 13:06", "copy".
    pub how: String,
}

/// A rule file (CLAUDE.md, AGENTS.md, GEMINI.md) or a file that a prompt names as the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its text as the run saw it; cut at 64 KiB.
    pub text: String,
    /// Whether the runtime loads it again at each start and after each compaction.
    pub reloaded: bool,
    /// The event that shows it.
    pub event: Option<String>,
}

/// A copy of a file that the runtime kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFile {
    /// The file that it is a copy of.
    pub path: PathBuf,
    /// The copy's place in the runtime's store.
    pub copy: PathBuf,
    /// The runtime's version of it (`v2`, a tree hash).
    pub version: String,
    /// When it was kept.
    pub at: Option<Timestamp>,
    /// Its text, when it is text of at most 256 KiB; `None` also for "did not exist".
    pub text: Option<String>,
}

/// A fact about the end that stands outside the events: what the runtime left lying, or wrote last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trace {
    /// The conversation itself is stored nowhere any more: what was read lay beside it (a log of prompts, files of sub-agents).
    ConversationGone,
    /// Rows that the client writes only when it closes in order.
    ClosedInOrder,
    /// The client's own registration is still there although a clean end removes it.
    RegistryLeft {
        /// The process that wrote it.
        pid: u32,
        /// Its status at the last change (`busy`, `idle`, `waiting`, `shell`).
        status: String,
        /// What it waited for ("permission prompt", "input needed"), if it waited.
        waiting_for: Option<String>,
    },
    /// A lock, snapshot or temporary file that a clean end removes is still there.
    LeftBehind(String),
    /// Output of a call that has no result, found outside the transcript.
    PartialOutput {
        /// The call's id or the runtime's task id.
        call: String,
        /// Where it lies.
        path: PathBuf,
        /// Its last lines, cleaned.
        tail: String,
    },
    /// A call that a person had to permit first, and of which no answer is recorded: it may never have started.
    AwaitsPermission {
        /// The call's id, where the record names it.
        call: Option<String>,
        /// What was asked, in words.
        what: String,
    },
    /// A report that the client wrote about its own failure, with its text.
    ErrorReport(String),
    /// A supervisor that starts the run again by itself, in words.
    Supervised(String),
    /// A sentence for the ending's `why` that fits none of the others.
    Note(String),
}

/// How full the context was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Tokens in the context at the last answer.
    pub used: u64,
    /// Size of the context window, where recorded.
    pub size: Option<u64>,
}

/// One row of the picker, read from names, times, and the head and tail of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The program that ran the agent.
    pub runtime: Runtime,
    /// The session id.
    pub session: String,
    /// The main transcript (for a database: the database).
    pub path: PathBuf,
    /// The work tree, if the head or tail names it.
    pub cwd: Option<PathBuf>,
    /// The first prompt or the runtime's title, one line.
    pub title: Option<String>,
    /// Time of the first record.
    pub started: Option<Timestamp>,
    /// Time of the last record.
    pub last_event: Option<Timestamp>,
    /// How the tail looks, without a full read.
    pub tail: Tail,
    /// The comment line of a brief (`recovery`, `attempt`) that stands in its first prompt, if any.
    pub brief: Option<(String, u32)>,
    /// What the task system says about it, when the row is a task; `session` is then its key and `path` the server's address.
    #[serde(skip)]
    pub task: Option<Box<TaskGlance>>,
    /// Why it cannot be read, if it cannot.
    pub problem: Option<String>,
}

impl Found {
    /// A row of which only its place is known yet.
    pub fn new(runtime: Runtime, session: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self {
            runtime,
            session: session.into(),
            path: path.into(),
            cwd: None,
            title: None,
            started: None,
            last_event: None,
            tail: Tail::Unclear,
            brief: None,
            task: None,
            problem: None,
        }
    }

    /// Which run it is.
    pub fn mark(&self) -> RunMark {
        RunMark { runtime: self.runtime, session: self.session.clone(), transcript: self.path.display().to_string() }
    }
}

/// How the tail of a transcript looks, from its last rows alone. A guess for the picker, never a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tail {
    /// The last turn was closed by the agent, without an error.
    TurnEnded,
    /// A call has no result.
    CallOpen,
    /// The turn is open, no call is.
    TurnOpen,
    /// The last record is an error.
    Error,
    /// The last row is torn.
    Torn,
    /// It does not decide.
    #[default]
    Unclear,
}

#[cfg(test)]
mod tests {
    use super::{Event, What};
    use crate::model::build::facts;
    use crate::model::{Call, Deed, Outcome, OutcomeState};

    #[test]
    fn a_result_is_told_by_the_number_of_its_call() {
        let mut run = facts().run;
        let said = Event::new("a", None, What::Said { text: "a".into() });
        let (deed, tool) = (Deed::Plan(vec![]), "Plan".into());
        let call = What::Call(Call { id: "toolu_1".into(), tool, deed, result: Some(2) });
        let (call_id, output) = ("toolu_1".into(), String::new());
        let outcome = Outcome { call: call_id, state: OutcomeState::Ok, exit: None, output, bytes: 0 };
        run.events = vec![said, Event::new("b", None, call), Event::new("c", None, What::Result(outcome))].into();
        assert_eq!(run.numbered("proof: event c"), "proof: event 2");
    }

    #[test]
    fn people_read_the_place_of_an_event_and_not_its_id() {
        let mut run = facts().run;
        let said = |id: &str| Event::new(id, None, What::Said { text: id.into() });
        run.events = ["toolu_a", "toolu_b", "toolu_c"].map(said).to_vec().into();
        let told = |text: &str| run.numbered(text);
        assert_eq!(told("open call, event toolu_b: no result"), "open call, event 2: no result");
        assert_eq!(told("broken (event toolu_c): sent again"), "broken (event 3): sent again");
        assert_eq!(told("git push, events toolu_a, toolu_c: nobody"), "git push, events 1, 3: nobody");
        assert_eq!(told("event toolu_a was toolu_b"), "event 1 was toolu_b");
        assert_eq!(
            told("given at event toolu_a\n\n  \"Done.\" (proof: event toolu_b)\n"),
            "given at event 1\n\n  \"Done.\" (proof: event 2)\n"
        );
    }
}
