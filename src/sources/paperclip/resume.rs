//! Whether the next run of a task goes on with a session: what the task's record saved, and what lies on this machine.

use super::join;
use crate::model::{TaskRecord, TaskState};
use crate::sources::resume::{Known, Reasons};

/// Adds what the task's record decides.
pub(crate) fn rules(known: &Known<'_>, record: &TaskRecord, reasons: &mut Reasons) {
    let adapter = record.evidence().map(|attempt| attempt.adapter.as_str()).unwrap_or_default();
    if join::runtime(adapter).is_none() {
        let kind = if adapter.is_empty() { "this worker" } else { adapter };
        reasons.no(format!("a worker of the kind `{kind}` keeps no session: its next run starts fresh"));
        return;
    }
    let here = known.run.transcripts.iter().any(|file| file.path.exists());
    let saved = record.saved.iter().flatten().find(|saved| saved.session == known.run.session);
    match (saved, &record.saved) {
        (Some(saved), _) => {
            reasons.note(format!("{} saved session {} for the next run of this task", record.system, saved.session));
            if !here {
                reasons
                    .condition("its transcript does not lie on this machine: only the task's next run can resume it");
            }
            let folder = saved.cwd.as_deref().map(|folder| known.run.cwd.as_deref().map(|cwd| (folder, cwd)));
            if let Some(Some((folder, cwd))) = folder
                && !cwd.ends_with(folder.trim_start_matches('/'))
                && std::path::Path::new(folder) != cwd
            {
                reasons
                    .condition(format!("it was saved for another folder, {folder}: then a fresh session is started"));
            }
        }
        (None, Some(_)) if here => reasons.condition(format!(
            "session {} lies on disk and is unknown to {}: its next run of the task starts fresh",
            known.run.session, record.system
        )),
        (None, None) if here => reasons.condition("whether the task system saved the session could not be asked"),
        (None, _) => reasons.no("the task system saved no session, and no transcript of it lies on this machine"),
    }
    match record.task.state {
        TaskState::Held if record.hold.is_some() => {
            reasons.note("after a reconciliation the task's next run never resumes: it starts fresh");
        }
        TaskState::Live => reasons.no("a run of the task is alive by its record and holds it"),
        _ => {}
    }
    if record.worker.as_ref().is_some_and(|worker| worker.paused) {
        reasons.condition("the agent is paused: the task waits until a person resumes it");
    }
}
