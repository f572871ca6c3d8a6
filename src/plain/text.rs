//! The words of the answers for people who read them in a pipe or on a dumb terminal.

mod decided;
mod gates;
mod limits;
mod packet;
mod product;
mod review;
mod task;

use std::fmt::Write;
use std::path::Path;

use crate::model::{
    Answered, Decided, Ending, Facts, Found, Gate, GateState, LastGood, Liveness, Problem, Resumable, Unseen, Verdict,
    short_session,
};
use crate::sources::NotFound;
use crate::steps::compose::{self, Resume};
use crate::widgets::clean;
use crate::words;

pub use decided::{Told, decided};
use product::product;

pub use review::review;

pub use packet::{NotGreen, checkpoint, checkpoint_red, form, half_way, no_packet, packet, packet_written};

pub use task::{not_on_task, task};

pub use gates::{began, gates_failed, hook, laid, no_gates, no_hook_input, no_last_good, over};

/// The runs, one a line.
pub fn list(rows: &[&Found], all: usize, problems: &[Problem], home: &Path) -> String {
    let mut out = String::new();
    for row in rows {
        let when = row.last_event.map_or_else(|| "no time".to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string());
        let tree = row.cwd.as_ref().map_or_else(String::new, |cwd| cwd.display().to_string());
        let title = row.problem.as_deref().or(row.title.as_deref()).unwrap_or("no title");
        add(
            &mut out,
            &format!("{when}  {:<11}  {}  {}  {}", row.runtime.word(), row.session, line(&tree), line(title)),
        );
    }
    if rows.is_empty() {
        add(&mut out, &format!("No runs below {}. lastgood demo shows one that it carries with it.", home.display()));
    } else if rows.len() < all {
        add(&mut out, &format!("{} older runs are not shown: --all", all - rows.len()));
    }
    for problem in problems {
        add(&mut out, &format!("! {}: {}", line(&problem.place), line(&problem.what)));
    }
    out
}

/// What can be found out about one run, with what people decided about each thing beside it.
pub fn facts(facts: &Facts, decided: &Decided) -> String {
    let mut out = String::new();
    let run = &facts.run;
    add(&mut out, &format!("{} session {}", run.runtime.name(), run.session));
    if let Some(cwd) = &run.cwd {
        let branch = run.branch.as_deref().map_or_else(String::new, |branch| format!(", branch {branch}"));
        add(&mut out, &line(&format!("in {}{branch}", cwd.display())));
    }
    if let Some(goal) = facts.task.goal.as_ref().or(run.goal.as_ref()) {
        add(&mut out, &format!("goal: {}", line(goal)));
    }
    // Step 1 is about one run: that its end was confirmed says nothing of the others of its recovery.
    let asked = decided.dead_run().is_none_or(|dead| dead.session == run.session);
    liveness(&mut out, &facts.liveness, asked.then_some(decided));
    ending(&mut out, &facts.ending);
    session(&mut out, facts, decided);
    last_good(&mut out, &facts.last_good);
    section(&mut out, "Gates", facts.gates.iter().map(|one| facts.run.numbered(&gate(one))));
    section(&mut out, "Work products", facts.products.iter().map(|one| product(one, facts, decided)));
    section(&mut out, "Limits", limits::limits(facts, decided).into_iter());
    section(&mut out, "Claims", facts.claims.iter().map(|claim| limits::claim(claim, facts, decided)));
    section(&mut out, "Problems", facts.problems.iter().map(|problem| format!("{}: {}", problem.place, problem.what)));
    out
}

fn liveness(out: &mut String, liveness: &Liveness, decided: Option<&Decided>) {
    let confirmed = decided.and_then(|decided| decided.settled.get(&crate::model::Step::Confirm));
    let you = if decided.is_some() { ". You decide." } else { "" };
    let quiet = confirmed.map_or_else(
        || format!("no sign of life{you}"),
        |(by, at)| format!("no sign of life; confirmed by {}, {}", line(by), decided::at(*at)),
    );
    add(
        out,
        &format!(
            "\nIs it running? {}",
            match liveness.verdict {
                Verdict::Alive => "alive",
                Verdict::Waiting => "waiting",
                Verdict::NoSignOfLife => quiet.as_str(),
                Verdict::CannotTell => "cannot tell",
            }
        ),
    );
    for sign in &liveness.signs {
        let says = words::steps::says(sign.says);
        add(out, &format!("  {says:<12}  {}", line(&sign.what)));
    }
}

fn ending(out: &mut String, ending: &Ending) {
    let also: Vec<&str> = ending.also.iter().map(|cause| cause.word()).collect();
    let also = if also.is_empty() { String::new() } else { format!(" (also {})", also.join(", ")) };
    add(out, &format!("\nHow it ended: {}{also}. {}", ending.cause.word(), line(&ending.why)));
    for call in &ending.pending {
        add(out, &format!("  no result: {} {}", call.tool, line(&call.command)));
    }
}

