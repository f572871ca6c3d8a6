//! Words of the brief's screen: sections, what is checked before writing, the dialog, and what happens afterwards.

use crate::model::{Lies, Timestamp};

use super::{Clock, count};

/// The title.
pub const TITLE: &str = "recovery brief";
/// What this screen is for, in the header.
pub const ASKS: &str = "what the next run will be given";
/// Heads of the columns.
pub const SECTION: &str = "section";
/// Head of the column that says where a section comes from.
pub const FROM: &str = "from";
/// Above what is checked.
pub const BEFORE: &str = "before you write";
/// How the destination is changed.
pub const CHANGE: &str = "o change";

/// In the header: whether it was written.
pub fn written(at: Option<&str>) -> String {
    at.map_or_else(|| "not written yet".to_owned(), |at| format!("written {at}"))
}

/// A section in the list; the names in the brief are fixed.
pub fn section(name: &str) -> String {
    match name {
        "Gates that were green" => "gates".to_owned(),
        "Review criteria" => "review criteria".to_owned(),
        other => other.to_lowercase(),
    }
}

/// The section with the keys, below the text: which one is edited now.
pub fn selected(name: &str, from: &str) -> String {
    format!("{SECTION} {}: {from}", section(name))
}

/// A section in the narrow header.
pub fn short(name: &str) -> Option<&'static str> {
    match name {
        "Goal" => Some("goal"),
        "Next step" => Some("next"),
        "Limits" => Some("limits"),
        "Checked progress" => Some("progress"),
        "Outside actions" => Some("outside"),
        "Open questions" => Some("open"),
        "Review criteria" => Some("criteria"),
        "Approver" => Some("approver"),
        _ => None,
    }
}

/// That a section was written by hand.
pub const BY_HAND: &str = "written by hand";
/// An empty section that is left out.
pub const LEFT_OUT: &str = "empty, left out";
/// A section that must be filled in.
pub const MISSING: &str = "missing";
/// The record is put together by the program.
pub const BY_ITSELF: &str = "by itself";

