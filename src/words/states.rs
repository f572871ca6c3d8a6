//! Words of the four kinds of state: task, session, products, next run.

use super::count;
use super::sort::{OUTCOMES, outcome};
use crate::model::{Closing, Gate, LimitFate, OutsideFound, OutsideOutcome, Resumable, RowVerdict, TaskState};

/// The labels: how it ended, what runs, and the four kinds of state, in their order.
pub const LABELS: [&str; 6] = ["ended", "running", "task", "session", "products", "next run"];

/// How it ended.
pub fn ended(cause: &str, at: Option<String>, after: Option<String>, events: usize) -> String {
    let mut words = cause.to_owned();
    if let Some(at) = at {
        words = format!("{words}, at {at}");
    }
    match after {
        Some(after) => format!("{words}, after {after} and {}", count(events, "event", "events")),
        None => words,
    }
}

/// The agent is gone, things of it are not.
pub fn left(things: &[String]) -> String {
    format!("the agent is gone, {} left: {}", count(things.len(), "thing", "things"), things.join(" · "))
}

/// Nothing was found.
pub fn no_sign(looked: &str) -> String {
    format!("no sign of life; last look {looked}")
}

/// Something could not be looked at.
pub fn cannot_tell(what: &str) -> String {
    format!("cannot tell: {what}")
}

/// What the task says about itself.
pub fn task(name: &str, criteria: usize, people: &[String], plan: Option<(usize, usize)>) -> String {
    let mut words = format!("{name}: goal, {}", count(criteria, "criterion", "criteria"));
    for person in people {
        words = format!("{words}; {person}");
    }
    if let Some((done, of)) = plan {
        words = format!("{words}; plan {done} of {of} done by its own account");
    }
    words
}

/// Who has a part in the task.
pub fn person(part: &str, name: &str) -> String {
    format!("{part} {name}")
}

/// A fact that stands in no event: a rule file states it, or it was measured here.
pub const NO_EVENT: &str = "no event of the record shows it";

/// Nobody is named.
pub const NOBODY: &str = "owner and approver are not named";

/// The state of a task, when the facts decide.
pub fn task_state(state: TaskState) -> Option<&'static str> {
    Some(match state {
        TaskState::Live => "somebody works on it",
        TaskState::Scheduled => "it will start by itself",
        TaskState::Held => "held by a person or a pause",
        TaskState::Board => "owned by the board",
        TaskState::SilentlyDead => "says that it goes on; nothing does",
        TaskState::NoNextStep => "its turn ended without a next step",
        TaskState::InReview => "waits for a review",
        TaskState::Done => "done",
        TaskState::Unknown => return None,
    })
}

/// Whether the session can be resumed.
pub fn resumable(resumable: Resumable, after: Option<String>) -> String {
    match (resumable, after) {
        (Resumable::Yes, _) => "can resume".to_owned(),
        (Resumable::No, _) => "cannot resume".to_owned(),
        (Resumable::Conditional, _) => "can resume, but not yet".to_owned(),
        (Resumable::Later, Some(after)) => format!("can resume from {after} on"),
        (Resumable::Later, None) => "can resume later".to_owned(),
    }
}

/// Whether its record is whole.
pub fn record(torn: usize, unread: usize) -> String {
    match (torn, unread) {
        (0, 0) => "saved and whole".to_owned(),
        (0, unread) => format!("saved, {} of it could not be read", count(unread, "place", "places")),
        (_, _) => "saved, its last line is torn".to_owned(),
    }
}

/// Limits that a compaction lost.
pub fn lost_limits(lost: usize) -> String {
    format!("{} lost in a compaction", count(lost, "limit was", "limits were"))
}

/// The products at a glance.
pub fn products(good: &str, gates: usize, files: (usize, usize), outside: &str) -> String {
    let mut words = format!("last good {good}");
    if gates > 0 {
        words = format!("{words}, {} green", count(gates, "gate", "gates"));
    }
    let (opened, files) = files;
    words = format!("{words}; {} changed since, {opened} opened", count(files, "file", "files"));
    if outside.is_empty() { words } else { format!("{words}; {outside}") }
}

/// Outside actions by what was found out about them: those that nobody looked at first.
pub fn outside(found: &[Option<OutsideOutcome>]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let parts = [(None, "unknown")].into_iter().chain(OUTCOMES.map(|outcome| (Some(outcome), self::outcome(outcome))));
    let parts: Vec<String> = parts
        .filter_map(|(outcome, word)| {
            let many = found.iter().filter(|one| **one == outcome).count();
            (many > 0).then(|| if many == found.len() { word.to_owned() } else { format!("{many} {word}") })
        })
        .collect();
    format!("{}: {}", count(found.len(), "outside action", "outside actions"), parts.join(", "))
}

