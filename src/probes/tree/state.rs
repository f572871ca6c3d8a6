//! What the repository is in the middle of: branch, operation, locks, remotes, linked work trees, refs.

use std::path::Path;

use git2::{Repository, RepositoryState};

use crate::evidence;
use crate::model::{Checkpoint, LinkedTree, PathMap, Ref, RefKind, Tree};

/// Reads all of it; what cannot be read is left out, the history reports errors.
pub(super) fn read(repo: &Repository, map: &PathMap, tree: &mut Tree) {
    if let Ok(head) = repo.head() {
        tree.head = head.target().map(|id| id.to_string());
        if head.is_branch() {
            tree.branch = head.shorthand().map(str::to_owned);
        }
    }
    tree.operation = operation(repo.state()).map(str::to_owned);
    tree.locks = locks(repo.path(), repo.commondir());
    tree.remotes = remotes(repo);
    tree.worktrees = worktrees(repo, map);
    tree.refs = refs(repo);
    tree.checkpoints = checkpoints(&tree.root, &tree.refs);
}

/// A longer log of checkpoints is read from its end.
const LOG: usize = 1024 * 1024;

/// The checkpoints whose line in the log and whose ref name the same commit: either alone proves nothing.
fn checkpoints(root: &Path, refs: &[Ref]) -> Vec<Checkpoint> {
    let text = evidence::read_to_string(root.join(".lastgood/checkpoints.jsonl")).unwrap_or_default();
    let text = text.get(text.len().saturating_sub(LOG)..).unwrap_or(&text);
    let read = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        let said = |name: &str| row[name].as_str().map(str::to_owned);
        let (name, commit) = (said("name")?, said("commit")?);
        let own = format!("refs/lastgood/checkpoint/{name}");
        refs.iter().find(|found| found.name == own && found.commit == commit)?;
        let command = |gate: &serde_json::Value| {
            let words = gate["command"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
            words.collect::<Vec<_>>().join(" ")
        };
        let gates = row["gates"].as_array().into_iter().flatten().map(command).collect::<Vec<_>>();
        Some(Checkpoint { name, commit, at: said("at").and_then(|at| at.parse().ok()), gates })
    };
    text.lines().filter_map(read).filter(|found| !found.gates.is_empty()).collect()
}

fn operation(state: RepositoryState) -> Option<&'static str> {
    Some(match state {
        RepositoryState::Clean => return None,
        RepositoryState::Merge => "merge",
        RepositoryState::Revert | RepositoryState::RevertSequence => "revert",
        RepositoryState::CherryPick | RepositoryState::CherryPickSequence => "cherry-pick",
        RepositoryState::Bisect => "bisect",
        RepositoryState::Rebase | RepositoryState::RebaseInteractive | RepositoryState::RebaseMerge => "rebase",
        RepositoryState::ApplyMailbox | RepositoryState::ApplyMailboxOrRebase => "apply of a mailbox (git am)",
    })
}

/// Lock files directly in the git folders and below `refs/`, which a killed git leaves behind.
fn locks(git: &Path, common: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![(git.to_path_buf(), 0), (git.join("refs"), 4)];
    if git != common {
        folders.extend([(common.to_path_buf(), 0), (common.join("refs"), 4)]);
    }
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "lock") {
                found.push(path.components().collect());
            } else if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push((path, depth - 1));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn remotes(repo: &Repository) -> Vec<(String, String)> {
    let names = repo.remotes().ok();
    names
        .iter()
        .flat_map(|names| names.iter().flatten())
        .filter_map(|name| Some((name.to_owned(), repo.find_remote(name).ok()?.url()?.to_owned())))
        .collect()
}

fn worktrees(repo: &Repository, map: &PathMap) -> Vec<LinkedTree> {
    let folder = repo.commondir().join("worktrees");
    let mut found: Vec<LinkedTree> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            // By hand, not through git2: the pointers may hold recorded paths that lie elsewhere here.
            let text = |name: &str| evidence::read_to_string(entry.path().join(name)).ok();
            let pointer = text("gitdir")?;
            let path = map.here(Path::new(pointer.trim()).parent()?);
            let branch = text("HEAD").and_then(|head| head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned));
            let locked = text("locked").map(|reason| reason.trim().to_owned());
            Some(LinkedTree { name: entry.file_name().to_string_lossy().into_owned(), path, branch, locked })
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn refs(repo: &Repository) -> Vec<Ref> {
    let mut found = Vec::new();
    for reference in repo.references().into_iter().flatten().flatten() {
        let Some(name) = reference.name() else { continue };
        let (kind, short) = if let Some(short) = name.strip_prefix("refs/heads/") {
            (RefKind::Branch, short)
        } else if let Some(short) = name.strip_prefix("refs/tags/") {
            (RefKind::Tag, short)
        } else if let Some(short) = name.strip_prefix("refs/remotes/") {
            (RefKind::Remote, short)
        } else if name.starts_with("refs/lastgood/") {
            (RefKind::Lastgood, name)
        } else {
            continue;
        };
        let short = short.to_owned();
        if let Ok(commit) = reference.peel_to_commit() {
            found.push(Ref { name: short, kind, commit: commit.id().to_string() });
        }
    }
    found
}
