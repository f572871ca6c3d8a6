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

/// What the program writes, and its marks.
pub fn about() -> [&'static str; 9] {
    [
        "writes   its own state and cache folders; brief, note, packet (w), gates (R), a salvage copy (S),",
        "         each after a dialog that lists every path or command and only after y.",
        "         No process is stopped, no run is started.",
        "marks    usable, quiet, met are one mark; partial and waiting another; beside each",
        "         mark stands its word, so that nothing is said by a mark or a colour alone.",
        "colour   NO_COLOR, --color never, --ascii are respected.",
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

/// The screen that the help is about.
pub fn about_screen(place: &str) -> String {
    format!("for {place}")
}

/// Which run a page is about, when none is known.
pub const NO_RUN: &str = "all runs";
