//! All that can happen (`Msg`), all we can ask of the world (`Effect`), all a key can mean (`Action`).
//!
//! Plain data. Nothing here does anything, so a test can say what happened and read what was asked.

mod action;
mod press;
mod surveyed;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Duration;

use crate::model::Decided;
use crate::model::{
    Brief, ClosingNote, Draft, Entry, Facts, Found, GatesAsked, Lead, Lies, Liveness, Measured, Op, Problem, Product,
    Recovery, RunMark, Side, Standing, Timestamp, Waits,
};

pub use action::Action;
pub use press::{KeyName, Press};
pub use surveyed::{Surveyed, SurveyedGood};

/// All that can happen.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(Press),
    /// Esc and a key arrived in one piece: over a slow link two keys look like one with alt.
    EscThen(Press),
    /// Text was pasted, as one piece.
    Paste(String),
    /// The window has another size.
    Resize {
        /// Its width in columns.
        columns: u16,
        /// Its height in rows.
        rows: u16,
    },
    /// The wheel was turned (only while the mouse is on); down is positive.
    Wheel(i32),
    /// A row of the window was clicked (only while the mouse is on).
    Click {
        /// Column, from 0.
        column: u16,
        /// Row, from 0.
        row: u16,
    },
    /// The runs of this machine.
    Found(Box<Catalog>),
    /// What the picker shows of one run beyond its names and times.
    Known(Box<Known>),
    /// A run was opened: its facts, what was decided about it, and whether we hold it.
    Opened(Box<Opened>),
    /// A run could not be opened.
    NotOpened {
        /// The run.
        run: RunMark,
        /// Why, in words.
        why: String,
    },
    /// It was looked again.
    Looked(Box<Looked>),
    /// Decisions are on disk; only now they count.
    Saved {
        /// The ticket of the effect.
        ticket: u64,
        /// What was written down.
        entries: Vec<Entry>,
    },
    /// Decisions could not be written: from now on nothing can be decided.
    SaveFailed {
        /// The ticket of the effect.
        ticket: u64,
        /// Why, with what it means, in words.
        why: String,
    },
    /// A brief, a closing note, gate results or a salvage copy was written.
    Written {
        /// The ticket of the effect.
        ticket: u64,
        /// What was written, one line each.
        what: Vec<String>,
        /// What was written down about it.
        entries: Vec<Entry>,
        /// The brief, when it was one.
        brief: Option<Box<WrittenBrief>>,
    },
    /// An effect that writes elsewhere failed, or was refused because something says alive.
    NotWritten {
        /// The ticket of the effect.
        ticket: u64,
        /// Why, in words.
        why: String,
    },
    /// Something happened while gates run.
    Gates(GateNews),
    /// What a salvage copy would hold.
    Surveyed(Box<Surveyed>),
    /// What lies at the places that a dialog lists.
    Lies(BTreeMap<PathBuf, Lies>),
    /// The closing notes of the open recovery that lie on disk.
    Notes(Vec<ClosingNote>),
    /// The text of a product, or of anything else that the viewer asked for.
    Content(Box<Content>),
    /// The editor returned with this text; `None` when nothing was changed.
    Edited {
        /// The ticket of the effect.
        ticket: u64,
        /// The new text.
        text: Option<String>,
    },
    /// Something to say in the message line: a copy was sent, an outside program failed.
    Say(String),
    /// Another operator did something: took over, began before us, decided, or left; or we took over.
    Stands(Box<Stands>),
    /// The system wants us to leave: the terminal hung up, or somebody asked the program to end.
    End,
    /// The system wants us in the background, as ctrl-z does.
    Stop,
    /// We were suspended and are back: everything must be drawn again.
    Back,
}

