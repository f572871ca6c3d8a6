//! Codex's records: rollouts below `sessions/` and `archived_sessions/`, locks, shell snapshots, and SQLite stores as a
//! scratch copy. `auth.json` is never read.

mod again;
mod calls;
mod code_mode;
mod failure;
mod find;
mod items;
mod literal;
mod load;
mod marks;
mod output;
pub(super) mod printed;
mod record;
pub(super) mod resume;
mod rollout;
mod script;
mod stores;
mod thread;
mod turns;

use super::Source;
use crate::model::Runtime;

/// The reader of these records.
pub(super) static SOURCE: Source = Source { runtime: Runtime::Codex, find: find::all, at: find::at, load: load::load };
