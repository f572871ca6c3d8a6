//! Words that every screen shares: header, message line, refusals.

use std::path::Path;
use std::time::Duration;

use crate::model::{Op, Step, Timestamp};

use super::{Clock, count};

/// The window is too small; `need` and `have` are columns and rows.
pub fn too_small(need: (u16, u16), have: (u16, u16)) -> String {
    format!("lastgood needs {} by {}, this is {} by {}", need.0, need.1, have.0, have.1)
}

/// Below it: what works there.
pub const NO_KEYS: &str = "no key counts until it is larger; ctrl-c leaves";

/// In the header: when it was looked last.
pub fn looked(at: &str) -> String {
    format!("looked {at}")
}

/// In the header: somebody else holds the recovery.
pub fn held(by: &str, since: &str, wide: bool) -> String {
    if wide { format!("held by {by} since {since}, read-only here") } else { format!("held by {by}, read-only here") }
}

/// In the header: nothing can be written.
pub fn read_only(why: &str) -> String {
    format!("read-only: {why}")
}

/// Above the footer: who holds it, where, since when.
pub fn held_line(by: &str, host: &str, since: &str) -> String {
    format!("held: decisions are {by}'s, on {host}, since {since}   : take over")
}

/// In every header: something of the run spoke up after the confirmation.
pub fn new_sign(what: &str) -> String {
    format!("new sign of life: {what}")
}

/// An action cannot be done now.
pub fn not_now(why: &str) -> String {
    format!("not now: {why}")
}

/// A paste outside a text field.
pub fn paste_ignored() -> String {
    "pasted text was ignored: no text field is open".to_owned()
}

/// Nothing is open yet.
pub fn open_a_run_first() -> String {
    "open a run first".to_owned()
}

/// A run is being read.
pub fn opening(title: &str) -> String {
    format!("reading {title} …")
}

/// Keys that were pressed while a run is being read.
pub fn held_keys(keys: usize, full: bool) -> String {
    let waits = count(keys, "key waits", "keys wait");
    if full {
        format!("reading …; {waits}, what is typed now is dropped")
    } else {
        format!("reading …; {waits} until it is open")
    }
}

/// Keys that waited for the run, and were not pressed in it.
pub fn dropped_keys(keys: usize) -> String {
    let they = if keys == 1 { "it" } else { "they" };
    format!(
        "{} dropped: what {they} would do was not on screen yet",
        count(keys, "waiting key was", "waiting keys were")
    )
}

/// Something was written elsewhere: what, where, and what comes next. Files of one folder are named together.
pub fn written(what: &[String], clock: &Clock, next: &str) -> String {
    let mut folders: Vec<(Option<&Path>, Vec<String>)> = vec![];
    for one in what {
        let path = Path::new(one);
        let folder = path.parent().filter(|_| path.is_absolute());
        let name = folder.and(path.file_name()).map_or_else(|| one.clone(), |name| name.to_string_lossy().into_owned());
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, names)) => names.push(name),
            None => folders.push((folder, vec![name])),
        }
    }
    let parts = folders.iter().map(|(folder, names)| {
        let names = names.join(" and ");
        folder.map_or_else(|| names.clone(), |folder| format!("{names} in {}", clock.path(folder)))
    });
    let parts: Vec<String> = parts.collect();
    format!("written: {}. {next}", parts.join("; ")).trim_end().to_owned()
}

/// What stands where a command belongs may be a run.
pub const NO_COMMAND: &str =
    "A run is no command: lastgood open RUN opens it on the screen, lastgood inspect RUN prints it.";

/// What was undone or redone, and how it stands now.
pub fn undone(redo: bool, what: &str) -> String {
    format!("{}: {what}", if redo { "done again" } else { "undone" })
}

/// Decisions that are on disk, and how they are taken back.
pub fn written_down(kinds: &[&str], entries: usize) -> String {
    let back = if entries > 1 { "z undoes one after the other" } else { "z undo" };
    format!("written down: {} ({back})", kinds.join(", "))
}

/// A product waits for a decision again.
pub fn to_sort_again(title: &str) -> String {
    format!("{title} is to sort again")
}

/// How a product stands now.
pub fn is_now(title: &str, state: &str, redo: bool) -> String {
    format!("{title} is {state}{}", if redo { "" } else { " again" })
}

/// What the answer about an outside action is now.
pub fn answered_now(command: &str, outcome: &str, redo: bool) -> String {
    format!("the answer is {}\"{outcome}\": {command}", if redo { "" } else { "again " })
}

/// Many products at once.
pub fn many_back(count: usize, redo: bool) -> String {
    let products = super::count(count, "product is", "products are");
    format!("{products} {}", if redo { "unknown" } else { "as before" })
}

