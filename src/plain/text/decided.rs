//! What people decided about a run, for people who read it in a pipe: each step's decisions in the order of the steps.

use std::path::Path;

use crate::model::{
    Closing, Decided, Facts, Product, Review, Reviewed, RowVerdict, SortState, Sorted, StartFrom, StartMode, Step,
    Timestamp,
};
use crate::steps::{broken, gaps, outside, sort};
use crate::words;

use super::{line, section};

/// What is told: the decisions, and what is known of that which they are about.
pub struct Told<'a> {
    /// The facts of the run that was asked for.
    pub facts: &'a Facts,
    /// Those of the other runs of its recovery: decisions are about what each of them left.
    pub others: &'a [(u32, Facts)],
    /// The reviews of the attempts so far.
    pub reviews: &'a [Review],
    /// What people decided.
    pub decided: &'a Decided,
}

impl<'a> Told<'a> {
    /// The facts of all runs of the recovery, those of this one first.
    fn runs(&self) -> impl Iterator<Item = &'a Facts> {
        std::iter::once(self.facts).chain(self.others.iter().map(|(_, facts)| facts))
    }

    /// A product by its id: of this run, or of another of its recovery.
    fn product(&self, id: &str) -> Option<&'a Product> {
        self.runs().flat_map(|facts| &facts.products).find(|product| product.id == id)
    }
}

