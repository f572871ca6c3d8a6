//! Whether a compaction lost a limit: neither its summary nor anything that it kept or that was read again carries it.

use std::collections::BTreeSet;

use super::clauses::Clause;
use super::stated::{Stated, plain};
use super::words::is_limit;
use crate::model::{Compaction, Deed, Run, What};

/// Words that say nothing by themselves.
const EMPTY: &[&str] = &[
    "the", "and", "are", "for", "its", "that", "this", "with", "when", "must", "never", "only", "not", "dont", "keep",
    "keeps", "stay", "stays", "any", "all", "each", "after", "before", "into", "from", "under", "once", "los", "las",
    "una", "que", "del", "con", "por", "sin", "solo", "nunca", "como", "tiene", "debe", "bajo", "may", "has", "have",
    "was", "will", "them", "they", "without", "there", "below", "change", "changes", "through", "where",
];

/// Whether a compaction after the limit was last stated lost it.
pub(super) fn lost(run: &Run, limit: &Stated) -> bool {
    if limit.reloaded {
        return false;
    }
    let after = run.events.iter().enumerate().skip(limit.index);
    after
        .filter_map(|(index, event)| match &event.what {
            What::Compaction(compaction) if event.agent.is_none() => Some((index, compaction)),
            _ => None,
        })
        .any(|(index, compaction)| {
            let lost = said(limit).iter().any(|piece| !carried(compaction, piece));
            lost && !read_again(run, limit, index)
        })
}

/// What must be carried: of an item its pieces that bind, not the reason that it gives.
fn said(limit: &Stated) -> Vec<&str> {
    let binds = |piece: &&String| {
        let core = (*piece).clone();
        is_limit(&Clause { text: String::new(), core, pieces: Vec::new(), listed: false, sentence: 0 })
    };
    let binding: Vec<&str> = limit.clause.pieces.iter().filter(binds).map(String::as_str).collect();
    match (binding.is_empty(), limit.clause.pieces.first()) {
        (false, _) => binding,
        (true, Some(first)) => vec![first],
        (true, None) => vec![&limit.clause.core],
    }
}

/// Whether what a compaction leaves still says it.
fn carried(compaction: &Compaction, core: &str) -> bool {
    // What is hidden may carry anything.
    if compaction.opaque && compaction.summary.is_empty() && compaction.kept.is_empty() {
        return true;
    }
    let wanted = plain(core);
    if compaction.kept.iter().any(|text| plain(text).contains(&wanted)) {
        return true;
    }
    let names: Vec<_> = words(core).into_iter().filter(|word| is_name(word)).collect();
    let wanted = stems(core);
    let ends = |line: &str| line.split("; ").flat_map(|piece| piece.split(". ")).map(str::to_owned).collect::<Vec<_>>();
    let mut pieces: Vec<String> = compaction.summary.lines().flat_map(ends).collect();
    pieces.extend(compaction.summary.lines().map(str::to_owned));
    let forbids =
        ["never", "not", "no ", "only", "keep", "must", "limit", "nunca", "solo", "sin ", "rule", "stay", "don't"];
    pieces.iter().any(|piece| {
        let said = stems(piece);
        let shared = wanted.iter().filter(|word| said.contains(*word)).count();
        let lower = piece.to_lowercase();
        let kept = names.iter().filter(|name| lower.contains(name.trim_end_matches('/'))).count();
        let says_so = wanted.len() > 2 || forbids.iter().any(|word| lower.contains(word));
        let any = !wanted.is_empty() || !names.is_empty();
        // Two names of the limit together say it, whatever words stand around them.
        let told = shared * 10 >= wanted.len() * 6 || (names.len() > 1 && kept == names.len());
        any && kept * 2 >= names.len() && told && says_so
    })
}

/// Whether the file that states it was read again after a compaction.
fn read_again(run: &Run, limit: &Stated, index: usize) -> bool {
    if !limit.from.contains('.') {
        return false;
    }
    run.events.iter().skip(index).any(|event| match &event.what {
        What::Call(call) => match &call.deed {
            Deed::Read { path } => path.ends_with(&limit.from),
            Deed::Command { script, .. } => script.contains(limit.from.as_str()),
            _ => false,
        },
        _ => false,
    })
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != ')' && sign != '/')
                .trim_end_matches(')')
                .to_owned()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Whether a word is a path or a name of code: it is carried as it stands or not at all.
fn is_name(word: &str) -> bool {
    word.contains(['/', '.', '_', '('])
}

/// The first letters of each word that says something: "committed" and "commit" are one.
fn stems(text: &str) -> BTreeSet<String> {
    let all = words(text);
    let kept = all.iter().filter(|word| word.chars().count() > 2 && !is_name(word) && !EMPTY.contains(&word.as_str()));
    kept.map(|word| word.chars().take(4).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_carries_a_limit_when_it_says_it_again() {
        let of = |summary: &str, limit: &str| {
            carried(&Compaction { summary: summary.into(), ..Compaction::default() }, limit)
        };
        let summary = "1. Rules: commit only when the unit tests are green; the lock only through tools/lock.py; no push.\n\
                       2. Next: a retry in app/registry.py.";
        for limit in ["only when the unit tests are green", "requirements.lock only through tools/lock.py", "No push"] {
            assert!(of(summary, limit), "{limit}");
        }
        for limit in
            ["never touch legacy/fetch.py", "load(name) in app/registry.py keeps its signature", "no floats or round()"]
        {
            assert!(!of(summary, limit), "{limit}");
        }
        let opaque = Compaction { opaque: true, ..Compaction::default() };
        assert!(carried(&opaque, "No push"), "what is hidden may carry anything");
    }
}