/// A decision that is about no product, by its kind.
pub fn decision(op: &Op) -> &'static str {
    match op {
        Op::Operator { .. } => "the name of who decides",
        Op::Answer { .. } => "the answer to a sign of step 1",
        Op::Settle { step: Step::Confirm } => "that step 1 is settled",
        Op::Settle { .. } => "that a step is settled",
        Op::LastGood { .. } => "the choice of the last good state",
        Op::Step { .. } => "the next step",
        Op::Criteria { .. } => "the review criteria",
        Op::Approver { .. } => "who approves",
        Op::Keep { .. } => "a line that was kept for the brief",
        Op::Drop { .. } => "a line that was taken out of the brief",
        Op::Section { .. } => "a section that was written by hand",
        Op::Verdict { .. } => "a verdict",
        Op::Approval { .. } => "the approval",
        Op::Close { .. } => "that the attempt is closed",
        Op::Sort { .. } | Op::SortMany { .. } | Op::Outside { .. } => "a decision of step 2",
        Op::Join { .. }
        | Op::Read { .. }
        | Op::Published { .. }
        | Op::Proof { .. }
        | Op::Measured { .. }
        | Op::Salvaged { .. } => "what is on record",
        Op::Withdraw { .. } | Op::TakeOver { .. } | Op::Undo { .. } | Op::Redo { .. } => "an entry of the journal",
    }
}

/// A run could not be opened.
pub fn not_opened(why: &str) -> String {
    format!("could not open it: {why}")
}

/// The next attempt begins with what the one before left.
pub fn attempt_begins(attempt: u32) -> String {
    format!("attempt {attempt} begins with what attempt {0} left; 4 then w writes the note on {0}", attempt - 1)
}

/// A decision could not be written.
pub fn save_failed(why: &str) -> String {
    format!("not saved: {why}")
}

/// Why nothing is decided any more after a decision could not be written, and what helps.
pub fn after_failure(why: &str) -> String {
    format!("{why}; open it again once this is mended")
}

/// Nothing to undo or redo.
pub fn nothing_to_undo(redo: bool) -> String {
    if redo { "nothing to redo".to_owned() } else { "nothing to undo".to_owned() }
}

/// It is looked again, which takes a moment.
pub fn looking() -> &'static str {
    "looking again …"
}

/// It was looked again, so long after the look with which it is compared.
pub fn looked_again(clock: &Clock, at: Timestamp, after: Duration) -> String {
    let minutes = after.as_secs() / 60;
    let after = if minutes > 0 { format!("{minutes} min") } else { format!("{:.1} s", after.as_secs_f64()) };
    format!("looked again at {}, after {after}", clock.seconds(at))
}

/// The mouse was turned on or off.
pub fn mouse(on: bool) -> String {
    if on {
        "mouse on: wheel and click work here, selecting does not (M turns it off)".to_owned()
    } else {
        "mouse off".to_owned()
    }
}

/// The title of the dialog that asks for the operator's name.
pub fn who_title() -> &'static str {
    "who decides here?"
}

/// The field for the operator's name.
pub fn who_field() -> &'static str {
    "name"
}

/// What the operator's name is for.
pub fn who_notes() -> [&'static str; 3] {
    [
        "It is asked because this is the first decision: it is written down with a name.",
        "The name stands beside every decision of this recovery, and in the brief.",
        "Asked once. --as NAME or LASTGOOD_OPERATOR answers it beforehand.",
    ]
}

/// When no name was typed.
pub fn who_needed() -> &'static str {
    "a decision needs a name"
}

/// The title of the dialog that takes a recovery over.
pub fn take_over_title(by: &str) -> String {
    format!("take over from {by}?")
}

/// What taking over means; `pid` is 0 when it is not known.
pub fn take_over_notes(by: &str, host: &str, since: &str, pid: u32) -> [String; 2] {
    let process = if pid == 0 { String::new() } else { format!(", process {pid}") };
    [
        format!("{by} has it open on {host} since {since}{process}."),
        format!(
            "Everything decided stays. {by} becomes a reader, and is told so within seconds. It is written down that you took over."
        ),
    ]
}

/// Nobody else holds the recovery.
pub fn nothing_to_take_over() -> &'static str {
    "nobody else holds this recovery: decisions are yours already"
}

/// We took over.
pub fn took_over(from: &str) -> String {
    format!("taken over from {from}: decisions are yours now")
}

/// Who held the recovery has left.
pub fn holder_left(by: &str) -> String {
    format!("{by} has left: decisions are yours now")
}

/// The recovery was removed from the disk while it was open here.
pub fn gone() -> &'static str {
    "this recovery was removed while it was open here, as when a demo is laid out anew: q, then open the run again"
}

/// The same in the header.
pub fn gone_short() -> &'static str {
    "removed meanwhile"
}

/// Somebody else took over.
pub fn lost(by: &str, host: &str) -> String {
    format!("{by} took this recovery over, on {host}; it is read-only here now")
}

/// A brief is being written.
pub fn writing() -> String {
    "looking again, then writing …".to_owned()
}

/// In a dialog that writes: what esc does.
pub fn do_not_write() -> &'static str {
    "esc  do not write"
}

/// In a dialog that writes: there is nothing to scroll.
pub fn all_shown() -> &'static str {
    "every line is shown: y or esc"
}

