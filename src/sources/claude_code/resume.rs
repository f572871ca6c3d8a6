//! When Claude Code resumes a session, and when it must not (formats: section 5).

use crate::model::{Cause, Run, Timestamp};
use crate::sources::resume::{Known, Reasons};

/// Clients from here on find a session by its id from every folder, and end a torn line before they append.
const FINDS_EVERYWHERE: (u32, u32, u32) = (2, 1, 300);
/// Any start of the client may delete transcripts that are older than this, unless the settings say otherwise.
const RETENTION: jiff::SignedDuration = jiff::SignedDuration::from_hours(30 * 24);

/// Adds what is special about this runtime.
pub(crate) fn rules(known: &Known<'_>, reasons: &mut Reasons) {
    let run = known.run;
    let old = version(run).is_some_and(|version| version < FINDS_EVERYWHERE);
    if std::iter::once(&known.ending.cause).chain(&known.ending.also).any(|cause| *cause == Cause::ContextFull) {
        reasons.no("the context is full: the same history is sent again and refused again; a fresh run needs a brief");
    }
    if let Some(folder) = run.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        let then = if old {
            "the client finds no conversation elsewhere"
        } else {
            "resumed elsewhere it would work in another checkout"
        };
        reasons.no(format!(
            "the folder of the session does not exist, it is gone or was moved: {}; {then}",
            folder.display()
        ));
    }
    if old && run.transcripts.iter().any(|file| file.torn_tail) {
        reasons.condition(
            "the transcript ends in a torn line, and this version glues the next row to it: one row is lost",
        );
    }
    let oldest = run.transcripts.iter().filter_map(|file| changed(&file.path)).min();
    if oldest.is_some_and(|changed| known.now.duration_since(changed) > RETENTION) {
        reasons.condition("the transcript is older than 30 days: any start of the client may delete it, copy it first");
    }
}

fn changed(path: &std::path::Path) -> Option<Timestamp> {
    Timestamp::try_from(std::fs::metadata(path).ok()?.modified().ok()?).ok()
}

fn version(run: &Run) -> Option<(u32, u32, u32)> {
    let mut parts =
        run.runtime_version.as_deref()?.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut next = || parts.next()?.parse().ok();
    Some((next()?, next()?, next()?))
}
