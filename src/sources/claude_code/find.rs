//! One row per session for the picker, from the head and the tail of each transcript.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::reader::Reader;
use super::{lost, project, row};
use crate::evidence;
use crate::model::{Call, Found, Problem, Run, Runtime, Speaker, Tail, TurnEnd, What};
use crate::sources::consumed::brief_line;
use crate::sources::{Index, Places, files, text};

/// The first look reads so much of the beginning; when no prompt stands there, the second so much.
const HEADS: &[u64] = &[24 << 10, 512 << 10];
/// The same for the end, until a message is found.
const TAILS: &[u64] = &[48 << 10, 512 << 10, 4 << 20];

/// Every session, with the folders that could not be read.
pub(super) fn all(places: &Places, index: &Index) -> (Vec<Found>, Vec<Problem>) {
    let mut problems = Vec::new();
    let projects = places.claude.join("projects");
    let mut rows = Vec::new();
    for folder in std::iter::once(projects.clone()).chain(project::folders(places)) {
        match fs_err::read_dir(&folder) {
            Err(why) if folder.exists() => {
                let what = format!("sessions in this folder cannot be listed: {why}");
                problems.push(Problem::new(folder.display().to_string(), what));
            }
            _ if folder == projects => {}
            _ => {
                let files = project::transcripts(&folder);
                rows.extend(files.iter().filter_map(|path| index.row(path, || one(places, path))));
            }
        }
    }
    let gone = lost::rows(places, &rows);
    rows.extend(gone);
    (rows, problems)
}

/// The session of a transcript that may lie anywhere; a sub-agent's file leads to its run's.
pub(super) fn at(places: &Places, path: &Path) -> Option<Found> {
    let above = path.parent().filter(|folder| folder.ends_with("subagents")).and_then(Path::parent);
    if let Some(folder) = above.filter(|folder| !folder.with_extension("jsonl").exists()) {
        return lost::row(places, folder);
    }
    let path = above.map_or_else(|| path.to_path_buf(), |folder| folder.with_extension("jsonl"));
    if path.extension()? != "jsonl" {
        return None;
    }
    let head = files::head(&path, HEADS[1]).ok()?;
    head.lines().take(50).any(row::is_row).then(|| one(places, &path))
}

/// The row of one transcript.
pub(super) fn one(places: &Places, path: &Path) -> Found {
    let session = project::session(path);
    match look(places, path, &session) {
        Ok(found) => found,
        Err(why) => {
            Found { problem: Some(format!("cannot be read: {why}")), ..Found::new(Runtime::ClaudeCode, session, path) }
        }
    }
}

fn look(places: &Places, path: &Path, session: &str) -> std::io::Result<Found> {
    let mut file = evidence::open(path)?;
    let length = file.metadata()?.len();
    let mut begin = Run::new(Runtime::ClaudeCode, session);
    // What holds not one row where rows must stand is no transcript, however long it is.
    let mut noise = false;
    for most in HEADS {
        let bytes = piece(&mut file, 0, length.min(*most))?;
        let whole = if length <= *most { &bytes[..] } else { up_to_last_line(&bytes) };
        let mut reader = Reader::new(places, session);
        let reading = reader.piece(path, whole);
        noise = reading.unread > 0 && reading.unread == reading.lines || whole.is_empty() && bytes.contains(&0);
        begin = reader.run;
        if begin.goal.is_some() || length <= *most || noise {
            break;
        }
    }
    let mut end = Run::new(Runtime::ClaudeCode, session);
    let (mut torn, mut titles) = (false, Vec::new());
    for most in TAILS {
        let from = length.saturating_sub(*most);
        let bytes = piece(&mut file, from, length - from)?;
        let lines = if from == 0 { &bytes[..] } else { after_first_line(&bytes) };
        let mut reader = Reader::new(places, session);
        torn = reader.piece(path, lines).torn_tail;
        titles = reader.titles.into_values().collect();
        end = reader.run;
        let said = end.events.iter().any(|event| !matches!(event.what, What::TurnEnd(_)));
        if said || from == 0 || noise {
            break;
        }
    }
    end.match_results();
    let silent = begin.events.is_empty() && end.events.is_empty();
    Ok(Found {
        cwd: end.cwd.clone().or(begin.cwd.clone()),
        title: begin.goal.as_deref().map(text::one_line).or(titles.into_iter().next()),
        started: begin.events.iter().find_map(|event| event.at),
        last_event: end.events.iter().filter_map(|event| event.at).max(),
        tail: if torn { Tail::Torn } else { tail(&end) },
        brief: [&begin, &end].into_iter().flat_map(|run| &run.events).find_map(|event| match &event.what {
            What::Asked { text, by: Speaker::Person } => brief_line(text),
            _ => None,
        }),
        problem: silent.then(|| "holds no message".into()),
        ..Found::new(Runtime::ClaudeCode, session, path)
    })
}

fn piece(file: &mut std::fs::File, from: u64, length: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn up_to_last_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

fn after_first_line(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    &bytes[start..]
}

/// How the last rows look. Only calls that can still be open count: those after which nothing else was said.
fn tail(run: &Run) -> Tail {
    let open = |call: &Call| call.result.is_none();
    for event in run.events.iter().rev() {
        return match &event.what {
            What::TurnEnd(TurnEnd::Failed) | What::Error(_) => Tail::Error,
            What::TurnEnd(_) | What::Limit(_) => Tail::TurnEnded,
            What::Call(call) if open(call) => Tail::CallOpen,
            What::Result(_) if run.calls().any(|(_, call, result)| result.is_none() && open(call)) => Tail::CallOpen,
            What::Asked { .. } | What::Said { .. } | What::Result(_) | What::Call(_) => Tail::TurnOpen,
            What::Compaction(_) => continue,
        };
    }
    Tail::Unclear
}
