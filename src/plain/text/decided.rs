//! What people decided about a run, for people who read it in a pipe: each step's decisions in the order of the steps.

use crate::model::{
    Closing, Decided, Facts, OutsideFound, Reviewed, RowVerdict, SortState, Sorted, StartFrom, StartMode, Step,
    Timestamp,
};
use crate::steps::{outside, sort};
use crate::words;

use super::{line, section};

/// The decisions on record; nothing when nobody decided anything.
pub fn decided(recovery: Option<&str>, facts: &Facts, decided: &Decided) -> String {
    let mut out = String::new();
    let Some(recovery) = recovery else { return out };
    let title = format!("Decided by people ({recovery}, attempt {})", decided.attempt);
    let rows = confirmed(decided)
        .chain(sorted(facts, decided))
        .chain(answered(facts, decided))
        .chain(kept(decided))
        .chain(assigned(facts, decided))
        .chain(written(decided))
        .chain(decided.reviews.iter().flat_map(|(attempt, review)| reviewed(*attempt, review)));
    section(&mut out, &title, rows);
    out
}

pub(super) fn at(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn confirmed(decided: &Decided) -> impl Iterator<Item = String> {
    let answers = decided.answers.values().map(|answer| {
        let says = words::steps::says(answer.says);
        format!(
            "sign answered: {}, which said {says}: {} ({}, {})",
            answer.what,
            answer.reason,
            answer.by,
            at(answer.at)
        )
    });
    let settled = decided.settled.get(&Step::Confirm);
    let settled = settled.map(|(by, when)| format!("confirmed: nothing is still running ({by}, {})", at(*when)));
    let withdrawn = decided.withdrawn.as_ref().map(|why| format!("the confirmation was withdrawn: {why}"));
    answers.chain(settled).chain(withdrawn)
}

fn sorted(facts: &Facts, decided: &Decided) -> impl Iterator<Item = String> {
    // Another run of the recovery has other products: what it does not have is not gone.
    let of_dead = decided.dead_run().is_none_or(|dead| dead.session == facts.run.session);
    decided.sorted.iter().map(move |(id, sorted)| {
        let product = facts.products.iter().find(|product| product.id == *id);
        let name = product.map_or_else(|| id.split_once(':').map_or(id.as_str(), |(_, name)| name), |one| &one.title);
        let since = match product.map(|product| sort::state(product, decided)) {
            Some(SortState::Changed { .. }) => ", changed since",
            None if of_dead => ", no product any more",
            _ => "",
        };
        format!("{}: {name}{}{since} ({}, {})", words::sort::pile(sorted.pile), why(sorted), sorted.by, at(sorted.at))
    })
}

/// The gaps of a product, its reason, and where it was seen.
fn why(sorted: &Sorted) -> String {
    let elsewhere = sorted.seen_elsewhere.as_ref().map(|place| format!("seen in {place}"));
    let reason = Some(sorted.reason.clone()).filter(|reason| !reason.is_empty());
    let parts: Vec<String> = sorted.gaps.iter().cloned().chain(reason).chain(elsewhere).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
}

fn answered(facts: &Facts, decided: &Decided) -> impl Iterator<Item = String> {
    decided.outside.iter().map(|(id, found)| {
        let product = facts.products.iter().find(|product| product.id == *id);
        let command = product.map_or(id.as_str(), outside::command);
        let OutsideFound { outcome, by, place, saw, at: when } = found;
        let outcome = words::sort::outcome(*outcome);
        format!("outside action: {command}: {outcome}; {by} looked at {place} and saw {saw} ({})", at(*when))
    })
}

fn kept(decided: &Decided) -> impl Iterator<Item = String> {
    let kept = decided
        .kept
        .iter()
        .map(|(kind, line)| format!("kept as {}: {} ({})", words::viewer::keep(*kind), line.text, line.from));
    let out = decided.dropped.iter();
    kept.chain(out.map(|(kind, text)| format!("taken out of the brief, {}: {text}", words::viewer::keep(*kind))))
}

fn assigned(facts: &Facts, decided: &Decided) -> impl Iterator<Item = String> {
    let why = crate::steps::assign::good_why(facts, decided).unwrap_or_default();
    let good = decided.last_good.as_ref().map(|(commit, _)| format!("last good: {commit}: {why}"));
    let step = decided.step.as_ref().map(|step| {
        let how = match (step.start.mode, step.start.from) {
            (StartMode::Resume, _) => "resumed".to_owned(),
            (StartMode::Fresh, Some(StartFrom::Commit)) => {
                format!("fresh, new tree at {}", step.start.commit.as_deref().map_or("", words::sort::short))
            }
            (StartMode::Fresh, Some(StartFrom::Salvage)) => "fresh, from the salvage copy".to_owned(),
            (StartMode::Fresh, _) => format!("fresh, {} as it is", facts.tree.root.display()),
        };
        format!("next step: {} ({}, {how})", step.text, step.agent)
    });
    let criteria = decided.criteria.iter().flatten().map(|criterion| format!("criterion: {}", criterion.text));
    let approver = decided.approver.as_ref().map(|name| format!("approver: {name}"));
    good.into_iter().chain(step).chain(criteria).chain(approver)
}

fn written(decided: &Decided) -> impl Iterator<Item = String> {
    let briefs = decided.published.iter().map(|(attempt, brief)| {
        let draft = if brief.draft { ", a DRAFT" } else { "" };
        format!("brief {attempt}{draft}: {} ({}, {})", brief.paths.join(", "), brief.by, at(brief.at))
    });
    let runs = decided.runs.iter().filter(|(attempt, ..)| *attempt > 0);
    briefs.chain(runs.map(|(attempt, run, how)| format!("brief {attempt} was given to {} ({how})", run.session)))
}

fn reviewed(attempt: u32, review: &Reviewed) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (row, (verdict, note)) in &review.verdicts {
        // The key of a claim names its event, which says nothing to people.
        let claim = row.strip_prefix("claim:").and_then(|rest| rest.split_once(':')).map(|(_, text)| text);
        let name = claim.map_or_else(|| row.replacen(':', " ", 1), |text| format!("claim \"{text}\""));
        // Its kind stands before it: what it is called is what the verdicts on it are called by.
        let kind = row.split(':').next().unwrap_or_default();
        let word =
            verdict.map_or(words::review::NOT_JUDGED, |verdict: RowVerdict| words::review::verdict(verdict, kind));
        let note = if note.is_empty() { String::new() } else { format!(": {note}") };
        rows.push(format!("review {attempt}: {word}, {name}{note}"));
    }
    if let Some((approver, by, how, when)) = &review.approval {
        let how = if how.is_empty() { String::new() } else { format!(", known by {how}") };
        rows.push(format!("review {attempt}: approved by {approver}{how} (recorded by {by}, {})", at(*when)));
    }
    if let Some((outcome, from, when)) = &review.closed {
        let outcome = match outcome {
            Closing::Recovered => "recovered".to_owned(),
            Closing::NextAttempt => {
                let from = from.as_deref().map_or(String::new(), |from| format!(" from {}", words::sort::short(from)));
                format!("next attempt: attempt {} follows{from}", attempt + 1)
            }
        };
        rows.push(format!("review {attempt}: closed as {outcome} ({})", at(*when)));
    }
    rows.iter().map(|row| line(row)).collect()
}
