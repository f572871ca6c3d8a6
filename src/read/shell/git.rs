//! `git` commands, with their global options taken off.

use std::path::PathBuf;

use super::Simple;

/// A `git` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Git<'a> {
    /// The folder in which it works, as typed, by `cd` and `-C`; `None` where the script starts.
    pub folder: Option<PathBuf>,
    /// `commit`, `push`, ….
    pub verb: &'a str,
    /// The words after it.
    pub args: &'a [String],
}

impl Git<'_> {
    /// Whether one of the words is this option.
    pub fn has(&self, option: &str) -> bool {
        self.args.iter().any(|word| word == option)
    }

    /// The words that are no options.
    pub fn operands(&self) -> impl Iterator<Item = &str> {
        self.args.iter().map(String::as_str).filter(|word| !word.starts_with('-'))
    }
}

/// A command as a `git` command, if it is one.
pub fn git(simple: &Simple) -> Option<Git<'_>> {
    if simple.name() != "git" {
        return None;
    }
    let mut folder = simple.folder.clone();
    let args = simple.args();
    let mut at = 0;
    while let Some(word) = args.get(at) {
        match word.as_str() {
            "-C" => {
                let other = PathBuf::from(args.get(at + 1)?);
                folder = Some(folder.map_or_else(|| other.clone(), |folder| folder.join(&other)));
                at += 2;
            }
            "-c" | "--git-dir" | "--work-tree" | "--namespace" | "--exec-path" => at += 2,
            option if option.starts_with('-') => at += 1,
            verb => return Some(Git { folder, verb, args: args.get(at + 1..)? }),
        }
    }
    None
}
