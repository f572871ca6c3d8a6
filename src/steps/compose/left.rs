//! What is known of the lines that are left after the step: what on record speaks for one, and that a person said that it is not met.
//!
//! A brief hands it on, so that it does not end with the record of the run that did it. It decides nothing: step 4 asks.

use crate::model::{
    Candidate, CandidateKind, Decided, Facts, LeftLine, Pile, Product, ProductKind, RowVerdict, Speaker, Speaks, What,
};
use crate::steps::{parts, review, speaks, text};

/// What is known of these lines; those of which nothing is known are left out.
pub(super) fn known(facts: &Facts, decided: &Decided, lines: &[String]) -> Vec<LeftLine> {
    let tree = &facts.tree;
    // The first of the commits is that on which the run began; what runs before it made, their briefs know.
    let began = tree.start.as_deref();
    let own = tree.commits.iter().filter(|commit| Some(commit.id.as_str()) != began);
    let made = speaks::committed(tree, own);
    let of = |line: &String| {
        let earlier = facts.spoken.iter().filter(|known| known.line == *line).flat_map(|known| &known.speaks);
        let mut named = text::files(line);
        named.extend(parts::of(facts, line).into_iter().filter_map(|part| part.what.file()));
        let mut all: Vec<Speaks> = Vec::new();
        for one in earlier.cloned().chain(speaks::of(&made, line, &named)) {
            if speaks::still(tree, &one) && !all.contains(&one) {
                all.push(one);
            }
        }
        let not_met = not_met(decided, line);
        LeftLine { line: line.clone(), not_met, unjudged: unjudged(facts, decided, line), speaks: all }
    };
    let asked = lines.iter().filter(|line| review::may_be_asked(line)).map(of);
    asked.filter(|left| left.not_met.is_some() || left.unjudged.is_some() || !left.speaks.is_empty()).collect()
}

/// Whether somebody wants a candidate done at all: what a run did of its own accord is not left because it did not happen, and a file
/// of which a person said that it is unknown is not left to be committed.
pub(super) fn is_wanted(facts: &Facts, decided: &Decided, candidate: &Candidate) -> bool {
    match candidate.kind {
        CandidateKind::NotHappened => {
            candidate.because.iter().any(|why| !why.is_empty()) || asked(facts, &candidate.text)
        }
        CandidateKind::LeftOpen => {
            let file = candidate.text.strip_suffix(review::NOT_COMMITTED).and_then(|text| text.strip_suffix(": "));
            let of = |product: &&Product| product.kind == ProductKind::File && Some(product.location.as_str()) == file;
            let product = facts.products.iter().find(of);
            let sorted =
                product.and_then(|one| decided.sorted.get(&one.id).filter(|sorted| sorted.version == one.version));
            sorted.is_none_or(|sorted| sorted.pile != Pile::Unknown)
        }
        _ => true,
    }
}

/// Whether the task, the plan, a criterion or what a person wrote speaks of what a command does. What a person wrote of a push among
/// the limits may be that there is to be none: a line that forbids it asks for nothing.
fn asked(facts: &Facts, command: &str) -> bool {
    let task = facts.task.goal.iter().chain(&facts.run.goal);
    let plan = facts.plan.iter().map(|item| &item.text);
    let criteria = facts.task.criteria.iter().map(|criterion| &criterion.text);
    let prompts = facts.run.events.iter().filter_map(|event| match &event.what {
        // Of a brief only its goal and its step ask for something; further below it tells of what was done.
        What::Asked { text, by: Speaker::Person } if event.agent.is_none() => text.split("\n## Limits").next(),
        _ => None,
    });
    let deeds = text::deeds(command);
    let all = task.chain(plan).chain(criteria).map(String::as_str).chain(prompts);
    let says = |line: &str| !text::deeds(line).is_disjoint(&deeds) && !text::forbids(line, command);
    // What is no known kind of deed is not told apart by its words.
    deeds.is_empty() || all.into_iter().flat_map(|text| text.split(['\n', '.', ';'])).any(says)
}

/// The attempt in whose review a person, who saw the proof, said last of a line that it is not met.
fn not_met(decided: &Decided, line: &str) -> Option<u32> {
    let rows = [review::criterion_row(line), review::criterion_row(&format!("done: {line}"))];
    let said = decided.reviews.iter().rev().find_map(|(attempt, review)| {
        let verdict = |row: &String| review.verdicts.get(row).filter(|_| review.proofs.contains_key(row))?.0;
        Some((*attempt, rows.iter().find_map(verdict)?))
    });
    said.filter(|(_, verdict)| *verdict == RowVerdict::Not).map(|(attempt, _)| attempt)
}

/// The attempt before, when it was measured by this line and nobody gave a verdict on it: that it is left says nothing of whether it
/// is there.
fn unjudged(facts: &Facts, decided: &Decided, line: &str) -> Option<u32> {
    let before = decided.attempt.checked_sub(1)?;
    let review = decided.reviews.get(&before).filter(|review| review.closed.is_some())?;
    let asked = facts.task.criteria.iter().any(|criterion| criterion.text == line);
    let said = review.verdicts.get(&review::criterion_row(line)).is_some_and(|(verdict, _)| verdict.is_some());
    (asked && !said).then_some(before)
}