/// The decisions on record; nothing when nobody decided anything.
pub fn decided(recovery: Option<&str>, told: &Told<'_>) -> String {
    let mut out = String::new();
    let Some(recovery) = recovery else { return out };
    let Told { facts, decided, .. } = *told;
    let title = format!("Decided by people ({recovery}, attempt {})", decided.attempt);
    let rows = confirmed(decided)
        .chain(sorted(told))
        .chain(answered(told))
        .chain(kept(decided))
        .chain(assigned(facts, decided))
        .chain(written(decided))
        .chain(decided.reviews.iter().flat_map(|(attempt, review)| reviewed(told, *attempt, review)));
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

fn sorted(told: &Told<'_>) -> impl Iterator<Item = String> {
    told.decided.sorted.iter().map(move |(id, sorted)| {
        let product = told.product(id);
        let name = product.map_or_else(|| id.split_once(':').map_or(id.as_str(), |(_, name)| name), |one| &one.title);
        let (pile, why, since) = (words::sort::pile(sorted.pile), why(told, id, sorted), since(told, id, sorted));
        format!("{pile}: {name}{why}{since} ({}, {})", sorted.by, at(sorted.at))
    })
}

/// What became of a product since it was sorted, by what lies in the tree: another run of the recovery has other products.
fn since(told: &Told<'_>, id: &str, sorted: &Sorted) -> &'static str {
    let lies = id.strip_prefix("file:").and_then(|path| told.facts.tree.present(Path::new(path)));
    match (told.product(id).map(|product| sort::state(product, told.decided)), lies) {
        (_, Some(None)) => ", gone since",
        (_, Some(Some(blob))) if sorted.version.as_deref() == Some(blob) => "",
        (_, Some(Some(_))) | (Some(SortState::Changed { .. }), None) => ", changed since",
        _ => "",
    }
}

/// The gaps of a product, its reason, and where it was seen.
fn why(told: &Told<'_>, id: &str, sorted: &Sorted) -> String {
    let elsewhere = sorted.seen_elsewhere.as_ref().map(|place| format!("seen in {place}"));
    let reason = Some(sorted.reason.clone()).filter(|reason| !reason.is_empty());
    let gaps = sorted.gaps.iter().map(|gap| match closed(told, id, sorted, gap) {
        Some(by) => format!("{gap} ({by})"),
        None => gap.clone(),
    });
    let parts: Vec<String> = gaps.chain(reason).chain(elsewhere).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
}

/// What closed a gap since it was named, where it does not stand any more.
fn closed(told: &Told<'_>, id: &str, sorted: &Sorted, gap: &str) -> Option<String> {
    let (facts, decided) = (told.facts, told.decided);
    let own = facts.products.iter().find(|product| product.id == id);
    // By itself: of two gaps that say the same by now one alone would be told as standing.
    let alone = Sorted { gaps: vec![gap.to_owned()], ..sorted.clone() };
    let gone = |product: &Product| gaps::standing(facts, decided, Some(product), &alone).is_empty();
    // What is found again, or breaks the limit again, stands, whatever closed it in between.
    let found = |product: &Product| product.checks.iter().any(|check| check.gap.as_deref() == Some(gap));
    let limit = |product: &Product| gap.starts_with(broken::GAP) && !gone(product);
    if own.is_some_and(|product| found(product) || limit(product)) {
        return None;
    }
    let location =
        told.product(id).map_or_else(|| id.split_once(':').map_or(id, |(_, name)| name), |one| &one.location);
    let line = format!("{location}: {gap} (");
    let by_run = told.reviews.iter().rev().find_map(|review| {
        let closed = review.closed.iter().find_map(|closed| closed.strip_prefix(&line)?.strip_suffix(')'))?;
        // An event is told by its place in the run of that attempt.
        let run = told.runs().find(|facts| facts.run.session == review.run);
        let closed = run.map_or_else(|| closed.to_owned(), |facts| facts.run.numbered(closed));
        Some(format!("closed in attempt {}: {closed}", review.attempt))
    });
    by_run.or_else(|| own.is_some_and(gone).then(|| "closed since".to_owned()))
}

fn answered(told: &Told<'_>) -> impl Iterator<Item = String> {
    let decided = told.decided;
    decided.outside.iter().map(move |(id, found)| {
        let product = told.product(id);
        let command = product.map_or(id.as_str(), outside::command);
        let met = product.and_then(|product| outside::known(decided, product)?.met);
        let since = met.map(|met| words::states::called_met(met.attempt, met.by, met.note));
        let answer = words::states::answer(command, found, since.as_deref());
        format!("outside action: {answer} ({})", at(found.at))
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

fn reviewed(told: &Told<'_>, attempt: u32, review: &Reviewed) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (row, (verdict, note)) in &review.verdicts {
        // The key of a claim names its event, which says nothing to people.
        let claim = row.strip_prefix("claim:").and_then(|rest| rest.split_once(':')).map(|(_, text)| text);
        // So does that of an outside action, and a limit that was broken before the run has one of its own.
        let action = row.strip_prefix("outside:").and_then(|id| told.product(id)).map(outside::command);
        let name = match (claim, action, row.strip_prefix("standing:")) {
            (Some(text), ..) => format!("claim \"{text}\""),
            (_, Some(command), _) => format!("outside action {command}"),
            (_, _, Some(limit)) => format!("limit broken before the run: {limit}"),
            _ => row.replacen(':', " ", 1),
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Op, ProductKind, build};

    #[test]
    fn what_was_judged_is_named_in_words_and_by_no_id() {
        let (mut own, mut other) = (build::facts(), build::facts());
        own.products.clear();
        let push = build::product(ProductKind::OutsideAction, "git push origin retry");
        other.products = vec![Product { id: "outside:toolu_1:0".into(), ..push }];
        let verdict = |row: &str| Op::Verdict {
            attempt: 1,
            row: row.into(),
            verdict: Some(RowVerdict::Not),
            note: String::new(),
        };
        let rows = ["outside:outside:toolu_1:0", "standing:never touch a.rs", "claim:toolu_2:it is done"];
        let decided = build::decided(rows.map(verdict));
        let others = [(0, other)];
        let told = Told { facts: &own, others: &others, reviews: &[], decided: &decided };
        let text = super::decided(Some("LG-1"), &told);
        for name in ["outside action git push origin retry", "limit broken before the run: never touch a.rs"] {
            assert!(text.contains(&format!(", {name}\n")), "{text}");
        }
        assert!(text.contains("claim \"it is done\"") && !text.contains("toolu_"), "{text}");
    }
}
