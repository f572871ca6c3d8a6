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
pub(super) mod printed;
mod read;
pub(super) mod resume;
mod snapshots;
mod stored;
mod tree;

use super::Source;
use crate::model::Runtime;

/// The reader of these records.
pub(super) static SOURCE: Source =
    Source { runtime: Runtime::OpenCode, find: find::all, at: find::at, load: load::load };
