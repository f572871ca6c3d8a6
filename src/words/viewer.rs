//! Words of the viewer: a product's content, its diff, the transcript.

use crate::model::{Compaction, FailureKind, KeepKind, OutcomeState, ProductKind, Speaker};

use super::count;

/// The views, as they stand in the header.
pub const VIEWS: [&str; 5] = ["whole", "diff", "links", "who wrote it", "transcript"];
/// Words of a task's document, which has revisions and no work tree.
pub mod document {
    /// The views, as they stand in the header.
    pub const VIEWS: [&str; 5] = ["text", "changes", "links", "who wrote it", "transcript"];
    /// The same before and after.
    pub const NO_CHANGE: &str = "equal to the revision that it is compared with: no change to show";
    /// There is nothing to go to.
    pub const ONLY_ONE: &str = "there is only one revision of it";
    /// There is none before.
    pub const OLDEST: &str = "this is the oldest revision on record";
    /// There is none after.
    pub const NEWEST: &str = "this is the newest revision; [ goes to the one before";

    /// Which revision of how many.
    pub fn of(number: u64, of: usize) -> String {
        format!("rev {number} of {of}")
    }

    /// What stands above a comparison.
    pub fn compared(older: u64, newest: u64) -> String {
        format!("rev {older} to rev {newest}: what is gone and what came")
    }

    /// Who wrote a revision.
    pub fn revision(number: u64, of: usize, by: &str, at: &str, said: Option<&str>) -> String {
        let said = said.map(|said| format!(": \"{said}\"")).unwrap_or_default();
        format!("{} by {by}, {at}{said}", self::of(number, of))
    }

    /// What the keys do there.
    pub fn keys(newest: u64, compared: bool) -> String {
        let compare = if compared { "= the text itself".to_owned() } else { format!("= compare with rev {newest}") };
        format!("it does not count as read   [ older   ] newer   {compare}")
    }
}

/// The title of the transcript.
pub const TRANSCRIPT: &str = "transcript";
/// The rule above the checks.
pub const CHECKS: &str = "checks";
/// While the text is being read.
pub const READING: &str = "being read …";
/// A product that has no text to show and no reason was given.
pub const NO_TEXT: &str = "there is no text to show";
/// The same before and after.
pub const NO_CHANGE: &str = "equal to the start of the run: no change to show";
/// The run has no events.
pub const NO_EVENTS: &str = "the run has no events that could be read";

/// A number with separators, as the counts of events need.
pub fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How much of the view was on screen.
pub fn read(seen: usize, of: usize, diff: bool) -> String {
    if of == 0 {
        return String::new();
    }
    let lines = if of == 1 { "line" } else { "lines" };
    format!("read {} of {} {lines}{}", number(seen), number(of), if diff { " of the diff" } else { "" })
}

/// The name of the view of links: how many of them lead where they point.
pub fn links(name: &str, there: usize, of: usize) -> String {
    format!("{name} {there} of {of}")
}

/// A link: what is shown of it, where it points, what is known of that.
pub fn link(shown: &str, target: &str, told: &str) -> String {
    let shown = if shown.is_empty() { String::new() } else { format!("[{shown}]") };
    let parts = [shown.as_str(), target].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    format!("{}   {told}", parts.join(" "))
}

/// Lines that were not on screen yet.
pub fn not_seen(left: usize, diff: bool) -> String {
    match left {
        0 => format!("all {} seen", if diff { "of the diff" } else { "lines" }),
        left => format!("{}{} not seen yet", count(left, "line", "lines"), if diff { " of the diff" } else { "" }),
    }
}

/// The gaps that `p` offers; none, nothing.
pub fn offers(gaps: &[String]) -> String {
    match gaps {
        [] => String::new(),
        [gap] => format!("p offers the gap: {gap}"),
        gaps => format!("p offers {} gaps: {}", gaps.len(), gaps.join("; ")),
    }
}

/// The end of the text is further down.
pub fn to_line(last: usize) -> String {
    format!("(to line {last})")
}

/// Where one is in the queue.
pub fn queue(at: usize, of: usize) -> String {
    format!("{at} of {of}")
}

/// Where one is among the outside actions, which are answered and not counted with what is sorted.
pub fn queue_outside(at: usize, of: usize) -> String {
    format!("outside action {at} of {of}")
}

/// The first line of a diff.
pub fn diff_head(lines: usize, changes: usize, change: &str, since: Option<&str>) -> String {
    let since = since.map(|since| format!(" since {since}")).unwrap_or_default();
    format!("{}, {}, {change}{since}", count(lines, "line", "lines"), count(changes, "change", "changes"))
}

/// The commit at which the run began, as that from which a file is compared.
pub fn run_start(commit: &str) -> String {
    format!("the run's start at {commit}, up to now")
}

/// That commits up to the state to return to changed the file as well, so that not all of the diff came after it.
pub fn good_between(commit: &str) -> String {
    format!("changes up to last good {commit} are in it as well; = compares with that")
}

