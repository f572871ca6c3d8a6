//! Words of step 4, review: the list against the brief, its proofs, closing, and the closing note.

mod closing;
mod gates;
mod left;
mod next;

pub use self::closing::*;
pub use self::gates::*;
pub use self::left::*;
pub use self::next::*;

use crate::model::{ActionResult, CheckedBy, ClaimRow, CriterionVerdict, Review, RowVerdict, StandingRow, Verdict};

use super::count;

/// Head of the list.
pub const AGAINST: &str = "against the brief";
/// Head of the colours of gates.
pub const GATE: &str = "gate";
/// No gate speaks for a criterion.
pub const NO_GATE: &str = "none";
/// Head of what the record says.
pub const THE_RECORD: &str = "the record";
/// Head of the column that says when the proof was on screen.
pub const LOOKED: &str = "looked at";
/// Head of the verdicts.
pub const VERDICT: &str = "verdict";
/// The proof was not on screen.
pub const NOT_YET: &str = "not yet";
/// Nobody has judged a row.
pub const NOT_JUDGED: &str = "without a verdict";
/// The rule below the proof.
pub const RECORD: &str = "for the record";
/// The attempt is closed as recovered.
pub const NO_NEXT: &str = "no next attempt";
/// The first attempt is shown, and none is before it.
pub const FIRST_ATTEMPT: &str = "no attempt before this one has a review";
/// The newest attempt is shown.
pub const NEWEST_ATTEMPT: &str = "this is the newest attempt; [ goes to the one before";
/// That there is an attempt before the one that is shown.
pub fn attempt_before(number: u32) -> String {
    format!("[ shows attempt {number}")
}
/// A next attempt that was closed without a commit to start from.
pub const NO_START: &str = "the work tree as it lay";
/// How the start of the next attempt is changed.
pub const CHANGE: &str = "c change";
/// Instead of a proof that was not opened; `judged` where no verdict is to be given any more, or none at all.
pub fn open_proof(judged: bool) -> &'static str {
    if judged {
        "enter opens it, space pages it here"
    } else {
        "enter opens the proof, space pages it here; a verdict counts only after it"
    }
}
/// There is nothing to review.
pub const NO_BRIEF: &str = "no brief is written yet: step 3 makes one, w writes it";

/// What this step asks, in the header: how the run ended, and whether anything runs.
pub fn asks(ended: &str, running: Verdict, wide: bool) -> String {
    let runs = match running {
        Verdict::NoSignOfLife => "nothing runs",
        Verdict::Alive => "something still runs",
        Verdict::Waiting => "it waits",
        Verdict::CannotTell => "cannot tell what runs",
    };
    if wide { format!("run ended {ended}; {runs}") } else { format!("ended {ended}; {runs}") }
}

/// Kinds of rows.
pub mod kind {
    /// A gate.
    pub const GATE: &str = "gate";
    /// A limit.
    pub const LIMIT: &str = "limit";
    /// A change outside the step.
    pub const OUTSIDE_STEP: &str = "outside";
    /// An outside action.
    pub const ACTION: &str = "action";
    /// A claim.
    pub const CLAIM: &str = "claim";
    /// A criterion.
    pub const CRITERION: &str = "criterion";
    /// A criterion, in a narrow window.
    pub const CRITERION_SHORT: &str = "crit";
    /// A change outside the step, in a narrow window.
    pub const OUTSIDE_SHORT: &str = "out";
    /// A product that was called usable in spite of its checks.
    pub const ACCEPTED: &str = "usable";
    /// A gap that a person named.
    pub const GAP: &str = "gap";
    /// What is left after the step, and may be met already.
    pub const LEFT: &str = "left";
    /// What was there before the run.
    pub const BEFORE: &str = "before";
    /// What became of the work.
    pub const WORK: &str = "work";
}

/// What the brief says of a product that was called usable in spite of its checks.
pub const ACCEPTED: &str = "though a check";

/// A check of it.
pub fn usable_though(check: &str) -> String {
    format!("usable though: {check}")
}

/// Why that check was accepted.
pub fn accepted_because(why: &str) -> String {
    format!("accepted because: {why}")
}

/// Words with the time at which it was so.
pub fn at(text: &str, at: Option<&str>) -> String {
    at.map_or_else(|| text.to_owned(), |at| format!("{text}, at {at}"))
}

/// A verdict, or none, by the row that it is about: what an undo took back.
pub fn verdict_on(verdict: Option<RowVerdict>, kind: &str, row: &str) -> String {
    let word = verdict.map_or("the verdict taken back", |word| self::verdict(word, kind));
    format!("{word}, on {row}")
}

