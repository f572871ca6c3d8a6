//! Candidates for the next step, in order of kind, and what a person must look at first.

use super::reach;
use crate::model::{
    Candidate, CandidateKind, CheckSays, Decided, Facts, ForYou, GateState, OutsideOutcome, Pile, PlanState, Product,
    RowVerdict, SortState, limit_broken,
};
use crate::steps::{broken, compose, gaps, measured, outside, parts, review, sort, speaks, text};

/// The candidates: gaps, gates that are not green, open plan items, criteria, outside actions that did not happen.
pub fn candidates(facts: &Facts, decided: &Decided) -> Vec<Candidate> {
    let mut all = of_products(facts, decided);
    all.extend(gates(facts, decided));
    all.extend(plan(facts, decided));
    all.extend(criteria(facts, decided));
    all.extend(not_happened(facts, decided));
    let left = left_open(facts, decided, &all);
    all.extend(left);
    all
}

/// A candidate as a line of what is left.
pub fn line(candidate: &Candidate) -> String {
    match (&candidate.location, candidate.gate) {
        (Some(location), _) => format!("{location}: {}", candidate.text),
        (None, Some(_)) => format!("{} green", candidate.text),
        _ => candidate.text.clone(),
    }
}

/// What a person must look at before anything else: outside actions that nobody confirmed.
pub fn for_you_now(facts: &Facts, decided: &Decided) -> Vec<ForYou> {
    let look = |product: &crate::model::Product| ForYou {
        product: product.id.clone(),
        what: outside::command(product).to_owned(),
        look: outside::look(facts, product, &facts.tree.root.display().to_string()).unwrap_or_default(),
    };
    outside::unconfirmed(facts, decided).map(look).collect()
}

fn candidate(id: String, kind: CandidateKind, text: &str) -> Candidate {
    Candidate {
        id,
        kind,
        text: text.to_owned(),
        location: None,
        gate: None,
        red_before: false,
        measured: None,
        because: Vec::new(),
        forbidden_by: None,
        since: Vec::new(),
    }
}

fn of_products(facts: &Facts, decided: &Decided) -> Vec<Candidate> {
    let mut found: Vec<(u8, Candidate)> = Vec::new();
    for row in sort::rows(facts, decided).iter().filter(|row| row.state == SortState::On(Pile::Partial)) {
        let Some(sorted) = decided.sorted.get(&row.id) else { continue };
        let product = row.products.first().and_then(|index| facts.products.get(*index));
        let location = product.map(|product| product.location.clone());
        for (number, gap) in gaps::standing(facts, decided, product, sorted) {
            let since = product.map(|product| gaps::green_since(facts, product, sorted, &gap)).unwrap_or_default();
            let weight = product.map_or(2, |product| weight(product, &gap));
            let gap = candidate(format!("gap:{}:{number}", row.id), CandidateKind::Gap, &gap);
            found.push((weight, Candidate { location: location.clone(), since, ..gap }));
        }
    }
    // A broken limit stays to be decided, on whichever pile its file is. A commit holds what is taken back in its file.
    let commits: Vec<&str> = facts.tree.commits.iter().map(|commit| commit.id.as_str()).collect();
    for broken in broken::standing(facts, decided) {
        if !broken.files.is_empty() {
            let of_commit = |gap: &Candidate| gap.location.as_deref().is_some_and(|id| commits.contains(&id));
            found.retain(|(_, gap)| !of_commit(gap) || gap.text != limit_broken(&broken.limit));
        }
        for file in &broken.files {
            if !found
                .iter()
                .any(|(_, gap)| gap.location.as_ref() == Some(&file.path) && gap.text.contains(&broken.limit))
            {
                let product = facts.products.iter().find(|product| product.location == file.path);
                let id = product.map_or_else(|| format!("file:{}", file.path), |product| product.id.clone());
                let gap =
                    candidate(format!("limit:{id}:{}", broken.limit), CandidateKind::Gap, &limit_broken(&broken.limit));
                found.push((1, Candidate { location: Some(file.path.clone()), ..gap }));
            }
        }
    }
    found.sort_by_key(|(weight, _)| *weight);
    found.into_iter().map(|(_, gap)| gap).collect()
}

/// What keeps a gate from saying anything weighs most, for by that gate the steps after it are measured; then what else is
/// broken, what is not there, and what was put off.
fn weight(product: &Product, gap: &str) -> u8 {
    let missing = text::is_missing(gap);
    match product.checks.iter().find(|check| check.gap.as_deref() == Some(gap)).map(|check| check.says) {
        _ if !missing && reach::keeps_red(product, gap) => 0,
        Some(CheckSays::Bad) if !missing => 1,
        Some(CheckSays::Warn) if !missing => 3,
        _ => 2,
    }
}

fn gates(facts: &Facts, decided: &Decided) -> impl Iterator<Item = Candidate> {
    // What is broken comes before what is only old, and that before what nobody ran.
    let mut open: Vec<_> = facts.gates.iter().filter(|gate| gate.state != GateState::Green).collect();
    open.sort_by_key(|gate| match gate.state {
        GateState::Red => 0,
        GateState::Stale => 1,
        GateState::NotRun | GateState::Green => 2,
    });
    open.into_iter().map(|gate| Candidate {
        gate: Some(gate.state),
        red_before: gate.red_before(),
        measured: measured::last(gate, decided, &facts.tree.root).filter(|state| *state != gate.state),
        because: gate.stale_because.clone(),
        ..candidate(format!("gate:{}", gate.command), CandidateKind::Gate, &gate.command)
    })
}

