//! The state to return to, and why it counts as good.

use crate::model::{Decided, Facts, Gate, GoodContent, KeptCopy, Timestamp};

/// The commit to return to: chosen here, else by the last review, else the program's own, or the kept copy of what it proves.
pub fn good_commit<'a>(facts: &'a Facts, decided: &'a Decided) -> Option<&'a str> {
    let before = decided.attempt.checked_sub(1).and_then(|attempt| decided.reviews.get(&attempt));
    let from = before.and_then(|review| review.closed.as_ref()).and_then(|(_, from, _)| from.as_deref());
    let chosen = decided.last_good.as_ref().map(|(commit, _)| commit.as_str());
    let kept = kept_good(facts, decided).map(|copy| copy.commit.as_str());
    chosen.or(from).or(kept).or(facts.last_good.commit.as_deref())
}

/// The attempt whose closing handed on the state to return to; `None` when somebody chose another since, or nothing was closed.
pub fn good_from_closing(decided: &Decided) -> Option<u32> {
    let before = decided.attempt.checked_sub(1)?;
    let (_, from, _) = decided.reviews.get(&before)?.closed.as_ref()?;
    decided.last_good.as_ref().filter(|(commit, _)| Some(commit) == from.as_ref()).map(|_| before)
}

/// Why the chosen state counts as good; of one that a closing handed on it is made anew, since what was true of the work tree
/// then need not be true of it now.
pub fn good_why(facts: &Facts, decided: &Decided) -> Option<String> {
    let (commit, stored) = decided.last_good.as_ref()?;
    if good_from_closing(decided).is_none() {
        return Some(stored.clone());
    }
    let own = &facts.last_good;
    if own.commit.as_ref() == Some(commit) && own.content.is_none() {
        return Some(own.why.clone());
    }
    let mut gates: Vec<&str> = Vec::new();
    let mut newest: Option<Timestamp> = None;
    for gate in &facts.gates {
        let on_it = gate.runs.iter().filter(|run| run.green && run.content.as_ref() == Some(commit));
        if let Some(run) = on_it.max_by_key(|run| run.at) {
            gates.push(&gate.command);
            newest = newest.max(run.at);
        }
    }
    if gates.is_empty() {
        return Some(durable(stored).to_owned());
    }
    let at = newest.map(|at| at.strftime(", %Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default();
    Some(format!("{} ran green on exactly this commit{at}", gates.join(", ")))
}

/// The gates that are known to have been green on the state to return to.
pub fn good_gates(facts: &Facts, decided: &Decided) -> Vec<String> {
    let (own, commit) = (&facts.last_good, good_commit(facts, decided));
    let kept = kept_good(facts, decided).is_some_and(|copy| commit == Some(copy.commit.as_str()));
    match commit.filter(|commit| !kept && own.commit.as_deref() != Some(*commit)) {
        None => own.gates.clone(),
        Some(commit) => {
            let on_it = |gate: &&Gate| gate.runs.iter().any(|run| run.green && run.content.as_deref() == Some(commit));
            facts.gates.iter().filter(on_it).map(|gate| gate.command.clone()).collect()
        }
    }
}

/// What of a reason hangs on no work tree of its time: that a newer commit was not proven then is left out.
fn durable(why: &str) -> &str {
    let cut = |(at, _): &(usize, &str)| why[*at..].contains(" is not proven: ");
    let last = why.match_indices("; ").take_while(cut).last();
    last.map_or(why, |(at, _)| &why[..at])
}

/// The kept copy of a last good content that no commit of the run has. One of the present content holds what the run left, however broken.
pub fn kept_good<'a>(facts: &Facts, decided: &'a Decided) -> Option<&'a KeptCopy> {
    let replayed = facts.last_good.content == Some(GoodContent::Replayed);
    decided.copies.iter().rev().find(|copy| copy.good).filter(|_| replayed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{at, decided, facts, gate};
    use crate::model::{Closing, GateRun, GateState, Op};

    #[test]
    fn a_gate_is_green_on_a_state_that_was_chosen_only_where_it_ran_on_it() {
        let mut facts = facts();
        (facts.last_good.commit, facts.last_good.gates) = (Some("aaa".into()), vec!["cargo test".into()]);
        let run = |content: Option<&str>| {
            let content = content.map(str::to_owned);
            GateRun { event: "7".into(), at: Some(at(0)), content, green: true, how: String::new() }
        };
        facts.gates = vec![gate(GateState::Green, run(None))];
        assert_eq!(good_gates(&facts, &Decided::default()), ["cargo test"]);
        let chosen = decided([Op::LastGood { commit: Some("bbb".into()), why: "kept".into() }]);
        assert!(good_gates(&facts, &chosen).is_empty(), "it ran beside what lay there uncommitted");
        facts.gates = vec![gate(GateState::Green, run(Some("bbb")))];
        assert_eq!(good_gates(&facts, &chosen), ["cargo test"]);
    }

    #[test]
    fn why_a_state_is_good_that_a_closing_handed_on_is_said_anew() {
        let then = "Brief 1 names it as last good, with cargo test green on it; bbb is not proven: cargo test ran green, but that \
                    also depends on a.py; nothing has changed there since.";
        let (from, why) = (Some("aaa".to_owned()), then.to_owned());
        let close = Op::Close { attempt: 1, outcome: Closing::NextAttempt, from, why, open: vec![], review: None };
        let (mut facts, decided) = (facts(), decided([close]));
        assert_eq!(good_from_closing(&decided), Some(1));
        let why = |facts: &Facts| good_why(facts, &decided).unwrap();
        assert_eq!(why(&facts), "Brief 1 names it as last good, with cargo test green on it");
        let (event, how, content) = ("brief 1".to_owned(), String::new(), Some("aaa".to_owned()));
        let run = GateRun { event, at: Some(at(0)), content, green: true, how };
        facts.gates = vec![gate(GateState::Red, run)];
        assert!(why(&facts).starts_with("cargo test ran green on exactly this commit, "), "{}", why(&facts));
        (facts.last_good.commit, facts.last_good.why) = (Some("aaa".into()), "its own record".into());
        assert_eq!(why(&facts), "its own record");
    }
}
