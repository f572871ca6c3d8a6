//! The work tree as it stands: what git and the disk say, as data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::{Checkpoint, Measured, Problem};

/// The work tree as it stands. Texts of at most 256 KiB are in it, so that the rules need no disk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The folder; the root of the repository when it is one.
    pub root: PathBuf,
    /// Whether the folder exists.
    pub exists: bool,
    /// Whether it is a git repository that we may read.
    pub repository: bool,
    /// The checked-out branch; `None` when detached or unborn.
    pub branch: Option<String>,
    /// HEAD, full id.
    pub head: Option<String>,
    /// The tree hash of what HEAD holds.
    pub holds: Option<String>,
    /// HEAD when the run started: recorded, or from the reflog by time.
    pub start: Option<String>,
    /// Commits that are reachable from HEAD, any branch, stash or reflog entry and are not reachable from `start`, oldest first; plus `start` itself first.
    pub commits: Vec<Commit>,
    /// Commits below `start`, newest first: those down to the last good commit that the run's brief names, and those that the runs
    /// of earlier attempts know once they are asked.
    pub earlier: Vec<Commit>,
    /// Branches and tags, with what they point to.
    pub refs: Vec<Ref>,
    /// Checkpoints that `lastgood checkpoint` recorded: those whose ref and line in the log name the same commit.
    pub checkpoints: Vec<Checkpoint>,
    /// Stashes, newest first, full ids with their message.
    pub stashes: Vec<Commit>,
    /// Linked work trees.
    pub worktrees: Vec<LinkedTree>,
    /// Moves of HEAD since the run started, oldest first.
    pub moves: Vec<HeadMove>,
    /// Files that differ from HEAD or that the run wrote, by path relative to `root` (absolute outside it).
    pub files: BTreeMap<PathBuf, FileState>,
    /// Texts by blob id: of the files above, and of the files of the commits above before and after.
    pub texts: BTreeMap<String, String>,
    /// Every tracked path at HEAD, relative.
    pub tracked: Vec<PathBuf>,
    /// Blob ids of the tracked paths, in their order.
    pub tracked_blobs: Vec<String>,
    /// Files that did not change, relative, with the blob id of a text in Markdown that one of the run may lead to: without a repository all that
    /// lie there, else only the documents to whose headings a changed one leads.
    pub beside: BTreeMap<PathBuf, Option<String>>,
    /// Without a repository: whether more lies there than was looked at, so that nothing can be said to be missing.
    pub in_part: bool,
    /// An operation in progress ("rebase", "merge").
    pub operation: Option<String>,
    /// Lock files of git that are there.
    pub locks: Vec<PathBuf>,
    /// Remotes by name, with their address as configured.
    pub remotes: Vec<(String, String)>,
    /// What could not be looked at.
    pub problems: Vec<Problem>,
}

impl Tree {
    /// The blob of a path as it lies there, `Some(None)` where nothing does; `None` where that is not known.
    pub fn present(&self, path: &Path) -> Option<Option<&str>> {
        if let Some(state) = self.files.get(path) {
            return Some(state.blob.as_deref());
        }
        // What is not among the files that differ from HEAD lies as HEAD has it.
        if !self.repository || self.tracked.is_empty() || self.tracked_blobs.len() != self.tracked.len() {
            return None;
        }
        let tracked = self.tracked.iter().position(|other| other == path);
        Some(tracked.and_then(|at| self.tracked_blobs.get(at)).map(String::as_str)).filter(|_| self.exists)
    }

    /// Whether a path is there, a file or a folder; also where that cannot be told because not all was looked at.
    pub fn may_hold(&self, path: &Path) -> bool {
        let below = |other: &PathBuf| other.starts_with(path);
        match self.files.get(path) {
            Some(file) => !matches!(file.status, FileStatus::Missing | FileStatus::Removed),
            None => {
                self.tracked.iter().any(below)
                    || self.beside.keys().any(below)
                    || self.files.iter().any(|(other, file)| below(other) && file.blob.is_some())
                    || (!self.repository && (self.in_part || !self.exists))
            }
        }
    }

    /// A word for how the work tree stands: HEAD and every file that differs from it. Another word, another content. The same work tree
    /// has one word for whichever run it was looked at.
    pub fn standing(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.head.as_deref().unwrap_or("none"));
        for (path, state) in self.differing() {
            hash.update(path.as_os_str().as_encoded_bytes());
            hash.update([0]);
            hash.update(state.blob.as_deref().unwrap_or("gone"));
            hash.update([0]);
        }
        format!("{:x}", hash.finalize()).chars().take(20).collect()
    }

    /// Whether the content on which lastgood ran a gate itself still lies there; a commit of exactly that content changes nothing.
    pub fn lies_as(&self, measured: &Measured) -> bool {
        let committed = || self.holds.as_ref() == Some(&measured.content) && self.differing().next().is_none();
        measured.standing == self.standing() || committed()
    }

    /// The files of the content that differ from HEAD. What a run wrote and what lies outside are listed with its facts and say nothing of
    /// the content, and what is laid into `.lastgood/` is none of it.
    fn differing(&self) -> impl Iterator<Item = (&PathBuf, &FileState)> {
        let same = |state: &FileState| state.status == FileStatus::Same && state.head.is_some();
        self.files.iter().filter(move |(path, state)| {
            let counts = !state.ignored && state.status != FileStatus::Missing && !same(state);
            counts && path.is_relative() && !path.starts_with(".lastgood")
        })
    }
}

