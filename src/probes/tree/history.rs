//! Commits, stashes and moves of HEAD since the run started.

use std::collections::HashSet;

use git2::{DiffOptions, ErrorCode, Oid, Repository, Sort};

use super::Ask;
use crate::evidence;
use crate::model::{Commit, CommitFile, HeadMove, Problem, Timestamp, Tree};

/// More commits than this since the start are not a run's work; the newest are kept and a problem says so.
const MOST_COMMITS: usize = 500;
/// So many commits below the start are looked at for the last good one.
const MOST_BELOW: usize = 200;
/// A commit that changes more files than this is an import; its list is cut.
const MOST_FILES: usize = 5_000;

/// Fills `start`, `commits`, `stashes` and `moves`.
pub(super) fn read(repo: &Repository, ask: &Ask<'_>, tree: &mut Tree) -> Result<(), git2::Error> {
    let entries = reflog(repo, "HEAD");
    let start = start(repo, ask, &entries, tree);
    tree.start = start.map(|id| id.to_string());
    tree.moves = entries
        .iter()
        .filter(|entry| ask.started.is_none_or(|started| entry.at >= started))
        .map(|entry| HeadMove {
            at: entry.at,
            from: entry.from.to_string(),
            to: entry.to.to_string(),
            words: entry.words.clone(),
        })
        .collect();
    for stash in reflog(repo, "refs/stash").iter().rev() {
        if let Ok(found) = repo.find_commit(stash.to) {
            let mut commit = commit(repo, &found, false)?;
            commit.subject.clone_from(&stash.words);
            untracked_of_stash(repo, &found, &mut commit);
            tree.stashes.push(commit);
        }
    }
    tree.commits = commits(repo, ask, start, &entries, tree)?;
    tree.earlier = start.zip(ask.good).map(|(start, good)| below(repo, start, good)).unwrap_or_default();
    Ok(())
}

