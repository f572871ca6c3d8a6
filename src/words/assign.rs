//! Words of step 3, assign: candidates, the one next step, who gets it, how it starts, by what it is measured.

use crate::model::{Candidate, CandidateKind, GateState, Start, StartFrom, StartMode, StartOffer};

use super::sort::short;
use super::{count, steps};

/// What this step asks, in the header.
pub const ASKS: &str = "the smallest next step";
/// What a person must look at first.
pub const FOR_YOU: &str = "for you, now";
/// The rule above the step.
pub const NEXT_STEP: &str = "next step";
/// Nothing was chosen yet.
pub const NO_STEP: &str = "none yet: enter uses a candidate, e writes one";
/// There is nothing to choose from.
pub const NO_CANDIDATES: &str =
    "no candidates: no gap, no red gate, no open plan, no unmet criterion. e writes a step.";
/// Labels of the fields.
pub const FIELDS: [&str; 7] =
    ["next step", "given to", "start", "approved by", "review criteria", "limits", "decisions"];
/// Label of the criteria in a narrow window.
pub const CRITERIA: &str = "criteria";
/// Label of the warnings.
pub const WARNINGS: &str = "warnings";
/// Nothing stands there.
pub const NONE: &str = "none";
/// Nobody is named.
pub const NOBODY: &str = "nobody yet: tab and e";

/// Who approves, where the candidate that was used filled it in.
pub fn filled_in(name: &str) -> String {
    format!("{name}, set just now")
}

/// The brief of this attempt was written with another step: what is changed here does not reach it.
pub fn written_with(attempt: u32) -> [String; 2] {
    [
        format!("brief {attempt} was written with another step, and its run gets that one: b shows it"),
        AFTER_ITS_REVIEW.to_owned(),
    ]
}

/// How a step that was changed too late comes into a brief.
pub const AFTER_ITS_REVIEW: &str = "the next brief comes after the review of its run (4)";

/// A group of candidates.
pub fn group(kind: CandidateKind) -> &'static str {
    match kind {
        CandidateKind::Gap => "gaps",
        CandidateKind::Gate => "gates",
        CandidateKind::Plan => "plan",
        CandidateKind::Criterion => "criteria",
        CandidateKind::NotHappened => "did not happen",
        CandidateKind::LeftOpen => "left open before",
    }
}

/// The kind of one candidate, in a narrow window.
pub fn kind(kind: CandidateKind) -> &'static str {
    match kind {
        CandidateKind::Gap => "gap",
        CandidateKind::Gate => "gate",
        CandidateKind::Plan => "plan",
        CandidateKind::Criterion => "criterion",
        CandidateKind::NotHappened => "undone",
        CandidateKind::LeftOpen => "left open",
    }
}

/// A candidate in one line.
pub fn candidate(candidate: &Candidate) -> String {
    let gate = candidate.gate.map(|gate| match gate {
        GateState::Stale if !candidate.because.is_empty() => {
            let last = if candidate.red_before { "last red, " } else { "stale, " };
            format!("{last}{} since", count(candidate.because.len(), "change", "changes"))
        }
        other => steps::gate(other).to_owned(),
    });
    let measured = match candidate.measured {
        Some(GateState::Red) => "; measured red before the content changed",
        Some(GateState::Green) => "; measured green before the content changed",
        _ => "",
    };
    match gate {
        Some(gate) => format!("{}: {gate}{measured}", candidate.text),
        // A person named it, and only a person can say whether that closes it.
        None if !candidate.since.is_empty() => {
            let ran: Vec<&str> = candidate.since.iter().map(|one| one.command.as_str()).collect();
            format!("{} ({} ran green since)", candidate.text, ran.join(", "))
        }
        None if candidate.kind == CandidateKind::Plan && !candidate.because.is_empty() => {
            format!("{} (a commit says it: {})", candidate.text, candidate.because.join(", "))
        }
        None => candidate.text.clone(),
    }
}

/// What stands beside or below a candidate.
pub fn beside(candidate: &Candidate) -> Option<String> {
    if candidate.forbidden_by.is_some() {
        return Some("a limit forbids it".to_owned());
    }
    candidate.location.clone()
}

/// What a person must look at first.
pub fn for_you(what: &str) -> String {
    format!("did it happen? {what}")
}

/// How a person answers it.
pub fn answers(wide: bool) -> &'static str {
    if wide { "a" } else { "a answer" }
}

