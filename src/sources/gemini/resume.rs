//! When Gemini CLI resumes a session, and when it must not.

use crate::model::Cause;
use crate::sources::resume::{Known, Reasons};

/// Adds what is special about this runtime.
pub(crate) fn rules(known: &Known<'_>, reasons: &mut Reasons) {
    if let Some(folder) = known.run.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        reasons.no(format!(
            "the folder of the session does not exist, and sessions are found in their own folder only: {}",
            folder.display()
        ));
    }
    let unclear = matches!(
        known.ending.cause,
        Cause::Killed
            | Cause::KilledInReply
            | Cause::KilledInTool
            | Cause::HangUp
            | Cause::HostDown
            | Cause::ClientCrash
            | Cause::Unknown
    );
    if unclear {
        reasons.condition("this client records a call only when it is over: a command that ran at the end left no trace, and the model is not told of it");
    }
}
