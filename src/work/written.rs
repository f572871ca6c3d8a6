//! Briefs that were written: read back from where they lie, with the lines that start the next run.

use std::path::{Path, PathBuf};

use crate::brief;
use crate::evidence;
use crate::model::{Brief, Decided, Facts};
use crate::msg::WrittenBrief;
use crate::sources::resume::{StartAsk, start_lines};
use crate::steps;

/// The written briefs of a recovery, oldest first. One whose data cannot be read any more is left out.
pub(super) fn briefs(decided: &Decided, facts: &Facts, recovery: &str) -> Vec<WrittenBrief> {
    let read = |paths: &[String]| {
        let ending =
            |end: &str| paths.iter().find(|path| Path::new(path).extension().is_some_and(|found| found == end));
        let data = brief::read_json(&evidence::read_to_string(ending("json")?).ok()?).ok()?;
        let path = PathBuf::from(ending("md")?);
        // The text is rendered from the data, so that they say it where the text itself is gone.
        let text = evidence::read_to_string(&path).unwrap_or_else(|_| brief::render(&data));
        Some(with_lines(data, text, path, facts, decided, recovery))
    };
    decided.published.values().filter_map(|publication| read(&publication.paths)).collect()
}

/// A brief with the lines that start the next run with it.
pub(super) fn with_lines(
    brief: Brief,
    text: String,
    path: PathBuf,
    facts: &Facts,
    decided: &Decided,
    recovery: &str,
) -> WrittenBrief {
    let next = start_lines(&StartAsk {
        runtime: facts.run.runtime,
        session: &facts.run.session,
        tree: &facts.tree.root,
        start: &steps::assign::typed(&brief.next_step.start, decided),
        brief: &path,
        recovery,
        attempt: brief.attempt,
    });
    WrittenBrief { brief, text, path, next }
}
