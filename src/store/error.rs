//! What went wrong while something was to be kept: what, where, what to do next.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::model::Holder;

/// What was to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Making or opening our state folder.
    Folder,
    /// Reading a journal.
    ReadJournal,
    /// Writing a decision down.
    Journal,
    /// Taking the lock.
    Lock,
    /// Finding or noting which recovery a run belongs to.
    Index,
    /// Keeping what was half-typed.
    Draft,
    /// Writing a brief or a review.
    Publish,
    /// Making a private copy.
    Scratch,
    /// Keeping the picker's index.
    Cache,
    /// Keeping the last copy.
    Copied,
}

/// Why something could not be kept.
#[derive(Debug)]
pub enum StoreError {
    /// The system said no.
    Io {
        /// What was to be done.
        doing: Doing,
        /// Where.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another program took the recovery over.
    Lost {
        /// Who has it now, if that can be read.
        holder: Option<Holder>,
    },
    /// The recovery was removed from the disk while it was open here.
    Gone {
        /// Its folder.
        folder: PathBuf,
    },
    /// Somebody else has it open.
    Held(Holder),
    /// Somebody began the same recovery between the opening and the first decision.
    BegunElsewhere {
        /// Its id.
        id: String,
    },
    /// Decisions cannot be written here; in words.
    ReadOnly(String),
    /// A different file is there already.
    Exists(PathBuf),
    /// A path that must be a plain folder is something else (a link could lead anywhere).
    NotAFolder(PathBuf),
}

impl StoreError {
    pub(super) fn at(doing: Doing, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { doing, path, error }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { doing, path, error } => {
                write!(f, "{}: {}: {error}. {}", doing.words(), path.display(), advice(*doing, error))
            }
            Self::Lost { holder: Some(holder) } => write!(
                f,
                "{} on {} took this recovery over at {}; nothing was written, and it is read-only here now",
                holder.by,
                holder.host,
                holder.since.strftime("%H:%M")
            ),
            Self::Lost { holder: None } => {
                write!(f, "somebody took this recovery over; nothing was written, and it is read-only here now")
            }
            Self::Gone { folder } => {
                write!(f, "{} was removed while it was open here; nothing was written", folder.display())
            }
            Self::Held(holder) => write!(
                f,
                "held by {} on {} since {}; read-only here until they leave, or take over",
                holder.by,
                holder.host,
                holder.since.strftime("%H:%M")
            ),
            Self::BegunElsewhere { id } => {
                write!(
                    f,
                    "somebody else began recovery {id} of the same run in the meantime; nothing was written: open the run again"
                )
            }
            Self::ReadOnly(why) => f.write_str(why),
            Self::Exists(path) => {
                write!(
                    f,
                    "{} is there already and differs; nothing was written: say that it may be replaced, or choose another place",
                    path.display()
                )
            }
            Self::NotAFolder(path) => {
                write!(
                    f,
                    "{} is not a plain folder; nothing was written: move it away, or choose another place",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl Doing {
    fn words(self) -> &'static str {
        match self {
            Self::Folder => "the state folder cannot be used",
            Self::ReadJournal => "the journal cannot be read",
            Self::Journal => "the decision was not written down and does not count",
            Self::Lock => "the lock of this recovery cannot be taken",
            Self::Index => "the index of recoveries cannot be used",
            Self::Draft => "what was half-typed was not kept",
            Self::Publish => "nothing was published",
            Self::Scratch => "no private copy could be made",
            Self::Cache => "the cache was not kept",
            Self::Copied => "the copy was not kept",
        }
    }
}

fn advice(doing: Doing, error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "Free some space there, then look again"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem if doing == Doing::Publish => {
            "Choose another place for it"
        }
        _ if doing == Doing::Publish => "Look at the folder, then write again",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "Make it writable for this account, or start with --state DIR"
        }
        _ => "Look at the folder, or start with --state DIR",
    }
}
