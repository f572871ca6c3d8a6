//! The present content of a work tree: every tracked and untracked file, raw, without filters, hooks or the index refreshed.
//!
//! Looking (`survey`, `hash`) writes nothing. A copy for gates goes into our own scratch (`checkout`), a copy to keep
//! into the repository's objects under a ref of ours (`salvage`, `good`); HEAD, index, work tree and stash stay as they are.

mod checkout;
mod good;
mod odd;
mod salvage;
mod tree;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use git2::{ObjectType, Oid, Repository, Status, StatusOptions, StatusShow};

pub use checkout::{Checkout, DEPENDENCIES};
pub use good::{Texts, keep_good, left_out};
pub use salvage::{Salvaged, Secret, salvage, secrets};

/// What a path of the content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file, with its executable bit.
    File {
        /// Whether its owner may execute it.
        exec: bool,
    },
    /// A symbolic link; its target is its content.
    Link,
    /// A submodule at this commit; what changed inside it is not part of the content.
    Module(Oid),
}

impl Kind {
    fn mode(self) -> u32 {
        match self {
            Self::File { exec: false } => 0o100_644,
            Self::File { exec: true } => 0o100_755,
            Self::Link => 0o120_000,
            Self::Module(_) => 0o160_000,
        }
    }
}

/// One path of the content.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its size.
    pub bytes: u64,
    /// Whether git tracks it.
    pub tracked: bool,
}

/// What belongs to the present content of a folder, by path, and what does not though it lies there.
#[derive(Debug, Default)]
pub struct Content {
    /// The root.
    pub root: PathBuf,
    /// Whether it is a git repository.
    pub repository: bool,
    /// Everything that belongs to it; paths as bytes, because a name may be no text.
    pub entries: BTreeMap<Vec<u8>, Entry>,
    /// What git ignores, folders as a whole.
    pub ignored: Vec<PathBuf>,
    /// Other repositories inside this one.
    pub nested: Vec<PathBuf>,
    /// Pipes, sockets, devices and what could not be looked at, in words.
    pub odd: Vec<String>,
}

impl Content {
    /// Everything in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.values().map(|entry| entry.bytes).sum()
    }

    /// Where a path of it lies.
    pub fn full(&self, path: &[u8]) -> PathBuf {
        self.root.join(OsStr::from_bytes(path))
    }

    /// Its tree hash: what git would name a tree with exactly these files.
    pub fn hash(&self) -> Result<String, String> {
        let ids = self.ids()?;
        tree::tree(&ids, &mut |bytes| Oid::hash_object(ObjectType::Tree, bytes))
            .map(|id| id.to_string())
            .map_err(|why| why.message().to_owned())
    }

    /// The id of every path, by reading it. A file that is gone meanwhile is left out.
    pub fn ids(&self) -> Result<BTreeMap<Vec<u8>, (u32, Oid)>, String> {
        let mut ids = BTreeMap::new();
        for (path, entry) in &self.entries {
            if let Some(id) = id(&self.full(path), entry.kind)? {
                ids.insert(path.clone(), (entry.kind.mode(), id));
            }
        }
        Ok(ids)
    }
}

/// The paths that differ between two looks at a content.
pub fn changed(before: &BTreeMap<Vec<u8>, (u32, Oid)>, after: &BTreeMap<Vec<u8>, (u32, Oid)>) -> Vec<String> {
    let mut paths: Vec<&Vec<u8>> =
        before.iter().filter(|(path, id)| after.get(*path) != Some(id)).map(|at| at.0).collect();
    paths.extend(after.keys().filter(|path| !before.contains_key(*path)));
    paths.sort();
    paths.into_iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect()
}

/// The raw id of what lies at a path; `None` when it is gone.
fn id(full: &Path, kind: Kind) -> Result<Option<Oid>, String> {
    let found = match kind {
        Kind::Module(id) => return Ok(Some(id)),
        Kind::Link => {
            std::fs::read_link(full).map(|target| Oid::hash_object(ObjectType::Blob, target.as_os_str().as_bytes()))
        }
        Kind::File { .. } => std::fs::symlink_metadata(full).map(|_| Oid::hash_file(ObjectType::Blob, full)),
    };
    match found {
        Ok(id) => id.map(Some).map_err(|why| format!("{} could not be read: {}", full.display(), why.message())),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(format!("{} could not be read: {why}", full.display())),
    }
}

