//! From rows to events: one reader goes over all files of a session and fills one run.
//!
//! What a kind of row means stands in the module of its name; here is what all have in common.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::chain::{self, Node};
use super::plan::Plan;
use super::row::{self, Head, Use};
use super::{answers, attachments, compaction, extras, history, prompts, results};
use crate::model::{Event, Place, Problem, Run, Runtime, Timestamp, Transcript, TurnEnd, What, count};
use crate::sources::lines::Lines;
use crate::sources::rows::{Reading, Row, read_lines, read_rows};
use crate::sources::{Places, text};

/// Texts of outputs and files are kept whole until they come to this; from then on only their ends.
const KEPT: usize = 192 << 20;

/// What is known of a session while its files are read.
pub(super) struct Reader<'a> {
    pub places: &'a Places,
    pub run: Run,
    /// The agent whose file is read; `None` in the main transcript.
    pub agent: Option<String>,
    /// The index of each call by its id.
    pub calls: HashMap<String, usize>,
    /// The call behind each background task.
    pub background: HashMap<String, String>,
    /// The agent that each call started.
    pub agents: HashMap<String, String>,
    pub plan: Plan,
    pub titles: BTreeMap<&'static str, String>,
    /// Prompts that were queued and not yet delivered.
    pub queued: Vec<String>,
    /// Sessions whose answers were copied into this one.
    pub copied_from: HashSet<String>,
    /// The first row of the chain: forks begin with the same one.
    pub first_uuid: Option<String>,
    /// Whether closing rows stand after the last message.
    pub closed: bool,
    pub closing: Closing,
    /// The answer whose end is the newest event.
    pub ended: Option<String>,
    pub folders: Vec<PathBuf>,
    /// Whether the newest client does one job and ends.
    pub one_shot: bool,
    place: Place,
    nodes: Vec<Node>,
    sides: HashMap<String, String>,
    seen: HashSet<String>,
    ids: HashSet<String>,
    strangers: BTreeMap<String, (u64, u64)>,
    unknown: BTreeMap<String, (u64, u64)>,
    kept: usize,
}

/// What the client writes when it closes in order; newer releases write more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Closing {
    /// `last-prompt`; such a release writes it then only.
    #[default]
    LastPrompt,
    /// `cost-state`; `last-prompt` also comes in between.
    CostState,
}

impl<'a> Reader<'a> {
    pub fn new(places: &'a Places, session: &str) -> Self {
        Self {
            places,
            run: Run::new(Runtime::ClaudeCode, session),
            agent: None,
            calls: HashMap::new(),
            background: HashMap::new(),
            agents: HashMap::new(),
            plan: Plan::default(),
            titles: BTreeMap::new(),
            queued: Vec::new(),
            copied_from: HashSet::new(),
            first_uuid: None,
            closed: false,
            closing: Closing::default(),
            ended: None,
            folders: Vec::new(),
            one_shot: false,
            place: Place::default(),
            nodes: Vec::new(),
            sides: HashMap::new(),
            seen: HashSet::new(),
            ids: HashSet::new(),
            strangers: BTreeMap::new(),
            unknown: BTreeMap::new(),
            kept: 0,
        }
    }

    /// Reads one file of the session.
    pub fn file(&mut self, path: &Path, agent: Option<&str>) {
        self.begin(path, agent);
        let reading = read_rows(path, row::is_row, |row| self.row(row));
        self.end(path, reading);
    }

    /// Reads a piece of a file; where it was cut out of is no problem of the file.
    pub fn piece(&mut self, path: &Path, bytes: &[u8]) -> Reading {
        self.begin(path, None);
        read_lines(Lines::new(bytes), &path.display().to_string(), row::is_row, |row| self.row(row))
    }

    fn begin(&mut self, path: &Path, agent: Option<&str>) {
        self.agent = agent.map(Into::into);
        self.place = Place { transcript: self.run.transcripts.len(), line: 0, offset: 0 };
        self.run.transcripts.push(Transcript { path: path.into(), bytes: 0, events: 0, torn_tail: false, unread: 0 });
        self.ended = None;
    }

