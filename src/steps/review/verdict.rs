//! Verdicts, approval, and why an attempt is not recovered.

use std::path::Path;
use std::sync::Arc;

use super::{Against, closed, limit_row, open, same_brief};
use crate::model::{
    Blocker, Brief, Claim, Closing, CriterionVerdict, Decided, Facts, GateChange, GateRow, GateState, Measured, Op,
    Refusal, Review, Reviewed, RowVerdict, Timestamp, Verdict, gate_line, same_gate,
};
use crate::steps::assign;
use crate::steps::text::{files, same_file};

/// A person's verdict on a row; it counts only when the row's proof was on screen as it is now.
pub(super) fn of(against: &Against<'_>, row: &str) -> Option<RowVerdict> {
    let reviewed = against.reviewed()?;
    let verdict = reviewed.verdicts.get(row).and_then(|(verdict, _)| *verdict);
    let seen = reviewed.proofs.contains_key(row)
        && outlived(against.facts, against.brief, against.measured, reviewed, row).is_none();
    verdict.filter(|_| seen)
}

/// What came after the proof of a row was on screen, and makes it another proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since<'a> {
    /// A file of which the row speaks changed: what was seen does not lie there any more.
    Changed(&'a Path),
    /// The gate of which the row speaks was run again.
    RanAgain,
}

/// What came after the proof of a row was on screen, if anything did. Of a closed attempt all stands as it stood when it was closed: what
/// came later takes nothing away, and what did not count then does not count for having been closed.
pub fn outlived<'a>(
    facts: &'a Facts,
    brief: &Brief,
    measured: &[Measured],
    reviewed: &Reviewed,
    row: &str,
) -> Option<Since<'a>> {
    let seen = *reviewed.proofs.get(row)?;
    let closed = reviewed.closed.as_ref().map(|(.., at)| *at);
    let in_time = |at: Timestamp| closed.is_none_or(|closed| at <= closed);
    let later = measured.iter().filter(|result| result.at > seen && in_time(result.at));
    let mut later = later.filter(|result| is_about(row, result, brief, &facts.tree.root));
    later.next().map(|_| Since::RanAgain).or_else(|| changed(facts, brief, row, seen, in_time).map(Since::Changed))
}

/// Whether a row is the one of a gate that was run here, or a criterion that names it.
fn is_about(row: &str, result: &Measured, brief: &Brief, root: &Path) -> bool {
    let ran = gate_line(&result.command);
    match row.split_once(':') {
        Some(("gate", name)) => {
            let line = brief.gates.iter().find(|gate| gate.name == name).map(|gate| gate_line(&gate.command));
            let same = |line: &str| !line.is_empty() && same_gate(&ran, line, Some(root));
            result.name == name || same(name) || line.is_some_and(|line| same(&line))
        }
        Some(("criterion", text)) => !ran.is_empty() && text.contains(&ran),
        _ => false,
    }
}

/// A file of which a row speaks and that changed after its proof was on screen.
fn changed<'a>(
    facts: &'a Facts,
    brief: &Brief,
    row: &str,
    seen: Timestamp,
    in_time: impl Fn(Timestamp) -> bool,
) -> Option<&'a Path> {
    // A gate has a colour of its own, and a claim and a deed are what they were.
    let (_, text) = row.split_once(':').filter(|(kind, _)| ["limit", "step", "gap", "criterion"].contains(kind))?;
    let broken = brief.broken.iter().filter(|broken| limit_row(&broken.limit) == row);
    let mut names: Vec<String> = broken.flat_map(|broken| &broken.files).map(|file| file.path.clone()).collect();
    names.extend(files(text));
    let left = brief.left.iter().filter(|left| left.line == text).flat_map(|left| &left.speaks);
    names.extend(left.filter_map(|one| one.file.clone()));
    let about = |path: &Path| names.iter().any(|name| same_file(name, &path.display().to_string()));
    // What the run itself did is what its review shows.
    let since = facts.run.last_event.map_or(seen, |end| end.max(seen));
    let mut files = facts.tree.files.iter();
    let later = files.find(|(path, state)| state.changed.is_some_and(|at| at > since && in_time(at)) && about(path));
    later.map(|(path, _)| path.as_path())
}

