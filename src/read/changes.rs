//! Every change of a file that the record knows of, from edit tools and from shell commands, in one order.

use std::path::{Component, Path, PathBuf};

use super::ran::{Ran, ran, resolve, start_folder};
use super::shell::{Fate, Simple, Written, by_pieces, writes};
use crate::model::{Change, Deed, Edit, OutcomeState, Run, What};

/// One change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Index of the call into `Run::events`.
    pub index: usize,
    /// Its place among the commands or edits of the call.
    pub nth: usize,
    /// The call's event.
    pub event: String,
    /// The file, absolute; `None` when a command changed files that it does not name (`git checkout .`).
    pub path: Option<PathBuf>,
    /// What is known of the files that are not named (`src/*.py`), absolute.
    pub pattern: Option<PathBuf>,
    /// How.
    pub how: How,
    /// The command as typed; empty for an edit tool.
    pub command: String,
}

impl Changed {
    /// Where it stands, to compare what came first.
    pub fn place(&self) -> (usize, usize) {
        (self.index, self.nth)
    }

    /// The edit, when an edit tool made it.
    pub fn edit<'a>(&self, run: &'a Run) -> Option<&'a Edit> {
        let (How::Edit(place), What::Call(call)) = (&self.how, &run.events.get(self.index)?.what) else { return None };
        match &call.deed {
            Deed::Edit(edits) => edits.get(*place),
            _ => None,
        }
    }
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
    /// Removed, or moved away.
    Removed,
    /// It came back from git (`git checkout -- file`), or a command changed files of the tree that it does not name.
    Restored,
    /// By a program of the project or a package manager, in a way that is not known.
    Program,
}

/// Programs that change files without naming them: the words that they begin with, and the files where they are known.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("cargo add", &["Cargo.toml", "Cargo.lock"]),
    ("cargo remove", &["Cargo.toml", "Cargo.lock"]),
    ("cargo update", &["Cargo.lock"]),
    ("npm install", &["package.json", "package-lock.json"]),
    ("npm i", &["package.json", "package-lock.json"]),
    ("npm uninstall", &["package.json", "package-lock.json"]),
    ("npm pkg set", &["package.json"]),
    ("npm pkg delete", &["package.json"]),
    ("npm version", &["package.json", "package-lock.json"]),
    ("pnpm add", &["package.json", "pnpm-lock.yaml"]),
    ("pnpm remove", &["package.json", "pnpm-lock.yaml"]),
    ("yarn add", &["package.json", "yarn.lock"]),
    ("yarn remove", &["package.json", "yarn.lock"]),
    ("bun add", &["package.json", "bun.lock"]),
    ("bun remove", &["package.json", "bun.lock"]),
    ("poetry add", &["pyproject.toml", "poetry.lock"]),
    ("poetry remove", &["pyproject.toml", "poetry.lock"]),
    ("uv add", &["pyproject.toml", "uv.lock"]),
    ("uv remove", &["pyproject.toml", "uv.lock"]),
    ("go get", &["go.mod", "go.sum"]),
    ("go mod tidy", &["go.mod", "go.sum"]),
    ("bundle add", &["Gemfile", "Gemfile.lock"]),
    ("composer require", &["composer.json", "composer.lock"]),
    ("cargo set-version", &["Cargo.toml", "Cargo.lock"]),
    ("mvn versions:set", &["pom.xml"]),
    ("dotnet add", &[]),
];

/// Every change of a file that the record knows of, in order; what never ran or failed is left out.
pub fn changes(run: &Run) -> Vec<Changed> {
    changes_by(run, &ran(run))
}

