//! `lastgood checkpoint`: runs the packet's gates on HEAD, and only when they are green records commit, gates and content.

use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::packet::tree;
use super::{answer, clock, note, tell, text};
use crate::cli::{self, Options};
use crate::gates::{Keeper, LIMIT, Stop};
use crate::model::{GateOffer, GateState, GatesAsked, Measured, PACKET_FILE, RanIn, Side, Timestamp, count};
use crate::read::contract;
use crate::store;
use crate::work::measure::{Ground, News, measure};

/// The status of a checkpoint that was not made because a gate is not green.
const RED: u8 = 1;
/// Words of a line that says what failed.
const FAILS: [&str; 7] = ["fail", "error", "panicked", "not ok", "assert", "expected", "no such"];
/// So many lines with such a word are shown, from the first on.
const FIRST: usize = 8;
/// So many lines of the end are shown in any case.
const LAST: usize = 4;
/// Where checkpoints are kept in a repository.
const REFS: &str = "refs/lastgood/checkpoint/";

/// `lastgood checkpoint`.
pub fn checkpoint(options: &Options, asked: &cli::Checkpoint) -> ExitCode {
    answer(run(options, asked))
}

fn run(options: &Options, asked: &cli::Checkpoint) -> Result<ExitCode, String> {
    let root = tree(asked.tree.as_deref())?;
    let repository = git2::Repository::open(&root)
        .map_err(|why| format!("{} is no repository: a checkpoint is a commit ({})", root.display(), why.message()))?;
    let head = repository.head().and_then(|head| head.peel_to_commit());
    let head =
        head.map_err(|_| format!("{} has no commit yet: commit first, then make a checkpoint", root.display()))?;
    let (commit, subject) = (head.id().to_string(), head.summary().unwrap_or_default().to_owned());
    let packet = std::fs::read_to_string(root.join(PACKET_FILE)).map_err(|_| text::no_packet(&root))?;
    let gates = contract::gates(&packet);
    if gates.is_empty() {
        return Err(format!(
            "{} names no gates: lastgood packet --gate NAME=COMMAND adds one",
            root.join(PACKET_FILE).display()
        ));
    }
    let missed = uncommitted(&repository);
    let own = super::own(options)?;
    let kept = own.state.join("checkpoints").join(commit.get(..12).unwrap_or(&commit));
    let now = clock(options);
    let ground = Ground {
        root: &root,
        inside: std::path::PathBuf::new(),
        standing: String::new(),
        cache: &own.cache,
        keep: Some(&kept),
        keeper: &Keeper::own(),
        now: &|| if now.fixed { now.now } else { Timestamp::now() },
    };
    let offers = gates.into_iter().map(|gate| GateOffer { gate, source: "packet".to_owned() }).collect();
    let wanted = GatesAsked {
        gates: offers,
        sides: vec![Side::LastGood],
        ran_in: RanIn::Scratch,
        link: asked.link,
        limit: LIMIT.as_secs(),
        last_good: Some(commit.clone()),
        attempt: 0,
        ..GatesAsked::default()
    };
    let mut output: Vec<(String, Vec<String>)> = Vec::new();
    let mut printed = Vec::new();
    let (results, failed) = measure(&wanted, &ground, &Stop::default(), &mut |news| match news {
        News::Printed(bytes) => printed.extend_from_slice(bytes),
        News::Over(done) => output.push((done.name.clone(), telling(&std::mem::take(&mut printed)))),
        News::Laid { .. } | News::Began { .. } => {}
    });
    if let Some(why) = failed {
        return Err(format!("no checkpoint: {why}"));
    }
    let red: Vec<&Measured> = results.iter().filter(|result| result.state != GateState::Green).collect();
    if !red.is_empty() {
        let printed = |name: &str| output.iter().find(|(known, _)| known == name).map(|(_, lines)| lines.as_slice());
        let row = |gate: &&'_ Measured| printed(&gate.name).unwrap_or_default();
        let rows: Vec<_> = red.iter().map(|gate| text::NotGreen { gate, lines: row(gate) }).collect();
        // Loud, and where a hook shows it: on standard error, with a status of its own.
        note(&text::checkpoint_red(&commit, &subject, &rows, newest(&repository).as_deref()));
        return Ok(ExitCode::from(RED));
    }
    let name = asked.name.clone().unwrap_or_else(|| commit.get(..12).unwrap_or(&commit).to_owned());
    let reference = format!("{REFS}{name}");
    if !git2::Reference::is_valid_name(&reference) {
        return Err(format!("{name} cannot be the name of a checkpoint: use letters, digits and -"));
    }
    let content = results.first().map(|result| result.content.clone()).unwrap_or_default();
    let green: Vec<_> = results.iter().map(|gate| json!({ "name": gate.name, "command": gate.command })).collect();
    let line = json!({ "schema": "lastgood.checkpoint/1", "name": name, "commit": commit, "content": content,
        "gates": green, "at": now.now, "packet": contract::hash(&packet) });
    store::mark_checkpoint(&root, &reference, &commit, "lastgood: gates are green on exactly this commit")?;
    store::log_checkpoint(&root, &line.to_string()).map_err(|why| why.to_string())?;
    let mut said = text::checkpoint(&name, &commit, &subject, &results, &missed);
    said.push_str(&text::half_way(under_way(&repository)));
    Ok(tell(&said))
}