/// What the record says to a criterion; where no command can check it, that it needs a person.
pub fn suggests(suggest: Option<CriterionVerdict>, person: bool) -> &'static str {
    match suggest {
        Some(CriterionVerdict::Met) => "suggests met",
        Some(CriterionVerdict::NotMet) => "suggests not met",
        Some(CriterionVerdict::NotLookedAt) | None if person => "needs a person",
        Some(CriterionVerdict::NotLookedAt) | None => "not proven",
    }
}

/// By what a criterion can be checked, and whether that speaks for it.
pub fn checked_by(by: CheckedBy, suggest: Option<CriterionVerdict>) -> &'static str {
    match (by, suggest) {
        (CheckedBy::Gate, Some(CriterionVerdict::Met)) => "a green gate speaks for it; whether it is met you say",
        (CheckedBy::Gate, Some(CriterionVerdict::NotMet)) => "the record speaks against it; whether it is met you say",
        (CheckedBy::Gate, _) => "its gate alone proves it neither way; whether it is met you say",
        (CheckedBy::Record, Some(CriterionVerdict::Met)) => {
            "the commits and changes on record speak for it; whether it is met you say"
        }
        (CheckedBy::Record, Some(CriterionVerdict::NotMet)) => {
            "the commits and changes on record speak against it; whether it is met you say"
        }
        (CheckedBy::Record, _) => "nothing on record speaks for it; whether it is met you say",
        (CheckedBy::Person, _) => "no command can check it: it needs a person",
    }
}

/// The row about commits that were there before the run.
pub fn before_run(commits: usize) -> String {
    format!("{} between last good and this run", count(commits, "commit", "commits"))
}

/// Of commits that were there before the run.
pub const NOT_ITS_OWN: &str = "not its own";

/// Edited files.
pub fn edits(files: &[String]) -> String {
    format!("edit of {}", files.join(", "))
}

/// A commit, with when and what for.
pub fn commit(id: &str, at: Option<&str>, subject: &str) -> String {
    let short = super::sort::short(id);
    let at = at.map(|at| format!(", {at}")).unwrap_or_default();
    if subject.is_empty() { format!("commit {short}{at}") } else { format!("commit {short}{at}: {subject}") }
}

/// The files of a commit.
pub fn files(files: &[String], of: usize) -> String {
    let more = if of > files.len() { format!(", {} more", of - files.len()) } else { String::new() };
    format!("changed {}{more}", files.join(", "))
}

/// A person's verdict on a row: criteria are met, gaps closed, everything else is fine.
pub fn verdict(verdict: RowVerdict, kind: &str) -> &'static str {
    match (verdict, kind) {
        (RowVerdict::Met, kind::CRITERION | kind::LEFT) => "met",
        (RowVerdict::Met, kind::GAP) => "closed",
        (RowVerdict::Met, _) => "fine",
        (RowVerdict::Not, kind::CRITERION | kind::LEFT) => "not met",
        (RowVerdict::Not, kind::GAP) => "open",
        (RowVerdict::Not, _) => "not fine",
    }
}

/// The recorded result of an outside action.
pub fn result(result: ActionResult, forbidden: bool) -> String {
    let word = match result {
        ActionResult::Ok => "returned",
        ActionResult::Failed => "failed",
        ActionResult::None => "no result",
    };
    if forbidden { format!("forbidden: {word}") } else { word.to_owned() }
}

/// A claim of which the record says the contrary.
pub const CLAIM_AGAINST: &str = "claim against its record";

/// What a claim stands against.
pub fn claim(claim: &ClaimRow) -> &'static str {
    match (claim.against, &claim.proof) {
        (true, _) => "against its record",
        (false, _) if !claim.red_since.is_empty() => "red after it",
        (false, _) if !claim.on_changed.is_empty() => "on changed tests",
        (false, Some(_)) if claim.beyond.is_empty() => "proves it",
        (false, Some(_)) => "proves a part",
        (false, None) => "no proof",
    }
}

/// Why a claim has no proof in one line, and whether the record even says the contrary of it.
pub fn claim_unproven(against: bool, why: &str) -> String {
    let lead = if against { "against its record" } else { "no proof" };
    if why.is_empty() { lead.to_owned() } else { format!("{lead}: {why}") }
}

/// The tests that were changed before the green that a claim stands on.
pub fn on_changed(tests: &[String]) -> String {
    format!("on tests that the run changed before: {}", tests.join("; "))
}

/// The proof of a claim in one line, with what it does not reach.
pub fn claim_proof(proof: Option<String>, none: &str, past: &[String]) -> String {
    match proof {
        None => none.to_owned(),
        Some(proof) if past.is_empty() => proof,
        Some(proof) => format!("{proof}, of a part; {}", beyond(past)),
    }
}

/// What a claim says besides what its proof shows.
pub fn beyond(parts: &[String]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    format!("no record shows {}: whether that is so you say", parts.join(", "))
}

