//! A review, for people who read it in a pipe: what is against it, every row, and what people said of it in step 4.

use super::{add, decided, line, section};
use crate::model::{Blocker, CriterionVerdict, LimitRow, Recovered, Review, Reviewed};
use crate::words;
use crate::words::review::kind;

/// The review, worst first.
///
/// What people said of a row in step 4 stands behind it.
pub fn review(review: &Review, people: Option<&Reviewed>) -> String {
    let said = |row: &str, kind: &str| {
        let (verdict, note) = people.and_then(|people| people.verdicts.get(row))?;
        let note = if note.is_empty() { String::new() } else { format!(", {}", line(note)) };
        verdict.map(|verdict| format!("; called {}{note}", words::review::verdict(verdict, kind)))
    };
    let judged = |row: &str, kind: &str| said(row, kind).unwrap_or_default();
    let mut out = String::new();
    let recovered = match review.blocked.as_slice() {
        _ if review.verdict == Recovered::Recovered => "recovered",
        // Nothing else speaks against it: its step is done, and the work went on.
        [Blocker::NextAttempt] => "its step is done, and it was closed as next attempt",
        _ => "not recovered",
    };
    add(&mut out, &format!("Attempt {} of {}: {recovered}", review.attempt, line(&review.recovery)));
    if let Some(closed) = &review.closing {
        add(&mut out, &words::review::closed_then(closed.outcome, &decided::at(closed.at), closed.kept));
    }
    match &review.consumed {
        Some(event) => add(&mut out, &format!("The run {} was given the brief at event {event}", review.run)),
        None => add(&mut out, &format!("The run {} was not given the brief", review.run)),
    }
    section(&mut out, "Against it", review.blockers.iter().map(|blocker| line(blocker)));
    let gates = review.gates.iter().map(|gate| {
        let why = gate.why.as_deref().map_or_else(String::new, |why| format!(": {}", line(why)));
        words::review::gate_told(gate, &line(&gate.name), &why) + &judged(&gate.row, kind::GATE)
    });
    section(&mut out, "Gates", gates);
    let limit = |row: &LimitRow| {
        format!("{}, by {}{}", line(&row.limit), line(&row.by.join(", ")), judged(&row.row, kind::LIMIT))
    };
    let limits = review.limits_broken.iter().map(limit);
    section(&mut out, "Limits broken", limits);
    let standing = review
        .standing
        .iter()
        .map(|row| format!("{}, by {}{}", line(&row.limit), line(&row.by.join(", ")), judged(&row.row, kind::LIMIT)));
    section(&mut out, "Limits broken before this run", standing);
    section(
        &mut out,
        "Changed outside the step",
        review.outside_step.iter().map(|row| line(&row.location) + &judged(&row.row, kind::OUTSIDE_STEP)),
    );
    section(
        &mut out,
        "Outside actions",
        review.outside_actions.iter().map(|row| line(&row.command) + &judged(&row.row, kind::ACTION)),
    );
    let claims = review.claims.iter().map(|row| {
        let changed = match row.on_changed.as_slice() {
            [] => String::new(),
            tests => format!(", {}", words::review::on_changed(tests)),
        };
        let proof = row.proof.as_deref().map(|proof| format!("proof: event {proof}{changed}"));
        let none = words::review::claim_unproven(row.against, &row.why);
        let proof = line(&words::review::claim_proof(proof, &none, &row.beyond));
        format!("\"{}\" ({proof}){}", line(&row.text), judged(&row.row, kind::CLAIM))
    });
    section(&mut out, "Claims", claims);
    let criteria = review.criteria.iter().map(|row| {
        let suggest = match row.suggest {
            Some(CriterionVerdict::Met) => ", the record suggests met",
            Some(CriterionVerdict::NotMet) => ", the record suggests not met",
            _ => "",
        };
        let verdict = match row.verdict {
            CriterionVerdict::Met => "met",
            CriterionVerdict::NotMet => "not met",
            CriterionVerdict::NotLookedAt => "without a verdict",
        };
        let look = row.look.as_ref().filter(|_| row.verdict == CriterionVerdict::NotLookedAt);
        let look = look.map(|look| format!("; {}", line(&words::review::look_with(look)))).unwrap_or_default();
        format!("{}: {verdict}{suggest}{look}", line(&row.text))
    });
    section(&mut out, "Criteria", criteria);
    let left = review.gaps.iter().map(|row| {
        let kind = if row.gap { kind::GAP } else { kind::LEFT };
        let verdict = said(&row.row, kind).unwrap_or_else(|| format!("; {}", words::review::NOT_JUDGED));
        format!("{} ({}){verdict}", line(&row.line), line(&words::review::gap_known(&row.known)))
    });
    section(&mut out, "Left after the step", left);
    let open = review.open.iter().map(|one| words::review::open_unjudged(review, one)).collect();
    for (name, list) in [
        ("Reused", &words::review::reused(review)),
        ("Made again", &review.redone),
        ("Closed", &review.closed),
        ("Still open", &open),
    ] {
        section(&mut out, name, list.iter().map(|one| line(one)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Decided, GapRow, RowVerdict, build};
    use crate::steps::compose::compose;
    use crate::steps::review::{Against, review as compare};

    #[test]
    fn what_is_left_and_what_people_said_of_a_row_are_told() {
        let facts = build::facts();
        let brief = compose(&facts, &Decided::default(), "LG-1", build::at(4));
        let (sha256, consumption, measured, decided) = (None, None, &[], None);
        let against = Against { brief: &brief, sha256, facts: &facts, consumption, measured, decided };
        let mut found = compare(&against, &words::steps::blocker);
        let gap =
            |line: &str, gap: bool| GapRow { row: format!("gap:{line}"), line: line.into(), gap, ..GapRow::default() };
        found.gaps = vec![gap("a.rs: no test", true), gap("a page", false)];
        found.limits_broken =
            vec![LimitRow { row: "limit:never".into(), limit: "never".into(), by: vec!["event 3".into()] }];
        let mut people = Reviewed::default();
        people.verdicts.insert("gap:a.rs: no test".into(), (Some(RowVerdict::Met), "seen".into()));
        people.verdicts.insert("limit:never".into(), (Some(RowVerdict::Not), String::new()));
        let text = review(&found, Some(&people));
        let nothing = words::review::gap_known(&[]);
        for line in [
            "never, by event 3; called not fine",
            "Left after the step",
            &format!("a.rs: no test ({nothing}); called closed, seen"),
            &format!("a page ({nothing}); without a verdict"),
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!review(&found, None).contains("called"));
    }
}
