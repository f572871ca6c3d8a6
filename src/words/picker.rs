//! Words of the run picker.

use super::count;
use crate::model::Waits;

/// The label of what a run was asked.
pub const ASKED: &str = "asked";
/// The title in the header.
pub const TITLE: &str = "runs";

/// The heads of the columns, wide and narrow: last, still running, runtime, work tree, what it was asked, where work waits.
pub fn heads(wide: bool) -> [&'static str; 6] {
    let running = if wide { "still running?" } else { "running?" };
    ["last", running, "runtime", "work tree", "it was asked to", "work waits"]
}

/// In the header: the host, that nothing is written, the time of the look.
pub fn facts(host: &str, looked: &str) -> [String; 3] {
    [host.to_owned(), "only reads".to_owned(), format!("looked {looked}")]
}

/// Before the first answer.
pub fn loading() -> &'static str {
    "reading the runs …"
}

/// Where work waits.
pub fn waits(waits: Option<&Waits>) -> String {
    super::steps::waits(waits.unwrap_or(&Waits::Confirm))
}

/// In place of where work waits, while the run is being opened.
pub const OPENING: &str = "opening …";

/// The row of a run that consumed a brief.
pub fn attempt(title: &str, attempt: u32) -> String {
    format!("{title}: attempt {attempt}")
}

/// The row of the failed run below its attempts.
pub const FAILED: &str = "the run that failed";

/// The line that stands for what needs nobody.
pub fn folded(ended: usize, live: usize, open: bool) -> String {
    let live = if live == 0 { String::new() } else { format!("{live} live and healthy") };
    let ended = if ended == 0 { String::new() } else { format!("{ended} ended well") };
    let both = [ended, live].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    if open { format!("{both} (enter closes)") } else { both }
}

/// How many runs there are, and what could not be read.
pub fn total(runs: usize, places: usize, unread: usize, all: bool) -> String {
    let which = if all { "" } else { " of 7 days" };
    let found = format!("{}{which} in {}", count(runs, "run", "runs"), count(places, "place", "places"));
    if unread == 0 { found } else { format!("{found}; {unread} could not be read (! shows why)") }
}

/// What is found by the typed text.
pub fn filtered(shown: usize, text: &str) -> String {
    format!("{} with \"{text}\" (/ changes, esc clears)", count(shown, "run", "runs"))
}

/// No run was found: where it was looked, and what can be done.
pub fn empty(places: &[String], all: bool) -> Vec<String> {
    let mut lines = vec![];
    lines.push(
        if all { "No run was found. Looked in:" } else { "No run of the last 7 days was found. Looked in:" }.to_owned(),
    );
    lines.extend(places.iter().map(|place| format!("  {place}")));
    lines.push(String::new());
    if !all {
        lines.push("o shows runs of any age.".to_owned());
    }
    lines.push("lastgood --home DIR looks under another home.".to_owned());
    lines.push("lastgood demo opens a dead run to practise on.".to_owned());
    lines
}

/// A row whose run could not be read.
pub fn unreadable(why: &str) -> String {
    format!("could not be read: {why}")
}

/// The title of a run without one.
pub const UNTITLED: &str = "no prompt found";

/// The details of a row that is still being read.
pub const READING: &str = "being read …";

/// No run is selected.
pub const NOTHING_TO_OPEN: &str = "there is no run to open here; r looks again";
