//! Our state folder: where it is, whether it can be written, which recoveries it holds.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

use super::atomic;
use super::{Doing, StoreError};

const FORMAT: &str = "1\n";
const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The two folders below which everything of ours lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Decisions and briefs.
    pub state: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
}

impl Places {
    /// The folders of this account; `--state` moves the first one.
    pub fn of_account(state: Option<&Path>) -> Result<Self, StoreError> {
        let Some(base) = directories::BaseDirs::new() else {
            let why =
                "this account has no home folder, so decisions cannot be kept; set HOME, or start with --state DIR";
            return state.map_or(Err(StoreError::ReadOnly(why.to_owned())), |state| {
                Ok(Self { state: state.to_owned(), cache: state.join("cache") })
            });
        };
        let own = base.state_dir().unwrap_or_else(|| base.data_local_dir()).join("lastgood");
        Ok(Self { state: state.map_or(own, Path::to_owned), cache: base.cache_dir().join("lastgood") })
    }
}

/// Our state folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    read_only: Option<String>,
}

impl Folder {
    /// Opens the folder; it is made by what is written first. One that cannot be written still opens, and says why.
    pub fn open(root: &Path) -> Self {
        let read_only = usable(root).err().map(|error| error.to_string());
        Self { root: root.to_owned(), read_only }
    }

    /// Makes the folder where it is not there.
    pub(super) fn make(&self) -> Result<(), StoreError> {
        self.read_only.clone().map_or(Ok(()), |why| Err(StoreError::ReadOnly(why)))?;
        atomic::private_folder(&self.root.join("recoveries")).map_err(StoreError::at(Doing::Folder, &self.root))?;
        let format = self.root.join("format");
        if format.exists() {
            return Ok(());
        }
        atomic::write(&format, FORMAT.as_bytes(), atomic::PRIVATE).map_err(StoreError::at(Doing::Folder, &format))
    }

    /// The folder as it is, for reading alone: nothing is made.
    pub fn look(root: &Path) -> Self {
        Self { root: root.to_owned(), read_only: Some("opened for reading alone".to_owned()) }
    }

    /// Why nothing can be written here, if so.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of one recovery.
    pub fn recovery(&self, id: &str) -> PathBuf {
        self.root.join("recoveries").join(id)
    }

    /// The ids of all recoveries here.
    pub fn recoveries(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.root.join("recoveries")).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let mut ids: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        ids.sort();
        ids
    }
}

/// Whether the folder can be used, or made: looked at, nothing is changed.
fn usable(root: &Path) -> Result<(), StoreError> {
    let format = root.join("format");
    match std::fs::read_to_string(&format) {
        Ok(known) if known == FORMAT => {}
        Ok(other) => {
            return Err(StoreError::ReadOnly(format!(
                "{} says format {}, this lastgood knows 1: decisions are read-only here; use the newer lastgood, or --state DIR",
                format.display(),
                other.trim().chars().take(20).collect::<String>()
            )));
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(StoreError::at(Doing::Folder, &format)(error)),
    }
    for folder in [root, &root.join("recoveries")] {
        // Where it is not there yet, it will be made in the nearest folder above it that is.
        let there = folder.ancestors().find(|path| path.symlink_metadata().is_ok()).unwrap_or(folder);
        if !there.is_dir() {
            return Err(StoreError::at(Doing::Folder, there)(std::io::ErrorKind::NotADirectory.into()));
        }
        rustix::fs::access(there, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK)
            .map_err(|error| StoreError::at(Doing::Folder, folder)(error.into()))?;
    }
    Ok(())
}

/// A new recovery's id: `LG-` and 8 random Crockford characters.
pub(super) fn new_id() -> String {
    // The keys of a fresh hasher come from the system's source of randomness.
    let mut random = RandomState::new().build_hasher().finish();
    let mut id = String::from("LG-");
    for _ in 0..8 {
        id.push(CROCKFORD.get((random & 31) as usize).copied().map_or('0', char::from));
        random >>= 5;
    }
    id
}
