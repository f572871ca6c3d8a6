//! `lastgood demo`: a dead run to practise on, laid out in a folder of its own, and the next run that consumes its brief.
//!
//! The runs are recordings in `assets/demo/`; laying them out makes real files, real commits and a session in the form of the real client, so that
//! nothing else in the program knows that it is a demo.

mod open;
mod play;
mod script;
mod session;

use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

pub use open::{Prepared, prepare};
pub use play::{Played, play_next};

use crate::store::stage;

/// Where the demo lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demo {
    /// The folder that holds all of it.
    pub root: PathBuf,
    /// The home in which the session store lies.
    pub home: PathBuf,
    /// The work tree.
    pub tree: PathBuf,
    /// The state folder of its recovery.
    pub state: PathBuf,
}

/// The session id of the dead run.
pub const SESSION: &str = "d3adc0de-1a57-4900-8d00-2b9f3c21a7e5";

impl Demo {
    /// The places of the demo below `temporary` for the account `uid`; nothing is made.
    pub fn at(temporary: &Path, uid: u32) -> Self {
        let root = temporary.join(format!("lastgood-demo-{uid}"));
        let home = root.join("home");
        Self { tree: home.join("src/parcel"), state: root.join("state"), home, root }
    }

    /// Whether it was laid out before.
    pub fn exists(&self) -> bool {
        self.home.join(".claude/projects").is_dir() && !stage::is_torn(&self.root)
    }

    /// Lays the dead run out; one that is there already is left as it is, and one that was cut off in the middle is made anew.
    ///
    /// The run ends a while before `now`, because a run that was found dead is never fresh.
    pub fn lay_out(&self, now: Timestamp) -> Result<(), String> {
        let hold = stage::Hold::take(&self.root)?;
        if self.exists() {
            return Ok(());
        }
        if stage::is_torn(&self.root) {
            stage::remove(&self.home)?;
        }
        hold.begin()?;
        let started = now - SignedDuration::from_mins(3 * 60 + 52);
        play::play_dead(self, started)?;
        hold.end()
    }

    /// The transcript of a session of the demo.
    pub fn transcript(&self, session: &str) -> Result<PathBuf, String> {
        let place = fs_err::canonicalize(&self.tree)
            .map_err(|error| format!("could not find the demo's work tree: {error}"))?;
        let place = place.to_string_lossy();
        let folder = place.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
        // The client shortens names beyond 200 characters; the folder in the rows is what readers go by.
        let folder: String = folder.take(200).collect();
        Ok(self.home.join(".claude/projects").join(folder).join(format!("{session}.jsonl")))
    }

    /// The session of the newest run that was played with a brief.
    pub fn played(&self) -> Option<String> {
        let names = std::fs::read_dir(self.transcript(SESSION).ok()?.parent()?).ok()?.flatten();
        let sessions = names.filter_map(|name| Some(name.file_name().to_str()?.strip_suffix(".jsonl")?.to_owned()));
        // The attempt stands at the end of the id.
        sessions
            .filter(|session| session != SESSION)
            .max_by_key(|session| session.rsplit('-').next().map(str::to_owned))
    }

    /// Removes all of it.
    pub fn reset(&self) -> Result<(), String> {
        stage::remove(&self.root)
    }
}
