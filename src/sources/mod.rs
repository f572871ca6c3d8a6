//! Runs on disk to model. Never writes, starts no program.
//!
//! One folder a runtime, one row in [`SOURCES`]. A source never fails: what it could not read is a problem in the run.

mod assemble;
pub mod claude_code;
pub mod codex;
mod consumed;
mod failure;
mod fields;
pub mod files;
mod find;
pub mod gemini;
mod index;
pub mod lines;
mod looks;
pub mod opencode;
pub mod paperclip;
mod patch;
mod places;
mod printed;
pub mod resume;
pub mod rows;
mod rules;
mod scratch;
pub mod text;

pub use find::{NotFound, found, found_with, load, resolve};
pub use index::Index;
pub use looks::LOOKS;
pub use paperclip::{TaskServer, find as tasks};
pub use places::{PathMap, Places};
pub use resume::{StartAsk, session, start_lines};
pub use scratch::sweep;

use std::path::Path;

use crate::model::{Found, Problem, Run, Runtime};

/// Sessions in short, and what could not be read.
pub type Sessions = (Vec<Found>, Vec<Problem>);

/// One runtime's records on disk.
#[derive(Debug)]
pub struct Source {
    /// Whose records these are.
    pub runtime: Runtime,
    /// Every session, from names, times, and the head and tail of each transcript that the index does not know; in no order.
    pub find: fn(&Places, &Index) -> Sessions,
    /// The session of a transcript that may lie anywhere; `None` when the file is not this runtime's.
    pub at: fn(&Places, &Path) -> Option<Found>,
    /// The whole run. What could not be read stands in its problems.
    pub load: fn(&Places, &Found) -> Run,
}

/// Every runtime that can be read. A new one is a folder and a row here.
pub static SOURCES: &[&Source] = &[&claude_code::SOURCE, &codex::SOURCE, &opencode::SOURCE, &gemini::SOURCE];
