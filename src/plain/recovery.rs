//! What people decided about a run, read from the state folder. Takes no lock and writes nothing.

use std::path::Path;

use crate::cli::Options;
use crate::model::{Decided, Found};
use crate::store::{self, Index};

/// What is on record about a run; empty when nobody decided anything yet.
pub struct OnRecord {
    /// The recovery's id, once there is one.
    pub id: Option<String>,
    /// What counts.
    pub decided: Decided,
}

/// What is on record about this run.
pub fn on_record(options: &Options, found: &Found) -> Result<OnRecord, String> {
    let places = super::own(options)?;
    // A folder that is not there is no trouble here: there is nothing on record, and nothing is made.
    let nothing = OnRecord { id: None, decided: Decided { attempt: 1, ..Decided::default() } };
    if !places.state.is_dir() {
        return Ok(nothing);
    }
    let folder = store::Folder::look(&places.state);
    let index = Index::load(&folder).map_err(|error| error.to_string())?;
    let keys = [store::session_key(found.runtime, &found.session)];
    let Some(id) = index.find(&keys).map(str::to_owned) else { return Ok(nothing) };
    let path = folder.recovery(&id);
    let loaded = store::load(&path.join("journal.jsonl"), &id).map_err(|error| error.to_string())?;
    Ok(OnRecord { id: Some(id), decided: loaded.recovery.decided })
}

/// What counts in the recovery with this id, when it is kept here.
pub fn decided_of(options: &Options, id: &str) -> Result<Option<Decided>, String> {
    let places = super::own(options)?;
    let journal = store::Folder::look(&places.state).recovery(id).join("journal.jsonl");
    // An id comes from a file that anybody may have written: it names a folder of ours or nothing.
    if id.contains(['/', '.']) || !journal.is_file() {
        return Ok(None);
    }
    let loaded = store::load(&journal, id).map_err(|error| error.to_string())?;
    Ok(Some(loaded.recovery.decided))
}

/// The file of the present attempt's brief with this extension, if the brief was written.
pub fn written<'a>(decided: &'a Decided, extension: &str) -> Option<&'a Path> {
    let paths = decided.published.get(&decided.attempt)?.paths.iter().map(Path::new);
    paths.into_iter().find(|path| path.extension().is_some_and(|end| end == extension))
}
