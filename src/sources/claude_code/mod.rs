//! Claude Code's records: transcripts, registry, plan and file history below `~/.claude`, running output below `/tmp`.

use std::path::Path;

use super::{Places, Source};
use crate::model::{Found, Problem, Run, Runtime};

/// The reader of Claude Code's records.
pub struct ClaudeCode;

impl Source for ClaudeCode {
    fn runtime(&self) -> Runtime {
        Runtime::ClaudeCode
    }

    fn find(&self, _places: &Places) -> (Vec<Found>, Vec<Problem>) {
        (Vec::new(), Vec::new())
    }

    fn at(&self, _places: &Places, _path: &Path) -> Option<Found> {
        None
    }

    fn load(&self, _places: &Places, found: &Found) -> Run {
        Run::new(found.runtime, found.session.clone())
    }
}