/// A start in one line.
pub fn start(start: &Start, place: &str) -> String {
    let at = start.commit.as_deref().map(short).unwrap_or_default();
    match (start.mode, start.from) {
        (StartMode::Fresh, Some(StartFrom::Commit)) => format!("fresh, new tree at {at}"),
        (StartMode::Fresh, Some(StartFrom::Salvage)) => "fresh, from the salvage copy".to_owned(),
        (StartMode::Fresh, _) => format!("fresh, {place} as it is"),
        (StartMode::Resume, _) => "resume".to_owned(),
    }
}

/// A start that is offered; `session` is the short name of the one that it resumes.
pub fn offer(offer: &StartOffer, place: &str, session: &str) -> String {
    let mut words = start(&offer.start, place);
    if offer.resumes.is_some() {
        words = format!("{words} {session}");
    }
    if let Some((files, good)) = offer.differs.as_ref().filter(|(files, _)| *files > 0) {
        words = format!("{words}: {} from {}", count(*files, "file differs", "files differ"), short(good));
    }
    match offer.but.len() {
        0 => words,
        1 => format!("{words}: {}", offer.but[0]),
        more => format!("{words}: {more} things first"),
    }
}

/// How many outside actions nobody answered.
pub fn unknown(actions: usize) -> String {
    let are = count(actions, "outside action is", "outside actions are");
    let them = if actions == 1 { "it" } else { "them" };
    if actions == 0 { String::new() } else { format!("{are} unknown: the brief forbids repeating {them}") }
}

/// The step is settled.
pub fn ready(criteria: usize) -> String {
    format!("ready: one step, who, how, {}, an approver", count(criteria, "criterion", "criteria"))
}

/// The step is settled, and others are not.
pub fn draft(missing: &[String]) -> String {
    match missing {
        [one] => format!("settled; the brief would be a DRAFT: {one}"),
        many => {
            let missing = count(many.len(), "thing is", "things are");
            format!("settled; the brief would be a DRAFT: {missing} missing, b shows which")
        }
    }
}

/// Titles of the dialogs by field.
pub fn edit_title(field: usize) -> &'static str {
    match field {
        0 => "the one next step",
        1 => "who gets it?",
        3 => "who approves?",
        5 => "limits: what the next run must keep to",
        6 => "decisions that were made on the way",
        _ => "how will one see that it is done?",
    }
}

/// When a field is left empty.
pub fn needed(field: usize) -> &'static str {
    match field {
        0 => "say what to do",
        1 => "an agent's name, or a person's",
        3 => "name who approves",
        _ => "at least one criterion",
    }
}

/// The field of one line among several.
pub fn number(number: usize) -> String {
    format!("{number}")
}

/// What stands below the criteria.
pub const CRITERIA_NOTE: &str = "Empty a field to leave its criterion out. Each is looked at in step 4.";
/// What stands below the lines of a field.
pub const LINES_NOTE: &str = "Empty a field to leave its line out of the brief; the last one adds one.";
/// From whom a line is that a person wrote here.
pub const OPERATOR: &str = "operator";

/// Before lines of which only the beginning is shown: how many there are.
pub fn several(lines: usize) -> String {
    if lines > 1 { format!("{lines}: ") } else { String::new() }
}

/// Fields of the step that do not fit.
pub fn fields_hidden(more: &str) -> String {
    format!("{more}; tab goes there")
}

/// There is no other start.
pub const ONE_START: &str = "there is no other way to start it";
/// Without a step there is no start.
pub const STEP_FIRST: &str = "choose the next step first";
/// There is no line under the cursor.
pub const NOTHING_TO_COPY: &str = "there is no line to copy: no candidate and no step yet";
/// Every outside action is answered.
pub const NOTHING_TO_ANSWER: &str = "no outside action waits for an answer";

/// Candidates that do not fit.
pub fn more_below(rows: usize) -> String {
    format!("{rows} more below")
}

/// Nothing can be taken out.
pub const NO_LINES: &str = "The brief has no limit, decision or question yet; + keeps one.";
/// A line that was just taken out of the brief, or put in again.
pub fn moved(text: &str, out: bool) -> String {
    let how = if out { "taken out of the brief" } else { "in the brief again" };
    format!("{how} (z undo): {text}")
}
/// The dialog that takes a line out.
pub const LINE_TITLE: &str = "Take a line out of the brief";
/// Its field.
pub const LINE_FIELD: &str = "the line";
/// Why it is needed.
pub const LINE_NEEDED: &str = "Choose the line that the next run must not get.";

/// A line to choose: what it is, what it says, and whether it is out already.
pub fn line_label(kind: &str, text: &str, out: bool) -> String {
    if out { format!("{kind}, out; puts it back: {text}") } else { format!("{kind}: {text}") }
}
