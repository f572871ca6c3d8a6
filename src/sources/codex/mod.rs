//! Codex's records: rollouts below `sessions/` and `archived_sessions/`, locks, shell snapshots, and SQLite stores as a
//! scratch copy. `auth.json` is never read.

mod calls;
mod code_mode;
mod failure;
mod find;
mod items;
mod literal;
mod load;
mod marks;
mod output;
mod record;
pub(super) mod resume;
mod rollout;
mod script;
mod stores;
mod thread;
mod turns;

pub(in crate::sources) use failure::by_status;

use std::path::Path;

use super::{Places, Source};
use crate::model::{Found, Problem, Run, Runtime};

/// The reader of Codex's records.
pub struct Codex;

impl Source for Codex {
    fn runtime(&self) -> Runtime {
        Runtime::Codex
    }

    fn find(&self, places: &Places) -> (Vec<Found>, Vec<Problem>) {
        find::all(places)
    }

    fn at(&self, places: &Places, path: &Path) -> Option<Found> {
        find::at(places, path)
    }

    fn load(&self, places: &Places, found: &Found) -> Run {
        load::load(places, found)
    }
}
