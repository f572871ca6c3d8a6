//! Changed files: what they are on disk beside what the run last wrote, whether they are whole, and what proves them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::limits::{breaks, gates_before, never_ran_on};
use super::{agents, odd};
use crate::model::{
    ChangeSize, Check, CheckSays, Event, FileState, FileStatus, Gate, GateState, GoodContent, KeptFile, LastGood,
    Product, ProductGroup, ProductKind, Suggest, ours,
};
use crate::read::Known;
use crate::read::checks::{Looked, whole};
use crate::read::documents;
use crate::read::file_kind::{FileKind, file_kind};
use crate::read::last_good::Proofs;
use crate::read::replay::{By, Content, at_start, on_disk};

/// A product for every file that differs from HEAD, or that the run wrote and that is no longer there.
pub fn files(known: Known<'_>, proofs: &Proofs, last_good: &LastGood) -> Vec<Product> {
    let paths: BTreeSet<&PathBuf> = known.tree.files.keys().collect();
    paths
        .into_iter()
        .filter_map(|path| Some(product(known, proofs, last_good, path, known.tree.files.get(path)?)))
        .flatten()
        .collect()
}

fn product(known: Known<'_>, proofs: &Proofs, last_good: &LastGood, path: &Path, file: &FileState) -> Option<Product> {
    let by_run = known.replay.steps(path).next().is_some();
    // What lastgood wrote there is no work of a run; what a run did to it is.
    if !by_run && ours(path) {
        return None;
    }
    let gone = matches!(file.status, FileStatus::Missing | FileStatus::Removed);
    if file.status == FileStatus::Same || (!by_run && (file.ignored || file.status == FileStatus::Missing)) {
        return None;
    }
    let kind = match file_kind(path) {
        FileKind::Output => ProductKind::TestOutput,
        FileKind::Document => ProductKind::Document,
        _ => ProductKind::File,
    };
    let name = path.display().to_string();
    let mut product = Product::new(kind, format!("file:{name}"), name.clone());
    product.location = name;
    product.version.clone_from(&file.blob);
    product.change = ChangeSize {
        added: file.lines.0,
        removed: file.lines.1,
        new: file.start.is_none(),
        bytes: file.binary.then_some(file.bytes),
    };
    product.made_by = known.replay.steps(path).map(|step| step.event.clone()).collect();
    product.checks = checks(known, path, file, by_run, gone);
    product.gates = gates(known, path);
    let broken = product.checks.iter().any(|check| check.says == CheckSays::Bad);
    let doubtful = broken || product.checks.iter().any(|check| check.says == CheckSays::Warn);
    (product.suggest, product.reasons) = suggest(known, proofs, last_good, path, &Seen { by_run, gone, doubtful });
    let made = known.replay.steps(path).filter_map(|step| known.run.events.get(step.index));
    product.reasons.extend(agents(known.run, made));
    product.group = match file_kind(path) {
        FileKind::Generated | FileKind::Output => ProductGroup::Generated,
        _ if doubtful || in_open_plan(known, path) => ProductGroup::Touched,
        _ => ProductGroup::Other,
    };
    Some(product)
}

/// What the suggestion hangs on.
struct Seen {
    by_run: bool,
    gone: bool,
    doubtful: bool,
}

fn suggest(
    known: Known<'_>,
    proofs: &Proofs,
    last_good: &LastGood,
    path: &Path,
    seen: &Seen,
) -> (Suggest, Vec<String>) {
    let kind = file_kind(path);
    if seen.gone {
        let why =
            if seen.by_run { "the run changed it and it is not there now" } else { "it is removed and not committed" };
        return (Suggest::None, vec![why.into()]);
    }
    if !seen.by_run && known.run.record.is_some() && !kind_is_made(kind) {
        let why = "uncommitted in the task's own folder, and no gate ran on it; its workers keep no record of what they write";
        return (Suggest::Partial, vec![why.into()]);
    }
    if !seen.by_run {
        return (Suggest::Unknown, vec!["no recorded event of the run wrote it".into()]);
    }
    if kind == FileKind::Output {
        return (Suggest::Unknown, vec!["output of a command; whether it is complete is not on record".into()]);
    }
    if seen.doubtful {
        return (Suggest::Partial, vec!["a check found something to look at".into()]);
    }
    if changed_by_others(known, path) == Some(true) {
        return (Suggest::Unknown, vec!["it does not equal what the run last wrote".into()]);
    }
    let proven = last_good.content == Some(GoodContent::Worktree)
        && proofs.worktree.as_ref().is_some_and(|proof| proof.doubts.is_empty());
    if proven && kind.gated() && path.is_relative() {
        return (Suggest::Usable, vec![format!("{} ran green on it as it is", last_good.gates.join(", "))]);
    }
    if !kind.gated() {
        return (Suggest::Partial, vec!["no gate reads it".into()]);
    }
    let why = match known.gates.iter().find(|gate| gate.state == GateState::Stale || gate.state == GateState::Red) {
        Some(gate) if gate.state == GateState::Red => format!("{} was red on it", gate.command),
        Some(gate) => format!("{} has not run on it as it is", gate.command),
        None => "no gate ran on it".to_owned(),
    };
    (Suggest::Partial, vec![format!("not committed; {why}")])
}

