//! Every change of a file that the record knows of, from edit tools and from shell commands, in one order.

use std::path::PathBuf;

use crate::model::Run;

/// One change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Index of the call into `Run::events`.
    pub index: usize,
    /// The call's event.
    pub event: String,
    /// The file, absolute; `None` when a command changed files that it does not name (`git checkout .`).
    pub path: Option<PathBuf>,
    /// How.
    pub how: How,
}

/// How a file was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By an edit tool: index into the call's edits.
    Edit(usize),
    /// By a shell command that writes it (`>`, `tee`, `cp`): the content, where the script has it.
    Written(Option<String>),
    /// By a shell command that adds to its end: the addition, where the script has it.
    Appended(Option<String>),
    /// By a shell command that edits it in place (`sed -i`).
    Edited,
    /// Removed.
    Removed,
    /// By a program of the project, of git or of a package manager, in a way that is not known.
    Program,
}

/// Every change of a file that the record knows of; calls that never ran are left out.
pub fn changes(_run: &Run) -> Vec<Changed> {
    Vec::new()
}