    fn end(&mut self, path: &Path, reading: Reading) {
        if let Some(transcript) = self.run.transcripts.last_mut() {
            transcript.bytes = reading.bytes;
            transcript.torn_tail = reading.torn_tail;
            // A row that does not even name its kind is none of Claude Code's.
            let nameless = self.unknown.get("").map_or(0, |(rows, _)| *rows);
            transcript.unread = reading.unread + nameless;
        }
        self.run.problems.extend(reading.problems);
        for (session, (rows, line)) in std::mem::take(&mut self.strangers) {
            let rows = count(usize::try_from(rows).unwrap_or(usize::MAX), "row names", "rows name");
            let what = format!("{rows} another session, {session}, the first in line {line}");
            self.run.problems.push(Problem::new(format!("{}:{line}", path.display()), what));
        }
        for (kind, (rows, line)) in std::mem::take(&mut self.unknown) {
            let named = if kind.is_empty() { String::new() } else { format!(" (`{kind}`)") };
            let rows = count(usize::try_from(rows).unwrap_or(usize::MAX), "row is", "rows are");
            let what = format!("{rows} of a kind that this version does not know{named}: skipped");
            self.run.problems.push(Problem::new(format!("{}:{line}", path.display()), what));
        }
    }

    fn row(&mut self, row: &Row) -> serde_json::Result<()> {
        let head: Head = serde_json::from_str(row.text)?;
        let wanted = head.wanted();
        let value: Value = if wanted == Use::Whole { serde_json::from_str(row.text)? } else { Value::Null };
        if let Some(uuid) = head.uuid()
            && !self.seen.insert(uuid.to_string())
        {
            return Ok(()); // a fork or a second file repeats it
        }
        self.place = Place { line: row.line, offset: row.offset, ..self.place };
        if wanted == Use::Unknown {
            let line = self.unknown.entry(text::one_line(head.kind())).or_insert((0, row.line));
            line.0 += 1;
        }
        self.common(&head, row.line);
        let outer = self.agent.clone();
        if outer.is_none() && head.sidechain() {
            self.agent = Some(self.side(&head));
        }
        let before = self.run.events.len();
        let prompt = wanted == Use::Whole && self.read(&head, &value, row.skipped > 0);
        if outer.is_none()
            && self.agent.is_none()
            && let Some(uuid) = head.uuid()
        {
            let parent = head.parent().map(Into::into);
            self.nodes.push(Node { uuid: uuid.into(), parent, prompt, events: before..self.run.events.len() });
        }
        self.agent = outer;
        Ok(())
    }

    /// Whether the row is a prompt of a person.
    fn read(&mut self, head: &Head, value: &Value, cut: bool) -> bool {
        match head.kind() {
            "user" if results::is_results(value) => results::read(self, head, value, cut),
            "user" if value["isCompactSummary"] == true => compaction::summary(self, head, value),
            "user" => return prompts::read(self, head, value),
            "assistant" => answers::read(self, head, value, cut),
            "system" => match row::text(&value["subtype"]) {
                "compact_boundary" => compaction::boundary(self, head, value),
                _ => answers::system(self, head, value),
            },
            "attachment" => return attachments::read(self, head, &value["attachment"]),
            "file-history-snapshot" | "file-history-delta" => history::read(self, value),
            kind => extras::read(self, kind, value),
        }
        false
    }

    fn common(&mut self, head: &Head, line: u64) {
        if let Some(session) = head.session()
            && session != self.run.session
        {
            self.strangers.entry(text::one_line(session)).or_insert((0, line)).0 += 1;
        }
        if let Some(other) = head.made_in().filter(|other| *other != self.run.session) {
            self.copied_from.insert(other.to_string());
        }
        if head.kind() == "cost-state" || head.kind().starts_with("api-request") {
            self.closing = Closing::CostState;
        }
        if self.agent.is_some() || head.sidechain() {
            return;
        }
        if let Some(uuid) = head.uuid() {
            self.first_uuid.get_or_insert_with(|| uuid.to_string());
        }
        self.one_shot = head.one_shot().unwrap_or(self.one_shot);
        if let Some(version) = head.version() {
            self.run.runtime_version = Some(version.to_string());
        }
        if let Some(cwd) = head.cwd() {
            let cwd = self.places.here(cwd);
            if self.run.cwd.as_ref() != Some(&cwd) {
                self.folders.push(cwd.clone());
                self.run.cwd = Some(cwd);
            }
            self.run.branch = head.branch().filter(|branch| !matches!(*branch, "" | "HEAD")).map(Into::into);
        }
    }

