//! Shell scripts as a shell reads them: every simple command that a script would run, and what is known of each one's end.
//!
//! Nothing is run and nothing expanded: a variable stays as it was typed, and what depends on it is unknown.

use std::path::PathBuf;

/// One simple command of a script, with its wrappers (`sudo`, `env`, `timeout`, `bash -c`, …) taken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simple {
    /// Its words, quotes removed; variables and substitutions as typed.
    pub words: Vec<String>,
    /// As typed, wrappers and redirects included.
    pub text: String,
    /// Assignments before it, `env` included.
    pub env: Vec<(String, String)>,
    /// The folder to which earlier `cd`s lead; `None` where the script starts. Relative paths count from there.
    pub folder: Option<PathBuf>,
    /// Wrappers that were taken off, outermost first (`sudo`, `xargs`).
    pub wrappers: Vec<String>,
    /// What is fed to its standard input, where the script has it word for word (here-document, here-string, `echo … |`).
    pub input: Option<String>,
    /// Redirects of its output into files.
    pub redirects: Vec<Redirect>,
    /// Where it stands.
    pub context: Context,
}

/// A redirect of output into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The file as typed, quotes removed.
    pub path: String,
    /// Whether it appends.
    pub append: bool,
    /// Whether standard output goes there (and not only the error stream).
    pub stdout: bool,
}

/// Where a simple command stands in its script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact about the place, and any of them may hold together")]
pub struct Context {
    /// After what it runs.
    pub after: After,
    /// Its place in its pipeline, from 0, when it stands in one.
    pub pipe: Option<usize>,
    /// Whether another command of its pipeline comes after it: its exit status is hidden.
    pub piped_on: bool,
    /// Whether it runs in the background (`&`, `nohup … &`).
    pub background: bool,
    /// Whether it stands in a loop.
    pub looped: bool,
    /// Whether it stands in a branch of `if`, `case`, `while`: it may not have run.
    pub branched: bool,
    /// Whether it stands in a command substitution.
    pub substituted: bool,
}

/// After what a command runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum After {
    /// First, or after `;` or a line's end: in any case.
    #[default]
    Anything,
    /// After `&&`: only when the one before was green.
    Success,
    /// After `||`: only when the one before failed.
    Failure,
}

/// What is known of the end of one simple command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It ran and its exit status was 0.
    Ok,
    /// It ran and failed; its exit status, where it is known to be its own.
    Failed(Option<i32>),
    /// It ran; its exit status is hidden (a pipe, `;`, `|| true`, a loop).
    Hidden,
    /// It was started in the background; nobody saw its end.
    Started,
    /// It did not run: one before it failed, or succeeded.
    Skipped,
    /// Whether it ran is not known.
    Unknown,
}

/// Every simple command that a script would run, in order.
pub fn commands(_script: &str) -> Vec<Simple> {
    Vec::new()
}
