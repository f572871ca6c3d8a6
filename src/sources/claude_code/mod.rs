//! Claude Code's records: transcripts, registry, plan and file history below `~/.claude`, running output below `/tmp`.
//!
//! Nothing here is promised by the client: unknown rows and fields are skipped by name, and nothing fails on them.

mod answers;
mod attachments;
mod chain;
mod compaction;
mod errors;
mod extras;
mod find;
mod history;
mod load;
mod marks;
mod output;
mod plan;
mod project;
mod prompt_log;
mod prompts;
mod reader;
mod registry;
mod related;
mod results;
pub(super) mod resume;
mod row;
mod rules;
mod subagents;
mod tools;

use std::path::Path;

use super::{Places, Source};
use crate::model::{Found, Problem, Run, Runtime};

/// The reader of Claude Code's records.
pub struct ClaudeCode;

impl Source for ClaudeCode {
    fn runtime(&self) -> Runtime {
        Runtime::ClaudeCode
    }

    fn find(&self, places: &Places) -> (Vec<Found>, Vec<Problem>) {
        find::all(places)
    }

    fn at(&self, places: &Places, path: &Path) -> Option<Found> {
        find::at(places, path)
    }

    fn load(&self, places: &Places, found: &Found) -> Run {
        load::run(places, found)
    }
}
