//! Shell scripts as a shell reads them: every simple command that a script would run, and what is known of each one's end.
//!
//! Nothing is run and nothing expanded: a variable stays as it was typed, and what depends on it is unknown.

mod build;
mod code;
mod copies;
mod deep;
mod fate;
mod fixers;
mod git;
mod given;
mod in_place;
mod loose;
mod patched;
mod status;
mod unpacks;
mod unwrap;
mod words;
mod writes;

use std::path::PathBuf;

pub use fate::{Clue, End, Status};
pub use git::{Git, git};
pub use writes::{Written, by_pieces, rewrites, writes};

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
    /// The file from which its standard input comes (`< file`), as typed.
    pub fed_by: Option<String>,
    /// What the `find` was asked for whose files it is given (`find … -exec`, `find … | xargs`).
    pub sought: Option<Vec<String>>,
    /// Redirects of its output into files.
    pub redirects: Vec<Redirect>,
    /// Where it stands.
    pub context: Context,
}

impl Simple {
    /// The program's name, without its folder.
    pub fn name(&self) -> &str {
        let word = self.words.first().map_or("", String::as_str);
        word.rsplit('/').next().unwrap_or(word)
    }

    /// The words after the program's name.
    pub fn args(&self) -> &[String] {
        self.words.get(1..).unwrap_or_default()
    }

    /// A path as typed, seen from where the script starts.
    pub fn path(&self, typed: &str) -> PathBuf {
        self.folder.as_ref().map_or_else(|| PathBuf::from(typed), |folder| folder.join(typed))
    }
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
    /// Whether it runs in the background (`&`).
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

/// A script as a shell reads it.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Every simple command that it would run, in order.
    pub simples: Vec<Simple>,
    /// How they hang together.
    root: Node,
}

impl Script {
    /// Reads a script.
    pub fn read(script: &str) -> Self {
        build::script(script)
    }

    /// What is known of the end of each simple command, given the end of the whole script.
    pub fn fates(&self, end: End<'_>, clue: &Clue<'_>) -> Vec<Fate> {
        fate::fates(self, end, clue)
    }
}

/// Every simple command that a script would run, in order.
pub fn commands(script: &str) -> Vec<Simple> {
    Script::read(script).simples
}

/// How simple commands hang together; leaves are indexes into `Script::simples`.
#[derive(Clone, Debug)]
enum Node {
    /// One command.
    Simple(usize),
    /// Commands of which the first are looked into and thrown away (substitutions), and the last counts.
    Aside(Vec<Node>, Box<Node>),
    /// A shell of its own, which `exit` ends: `( … )`, `bash -c`, a substitution.
    Sub(Box<Node>),
    /// A pipeline; true when `pipefail` is set.
    Pipe(Vec<Node>, bool),
    /// `a && b || c`: the first stands after `After::Anything`.
    List(Vec<(After, Node)>),
    /// One after the other; true where `set -e` stops at a failure.
    Seq(Vec<(Node, bool)>),
    /// `! a`.
    Not(Box<Node>),
    /// `a &`.
    Background(Box<Node>),
    /// A loop: condition, body.
    Loop(Option<Box<Node>>, Box<Node>),
    /// `if` and `case`: what is always looked at, and what may run.
    Branch(Option<Box<Node>>, Vec<Node>),
}

impl Default for Node {
    fn default() -> Self {
        Self::Seq(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(script: &str) -> Vec<String> {
        commands(script).iter().map(|simple| simple.words.join(" ")).collect()
    }

    #[test]
    fn every_command_of_a_script_is_found() {
        assert_eq!(
            names("A=1 sudo -n git push && echo \"$(git rev-parse HEAD)\""),
            ["git push", "git rev-parse HEAD", "echo $(git rev-parse HEAD)"]
        );
        assert_eq!(names("bash -lc \"cd app && npm test 2>&1 | tail -5\""), ["cd app", "npm test", "tail -5"]);
        assert_eq!(
            names("for e in a b; do terraform -chdir=$e apply || exit 1; done"),
            ["terraform -chdir=$e apply", "exit 1"]
        );
        assert_eq!(names("f() { git push; }; f"), ["git push"]);
        assert_eq!(names("if make test; then git push; else echo no; fi"), ["make test", "git push", "echo no"]);
        assert_eq!(names("bash <<'E'\ngit push\nE"), ["git push"]);
        assert_eq!(names("diff <(git show a) b"), ["git show a", "diff <(git show a) b"]);
        assert_eq!(names("tmux new-session -d 'npm publish --access public'"), ["npm publish --access public"]);
    }

    #[test]
    fn each_command_knows_its_place() {
        let all = commands("cd app; (cd sub && a > x.log 2>&1) && b | tail & c <<'E'\nhi\nE");
        let a = &all[2];
        assert_eq!((a.folder.as_deref(), a.context.after), (Some("app/sub".as_ref()), After::Success));
        assert_eq!(a.redirects, [Redirect { path: "x.log".into(), append: false, stdout: true }]);
        assert!(
            all[3].context.piped_on && all[3].context.background && all[3].folder.as_deref() == Some("app".as_ref())
        );
        assert_eq!((all[5].input.as_deref(), all[5].text.as_str()), (Some("hi\n"), "c\nhi"));
        assert_eq!(commands("echo 1.5 is on | mail -s x y")[1].input.as_deref(), Some("1.5 is on"));
        let typed = "psql \"$DATABASE_URL\" -c 'select 1' 2>&1";
        assert_eq!(commands(typed)[0].text, typed);
    }
}
