//! Gemini CLI's records: chats and prompt logs below `tmp/<project>/`, and error reports in the folder for temporary files.
//!
//! Credentials in the same folder are never read.

mod calls;
mod chat;
mod failure;
mod find;
mod load;
mod output;
mod project;
mod read;
mod reports;
pub(super) mod resume;

use std::path::Path;

use super::{Places, Source};
use crate::model::{Found, Problem, Run, Runtime};

/// The reader of Gemini CLI's records.
pub struct Gemini;

impl Source for Gemini {
    fn runtime(&self) -> Runtime {
        Runtime::GeminiCli
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