/// The same, by commands that were read already.
pub(super) fn changes_by(run: &Run, ran: &[Ran<'_>]) -> Vec<Changed> {
    let mut out = by_edits(run);
    out.extend(ran.iter().flat_map(|ran| by_command(run, ran)));
    out.sort_by_key(Changed::place);
    out
}

fn by_edits(run: &Run) -> Vec<Changed> {
    let mut out = Vec::new();
    for (index, event) in run.events.iter().enumerate() {
        let What::Call(call) = &event.what else { continue };
        let Deed::Edit(edits) = &call.deed else { continue };
        let state = run.result(call).map(|(_, outcome)| outcome.state);
        for (place, edit) in edits.iter().enumerate() {
            let took_place =
                edit.applied.unwrap_or(!matches!(state, Some(OutcomeState::Failed | OutcomeState::Refused) | None));
            if !took_place {
                continue;
            }
            let changed = |path: &PathBuf, how| Changed {
                index,
                nth: place,
                event: event.id.clone(),
                path: Some(path.clone()),
                pattern: None,
                how,
                command: String::new(),
            };
            out.push(changed(&edit.path, How::Edit(place)));
            if let Change::Move { to, .. } = &edit.change {
                out.push(changed(to, How::Edit(place)));
            }
        }
    }
    out
}

fn by_command(run: &Run, ran: &Ran<'_>) -> Vec<Changed> {
    let failed = matches!(ran.fate, Fate::Failed(_)) && ran.simple.redirects.is_empty() && !stopped_midway(ran);
    let clean = ran.fate == Fate::Ok && only_when_it_fails(&ran.simple);
    if ran.fate == Fate::Skipped || failed || clean {
        return Vec::new();
    }
    let folder = start_folder(run, ran.call);
    let changed = |path: Option<PathBuf>, how| Changed {
        index: ran.index,
        nth: ran.nth,
        event: ran.event.id.clone(),
        path,
        pattern: None,
        how,
        command: ran.simple.text.clone(),
    };
    let at = |path: &PathBuf| resolve(folder.as_deref(), path);
    let mut out = Vec::new();
    for written in writes(&ran.simple) {
        let (path, how) = match &written {
            Written::Whole(path, text) => (path, How::Written(text.clone())),
            Written::Added(path, text) => (path, How::Appended(text.clone())),
            Written::Edited(path) => (path, How::Edited),
            Written::Removed(path) => (path, How::Removed),
            Written::Restored(path) => (path, How::Restored),
            Written::Moved(from, to) => {
                out.extend(at(from).map(|path| changed(Some(path), How::Removed)));
                (to, How::Written(None))
            }
            Written::Tree => {
                out.push(changed(None, How::Restored));
                continue;
            }
            Written::Unnamed(pattern) => {
                if let Some(pattern) = may_be_work(run, folder.as_deref(), pattern) {
                    out.push(Changed { pattern: Some(pattern), ..changed(None, How::Restored) });
                }
                continue;
            }
        };
        out.extend(at(path).map(|path| changed(Some(path), how)));
    }
    let words = ran.simple.words.join(" ");
    let named =
        ran.simple.name().to_owned() + words.get(ran.simple.words.first().map_or(0, String::len)..).unwrap_or("");
    let program = PROGRAMS.iter().find(|(label, _)| {
        named.strip_prefix(label).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            && !["--check", "--dry-run", "--diff", "-l"]
                .iter()
                .any(|flag| ran.simple.args().iter().any(|word| word == flag))
    });
    if program.is_none() && super::gates::accepts(&ran.simple.text) {
        out.push(changed(None, How::Program));
    }
    if let Some((label, files)) = program {
        let plain_install =
            label.starts_with("npm i") && !ran.simple.args().iter().skip(1).any(|word| !word.starts_with('-'));
        if files.is_empty() {
            out.push(changed(None, How::Program));
        } else if !plain_install {
            let files = files.iter().filter_map(|file| at(&ran.simple.path(file)));
            out.extend(files.map(|path| changed(Some(path), How::Program)));
        }
    }
    out
}

/// The files that a pattern stands for, absolute, when they may be work that a gate looks at: where the run works, and neither texts nor
/// what tools make.
fn may_be_work(run: &Run, folder: Option<&Path>, pattern: &Path) -> Option<PathBuf> {
    let hidden = |part: &Component<'_>| part.as_os_str().to_string_lossy().contains(['$', '`', '*', '?', '{']);
    let plain: PathBuf = pattern.components().take_while(|part| !hidden(part)).collect();
    let mut rest = pattern.components().skip_while(|part| !hidden(part));
    // A folder that a variable hides may be anywhere; a file that one hides lies where the command runs.
    let first = rest.clone().next().map(|part| part.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
    if plain.as_os_str().is_empty() && first.starts_with(['$', '`']) && rest.nth(1).is_some() {
        return None;
    }
    let place = if plain.as_os_str().is_empty() { folder.map(Path::to_path_buf) } else { resolve(folder, &plain) };
    let (place, work) = (place?, run.cwd.as_ref()?);
    let name = pattern.file_name().unwrap_or_default();
    let below = place.strip_prefix(work).ok().map(|inner| inner.join(name));
    let may = below.map_or_else(|| work.starts_with(&place), |inner| super::gates::looks_at("", &inner));
    may.then(|| place.join(name))
}

/// Whether a command changes files only when it fails: hooks that find nothing to mend go well.
pub(super) fn only_when_it_fails(simple: &Simple) -> bool {
    matches!(simple.name(), "pre-commit" | "prek")
}

/// Whether a command that failed has changed files all the same.
fn stopped_midway(ran: &Ran<'_>) -> bool {
    git_stopped_midway(ran) || by_pieces(&ran.simple) && began(ran)
}

/// Whether the program was there to run.
fn began(ran: &Ran<'_>) -> bool {
    const MISSING: &[&str] = &[
        "command not found",
        "No module named",
        "could not determine executable",
        "Missing script",
        "unrecognized arguments",
        "unexpected argument",
    ];
    !matches!(ran.fate, Fate::Failed(Some(126 | 127))) && !MISSING.iter().any(|words| ran.output().contains(words))
}

/// A rebase, merge or pick that stops at a conflict fails, and has changed the tree all the same.
fn git_stopped_midway(ran: &Ran<'_>) -> bool {
    let verbs = ["rebase", "merge", "cherry-pick", "revert", "pull", "am", "stash"];
    super::shell::git(&ran.simple).is_some_and(|git| verbs.contains(&git.verb))
        && ran.output().to_lowercase().contains("conflict")
}
