//! Words of step 1, confirm.

use super::count;
use crate::model::Says;

/// What the step asks, wide and narrow.
pub fn asks(wide: bool) -> &'static str {
    if wide { "make sure nothing is still running" } else { "is anything still running?" }
}

/// The heads of the columns.
pub const HEADS: [&str; 4] = ["belongs to", "what was found", "at", "says"];

/// Since when something lives.
pub fn since(at: &str) -> String {
    format!("since {at}")
}

/// Ports on which a row listens.
pub fn ports(ports: &[u16]) -> String {
    let list = ports.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    format!("{} {list}", if ports.len() == 1 { "port" } else { "ports" })
}

/// What a row says, once it was answered; what it said stands in the details.
pub const ANSWERED: &str = "answered";

/// The title of the details.
pub fn details(belongs: &str, what: &str) -> String {
    format!("{belongs}: {what}")
}

/// A process in short.
pub fn named(comm: &str, pid: u32) -> String {
    format!("{comm}, pid {pid}")
}

/// The names of a process in the details.
pub fn process(comm: &str, pid: u32, group: u32) -> String {
    format!("{}, group {group}", named(comm, pid))
}

/// When a process was started.
pub fn started(at: &str) -> String {
    format!("started {at}")
}

/// By which event.
pub fn by_event(event: &str) -> String {
    format!("by event {event}")
}

/// Its parent is gone.
pub const PARENT_GONE: &str = "its parent is gone";

/// What a shell in it would run next.
pub fn next(next: &str) -> String {
    format!("when it ends, the shell runs: {next}")
}

/// The marks of a run in its environment.
pub fn marks(names: &str) -> String {
    format!("marks of the run: {names} in its environment")
}

/// The folder in which it works.
pub fn works_in(folder: &str) -> String {
    format!("works in {folder}")
}

/// When it was looked at.
pub fn looked(at: &str) -> String {
    format!("looked {at}")
}

/// Who answered, when, and what.
pub fn answer(by: &str, at: &str, reason: &str) -> String {
    format!("answered by {by} at {at}: {reason}")
}

/// Above the line that stops something.
pub fn to_stop(next: &[String]) -> Vec<String> {
    let mut lines = vec!["lastgood never stops a process. To stop what the run left, as whole groups:".to_owned()];
    if !next.is_empty() {
        lines.push(format!("(then {} does not start either)", next.join(", ")));
    }
    lines
}

/// Groups that may not be named.
pub fn mixed(groups: &[u32]) -> String {
    let list = groups.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    format!(
        "{} {list} also holds what is not the run's: end its processes one by one",
        if groups.len() == 1 { "group" } else { "groups" }
    )
}

/// Beside a line that can be copied.
pub const COPY: &str = "y copy";

/// At the end of the details, so that nobody counts on age.
pub fn reminder(confirmed: bool) -> &'static str {
    if confirmed {
        "An old timestamp is no evidence; what could not be looked at is not quiet."
    } else {
        "An old timestamp is no evidence. You decide; what could not be looked at is not quiet."
    }
}

/// What to do about a row that wants an answer.
pub fn hint(says: Says) -> &'static str {
    match says {
        Says::Alive => "alive: stop it and look again, or a: why it may be ignored",
        Says::Waiting => "waiting: end it and look again, or a: why it may be ignored",
        Says::CannotLook => "cannot look: a: where was it looked at, by whom, what was seen?",
        Says::Quiet | Says::Nothing => "",
    }
}

/// Every row is answered and the step is not settled.
pub fn ready() -> &'static str {
    "nothing is open: s settles this step"
}

/// The step is settled.
pub fn settled(by: &str, at: &str) -> String {
    format!("confirmed by {by} at {at}; it is still being looked at")
}

/// Settling twice.
pub const ALREADY: &str = "this step is settled; 2 sorts";

/// The confirmation was withdrawn.
pub fn withdrawn(why: &str) -> String {
    format!("the confirmation was withdrawn: {why}")
}

/// The title of the answer to a sign.
pub fn form_title(says: Says, what: &str) -> String {
    match says {
        Says::CannotLook => format!("{what}: where was it looked at?"),
        _ => format!("{what}: why may it be ignored?"),
    }
}

/// Fields of the answer.
#[allow(missing_docs, reason = "each is the label it names")]
pub mod field {
    pub const REASON: &str = "reason";
    pub const BY: &str = "looked by";
    pub const PLACE: &str = "where";
    pub const SAW: &str = "saw";
}

/// What is said when a field is left empty.
#[allow(missing_docs, reason = "each is the sentence for the field it names")]
pub mod needed {
    pub const REASON: &str = "a reason is needed: the brief and the next person will read it";
    pub const BY: &str = "who looked?";
    pub const PLACE: &str = "where was it looked at: a host, an account, a command?";
    pub const SAW: &str = "what was seen there?";
}

/// Below the fields.
pub fn form_notes(says: Says) -> [&'static str; 2] {
    match says {
        Says::CannotLook => [
            "What could not be looked at is not quiet: somebody has to look.",
            "The answer is void when the sign says something else later.",
        ],
        _ => [
            "Stopping it and looking again (r) is better than ignoring it.",
            "The answer is void when the sign says something else later.",
        ],
    }
}

/// The answer to what could not be looked at, as one reason.
pub fn looked_by(by: &str, place: &str, saw: &str) -> String {
    format!("{by} looked at {place}: {saw}")
}

/// Nothing to answer in this row.
pub const NO_ANSWER: &str = "this row wants no answer: it says neither alive, waiting nor cannot look";

/// Nothing to copy.
pub const NOTHING_TO_COPY: &str = "nothing is left that could be stopped with one line";

/// What is copied.
pub const STOP_LINE: &str = "the line that stops what the run left";

/// How many further lines the details of a row have; in the details themselves `enter` closes them.
pub fn more(lines: usize, inside: bool) -> String {
    let how = if inside { "j scrolls" } else { "enter shows them" };
    format!("{} more, {how}", count(lines, "line", "lines"))
}
