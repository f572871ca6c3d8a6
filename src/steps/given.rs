//! What the next run of a task is given by itself, held against the brief: where the two ask for different things.
//!
//! Only what can be told from the record is named; what merely is not in the brief contradicts nothing.

use super::{assign, outside};
use crate::model::{
    Against, CandidateKind, Claim, Decided, Facts, GivenIn, OutsideOutcome, PlanState, StartMode, Summary, TaskRecord,
    TaskStart,
};

/// Everything in which what the next run of a task is given by itself speaks against the brief.
pub fn against(facts: &Facts, decided: &Decided) -> Vec<Against> {
    let Some(record) = facts.run.record.as_deref() else { return vec![] };
    let mut found = Vec::new();
    found.extend(start(record, decided));
    let newest = record.remarks.iter().rev().find(|remark| remark.by.person && !remark.by.system);
    let comment = newest.map(|remark| remark.text.as_str());
    found.extend(comment.and_then(|text| said(text, facts, decided)));
    let plan: Vec<&str> =
        facts.plan.iter().filter(|item| item.state != PlanState::Done).map(|item| item.text.as_str()).collect();
    for candidate in assign::candidates(facts, decided) {
        if let (CandidateKind::Plan, Some(limit)) = (candidate.kind, candidate.forbidden_by) {
            found.push(Against::Forbidden { item: candidate.text, limit });
        }
    }
    let step = decided.step.as_ref().map(|step| step.text.as_str());
    if let (Some(first), Some(step)) = (plan.first(), step)
        && !alike(first, step)
    {
        found.push(Against::PlanElse((*first).to_owned()));
    }
    let summary = record.summary.as_ref();
    found.extend(summary.into_iter().flat_map(|summary| summarised(summary, facts, decided)));
    let told =
        summary.into_iter().flat_map(|summary| [ACTIONS, NEXT].into_iter().flat_map(|part| summary.section(part)));
    let places = plan.iter().map(|text| (GivenIn::Plan, *text)).chain(comment.map(|text| (GivenIn::Comment, text)));
    let places = places.chain(told.map(|line| (GivenIn::Summary, line)));
    for (place, text) in places {
        found.extend(repeats(place, text, facts, decided));
    }
    found
}

/// The parts of a summary that say something of their own; its goal and its criteria are the task's.
const ACTIONS: &str = "Recent Concrete Actions";
const NEXT: &str = "Next Action";
const CRITERIA: &str = "Acceptance Criteria";

/// What the summary of the runs so far says against the brief or against the record.
fn summarised(summary: &Summary, facts: &Facts, decided: &Decided) -> Vec<Against> {
    let mut found = Vec::new();
    let none = |line: &str| line.to_lowercase().starts_with("no explicit acceptance criteria");
    let criteria = facts.task.criteria.len();
    if criteria > 0 && summary.section(CRITERIA).any(none) {
        found.push(Against::NoCriteria(criteria));
    }
    let told = summary.section(ACTIONS).collect::<Vec<_>>().join(" ");
    let repeated = |claim: &&Claim| claim.proof.is_none() && told.contains(claim.text.trim());
    found.extend(facts.claims.iter().filter(repeated).map(|claim| Against::Unproven(claim.text.clone())));
    if let (Some(next), Some(step)) = (summary.section(NEXT).next(), decided.step.as_ref())
        && !alike(next, &step.text)
    {
        found.push(Against::SummaryElse(next.to_owned()));
    }
    found
}

fn start(record: &TaskRecord, decided: &Decided) -> Option<Against> {
    let mode = decided.step.as_ref()?.start.mode;
    let session = |start: &TaskStart| match start {
        TaskStart::Comment { session } => session.clone(),
        TaskStart::Alone { .. } => record.saved.iter().flatten().next().map(|saved| saved.session.clone()),
        _ => None,
    };
    let usual = record.starts.first()?;
    match (mode, session(usual)) {
        (StartMode::Fresh, Some(session)) => Some(Against::Resumes(session)),
        (StartMode::Resume, None) if record.starts.iter().all(|start| session(start).is_none()) => {
            Some(Against::OnlyFresh)
        }
        _ => None,
    }
}

/// What the newest comment says against the brief. One that only states a limit is in the brief already.
fn said(text: &str, facts: &Facts, decided: &Decided) -> Option<Against> {
    let step = decided.step.as_ref()?;
    if text.contains("recovery-brief") {
        let written = super::task::document(decided)?.to_owned();
        let named = revision(text)?;
        return (revision(&written)? != named)
            .then(|| Against::OldBrief { named: format!("recovery-brief rev {named}"), written });
    }
    let limit = facts.task.limits.iter().any(|limit| text.contains(limit.as_str()));
    (!limit && !text.trim().is_empty() && !alike(text, &step.text)).then(|| Against::Comment(text.to_owned()))
}

/// The number after `rev`.
fn revision(text: &str) -> Option<u64> {
    let mut words = text.split(|sign: char| !sign.is_alphanumeric());
    words.find(|word| matches!(word.to_lowercase().as_str(), "rev" | "revision"))?;
    words.find(|word| !word.is_empty())?.parse().ok()
}

/// Whether two texts are about the same: most words of the shorter one stand in the other.
fn alike(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|sign: char| !sign.is_alphanumeric());
        split.filter(|word| word.chars().count() > 3).map(str::to_lowercase).collect()
    };
    let (mut short, mut long) = (words(one), words(other));
    if short.len() > long.len() {
        std::mem::swap(&mut short, &mut long);
    }
    let same = short.iter().filter(|word| long.contains(word)).count();
    !short.is_empty() && same * 2 > short.len()
}

