//! What ties processes and files to a session. There is no lock and no registry: the folder decides.

use crate::model::{Run, Trace};
use crate::sources::text::one_line;

/// Adds the marks of a run.
pub(super) fn add(run: &mut Run, turn_open: bool) {
    let marks = &mut run.marks;
    marks.names = vec!["opencode".into()];
    marks.scripts = vec!["bin/opencode".into(), "opencode-ai/bin/opencode".into()];
    marks.environ = vec![("OPENCODE".into(), None)];
    marks.arguments = vec![run.session.clone()];
    marks.folder.clone_from(&run.cwd);
    marks.folder_decides = true;
    for file in &run.transcripts {
        let mut log = file.path.as_os_str().to_os_string();
        log.push("-wal");
        marks.growing.push(file.path.clone());
        if file.path.extension().is_some_and(|end| end == "db") {
            marks.growing.push(log.into());
        }
    }
    let asked = run.traces.iter().find_map(|trace| match trace {
        Trace::AwaitsPermission { what, .. } => Some(format!("an approval of `{}`", one_line(what))),
        _ => None,
    });
    marks.waits = asked.or_else(|| (!turn_open).then(|| "its next prompt".to_string()));
}
