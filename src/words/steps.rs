//! What the rules of the steps answer, in words for people.

use super::count;
use crate::model::{
    AnswerField, Belongs, Blocker, GateChange, GateLacks, GateState, Refusal, Running, Says, Verdict, Waits, Warning,
};

/// Steps 1 to 3 are behind this attempt: a run has its brief.
pub fn behind(attempt: u32) -> String {
    format!("a run has brief {attempt}: nothing is to be done here; 4 reviews what it did")
}

/// The attempt is closed as recovered: whether anything is open, and how it goes on with that; `open` is not always known.
pub fn recovered(attempt: u32, open: Option<usize>) -> String {
    let closed = format!("attempt {attempt} is closed as recovered");
    match open {
        None => format!("{closed}; 4 has its review"),
        Some(0) => format!("{closed}: nothing is open, nothing is to be done"),
        Some(open) => format!(
            "recovered, {} open: z takes it back, then s with next attempt goes on",
            count(open, "thing", "things")
        ),
    }
}

/// Whose a row of step 1 is; `task` is the task's key, if there is one.
pub fn belongs(belongs: Belongs, task: Option<&str>) -> String {
    match belongs {
        Belongs::Agent => "the agent".to_owned(),
        Belongs::LeftByRun => "left by the run".to_owned(),
        Belongs::NotTheRuns => "not the run's".to_owned(),
        Belongs::SessionFile => "session file".to_owned(),
        Belongs::WorkTree => "work tree".to_owned(),
        Belongs::OtherAccounts => "other accounts".to_owned(),
        Belongs::Task => task.map_or_else(|| "task".to_owned(), |key| format!("task {key}")),
    }
}

/// What a sign says.
pub fn says(says: Says) -> &'static str {
    match says {
        Says::Alive => "alive",
        Says::Waiting => "waiting",
        Says::Quiet => "quiet",
        Says::Nothing => "nothing",
        Says::CannotLook => "cannot look",
    }
}

/// What all signs together say.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Alive => "alive",
        Verdict::Waiting => "waiting",
        Verdict::NoSignOfLife => "no sign of life",
        Verdict::CannotTell => "cannot tell",
    }
}

/// Whether something still runs, in the picker.
pub fn running(running: Running) -> String {
    match running {
        Running::Alive => "alive".to_owned(),
        Running::Left(left) => format!("{left} left"),
        Running::Waiting => "waiting".to_owned(),
        Running::NoSign => "no sign".to_owned(),
        Running::CannotTell => "cannot tell".to_owned(),
    }
}

/// Where work waits, in the picker.
pub fn waits(waits: &Waits) -> String {
    match waits {
        Waits::Confirm => "1 confirm".to_owned(),
        Waits::Sort(None) => "2 sort".to_owned(),
        Waits::Sort(Some(left)) => format!("2 sort {left} left"),
        Waits::Assign => "3 assign".to_owned(),
        Waits::ToWrite(attempt) => format!("write brief {attempt}"),
        Waits::Brief(attempt) => format!("brief {attempt} waits"),
        Waits::Review => "4 review".to_owned(),
        Waits::Recovered => "recovered".to_owned(),
    }
}

/// The colour of a gate.
pub fn gate(state: GateState) -> &'static str {
    match state {
        GateState::Green => "green",
        GateState::Red => "red",
        GateState::Stale => "stale",
        GateState::NotRun => "not run",
    }
}

/// Why something cannot be done to a row now, with what to do instead.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotOpened { of: 0, .. } => "nobody opened it: open it, or type where you saw it".to_owned(),
        Refusal::NotOpened { seen, of } => format!("read {seen} of {of}: where did you see the rest?"),
        Refusal::Acknowledge(checks) => format!("usable in spite of this? {}", checks.join(" · ")),
        Refusal::NoWhy => "a check failed: say why it is usable all the same".to_owned(),
        Refusal::NoGap => "partial needs at least one gap: what is missing?".to_owned(),
        Refusal::NoReason => "it needs a reason, or where to look".to_owned(),
        Refusal::OutsideIsAnswered => "outside actions stay unknown until someone looked: a answers".to_owned(),
        Refusal::NotOutside => "only outside actions are answered; u, p and x sort this".to_owned(),
        Refusal::AnswerIncomplete(fields) => {
            let field = |field: &AnswerField| match field {
                AnswerField::By => "who looked",
                AnswerField::Place => "where",
                AnswerField::Saw => "what was seen",
            };
            format!("still empty: {}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Refusal::BaseIsRead => "base is sorted by opening its summary: last good holds it".to_owned(),
        Refusal::NothingThere => "it was expected and is not there: nothing to sort".to_owned(),
        Refusal::DecidedInConfirm => "processes are decided in step 1".to_owned(),
        Refusal::Gone => "it is not there any more: look again".to_owned(),
        Refusal::NoAnswerWanted => "this row wants no answer".to_owned(),
        Refusal::Blocked(blockers) => not_settled(blockers),
        Refusal::ProofNotSeen => "open its proof first".to_owned(),
        Refusal::AttemptClosed(attempt, outcome) => super::review::is_closed(*attempt, *outcome),
    }
}

/// The line that says why a step is not settled.
pub fn not_settled(blockers: &[Blocker]) -> String {
    format!("not settled: {}", blockers.iter().map(blocker).collect::<Vec<_>>().join(", "))
}

