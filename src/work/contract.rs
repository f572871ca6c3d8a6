//! The contract beside a run: files that name its gates and criteria, read from the work tree. Writes nothing.

use std::path::Path;

use crate::evidence;
use crate::model::{ContractMark, Criterion, FileStatus, GateOffer, PACKET_FILE, Run, Speaker, Task, Tree, What};
use crate::read::contract;

/// A larger file is no contract.
const LARGEST: u64 = 1024 * 1024;

/// Where gates are named, with the word for it.
const GATE_FILES: &[(&str, &str)] = &[
    (PACKET_FILE, "packet"),
    ("quality-gates.json", "quality-gates.json"),
    (".paelladoc/quality-gates.json", ".paelladoc/quality-gates.json"),
];

/// The gates that files of the work tree name. Nothing of them runs before somebody says so.
pub(super) fn offers(tree: &Tree) -> Vec<GateOffer> {
    let mut files: Vec<(String, String)> =
        GATE_FILES.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect();
    let mut packs: Vec<String> = std::fs::read_dir(tree.root.join("validators"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "json"))
        .map(|name| format!("validators/{name}"))
        .collect();
    packs.sort();
    files.extend(packs.into_iter().map(|path| (path.clone(), path)));
    let mut out: Vec<GateOffer> = Vec::new();
    for (path, source) in files {
        let Some(text) = text(tree, &path) else { continue };
        for gate in contract::gates(&text) {
            if !out.iter().any(|known| known.gate.command == gate.command) {
                out.push(GateOffer { gate, source: source.clone() });
            }
        }
    }
    out
}

/// Adds the criteria that stand in files which the task names, or in `features.json`; what the task itself states comes first.
pub(super) fn criteria(task: &mut Task, run: &Run, tree: &Tree) {
    let prompts = run.events.iter().filter_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } => Some(text.as_str()),
        _ => None,
    });
    let asked = prompts.chain(task.goal.as_deref()).collect::<Vec<_>>().join("\n");
    if asked.contains("<!-- lastgood brief/") {
        return; // a brief carries the criteria that bind
    }
    let mut names = contract::named_files(&asked);
    if !names.iter().any(|name| name.ends_with("features.json")) {
        names.push("features.json".to_owned());
    }
    for name in names {
        let Some(text) = text(tree, &name) else { continue };
        let found = if name.ends_with("features.json") {
            contract::features(&text, &name, &asked)
        } else {
            contract::checklist(&text, &name)
        };
        let new: Vec<Criterion> =
            found.into_iter().filter(|one| !task.criteria.iter().any(|known| known.text == one.text)).collect();
        if new.is_empty() {
            continue;
        }
        task.criteria.extend(new);
        if task.contract.is_none() {
            task.contract = older(tree, &name, &text);
        }
    }
}

/// The mark of a contract that is older than the run: its file is as it was at the commit where the run started.
fn older(tree: &Tree, name: &str, text: &str) -> Option<ContractMark> {
    let path = Path::new(name);
    let start = tree.commits.iter().find(|commit| Some(&commit.id) == tree.start.as_ref())?;
    let unchanged = match tree.files.get(path) {
        Some(state) => state.status == FileStatus::Same || (state.blob.is_some() && state.blob == state.start),
        None => tree.tracked.iter().any(|tracked| tracked == path),
    };
    let touched = tree.commits.iter().filter(|commit| commit.id != start.id);
    let since = touched.into_iter().any(|commit| commit.files.iter().any(|file| file.path == path));
    (unchanged && !since).then(|| ContractMark {
        hash: contract::hash(text),
        at: Some(start.at),
        source: name.to_owned(),
    })
}

fn text(tree: &Tree, name: &str) -> Option<String> {
    let path = tree.root.join(name);
    let meta = std::fs::metadata(&path).ok()?;
    (meta.is_file() && meta.len() <= LARGEST).then(|| evidence::read_to_string(&path).ok()).flatten()
}
