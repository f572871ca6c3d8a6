//! What ties processes of this machine to a session.

use std::path::PathBuf;

use super::reader::Reader;
use super::registry;
use crate::sources::files;

/// Fills the marks; call it when everything was read.
pub(super) fn fill(reader: &mut Reader, held: Vec<PathBuf>) {
    let registered = !files::entries(&registry::folder(reader.places)).is_empty();
    let run = &mut reader.run;
    let marks = &mut run.marks;
    marks.names = vec!["claude".into(), "claude.exe".into()];
    marks.scripts = vec!["@anthropic-ai/claude-code".into(), "claude-code/cli.js".into(), "/bin/claude".into()];
    marks.environ = vec![
        ("CLAUDE_CODE_SESSION_ID".into(), Some(run.session.clone())),
        ("CLAUDECODE".into(), None),
        ("CLAUDE_PID".into(), None),
    ];
    marks.arguments = vec![run.session.clone()];
    marks.held = held;
    marks.growing = run.transcripts.iter().map(|transcript| transcript.path.clone()).collect();
    marks.folder.clone_from(&run.cwd);
    let mut folders = std::mem::take(&mut reader.folders);
    folders.sort();
    folders.dedup();
    marks.folders = folders.into_iter().filter(|folder| Some(folder) != run.cwd.as_ref()).collect();
    marks.folder_decides = !registered;
}
