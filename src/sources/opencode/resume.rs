//! When OpenCode resumes a session, and when it must not.

use crate::model::Cause;
use crate::sources::resume::{Known, Reasons};

/// Adds what is special about this runtime.
pub(crate) fn rules(known: &Known<'_>, reasons: &mut Reasons) {
    if std::iter::once(&known.ending.cause).chain(&known.ending.also).any(|cause| *cause == Cause::ContextFull) {
        reasons.condition("the context is full, and the compaction failed: a resume sends the same history again");
    }
    if let Some(folder) = known.run.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        reasons.no(format!("the folder of the session does not exist: {}", folder.display()));
    }
}
