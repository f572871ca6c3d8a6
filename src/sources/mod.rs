//! Runs on disk to model. Never writes, starts no program.
//!
//! One folder a runtime, one row in [`SOURCES`]. A source never fails: what it could not read is a problem in the run.

mod assemble;
pub mod claude_code;
pub mod codex;
mod consumed;
mod fields;
pub mod files;
mod find;
pub mod gemini;
pub mod lines;
mod looks;
pub mod opencode;
pub mod paperclip;
mod patch;
mod places;
pub mod resume;
pub mod rows;
mod rules;
mod scratch;
pub mod text;

pub use find::{NotFound, found, load, resolve};
pub use looks::LOOKS;
pub use paperclip::{TaskServer, find as tasks};
pub use places::{PathMap, Places};
pub use resume::{StartAsk, session, start_lines};
pub use scratch::sweep;

use std::path::Path;

use crate::model::{Found, Problem, Run, Runtime};

/// One runtime's records on disk.
pub trait Source: Sync {
    /// Whose records these are.
    fn runtime(&self) -> Runtime;

    /// Every session, from names, times, and the head and tail of each transcript; in no order.
    fn find(&self, places: &Places) -> (Vec<Found>, Vec<Problem>);

    /// The session of a transcript that may lie anywhere; `None` when the file is not this runtime's.
    fn at(&self, places: &Places, path: &Path) -> Option<Found>;

    /// The whole run. What could not be read stands in its problems.
    fn load(&self, places: &Places, found: &Found) -> Run;
}

/// Every runtime that can be read. A new one is a folder and a row here.
pub static SOURCES: &[&dyn Source] = &[&claude_code::ClaudeCode, &codex::Codex, &opencode::OpenCode, &gemini::Gemini];
