//! Words of step 4, review: the list against the brief, its proofs, closing, and the closing note.

use crate::model::{
    ActionResult, Blocker, CheckedBy, Closing, CriterionVerdict, GateChange, GateRow, GateState, Review, RowVerdict,
    Verdict,
};

use super::{count, steps};

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
/// The rule below the proof.
pub const RECORD: &str = "for the record";
/// The attempt is closed as recovered.
pub const NO_NEXT: &str = "no next attempt";
/// How the start of the next attempt is changed.
pub const CHANGE: &str = "c change";
/// Instead of a proof that was not opened.
pub const OPEN_PROOF: &str = "enter opens the proof, space pages it here; a verdict counts only after it";
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

/// How a gate stands against the brief; its colour now stands beside it.
pub fn gate_row(row: &GateRow) -> String {
    let now = match row.change {
        GateChange::Same => "as before".to_owned(),
        GateChange::Regressed | GateChange::Fixed => format!("was {}", steps::gate(row.before)),
        GateChange::Unknown => format!("not proven, was {}", steps::gate(row.before)),
    };
    row.why.as_ref().map_or(now.clone(), |why| format!("{now}: {why}"))
}

/// A gate with its colour and why, as a proof; without its name where that stands beside it.
pub fn gate_proof(row: &GateRow, why: Option<&str>, named: bool) -> String {
    let name = if named { String::new() } else { format!(" {}", row.name) };
    let colour = format!("gate{name}: {}", steps::gate(row.now));
    why.map_or(colour.clone(), |why| format!("{colour}, {why}"))
}

/// Words with the time at which it was so.
pub fn at(text: &str, at: Option<&str>) -> String {
    at.map_or_else(|| text.to_owned(), |at| format!("{text}, at {at}"))
}

