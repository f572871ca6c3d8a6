//! Words of the pages over any screen: problems, help, palette.

use super::count;

/// The title of the problems.
pub const PROBLEMS: &str = "problems";

/// What the problems are.
pub const PROBLEMS_ARE: &str = "what was not read or could not be looked at";

/// The heads of its columns.
pub const PROBLEM_HEADS: [&str; 2] = ["where", "what"];

/// There is none.
pub const NO_PROBLEM: &str = "everything that was found could be read and looked at";

/// The run under the page is not read yet.
pub const STILL_READING: &str =
    "the run is still being read; what could not be read is listed as soon as that is known";

/// The title of the help.
pub const HELP: &str = "help";

/// The headings of the help.
pub const HERE: &str = "here";

/// The keys that are the same on every screen.
pub const EVERYWHERE: &str = "everywhere";

/// The keys that are not possible now.
pub const NOT_NOW: &str = "not now";

/// More lines below.
pub fn more(lines: usize) -> String {
    format!("{} below", count(lines, "more line", "more lines"))
}

/// The heading above the marks.
pub const MARKS_ARE: &str = "marks";

/// Every mark with all that it stands for; each has one meaning, and its word stands beside it.
pub const MARKS: &[(&str, &str)] = &[
    ("✓", "usable, quiet, met, green, settled"),
    ("◐", "partial, waiting"),
    ("?", "unknown, cannot look, not proven"),
    ("!", "alive, look here first"),
    ("✗", "red, failed, broken, not met"),
    ("-", "did not happen"),
    ("·", "nothing to say, not done yet"),
    ("●", "here, or chosen"),
    ("▌", "the row with the keys"),
    ("▸", "a closed group"),
    ("…", "being saved, or cut here"),
    ("*", "marked, to be sorted with others"),
    ("≈", "a compaction, in the run's strip"),
    ("p c C", "prompt, commit, last good, in the strip"),
];

/// What the program writes, and how it is left.
pub fn about() -> [&'static str; 8] {
    [
        "writes   its own state and cache folders; brief, note, packet (w), gates (R), a salvage copy (S),",
        "         each after a dialog that lists every path or command and only after y.",
        "         No process is stopped, no run is started.",
        "colour   nothing is said by a colour alone; NO_COLOR, --color never, --ascii are",
        "         respected.",
        "mouse    off, so that the terminal selects and copies; M turns it on.",
        "leave    q, or ctrl-c from anywhere: nothing that was shown as decided is lost,",
        "         and what was half typed is there again when the run is opened.",
    ]
}

/// The title of the palette.
pub const COMMANDS: &str = "commands";

/// Nothing fits what was typed.
pub const NO_COMMAND: &str = "no command by that name";

/// Why a command is not possible.
pub fn not_now(why: &str) -> String {
    format!("not now: {why}")
}

/// What is copied from the problems and the four states.
pub const THE_LINE: &str = "the line";

/// The page.
pub const THE_PAGE: &str = "the page";

/// What the help is about, in the words of the screen.
pub fn about_screen(about: &str) -> String {
    format!("for {about}")
}

/// Which run a page is about, when none is known.
pub const NO_RUN: &str = "all runs";