/// Words that ask for something outside.
const VERBS: &[&str] = &[
    "push", "publish", "deploy", "upload", "release", "send", "submit", "post", "merge", "migrate", "notify", "email",
];

fn repeats(place: GivenIn, text: &str, facts: &Facts, decided: &Decided) -> Vec<Against> {
    let has = |text: &str, verb: &str| {
        let mut words = text.split(|sign: char| !sign.is_alphanumeric());
        words.any(|word| word.to_lowercase().trim_end_matches("ed").trim_end_matches("ing") == verb)
    };
    let of = |product: &crate::model::Product| {
        let command = outside::command(product);
        let asks = VERBS.iter().any(|verb| has(text, verb) && has(command, verb));
        let found = outside::outcome(decided, product);
        let open = found != Some(OutsideOutcome::DidNotHappen);
        (asks && open).then(|| Against::Repeats {
            place,
            text: text.to_owned(),
            command: command.to_owned(),
            happened: found.is_some(),
        })
    };
    outside::actions(facts).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{facts, product};
    use crate::model::{Author, ChosenStep, PlanItem, ProductKind, Remark, Start};

    fn task(comment: &str, step: &str) -> (Facts, Decided) {
        let mut facts = facts();
        let by = Author { name: "mira".into(), person: true, system: false };
        let record = TaskRecord {
            remarks: vec![Remark { by, text: comment.into(), ..Remark::default() }],
            starts: vec![TaskStart::Comment { session: Some("341311fd".into()) }],
            ..TaskRecord::default()
        };
        facts.run.record = Some(Box::new(record));
        let start = Start { mode: StartMode::Resume, ..Start::default() };
        let step = ChosenStep { candidate: None, text: step.into(), agent: "codex".into(), start };
        (facts, Decided { step: Some(step), ..Decided::default() })
    }

    #[test]
    fn a_comment_that_asks_for_the_step_or_a_plan_without_open_items_says_nothing_against_it() {
        let (facts, decided) = task("please finish section four of the draft", "Finish section four of draft");
        assert_eq!(against(&facts, &decided), []);
    }

    #[test]
    fn what_asks_for_something_else_is_named_with_where_it_stands() {
        let (mut facts, mut decided) = task("please write the invoice", "Finish section four of draft");
        facts.plan.push(PlanItem { text: "publish the report".into(), state: PlanState::Open });
        let mut publish = product(ProductKind::OutsideAction, "outside:1");
        publish.command = Some("npm publish".into());
        facts.products.push(publish);
        decided.step.as_mut().unwrap().start.mode = StartMode::Fresh;
        let found = against(&facts, &decided);
        assert!(found.contains(&Against::Resumes("341311fd".into())), "{found:?}");
        assert!(found.contains(&Against::Comment("please write the invoice".into())), "{found:?}");
        assert!(found.contains(&Against::PlanElse("publish the report".into())), "{found:?}");
        let again = |one: &Against| matches!(one, Against::Repeats { place: GivenIn::Plan, happened: false, .. });
        assert!(found.iter().any(again), "{found:?}");
    }

    #[test]
    fn what_the_summary_says_against_the_brief_and_the_record_is_named() {
        let (mut facts, decided) = task("please finish section four of the draft", "Finish section four of draft");
        let criterion =
            |text: &str| crate::model::Criterion { text: text.into(), tag: None, source: "task".into(), hash: None };
        facts.task.criteria = vec![criterion("all links work"), criterion("every market has text")];
        let claim = |text: &str, proof: Option<&str>| Claim {
            text: text.into(),
            event: "7".into(),
            proof: proof.map(str::to_owned),
            why: String::new(),
            against: false,
            beyond: vec![],
        };
        facts.claims = vec![claim("All links are checked.", None), claim("Committed.", Some("5"))];
        let mut push = product(ProductKind::OutsideAction, "outside:1");
        push.command = Some("npm publish".into());
        facts.products.push(push);
        let text = "# Continuation Summary\n\n## Objective\n\nAll links are checked.\n\n## Acceptance Criteria\n\nNo explicit acceptance criteria captured.\n\n## Recent Concrete Actions\n\n- All links are checked. Committed. Next I publish it.\n\n## Next Action\n\n- Inspect the failed run, fix the cause, and resume.\n";
        let summary = Summary { version: "rev 3".into(), text: text.into() };
        facts.run.record.as_mut().unwrap().summary = Some(summary);
        let found = against(&facts, &decided);
        assert!(found.contains(&Against::NoCriteria(2)), "{found:?}");
        assert!(found.contains(&Against::Unproven("All links are checked.".into())), "{found:?}");
        assert!(!found.contains(&Against::Unproven("Committed.".into())), "{found:?}");
        assert!(found.iter().any(|one| matches!(one, Against::SummaryElse(next) if next.starts_with("Inspect"))));
        let again = |one: &Against| matches!(one, Against::Repeats { place: GivenIn::Summary, .. });
        assert!(found.iter().any(again), "{found:?}");
    }

    #[test]
    fn a_pointer_to_an_older_brief_is_not_the_pointer_to_this_one() {
        let (facts, mut decided) = task("Follow document recovery-brief rev 1.", "Finish section four of draft");
        let published = |rev: u32| crate::model::Publication {
            paths: vec![format!("task NIG-1, document recovery-brief rev {rev}")],
            sha256: String::new(),
            at: crate::model::build::at(9),
            by: "mira".into(),
            draft: false,
        };
        decided.attempt = 1;
        decided.published.insert(1, published(2));
        assert!(matches!(&against(&facts, &decided)[..], [Against::OldBrief { .. }]));
        decided.published.insert(1, published(1));
        assert_eq!(against(&facts, &decided), []);
    }
}