/// In a dialog that writes: there is no other way to do it.
pub fn one_way() -> &'static str {
    "there is no other way to do this: y or esc"
}

/// In a dialog that writes: not all of its lines were on screen yet.
pub fn not_all_seen(lines: usize) -> String {
    format!(
        "{} not seen yet: j or space scrolls, and y counts after the last line",
        count(lines, "line was", "lines were")
    )
}

/// The same where `y` would stand.
pub fn y_at_the_end() -> &'static str {
    "y  after the last line"
}

/// In a dialog that writes: what lies there is still being looked at.
pub fn being_looked_at() -> &'static str {
    "looking at what lies there …"
}

/// In a dialog that writes: a file in the way, which is not of this recovery.
pub fn in_the_way() -> &'static str {
    "a file lies there that is not of this recovery: esc, then o chooses another place"
}

/// The same where `y` would stand.
pub fn no_y() -> &'static str {
    "not written here"
}

/// In a dialog that writes: its keys.
pub fn consent_help() -> &'static str {
    "only y does what is listed, and only when all of it was seen; esc does not; j k space scroll, o another way"
}

/// A key that goes to where one is already.
pub fn here() -> &'static str {
    "you are there already"
}

/// A key that does nothing where one is, whether it means something elsewhere or nothing at all.
pub fn no_use() -> &'static str {
    "this key does nothing here now; ? says what does"
}

/// A dialog was closed without a yes.
pub fn nothing_written() -> String {
    "nothing was done".to_owned()
}

/// Beside step 4 while no run has consumed the brief.
pub fn waiting() -> &'static str {
    "waiting"
}

/// A word as a shell reads it back.
pub fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@%+~".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// After the demo was left: where it lies, and the command lines that work on it; `next` is the run that was played after a brief.
pub fn demo(places: [&str; 2], program: &str, called: &str, session: &str, next: Option<&str>) -> String {
    let [place, tree] = places;
    let program = shell_word(program);
    let dead = session.get(..8).unwrap_or(session);
    let mut lines = vec![
        format!("The demo lies here; nothing outside of it was written:\n    {place}"),
        format!("Its work tree:\n    {tree}"),
        format!("The dead run is {dead}."),
    ];
    if let Some(next) = next {
        // The beginning of an id is that of every next run of the demo.
        lines.push(format!("The next run, which read the brief, is {next}."));
    }
    lines.push("Open it again, let the next run play (once the brief is written), remove it:".to_owned());
    lines.push(format!("    {program} demo\n    {program} demo --next\n    {program} demo --reset"));
    lines.push("The commands without a screen find it with two flags:".to_owned());
    lines.push(format!("    {called} inspect {dead}"));
    // What a run was given is not started a second time: it is reviewed.
    let then = next.map_or_else(|| format!("next {dead}"), |next| format!("review {next}"));
    lines.push(format!("    {called} {then}"));
    lines.join("\n")
}

/// No screen can be drawn: which commands do without one.
pub fn no_screen() -> String {
    "no screen can be drawn here; these do without one: lastgood list, inspect RUN, brief RUN, next RUN, review RUN"
        .to_owned()
}

/// The terminal failed.
pub fn no_terminal(why: &str) -> String {
    format!("the terminal could not be used: {why}")
}

/// Nobody could continue us.
pub fn no_shell() -> String {
    "no shell to return to".to_owned()
}

/// The editor or pager failed.
pub fn outside_failed(what: &str, why: &str) -> String {
    format!("{what} failed: {why}")
}

/// What was copied, and where it lies as well.
pub fn copied(what: &str, sent: bool, kept: bool) -> String {
    match (sent, kept) {
        (true, true) => format!("copied (and masked in copied.txt in the state folder): {what}"),
        (true, false) => format!("copied: {what}"),
        (false, true) => format!("too long for the terminal; masked, it is in copied.txt in the state folder: {what}"),
        (false, false) => format!("too long for the terminal: {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_a_sentence_with_where_and_what_next() {
        let (now, zone) = (Timestamp::UNIX_EPOCH, jiff::tz::TimeZone::UTC);
        let clock = Clock { now, zone, home: "/home/mira".into(), host: "devbox".into() };
        let paths = ["/home/mira/.local/r/review-1.md", "/home/mira/.local/r/review-1.json"].map(str::to_owned);
        let said = "written: review-1.md and review-1.json in ~/.local/r. q goes back.";
        assert_eq!(written(&paths, &clock, "q goes back."), said);
        assert_eq!(written(&["2 files kept as refs/a".to_owned()], &clock, ""), "written: 2 files kept as refs/a.");
    }

    #[test]
    fn what_the_demo_says_on_leaving_names_one_next_run() {
        let next = "2ec0c0de-0000-4000-8d00-000000000002";
        let said = demo(["/tmp/d", "/tmp/d/w"], "lastgood", "lastgood --home h", "d3adc0de-0000", Some(next));
        assert!(said.contains("The dead run is d3adc0de.") && said.contains(&format!("read the brief, is {next}.")));
        assert!(said.ends_with(&format!("    lastgood --home h review {next}")), "{said}");
    }
}