    /// Older releases write a sub-agent's rows into the main file: its first row gives it a name.
    fn side(&mut self, head: &Head) -> String {
        let parent = head.parent().and_then(|parent| self.sides.get(parent).cloned());
        let own = || format!("sidechain-{}", text::head(head.uuid().unwrap_or_default(), 8));
        let agent = head.agent().map(Into::into).or(parent).unwrap_or_else(own);
        if let Some(uuid) = head.uuid() {
            self.sides.insert(uuid.into(), agent.clone());
        }
        agent
    }

    /// The id that an event of this row gets: the row's own, or its place.
    pub fn id(&self, head: &Head) -> String {
        let place = || format!("{}:{}", self.place.transcript, self.place.line);
        head.uuid().map_or_else(place, Into::into)
    }

    /// Adds an event; an id that is taken gets a number.
    #[allow(clippy::needless_pass_by_value, reason = "every caller makes the id for this event")]
    pub fn push(&mut self, id: String, at: Option<Timestamp>, what: What) -> usize {
        let mut unique = id.clone();
        let mut count = 1;
        while !self.ids.insert(unique.clone()) {
            count += 1;
            unique = format!("{id}:{count}");
        }
        if !matches!(what, What::TurnEnd(_)) {
            self.ended = None;
        }
        self.closed = false;
        let event = Event { id: unique, at, place: self.place, agent: self.agent.clone(), abandoned: false, what };
        self.run.events.push(event);
        self.run.events.len() - 1
    }

    /// The end of the turn was said too early: another row of the same answer follows.
    pub fn take_back_end(&mut self) {
        if let Some(event) = self.run.events.pop() {
            self.ids.remove(&event.id);
        }
    }

    /// The turn of the present agent ended, unless its newest event says so already.
    pub fn turn_end(&mut self, head: &Head, how: TurnEnd) {
        let last = self.run.events.iter().rev().find(|event| event.agent == self.agent);
        if !last.is_some_and(|event| matches!(event.what, What::TurnEnd(known) if known == how)) {
            let id = format!("{}:end", self.id(head));
            self.push(id, head.at(), What::TurnEnd(how));
        }
    }

    /// A person interrupted; that counts whatever came before.
    pub fn interrupted(&mut self, head: &Head) {
        let id = self.id(head);
        self.push(id, head.at(), What::TurnEnd(TurnEnd::Interrupted));
    }

    /// A text of a file or an output, whole while there is room.
    pub fn keep(&mut self, text: &str) -> Option<String> {
        self.kept += text.len();
        (self.kept <= KEPT).then(|| text.to_string())
    }

    /// What stands on branches that were left, then all events in the order of time.
    pub fn in_order(&mut self) {
        for at in chain::abandoned(&self.nodes) {
            if let Some(event) = self.run.events.get_mut(at) {
                event.abandoned = true;
            }
        }
        for event in &self.run.events {
            self.run.transcripts[event.place.transcript].events += 1;
        }
        // Within a file the order of rows counts, not a clock that was set back.
        let mut newest = vec![Timestamp::MIN; self.run.transcripts.len()];
        let mut keyed: Vec<(Timestamp, Event)> = Vec::with_capacity(self.run.events.len());
        for event in std::mem::take(&mut self.run.events) {
            let clock = &mut newest[event.place.transcript];
            *clock = event.at.map_or(*clock, |at| at.max(*clock));
            keyed.push((*clock, event));
        }
        keyed.sort_by_key(|(clock, _)| *clock);
        self.run.events = keyed.into_iter().map(|(_, event)| event).collect();
        self.run.match_results();
    }
}
