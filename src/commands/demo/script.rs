//! The form of a recording: entries with a time, a kind, an argument and a text. Parsing only.
//!
//! What a run does and sees depends on the tree that it meets: `@ let NAME FILE has LINE` names a condition, `@ when NAME, not NAME` holds for all
//! entries below it, `@ always` ends it. Conditions are looked at once, before the first entry. In what a command printed, `{tree}` is the work tree.

use std::collections::BTreeMap;

use jiff::SignedDuration;

/// One entry of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Time since the first prompt; zero for what was there before.
    pub at: SignedDuration,
    /// What it is.
    pub act: Act,
    /// What must hold of the tree that the run meets.
    pub when: Vec<When>,
}

/// Whether a file of the tree has a line, spaces around it aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// The file; one that is not there has no line.
    pub path: String,
    /// The line.
    pub line: String,
    /// Whether it must be there, or must not.
    pub has: bool,
}

/// What happens in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A file that was there before the run.
    Base(String, String),
    /// A person asks.
    Prompt(String),
    /// The prompt is the brief.
    Brief,
    /// The agent says something.
    Say(String),
    /// The agent writes its plan down: (state, text).
    Plan(Vec<(String, String)>),
    /// The agent reads a file.
    Read(String),
    /// The agent writes a file.
    Write(String, String),
    /// The agent replaces a piece of a file: path, old, new.
    Edit(String, String, String),
    /// The agent runs a command: script, exit status, output.
    Run(String, i32, String),
    /// The agent commits files: message, files.
    Commit(String, Vec<String>),
    /// The context is compacted: tokens before and after, summary.
    Compact(u64, u64, String),
    /// The agent runs a command whose result never came.
    Push(String),
    /// The client is killed.
    Kill,
    /// The client closes in order.
    End,
}

/// Reads a recording. An entry that cannot be read is an error that names it: the recordings are ours.
pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let mut lines = text.lines().peekable();
    let (mut named, mut when) = (BTreeMap::new(), Vec::new());
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("@ ") else { continue };
        let unread = || format!("the recording cannot be read at \"@ {head}\"");
        if let Some((name, condition)) = head.strip_prefix("let ").and_then(|rest| rest.split_once(' ')) {
            named.insert(name, condition_of(condition).ok_or_else(unread)?);
            continue;
        }
        if head == "always" {
            when.clear();
            continue;
        }
        if let Some(names) = head.strip_prefix("when ") {
            when = names.split(", ").map(|name| told(&named, name)).collect::<Option<_>>().ok_or_else(unread)?;
            continue;
        }
        let mut body = String::new();
        while let Some(next) = lines.next_if(|next| !next.starts_with("@ ")) {
            body.push_str(next);
            body.push('\n');
        }
        let (at, act) = entry(head, body).ok_or_else(unread)?;
        entries.push(Entry { at, act, when: when.clone() });
    }
    Ok(entries)
}

fn condition_of(text: &str) -> Option<When> {
    let (path, line) = text.split_once(" has ")?;
    Some(When { path: path.to_owned(), line: line.trim().to_owned(), has: true })
}

fn told(named: &BTreeMap<&str, When>, name: &str) -> Option<When> {
    let (has, name) = name.strip_prefix("not ").map_or((true, name), |name| (false, name));
    named.get(name).map(|when| When { has, ..when.clone() })
}

fn entry(head: &str, body: String) -> Option<(SignedDuration, Act)> {
    let (first, rest) = head.split_once(' ')?;
    if first == "base" {
        return Some((SignedDuration::ZERO, Act::Base(rest.to_owned(), body)));
    }
    let mut parts = first.split(':').map(str::parse::<i64>);
    let (hours, minutes, seconds) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let at = SignedDuration::from_secs(hours * 3600 + minutes * 60 + seconds);
    let (kind, argument) = rest.split_once(' ').unwrap_or((rest, ""));
    let argument = argument.to_owned();
    let trimmed = || body.trim_end().to_owned();
    let act = match kind {
        "prompt" => Act::Prompt(trimmed()),
        "brief" => Act::Brief,
        "say" => Act::Say(trimmed()),
        "plan" => Act::Plan(
            body.lines()
                .filter_map(|line| line.split_once(' '))
                .map(|(state, text)| (state.to_owned(), text.to_owned()))
                .collect(),
        ),
        "read" => Act::Read(argument),
        "write" => Act::Write(argument, body),
        "edit" => {
            let (old, new) = body.strip_prefix("<<<<\n")?.strip_suffix(">>>>\n")?.split_once("====\n")?;
            Act::Edit(argument, old.to_owned(), new.to_owned())
        }
        "run" => {
            let (exit, output) = body.split_once('\n')?;
            Act::Run(argument, exit.strip_prefix("exit ")?.parse().ok()?, output.trim_end().to_owned())
        }
        "commit" => Act::Commit(argument, body.lines().map(str::to_owned).collect()),
        "compact" => {
            let (before, after) = argument.split_once(' ')?;
            Act::Compact(before.parse().ok()?, after.parse().ok()?, trimmed())
        }
        "push" => Act::Push(argument),
        "kill" => Act::Kill,
        "end" => Act::End,
        _ => return None,
    };
    Some((at, act))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recordings_can_be_read() {
        let dead = parse(include_str!("../../../assets/demo/run.txt")).unwrap();
        assert_eq!(dead.iter().filter(|entry| matches!(entry.act, Act::Commit(..))).count(), 6);
        assert!(matches!(dead.last().unwrap().act, Act::Kill));
        for next in [
            include_str!("../../../assets/demo/next.txt"),
            include_str!("../../../assets/demo/next-docs.txt"),
            include_str!("../../../assets/demo/next-wire.txt"),
        ] {
            assert!(matches!(parse(next).unwrap()[0].act, Act::Brief));
        }
    }

    #[test]
    fn a_condition_holds_until_another_takes_its_place() {
        let text = "@ let a a.py has x = 1\n@ let b b.py has  y\n@ 0:00:01 kill\n@ when a\n@ 0:00:02 kill\n@ when a, not b\n@ 0:00:03 kill\n@ always\n@ 0:00:05 kill\n";
        let shown = |when: &When| format!("{} {} {}", when.path, if when.has { "has" } else { "lacks" }, when.line);
        let shown = |entry: &Entry| entry.when.iter().map(shown).collect::<Vec<_>>().join(", ");
        let all: Vec<String> = parse(text).unwrap().iter().map(shown).collect();
        assert_eq!(all, ["", "a.py has x = 1", "a.py has x = 1, b.py lacks y", ""]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert!(parse("@ 0:00 say\n").unwrap_err().contains("@ 0:00 say"));
        assert!(parse("@ 0:00:01 sing\n").unwrap_err().contains("sing"));
        assert!(parse("@ when torn\n").unwrap_err().contains("when torn"));
        assert!(parse("@ let torn a.py holds x\n").unwrap_err().contains("holds"));
    }
}
