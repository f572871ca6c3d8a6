//! One name for one gate, however it was typed.

use std::path::{Path, PathBuf};

use super::table::{Row, find};
use crate::model::{Run, gate_key};
use crate::read::changes::only_when_it_fails;
use crate::read::ran::{Ran, resolve, start_folder};
use crate::read::shell::{self, Simple};

/// A gate by name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// As it is shown: the words without wrappers, redirects and variables before it.
    pub command: String,
    /// What makes two commands the same gate: without words that only change how much is printed.
    pub key: String,
    /// The folder in which it runs, if that is not the run's own.
    pub folder: Option<PathBuf>,
}

/// The words of a command, its program without a folder.
pub(super) fn words(simple: &Simple) -> String {
    let program = simple.words.first().map_or("", String::as_str);
    let local = program.starts_with("./") && !["/bin/", "/.bin/"].iter().any(|at| program.contains(at));
    // `bin/test` of the project is no `test` of the shell.
    let own = program.contains('/')
        && !program.starts_with('/')
        && ["test", "tests", "check", "lint", "verify", "validate", "ci", "cibuild"].contains(&simple.name());
    let name = if local || own { program } else { simple.name() };
    std::iter::once(name).chain(simple.args().iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// What makes two commands the same gate.
pub(super) fn key(command: &str) -> String {
    gate_key(command, None)
}

/// The gate that a command is, if it is one; `named` are the keys of gates that the task names.
pub(super) fn gate(run: &Run, ran: &Ran<'_>, named: &[String]) -> Option<(Name, &'static Row)> {
    if ran.simple.context.substituted || ran.simple.name() == "ssh" {
        return None;
    }
    // What changes the files that it looks at says nothing of those that were there; hooks fail when they change some.
    if shell::rewrites(&ran.simple) && !only_when_it_fails(&ran.simple) {
        return None;
    }
    let command = words(&ran.simple);
    let row = find(&command).or_else(|| super::table::any().filter(|_| named.contains(&key(&command))))?;
    Some((name(run, ran, command), row))
}

fn name(run: &Run, ran: &Ran<'_>, command: String) -> Name {
    let start = start_folder(run, ran.call);
    let folder = ran.simple.folder.as_ref().map_or_else(|| start.clone(), |folder| resolve(start.as_deref(), folder));
    let elsewhere = folder.filter(|folder| run.cwd.as_ref() != Some(folder));
    let shown = elsewhere.as_deref().and_then(|folder| inside(run, folder));
    let key = key(&command);
    match shown {
        Some(shown) => {
            Name { command: format!("cd {shown} && {command}"), key: format!("{shown}: {key}"), folder: elsewhere }
        }
        None => Name { command, key, folder: elsewhere },
    }
}

/// A folder below the run's own, relative.
fn inside(run: &Run, folder: &Path) -> Option<String> {
    let inner = folder.strip_prefix(run.cwd.as_ref()?).ok()?.display().to_string();
    (!inner.is_empty()).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn one_gate_however_loud_and_wrapped() {
        let of = |script: &str| words(&commands(script)[0]);
        assert_eq!(of("A=1 timeout 60 .venv/bin/python -m pytest -q 2>&1 | tail -3"), "python -m pytest -q");
        assert_eq!(key("python3 -m unittest -q"), key("python3 -m unittest -v"));
        assert_ne!(key("cargo test retry"), key("cargo test"));
        assert_eq!(of("./gradlew check"), "./gradlew check");
    }
}