/// A gate that came out red after a claim about it.
pub fn red_since(gate: &str) -> String {
    format!("after it was said, {gate} came out red:")
}

/// By what something was broken or changed.
pub fn by(by: &[String]) -> String {
    if by.is_empty() { String::new() } else { format!("by {}", by.join("; ")) }
}

/// Where to look.
pub fn look(look: &str) -> String {
    format!("look     {look}")
}

/// The event of a proof: its number, when it was, and what came of it.
pub fn event(number: usize, at: Option<&str>, came: &str) -> String {
    let lead = format!("event {number}");
    let parts = [lead.as_str(), at.unwrap_or_default(), came];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// When nothing in the transcript of the run under review shows a row: what was there before it stands in that of an earlier run.
pub const NO_EVENT: &str = "no event in the transcript of this attempt shows it";

/// How the event itself is opened, once the proof was on screen.
pub fn open_event(number: usize) -> String {
    format!("enter opens event {number} in the transcript of this attempt")
}

/// When only the end of the proof was not on screen.
pub const PAGE_TO_END: &str = "page to the end of the proof first: space pages on";
/// When the closing note is asked for before the closing.
pub const CLOSE_FIRST: &str = "the closing note says how it was closed: s closes first";

/// When the row whose proof was open is not in the list any more.
pub const ROW_GONE: &str = "the row whose proof was open is gone: what is known now does not have it any more";

/// Where all that a gate printed is kept.
pub fn all_printed(path: &str) -> String {
    format!("all that it printed: {path}")
}

/// A note on a row.
pub fn note_line(note: &str) -> String {
    format!("note     {note}")
}

/// Products that were used as they were.
pub const REUSED: &str = "reused";
/// Products that were made again.
pub const REDONE: &str = "redone";
/// What was open and no longer is.
pub const CLOSED: &str = "closed";
/// What is left.
pub const STILL_OPEN: &str = "still open";
/// An open line, with what the run did to the subject of one that only a person can close, and what was decided of it.
pub fn open_line(line: &str, since: Option<&String>, verdict: Option<RowVerdict>, closed: bool) -> String {
    let decided = match (verdict, closed) {
        (Some(RowVerdict::Not), _) => "judged still open",
        (_, true) => "left open at the closing",
        _ => "you decide",
    };
    since.map_or_else(|| line.to_owned(), |since| format!("{line} (since then {since}; {decided})"))
}
/// Why the row about the work takes no verdict.
pub const NO_VERDICT: &str = "this row only names the work: it needs no verdict";

/// How much was reused, redone, closed and is still open; so many of the reused still break a limit.
pub fn work([reused, redone, closed, open]: [usize; 4], breaking: usize) -> String {
    let breaking = match breaking {
        0 => String::new(),
        1 => " (1 breaks a limit)".to_owned(),
        many => format!(" ({many} break a limit)"),
    };
    format!("reused {reused}{breaking}, redone {redone}, closed {closed}, still open {open}")
}

fn broken<'a>(review: &'a Review, file: &str) -> Option<&'a StandingRow> {
    review.standing.iter().find(|limit| limit.files.iter().any(|(other, _)| other == file))
}

/// Whether a file broke a limit before the run, still breaks it, and nobody said that this is fine.
pub fn breaks(review: &Review, file: &str) -> bool {
    broken(review, file).is_some_and(|limit| !limit.fine)
}

/// What was reused, with the limit that a file of it breaks.
pub fn reused(review: &Review) -> Vec<String> {
    let line = |file: &String| match broken(review, file) {
        Some(limit) if limit.fine => format!("{file}, kept although it breaks the limit \"{}\"", limit.limit),
        Some(limit) => format!("{file}, which still breaks the limit \"{}\"", limit.limit),
        None => file.clone(),
    };
    review.reused.iter().map(line).collect()
}

/// Beside a limit that was broken before the run; or again after it.
pub const fn broken_since(again: bool) -> &'static str {
    if again { "broken again since" } else { "broken before this run" }
}

/// The head of a change that is shown.
pub fn change_of(path: &str) -> String {
    format!("the change of {path} by this run:")
}
/// The head of a change that broke a limit before the run.
pub fn broken_change_of(path: &str) -> String {
    format!("what broke it, in {path}:")
}
/// A file whose text before is not known.
pub fn before_unknown(path: &str) -> String {
    format!("{path} as it is now; what it was before this run is not on record:")
}
/// A file whose text now is not known.
pub fn now_unknown(path: &str) -> String {
    format!("the change of {path} cannot be shown: its text now is not at hand")
}
/// A file that is not any more what it was when the attempt was closed.
pub fn then_unknown(path: &str) -> String {
    format!("the change of {path} cannot be shown any more: the file is another one since the attempt was closed")
}
/// A file that lies again as the run found it.
pub fn unchanged(path: &str) -> String {
    format!("{path} lies as this run found it")
}
/// So many lines of a change are left out.
pub fn change_goes_on(lines: usize) -> String {
    format!("{} of this change not shown here", count(lines, "more line", "more lines"))
}