/// One reason why a step is not settled, or an attempt not recovered.
pub fn blocker(blocker: &Blocker) -> String {
    match blocker {
        Blocker::SignsUnanswered { says: Says::CannotLook, rows } => format!("{rows} could not be looked at"),
        Blocker::SignsUnanswered { says: word, rows } => {
            format!("{} {}", count(*rows, "row says", "rows say"), says(*word))
        }
        Blocker::NotConfirmed => "nobody confirmed that nothing is running".to_owned(),
        Blocker::Withdrawn(why) => format!("withdrawn, a new sign of life: {why}"),
        Blocker::Unsorted { not_read, in_part, read } => {
            let parts = [(*not_read, "not read"), (*in_part, "read in part"), (*read, "read")];
            let parts: Vec<String> =
                parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
            format!("{} to sort: {}", not_read + in_part + read, parts.join(", "))
        }
        Blocker::NoStep => "no next step".to_owned(),
        Blocker::NoAgent => "nobody gets the step".to_owned(),
        Blocker::NoCriterion => "no criterion".to_owned(),
        Blocker::NoApprover => "no approver".to_owned(),
        Blocker::StartNotOffered => "the chosen start is not possible any more".to_owned(),
        Blocker::NotConsumed => "no run has consumed the brief yet".to_owned(),
        Blocker::HashMismatch => "the brief that the run read differs from the one that was written".to_owned(),
        Blocker::StillRunning(word) => format!("the run may still be running: {}", verdict(*word)),
        Blocker::Gate { name, known: true, .. } => {
            format!("gate {name}: green in the brief, but known to be red before this run, and still red")
        }
        Blocker::Gate { name, now, change: GateChange::Regressed, .. } => {
            format!("gate {name}: green in the brief, now {}", gate(*now))
        }
        Blocker::Gate { name, lacks: GateLacks::Comparable, .. } => {
            format!("gate {name}: green in the brief, now green on tests that the run changed: not comparable")
        }
        Blocker::Gate { name, lacks: GateLacks::Seen, .. } => {
            format!("gate {name}: green in the brief, now not proven (nobody saw its result)")
        }
        Blocker::Gate { name, now, .. } => format!("gate {name}: green in the brief, now not proven ({})", gate(*now)),
        Blocker::Limit { limit, by } if by.is_empty() => format!("limit broken: {limit}"),
        Blocker::Limit { limit, by } => format!("limit broken: {limit} (by {})", by.join("; ")),
        Blocker::NextAttempt => "closed as next attempt".to_owned(),
        Blocker::LimitBefore { limit, decided } => {
            let how = if *decided { "and still not fine" } else { "nobody decided" };
            format!("limit broken before this run, {how}: {}", limit.trim_end_matches('.'))
        }
        Blocker::Outside { command } => format!("outside action that nobody confirmed: {command}"),
        Blocker::OutsideStep { location, allowed: false } => format!("changed outside the step: {location}"),
        Blocker::OutsideStep { location, allowed: true } => {
            format!("changed, and the step does not name it: {location}")
        }
        Blocker::Claim { text } => format!("{}: {text}", super::review::CLAIM_AGAINST),
        Blocker::NotFine { what } => format!("not fine: {what}"),
        Blocker::CriterionNotMet { text } => format!("criterion not met: {text}"),
        Blocker::CriteriaNotLookedAt { left, of } => {
            format!("{left} of {} without a verdict", count(*of, "criterion", "criteria"))
        }
        Blocker::NotApproved { approver } if approver.is_empty() => "nobody is named to approve".to_owned(),
        Blocker::NotApproved { approver } => format!("not approved by {approver}"),
    }
}

/// What is doubtful about a next step.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::RestatesGoal => "it says the goal again: name one piece of it".to_owned(),
        Warning::Bundles(pieces) => format!("it bundles {} things: {}", pieces.len(), pieces.join(" · ")),
        Warning::NobodyOpened(file) => format!("nobody opened {file}"),
        Warning::SeenInPart(file, part) => {
            format!("{file}: {} of {} seen by {}", part.lines, count(part.of, "line", "lines"), part.by)
        }
        Warning::TouchesUnconfirmed(command) => {
            format!("it touches an outside action that nobody confirmed: {command}")
        }
        Warning::AgainstLimit(limit) => format!("a limit forbids it: {limit}"),
        Warning::LimitUndecided(limit) => format!("limit broken, nobody decided to keep or take it back: {limit}"),
        Warning::CannotBeChecked(criterion) => format!("how would one see it? {criterion}"),
        Warning::ApproverIsAgent(name) => format!("{name} would approve its own work"),
        Warning::SaidByCommit(commit) => {
            format!("a commit of the run says that this is done: {commit}; look at it first")
        }
        Warning::NotConverging(times) => {
            format!(
                "{times} attempts did not close this gap: retrying is not converging; start from last good (f changes the start)"
            )
        }
        Warning::NotInStart { file, commit } => {
            let commit = super::sort::short(commit);
            format!("{file} is not in {commit}: a new tree begins without it (f changes the start)")
        }
        Warning::OtherwiseInStart { file, commit } => {
            let commit = super::sort::short(commit);
            format!(
                "{file} is not in {commit} as it lies here: what the step is about may not be in a new tree (f changes the start)"
            )
        }
        Warning::ProgressNotInStart { lost, commit } => {
            let commit = super::sort::short(commit);
            format!("checked, and not in {commit}: {} (f changes the start)", lost.join(", "))
        }
        Warning::ResumeAgainst(why) => format!("resuming is not advised: {}", why.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_to_do_instead() {
        let part = Refusal::NotOpened { seen: 18, of: 420 };
        assert_eq!(refusal(&part), "read 18 of 420: where did you see the rest?");
        let blocked = Refusal::Blocked(vec![
            Blocker::SignsUnanswered { says: Says::Alive, rows: 2 },
            Blocker::SignsUnanswered { says: Says::CannotLook, rows: 1 },
        ]);
        assert_eq!(refusal(&blocked), "not settled: 2 rows say alive, 1 could not be looked at");
    }
}