fn session(out: &mut String, facts: &Facts, decided: &Decided) {
    let open = match compose::resume(facts, decided) {
        Resume::Over => return add(out, &format!("Can it be resumed? {}.", words::states::RESUME_OVER)),
        Resume::Answered => return add(out, &format!("Can it be resumed? yes: {}.", words::states::ANSWERED)),
        Resume::Stands(open) => open,
    };
    let answer = match facts.session.resumable {
        Resumable::Yes => "yes",
        Resumable::No => "no",
        Resumable::Conditional => "not before this is settled",
        Resumable::Later => "later",
    };
    add(out, &format!("Can it be resumed? {answer}. {}", line(&open.join("; "))));
}

fn last_good(out: &mut String, good: &LastGood) {
    let what = match (&good.commit, &good.subject) {
        (Some(commit), Some(subject)) => format!("{} {subject}", commit.get(..9).unwrap_or(commit)),
        (Some(commit), None) => commit.get(..9).unwrap_or(commit).to_owned(),
        _ => "no commit".to_owned(),
    };
    add(out, &line(&format!("Last good: {what}. {}", good.why)));
}

fn gate(gate: &Gate) -> String {
    let colour = words::steps::gate(gate.state);
    // What it was when it ran last, and that it was run at all, is said beside its colour.
    let red = gate.red_before().then(|| "red when it ran last".to_owned());
    let unseen = gate.unseen.last().filter(|_| gate.state == GateState::NotRun).map(Unseen::told);
    let old = (!gate.stale_because.is_empty()).then(|| gate.stale_because.join(", "));
    let told: Vec<String> = [red, unseen, old].into_iter().flatten().collect();
    let told = if told.is_empty() { String::new() } else { format!(" ({})", told.join("; ")) };
    let colour =
        if gate.state == GateState::NotRun && !gate.unseen.is_empty() { words::review::UNSEEN } else { colour };
    format!("{colour:<7}  {}{told}", gate.command)
}

/// Nothing, or more than one run, goes by this name.
pub fn not_found(none: &NotFound) -> String {
    if let Some(why) = &none.why {
        return format!("{}: {}", line(&none.query), line(why));
    }
    let asked = line(&none.query);
    let path = Path::new(&none.query);
    let none_such = if path.is_dir() {
        format!("{asked} is a folder in which no run worked.")
    } else if path.is_file() {
        format!("{asked} is no transcript that lastgood knows.")
    } else if asked.is_empty() || asked.contains(' ') {
        format!("No run goes by \"{asked}\".")
    } else {
        format!("No run goes by {asked}.")
    };
    let unread = none.unread.iter().fold(String::new(), |text, problem| {
        format!("{text}\nNot everything could be read: {}: {}", line(&problem.place), line(&problem.what))
    });
    let first = if none.several {
        format!("Several runs begin with {asked}. Type more of it:")
    } else if none.nearest.is_empty() {
        return format!("{none_such} lastgood list --all shows those that there are.{unread}");
    } else {
        format!("{none_such} The nearest:")
    };
    none.nearest.iter().fold(first, |text, name| format!("{text}\n  {}", line(name))) + &unread
}

/// A run of which nothing can be read cannot be opened.
pub fn unreadable(name: &str, why: &str) -> String {
    format!("{} cannot be opened: {}", line(name), line(why))
}

/// Standard output could not be written.
pub fn not_written(why: &std::io::Error) -> String {
    format!("The answer could not be written to standard output: {why}")
}

fn section(out: &mut String, title: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    if rows.is_empty() {
        return;
    }
    add(out, &format!("\n{title}"));
    for row in rows {
        // Cleaned as a whole: what stands in columns keeps them.
        add(out, &format!("  {}", clean::drawn(&row)));
    }
}

/// Text that is not ours in one line: cleaned as on the screen, white space folded.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    clean::line(&words.join(" "))
}

fn add(out: &mut String, text: &str) {
    // Writing into a String cannot fail.
    let _ = writeln!(out, "{}", text.trim_end());
}

/// The brief that was written cannot be read.
pub fn brief_gone(attempt: u32, why: &std::io::Error) -> String {
    format!("could not read brief {attempt}, which was written: {why}. Open the run and write it again (b, then w).")
}

/// The next run has no brief yet.
pub fn no_brief_yet(called: &str) -> String {
    format!(
        "no brief has been written for this run yet: open it, take the four steps, and write the brief (w)\n  {called}"
    )
}

/// The brief was given to a run already; how far that one got is seen in step 4.
pub fn consumed_already<'o>(
    called: &str,
    attempt: u32,
    session: &str,
    others: impl IntoIterator<Item = &'o str>,
) -> String {
    let short = short_session(session, others);
    let name = if short.len() < session.len() { format!("{short}…") } else { session.to_owned() };
    format!(
        "brief {attempt} was already consumed by {name}; open the run and review it (step 4), or\n  {}",
        review_command(called, session)
    )
}

