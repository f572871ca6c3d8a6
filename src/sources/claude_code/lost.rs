//! A session whose own transcript is gone (removed by the client's retention, or by hand): what still lies beside it.
//!
//! Prompts stand in `history.jsonl`, sub-agents have files of their own, `.last-cleanup` tells when the client last removed old sessions.
//! What the agent itself did is recorded nowhere then, and nothing here guesses it.

use std::path::{Path, PathBuf};

use super::reader::Reader;
use super::{find, marks, project, prompt_log, subagents};
use crate::model::{Found, Problem, Run, Trace};
use crate::sources::{Places, files};

/// Whether a row stands for such a session.
pub(super) fn is(found: &Found) -> bool {
    prompt_log::is(&found.path) || subagents::agent(&found.path).is_some()
}

/// The sessions of which no transcript is left.
pub(super) fn rows(places: &Places, known: &[Found]) -> Vec<Found> {
    let mut rows = prompt_log::without_file(places, known);
    for folder in project::folders(places).iter().flat_map(|folder| files::entries(folder)) {
        let session = project::session(&folder);
        if known.iter().chain(&rows).all(|row| row.session != session) {
            rows.extend(row(places, &folder));
        }
    }
    rows
}

/// The session to which a sub-agent's file belongs, when nothing else of it is left. `folder` has the session's name.
pub(super) fn row(places: &Places, folder: &Path) -> Option<Found> {
    let side = files::entries(&folder.join("subagents")).into_iter().find(|path| subagents::agent(path).is_some())?;
    let found = find::one(places, &side);
    let problem = Some("its transcript is gone: only files of its sub-agents are left".into());
    Some(Found { session: project::session(folder), title: None, problem, ..found })
}

/// What is left of it.
pub(super) fn run(places: &Places, found: &Found) -> Run {
    let mut reader = Reader::new(places, &found.session);
    prompt_log::add(&mut reader.run, places, &found.session);
    let folders = project::folders(places).into_iter().map(|folder| folder.join(&found.session));
    let sides: Vec<_> = folders.flat_map(|folder| subagents::sides(&folder, &found.session)).collect();
    for side in &sides {
        reader.file(&side.path, Some(&side.agent));
    }
    subagents::tie(&mut reader, &sides);
    reader.in_order();
    reader.run.started = reader.run.events.iter().filter_map(|event| event.at).min();
    reader.run.last_event = reader.run.events.iter().filter_map(|event| event.at).max();
    marks::fill(&mut reader, Vec::new());
    let mut run = reader.run;
    run.traces.push(Trace::ConversationGone);
    let beside = match (run.goal.is_some(), sides.is_empty()) {
        (_, true) => "only the prompts are left",
        (true, false) => "only the prompts and the files of its sub-agents are left",
        (false, false) => "only the files of its sub-agents are left",
    };
    let what = format!(
        "the main transcript of this session is gone, {beside}: what the agent did is not recorded{}",
        cleaned(&places.claude)
    );
    run.problems.push(Problem::new(found.path.display().to_string(), what));
    run
}

/// When the client last removed sessions that were older than its retention, as the end of a sentence.
fn cleaned(claude: &Path) -> String {
    let at: PathBuf = claude.join(".last-cleanup");
    let text = files::head(&at, 64).unwrap_or_default();
    let Ok(at) = text.trim().parse::<crate::model::Timestamp>() else { return String::new() };
    let at = at.strftime("%Y-%m-%d %H:%M:%S UTC");
    format!(". The client's retention last removed old sessions at {at} (.last-cleanup); it may have removed this one")
}
