//! Words of step 2, sort: its rows, and what is said about all of them.

mod details;
mod dialogs;

pub use self::details::*;
pub use self::dialogs::*;

use crate::model::{
    ActionResult, ChangeSize, GateState, LastGood, OutsideOutcome, Pile, Product, ProductGroup, ReadState, SortRow,
    SortState,
};

use super::{Clock, count};

/// What this step asks, in the header.
pub const ASKS: &str = "open it before you count on it";
/// Heads of the columns.
pub const LEFT: &str = "what it left";
/// Head of the column of changes.
pub const CHANGE: &str = "change";
/// Head of the column of gates.
pub const GATE: &str = "gate";
/// Head of the column of what was read.
pub const READ: &str = "read";
/// The base row.
pub const BASE: &str = "base";
/// The rule above a preview.
pub const PREVIEW: &str = "preview (does not count as read)";
/// How last good is changed.
pub const CHANGE_KEY: &str = "c change";

/// A group of rows.
pub fn group(group: ProductGroup) -> &'static str {
    match group {
        ProductGroup::Base => BASE,
        ProductGroup::Touched => "touched by what is left to do",
        ProductGroup::Other => "other edits",
        ProductGroup::Generated => "generated, lock, output",
        ProductGroup::Outside => "outside actions",
        ProductGroup::Expected => "expected, not found",
    }
}

/// A pile.
pub fn pile(pile: Pile) -> &'static str {
    match pile {
        Pile::Usable => "usable",
        Pile::Partial => "partial",
        Pile::Unknown => "unknown",
    }
}

/// How a row stands.
pub fn state(state: &SortState) -> String {
    match state {
        SortState::Unsorted => "to sort".to_owned(),
        SortState::Changed { was, .. } => format!("to sort: it changed after it was {}", pile(*was)),
        SortState::On(on) => pile(*on).to_owned(),
        SortState::Outside(None) => "unknown".to_owned(),
        SortState::Outside(Some(outcome)) => self::outcome(*outcome).to_owned(),
        SortState::Base(true) => "read".to_owned(),
        SortState::Base(false) => "summary not read".to_owned(),
        SortState::Expected => "not found".to_owned(),
    }
}

/// How a row stands, with the failing checks that were accepted.
pub fn stands(row: &SortRow) -> String {
    match row.though.len() {
        0 => state(&row.state),
        1 => format!("{} though a check failed", state(&row.state)),
        many => format!("{} though {many} checks failed", state(&row.state)),
    }
}

/// What was found out about an outside action.
pub fn outcome(outcome: OutsideOutcome) -> &'static str {
    match outcome {
        OutsideOutcome::Happened => "happened",
        OutsideOutcome::DidNotHappen => "did not happen",
        OutsideOutcome::Partly => "partly",
    }
}

/// The outcomes in the order of the dialog.
pub const OUTCOMES: [OutsideOutcome; 3] =
    [OutsideOutcome::Happened, OutsideOutcome::DidNotHappen, OutsideOutcome::Partly];

/// How much was on screen.
pub fn read(read: &ReadState) -> String {
    match read {
        ReadState::No => "no".to_owned(),
        ReadState::Part { seen, of } => format!("{seen} of {of}"),
        ReadState::All => "all".to_owned(),
        ReadState::Diff => "diff".to_owned(),
        ReadState::Elsewhere(_) => "elsewhere".to_owned(),
    }
}

/// What was read of a closed group.
pub fn read_of_many(all: usize, part: usize) -> String {
    match (all, part) {
        (0, 0) => "no".to_owned(),
        (0, part) => format!("{part} in part"),
        (all, 0) => format!("{all} all"),
        (all, part) => format!("{all} all, {part} in part"),
    }
}

/// The summary of the base was read, or not.
pub fn base_read(read: bool) -> &'static str {
    if read { "summary" } else { "no" }
}

/// Nobody has looked at an outside action.
pub fn nobody() -> &'static str {
    "nobody"
}

/// How a product differs from the start of the run.
pub fn change(change: ChangeSize) -> String {
    match (change.added, change.removed, change.new, change.bytes) {
        (0, 0, _, Some(bytes)) => bytes_words(bytes),
        (added, _, true, _) => format!("+{added} new"),
        (0, 0, false, None) => String::new(),
        (added, 0, false, _) => format!("+{added}"),
        (added, removed, false, _) => format!("+{added} -{removed}"),
    }
}

/// A size.
pub fn bytes_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}

/// The commits of the base.
pub fn commits(commits: usize) -> String {
    count(commits, "commit", "commits")
}

/// The sum of a closed group.
pub fn files(files: usize) -> String {
    count(files, "file", "files")
}

/// The rows of a closed group that are no files.
pub fn rows(rows: usize) -> String {
    count(rows, "row", "rows")
}

/// The gates that cover a product, the worst first.
pub fn gates(product: &Product) -> &'static str {
    let has = |state: GateState| product.gates.iter().any(|(_, other)| *other == state);
    if has(GateState::Red) {
        "red"
    } else if has(GateState::Stale) {
        "ran, then edited"
    } else if has(GateState::Green) {
        "green"
    } else if has(GateState::NotRun) {
        "not run"
    } else {
        "none"
    }
}