/// What a person said last of a claim of the run with this session, and in the review of which attempt.
pub fn claim_verdict(decided: &Decided, session: &str, claim: &Claim) -> Option<(RowVerdict, u32)> {
    let row = super::claim_row(claim);
    let of_run = |attempt: &u32| decided.runs.iter().any(|(of, run, _)| of == attempt && run.session == session);
    decided.reviews.iter().rev().filter(|(attempt, _)| of_run(attempt)).find_map(|(attempt, review)| {
        let verdict = review.verdicts.get(&row).and_then(|(verdict, _)| *verdict)?;
        review.proofs.contains_key(&row).then_some((verdict, *attempt))
    })
}

/// The entry that gives a row a verdict, or why not.
pub fn set_verdict(
    decided: &Decided,
    attempt: u32,
    row: &str,
    verdict: Option<RowVerdict>,
    note: &str,
) -> Result<Op, Refusal> {
    if let Some((outcome, ..)) = decided.reviews.get(&attempt).and_then(|reviewed| reviewed.closed.as_ref()) {
        return Err(Refusal::AttemptClosed(attempt, *outcome));
    }
    let seen = decided.reviews.get(&attempt).is_some_and(|reviewed| reviewed.proofs.contains_key(row));
    if verdict.is_some() && !seen {
        return Err(Refusal::ProofNotSeen);
    }
    Ok(Op::Verdict { attempt, row: row.to_owned(), verdict, note: note.trim().to_owned() })
}

/// The entry that records the approval. Who records it for somebody else says how it is known.
pub fn approve(attempt: u32, approver: &str, recorded_by: &str, how: &str) -> Result<Op, Refusal> {
    let other = approver.trim() != recorded_by.trim();
    if approver.trim().is_empty() || (other && how.trim().is_empty()) {
        return Err(Refusal::NoReason);
    }
    Ok(Op::Approval { attempt, approver: approver.trim().to_owned(), how: how.trim().to_owned() })
}

/// The entry that closes the attempt, or why it cannot be called recovered. The next attempt is always
/// possible; it starts from a commit, for a reason.
pub fn close(review: &Review, outcome: Closing, from: Option<(String, String)>) -> Result<Op, Refusal> {
    if outcome == Closing::Recovered && !review.blocked.is_empty() {
        return Err(Refusal::Blocked(review.blocked.clone()));
    }
    let (from, why) = from.unzip();
    let (attempt, why) = (review.attempt, why.unwrap_or_default());
    let kept = Some(Arc::new(closed::kept(review)));
    Ok(Op::Close { attempt, outcome, from, why, open: review.open.clone(), review: kept })
}

/// Whether a gate keeps an attempt from being recovered, whatever a person says: what ran green and is only not comparable a person may
/// call fine; red or unproven nobody can. `consumed` is whether the run had the brief.
pub fn keeps_from_recovered(gate: &GateRow, consumed: bool) -> bool {
    not_as_before(gate) && (gate.change == GateChange::Regressed || !consumed || !gate.weakened)
}

/// Whether a gate was green in the brief, and is not proven to be so now.
fn not_as_before(gate: &GateRow) -> bool {
    gate.before == GateState::Green && gate.change != GateChange::Same
}

/// The criterion of a brief that leaves a gate red for what was known before the run.
pub fn leaves_red<'a>(brief: &'a Brief, gate: &GateRow) -> Option<&'a str> {
    let texts = brief.criteria.iter().map(|one| one.text.as_str());
    texts.into_iter().find(|text| assign::leaves_red(text) && text.contains(open::command(gate)))
}

/// Whether a gate is known to have been red when the run began: by a result, or by what the brief says of it.
pub(super) fn was_red(brief: &Brief, gate: &GateRow) -> bool {
    let began = gate.began.as_ref().map(|began| began.state);
    began.map_or_else(|| leaves_red(brief, gate).is_some(), |state| state == GateState::Red)
}