/// Checked products.
pub fn progress(usable: usize, partial: usize, unknown: usize) -> String {
    let parts = [(usable, "usable"), (partial, "partial"), (unknown, "unknown")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if parts.is_empty() { "nothing sorted".to_owned() } else { parts.join(", ") }
}

/// Answered outside actions.
pub fn answered(actions: usize) -> String {
    format!("{actions} answered")
}

/// Outside actions that nobody answered stand with the questions.
pub fn unanswered(actions: usize) -> String {
    format!("{actions} unanswered")
}

/// Open questions.
pub fn open(questions: usize) -> String {
    format!("{questions} open")
}

/// Secrets that were masked.
pub fn masked(secrets: usize, fields: &str) -> String {
    format!("{} masked: {fields}", count(secrets, "secret", "secrets"))
}

/// No secret was found.
pub const NO_SECRETS: &str = "no secret found in it";

/// Lines and words of the text.
pub fn size(lines: usize, words: usize) -> String {
    format!("{}, {}", count(lines, "line", "lines"), count(words, "word", "words"))
}

/// Lines of a file.
pub fn lines(lines: usize) -> String {
    count(lines, "line", "lines")
}

/// The text is long.
pub fn long(words: usize) -> String {
    format!("{}: a brief above 1500 is skimmed", count(words, "word", "words"))
}

/// It would be a draft.
pub fn draft(missing: usize) -> String {
    format!("DRAFT: {} missing", count(missing, "thing is", "things are"))
}

/// How far the text was scrolled.
pub fn place(line: usize, of: usize) -> String {
    format!("{line} of {of}")
}

/// The places to which something can go.
pub mod place {
    /// The default.
    pub const OWN: &str = "the recovery's own folder";
    /// Beside the work.
    pub const TREE: &str = ".lastgood/ in the work tree";
    /// The task's document.
    pub const TASK: &str = "the task";
}

/// Where the two files of a name go: the work tree, or the recovery's own folder.
pub fn destination(work_tree: bool, name: &str) -> String {
    let place = if work_tree { place::TREE } else { place::OWN };
    format!("goes to {place}: {name}.md and .json")
}

/// What choosing another place did, and where the same key leads from there.
pub fn moved(to: &str, next: &str) -> String {
    format!("w now writes to {to} (o: {next})")
}

/// The title of the write dialog.
pub const WRITE_TITLE: &str = "write the brief";
/// What `y` does.
pub const WRITE_YES: &str = "write both files";
/// What else happens.
pub const WRITE_ELSE: &str = "Nothing else is written. Nobody is woken, nothing starts.";

/// One file of the dialog, with what lies in its place; `None` while that is looked at.
pub fn file(name: &str, size: &str, lies: Option<Lies>) -> String {
    let lies = match lies {
        None => format!("{size} …"),
        Some(Lies::Nothing) => format!("new, {size}"),
        Some(Lies::Own) => format!("replaces the one there, {size}"),
        Some(Lies::Other) => format!("{size}; another one lies there"),
    };
    format!("  {name:<15} {lies}")
}

/// What the last look said: nothing, or how many rows said alive.
pub fn looked(at: &str, alive: usize) -> String {
    match alive {
        0 => format!("In the last look, {at}, nothing said alive."),
        rows => format!("In the last look, {at}, {} said alive.", count(rows, "row", "rows")),
    }
}

/// Of the rows that said alive, those that nobody answered.
pub fn unanswered_rows(rows: usize) -> String {
    format!("{} not answered: it is looked again first.", count(rows, "row was", "rows were"))
}

/// Of the rows that said alive, one that was answered: what it is, by whom, and why it may be ignored.
pub fn answered_row(what: &str, by: &str, reason: &str) -> String {
    format!("  {what}: answered by {by}: {reason}")
}

/// It is a draft, in the dialog.
pub fn draft_line(missing: &[String]) -> String {
    format!("It says DRAFT: {}.", missing.join("; "))
}

/// It was written already.
pub fn already(attempt: u32) -> String {
    format!("brief {attempt} is written; 4 shows what happens next")
}

/// It was written: what stands there is what its run is given.
pub fn as_written(attempt: u32) -> String {
    format!("brief {attempt} stands as it was written; another one is made when its review begins another attempt")
}

/// Where a written brief lies, and that it is what was written.
pub fn lies(attempt: u32, at: &str, by: &str) -> String {
    format!("brief {attempt} as it was written, {at}, by {by}")
}

/// No work tree to write to.
pub const NO_TREE: &str = "the work tree is gone: it can only go to the recovery's own folder";
/// A section that is made from decisions.
pub const MADE_OF_SORT: &str = "this section is made of what was sorted and answered in step 2";
/// A section that is made in step 3.
pub const MADE_OF_ASSIGN: &str = "this section is made in step 3";
/// A section that is made by the program.
pub const MADE_OF_RECORD: &str = "this section is made of the record";
/// While a section is edited.
pub const EDITING: &str = "one line each; empty takes it back to what the program fills in";

/// What is copied.
pub fn copied(attempt: u32) -> String {
    format!("brief {attempt}")
}

/// What the line of gates says, and of the dialog of `R`.
pub mod gates {
    /// They go on.
    pub const GO_ON: &str = "gates run; R shows them";
}

/// After writing: the screen that says what happens next.
pub mod after {
    use super::{Clock, Timestamp};

    /// In the header.
    pub fn asks(attempt: u32, wide: bool) -> String {
        if wide { format!("no run has consumed brief {attempt} yet") } else { "not consumed yet".to_owned() }
    }

    /// What was written.
    pub fn written(at: &str, attempt: u32) -> String {
        format!("written {at}: brief-{attempt}.md and brief-{attempt}.json in")
    }

    /// The next run does not read it by itself.
    pub const BY_ITSELF: &str = "The next run will not read it by itself. What starts it:";
    /// No commands are known.
    pub const NO_LINES: &str = "lastgood next prints the command lines";
    /// What that sets off.
    pub const SETS_OFF: &str = "What that sets off";

    /// A fresh session.
    pub fn fresh(runtime: &str, place: &str) -> String {
        format!("a new session of {runtime} in {place}; it also loads its rule files")
    }

    /// A work tree and a branch that are made for the next run.
    pub fn own_tree(branch: &str, folder: &str, commit: &str) -> String {
        format!("a new branch {branch} and a new work tree {folder}, at {commit}")
    }

    /// A resumed session.
    pub fn resumed(session: &str) -> String {
        format!("session {session} works on with what it still knows")
    }

    /// Resuming instead would be worse.
    pub fn instead(session: &str, why: &str) -> String {
        format!("resuming {session} instead is not advised: {why}")
    }

    /// Above the command that prints the same lines without a screen.
    pub const IN_A_SHELL: &str = "What prints these lines again, in a shell:";

    /// Above the command of the demo, which has a next run of its own.
    pub const DEMO: &str = "In this demo this plays it, in another terminal or after leaving (q q):";

    /// What to do then.
    pub const THEN: &str = "When it has run, r looks again, and its review stands here. A run has consumed the brief when its first line stands in the prompt, or was read, before the run's first edit.";

    /// No run was seen.
    pub fn seen(place: &str, clock: &Clock, at: Timestamp, count: usize) -> String {
        let seen = match count {
            0 => "none seen".to_owned(),
            count => format!("{count} seen, without the brief's first line"),
        };
        format!("Runs in {place} since {}: {seen}", clock.short(at))
    }

    /// One run that was seen.
    pub fn one(session: &str, runtime: &str, at: &str, title: &str) -> String {
        format!("{session}  {runtime}  {at}  {title}")
    }

    /// That the program starts nothing, and how one goes on here.
    pub fn starts_nothing(task: bool) -> &'static str {
        if task {
            "lastgood starts nothing: when the next run has begun, r here looks for it"
        } else {
            "lastgood starts nothing: start it in another terminal, and after it r here"
        }
    }
    /// How the lines are copied.
    pub const COPY: &str = "y copy";
    /// The title of the dialog that names the run by hand.
    pub const PICK_TITLE: &str = "which run consumed the brief?";
    /// Its field.
    pub const PICK_FIELD: &str = "session";
    /// When it is empty.
    pub const PICK_NEEDED: &str = "the session id of the run, or a path to its transcript";
}