/// A verdict, or none, by the row that it is about: what an undo took back.
pub fn verdict_on(verdict: Option<RowVerdict>, criterion: bool, row: &str) -> String {
    let word = verdict.map_or("the verdict taken back", |word| self::verdict(word, criterion));
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

/// By what a criterion can be checked.
pub fn checked_by(by: CheckedBy) -> String {
    match by {
        CheckedBy::Gate => "a green gate speaks for it; whether it is met you say",
        CheckedBy::Record => "the commits and changes on record speak for it; whether it is met you say",
        CheckedBy::Person => "no command can check it: it needs a person",
    }
    .to_owned()
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

/// A person's verdict on a row; criteria are met, everything else is fine.
pub fn verdict(verdict: RowVerdict, criterion: bool) -> &'static str {
    match (verdict, criterion) {
        (RowVerdict::Met, true) => "met",
        (RowVerdict::Met, false) => "fine",
        (RowVerdict::Not, true) => "not met",
        (RowVerdict::Not, false) => "not fine",
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

/// What a claim stands against.
pub fn claim(against: bool, proof: bool) -> &'static str {
    match (against, proof) {
        (true, _) => "says otherwise",
        (false, true) => "proves it",
        (false, false) => "no proof",
    }
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

/// What a gate was before.
pub fn before(state: GateState) -> String {
    format!("before: {} in the brief", steps::gate(state))
}

/// A note on a row.
pub fn note_line(note: &str) -> String {
    format!("note     {note}")
}

/// Products that were used as they were.
pub const REUSED: &str = "reused";
/// Products that were made again.
pub const REDONE: &str = "redone";
/// What was open and no longer is, besides the step.
pub const CLOSED: &str = "closed besides the step";
/// What is left.
pub const STILL_OPEN: &str = "still open";
/// An open line, with what the run did to the subject of one that only a person can close.
pub fn open_line(line: &str, since: Option<&String>) -> String {
    since.map_or_else(|| line.to_owned(), |since| format!("{line} (since then {since}; you decide)"))
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

/// The limit that a file broke before the run and still breaks.
pub fn breaks<'a>(review: &'a Review, file: &str) -> Option<&'a str> {
    let standing = review.standing.iter().find(|limit| limit.files.iter().any(|other| other == file));
    standing.map(|limit| limit.limit.as_str())
}

/// What was reused, with the limit that a file of it still breaks.
pub fn reused(review: &Review) -> Vec<String> {
    let line = |file: &String| match breaks(review, file) {
        Some(limit) => format!("{file}, which still breaks the limit \"{limit}\""),
        None => file.clone(),
    };
    review.reused.iter().map(line).collect()
}

/// Beside a limit that was broken before the run.
pub const BROKEN_BEFORE: &str = "broken before this run";

/// What broke it.
pub fn broken_before(by: &[String]) -> String {
    format!("broken before this run, and it still stands: {}", by.join("; "))
}

/// What a verdict on it decides.
pub const BEFORE_DECIDE: &str =
    "this run did not break it. m keeps it: it is fine as it is; x not fine: a next attempt takes it back";

/// The run that consumed the brief.
pub fn run(runtime: &str, session: &str, ended: &str) -> String {
    format!("the run   {runtime} {session}, ended {ended}")
}

/// From where the next attempt starts.
pub fn from(good: &str, chosen: Option<&str>) -> String {
    match chosen {
        Some(commit) => format!("next attempt from   {commit} chosen   ·   {good} last good"),
        None => format!("next attempt from   {good} last good"),
    }
}

/// Why the next attempt starts from a state that was not last good.
pub fn kept(attempt: u32) -> String {
    format!("kept when attempt {attempt} was reviewed")
}

/// How the attempt stands.
pub fn stands(review: &Review, blockers: &[String]) -> String {
    if blockers.is_empty() {
        return format!("recovered: {}; s closes attempt {}", left(review.open.len()), review.attempt);
    }
    let first: Vec<&str> = blockers.iter().take(3).map(String::as_str).collect();
    // What is left is asked for with the key that closes.
    if let [Blocker::NotApproved { .. }] = review.blocked.as_slice() {
        return format!("not recovered: {} (s asks for it)", first.join(", "));
    }
    let more = if blockers.len() > 3 { format!(", {} more", blockers.len() - 3) } else { String::new() };
    format!("not recovered: {}{more}", first.join(", "))
}

/// What recovered says: about the step of the attempt, never about all that is left.
fn left(open: usize) -> String {
    match open {
        0 => "its step is done, nothing is open".to_owned(),
        open => format!("its step is done, {} still open", count(open, "thing is", "things are")),
    }
}

/// The attempt was closed; `open` is how much is still open.
pub fn closed(closing: Closing, attempt: u32, open: usize) -> String {
    match closing {
        Closing::Recovered => steps::recovered(attempt, Some(open)),
        Closing::NextAttempt => format!("attempt {attempt} is closed; the next one begins with sorting what it left"),
    }
}

/// Why nothing of a closed attempt can be changed, and how it can.
pub fn is_closed(attempt: u32, closing: Closing) -> String {
    let how = match closing {
        Closing::Recovered => "recovered",
        Closing::NextAttempt => "the next attempt goes on",
    };
    format!("attempt {attempt} is closed ({how}): z takes the closing back, then decide, close and write the note anew")
}

/// The title of the dialog that asks where a row without a proof was looked at.
pub fn looked_title(criterion: bool) -> String {
    format!("{}, with no proof on record: where did you look?", verdict(RowVerdict::Met, criterion))
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

/// A proof that has the window goes on below.
pub fn more_here(lines: usize) -> String {
    format!("{} below: space pages on; a verdict counts after the end", count(lines, "more line", "more lines"))
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
/// The title of the approval dialog.
pub const APPROVE_TITLE: &str = "approved?";
/// Its fields.
pub const APPROVE_FIELDS: [&str; 2] = ["approver", "how"];
/// When nobody is named.
pub const APPROVE_NEEDED: &str = "name who approves";
/// What the second field is for.
pub const APPROVE_NOTE: &str = "If you record it for somebody else, say how it is known (where they said it).";
/// When it is not said how an approval is known.
pub const APPROVE_HOW: &str = "you record it for somebody else: how is it known?";
/// The title of the close dialog.
pub const CLOSE_TITLE: &str = "close this attempt";
/// Its field.
pub const CLOSE_FIELD: &str = "close as";
/// What closing as recovered means for what is open.
pub fn means_recovered(open: usize) -> String {
    match open {
        0 => "recovered: its step is done, nothing is open".to_owned(),
        1 => "recovered: its step is done; 1 thing stays open and no run goes on with it".to_owned(),
        many => format!("recovered: its step is done; {many} things stay open and no run goes on with them"),
    }
}

/// What closing with a next attempt means for what is open.
pub fn means_next(open: usize) -> String {
    let offers = match open {
        0 => "nothing is open".to_owned(),
        1 => "step 3 offers the open thing again".to_owned(),
        many => format!("step 3 offers the {many} open things again"),
    };
    format!("next attempt: begins with sorting what this one left; {offers}")
}

/// The first of what is open.
pub fn first_open(line: &str) -> String {
    format!("open, first: {line}")
}

/// The ways to close.
pub const CLOSE_WORDS: [&str; 2] = ["recovered", "next attempt"];
/// When none was chosen.
pub const CLOSE_NEEDED: &str = "left or right: how is it closed?";
/// The title of the dialog that chooses where the next attempt starts.
pub const FROM_TITLE: &str = "from where does the next attempt start?";
/// Its field.
pub const FROM_FIELD: &str = "commit";

/// The title of the dialog before the closing note is written.
pub const WRITE_TITLE: &str = "write the closing note";
/// What `y` does.
pub const WRITE_YES: &str = "write it";

/// What comes after the closing note; `open` is how much is still open.
pub fn after_note(outcome: Closing, open: usize) -> &'static str {
    match outcome {
        Closing::Recovered if open > 0 => "q goes back to the runs.",
        Closing::Recovered => "Nothing is left to do here: q goes back to the runs.",
        Closing::NextAttempt => "The next attempt begins in step 1.",
    }
}

/// The closing note, in the fixed English of the files: rows with their verdicts and what was written beside them.
pub fn note(
    review: &Review,
    closing: Closing,
    rows: &[[String; 3]],
    before: &[String],
    approval: Option<&str>,
) -> String {
    let list = |items: &[String]| if items.is_empty() { "none".to_owned() } else { items.join("; ") };
    let verdict = match closing {
        Closing::Recovered => "recovered",
        Closing::NextAttempt => "not recovered: the next attempt goes on",
    };
    let mut lines = vec![
        format!("# Recovery review: attempt {}", review.attempt),
        String::new(),
        format!("{verdict}, run {}", review.run),
        String::new(),
        "## Rows".to_owned(),
    ];
    for [row, verdict, note] in rows {
        let note = if note.is_empty() { String::new() } else { format!("; note: {note}") };
        lines.push(format!("- {row}: {verdict}{note}"));
    }
    lines.extend([String::new(), "## Work".to_owned()]);
    lines.push(format!("- reused: {}", list(&reused(review))));
    lines.push(format!("- redone: {}", list(&review.redone)));
    lines.extend(review.closed.iter().map(|line| format!("- closed besides: {line}")));
    lines.push(format!("- still open: {}", list(&review.open)));
    lines.extend(before.iter().map(|commit| format!("- from before this run: {commit}")));
    lines.extend([String::new(), "## Approval".to_owned(), approval.unwrap_or("none on record").to_owned()]);
    if !review.blockers.is_empty() {
        lines.extend([String::new(), "## Not recovered because".to_owned()]);
        lines.extend(review.blockers.iter().map(|blocker| format!("- {blocker}")));
    }
    lines.join("\n") + "\n"
}

/// An approval in words.
pub fn approval(approver: &str, by: &str, how: &str) -> String {
    if how.is_empty() {
        format!("{approver}, recorded by {by}")
    } else {
        format!("{approver}, recorded by {by} ({how})")
    }
}

/// Rows of a kind of which there are none.
pub fn none_of(outside_step: bool, actions: bool) -> Option<String> {
    match (outside_step, actions) {
        (true, true) => Some("outside the step   none        outside actions   none".to_owned()),
        (true, false) => Some("outside the step   none".to_owned()),
        (false, true) => Some("outside actions   none".to_owned()),
        (false, false) => None,
    }
}

/// A size in the write dialog.
pub fn lines(lines: usize) -> String {
    count(lines, "line", "lines")
}
