//! The dialogs in which products go on piles and outside actions are answered, and why a decision is refused.

use super::super::count;
use crate::model::{AnswerField, Refusal};

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
pub const ACKNOWLEDGE_NEEDED: &str = "right says that you saw them; esc leaves it unsorted, p then makes gaps of them";

/// The field of that dialog when a check failed.
pub const ACCEPT_FIELD: &str = "usable because";
/// When no reason was given.
pub const ACCEPT_NEEDED: &str =
    "a check failed: say why it can be built on all the same; esc leaves it unsorted, p then makes gaps of them";
/// What becomes of that reason.
pub const ACCEPT_NOTE: &str = "The brief says: usable though, with these checks and your reason.";

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
/// What becomes of the gaps when some are recorded.
pub const GAPS_NOTE_RECORDED: &str = "Empty a field to leave its gap out. What stands there is recorded.";
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

/// The reason that is offered: of what was read, of what was seen in part, of what nobody opened.
pub fn reason_default(opened: bool, in_part: bool, at: &str) -> String {
    match (opened, in_part) {
        (true, _) => format!("read at {at}; not clear whether it can be built on"),
        (false, true) => format!("not read whole at {at}; not needed for the next step"),
        (false, false) => format!("not read at {at}; not needed for the next step"),
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

/// How it stands before somebody answered.
pub const OUTCOME_OPEN: &str = "unknown";
/// When no outcome was chosen.
pub const OUTCOME_NEEDED: &str = "left says what was found; esc leaves it unknown";
/// Where an outside action can be looked at.
pub fn look_at(look: &str) -> String {
    format!("Where to look: {look}")
}

/// Which remote that is.
pub fn remote_note(name: &str, url: &str) -> String {
    format!("{name} is {url}")
}

/// What its command started is not over: what is seen now need not be the end of it.
pub fn still_runs(living: &[String]) -> String {
    let more = living.len().saturating_sub(3);
    let more = if more > 0 { format!("; {more} more") } else { String::new() };
    let first: Vec<&str> = living.iter().take(3).map(String::as_str).collect();
    format!("What its command started still runs ({}{more}): it can still happen.", first.join("; "))
}

/// A command that looks for something says nothing where it is not there.
pub const EMPTY_NOTE: &str = "When that prints nothing, it is not there.";

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
/// Where there is nothing to choose from.
pub const GOOD_ONLY: &str = "there is no commit to return to: the last good state stays as found";

/// Why a decision is not possible now.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotOpened { of: 0, .. } => "not opened: enter opens it".to_owned(),
        Refusal::NotOpened { seen, of } => {
            format!("read {seen} of {of}: read on, nothing counts before it was on screen")
        }
        Refusal::Acknowledge(checks) => format!("{} want a look first", count(checks.len(), "check", "checks")),
        Refusal::NoWhy => ACCEPT_NEEDED.to_owned(),
        Refusal::NoGap => GAP_NEEDED.to_owned(),
        Refusal::NoReason => REASON_NEEDED.to_owned(),
        Refusal::OutsideIsAnswered => "an outside action is answered (a): what was found, by whom, where".to_owned(),
        Refusal::NotOutside => "only outside actions are answered; u p x sort this".to_owned(),
        Refusal::AnswerIncomplete(fields) => {
            fields.first().map_or("incomplete", |field| answer_needed(*field)).to_owned()
        }
        Refusal::BaseIsRead => "base is sorted by opening its summary (enter): last good holds it".to_owned(),
        Refusal::NothingThere => "it was expected and is nowhere: nothing to sort".to_owned(),
        Refusal::DecidedInConfirm => "processes are decided in step 1".to_owned(),
        Refusal::Gone => "it is not there any more: r looks again".to_owned(),
        _ => "not possible here".to_owned(),
    }
}
