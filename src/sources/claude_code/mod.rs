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
mod lost;
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
use crate::model::{Failure, Run, Runtime, Timestamp};

/// The reader of these records.
pub(super) static SOURCE: Source =
    Source { runtime: Runtime::ClaudeCode, find: find::all, at: find::at, load: load::run };

/// The run in records that the client printed instead of a transcript (`--output-format stream-json`).
pub(super) fn printed(places: &Places, session: &str, path: &Path, bytes: &[u8]) -> Run {
    let mut reader = reader::Reader::new(places, session);
    reader.piece(path, bytes);
    reader.in_order();
    reader.run
}

/// The failure that a sentence of the client tells.
pub(super) fn failure(sentence: &str, at: Option<Timestamp>) -> Failure {
    errors::given_up(&serde_json::Value::Null, sentence, at)
}