/// A file changed after a proof was looked at.
pub fn outlived(path: &str) -> String {
    format!("{path} changed after this was looked at: what was said of it then does not count; look again")
}

/// The gate was run again after a proof was looked at.
pub const RAN_AGAIN: &str =
    "lastgood ran it again after this was looked at: what was said of it then does not count; look again";

/// A gate that is red, and that the step was not asked to turn green.
pub fn known_red(criterion: &str) -> String {
    format!("the step was not asked to turn it green: {criterion}")
}

/// Of a changed file that the step does not name.
pub const MAY_NEED: &str =
    "the step does not name this file, and allows what it needs: m when it needed this change, x when it did not";

/// What broke it; of a closed attempt it is told as it was then.
pub fn broken_before(limit: &StandingRow, closed: bool) -> String {
    let by = limit.by.join("; ");
    if limit.again {
        return format!("this run took it back, and it was changed again after that: {by}");
    }
    let stands = if closed { "still stood when the attempt was closed" } else { "still stands" };
    format!("what broke it {stands}: {by}")
}

/// What was said of it in the review of an attempt before.
pub fn not_fine_before(attempt: u32) -> String {
    format!("a person said in the review of attempt {attempt} that it is not fine: it is to be taken back")
}

/// What a verdict on it decides; of a closed attempt nothing can be decided.
pub fn before_decide(closed: bool) -> String {
    let before = "this run did not break it.";
    if closed {
        before.to_owned()
    } else {
        format!("{before} m keeps it: it is fine as it is; x not fine: a next attempt takes it back")
    }
}

/// The run that consumed the brief.
pub fn run(runtime: &str, session: &str, ended: &str) -> String {
    format!("the run   {runtime} {session}, ended {ended}")
}

/// The title of the dialog that asks where a row without a proof was looked at.
pub fn looked_title(kind: &str) -> String {
    format!("{}, with no proof on record: where did you look?", verdict(RowVerdict::Met, kind))
}
/// Its field.
pub const LOOKED_FIELD: &str = "looked at";
/// When it is empty.
pub const LOOKED_NEEDED: &str = "name what you looked at; esc leaves the row open";

/// Where a person looked, as the note of the row.
pub fn looked_at(place: &str) -> String {
    format!("looked at: {place}")
}

/// A proof goes on below, below the list.
pub fn more(lines: usize) -> String {
    format!("{} below: space pages on, enter opens it", count(lines, "more line", "more lines"))
}

/// A proof that has the window goes on below; `judged` where no verdict is to be given any more, or none at all.
pub fn more_here(lines: usize, judged: bool) -> String {
    let more = format!("{} below: space pages on", count(lines, "more line", "more lines"));
    if judged { more } else { format!("{more}; a verdict counts after the end") }
}

/// Nothing of a proof that has the window is out of view.
pub fn proof_shown(closed: bool) -> &'static str {
    if closed { "every line is shown: esc goes back" } else { "every line is shown: m met, x not met, esc goes back" }
}

/// When the proof was on screen, where the verdict will stand.
pub fn seen(at: &str) -> String {
    format!("seen {at}")
}

/// The title of the note dialog.
pub const NOTE_TITLE: &str = "a note on this row";
/// Its field.
pub const NOTE_FIELD: &str = "note";
/// Rows of a kind of which there are none.
pub fn none_of(outside_step: bool, actions: bool) -> Option<String> {
    match (outside_step, actions) {
        (true, true) => Some("outside the step   none        outside actions   none".to_owned()),
        (true, false) => Some("outside the step   none".to_owned()),
        (false, true) => Some("outside actions   none".to_owned()),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_criterion_can_be_checked_by_is_not_what_speaks_for_it() {
        let says = |by, suggest| checked_by(by, suggest);
        for by in [CheckedBy::Gate, CheckedBy::Record] {
            assert!(says(by, Some(CriterionVerdict::Met)).contains("speaks for it") || by == CheckedBy::Record);
            for other in [Some(CriterionVerdict::NotMet), None] {
                let words = says(by, other);
                let claims = words.contains("a green gate speaks for") || words.contains("on record speak for");
                assert!(!claims, "{words}");
            }
        }
    }

    #[test]
    fn an_open_line_says_what_was_decided_of_it() {
        let since = "changed by event 4".to_owned();
        let told = |verdict, closed| open_line("a.rs: no test", Some(&since), verdict, closed);
        assert!(told(None, false).ends_with("; you decide)"));
        assert!(told(Some(RowVerdict::Not), false).ends_with("; judged still open)"));
        assert!(told(None, true).ends_with("; left open at the closing)"));
    }
}