/// An answer about an outside action, with where was looked and what was seen; `since` is what a review said after it.
pub fn answer(command: &str, found: &OutsideFound, since: Option<&str>) -> String {
    let OutsideFound { outcome, by, place, saw, .. } = found;
    let now = since.map(|since| format!(" {}, {since}; before that:", self::outcome(OutsideOutcome::Happened)));
    let (now, then) = (now.unwrap_or_default(), self::outcome(*outcome));
    format!("{command}:{now} {then}; {by} looked at {place} and saw {saw}")
}

/// A person's word in a review that an action happened, with its note.
pub fn called_met(attempt: u32, by: &str, note: &str) -> String {
    let note = if note.trim().is_empty() { String::new() } else { format!(" ({note})") };
    format!("{by} called it met in the review of attempt {attempt}{note}")
}

/// What stood against resuming was answered.
pub const ANSWERED: &str = "what stood against it was answered";

/// It can resume now.
pub const ALL_ANSWERED: &str = "can resume: what stood against it was answered";

/// The recovery is over.
pub const RESUME_OVER: &str = "the recovery is closed: nothing is left to resume";

/// A state to return to that a person chose.
pub const CHOSEN: &str = "chosen";

/// A state to return to that is not the one that the record of this run proves.
pub fn other_good(good: &str, how: &str, own: &str) -> String {
    format!("{good}, {how}; by this run's own record {own}")
}

/// Whose facts the page shows, with the attempt whose brief that run had; `reviewed` is the run that step 4 reviews where that is
/// another one, with the attempt whose brief it had.
pub fn whose(run: &str, runtime: &str, had: Option<u32>, reviewed: Option<(&str, u32)>) -> String {
    let which = had.map(|attempt| format!("the run that had brief {attempt}"));
    match (which, reviewed) {
        (which, Some((other, attempt))) => {
            let which = which.unwrap_or_else(|| "the run that failed".to_owned());
            format!("{run}, {runtime}: the facts are of {which}; step 4 is about {other}, which had brief {attempt}")
        }
        (Some(which), None) => format!("{run}, {runtime}: {which}"),
        (None, None) => format!("{run}, {runtime}"),
    }
}

/// The state to return to that an attempt has proven since its brief was written.
pub fn proven_since(good: &str, attempt: u32, why: &str, before: Option<&str>) -> String {
    let good = super::sort::short(good);
    let before = before.map(|before| format!("; before it {}", super::sort::short(before))).unwrap_or_default();
    format!("{good}, proven in attempt {attempt}: {}{before}", why.trim_end_matches('.'))
}

/// A last good state without a commit.
pub const CONTENT: &str = "the work tree as it is";

/// A brief that was written: the run that has consumed it, and how its attempt was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Which attempt it is for.
    pub attempt: u32,
    /// The session of the run, shortened.
    pub run: Option<String>,
    /// How it was closed.
    pub closed: Option<Closing>,
}

impl Given {
    /// Whether no next run is left to start.
    pub fn over(&self) -> bool {
        self.closed == Some(Closing::Recovered)
    }

    fn words(&self) -> String {
        let attempt = self.attempt;
        let given = match &self.run {
            Some(run) => format!("brief {attempt} was given to {run}"),
            None => format!("brief {attempt} is written"),
        };
        match self.closed {
            Some(Closing::Recovered) => format!("{given}, closed as recovered: no run is left to start"),
            Some(Closing::NextAttempt) => {
                format!("{given}, closed as next attempt: brief {} is to write", attempt + 1)
            }
            None => given,
        }
    }
}

/// What the next run gets.
pub fn next_run(brief: Option<&Given>, by_itself: &[String]) -> String {
    match brief {
        Some(brief) if brief.over() => brief.words(),
        Some(brief) => format!("{}; by itself it gets {}", brief.words(), given(by_itself)),
        None => format!("no brief; by itself it gets {}", given(by_itself)),
    }
}

/// What the next run gets by itself, as a list; the last is the tree in which it starts.
pub fn given(things: &[String]) -> String {
    match things {
        [] => AS_IT_IS.to_owned(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} and {last}", many.join(", ")),
    }
}

/// It starts in the tree in which the failed run worked.
pub const AS_IT_IS: &str = "the work tree as it is";

/// It starts in a tree that is made for it.
pub fn new_tree(commit: &str) -> String {
    format!("a new work tree at {}", super::sort::short(commit))
}

/// It goes on in the old session.
pub const SESSION: &str = "what its session still knows";

/// The runtime's own plan is carried on.
pub const PLAN: &str = "the saved plan";

/// The title of the page.
pub const TITLE: &str = "four states";

