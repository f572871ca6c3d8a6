//! Reasons that hold for every runtime: who has the session open, what still lives, what nobody knows the outcome of, what was lost.

use super::Known;
use crate::model::{
    ActionResult, Belongs, Cause, Commit, FailureKind, Product, ProductKind, Resumable, Says, Session, Sign, SignKind,
    Timestamp, Trace, What, count, ends_before, ours,
};

/// A text in a reason is cut at this length.
const SHORT: usize = 120;

/// What the services say of a history in which calls and results do not fit together, or a block was changed.
const BROKEN_HISTORY: &[&str] = &[
    "`tool_use` ids were found without",
    "tool_use ids were found without",
    "unexpected `tool_use_id`",
    "unexpected tool_use_id",
    "`tool_use` ids must be unique",
    "No tool output found for function call",
    "No tool call found for",
    "must be followed by tool messages",
    "must be a response to a preceeding message",
    "must be a response to a preceding message",
    "function response parts is equal to the number of function call parts",
    "function call turn comes immediately after",
    "blocks in the latest assistant message cannot be modified",
    "Expected `thinking` or `redacted_thinking`",
    "provided without its required",
    "tool_call_id",
];

/// Reasons by what they decide.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    no: Vec<String>,
    later: Option<(Timestamp, String)>,
    conditions: Vec<String>,
    notes: Vec<String>,
}

impl Reasons {
    /// It cannot be resumed.
    pub(crate) fn no(&mut self, why: impl Into<String>) {
        self.no.push(why.into());
    }

    /// It can from a known time on.
    pub(crate) fn later(&mut self, at: Timestamp, why: impl Into<String>) {
        self.later = Some((at, why.into()));
    }

    /// It can, but should not before this is settled.
    pub(crate) fn condition(&mut self, why: impl Into<String>) {
        self.conditions.push(why.into());
    }

    /// What a resumed session will not know, and other facts that decide nothing.
    pub(crate) fn note(&mut self, what: impl Into<String>) {
        self.notes.push(what.into());
    }

    pub(super) fn into_session(self, command: Option<String>) -> Session {
        let resumable = if !self.no.is_empty() {
            Resumable::No
        } else if self.later.is_some() {
            Resumable::Later
        } else if !self.conditions.is_empty() {
            Resumable::Conditional
        } else {
            Resumable::Yes
        };
        let after = self.later.as_ref().filter(|_| resumable == Resumable::Later).map(|(at, _)| *at);
        let later = self.later.map(|(_, why)| why);
        let why = self.no.into_iter().chain(later).chain(self.conditions).chain(self.notes).collect();
        Session { resumable, why, after, command: command.filter(|_| resumable != Resumable::No) }
    }
}

/// The reasons that hold for every runtime.
pub(super) fn common(known: &Known<'_>, reasons: &mut Reasons) {
    stored(known, reasons);
    living(known, reasons);
    ended(known, reasons);
    open(known, reasons);
    lost(known, reasons);
    unknown_to_it(known, reasons);
}

/// A session without one stored message has nothing to resume.
fn stored(known: &Known<'_>, reasons: &mut Reasons) {
    if known.run.record.is_some() {
        return; // where the session is kept is told by the task's record
    }
    let said = |what: &What| matches!(what, What::Asked { .. } | What::Said { .. } | What::Call(_) | What::Result(_));
    let gone = known.run.transcripts.iter().all(|file| !file.path.exists());
    if known.run.traces.contains(&Trace::ConversationGone) {
        reasons.no("the conversation is stored nowhere any more, only what lay beside it: there is nothing to resume");
    } else if known.run.transcripts.is_empty() || gone {
        reasons.no("the session's file is missing: there is nothing to resume");
    } else if !known.run.events.iter().any(|event| said(&event.what)) {
        reasons.no("no message of the session is stored: there is nothing to resume");
    }
    if known.run.transcripts.iter().any(|file| file.torn_tail) {
        reasons.note(
            "the last record is torn (incomplete, cut while it was written): the resumed session does not have it",
        );
    }
}