/// The folder of lastgood's own in a work tree: packet, checkpoints, briefs that a person sent there.
const OURS: &str = ".lastgood";

/// Whether a path of the work tree is lastgood's own: no work, so it is neither counted nor listed as such.
pub fn ours(path: &Path) -> bool {
    path.starts_with(OURS)
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Full id.
    pub id: String,
    /// Ids of its parents.
    pub parents: Vec<String>,
    /// First line of its message.
    pub subject: String,
    /// Its author's name.
    pub author: String,
    /// When it was committed.
    pub at: Timestamp,
    /// Whether HEAD reaches it.
    pub on_head: bool,
    /// The files that it changes against its first parent.
    pub files: Vec<CommitFile>,
}

/// A file that a commit changes. Its blob stays the same where only its mode changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitFile {
    /// Its path, relative.
    pub path: PathBuf,
    /// Its blob before; `None` when it is new.
    pub before: Option<String>,
    /// Its blob after; `None` when it is removed.
    pub after: Option<String>,
}

/// A branch or tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ref {
    /// Its short name.
    pub name: String,
    /// What it is.
    pub kind: RefKind,
    /// The commit that it points to, full id.
    pub commit: String,
}

impl Ref {
    /// Whether lastgood or the lines that it gave out made it: a ref below `refs/lastgood/`, the branch `recovery/LG-…-N`
    /// on which a next run starts. Such a name is no work of a run; the commits behind it are.
    pub fn is_ours(&self) -> bool {
        let attempt = |name: &str| name.rsplit_once('-').is_some_and(|(_, number)| number.parse::<u32>().is_ok());
        let branch = self.name.strip_prefix("recovery/").is_some_and(|name| name.starts_with("LG-") && attempt(name));
        self.kind == RefKind::Lastgood || (self.kind == RefKind::Branch && branch)
    }
}

/// Kinds of refs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefKind {
    /// A local branch.
    Branch,
    /// A tag.
    Tag,
    /// A remote-tracking branch.
    Remote,
    /// Ours, below `refs/lastgood/`.
    Lastgood,
}

/// A linked work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedTree {
    /// Its name in the repository.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its branch.
    pub branch: Option<String>,
    /// The reason of its lock, if it is locked.
    pub locked: Option<String>,
}

/// A move of HEAD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadMove {
    /// When.
    pub at: Timestamp,
    /// Where it was, full id.
    pub from: String,
    /// Where it went, full id.
    pub to: String,
    /// The reflog's words ("commit: retry: count attempts").
    pub words: String,
}

/// One file as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileState {
    /// How it stands against HEAD.
    pub status: FileStatus,
    /// Whether the index differs from HEAD for it.
    pub staged: bool,
    /// Whether git ignores it.
    pub ignored: bool,
    /// Size in bytes; 0 when it is gone.
    pub bytes: u64,
    /// Blob id of the present content; `None` when it is gone or could not be read.
    pub blob: Option<String>,
    /// Blob id at HEAD, if HEAD has it.
    pub head: Option<String>,
    /// Blob id at the start of the run, if it was there.
    pub start: Option<String>,
    /// Time of the last change on disk.
    pub changed: Option<Timestamp>,
    /// Whether the content is no text.
    pub binary: bool,
    /// Lines added and removed against the start of the run.
    pub lines: (usize, usize),
    /// Whether it can be executed now; `None` where that is as at HEAD.
    pub executable: Option<bool>,
    /// Where it leads, if it is a symbolic link.
    pub link: Option<Link>,
}

impl FileState {
    /// Whether it differs from HEAD in its mode alone.
    pub fn only_mode(&self) -> bool {
        self.executable.is_some() && self.blob.is_some() && self.blob == self.head
    }
}

/// A symbolic link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, as it is written in it.
    pub to: PathBuf,
    /// Why certainly nothing can be read there, if that is so.
    pub dead: Option<DeadLink>,
}

/// Why nothing can be read where a symbolic link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadLink {
    /// Nothing is there.
    Nowhere,
    /// It leads back to itself.
    Circle,
}

/// How a file stands against HEAD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileStatus {
    /// Equal to HEAD.
    #[default]
    Same,
    /// Changed against HEAD.
    Changed,
    /// Not tracked.
    New,
    /// In HEAD, not on disk.
    Removed,
    /// In conflict.
    Conflict,
    /// Neither in HEAD nor on disk, though the run wrote it.
    Missing,
}