/// Why the attempt is not recovered.
pub(super) fn blockers(against: &Against<'_>, review: &Review) -> Vec<Blocker> {
    let mut blockers = Vec::new();
    if against.consumption.is_none() {
        blockers.push(Blocker::NotConsumed);
    } else if !same_brief(against) {
        blockers.push(Blocker::HashMismatch);
    }
    let liveness = against.facts.liveness.verdict;
    if against.consumption.is_some() && matches!(liveness, Verdict::Alive | Verdict::Waiting) {
        blockers.push(Blocker::StillRunning(liveness));
    }
    let fine = |row: &str| of(against, row) == Some(RowVerdict::Met);
    let speaks = |gate: &&GateRow| keeps_from_recovered(gate, against.consumption.is_some()) || !fine(&gate.row);
    let gates = review.gates.iter().filter(|gate| not_as_before(gate)).filter(speaks);
    blockers.extend(gates.map(|gate| Blocker::Gate {
        name: gate.name.clone(),
        now: gate.now,
        change: gate.change,
        known: gate.now == GateState::Red && was_red(against.brief, gate),
        lacks: gate.lacks(),
    }));
    let limits = review.limits_broken.iter().filter(|limit| !fine(&limit.row));
    blockers.extend(limits.map(|limit| Blocker::Limit { limit: limit.limit.clone(), by: limit.by.clone() }));
    // No deed of this run, and nothing is recovered while it stands and is not fine.
    let before = review.standing.iter().filter(|limit| !fine(&limit.row));
    blockers.extend(before.map(|limit| Blocker::LimitBefore {
        limit: limit.limit.clone(),
        decided: of(against, &limit.row).is_some() || limit.not_fine.is_some(),
    }));
    let changes = review.outside_step.iter().filter(|change| !fine(&change.row));
    blockers.extend(
        changes.map(|change| Blocker::OutsideStep { location: change.location.clone(), allowed: change.allowed }),
    );
    let outside =
        review.outside_actions.iter().filter(|action| !action.confirmed || (action.forbidden && !fine(&action.row)));
    blockers.extend(outside.map(|action| Blocker::Outside { command: action.command.clone() }));
    let claims = review.claims.iter().filter(|claim| claim.against && !fine(&claim.row));
    blockers.extend(claims.map(|claim| Blocker::Claim { text: claim.text.clone() }));
    // What a person called not fine stands against it, whatever the record says.
    let refused = |row: &str| of(against, row) == Some(RowVerdict::Not);
    let gates = review.gates.iter().filter(|gate| !not_as_before(gate) && refused(&gate.row)).map(|gate| &gate.name);
    let claims = review.claims.iter().filter(|claim| !claim.against && refused(&claim.row)).map(|claim| &claim.text);
    blockers.extend(gates.chain(claims).map(|what| Blocker::NotFine { what: what.clone() }));
    // Nothing can be met of a brief that asks for nothing.
    if against.brief.next_step.text.trim().is_empty() {
        blockers.push(Blocker::NoStep);
    }
    if review.criteria.is_empty() {
        blockers.push(Blocker::NoCriterion);
    }
    let not_met = review.criteria.iter().filter(|criterion| criterion.verdict == CriterionVerdict::NotMet);
    blockers.extend(not_met.map(|criterion| Blocker::CriterionNotMet { text: criterion.text.clone() }));
    let left = review.criteria.iter().filter(|criterion| criterion.verdict == CriterionVerdict::NotLookedAt).count();
    if left > 0 {
        blockers.push(Blocker::CriteriaNotLookedAt { left, of: review.criteria.len() });
    }
    let recorded = against.reviewed().and_then(|reviewed| reviewed.approval.as_ref());
    let approver = against.brief.approver.trim();
    if recorded.is_none_or(|(name, ..)| !approver.is_empty() && name.trim() != approver) {
        blockers.push(Blocker::NotApproved { approver: approver.to_owned() });
    }
    // Whoever closed it so has decided: what the rows say does not make it recovered.
    let closed = against.reviewed().and_then(|reviewed| reviewed.closed.as_ref());
    if closed.is_some_and(|(outcome, ..)| *outcome == Closing::NextAttempt) {
        blockers.push(Blocker::NextAttempt);
    }
    blockers
}
