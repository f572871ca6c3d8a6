//! Limits, decisions and questions: what was found, what people kept, what they took out.

use crate::model::{BriefLine, Constraint, Decided, Facts, KeepKind, Sourced, What};

/// The limits with where each stands, and whether a compaction lost it.
pub fn limits(facts: &Facts, decided: &Decided) -> Vec<BriefLine> {
    let found = facts.constraints.iter().map(|limit| Sourced { text: limit.text.clone(), from: from(limit, facts) });
    let mut all: Vec<Sourced> = found.collect();
    for text in &facts.task.limits {
        if !all.iter().any(|line| same(&line.text, text)) {
            let key = facts.task.key.as_ref().map(|key| format!("task {key}"));
            all.push(Sourced { text: text.clone(), from: key.unwrap_or_else(|| facts.task.source.clone()) });
        }
    }
    lines(all, KeepKind::Limit, decided)
}

/// The decisions that were made on the way.
pub fn decisions(facts: &Facts, decided: &Decided) -> Vec<BriefLine> {
    let found = facts.decisions.iter().map(|decision| Sourced {
        text: decision.text.clone(),
        from: decision.from.clone().unwrap_or_else(|| facts.run.numbered(&format!("event {}", decision.event))),
    });
    lines(found.collect(), KeepKind::Decision, decided)
}

/// The questions that people kept.
pub fn questions(decided: &Decided) -> Vec<BriefLine> {
    lines(Vec::new(), KeepKind::Question, decided)
}

fn lines(found: Vec<Sourced>, kind: KeepKind, decided: &Decided) -> Vec<BriefLine> {
    let kept = decided.kept.iter().filter(|(other, _)| *other == kind).map(|(_, line)| line);
    let mut lines: Vec<BriefLine> = Vec::new();
    let with_kept = found.into_iter().map(|line| (line, false)).chain(kept.cloned().map(|line| (line, true)));
    for (line, kept) in with_kept {
        if lines.iter().any(|other| same(&other.line.text, &line.text)) {
            continue;
        }
        let dropped = decided.dropped.contains(&(kind, line.text.clone()));
        lines.push(BriefLine { line, kept, dropped });
    }
    lines
}

fn from(limit: &Constraint, facts: &Facts) -> String {
    if !limit.lost_in_compaction {
        return limit.from.clone();
    }
    let compactions =
        facts.run.events.iter().filter(|event| matches!(event.what, What::Compaction(_)) && event.agent.is_none());
    let after = compactions.filter_map(|event| event.at).find(|at| limit.at.is_none_or(|stated| *at >= stated));
    let when = after.map(|at| format!(" of {}", at.strftime("%H:%M"))).unwrap_or_default();
    format!("{}; lost in the compaction{when}", limit.from)
}

fn same(one: &str, other: &str) -> bool {
    let plain =
        |text: &str| text.trim().trim_end_matches('.').to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(other)
}