/// Whether a file of this kind is made by tools and not by an author.
fn kind_is_made(kind: FileKind) -> bool {
    matches!(kind, FileKind::Generated | FileKind::Output)
}

/// Whether the file on disk differs from what the run last wrote; `None` when the record does not tell.
fn changed_by_others(known: Known<'_>, path: &Path) -> Option<bool> {
    let last = known.replay.last(path)?;
    last.equals(&on_disk(known.tree, path)).map(|same| !same)
}

fn checks(known: Known<'_>, path: &Path, file: &FileState, by_run: bool, gone: bool) -> Vec<Check> {
    let mut checks = Vec::new();
    let plain = |says, text: &str| Check { says, text: text.into(), line: None, gap: None };
    if gone {
        checks.push(plain(CheckSays::Bad, "it is not there"));
    }
    if file.status == FileStatus::Conflict {
        checks.push(plain(CheckSays::Bad, "git says that it is in conflict"));
    }
    checks.extend(odd::checks(file, path, &known.tree.root));
    if by_run && !gone {
        checks.push(match changed_by_others(known, path) {
            Some(false) => plain(CheckSays::Good, "its content equals what the run last wrote"),
            Some(true) => plain(
                CheckSays::Warn,
                "it was changed after the run last wrote it: it does not equal what the run wrote",
            ),
            None => {
                plain(CheckSays::Unknown, "what the run last wrote is not on record, so that it cannot be compared")
            }
        });
        if known
            .replay
            .steps(path)
            .next_back()
            .is_some_and(|step| step.content == Content::Unknown && step.by == By::Edit && open_call(known, step.index))
        {
            checks.push(plain(CheckSays::Warn, "the last edit of it has no result: it may be half done"));
        }
    }
    let unwritten = left_of_patch(known, path);
    if !unwritten.is_empty() {
        let names = unwritten.join(", ");
        checks.push(Check {
            says: CheckSays::Warn,
            text: format!("the patch that changed it failed, and only part of it was applied: not {names}"),
            line: None,
            gap: Some(format!("the patch that changed it failed before {names}")),
        });
    }
    // Of a link git keeps where it leads, which is no text of the work.
    if file.link.is_none() && !gone {
        checks.extend(of_text(known, path, file, by_run));
    }
    checks.extend(breaks(known, path));
    checks.extend(gates_before(known, path).filter(|_| by_run && !gone));
    let suspect = gone || checks.iter().any(|check| matches!(check.says, CheckSays::Bad | CheckSays::Warn));
    checks.extend(kept(known, path, suspect));
    checks
}

/// What the text of a file that is there shows.
fn of_text(known: Known<'_>, path: &Path, file: &FileState, by_run: bool) -> Vec<Check> {
    let mut checks = Vec::new();
    let now = on_disk(known.tree, path);
    if file.bytes == 0 {
        checks.extend(look(known, path, ""));
    } else if let Some(text) = now.as_text().filter(|_| !file.binary) {
        checks.extend(look(known, path, text));
    } else if file.binary && (at_start(known.tree, path).as_text().is_some() || file_kind(path).gated()) {
        checks.push(Check {
            says: CheckSays::Bad,
            text: "it is no text any more: it holds NUL bytes, as a write that was cut off leaves them".into(),
            line: None,
            gap: Some("NUL bytes are in it".into()),
        });
    }
    if let Some(text) = now.as_text() {
        // A mark such as TODO on a line is looked for in every file already.
        let mark = |check: &Check| (check.line, check.text.split(' ').next().map(str::to_owned));
        let more = markdown(known, path, text, by_run);
        let new =
            more.into_iter().filter(|one| one.line.is_none() || checks.iter().all(|other| mark(other) != mark(one)));
        let new: Vec<Check> = new.collect();
        checks.extend(new);
    }
    checks
}

