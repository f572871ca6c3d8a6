//! `OpenCode`'s records: its SQLite store as a scratch copy, the JSON tree of older versions, its log, its snapshots.
//!
//! The tables `account`, `control_account` and `credential` are never read.

mod calls;
mod database;
mod failure;
mod find;
mod load;
mod log;
mod marks;
mod read;
pub(super) mod resume;
mod snapshots;
mod stored;
mod tree;

use std::path::Path;

use super::{Places, Source};
use crate::model::{Found, Problem, Run, Runtime};

/// The reader of `OpenCode`'s records.
pub struct OpenCode;

impl Source for OpenCode {
    fn runtime(&self) -> Runtime {
        Runtime::OpenCode
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
