//! Words of step 4 about its end: how the attempt stands, approval, closing, and the closing note.

use super::reused;
use crate::model::{Blocker, Closing, Review};
use crate::words::{count, steps};

/// From where the next attempt starts.
pub fn from(good: &str, chosen: Option<&str>) -> String {
    match chosen {
        Some(commit) => format!("next attempt from   {commit} chosen   ·   {good} last good"),
        None => format!("next attempt from   {good} last good; nothing is reset to it"),
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
    // What is left is asked for with the key that closes.
    if let [Blocker::NotApproved { .. }] = review.blocked.as_slice() {
        return format!("not recovered: {} (s asks for it)", blockers.join(", "));
    }
    // Nobody approves what is not judged yet: until then it is nothing to be warned of.
    let now =
        review.blocked.iter().zip(blockers).filter(|(blocked, _)| !matches!(blocked, Blocker::NotApproved { .. }));
    let now: Vec<&str> = now.map(|(_, words)| words.as_str()).collect();
    let more = if now.len() > 3 { format!(", {} more", now.len() - 3) } else { String::new() };
    format!("not recovered: {}{more}", now[..now.len().min(3)].join(", "))
}

/// What recovered says: about the step of the attempt, never about all that is left.
fn left(open: usize) -> String {
    match open {
        0 => "its criteria are met, nothing is open".to_owned(),
        open => format!("its criteria are met, {} still open", count(open, "thing is", "things are")),
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

/// An attempt before the newest; `kept` when its review is that of the closing.
pub fn is_over(attempt: u32, kept: bool) -> String {
    let of = if kept { "its review as it was then" } else { "what can be said of it now" };
    format!("attempt {attempt} is closed; this is {of}; ] goes on")
}

/// The title of the approval dialog.
pub const APPROVE_TITLE: &str = "approved?";
/// Its fields.
pub const APPROVE_FIELDS: [&str; 2] = ["approver", "how"];
/// The field that says whether it is approved at all, and its ways.
pub const APPROVE_WAY: &str = "approved";
/// Its ways; the second one asks how it is closed.
pub const APPROVE_WAYS: [&str; 2] = ["yes", "no, next attempt"];
/// An approval in another name than the one in the brief.
pub fn approved_by_other(name: &str, approver: &str) -> String {
    format!("recorded: {name} approves. It does not count as the approval: the brief names {approver}")
}
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
    let ends = "recovered: the recovery ends here";
    match open {
        0 => format!("{ends}; nothing is open"),
        1 => format!("{ends}. 1 thing stays open: the closing note names it, no run goes on with it"),
        many => format!("{ends}. {many} things stay open: the closing note names them, no run goes on with them"),
    }
}

/// What closing with a next attempt means for what is open.
pub fn means_next(open: usize) -> String {
    let offers = match open {
        0 => "nothing is open".to_owned(),
        1 => "step 3 offers the open thing again".to_owned(),
        many => format!("step 3 offers the {many} open things again"),
    };
    format!("next attempt: the recovery goes on with sorting what this one left; {offers}")
}

/// The first of what is open.
pub fn first_open(line: &str) -> String {
    format!("open, first: {line}")
}

/// The ways to close.
pub const CLOSE_WORDS: [&str; 2] = ["recovered", "next attempt"];
/// How and when an attempt was closed, and of when its review is.
pub fn closed_then(closing: Closing, at: &str, kept: bool) -> String {
    let how = CLOSE_WORDS[usize::from(closing == Closing::NextAttempt)];
    let of = if kept { "this is its review as it was then" } else { "this is what can be said of it now" };
    format!("Closed as {how} at {at}; {of}")
}
/// When none was chosen.
pub const CLOSE_NEEDED: &str = "left or right: how is it closed?";
/// The title of the dialog that chooses where the next attempt starts.
pub const FROM_TITLE: &str = "from where does the next attempt start?";
/// That it changes nothing by itself.
pub const FROM_NOTE: &str =
    "Nothing is reset to it: step 3 says whether the work tree stays as it is or a new one is made.";
/// Its field.
pub const FROM_FIELD: &str = "commit";

/// The title of the dialog before the closing note is written.
pub const WRITE_TITLE: &str = "write the closing note";
/// What `y` does.
pub const WRITE_YES: &str = "write it";

/// When it cannot be closed as recovered because what speaks for that is not on disk yet.
pub const NOT_ON_DISK: &str = "what was decided is still being written down: s closes once it is on disk";

/// A closing note that lies there and says what is not so any more, with what makes it true again.
pub fn stale_note(place: &str, says: Closing, now: Option<Closing>, goes_there: bool) -> String {
    let how = CLOSE_WORDS[usize::from(says == Closing::NextAttempt)];
    let then = match (now, goes_there) {
        (None, _) => " (s, then w: anew)",
        (Some(_), true) => ": w writes it anew",
        (Some(_), false) => " (o, then w: anew)",
    };
    format!("the note in {place} says {how}{then}")
}

/// The same after the closing was taken back, behind what was undone.
pub fn note_stays(place: &str, says: Closing) -> String {
    let how = CLOSE_WORDS[usize::from(says == Closing::NextAttempt)];
    format!("the note in {place} still says {how}")
}

/// While the run of a new brief is waited for: how the note on the attempt before stands, and where it is written.
pub fn note_of_before(attempt: u32, before: u32, note: Option<bool>) -> String {
    let stands = match note {
        Some(true) => "is written",
        Some(false) => "says what is not so any more",
        None => "is not written",
    };
    format!("attempt {attempt} has no note yet; that on attempt {before} {stands}: [ shows it, w there writes it")
}

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
    let verdict = closing.noted();
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
    lines.extend(review.kept.iter().map(|kept| {
        let loose = kept.what.iter().any(|what| review.uncommitted.iter().any(|file| what.starts_with(file)));
        let loose = if loose { "; it is not committed" } else { "" };
        format!("- kept: {}, although it breaks the limit \"{}\"{loose}", kept.what.join(", "), kept.limit)
    }));
    if !review.uncommitted.is_empty() {
        lines.push(format!("- not committed: {}", review.uncommitted.join(", ")));
    }
    lines.extend(review.closed.iter().map(|line| format!("- closed: {line}")));
    let open: Vec<String> = review.open.iter().map(|one| super::open_unjudged(review, one)).collect();
    lines.push(format!("- still open: {}", list(&open)));
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

/// A size in the write dialog.
pub fn lines(lines: usize) -> String {
    count(lines, "line", "lines")
}
