//! What is known of the lines that are left after the step: what on record speaks for one, and that a person said that it is not met.
//!
//! A brief hands it on, so that it does not end with the record of the run that did it. It decides nothing: step 4 asks.

use crate::model::{Decided, Facts, LeftLine, RowVerdict, Speaks};
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
        LeftLine { line: line.clone(), not_met: not_met(decided, line), speaks: all }
    };
    let asked = lines.iter().filter(|line| review::may_be_asked(line)).map(of);
    asked.filter(|left| left.not_met.is_some() || !left.speaks.is_empty()).collect()
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
