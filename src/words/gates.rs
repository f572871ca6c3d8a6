//! Words of gates and of copies that are kept.

use super::count;
use crate::model::{GateState, Measured, Side};
use crate::words::steps;

/// The title of the form.
pub const FORM: &str = "which gates?";
/// Its first field.
pub const WHICH: &str = "gates";
/// What is in it beforehand.
pub const ALL: &str = "all";
/// When it is left empty.
pub const WHICH_NEEDED: &str = "say all, the numbers of gates, or type a command";
/// What was typed is none of the known gates: it is run only when that was meant.
pub fn is_new(command: &str) -> String {
    format!("\"{command}\" is none of these gates: enter again runs it as a command of your own, esc does not")
}
/// Its second field.
pub const MINUTES: &str = "minutes each";
/// When it holds no number.
pub const MINUTES_NEEDED: &str = "say how many minutes each gate may take, 1 to 1440";
/// Below the fields.
pub const FORM_NOTE: &str = "all, numbers (1 3), or a command of your own. Next you see where they run.";
/// No gate is known.
pub const NONE_KNOWN: &str = "No gate is known for this run; type a command.";
/// The title of the dialog.
pub const TITLE: &str = "run gates";
/// What `y` does.
pub const YES: &str = "run them";
/// What `esc` does.
pub const NO: &str = "esc  run nothing";
/// In copies.
pub const IN_COPIES: &str = "In clean copies in lastgood's cache, gone afterwards; one after the other:";
/// What a copy lacks.
pub const LACKS: &str = "What git ignores is not in a copy: dependencies, .env, build output.";
/// Linked dependencies.
pub const LINKED: &str = "Ignored folders with dependencies are linked into the copies: a gate may write into them.";
/// In the work tree.
pub const IN_TREE: &str =
    "In the work tree itself. A gate may change or add files there; what it changes is named afterwards:";
/// The present content.
pub const PRESENT: &str = "  the present content, untracked files included";
/// How to see the other ways.
pub const OTHER_WAYS: &str = "o  another way: linked dependencies, or in the work tree";
/// Where a gate of the run comes from.
pub const FROM_RUN: &str = "the run";
/// Where a gate of the brief comes from.
pub const FROM_BRIEF: &str = "the brief";
/// Where a typed gate comes from.
pub const TYPED: &str = "typed";
/// Step 1 is open.
pub const NOT_SETTLED: &str = "settle step 1 first";
/// The run under review still works.
pub const STILL_WORKS: &str = "the run that is reviewed still works";
/// There is no work tree.
pub const NO_TREE: &str = "the work tree is not there any more";
/// The title of the page.
pub const PAGE: &str = "gates";
/// While the first content is laid out.
pub const LAYING: &str = "laying out the content";
/// Nothing was run yet.
pub const NOTHING: &str = "no gate was run here yet; R asks which";
/// They are being ended.
pub const ENDING: &str = "ending the gates and everything that they started";
/// There is nothing to end.
pub const ENDED: &str = "all gates have ended; R asks which to run again";

/// A gate of the list in the form.
pub fn numbered(number: usize, command: &str, source: &str) -> String {
    format!("{number} {command} ({source})")
}

/// The last good side.
pub fn last_good(commit: &str) -> String {
    format!("  last good {commit}")
}

/// A command in the dialog.
pub fn command(line: &str, source: &str, minutes: u64) -> String {
    format!("  $ {line}   ({source}, at most {minutes} min)")
}

/// The folder in the dialog.
pub fn folder(path: &str) -> String {
    format!("  folder {path}")
}

/// A side.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::LastGood => "last good",
        Side::Present => "now",
    }
}

/// A content was laid out.
pub fn laid(side: Side, content: &str, missing: &[String]) -> String {
    let what = match side {
        Side::LastGood => "last good state",
        Side::Present => "present content",
    };
    let content = content.get(..10).unwrap_or(content);
    if missing.is_empty() {
        format!("{what}, tree {content}")
    } else {
        format!("{what}, tree {content}; not in the copy: {}", missing.join(", "))
    }
}

/// How a gate came out.
pub fn result(measured: &Measured) -> String {
    format!("{} ({}, {})", steps::gate(measured.state), measured.why, took(measured))
}

/// How long a gate took: short ones with tenths of a second.
pub fn took(measured: &Measured) -> String {
    let tenths = measured.millis.div_ceil(100);
    if tenths < 100 { format!("{}.{} s", tenths / 10, tenths % 10) } else { format!("{} s", measured.millis / 1000) }
}

/// What it left and what it changed.
pub fn marks(measured: &Measured) -> Vec<String> {
    let mut lines = Vec::new();
    if !measured.left.is_empty() {
        lines.push(format!("ended what it left running: {}", measured.left.join(", ")));
    }
    if !measured.changed.is_empty() {
        lines.push(format!("it changed: {}", measured.changed.join(", ")));
    }
    lines
}

