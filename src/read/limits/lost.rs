//! Whether a compaction lost a limit: neither its summary nor anything that it kept or that was read again carries it.

use std::collections::BTreeSet;

use super::stated::{Stated, plain};
use crate::model::{Compaction, Deed, Run, What};

/// Words that say nothing by themselves.
const EMPTY: &[&str] = &[
    "the", "and", "are", "for", "its", "that", "this", "with", "when", "must", "never", "only", "not", "dont", "keep",
    "keeps", "stay", "stays", "any", "all", "each", "after", "before", "into", "from", "under", "once", "los", "las",
    "una", "que", "del", "con", "por", "sin", "solo", "nunca", "como", "tiene", "debe", "bajo", "may", "has", "have",
    "was", "will", "them", "they", "without", "there", "where",
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
        .any(|(index, compaction)| !carried(compaction, &limit.clause.core) && !read_again(run, limit, index))
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
    let names: Vec<_> = words(core).into_iter().filter(|word| word.contains(['/', '.', '_', '('])).collect();
    let wanted = stems(core);
    let lines =
        compaction.summary.lines().flat_map(|line| line.split([';', '.']).map(str::to_owned).collect::<Vec<_>>());
    let mut pieces: Vec<String> = lines.collect();
    pieces.extend(compaction.summary.lines().map(str::to_owned));
    pieces.iter().any(|piece| {
        let said = stems(piece);
        let shared = wanted.iter().filter(|word| said.contains(*word)).count();
        let lower = piece.to_lowercase();
        let all_named = names.iter().all(|name| lower.contains(name.as_str()));
        let forbids =
            ["never", "not", "no ", "only", "keep", "must", "limit", "nunca", "solo", "sin ", "rule", "stay", "don't"];
        let short = wanted.len() < 3;
        !wanted.is_empty()
            && all_named
            && shared * 10 >= wanted.len() * 6
            && (!short || forbids.iter().any(|word| lower.contains(word)))
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

/// The first letters of each word that says something: "committed" and "commit" are one.
fn stems(text: &str) -> BTreeSet<String> {
    let all = words(text);
    let kept = all.iter().filter(|word| word.chars().count() > 2 && !EMPTY.contains(&word.as_str()));
    kept.map(|word| word.chars().take(4).collect()).collect()
}