/// Checks that have no room.
pub fn more_checks(rows: usize) -> String {
    format!("{}: a larger window shows them", count(rows, "more check", "more checks"))
}

/// What the run said about a product.
pub fn said(text: &str) -> String {
    format!("it said  \"{text}\" (a claim)")
}

/// A binary file.
pub fn binary(bytes: &str, version: &str) -> [String; 3] {
    [
        format!("no text: {bytes}, content {version}"),
        "It cannot be read here. Look at it with a program that you trust, then u or p:".to_owned(),
        "you are asked where you saw it.".to_owned(),
    ]
}

/// The file is gone.
pub fn gone() -> &'static str {
    "the file is gone; what was removed stands in the diff"
}

/// A commit in the summary of the base.
pub fn commit(id: &str, at: &str, subject: &str, files: &str) -> String {
    format!("{id}  {at}  {subject}, {files}")
}

/// Why the base counts as good.
pub fn base_head(id: &str, why: &str) -> String {
    format!("{id}: {why}")
}

/// A gate that was green on the base.
pub fn base_gate(gate: &str) -> String {
    format!("green: {gate}")
}

/// How many files a commit changes.
pub fn commit_files(files: usize) -> String {
    count(files, "file", "files")
}

/// How many files of the base are not listed one by one.
pub fn base_note() -> &'static str {
    "What stands here is the state to return to. It is read as a summary and never called usable file by file."
}

/// Which event of how many.
pub fn event(at: usize, of: usize) -> String {
    format!("event {} of {}", number(at), number(of))
}

/// What is found, and which one it is.
pub fn matches(wanted: &str, at: usize, of: usize) -> String {
    if of == 0 { format!("/{wanted}   no match") } else { format!("/{wanted}   match {at} of {of}") }
}

/// No mark before or after the place where one is.
pub fn no_mark(before: bool) -> &'static str {
    if before { "nothing is marked before this" } else { "nothing further is marked" }
}

/// The change to go to is on the screen already.
pub fn mark_in_view(only: bool, before: bool) -> &'static str {
    match (only, before) {
        (true, _) => "the only change is in view",
        (false, false) => "the last change is in view",
        (false, true) => "the first change is in view",
    }
}

/// No match before or after the place where one is.
pub fn no_match(wanted: &str, before: bool) -> String {
    match (wanted, before) {
        ("", _) => "nothing was looked for yet: / finds".to_owned(),
        (wanted, true) => format!("no match of {wanted} before this"),
        (wanted, false) => format!("no further match of {wanted}"),
    }
}

/// Why something that is no file is not compared with the last good state.
pub fn not_compared(kind: ProductKind) -> &'static str {
    match kind {
        ProductKind::Commit | ProductKind::Stash => {
            "a commit stands here as its own diff; files are compared with last good"
        }
        ProductKind::TestOutput => "an output has no earlier text; files are compared with last good",
        ProductKind::OutsideAction | ProductKind::Process => "it left no text here; files are compared with last good",
        _ => "only a file can be compared with the last good state",
    }
}

/// The base is compared with nothing.
pub const BASE_IS_GOOD: &str = "the base is the last good state itself; = compares a file with it";
/// The last good state is no commit.
pub const NO_GOOD_COMMIT: &str = "the last good state is no commit: there is nothing to compare with; o shows the diff";

/// Above a comparison.
pub fn against(path: &str, commit: &str) -> String {
    format!("{path}: last good {commit} (-) against the present content (+)")
}

/// There is no difference.
pub fn equal_to(commit: &str) -> String {
    format!("equal to last good {commit}")
}

/// The text at the last good state is not at hand.
pub fn no_text_at(commit: &str, path: &str) -> String {
    format!("the text at last good is not at hand: git show {commit}:{path}")
}

/// Kinds of events, short.
pub mod kind {
    /// A prompt of a person.
    pub const ASKED: &str = "asked";
    /// Text that the client put in.
    pub const CLIENT: &str = "client";
    /// A prompt of an agent.
    pub const AGENT: &str = "agent";
    /// Text of the agent.
    pub const SAID: &str = "said";
    /// A command.
    pub const RUN: &str = "run";
    /// A change.
    pub const EDIT: &str = "edit";
    /// A file was read.
    pub const READ: &str = "read";
    /// The plan.
    pub const PLAN: &str = "plan";
    /// Another agent was started.
    pub const DELEGATE: &str = "agent";
    /// A question to the person.
    pub const QUESTION: &str = "ask";
    /// A page.
    pub const FETCH: &str = "fetch";
    /// A tool of a server, or any other.
    pub const TOOL: &str = "tool";
    /// An error.
    pub const ERROR: &str = "error";
    /// A limit of turns, time or money.
    pub const LIMIT: &str = "limit";
}

/// Who asked.
pub fn asked(by: Speaker) -> &'static str {
    match by {
        Speaker::Person => kind::ASKED,
        Speaker::Client => kind::CLIENT,
        Speaker::Agent => kind::AGENT,
    }
}

