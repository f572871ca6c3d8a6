//! The packet of a run: in its work tree or on its task; and what proves that it is older than the run. Writes nothing.

use std::path::Path;

use crate::evidence;
use crate::model::{ContractMark, FileStatus, PACKET_FILE, Problem, Run, Task, Timestamp, Tree};
use crate::read::{contract, packet};

/// The document of a task that holds a packet.
pub const DOCUMENT: &str = "recovery-packet";

/// Adds what the packet states, and the mark of the contract when something proves that it is older than the run.
pub(super) fn apply(task: &mut Task, run: &Run, tree: &Tree, copies: &Path) -> Option<Problem> {
    let (text, source) = found(run, tree)?;
    let stated = match packet::parse(&text) {
        Ok(stated) => stated,
        Err(why) => return Some(Problem::new(source, why)),
    };
    // One that was made when the run was over is for the next: this run never had it.
    let made = copied(copies, &contract::hash(&text));
    if made.zip(run.last_event).is_some_and(|(made, ended)| made > ended) {
        return None;
    }
    packet::apply(task, &stated);
    // A commit says nothing about a document of the task.
    let by_commit = || if source == PACKET_FILE { committed(tree) } else { None };
    let proven = kept(copies, &contract::hash(&text), run.started).or_else(by_commit);
    match (proven, made) {
        (Some(at), _) => {
            task.contract = Some(ContractMark { hash: contract::hash(&text), at: Some(at), source });
            None
        }
        (None, Some(made)) => {
            Some(Problem::new(source, format!("this packet is younger than the run: its copy was made at {made}")))
        }
        (None, None) => Some(Problem::new(
            source,
            "nothing proves that this packet is older than the run: no copy of it was kept, and no older commit holds it",
        )),
    }
}

fn found(run: &Run, tree: &Tree) -> Option<(String, String)> {
    let file = tree.root.join(PACKET_FILE);
    if let Some(text) = file.is_file().then(|| evidence::read_to_string(&file).ok()).flatten() {
        return Some((text, PACKET_FILE.to_owned()));
    }
    let document = run.record.as_ref()?.document(DOCUMENT)?;
    Some((document.newest()?.text.clone(), format!("document {DOCUMENT}")))
}

/// When our own copy of exactly this text was made, if that was before the run.
fn kept(copies: &Path, hash: &str, started: Option<Timestamp>) -> Option<Timestamp> {
    copied(copies, hash).filter(|at| started.is_some_and(|started| *at <= started))
}

/// When our own copy of exactly this text was made.
fn copied(copies: &Path, hash: &str) -> Option<Timestamp> {
    let noted = evidence::read_to_string(copies.join(format!("{hash}.at"))).ok()?;
    let at: Timestamp = noted.trim().parse().ok()?;
    let text = evidence::read_to_string(copies.join(format!("{hash}.json"))).ok()?;
    // A note beside another text proves nothing.
    (contract::hash(&text) == hash).then_some(at)
}

/// When the commit was made at which the run started, if the packet stands in it unchanged.
fn committed(tree: &Tree) -> Option<Timestamp> {
    let path = Path::new(PACKET_FILE);
    let start = tree.commits.iter().find(|commit| Some(&commit.id) == tree.start.as_ref())?;
    let unchanged = match tree.files.get(path) {
        Some(state) => state.status == FileStatus::Same || (state.blob.is_some() && state.blob == state.start),
        None => tree.tracked.iter().any(|tracked| tracked == path),
    };
    let later = tree.commits.iter().filter(|commit| commit.id != start.id);
    let touched = later.into_iter().any(|commit| commit.files.iter().any(|file| file.path == path));
    (unchanged && !touched).then_some(start.at)
}
