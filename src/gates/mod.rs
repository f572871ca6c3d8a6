//! The only part that runs a command of the project's, and only because somebody said yes to it or typed it.
//!
//! A gate does not run as our child but below a small keeper (this program again): in a session of its own, without a
//! terminal, with nothing to read. The keeper ends all that the gate started when it is over, when its time is up, when
//! the operator says so, and when we are gone, killed with -9 included. What comes out is the end and a bounded output;
//! the colour is judged elsewhere, and nothing here writes a file.

mod family;
mod keeper;
mod kept;
mod run;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::model::Ended;

pub use keeper::keep;
pub use kept::Kept;
pub use run::run;

/// So long a gate may take when nobody said otherwise.
pub const LIMIT: Duration = Duration::from_secs(15 * 60);

/// The program that holds a gate: this one, as it was when it was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper(PathBuf);

impl Keeper {
    /// This very program.
    pub fn own() -> Self {
        // The link keeps pointing at it when an update replaces the file meanwhile.
        let link = PathBuf::from("/proc/self/exe");
        let own = || std::env::current_exe().unwrap_or_else(|_| PathBuf::from("lastgood"));
        Self(if link.exists() { link } else { own() })
    }

    /// The program at this path.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }
}

impl Default for Keeper {
    fn default() -> Self {
        Self::own()
    }
}

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// The command, as arguments; the first is the program.
    pub command: &'a [String],
    /// The folder in which it runs.
    pub folder: &'a Path,
    /// How long it may take.
    pub limit: Duration,
    /// Variables that it gets besides ours.
    pub variables: &'a [(&'a str, OsString)],
    /// The program that holds it.
    pub keeper: &'a Keeper,
}

/// Stops gates from another thread; a copy stops the same ones.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the gate that runs, and lets none begin after it.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody said so.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How a gate came out.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it came to its end.
    pub ended: Ended,
    /// What it printed, standard output and error in the order in which they came.
    pub output: Kept,
    /// How long it took.
    pub took: Duration,
    /// Processes that outlived it and were ended, in words.
    pub left: Vec<String>,
    /// Processes that could not be ended, in words.
    pub stays: Vec<String>,
}