/// How all came out.
pub fn all(results: &[Measured], trouble: Option<&str>) -> String {
    let of = |state| results.iter().filter(|one| one.state == state).count();
    let green = of(GateState::Green);
    let red = of(GateState::Red);
    let mut line = format!("gates: {green} green, {red} red, {} not proven", results.len() - green - red);
    let was = |now: &Measured| {
        results
            .iter()
            .any(|good| good.side == Side::LastGood && good.command == now.command && good.state == GateState::Green)
    };
    let worse: Vec<&str> = results
        .iter()
        .filter(|now| now.side == Side::Present && now.state != GateState::Green && was(now))
        .map(|now| now.name.as_str())
        .collect();
    if !worse.is_empty() {
        line = format!("{line}; green on last good, not now: {}", worse.join(", "));
    }
    match trouble {
        Some(why) => format!("{line}; stopped: {why}"),
        None => line,
    }
}

/// What runs now.
pub fn running(name: &str, on: Side) -> String {
    format!("{name} on {}", side(on))
}

/// Copies that are kept.
pub mod copies {
    use super::count;

    /// The title of the page.
    pub const PAGE: &str = "copies that are kept";
    /// What they are.
    pub const ARE: &str = "commits under refs/lastgood/; no branch shows them";
    /// None.
    pub const NONE: &str = "no copy is kept; S makes one of the whole present content";
    /// Who else would see them.
    pub const MIRROR: &str = "git push --mirror would publish it; an ordinary push does not.";
    /// The title of the dialog.
    pub const TITLE: &str = "keep a salvage copy";
    /// What `y` does.
    pub const YES: &str = "keep the copy";
    /// What `esc` does.
    pub const NO: &str = "esc  keep nothing";
    /// While it is looked.
    pub const LOOKING: &str = "looking at the whole present content …";
    /// What stays.
    pub const STAYS: &str = "HEAD, index, work tree and stash stay as they are; no hook and no filter runs.";
    /// The other way.
    pub const WITH: &str = "o  with the files that look like they hold secrets";
    /// And back.
    pub const WITHOUT: &str = "o  without the files that look like they hold secrets";

    /// What is kept, and where.
    pub fn what(files: usize, bytes: &str, name: &str) -> [String; 2] {
        [
            format!("{}, {bytes}, untracked ones included, raw, as a commit under", count(files, "file", "files")),
            format!("  {name}"),
        ]
    }

    /// Files that HEAD does not hold.
    pub fn changed(changed: usize) -> String {
        format!("Not in HEAD: {}", count(changed, "file", "files"))
    }

    /// More of them.
    pub fn more(more: usize) -> String {
        format!("  and {more} more")
    }

    /// Files with secrets that are left out, or in.
    pub fn secrets(count_of: usize, include: bool) -> String {
        let files = count(count_of, "file looks", "files look");
        if include {
            format!("{files} like holding secrets and WILL be in it:")
        } else {
            format!("{files} like holding secrets; left out:")
        }
    }

    /// The title of the dialog that keeps last good.
    pub const GOOD_TITLE: &str = "keep last good";
    /// What `y` does in it.
    pub const GOOD_YES: &str = "keep last good";
    /// Beside a salvage copy.
    pub const OR_GOOD: &str = "o  last good instead: no commit has it, the recorded edits build it again";
    /// There is nothing to keep.
    pub const NO_GOOD: &str = "nothing to keep: last good is a commit, or the work tree as it is";

    /// What is built, and where.
    pub fn good(base: Option<&str>, name: &str) -> [String; 2] {
        let on = base.map_or_else(|| "on nothing".to_owned(), |base| format!("on top of {base}"));
        [
            format!("The content on which the gates were green: the recorded edits {on}, as a commit under"),
            format!("  {name}"),
        ]
    }

    /// How many files the record builds.
    pub fn replayed(files: usize) -> String {
        format!("From the record: {}", count(files, "file", "files"))
    }

    /// What lies there and is not in it.
    pub const NOT_IN_IT: &str = "Not in it:";

    /// A copy of the list.
    pub fn row(name: &str, commit: &str, good: bool) -> String {
        format!("{}  {name}  {}", if good { "last good" } else { "salvage  " }, commit.get(..10).unwrap_or(commit))
    }

    /// The lines that bring it back.
    pub fn lines(root: &str, name: &str) -> [(&'static str, String); 3] {
        let kind = if name.starts_with("refs/lastgood/good/") { "last-good" } else { "salvage" };
        [
            ("all of it, into a new work tree", format!("git -C {root} worktree add --detach {root}-{kind} {name}")),
            ("one file", format!("git -C {root} show {name}:PATH > PATH")),
            ("remove it", format!("git -C {root} update-ref -d {name}")),
        ]
    }
}