/// The gates of the last good state.
pub fn green(gates: usize) -> String {
    format!("{gates} green")
}

/// The recorded result of an outside action.
pub fn result(result: Option<ActionResult>) -> &'static str {
    match result {
        Some(ActionResult::Ok) => "returned",
        Some(ActionResult::Failed) => "failed",
        Some(ActionResult::None) | None => "no result",
    }
}

/// That it is an outside action, in the column of changes.
pub fn outside() -> &'static str {
    "outside"
}

/// The line about the last good state: the program's own, one that somebody chose, or the one with which this attempt was closed.
pub fn last_good(good: &LastGood, other: Option<&(String, String)>, closed: Option<u32>, clock: &Clock) -> String {
    if let Some((commit, why)) = other {
        let how = closed.map_or_else(|| "chosen".to_owned(), good_from_closing);
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        return format!("last good  {}, {how}{why}", short(commit));
    }
    let gates = match good.gates.as_slice() {
        [] => String::new(),
        [one] => format!(", {one} green"),
        [one, two] => format!(", {one} and {two} green"),
        more => format!(", {} gates green", more.len()),
    };
    good_line(good, &gates, clock)
}

/// From where a state to return to comes that nobody chose.
pub fn good_from_closing(attempt: u32) -> String {
    format!("handed on when attempt {attempt} was closed")
}

/// The same with its gates counted, where their names do not fit.
pub fn last_good_short(good: &LastGood, clock: &Clock) -> String {
    let gates = match good.gates.len() {
        0 => String::new(),
        gates => format!(", {} green", count(gates, "gate", "gates")),
    };
    good_line(good, &gates, clock)
}

fn good_line(good: &LastGood, gates: &str, clock: &Clock) -> String {
    let at = good.at.map(|at| format!(", {}", clock.time(at))).unwrap_or_default();
    match (&good.commit, &good.subject) {
        (Some(commit), Some(subject)) => format!("last good  {} \"{subject}\"{at}{gates}", short(commit)),
        (Some(commit), None) => format!("last good  {}{at}{gates}", short(commit)),
        (None, _) => format!("last good  {}{at}{gates}", good.why),
    }
}

/// A commit or blob id, short.
pub fn short(id: &str) -> &str {
    let hex = id.len() >= 12 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hex { id.get(..7).unwrap_or(id) } else { id }
}

/// What is left to sort, and how many outside actions wait for an answer besides.
pub fn to_sort(not_read: usize, in_part: usize, read: usize, unanswered: usize) -> String {
    let parts = [(not_read, "not read"), (in_part, "read in part"), (read, "read")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
    let answers = if unanswered > 0 { format!("; {unanswered} to answer") } else { String::new() };
    format!("{} to sort: {}{answers}", not_read + in_part + read, parts.join(", "))
}

/// The last product was sorted in the viewer, and step 3 was opened.
pub const ALL_SORTED: &str = "nothing is left to sort: what is the smallest next step?";

/// Nothing is left to sort; so many products are unknown, and so many outside actions have no answer.
pub fn nothing_left(unknown: usize, unanswered: usize) -> String {
    let unknown = (unknown > 0).then(|| format!("{unknown} unknown"));
    let unanswered =
        (unanswered > 0).then(|| format!("{} unanswered", count(unanswered, "outside action", "outside actions")));
    let left: Vec<String> = unknown.into_iter().chain(unanswered).collect();
    if left.is_empty() {
        "nothing left to sort, nothing unknown: 3 assigns the next step".to_owned()
    } else {
        format!("nothing left to sort, {}: 3 goes on", left.join(", "))
    }
}

/// All groups were closed, or opened.
pub fn folded(closed: bool) -> &'static str {
    if closed {
        "every group is closed to one row; o opens them"
    } else {
        "every group is open; o closes them to one row"
    }
}

/// There is no group that could be closed.
pub const ONE_VIEW: &str = "there is one view of this list: no group in it can be closed";

/// So many rows are marked.
pub fn marked(marked: usize) -> String {
    format!("{marked} marked")
}

/// A decision that was just made, for the message line.
pub fn decided(title: &str, pile: Pile, gaps: usize) -> String {
    match (pile, gaps) {
        (Pile::Partial, gaps) => decided_as(title, &format!("partial, {}", count(gaps, "gap", "gaps"))),
        (pile, _) => decided_as(title, self::pile(pile)),
    }
}

/// The same, by how the row stands now.
pub fn decided_as(title: &str, stands: &str) -> String {
    format!("{title} is {stands} (z undo)")
}

/// An answer that was just written down.
pub fn answered(title: &str, outcome: OutsideOutcome) -> String {
    format!("{title}: {} (z undo)", self::outcome(outcome))
}

/// What a decision about many took and left.
pub fn many(pile: Pile, taken: usize, skipped: usize) -> String {
    let taken = format!("{taken} {}", self::pile(pile));
    if skipped == 0 {
        return format!("{taken} (z undo)");
    }
    format!("{taken}, {skipped} skipped: not opened, or a check wants a look")
}