/// What git is in the middle of, in a word: the commit on which it began is whole, what it brings is not in it.
fn under_way(repository: &git2::Repository) -> Option<&'static str> {
    use git2::RepositoryState as State;
    match repository.state() {
        State::Clean => None,
        State::Merge => Some("merge"),
        State::Revert | State::RevertSequence => Some("revert"),
        State::CherryPick | State::CherryPickSequence => Some("cherry-pick"),
        State::Bisect => Some("bisect"),
        _ => Some("rebase"),
    }
}

/// What a checkpoint of HEAD does not hold: changed and new files, our own aside.
fn uncommitted(repository: &git2::Repository) -> Vec<String> {
    let mut options = git2::StatusOptions::new();
    options.include_untracked(true).recurse_untracked_dirs(true).update_index(false);
    let Ok(statuses) = repository.statuses(Some(&mut options)) else { return Vec::new() };
    let paths = statuses.iter().filter(|entry| !entry.status().is_ignored());
    let paths = paths.map(|entry| String::from_utf8_lossy(entry.path_bytes()).into_owned());
    paths.filter(|path| !Path::new(path).starts_with(".lastgood")).collect()
}

/// The newest checkpoint on record, as its name and commit.
fn newest(repository: &git2::Repository) -> Option<String> {
    let refs = repository.references_glob(&format!("{REFS}*")).ok()?.flatten();
    let commits = refs.filter_map(|found| {
        let commit = found.peel_to_commit().ok()?;
        let name = String::from_utf8_lossy(found.name_bytes()).trim_start_matches(REFS).to_owned();
        let id = commit.id().to_string();
        Some((commit.time().seconds(), format!("{name} ({} {})", id.get(..7)?, commit.summary().unwrap_or_default())))
    });
    commits.max().map(|(_, words)| words)
}

/// The lines of an output that say why it is not green: those with a word of failure in them, and the last ones.
fn telling(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let fails = |line: &str| {
        let line = line.to_lowercase();
        FAILS.iter().any(|word| line.contains(word))
    };
    let mut shown: Vec<usize> = (0..lines.len()).filter(|at| fails(lines[*at])).take(FIRST).collect();
    shown.extend(lines.len().saturating_sub(LAST)..lines.len());
    shown.sort_unstable();
    shown.dedup();
    let mut said = Vec::new();
    let mut next = 0;
    for at in shown {
        if at > next {
            said.push(format!("[{}]", count(at - next, "line", "lines")));
        }
        said.push(lines[at].to_owned());
        next = at + 1;
    }
    said
}

#[cfg(test)]
mod tests {
    use super::telling;

    #[test]
    fn what_failed_is_shown_wherever_it_stands() {
        let output = format!("ok one\nFAIL two: expected 3\n{}Ran 40 tests\n", "ok\n".repeat(30));
        let said = telling(output.as_bytes());
        assert_eq!(said[..3], ["[1 line]", "FAIL two: expected 3", "[27 lines]"]);
        assert_eq!(said.last().map(String::as_str), Some("Ran 40 tests"));
    }
}