/// All we can ask of the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Find the runs of this machine.
    Find {
        /// Not only those of the last 7 days.
        all: bool,
    },
    /// Find out what the picker shows of one run.
    Know(RunMark),
    /// Open a run: its facts, its recovery, the hold.
    Open(RunMark),
    /// Give the open recovery back and stop watching it.
    Shut,
    /// Look again now.
    Look,
    /// Read the text of a product.
    Content(ContentWanted),
    /// Write decisions down, in order.
    Save {
        /// Comes back with the answer.
        ticket: u64,
        /// The decisions.
        ops: Vec<Op>,
    },
    /// Keep the place and what is half typed.
    SaveDraft(Draft),
    /// Write elsewhere. Comes only from a dialog that lists every path or command, after `y`.
    Write {
        /// Comes back with the answer.
        ticket: u64,
        /// What.
        write: Box<Write>,
    },
    /// Copy a text with OSC 52.
    Copy {
        /// The text.
        text: String,
        /// What it is, for the message line.
        what: String,
    },
    /// Edit a text of ours in the operator's editor.
    Editor {
        /// Comes back with the answer.
        ticket: u64,
        /// The text.
        text: String,
    },
    /// Show a cleaned text in the operator's pager.
    Pager(String),
    /// Turn the mouse on or off.
    Mouse(bool),
    /// Draw everything again.
    Redraw,
    /// Go to the background.
    Suspend,
    /// Leave the program; nothing is lost.
    Leave,
    /// End the gates that run, with everything that they started.
    StopGates,
    /// Look at the whole present content, for the dialog of a salvage copy.
    Survey,
    /// Look at what lies at these places, for the dialog that lists them.
    LookAt(Vec<PathBuf>),
    /// Take the recovery over from who holds it.
    TakeOver {
        /// Who does.
        by: String,
    },
}

impl Effect {
    /// Whether it writes anywhere outside our own state and cache folders.
    pub fn writes_elsewhere(&self) -> bool {
        matches!(self, Self::Write { .. })
    }
}

/// What is written from a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// The brief, as it was previewed.
    Brief {
        /// The data.
        brief: Box<Brief>,
        /// The Markdown, byte for byte as it was previewed.
        markdown: String,
        /// Where it goes.
        to: Destination,
        /// The revision of the task's document on which the dialog showed it to go, by its id; a newer one is never overwritten.
        over: Option<String>,
        /// The files of which the dialog said that they are replaced; no other one is.
        replace: Vec<PathBuf>,
    },
    /// The closing note of a review.
    Note {
        /// The attempt.
        attempt: u32,
        /// The Markdown.
        markdown: String,
        /// The review as data, `lastgood.review/1`.
        json: String,
        /// Where it goes.
        to: Destination,
        /// The revision of the task's document on which it goes, by its id.
        over: Option<String>,
        /// The files of which the dialog said that they are replaced; no other one is.
        replace: Vec<PathBuf>,
    },
    /// The packet of the work tree, and a copy with its time.
    Packet {
        /// Its text, as it was made.
        text: String,
    },
    /// Gates, in copies or in the work tree.
    Gates(Box<GatesAsked>),
    /// A salvage copy of the whole present content, below `refs/lastgood/` of the work tree's repository.
    Salvage {
        /// Files that look like they hold secrets and are to be in it all the same; others that do are left out.
        include: Vec<Vec<u8>>,
    },
    /// The last good content that no commit has, built again from the record, below `refs/lastgood/` as well.
    KeepGood,
}

/// What happens while gates run.
#[derive(Clone, Debug, PartialEq)]
pub enum GateNews {
    /// A content is laid out.
    Laid {
        /// Which.
        side: Side,
        /// Its tree hash.
        content: String,
        /// What the copy lacks, in words.
        missing: Vec<String>,
    },
    /// A gate began.
    Began {
        /// Its name.
        name: String,
        /// Its command as one line.
        command: String,
        /// On which content.
        side: Side,
    },
    /// It printed this.
    Printed(String),
    /// It came to its end.
    Over(Box<Measured>),
    /// All are over; why not all ran, if so.
    End(Option<String>),
}

/// Where a brief goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Destination {
    /// The recovery's own folder.
    #[default]
    Own,
    /// `.lastgood/` in the work tree.
    WorkTree,
    /// The task's document.
    Task,
}

/// The runs of this machine.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The runs, newest first.
    pub runs: Vec<Row>,
    /// Places that were looked at, one line each.
    pub places: Vec<String>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// When.
    pub looked: Timestamp,
    /// Whether everything was listed, not only the last 7 days.
    pub all: bool,
}

/// One run of the catalog, with the recovery that it belongs to.
#[derive(Clone, Debug)]
pub struct Row {
    /// The run.
    pub found: Found,
    /// The recovery that it belongs to, if one is on record.
    pub recovery: Option<String>,
    /// Which attempt it is in that recovery; 0 for the failed run.
    pub attempt: u32,
    /// Where work waits, as the recovery's journal says; `None` before the first decision.
    pub waits: Option<Waits>,
    /// What was decided in that recovery.
    pub decided: Option<Box<Decided>>,
}

