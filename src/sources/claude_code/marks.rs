//! What ties processes of this machine to a session.

use std::path::PathBuf;

use super::reader::Reader;
use super::registry;
use crate::model::{Deed, Run, Runtime, Trace, What};
use crate::sources::{LOOKS, files, text};

/// Fills the marks; call it when everything was read. `held`: folders that a process of the session holds open.
pub(super) fn fill(reader: &mut Reader, held: Vec<PathBuf>) {
    let registered = !files::entries(&registry::folder(reader.places)).is_empty();
    let run = &mut reader.run;
    let waits = waits(run, reader.one_shot);
    let marks = &mut run.marks;
    if let Some(look) = LOOKS.iter().find(|look| look.runtime == Runtime::ClaudeCode) {
        let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        marks.names = owned(look.names);
        marks.scripts = owned(look.scripts);
        marks.environ = look.sessions.iter().map(|name| (name.to_string(), Some(run.session.clone()))).collect();
        marks.environ.extend(look.environ.iter().map(|name| (name.to_string(), None)));
    }
    marks.arguments = vec![run.session.clone()];
    marks.held = held;
    marks.growing = run.transcripts.iter().map(|transcript| transcript.path.clone()).collect();
    marks.folder.clone_from(&run.cwd);
    let mut folders = std::mem::take(&mut reader.folders);
    folders.sort();
    folders.dedup();
    marks.folders = folders.into_iter().filter(|folder| Some(folder) != run.cwd.as_ref()).collect();
    marks.folder_decides = !registered;
    marks.waits = waits;
}

/// What a living client would wait for by the record: a person's permission, answer or next prompt.
fn waits(run: &Run, one_shot: bool) -> Option<String> {
    let permission = run.traces.iter().find_map(|trace| match trace {
        Trace::AwaitsPermission { what, .. } => Some(format!("an approval of `{what}`")),
        _ => None,
    });
    let asked = || {
        let mut open = run.calls().rev().filter(|(_, _, result)| result.is_none());
        open.find_map(|(_, call, _)| match &call.deed {
            Deed::Ask { question } => Some(format!("an answer to \"{}\"", text::one_line(question))),
            _ => None,
        })
    };
    let over = || {
        let last = run.events.iter().rev().find(|event| event.agent.is_none() && !event.abandoned)?;
        (!one_shot && matches!(last.what, What::TurnEnd(_))).then(|| "its next prompt".to_string())
    };
    permission.or_else(asked).or_else(over)
}