/// How a call went.
pub fn outcome(state: OutcomeState, exit: Option<i32>) -> String {
    match (state, exit) {
        (OutcomeState::Ok | OutcomeState::Failed | OutcomeState::Returned, Some(exit)) => format!("exit {exit}"),
        (OutcomeState::Ok, None) => "returned".to_owned(),
        (OutcomeState::Failed, None) => "failed".to_owned(),
        (OutcomeState::Refused, _) => "refused".to_owned(),
        (OutcomeState::Interrupted, _) => "cut off".to_owned(),
        (OutcomeState::Started, _) => "in the background".to_owned(),
        (OutcomeState::Returned, None) => "end not on record".to_owned(),
    }
}

/// A call without a result.
pub fn no_result() -> &'static str {
    "no result"
}

/// A process of this call is still there.
pub fn still_there() -> &'static str {
    "still there"
}

/// A compaction, as a line of its own.
pub fn compaction(compaction: &Compaction, wide: bool) -> String {
    let tokens = |tokens: u64| if tokens >= 1000 { format!("{} k", tokens / 1000) } else { tokens.to_string() };
    match (compaction.before, compaction.after) {
        (Some(before), Some(after)) if wide => {
            format!("context compacted: {} tokens became a summary of {}", tokens(before), tokens(after))
        }
        (Some(before), Some(after)) => format!("context compacted: {} tokens became {}", tokens(before), tokens(after)),
        (Some(before), None) => format!("context compacted: {} tokens became a summary", tokens(before)),
        _ => "context compacted".to_owned(),
    }
}

/// The plan as it stands.
pub fn plan(done: usize, of: usize) -> String {
    format!("{done} of {of} done, by its own account")
}

/// An error.
pub fn failure(kind: FailureKind, status: Option<u16>, message: &str) -> String {
    let word = match kind {
        FailureKind::Overloaded => "overloaded",
        FailureKind::RateLimit => "rate limit",
        FailureKind::UsageLimit => "usage limit",
        FailureKind::Network => "no connection",
        FailureKind::Server => "server error",
        FailureKind::Refused => "request refused",
        FailureKind::Auth => "not logged in",
        FailureKind::Billing => "no credit",
        FailureKind::ContextFull => "context full",
        FailureKind::DiskFull => "disk full",
        FailureKind::Crash => "client crashed",
        FailureKind::Other => "error",
    };
    match status {
        Some(status) => format!("{word}, status {status}: {message}"),
        None => format!("{word}: {message}"),
    }
}

/// That an event belongs to a sub-agent.
pub fn of_agent(agent: &str) -> String {
    format!("of agent {agent}")
}

/// That an event stands on an abandoned branch of the log.
pub fn abandoned() -> &'static str {
    "rewound: the session no longer knows this"
}

/// What the summary of a compaction hides.
pub fn opaque() -> &'static str {
    "what is carried on is hidden in the record"
}

/// The title of the dialog that keeps a line.
pub const KEEP_TITLE: &str = "keep this line in the brief";
/// Its fields.
pub const KEEP_FIELDS: [&str; 2] = ["as", "line"];
/// When nothing was chosen.
pub const KEEP_NEEDED: &str = "left or right: a limit, a decision or a question?";
/// The kinds in the order of the dialog.
pub const KEEP_KINDS: [KeepKind; 3] = [KeepKind::Limit, KeepKind::Decision, KeepKind::Question];

/// A kind of kept line.
pub fn keep(kind: KeepKind) -> &'static str {
    match kind {
        KeepKind::Limit => "limit",
        KeepKind::Decision => "decision",
        KeepKind::Question => "question",
    }
}

/// Where a kept line stands.
pub fn from_event(number: &str) -> String {
    format!("event {number}")
}

/// The end of the text is in view.
pub fn at_end(base: bool) -> &'static str {
    if base {
        "the end of the summary, which sorts base; u opens what is next, esc back"
    } else {
        "this is the end; u p x sort it and open the next"
    }
}

/// There is only one view.
pub fn one_view() -> &'static str {
    "there is no other view of it"
}

/// The base was read, and one went on: to a row that waits, or, with `None`, to where nothing is left to sort.
pub fn base_done(next: Option<&str>) -> String {
    let next = next.map_or_else(|| "nothing is left to sort".to_owned(), |title| format!("next is {title}"));
    format!("base is sorted, on no pile: last good holds it; {next}")
}

/// What goes on from the base.
pub fn base_keys() -> &'static str {
    "base is sorted, on no pile: its summary was read; u opens what is next"
}

/// The base was not read to its end.
pub fn base_read_on(seen: usize, of: usize) -> String {
    format!("read {seen} of {} of the summary: space pages on", count(of, "line", "lines"))
}

/// There is no line to keep.
pub fn nothing_to_keep() -> &'static str {
    "there is no line here to keep"
}