fn living(known: &Known<'_>, reasons: &mut Reasons) {
    let signs = &known.liveness.signs;
    let lives = |sign: &&Sign| matches!(sign.says, Says::Alive | Says::Waiting);
    if let Some(agent) = signs.iter().filter(lives).find(|sign| sign.belongs == Belongs::Agent) {
        reasons.no(format!("another process holds the session, it is alive and running: {}", short(&agent.what)));
    }
    if let Some(file) = signs.iter().filter(lives).find(|sign| sign.kind == SignKind::TranscriptGrowth) {
        reasons.no(format!("somebody writes the session now: {}", short(&file.what)));
    }
    let left: Vec<&Sign> = signs.iter().filter(lives).filter(|sign| sign.belongs == Belongs::LeftByRun).collect();
    if let Some(first) = left.first() {
        let more = if left.len() > 1 { format!(", and {} more", left.len() - 1) } else { String::new() };
        reasons.condition(format!("something that the run started is still alive{more}: {}", short(&first.what)));
    }
    for other in signs.iter().filter(lives).filter(|sign| sign.kind == SignKind::OtherRun).take(1) {
        reasons.condition(format!("another agent works in the same tree: {}", short(&other.what)));
    }
    for task in signs.iter().filter(lives).filter(|sign| matches!(sign.kind, SignKind::Task | SignKind::Scheduler)) {
        reasons.condition(format!("it may start by itself: {}", short(&task.what)));
    }
    for hidden in signs.iter().filter(|sign| sign.says == Says::CannotLook) {
        reasons.condition(format!("whether somebody holds it could not be looked at: {}", short(&hidden.what)));
    }
}

/// What the ending itself asks for before another try.
fn ended(known: &Known<'_>, reasons: &mut Reasons) {
    let ending = known.ending;
    let causes = || std::iter::once(ending.cause).chain(ending.also.iter().copied());
    if let Some(at) = ending.retry_after.filter(|at| *at > known.now) {
        reasons.later(at, format!("the limit ends at {}", at.strftime("%Y-%m-%dT%H:%M:%SZ")));
    } else if causes().any(|cause| cause == Cause::UsageLimit) {
        match ending.retry_after {
            Some(at) => reasons.note(format!("the usage limit ended at {}", at.strftime("%Y-%m-%dT%H:%M:%SZ"))),
            None => reasons.condition("the account's usage limit was reached; when it ends is not recorded"),
        }
    }
    for cause in causes() {
        match cause {
            Cause::Auth => reasons.condition("the account was not accepted: log in again first"),
            Cause::Billing => reasons.condition("the account has no credit left: settle that first"),
            Cause::DiskFull => reasons
                .condition("the disk was full (no space, ENOSPC): make space first, and look what was written half"),
            Cause::Refused => refused(known, reasons),
            _ => {}
        }
    }
}

/// A broken history is sent again by every resume, and refused again; any other refusal may have been about the last prompt.
fn refused(known: &Known<'_>, reasons: &mut Reasons) {
    let mut refusals = known.run.events.iter().filter_map(|event| match &event.what {
        What::Error(failure) if failure.kind == FailureKind::Refused && failure.gave_up => {
            Some(failure.message.as_str())
        }
        _ => None,
    });
    let broken = refusals.rfind(|message| BROKEN_HISTORY.iter().any(|words| message.contains(words)));
    if let Some(message) = broken {
        let call = known.run.calls().find(|(_, call, _)| message.contains(&call.id));
        let call = call.map(|(event, ..)| format!(" (event {})", event.id)).unwrap_or_default();
        reasons.no(format!(
            "the history is broken{call}: every request sends it again and is refused again; a fresh run needs a brief"
        ));
    } else {
        reasons.condition("the request itself was refused: the same history is sent again");
    }
}