/// The headings and labels of the page.
#[allow(missing_docs, reason = "each is the label it names")]
pub mod label {
    pub const RUN: &str = "run";
    pub const GOAL: &str = "goal";
    pub const PEOPLE: &str = "people";
    pub const PLAN: &str = "plan";
    pub const AVAILABLE: &str = "available";
    pub const RESUME: &str = "resume";
    pub const LOST: &str = "what is lost";
    pub const GOOD: &str = "last good";
    pub const GATES: &str = "gates";
    pub const SINCE: &str = "since then";
    pub const SORTED: &str = "sorted";
    pub const ANSWERED: &str = "answered";
    pub const BRIEF: &str = "brief";
    pub const BY_ITSELF: &str = "by itself";
    pub const WITH_BRIEF: &str = "with a brief";
    pub const AGAINST: &str = "contradicts";
    pub const UNPROVEN: &str = "unproven";
    pub const BROKEN: &str = "broken";
    pub const KEPT: &str = "kept";
    pub const JUDGED: &str = "judged";
}

/// A gate with its colour now, and what made it old.
pub fn gate(gate: &Gate) -> String {
    let last = if gate.red_before() { ", red when it ran last" } else { "" };
    let because = match gate.stale_because.as_slice() {
        [] => String::new(),
        [one] => format!(" ({one})"),
        [one, rest @ ..] => format!(" ({one} and {} more)", rest.len()),
    };
    format!("{}: {}{last}{because}", gate.command, super::steps::gate(gate.state))
}

/// A claim that its record does not prove.
pub fn claim_against(claim: &str, why: &str) -> String {
    if why.is_empty() {
        format!("it said \"{claim}\"; no record proves it")
    } else {
        format!("it said \"{claim}\"; {why}")
    }
}

/// A limit that was broken.
pub fn limit_against(limit: &str, by: &str) -> String {
    format!("the limit \"{limit}\" was broken by {by}")
}

/// A broken limit, and what was decided about it.
pub fn limit_told(limit: &str, by: &str, fate: &LimitFate) -> String {
    format!("the limit \"{limit}\", broken by {by}: {}", limit_fate(fate))
}

/// What was decided about what breaks a limit.
pub fn limit_fate(fate: &LimitFate) -> String {
    match fate {
        LimitFate::Open => "nobody decided yet whether it is kept or taken back".to_owned(),
        LimitFate::Step(true) => "the next step takes it back".to_owned(),
        LimitFate::Step(false) => "the next step is about it".to_owned(),
        LimitFate::NotFine(attempt) => {
            format!("a person said in the review of attempt {attempt} that it is not fine: it is to be taken back")
        }
        LimitFate::LeftBehind => "the next run starts from a commit without it".to_owned(),
        LimitFate::Fine(attempt) => {
            format!("kept: a person said in the review of attempt {attempt} that it is fine as it is")
        }
        LimitFate::Usable(why) => format!("kept: a person called it usable all the same: {why}"),
        LimitFate::InDecision => "kept: a decision that a person wrote down is about it".to_owned(),
        LimitFate::TakenOut => "a person took this limit out of the brief".to_owned(),
    }
}

/// A verdict of a person on a claim.
pub fn claim_judged(verdict: RowVerdict, attempt: u32) -> String {
    let word = super::review::verdict(verdict, super::review::kind::CLAIM);
    format!("a person called it {word} in the review of attempt {attempt}")
}

/// A claim with what a person said of it.
pub fn claim_told(claim: &str, judged: &str) -> String {
    format!("it said \"{claim}\"; {judged}")
}

/// The plan wants what a limit forbids.
pub fn plan_against(item: &str, limit: &str) -> String {
    format!("the plan says \"{item}\"; the limit \"{limit}\" forbids it")
}

/// Counts of what changed since last good.
pub fn since(files: (usize, usize), outputs: usize, outside: &str) -> String {
    let (opened, files) = files;
    let mut words = format!("{} changed, {opened} opened", count(files, "file", "files"));
    if outputs > 0 {
        words = format!("{words}, {}", count(outputs, "output", "outputs"));
    }
    if outside.is_empty() { words } else { format!("{words}; {outside}") }
}

/// So many of so many.
pub fn of(done: usize, of: usize) -> String {
    format!("{done} of {of}")
}

/// Whether there is a brief.
pub fn brief(brief: Option<&Given>) -> String {
    match brief {
        None => "none".to_owned(),
        Some(brief) if brief.run.is_none() && brief.closed.is_none() => {
            format!("{}, no run of it is known yet", brief.words())
        }
        Some(brief) => brief.words(),
    }
}

/// What a brief adds.
pub const THE_SAME: &str = "the same, and the brief first";

/// Nothing is lost.
pub const NOTHING_LOST: &str = "nothing that the record shows";

/// No row of the picker is selected.
pub const NO_RUN: &str = "no run is selected";

/// The picker's row is not read yet.
pub const NOT_KNOWN: &str = "this run is still being read";

/// The run is for no task that is on record.
pub const NO_TASK: &str = "no task on record";
