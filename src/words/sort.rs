//! Words of step 2, sort: rows, details, and the dialogs in which products go on piles.

use crate::model::{
    ActionResult, AnswerField, ChangeSize, GateState, LastGood, OutsideOutcome, Pile, Product, ProductGroup, ReadState,
    Refusal, SortState,
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
/// While a decision is on its way to the disk.
pub const SAVING: &str = "being saved";

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

/// The group of outside actions when there are none.
pub fn none() -> &'static str {
    "none"
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

/// The line about the last good state.
pub fn last_good(good: &LastGood, chosen: Option<&(String, String)>, clock: &Clock) -> String {
    if let Some((commit, why)) = chosen {
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        return format!("last good  {}, chosen{why}", short(commit));
    }
    let at = good.at.map(|at| format!(", {}", clock.time(at))).unwrap_or_default();
    let gates = match good.gates.as_slice() {
        [] => String::new(),
        [one] => format!(", {one} green"),
        [one, two] => format!(", {one} and {two} green"),
        more => format!(", {} gates green", more.len()),
    };
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

/// What is left to sort.
pub fn to_sort(not_read: usize, in_part: usize, read: usize) -> String {
    let parts = [(not_read, "not read"), (in_part, "read in part"), (read, "read")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
    format!("{} to sort: {}", not_read + in_part + read, parts.join(", "))
}

/// Nothing is left to sort.
pub fn nothing_left(unknown: usize) -> String {
    if unknown == 0 {
        "nothing left to sort, nothing unknown: 3 assigns the next step".to_owned()
    } else {
        format!("nothing left to sort, {unknown} unknown: 3 assigns the next step")
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

/// Labels of the details.
pub mod detail {
    /// Where it is.
    pub const WHERE: &str = "where";
    /// Which version.
    pub const VERSION: &str = "version";
    /// Which events made it.
    pub const MADE_BY: &str = "made by";
    /// What the run said about it.
    pub const SAID: &str = "it said";
    /// Which gates cover it.
    pub const GATE: &str = "gate";
    /// Its gaps.
    pub const GAPS: &str = "gaps";
    /// Its checks.
    pub const CHECKS: &str = "checks";
    /// Why it is unknown.
    pub const REASON: &str = "reason";
    /// What an outside action touches.
    pub const TOUCHES: &str = "touches";
    /// Its result.
    pub const RESULT: &str = "result";
    /// Where to look.
    pub const LOOK: &str = "look";
    /// When it was asked.
    pub const ASKED: &str = "asked";
    /// What a person found.
    pub const FOUND: &str = "found";
    /// Where that person looked.
    pub const LOOKED_AT: &str = "looked";
    /// What was seen there.
    pub const SAW: &str = "saw";
    /// Why something is as it is.
    pub const WHY: &str = "why";
}

/// Where a product stands against git.
pub fn standing(new: bool, staged: bool, commit: bool) -> &'static str {
    match (commit, new, staged) {
        (true, ..) => "committed",
        (_, true, _) => "new, not committed",
        (_, _, true) => "staged, not committed",
        _ => "not committed",
    }
}

/// Where a document of a task stands.
pub fn of_task(key: Option<&str>) -> String {
    format!("document of task {}", key.unwrap_or("unknown"))
}

/// The events that wrote it.
pub fn made_by(events: &[String]) -> String {
    let mut shown: Vec<&str> = events.iter().rev().take(3).map(String::as_str).collect();
    shown.reverse();
    let more = if events.len() > 3 { format!(", {} before", events.len() - 3) } else { String::new() };
    format!("{} {}{more}", if events.len() == 1 { "event" } else { "events" }, shown.join(", "))
}

/// A gate on one product.
pub fn gate_on(command: &str, state: GateState) -> String {
    let words = match state {
        GateState::Green => "green on this content",
        GateState::Red => "red",
        GateState::Stale => "ran before the file changed",
        GateState::NotRun => "not run",
    };
    format!("{command} {words}")
}

/// The gap that a gate offers which is not green on the present content.
pub fn gate_gap(command: &str, state: GateState) -> Option<String> {
    match state {
        GateState::Green => None,
        GateState::Red => Some(format!("{command} is red")),
        GateState::Stale => Some(format!("{command} did not run since the last change")),
        GateState::NotRun => Some(format!("{command} was not run")),
    }
}

/// An answer about an outside action, in the details: what was found, by whom, when.
pub fn found(outcome: OutsideOutcome, by: &str, at: &str) -> String {
    format!("{}, by {by} at {at}", self::outcome(outcome))
}

/// The address of a remote, behind what an action touches.
pub fn remote(name: &str, url: &str) -> String {
    format!("; {name} is {url}")
}

/// No result is on record.
pub fn no_result() -> &'static str {
    "none recorded"
}

/// A decision that was just made, for the message line.
pub fn decided(title: &str, pile: Pile, gaps: usize) -> String {
    match (pile, gaps) {
        (Pile::Partial, gaps) => format!("{title} is partial, {} (z undo)", count(gaps, "gap", "gaps")),
        (pile, _) => format!("{title} is {} (z undo)", self::pile(pile)),
    }
}

/// What a decision about many took and left.
pub fn many(pile: Pile, taken: usize, skipped: usize) -> String {
    let taken = format!("{taken} {}", self::pile(pile));
    if skipped == 0 {
        return format!("{taken} (z undo)");
    }
    format!("{taken}, {skipped} skipped: not opened, or a check wants a look")
}

/// The title of the dialog that asks where the rest was seen.
pub fn elsewhere_title(seen: usize, of: usize) -> String {
    if of == 0 {
        "not opened here: where did you see it?".to_owned()
    } else {
        format!("read {seen} of {of}: where did you see the rest?")
    }
}

/// Its field.
pub const ELSEWHERE_FIELD: &str = "seen in";
/// When it is empty.
pub const ELSEWHERE_NEEDED: &str = "name the place, or esc and read on: nothing counts before someone opened it";
/// What becomes of it.
pub const ELSEWHERE_NOTE: &str = "It stands in the brief beside the file.";

/// The title of the dialog that acknowledges failing checks.
pub fn acknowledge_title(title: &str, checks: usize) -> String {
    format!("{title}: usable in spite of {}?", count(checks, "check", "checks"))
}

/// Its field.
pub const ACKNOWLEDGE_FIELD: &str = "these checks";
/// The one word to choose.
pub const ACKNOWLEDGE_WORD: &str = "seen, it is usable";
/// When it was not chosen.
pub const ACKNOWLEDGE_NEEDED: &str = "right acknowledges; esc leaves it unsorted, p makes gaps of them";

/// The title of the gap dialog.
pub fn gaps_title(title: &str) -> String {
    format!("{title}: partial, with which gaps?")
}

/// A field of the gap dialog.
pub fn gap_field(number: usize) -> String {
    format!("gap {number}")
}

/// When no gap is named.
pub const GAP_NEEDED: &str = "a partial product needs at least one named gap";
/// What becomes of the gaps.
pub const GAPS_NOTE: &str = "Empty a field to leave its gap out. The checks offered what stands there.";
/// What becomes of the gaps when none were offered.
pub const GAPS_NOTE_NONE: &str = "Each gap becomes a line of the brief and a candidate for the next step.";

/// The title of the reason dialog.
pub fn reason_title(titles: &[String]) -> String {
    match titles {
        [one] => format!("{one}: unknown, why?"),
        many => format!("{} marked: unknown, because nobody opened them", many.len()),
    }
}

/// Its field.
pub const REASON_FIELD: &str = "reason";
/// When it is empty.
pub const REASON_NEEDED: &str = "an unknown product needs a reason, or where to look";

/// The reason that is offered.
pub fn reason_default(opened: bool, at: &str) -> String {
    if opened {
        format!("read at {at}; not clear whether it can be built on")
    } else {
        format!("not read at {at}; not needed for the next step")
    }
}

/// What becomes of many unknown products.
pub const REASON_NOTE: &str = "The brief says it in one line with the count; the list is in the brief's JSON. Each can still be sorted on its own; z undoes.";

/// The title of the answer dialog.
pub fn answer_title(command: &str) -> String {
    format!("{command}: what do you know?")
}

/// Its fields.
pub const ANSWER_FIELDS: [&str; 4] = ["outcome", "looked by", "where", "saw"];

/// What is said when a field of the answer is empty.
pub fn answer_needed(field: AnswerField) -> &'static str {
    match field {
        AnswerField::By => "name who looked",
        AnswerField::Place => "name where they looked",
        AnswerField::Saw => "write down what was seen there",
    }
}

/// When no outcome was chosen.
pub const OUTCOME_NEEDED: &str = "left or right: what was found?";
/// Where an outside action can be looked at.
pub fn look_at(look: &str) -> String {
    format!("Where to look: {look}")
}

/// Which remote that is.
pub fn remote_note(name: &str, url: &str) -> String {
    format!("{name} is {url}")
}

/// What the answer means.
pub const ANSWER_NOTE: &str =
    "The transcript cannot answer this. Did not happen: it becomes a candidate for the next step.";

/// The title of the dialog that chooses last good.
pub const GOOD_TITLE: &str = "return to which state?";
/// Its fields.
pub const GOOD_FIELDS: [&str; 2] = ["commit", "why"];
/// When nothing was chosen.
pub const GOOD_NEEDED: &str = "choose a commit";
/// When no reason was given.
pub const GOOD_WHY_NEEDED: &str = "say why this state is good; it stands in the brief";
/// The program's own choice among the commits.
pub const GOOD_OWN: &str = "as found";

/// Why a decision is not possible now.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotOpened { of: 0, .. } => "not opened: enter opens it".to_owned(),
        Refusal::NotOpened { seen, of } => {
            format!("read {seen} of {of}: read on, nothing counts before it was on screen")
        }
        Refusal::Acknowledge(checks) => format!("{} want a look first", count(checks.len(), "check", "checks")),
        Refusal::NoGap => GAP_NEEDED.to_owned(),
        Refusal::NoReason => REASON_NEEDED.to_owned(),
        Refusal::OutsideIsAnswered => "an outside action is answered (a): what was found, by whom, where".to_owned(),
        Refusal::NotOutside => "only outside actions are answered; u p x sort this".to_owned(),
        Refusal::AnswerIncomplete(fields) => {
            fields.first().map_or("incomplete", |field| answer_needed(*field)).to_owned()
        }
        Refusal::BaseIsRead => "the base is read, not sorted: enter opens its summary".to_owned(),
        Refusal::NothingThere => "it was expected and is nowhere: nothing to sort".to_owned(),
        Refusal::DecidedInConfirm => "processes are decided in step 1".to_owned(),
        Refusal::Gone => "it is not there any more: r looks again".to_owned(),
        _ => "not possible here".to_owned(),
    }
}