/// The commits below the start down to this one, newest first; none when the start does not build on it.
fn below(repo: &Repository, start: Oid, good: &str) -> Vec<Commit> {
    let named = repo.revparse_single(good).and_then(|found| found.peel_to_commit());
    let Ok(good) = named.map(|commit| commit.id()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut next = repo.find_commit(start).ok();
    while let Some(now) = next.take().filter(|now| now.id() != good && found.len() < MOST_BELOW) {
        next = now.parent(0).ok();
        found.extend(next.as_ref().and_then(|below| commit(repo, below, true).ok()));
    }
    let whole = found.last().is_some_and(|last: &Commit| last.id == good.to_string());
    if whole { found } else { Vec::new() }
}

struct Entry {
    at: Timestamp,
    from: Oid,
    to: Oid,
    words: String,
}

/// The entries of a reflog, oldest first. Read by hand: libgit2 creates the file when it is missing.
fn reflog(repo: &Repository, name: &str) -> Vec<Entry> {
    let folder = if name == "HEAD" { repo.path() } else { repo.commondir() };
    let bytes = evidence::read(folder.join("logs").join(name)).unwrap_or_default();
    bytes.split(|byte| *byte == b'\n').filter_map(|line| entry(&String::from_utf8_lossy(line))).collect()
}

/// `old new Name <address> seconds zone<tab>words`.
fn entry(line: &str) -> Option<Entry> {
    let (head, words) = line.split_once('\t').unwrap_or((line, ""));
    let mut ids = head.splitn(3, ' ');
    let from = Oid::from_str(ids.next()?).ok()?;
    let to = Oid::from_str(ids.next()?).ok()?;
    let seconds = ids.next()?.rsplit(' ').nth(1)?.parse().ok()?;
    Some(Entry { at: Timestamp::from_second(seconds).ok()?, from, to, words: words.to_owned() })
}

/// HEAD when the run started: recorded, or the reflog's last entry before it, or the newest commit that is older.
fn start(repo: &Repository, ask: &Ask<'_>, entries: &[Entry], tree: &mut Tree) -> Option<Oid> {
    if let Some(recorded) = ask.start_commit {
        match repo.revparse_single(recorded).and_then(|found| found.peel_to_commit()) {
            Ok(found) => return Some(found.id()),
            Err(_) => tree.problems.push(Problem::new(
                tree.root.display().to_string(),
                format!("the commit {recorded} at which the run started is not in the repository"),
            )),
        }
    }
    let head = repo.head().ok().and_then(|head| head.target());
    let Some(started) = ask.started else { return head };
    // The record has milliseconds, git has whole seconds: a commit of the same second came after the start.
    if let Some(before) = entries.iter().rev().find(|entry| entry.at < started) {
        return Some(before.to).filter(|id| repo.find_commit(*id).is_ok());
    }
    if let Some(first) = entries.first() {
        if !first.from.is_zero() {
            return Some(first.from).filter(|id| repo.find_commit(*id).is_ok());
        }
        if !first.words.starts_with("commit (initial)") {
            return Some(first.to); // a clone or a linked work tree that the run made
        }
    }
    let mut walk = repo.revwalk().ok()?;
    walk.push(head?).ok()?;
    walk.simplify_first_parent().ok()?;
    walk.flatten().find(|id| repo.find_commit(*id).is_ok_and(|commit| time(&commit) < started))
}

fn time(commit: &git2::Commit<'_>) -> Timestamp {
    Timestamp::from_second(commit.time().seconds()).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn commits(
    repo: &Repository,
    ask: &Ask<'_>,
    start: Option<Oid>,
    entries: &[Entry],
    tree: &mut Tree,
) -> Result<Vec<Commit>, git2::Error> {
    let recent =
        |id: Oid| repo.find_commit(id).is_ok_and(|commit| ask.started.is_none_or(|started| time(&commit) >= started));
    let mut tips: Vec<Oid> = repo.head().ok().and_then(|head| head.target()).into_iter().collect();
    // Old branches and what they hold are no work of this run: only tips that are as new as the run count.
    // Nor are the copies that lastgood itself has kept.
    let refs = tree.refs.iter().filter(|found| found.kind != crate::model::RefKind::Lastgood);
    let refs = refs.filter_map(|found| Oid::from_str(&found.commit).ok());
    let moves = entries
        .iter()
        .filter(|entry| ask.started.is_none_or(|at| entry.at >= at))
        .flat_map(|entry| [entry.from, entry.to]);
    let stashes = tree.stashes.iter().filter_map(|stash| Oid::from_str(stash.parents.first()?).ok());
    let branches = tree.refs.iter().filter(|found| found.kind == crate::model::RefKind::Branch);
    let logs = branches.flat_map(|found| reflog(repo, &format!("refs/heads/{}", found.name))).map(|entry| entry.to);
    let heads = ["ORIG_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD", "MERGE_HEAD"];
    let heads = heads.iter().filter_map(|name| repo.refname_to_id(name).ok());
    tips.extend(refs.chain(moves).chain(stashes).chain(logs).chain(heads).filter(|id| recent(*id)));

    let mut on_head = HashSet::new();
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for (index, tip) in tips.iter().enumerate() {
        let mut walk = repo.revwalk()?;
        walk.set_sorting(Sort::TOPOLOGICAL | Sort::TIME)?;
        walk.push(*tip)?;
        if let Some(start) = start {
            walk.hide(start)?;
        }
        let is_head = index == 0 && repo.head().ok().and_then(|head| head.target()) == Some(*tip);
        for id in walk.flatten().take(MOST_COMMITS + 1) {
            if is_head {
                on_head.insert(id);
            } else if !recent(id) {
                continue;
            }
            if seen.insert(id) {
                order.push(id);
            }
        }
    }
    let mut found: Vec<git2::Commit<'_>> = order.iter().filter_map(|id| repo.find_commit(*id).ok()).collect();
    found.reverse();
    found.sort_by_key(time); // stable: parents stay before children within one second
    if found.len() > MOST_COMMITS {
        let more = found.len() - MOST_COMMITS;
        found.drain(..more);
        let what = format!("more than {MOST_COMMITS} commits since the run started; the oldest are left out");
        tree.problems.push(Problem::new(tree.root.display().to_string(), what));
    }
    let start = start.and_then(|id| repo.find_commit(id).ok());
    let head = tree.head.as_deref().and_then(|id| Oid::from_str(id).ok());
    let mut commits = Vec::new();
    if let Some(start) = start {
        let reaches =
            head.is_some_and(|head| head == start.id() || repo.graph_descendant_of(head, start.id()).unwrap_or(false));
        commits.push(commit(repo, &start, reaches)?);
    }
    for one in &found {
        commits.push(commit(repo, one, on_head.contains(&one.id()))?);
    }
    Ok(commits)
}

fn commit(repo: &Repository, found: &git2::Commit<'_>, on_head: bool) -> Result<Commit, git2::Error> {
    let tree = found.tree()?;
    let before = match found.parent(0) {
        Ok(parent) => Some(parent.tree()?),
        Err(error) if error.code() == ErrorCode::NotFound => None,
        Err(_) => None, // a shallow clone has no parents to look at
    };
    let mut options = DiffOptions::new();
    options.skip_binary_check(true).ignore_submodules(true);
    let diff = repo.diff_tree_to_tree(before.as_ref(), Some(&tree), Some(&mut options))?;
    let blob = |file: git2::DiffFile<'_>| Some(file.id()).filter(|id| !id.is_zero()).map(|id| id.to_string());
    let files = diff
        .deltas()
        .take(MOST_FILES)
        .filter_map(|delta| {
            let path = delta.new_file().path().or_else(|| delta.old_file().path())?.to_path_buf();
            Some(CommitFile { path, before: blob(delta.old_file()), after: blob(delta.new_file()) })
        })
        .collect();
    Ok(Commit {
        id: found.id().to_string(),
        parents: found.parent_ids().map(|id| id.to_string()).collect(),
        subject: String::from_utf8_lossy(found.summary_bytes().unwrap_or_default()).into_owned(),
        author: String::from_utf8_lossy(found.author().name_bytes()).into_owned(),
        at: time(found),
        on_head,
        files,
    })
}

/// A stash keeps untracked files in the tree of its third parent.
fn untracked_of_stash(repo: &Repository, stash: &git2::Commit<'_>, commit: &mut Commit) {
    let Some(tree) = stash.parent(2).ok().and_then(|parent| parent.tree().ok()) else { return };
    if let Ok(diff) = repo.diff_tree_to_tree(None, Some(&tree), None) {
        commit.files.extend(diff.deltas().take(MOST_FILES).filter_map(|delta| {
            let path = delta.new_file().path()?.to_path_buf();
            Some(CommitFile { path, before: None, after: Some(delta.new_file().id().to_string()) })
        }));
    }
}