/// What the picker shows of one run beyond its names and times.
#[derive(Clone, Debug)]
pub struct Known {
    /// The run.
    pub run: RunMark,
    /// Its facts, without events and texts: many runs are known at once.
    pub facts: Facts,
}

impl Known {
    /// What the picker shows of a run with these facts.
    pub fn of(run: RunMark, mut facts: Facts) -> Self {
        // Without the events nothing can be told of their ids any more: they are named by their places before.
        facts.session.why = facts.session.why.iter().map(|why| facts.run.numbered(why)).collect();
        let places: HashMap<&str, usize> =
            facts.run.events.iter().zip(1..).map(|(event, place)| (event.id.as_str(), place)).collect();
        for event in facts.products.iter_mut().flat_map(|product| &mut product.made_by) {
            if let Some(place) = places.get(event.as_str()) {
                *event = place.to_string();
            }
        }
        facts.run.events = facts.run.events.counted();
        facts.run.kept_files = vec![];
        facts.tree.texts = BTreeMap::new();
        Self { run, facts }
    }
}

/// An opened run.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The run.
    pub run: RunMark,
    /// Its facts.
    pub facts: Facts,
    /// What was decided; without an id before the first decision.
    pub recovery: Recovery,
    /// Whether decisions can be written down here.
    pub standing: Standing,
    /// The operator's name, if it was given on the command line or in the environment.
    pub operator: Option<String>,
    /// Where we were when we left, and what was half typed.
    pub draft: Option<Draft>,
    /// The runs around it.
    pub around: Around,
    /// The recovery's own folder; before the first decision the folder in which it will be.
    pub folder: PathBuf,
    /// Its written briefs, oldest first.
    pub written: Vec<WrittenBrief>,
}

/// How an open recovery stands after another operator did something.
#[derive(Clone, Debug)]
pub struct Stands {
    /// Whether decisions can be written down here now.
    pub standing: Standing,
    /// What was decided.
    pub recovery: Recovery,
    /// Its written briefs, oldest first.
    pub written: Vec<WrittenBrief>,
    /// What whoever held it had half typed.
    pub texts: BTreeMap<String, String>,
    /// The runs around it; `None` when they were not looked for.
    pub around: Option<Around>,
}

/// The runs around a recovery.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// The runs that consumed its briefs, by attempt; where there are several, the one that a person named is the last.
    pub attempts: Vec<(u32, Facts)>,
    /// Runs in its work tree that began after the newest brief was written.
    pub since: Vec<Found>,
    /// All sessions of this machine: a short name is that of one alone.
    pub sessions: Vec<String>,
}

/// A brief that was written, and what starts the next run with it.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBrief {
    /// The data, as they were written.
    pub brief: Brief,
    /// Its text, byte for byte as it was written.
    pub text: String,
    /// Where its text lies.
    pub path: PathBuf,
    /// The exact command lines that start the next run, in the order in which they are typed.
    pub next: Vec<String>,
}

/// What a new look found.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The signs and their verdict.
    pub liveness: Liveness,
    /// Work products, when one of them changed.
    pub products: Option<Vec<Product>>,
    /// The whole facts, when the session grew or the operator asked.
    pub facts: Option<Box<Facts>>,
    /// When.
    pub at: Timestamp,
    /// When the operator asked for it: how long after the look with which it is compared.
    pub asked: Option<Duration>,
}

/// As a product: the packet of the work tree, which is none.
pub const PACKET: &str = "packet";

/// What the viewer asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentWanted {
    /// The product's id, or a path.
    pub product: String,
    /// At which version; `None` for the present one.
    pub version: Option<String>,
}

/// What the viewer gets.
#[derive(Clone, Debug)]
pub struct Content {
    /// What was asked for.
    pub wanted: ContentWanted,
    /// The version that was read.
    pub version: Option<String>,
    /// The text now; `None` when it is binary, gone or too large.
    pub text: Option<String>,
    /// The text at the start of the run, for the diff.
    pub before: Option<String>,
    /// Why there is no text, in words.
    pub why: String,
    /// What is known beside the text of a document.
    pub asides: Asides,
}

/// What is known beside the text of a document; empty for everything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asides {
    /// Its links, each with where it leads.
    pub links: Vec<Lead>,
    /// Its revisions, newest first, each with who wrote it.
    pub authors: Vec<String>,
}
