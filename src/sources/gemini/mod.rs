//! Gemini CLI's records: chats and prompt logs below `tmp/<project>/`, and error reports in the folder for temporary files.
//!
//! Credentials in the same folder are never read.

mod calls;
mod chat;
mod failure;
mod find;
mod load;
mod output;
pub(super) mod printed;
mod project;
mod read;
mod reports;
pub(super) mod resume;

use super::Source;
use crate::model::Runtime;

/// The reader of these records.
pub(super) static SOURCE: Source =
    Source { runtime: Runtime::GeminiCli, find: find::all, at: find::at, load: load::load };