fn plan(facts: &Facts, decided: &Decided) -> impl Iterator<Item = Candidate> {
    let happened = |product: &&Product| outside::outcome(decided, product) == Some(OutsideOutcome::Happened);
    let done: Vec<&str> = outside::actions(facts).filter(happened).map(outside::command).collect();
    let open = facts.plan.iter().filter(|item| item.state != PlanState::Done);
    let open = open.filter(move |item| !done.iter().any(|command| text::only_does(&item.text, command)));
    let met = met(decided);
    let open = open.filter(move |item| !met.iter().any(|line| text::same_line(line, &item.text, &facts.tree.root)));
    let items = open.map(|item| {
        let text = parts::still_to_do(facts, decided, rest(decided, &item.text));
        let said = speaks::said_by(facts, &text)
            .map(|commit| format!("{} {}", commit.id.get(..7).unwrap_or(&commit.id), commit.subject));
        Candidate {
            because: said.into_iter().collect(),
            ..candidate(format!("plan:{}", item.text), CandidateKind::Plan, &text)
        }
    });
    // The plan may only not have been ticked: what a commit says to be done is offered last.
    let (said, open): (Vec<_>, Vec<_>) =
        items.filter(|item| !item.text.is_empty()).partition(|item: &Candidate| !item.because.is_empty());
    open.into_iter().chain(said)
}

fn criteria(facts: &Facts, decided: &Decided) -> impl Iterator<Item = Candidate> {
    let met = met(decided);
    let unmet = facts.task.criteria.iter();
    let unmet = unmet.filter(move |one| !met.iter().any(|line| text::same_line(line, &one.text, &facts.tree.root)));
    unmet.map(|criterion| candidate(format!("criterion:{}", criterion.text), CandidateKind::Criterion, &criterion.text))
}

/// What a person judged met in step 4 of any attempt: no candidate any more, also where an item of the plan says the same.
fn met(decided: &Decided) -> Vec<&str> {
    let verdicts = decided.reviews.values().flat_map(|review| &review.verdicts);
    let met = verdicts.filter(|(_, (verdict, _))| *verdict == Some(RowVerdict::Met));
    met.filter_map(|(row, _)| row.strip_prefix(&review::criterion_row(""))).map(compose::demanded).collect()
}

/// What the attempt before left of an item that is several things; all of it where nothing of it was done.
fn rest<'a>(decided: &'a Decided, item: &'a str) -> &'a str {
    let before = decided.attempt.checked_sub(1).and_then(|before| decided.reviews.get(&before));
    let mut open = before.into_iter().flat_map(|review| &review.open);
    open.find(|line| parts::is_rest_of(line, item)).map_or(item, String::as_str)
}

/// What the attempt before left open and no other candidate says: it does not end with the record of the run that left it.
fn left_open(facts: &Facts, decided: &Decided, others: &[Candidate]) -> Vec<Candidate> {
    let before = decided.attempt.checked_sub(1).and_then(|before| decided.reviews.get(&before));
    let undecided = broken::undecided(facts, decided);
    let said = |line: &str| {
        if line.contains(broken::GAP) {
            return true;
        }
        if broken::is_question(line) {
            let asked = undecided.iter().find(|limit| broken::question(limit).question == line);
            return asked.is_none_or(|limit| others.iter().any(|other| other.text.contains(&limit.limit)));
        }
        // "push" says no more than the push that did not happen.
        others.iter().any(|other| text::same_line(&self::line(other), line, &facts.tree.root))
            || outside::actions(facts).any(|action| text::only_does(line, outside::command(action)))
            || outside::actions(facts).any(|action| line.contains(outside::command(action)))
    };
    let open = before.into_iter().flat_map(|review| &review.open).filter(|line| !said(line));
    open.map(|line| {
        let text = parts::still_to_do(facts, decided, line);
        candidate(format!("open:{line}"), CandidateKind::LeftOpen, &text)
    })
    .filter(|item| !item.text.is_empty())
    .collect()
}

fn not_happened(facts: &Facts, decided: &Decided) -> Vec<Candidate> {
    let limits = compose::limits(facts, decided);
    let mut found = Vec::new();
    for product in outside::actions(facts) {
        let Some(known) = outside::known(decided, product) else { continue };
        let command = outside::command(product);
        // The same command may have been given again, and been seen to have happened since.
        let again = |other: &&Product| {
            let later = outside::known(decided, other).filter(|other| other.found.at > known.found.at);
            later.is_some_and(|later| later.outcome() == OutsideOutcome::Happened)
                && text::same_command(outside::command(other), command)
        };
        if known.outcome() == OutsideOutcome::Happened || outside::actions(facts).any(|other| again(&other)) {
            continue;
        }
        let answer = known.found;
        let because = if answer.outcome == OutsideOutcome::Partly { vec![answer.saw.clone()] } else { Vec::new() };
        let forbidden = limits.iter().find(|line| !line.dropped && text::forbids(&line.line.text, command));
        found.push(Candidate {
            because,
            forbidden_by: forbidden.map(|line| line.line.text.clone()),
            ..candidate(format!("outside:{}", product.id), CandidateKind::NotHappened, command)
        });
    }
    found
}
