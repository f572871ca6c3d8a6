//! What can be made again: the picker's index and the like, below the cache folder.

use std::path::{Path, PathBuf};

use super::{Doing, StoreError, atomic};

/// The cache folder.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The cache below this folder; nothing is made before something is kept.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// What was kept under a name; losing it costs time, nothing else.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.root.join(name)).ok()
    }

    /// Keeps something under a name.
    pub fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.root.join(name);
        let keep = || {
            atomic::private_folder(&self.root)?;
            atomic::write(&path, bytes, atomic::PRIVATE)
        };
        keep().map_err(StoreError::at(Doing::Cache, &path))
    }
}