/// Calls without a result, and outside actions that nobody confirmed.
fn open(known: &Known<'_>, reasons: &mut Reasons) {
    let questions: Vec<&str> = known
        .run
        .calls()
        .filter(|(_, call, _)| matches!(call.deed, crate::model::Deed::Ask { .. }))
        .map(|(event, _, _)| event.id.as_str())
        .collect();
    for pending in &known.ending.pending {
        if questions.contains(&pending.event.as_str()) {
            reasons.note(format!("a question has no answer ({}): nothing ran", short(&pending.command)));
        } else {
            reasons.condition(format!(
                "open call, event {}: {} {} has no result; what it did is not known",
                pending.event,
                pending.tool,
                short(&pending.command)
            ));
        }
    }
    let outside: Vec<&Product> =
        known.products.iter().filter(|product| product.kind == ProductKind::OutsideAction).collect();
    for product in outside.iter().filter(|product| product.result != Some(ActionResult::Ok)) {
        let command = product.command.as_deref().unwrap_or(&product.title);
        let events = if product.made_by.len() == 1 { "event" } else { "events" };
        reasons.condition(format!(
            "outside action {}, {events} {}: nobody confirmed what it did",
            short(command),
            product.made_by.join(", ")
        ));
    }
    let told = outside.iter().filter(|product| product.result == Some(ActionResult::Ok)).count();
    if told > 0 {
        let actions = count(told, "outside action", "outside actions");
        let them = if told == 1 { "it" } else { "them" };
        reasons.condition(format!("{actions} returned without an error, and nobody confirmed {them}"));
    }
}

/// Limits that no later context carries, and whether the run worked on without them.
fn lost(known: &Known<'_>, reasons: &mut Reasons) {
    let lost: Vec<&str> =
        known.constraints.iter().filter(|limit| limit.lost_in_compaction).map(|limit| limit.text.as_str()).collect();
    let ending = known.ending;
    let drifted = ending.cause == Cause::Drifted || ending.also.contains(&Cause::Drifted);
    let one = lost.len() < 2;
    let them = if one { "it" } else { "them" };
    let went_on = format!("the run went on without {them}, and a resumed session does not know {them}");
    if !lost.is_empty() {
        let texts: Vec<String> = lost.iter().take(5).map(|text| format!("\"{}\"", short(text))).collect();
        let were = count(lost.len(), "limit was", "limits were");
        let are = if one { "is" } else { "are" };
        let on = if drifted { format!("; {went_on}") } else { String::new() };
        let texts = texts.join("; ");
        reasons.condition(format!("{were} lost in a compaction and {are} not in its summary{on}: {texts}"));
    } else if drifted {
        reasons.condition(format!("a limit was lost in a compaction; {went_on}"));
    } else if known.run.events.iter().any(|event| matches!(event.what, What::Compaction(_))) {
        reasons.note("the context was replaced by a summary (compaction); files that it had read before are not in it");
    }
}

/// What happened in the tree after the session's last record.
fn unknown_to_it(known: &Known<'_>, reasons: &mut Reasons) {
    let Some(last) = known.run.last_event else { return };
    let later =
        known.tree.commits.iter().filter(|commit| Some(&commit.id) != known.tree.start.as_ref() && commit.at > last);
    let later: Vec<&Commit> = later.collect();
    if !later.is_empty() {
        reasons.note(ends_before(&later, None));
    }
    let changed = known.tree.files.iter().filter(|(path, file)| {
        let differs = file.status != crate::model::FileStatus::Same && !file.only_mode();
        file.changed.is_some_and(|at| at > last) && differs && !ours(path)
    });
    let changed: Vec<String> = changed.map(|(path, _)| path.display().to_string()).collect();
    if !changed.is_empty() {
        let first: Vec<&str> = changed.iter().take(5).map(String::as_str).collect();
        reasons.note(format!(
            "{} changed after its last record, which it does not know: {}",
            count(changed.len(), "file", "files"),
            first.join(", ")
        ));
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHORT {
        return line;
    }
    let head: String = line.chars().take(SHORT).collect();
    format!("{head}…")
}