fn look(known: Known<'_>, path: &Path, text: &str) -> Vec<Check> {
    let start = at_start(known.tree, path);
    let exists = |path: &Path| path.as_os_str().is_empty() || known.tree.may_hold(path);
    let text_of = |path: &Path| {
        known.tree.files.get(path).and_then(|file| known.tree.texts.get(file.blob.as_ref()?)).map(String::as_str)
    };
    whole(&Looked { path, text, start: start.as_text(), exists: &exists, text_of: &text_of })
}

/// What is checked of a text in Markdown beyond what is checked of every file.
fn markdown(known: Known<'_>, path: &Path, text: &str, by_run: bool) -> Vec<Check> {
    let ending = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if !matches!(ending, "md" | "markdown") || path.is_absolute() {
        return Vec::new();
    }
    let text_of = |path: &Path| {
        let beside = || known.tree.texts.get(known.tree.beside.get(path)?.as_ref()?).cloned();
        on_disk(known.tree, path).as_text().map(str::to_owned).or_else(beside)
    };
    let start = at_start(known.tree, path);
    documents::of_file(&documents::InFolder {
        path,
        text,
        text_of: &text_of,
        before: start.as_text().filter(|_| by_run),
    })
}

fn open_call(known: Known<'_>, index: usize) -> bool {
    match known.run.events.get(index).map(|event| &event.what) {
        Some(crate::model::What::Call(call)) => call.result.is_none(),
        _ => false,
    }
}

/// What a patch that changed this file and then failed did not write, and nothing wrote later.
fn left_of_patch(known: Known<'_>, path: &Path) -> Vec<String> {
    let place = |event: &Event| known.run.events.iter().position(|other| other.id == event.id);
    let later = |name: &Path, event: &Event| {
        place(event).is_some_and(|index| known.replay.steps(name).any(|step| step.index > index))
    };
    let mut left: Vec<String> = Vec::new();
    for (event, call, _) in known.run.calls() {
        let crate::model::Deed::Edit(edits) = &call.deed else { continue };
        let of = |applied| {
            let own = edits.iter().filter(move |edit| edit.applied == Some(applied));
            own.map(|edit| known.replay.name(&edit.path))
        };
        if of(true).any(|name| name == path) {
            let names = of(false).filter(|name| !later(name, event));
            left.extend(names.map(|name| name.display().to_string()));
        }
    }
    left.sort();
    left.dedup();
    left
}

/// A copy of the file that the runtime kept and that differs from what is on disk.
fn kept(known: Known<'_>, path: &Path, suspect: bool) -> Option<Check> {
    let copies =
        known.run.kept_files.iter().filter(|copy| known.replay.name(&copy.path) == path && copy.text.is_some());
    let newest: &KeptFile = copies.max_by_key(|copy| copy.at)?;
    let now = on_disk(known.tree, path);
    if !suspect || now.as_text() == newest.text.as_deref() {
        return None;
    }
    let at = newest.at.map_or_else(String::new, |at| format!(" of {}", at.strftime("%H:%M:%S UTC")));
    let text = format!("the runtime kept another copy{at}: {} ({})", newest.copy.display(), newest.version);
    Some(Check { says: CheckSays::Warn, text, line: None, gap: None })
}

fn gates(known: Known<'_>, path: &Path) -> Vec<(String, GateState)> {
    if !file_kind(path).gated() {
        return Vec::new();
    }
    let on = |gate: &Gate| {
        let never = gate.state == GateState::Stale && never_ran_on(known, gate, path);
        if never { GateState::NotRun } else { gate.state }
    };
    known.gates.iter().map(|gate| (gate.command.clone(), on(gate))).collect()
}

fn in_open_plan(known: Known<'_>, path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    known.run.plan.iter().any(|item| item.state != crate::model::PlanState::Done && item.text.contains(&name))
}
