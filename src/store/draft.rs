//! What was half-typed, and where the operator was: kept beside the journal, decides nothing.

use std::path::Path;

use super::{Doing, StoreError, atomic};
use crate::model::Draft;

const NAME: &str = "draft.json";

/// Keeps the draft of a recovery.
pub fn keep_draft(folder: &Path, draft: &Draft) -> Result<(), StoreError> {
    let path = folder.join(NAME);
    let write = || atomic::write(&path, &serde_json::to_vec(draft)?, atomic::PRIVATE);
    write().map_err(StoreError::at(Doing::Draft, &path))
}

/// The draft of a recovery; one that cannot be read is none, since nothing hangs on it.
pub fn load_draft(folder: &Path) -> Option<Draft> {
    serde_json::from_slice(&std::fs::read(folder.join(NAME)).ok()?).ok()
}