fn review_command(called: &str, session: &str) -> String {
    format!("{called} review {}", words::app::shell_word(&line(session)))
}

/// Nothing is left to start.
pub fn recovered_already(called: &str, session: Option<&str>) -> String {
    let or = session.map(|session| format!(", or\n  {}", review_command(called, session))).unwrap_or_default();
    format!(
        "this recovery is closed as recovered: no run is left to start; open the run to look at its review (step 4){or}"
    )
}

/// Something of the run still lives.
pub fn alive(signs: &[&str]) -> String {
    let mut out = "the next run must not start: something of the last one says alive".to_owned();
    for sign in signs {
        let _ = write!(out, "\n  {}", line(sign));
    }
    out
}

/// The run may go on by itself, or when somebody answers it.
pub fn waiting(signs: &[&str]) -> String {
    let mut out =
        "the last run may go on: something of it says waiting, and nobody answered that in step 1:".to_owned();
    for sign in signs {
        let _ = write!(out, "\n  {}", line(sign));
    }
    out
}

/// Things of the run still live, and a person said why they may be ignored.
pub fn alive_and_answered(answers: &[(&str, &Answered)]) -> String {
    let mut out = "something of the last run still says alive; each was answered in step 1:".to_owned();
    for (sign, answer) in answers {
        let _ = write!(out, "\n  {}\n    answered by {}: {}", line(sign), line(&answer.by), line(&answer.reason));
    }
    out
}

/// No prompt of the run holds a brief.
pub fn no_brief_in(called: &str, session: &str) -> String {
    format!(
        "no brief stands in the prompts of {session}.\nIf it is the run that failed, its four steps come first: lastgood opens it, w writes the brief, and the next run is what is reviewed.\nIf it is the next run, name the brief that it was to follow:\n  {} --brief FILE",
        review_command(called, session)
    )
}

/// The run is the failed one of a recovery, and its brief was given to another.
pub fn given_to(called: &str, session: &str, consumers: &[String]) -> String {
    let lines = consumers.iter().map(|next| format!("\n  {}", review_command(called, next)));
    format!(
        "{} is the run that failed. Its brief was given to another run, which is what is reviewed:{}",
        line(session),
        lines.collect::<String>()
    )
}

/// Nothing says whose runs are meant.
pub const NO_HOME: &str = "HOME is not set, so that nothing says whose runs are meant. Name the home: --home DIR";

/// The brief that a run was given is not kept here.
pub fn brief_elsewhere(recovery: &str, attempt: u32, why: &str) -> String {
    format!("brief {attempt} of {recovery} could not be read here ({why}); name its file: --brief FILE")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ProductKind, Suggest, build};

    #[test]
    fn who_has_decided_is_not_told_to_decide() {
        let run = build::facts();
        assert!(facts(&run, &Decided::default()).contains("no sign of life. You decide."));
        let confirmed = build::decided([crate::model::Op::Settle { step: crate::model::Step::Confirm }]);
        let text = facts(&run, &confirmed);
        assert!(text.contains("no sign of life; confirmed by ") && !text.contains("You decide"), "{text}");
        // The one who was confirmed is the dead run: another one of the recovery is neither confirmed nor asked about.
        let (runtime, session) = (run.run.runtime, "another".to_owned());
        let other = crate::model::RunMark { runtime, session, transcript: String::new() };
        let joined = crate::model::Op::Join { run: other, attempt: 0, how: "first".into() };
        let of_other = build::decided([joined, crate::model::Op::Settle { step: crate::model::Step::Confirm }]);
        let text = facts(&run, &of_other);
        assert!(text.contains("no sign of life") && !text.contains("confirmed by") && !text.contains("You decide"));
    }

    #[test]
    fn names_are_cleaned_and_rows_keep_their_columns_and_nothing_is_escaped_for_a_brief() {
        let mut run = build::facts();
        let names =
            ["a\tb.rs", "a\u{1b}[31mb.rs", "a\nb.rs", "\u{202e}ab.rs", "日本.rs", "docs/<!-- keys.md", "it`s.rs"];
        run.products = names.map(|name| build::product(ProductKind::File, name)).into();
        run.products[0].suggest = Suggest::Partial;
        let text = facts(&run, &Decided::default());
        let from = text.find("Work products").expect("the section");
        let rows: Vec<&str> = text[from..].lines().skip(1).take(names.len()).collect();
        assert_eq!(rows.len(), names.len(), "{text}");
        assert!(
            rows.iter().all(|row| row.find(|letter: char| letter.is_alphabetic()).is_some() && &row[9..11] == "  "),
            "{rows:?}"
        );
        assert!(rows[0].starts_with("  partial  a    b.rs"), "{rows:?}");
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
        assert!(
            text.contains("<bidi>ab.rs") && text.contains("docs/<!-- keys.md") && text.contains("it`s.rs"),
            "{text}"
        );
    }
}