/// Opens the repository of a work tree, and says in words why not.
fn open(root: &Path) -> Result<Option<Repository>, String> {
    if !root.is_dir() {
        return Err(format!("the folder {} is not there", root.display()));
    }
    if std::fs::symlink_metadata(root.join(".git")).is_err() {
        return Ok(None);
    }
    Repository::open(root).map(Some).map_err(|why| {
        let words = why.message();
        let other = ["object format", "objectformat", "sha256"].iter().any(|word| words.contains(word));
        if other {
            return format!(
                "{} names its objects by SHA-256, which this lastgood cannot write or read; copy the folder by hand: cp -a",
                root.display()
            );
        }
        format!("the repository {} could not be opened: {words}", root.display())
    })
}

/// What to say of a folder without a repository.
pub fn no_repository(root: &Path) -> String {
    let root = root.display();
    format!(
        "{root} is no git repository, so there is nowhere to keep a commit; copy it by hand: cp -a {root} {root}.kept"
    )
}

/// The commit that is checked out, when it has exactly this content.
pub fn head_with(root: &Path, hash: &str) -> Option<String> {
    let repo = open(root).ok()??;
    let head = repo.head().ok()?.peel_to_commit().ok()?;
    (head.tree_id().to_string() == hash).then(|| head.id().to_string())
}

/// The tree hash of a commit.
pub fn tree_of(root: &Path, commit: &str) -> Option<String> {
    let repo = open(root).ok()??;
    Some(repo.revparse_single(commit).ok()?.peel_to_tree().ok()?.id().to_string())
}

/// What belongs to the present content of a folder.
pub fn survey(root: &Path) -> Result<Content, String> {
    let mut content = Content { root: root.to_owned(), ..Content::default() };
    match open(root)? {
        Some(repo) => {
            content.repository = true;
            of_repository(&repo, &mut content).map_err(|why| format!("git: {}", why.message()))?;
        }
        None => odd::of_folder(root, &mut content)?,
    }
    Ok(content)
}

fn of_repository(repo: &Repository, content: &mut Content) -> Result<(), git2::Error> {
    for entry in repo.index()?.iter() {
        if entry.mode == 0o160_000 {
            let id = head_of(&content.full(&entry.path)).unwrap_or(entry.id);
            content.entries.insert(entry.path, Entry { kind: Kind::Module(id), bytes: 0, tracked: true });
        } else {
            add(content, &entry.path, true);
        }
    }
    let mut options = StatusOptions::new();
    options
        .show(StatusShow::Workdir)
        .include_untracked(true)
        .recurse_untracked_dirs(true)
        .include_ignored(true)
        .recurse_ignored_dirs(false)
        .update_index(false);
    for entry in repo.statuses(Some(&mut options))?.iter() {
        let path = entry.path_bytes();
        let folder = path.strip_suffix(b"/").map(|path| PathBuf::from(OsStr::from_bytes(path)));
        match folder {
            // Git leaves a repository inside another one out, whatever it calls it.
            Some(folder) if content.root.join(&folder).join(".git").exists() => content.nested.push(folder),
            Some(folder) if entry.status().contains(Status::IGNORED) => content.ignored.push(folder),
            None if entry.status().contains(Status::IGNORED) => {
                content.ignored.push(PathBuf::from(OsStr::from_bytes(path)));
            }
            None if entry.status().contains(Status::WT_NEW) => add(content, path, false),
            _ => {}
        }
    }
    content.nested.retain(|folder| !content.entries.contains_key(folder.as_os_str().as_bytes()));
    odd::of_repository(content);
    Ok(())
}

/// The commit that is checked out in a submodule.
fn head_of(folder: &Path) -> Option<Oid> {
    Repository::open(folder).ok()?.head().ok()?.target()
}

fn add(content: &mut Content, path: &[u8], tracked: bool) {
    let full = content.full(path);
    let name = || String::from_utf8_lossy(path).into_owned();
    match std::fs::symlink_metadata(&full) {
        Ok(meta) if meta.is_file() || meta.is_symlink() => {
            let exec = meta.permissions().mode() & 0o100 != 0;
            let kind = if meta.is_symlink() { Kind::Link } else { Kind::File { exec } };
            content.entries.insert(path.to_vec(), Entry { kind, bytes: meta.len(), tracked });
        }
        Ok(meta) if meta.is_dir() => {} // a folder where git tracks a file: what is in it is untracked
        Ok(_) => content.odd.push(format!("{} is no regular file", name())),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound || why.kind() == std::io::ErrorKind::NotADirectory => {}
        Err(why) => content.odd.push(format!("{} could not be looked at: {why}", name())),
    }
}
