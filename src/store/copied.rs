//! The last copy, since a terminal does not confirm that it took it.

use super::{Doing, Folder, StoreError, atomic};

/// Keeps what was copied, masked by the caller, in `copied.txt`.
pub fn keep_copied(folder: &Folder, text: &str) -> Result<(), StoreError> {
    folder.make()?;
    let path = folder.root().join("copied.txt");
    atomic::write(&path, text.as_bytes(), atomic::PRIVATE).map_err(StoreError::at(Doing::Copied, &path))
}
