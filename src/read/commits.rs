//! Commits that a run made, tied to the commands that made them.

use std::sync::LazyLock;

use regex::Regex;

use super::ran::{Ran, is_short_id};
use super::shell::{Fate, git};
use crate::model::{Commit, Run, Tree};

/// A commit that a run asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Index of the call into `Run::events`, and the command's place in the script.
    pub place: (usize, usize),
    /// The call's event.
    pub event: String,
    /// The event of the result, if there is one.
    pub result: Option<String>,
    /// The command as typed.
    pub command: String,
    /// What is known of its end.
    pub fate: Fate,
    /// The commit as the tree has it, full id.
    pub id: Option<String>,
}

/// Git keeps whole seconds; a commit may be so many seconds younger than the last record.
const SOON: i64 = 5;

/// Whether a commit was made after a run had ended: by itself it is none of that run's.
pub fn after_end(run: &Run, commit: &Commit) -> bool {
    run.last_event.is_some_and(|end| commit.at.as_second() > end.as_second() + SOON)
}

/// The commits that a run asked for, in order; each commit of the tree is given to one command only.
pub fn made(run: &Run, ran: &[Ran<'_>], tree: &Tree) -> Vec<Made> {
    let mut out: Vec<Made> = Vec::new();
    for command in ran {
        let Some(git) = git(&command.simple).filter(|git| git.verb == "commit") else { continue };
        if command.fate == Fate::Skipped || git.has("--dry-run") {
            continue;
        }
        let taken = |commit: &Commit| out.iter().any(|made| made.id.as_ref() == Some(&commit.id));
        // What answered before the run ended has made nothing after it; what never answered may have.
        let late = |commit: &Commit| command.result.is_some() && after_end(run, commit);
        let commit = find(command, git.args, tree, &|commit| taken(commit) || late(commit));
        out.push(Made {
            place: command.place(),
            event: command.event.id.clone(),
            result: command.result.map(|(event, _)| event.id.clone()),
            command: command.simple.text.clone(),
            fate: command.fate,
            id: commit.map(|commit| commit.id.clone()),
        });
    }
    out
}

/// Anything that may be the id of a commit.
static ID: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b[0-9a-f]{7,40}\b").ok());
/// Git's own word for the commit that it made.
static MADE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^\[\S+(?: \([^)]*\))? ([0-9a-f]{7,40})\] ").ok());

fn find<'a>(command: &Ran<'_>, args: &[String], tree: &'a Tree, taken: &dyn Fn(&Commit) -> bool) -> Option<&'a Commit> {
    let (id, made) = (ID.as_ref()?, MADE.as_ref()?);
    let free = |id: &str| tree.commits.iter().find(|commit| commit.id.starts_with(id) && !taken(commit));
    let message = message(command, args);
    let subject =
        |commit: &&Commit| message.as_deref().is_some_and(|message| message.lines().next() == Some(&commit.subject));
    let made: Vec<&Commit> =
        made.captures_iter(command.output()).filter_map(|found| free(found.get(1)?.as_str())).collect();
    if let Some(commit) = made.iter().copied().find(subject).or_else(|| made.first().copied()) {
        return Some(commit);
    }
    let named = id.find_iter(command.output()).map(|found| found.as_str()).filter(|word| is_short_id(word));
    let by_id = named.filter_map(free);
    let after = |commit: &&Commit| {
        let asked = command.event.at.map(jiff::Timestamp::as_second);
        let end = command.result.and_then(|(event, _)| event.at).map(jiff::Timestamp::as_second);
        let at = commit.at.as_second();
        asked.is_none_or(|asked| at >= asked - 1) && end.is_none_or(|end| at <= end + 1)
    };
    let candidates: Vec<_> = tree.commits.iter().filter(after).filter(|commit| !taken(commit)).collect();
    by_id
        .into_iter()
        .find(|commit| message.is_none() || subject(commit))
        .or_else(|| candidates.iter().copied().find(subject))
        .or_else(|| tree.commits.iter().filter(|commit| !taken(commit)).find(subject))
        .or_else(|| candidates.first().copied().filter(|_| candidates.len() == 1 && message.is_none()))
}

/// The message of a commit: by `-m`, also as `"$(cat <<'EOF' …)"`, or from its input.
fn message(command: &Ran<'_>, args: &[String]) -> Option<String> {
    let given = by_option(args);
    let text = match given {
        Some(text) if text.starts_with("$(cat <<") => {
            text.lines().skip(1).find(|line| !line.trim().is_empty()).map(str::to_owned)?
        }
        Some(text) if text.contains("$(") || text.contains('`') => return None,
        Some(text) => text,
        None => {
            let fed = args.windows(2).any(|pair| matches!(pair[0].as_str(), "-F" | "--file") && pair[1] == "-");
            command.simple.input.clone().filter(|_| fed)?
        }
    };
    Some(text.trim().to_owned())
}

/// The message that `-m` gives.
fn by_option(args: &[String]) -> Option<String> {
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if let Some(message) = word.strip_prefix("--message=") {
            return Some(message.into());
        }
        let short = word.starts_with('-') && !word.starts_with("--") && word.ends_with('m');
        if short || word == "--message" {
            return words.next().cloned();
        }
        if let Some(message) = word.strip_prefix("-m").filter(|message| !message.is_empty()) {
            return Some(message.into());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::gates::as_run;

    /// The commits that a script is tied to, of a tree that holds two.
    fn tied(script: &str, output: &str) -> Vec<Option<String>> {
        let run = as_run(script, 0, output);
        let commit = |id: &str, subject: &str| Commit {
            id: id.repeat(40),
            parents: Vec::new(),
            subject: subject.into(),
            author: String::new(),
            at: jiff::Timestamp::UNIX_EPOCH,
            on_head: true,
            files: Vec::new(),
        };
        let tree = Tree { commits: vec![commit("a", "one"), commit("b", "two")], ..Tree::default() };
        made(&run, &crate::read::ran::ran(&run), &tree)
            .into_iter()
            .map(|made| made.id.map(|id| id[..1].to_owned()))
            .collect()
    }

    #[test]
    fn a_commit_is_found_by_what_git_says_and_by_its_message() {
        let b = vec![Some("b".to_owned())];
        assert_eq!(
            tied("git commit -m \"$(cat <<'EOF'\nother words\n\nmore\nEOF\n)\"", "[main bbbbbbb] two\n 1 file"),
            b
        );
        assert_eq!(tied("git commit -q -m \"$(cat <<'EOF'\ntwo\n\nmore\nEOF\n)\"", ""), b);
        assert_eq!(tied("git commit -q -F - <<'EOF'\ntwo\nEOF", ""), b);
        assert_eq!(tied("git commit -m x && git commit -m y", "[main bbbbbbb] two\n[main aaaaaaa] one").len(), 2);
        assert_eq!(tied("git commit -q -m three", ""), [None]);
    }
}
