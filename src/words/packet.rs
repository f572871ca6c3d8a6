//! Words of the packet: its parts, what each is for, how it is filled in a shell, and the screen on which it is made.

use crate::model::PacketPart;

/// A part by its name.
pub fn name(part: PacketPart) -> &'static str {
    match part {
        PacketPart::Goal => "goal",
        PacketPart::Limits => "limits",
        PacketPart::Criteria => "criteria",
        PacketPart::Gates => "gates",
        PacketPart::Outputs => "outputs",
        PacketPart::Owner => "owner",
        PacketPart::May => "may",
        PacketPart::Resumes => "resumes",
        PacketPart::Loses => "loses",
        PacketPart::Approver => "approver",
    }
}

/// What a part says.
pub fn says(part: PacketPart) -> &'static str {
    match part {
        PacketPart::Goal => "what the work is for",
        PacketPart::Limits => "what no run may do or touch",
        PacketPart::Criteria => "what must be true in the end",
        PacketPart::Gates => "the commands that must be green",
        PacketPart::Outputs => "where outputs go and who can open them",
        PacketPart::Owner => "who owns the decisions of a recovery",
        PacketPart::May => "what that owner may do",
        PacketPart::Resumes => "what the runtime can resume",
        PacketPart::Loses => "what the runtime cannot resume, or loses",
        PacketPart::Approver => "who approves the result",
    }
}

/// What a part is for, when a run has failed.
pub fn why(part: PacketPart) -> &'static str {
    match part {
        PacketPart::Goal => "a next run is measured against it; without it the first prompt is taken",
        PacketPart::Limits => {
            "they are told to the next run, and a review looks for what broke them; without them only prompts and rule files are read"
        }
        PacketPart::Criteria => {
            "a review asks each of them; only criteria older than the run prove that nobody made them fit"
        }
        PacketPart::Gates => {
            "checkpoint and review run exactly these; without them only what the run itself ran is known"
        }
        PacketPart::Outputs => "whoever recovers at night finds what the run left, and knows who may look at it",
        PacketPart::Owner => "it is known whom to ask before anything is dropped or repeated",
        PacketPart::May => "they need not wait for somebody: go back to last good, drop work, start again",
        PacketPart::Resumes => "it is known whether a dead session may go on at all",
        PacketPart::Loses => "it is known what a resumed session does not remember",
        PacketPart::Approver => "the review ends with their word; without it nobody can call it recovered",
    }
}

/// The flag of `lastgood packet` that fills a part, with an example.
pub fn flag(part: PacketPart) -> &'static str {
    match part {
        PacketPart::Goal => "--goal \"A retry budget for the worker\"",
        PacketPart::Limits => "--limit \"never push\"",
        PacketPart::Criteria => "--criterion \"three attempts, then it stops\"",
        PacketPart::Gates => "--gate unit=\"cargo test\"",
        PacketPart::Outputs => "--output \"report=docs/report.md=finance\"",
        PacketPart::Owner => "--owner mira",
        PacketPart::May => "--may \"return to last good\"",
        PacketPart::Resumes => "--resumes \"a session that was killed\"",
        PacketPart::Loses => "--loses \"what was said before a compaction\"",
        PacketPart::Approver => "--approver maria",
    }
}

/// How the lines of a part are written where it is edited.
pub fn form(part: PacketPart) -> &'static str {
    match part {
        PacketPart::Gates => "one a line: NAME=COMMAND, for example unit=cargo test",
        PacketPart::Outputs => "one a line: WHAT=PLACE=WHO CAN OPEN IT",
        PacketPart::Goal | PacketPart::Owner | PacketPart::Approver => "one line",
        _ => "one a line",
    }
}

/// A gate that is none.
pub fn no_gate(text: &str) -> String {
    format!("gate {text}: write it as NAME=COMMAND, for example unit=\"cargo test\"")
}

/// An output that is none.
pub fn no_output(text: &str) -> String {
    format!("output {text}: write it as WHAT=PLACE or WHAT=PLACE=WHO CAN OPEN IT")
}

/// The title of the screen.
pub const TITLE: &str = "packet: what is prepared for the next run";
/// Heads of the list.
pub const HEADS: [&str; 3] = ["part", "what it says", "from"];
/// A part that says nothing.
pub const EMPTY: &str = "empty";
/// A part that was typed here and is not written yet.
pub const TYPED: &str = "you, not written yet";
/// The operator, who decided about the run that failed.
pub const DECIDED_HERE: &str = "who decided here";
/// A part as it stands in the file.
pub const STANDS: &str = "the packet";
/// While the file is read.
pub const READING: &str = "reading .lastgood/packet.json";
/// What a part is for stands behind this.
pub const WHAT_FOR: &str = "what for";

/// Several lines of a part.
pub fn lines(count: usize, first: &str) -> String {
    if count == 1 { first.to_owned() } else { format!("{count}: {first}") }
}

/// Which file it is, and how much of it says something.
pub fn file(path: &str, there: bool) -> String {
    if there { path.to_owned() } else { format!("{path}, not written yet") }
}

/// Lines of a part that do not fit below the list.
pub fn more(lines: usize) -> String {
    format!("{} more: e shows all", super::count(lines, "line", "lines"))
}

/// The file in the dialog.
pub fn in_dialog(there: bool, size: &str) -> String {
    let state = if there { "replaces the one that stands there" } else { "new" };
    format!("  packet.json   {state}, {size}")
}

/// A packet of another schema.
pub fn schema(named: &str) -> String {
    format!("its schema is \"{named}\"")
}

/// What is left.
pub fn left(empty: &[&str]) -> String {
    match empty {
        [] => "no part is empty: w writes it (asks)".to_owned(),
        parts => format!("still empty: {}; w writes it all the same (asks)", parts.join(", ")),
    }
}

/// Nothing is different from what stands there.
pub const SAME: &str = "the packet stands there exactly so: nothing to write";
/// There is no work tree for it.
pub const NO_TREE: &str = "the work tree is gone: there is no place for its packet";
/// A packet that cannot be read.
pub fn unreadable(why: &str) -> String {
    format!(".lastgood/packet.json cannot be used: {why}; it is left as it is")
}

/// The title of the write dialog.
pub const WRITE_TITLE: &str = "write the packet";
/// What `y` does.
pub const WRITE_YES: &str = "write both files";
/// The copy.
pub const COPY_LINE: &str = "  and a copy with its time in lastgood's state folder";
/// What the copy is for.
pub const PROVES: &str = "The copy and its time prove that the contract is older than every run that starts from now on. Commit the packet as well.";
/// What is copied with `y`.
pub const COPIED: &str = "the packet";

/// The title of the offer after a review.
pub const OFFER_TITLE: &str = "prepare the next run?";
/// Its field.
pub const OFFER_FIELD: &str = "packet";
/// Its ways; the first is chosen.
pub const OFFER_WAYS: [&str; 2] = ["later", "fill it in now"];

/// What is said in the offer.
pub fn offer(reconstructed: &[String]) -> [String; 2] {
    [
        format!("No packet named {}: it had to be put together from the prompt.", reconstructed.join(", ")),
        "Later: `:` and packet. It is offered when an attempt is closed as recovered.".to_owned(),
    ]
}

/// What comes after it was written.
pub const THEN: &str = "Commit it; every run from now on is held to it.";
