//! What stands in the brief: facts and decisions in, its data out. The text is rendered from it elsewhere.
//!
//! Nothing is added that nobody decided and no record shows; what nobody looked at says so.

mod checked;
mod earlier;
mod gates;
mod left;
mod lines;
mod living;
mod progress;
mod session;
mod start;

pub use lines::{decisions, limits, questions};
pub use session::{Resume, resume, still_open};
pub use start::{OwnTree, own_tree};

use jiff::Timestamp;

use super::text::{asks_more, files, only_does, same_file, same_line};
use super::{assign, broken, confirm, outside, parts, sort};
use progress::Progress;
pub use progress::{missing, not_in};

use crate::model::{
    Brief, BriefLastGood, BriefLine, BriefRecord, Candidate, CandidateKind, Confirmed, Decided, Facts, GoodContent,
    NextStep, RunMark, Sourced, Speaker, Step, What,
};

/// The brief of the present attempt, as it would be written now.
pub fn compose(facts: &Facts, decided: &Decided, recovery: &str, written: Timestamp) -> Brief {
    let missing = progress::missing(facts, decided);
    let Progress { checked, not_in_start, unread } = progress::progress(facts, decided);
    let goal = section(decided, "Goal").map_or_else(|| goal(facts), str::to_owned);
    let after_step = after_step(facts, decided);
    Brief {
        schema: "lastgood.brief/1".to_owned(),
        recovery: recovery.to_owned(),
        attempt: decided.attempt,
        written,
        draft: !missing.is_empty(),
        missing,
        title: title(facts),
        owner: facts.task.owner.clone(),
        goal,
        next_step: next_step(decided),
        left: left::known(facts, decided, &after_step),
        after_step,
        limits: edited(decided, "Limits", &limits(facts, decided)),
        decisions: edited(decided, "Decisions", &decisions(facts, decided)),
        checked,
        not_in_start,
        unread,
        outside: progress::outside(facts, decided),
        open: progress::open(facts, decided),
        broken: broken::told(facts, decided),
        actions: outside::handed_on(facts),
        last_good: BriefLastGood { differs: start::differs(facts, decided), ..last_good(facts, decided) },
        gates: gates::gates(facts, decided),
        criteria: assign::criteria(facts, decided),
        contract: facts.task.contract.clone(),
        approver: assign::approver(facts, decided).unwrap_or_default().to_owned(),
        notes: section(decided, "Notes").map(str::to_owned),
        rebuild: start::rebuild(facts, decided, recovery),
        record: record(facts, decided),
    }
}

/// A section that was written by hand.
fn section<'a>(decided: &'a Decided, name: &str) -> Option<&'a str> {
    decided.sections.get(name).map(String::as_str)
}

fn goal(facts: &Facts) -> String {
    facts.task.goal.clone().or_else(|| facts.run.goal.clone()).unwrap_or_default()
}

fn title(facts: &Facts) -> Option<String> {
    let goal = goal(facts);
    let first = goal.lines().map(str::trim).find(|line| !line.is_empty());
    facts.run.title.clone().or_else(|| first.map(str::to_owned))
}

fn next_step(decided: &Decided) -> NextStep {
    let step = decided.step.as_ref();
    step.map(|step| NextStep {
        text: step.text.clone(),
        agent: step.agent.clone(),
        start: start::with_content(&step.start, decided),
    })
    .unwrap_or_default()
}

/// What is left after the step: the other candidates, but for what a limit forbids and what the step is measured by itself.
fn after_step(facts: &Facts, decided: &Decided) -> Vec<String> {
    let chosen = decided.step.as_ref().and_then(|step| step.candidate.as_deref());
    let root = &facts.tree.root;
    let asked: Vec<String> = assign::criteria(facts, decided).iter().map(|one| as_left(&one.text)).collect();
    // Without a step nothing is measured yet: the criteria are those of the task.
    let in_criteria = |line: &str| decided.step.is_some() && asked.iter().any(|other| same_line(other, line, root));
    let mut left: Vec<String> = Vec::new();
    let candidates = assign::candidates(facts, decided);
    let step = candidates.iter().find(|one| chosen == Some(one.id.as_str()));
    let file = step.and_then(|one| finishes(one, &candidates));
    let deed = step.filter(|one| one.kind == CandidateKind::NotHappened).map(|one| one.text.as_str());
    let of_step = step.map(|one| parts::of(facts, &one.text)).unwrap_or_default();
    for candidate in &candidates {
        let in_step = step_says(decided, candidate);
        let wanted = candidate.forbidden_by.is_none() && left::is_wanted(facts, decided, candidate);
        if chosen == Some(candidate.id.as_str()) || in_step || !wanted {
            continue;
        }
        // An item of the plan goes with the file. A criterion does not: it is asked, or it is left.
        if candidate.kind == CandidateKind::Plan && file.is_some_and(|file| says_again(candidate, file)) {
            continue;
        }
        // A step that is several things does each of them, and one that is a deed takes it out of an item that names it.
        if of_step.iter().any(|part| only_does(part.words, &candidate.text)) {
            continue;
        }
        let text = match (deed, parts::of(facts, &candidate.text).as_slice()) {
            (Some(command), all @ [_, ..]) => parts::without(all, |part| only_does(part.words, command)),
            _ => assign::line(candidate),
        };
        if text.is_empty() {
            continue;
        }
        if !in_criteria(&text) && !left.iter().any(|line| same_line(line, &text, root)) {
            left.push(text);
        }
    }
    left
}

/// Whether the step says what a candidate says, and of the same file: a gap can have the same words in several.
fn step_says(decided: &Decided, candidate: &Candidate) -> bool {
    let Some(step) = &decided.step else { return false };
    let named = files(&step.text);
    let of_file = |file: &String| named.is_empty() || named.iter().any(|name| same_file(name, file));
    step.text.contains(&candidate.text) && candidate.location.as_ref().is_none_or(of_file)
}

/// The file that a step finishes: that of the last gap that is left in it. What breaks a limit is taken back, which finishes nothing.
pub(super) fn finishes<'a>(chosen: &'a Candidate, all: &[Candidate]) -> Option<&'a str> {
    let file = chosen.location.as_deref().filter(|_| chosen.kind == CandidateKind::Gap)?;
    let more = all.iter().any(|other| other.id != chosen.id && other.location.as_deref() == Some(file));
    Some(file).filter(|_| !more && !chosen.text.starts_with(broken::GAP))
}

/// Whether an item of the plan or a criterion speaks of this file alone: the one says by another name that it is to be done.
pub(super) fn says_again(candidate: &Candidate, file: &str) -> bool {
    let named = files(&candidate.text);
    let gap = candidate.text.split_once(": ").is_some_and(|(place, _)| named.iter().any(|name| name == place));
    let kind = matches!(candidate.kind, CandidateKind::Plan | CandidateKind::Criterion | CandidateKind::LeftOpen);
    let own = !named.is_empty() && named.iter().all(|name| same_file(name, file));
    kind && own && !gap && !asks_more(&candidate.text, &named)
}

/// What a criterion demands that was made of what was left, in its own words.
pub fn demanded(criterion: &str) -> &str {
    ["done: ", "answered: "].iter().find_map(|word| criterion.strip_prefix(word)).unwrap_or(criterion)
}

/// What a criterion demands, in the words in which it would be left.
fn as_left(criterion: &str) -> String {
    demanded(criterion).replacen(": this gap is closed: ", ": ", 1)
}

/// The lines that stand in the brief; a section written by hand replaces them, one line each.
fn edited(decided: &Decided, name: &str, found: &[BriefLine]) -> Vec<Sourced> {
    let Some(text) = section(decided, name) else {
        return found.iter().filter(|line| !line.dropped).map(|line| line.line.clone()).collect();
    };
    let lines =
        text.lines().map(|line| line.trim().trim_start_matches(['-', '*']).trim()).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            // A line that was only moved or kept still says where it stands.
            let known = found
                .iter()
                .map(|other| &other.line)
                .find(|other| line == other.text || line == format!("{} ({})", other.text, other.from));
            known.cloned().unwrap_or_else(|| Sourced { text: line.to_owned(), from: "operator".to_owned() })
        })
        .collect()
}

fn last_good(facts: &Facts, decided: &Decided) -> BriefLastGood {
    let commit = assign::good_commit(facts, decided);
    let own = &facts.last_good;
    let kept = assign::kept_good(facts, decided).filter(|copy| commit == Some(copy.commit.as_str()));
    if let Some(copy) = kept {
        let (why, gates) = (own.why.clone(), own.gates.clone());
        let (commit, content) = (Some(copy.commit.clone()), Some("replayed".to_owned()));
        return BriefLastGood { commit, content, why, gates, salvage: Some(copy.name.clone()), differs: vec![] };
    }
    if let Some(commit) = commit.filter(|commit| own.commit.as_deref() != Some(*commit)) {
        let why = assign::good_why(facts, decided).unwrap_or_default();
        let gates = assign::good_gates(facts, decided);
        let handed = assign::good_from_closing(decided).is_some() || decided.last_good.is_none();
        let why = match why.trim() {
            "" if handed => "handed on by the attempt before".to_owned(),
            "" => "chosen by the operator".to_owned(),
            _ => why,
        };
        return BriefLastGood {
            commit: Some(commit.to_owned()),
            content: None,
            why,
            gates,
            salvage: None,
            differs: vec![],
        };
    }
    let content = match (own.content, own.revision) {
        (Some(GoodContent::Worktree), _) => Some("worktree".to_owned()),
        (Some(GoodContent::Replayed), _) => Some("replayed".to_owned()),
        (None, Some(revision)) => Some(format!("rev {revision}")),
        (None, None) => None,
    };
    BriefLastGood {
        commit: own.commit.clone(),
        content,
        why: own.why.clone(),
        gates: own.gates.clone(),
        salvage: None,
        differs: vec![],
    }
}

fn record(facts: &Facts, decided: &Decided) -> BriefRecord {
    let transcript = facts.run.transcripts.first().map(|transcript| transcript.path.display().to_string());
    let confirmed = decided.settled.get(&Step::Confirm).filter(|_| confirm::settled(&facts.liveness, decided));
    let (last_checked, checked) = checked::checked(facts, decided);
    BriefRecord {
        run: RunMark {
            runtime: facts.run.runtime,
            session: facts.run.session.clone(),
            transcript: transcript.unwrap_or_default(),
        },
        ended_at: facts.ending.at,
        ending: word(facts.ending.cause),
        session: Some(session::mark(facts, decided)),
        last_checked,
        checked,
        confirmed: confirmed.map(|(by, at)| Confirmed { by: by.clone(), at: *at }),
        signs_answered: living::answered(facts, decided),
        notice: start::notice(facts),
        last_words: last_words(facts),
    }
}

fn last_words(facts: &Facts) -> Option<String> {
    let said = |event: &crate::model::Event| match &event.what {
        What::Said { text } if event.agent.is_none() && !event.abandoned && !text.trim().is_empty() => {
            Some(text.trim().to_owned())
        }
        _ => None,
    };
    let prompted = |event: &&crate::model::Event| matches!(event.what, What::Asked { by: Speaker::Person, .. });
    // Words before the last prompt are answers to another question.
    let from = facts.run.events.iter().rposition(|event| prompted(&event)).unwrap_or(0);
    facts.run.events.iter().skip(from).rev().find_map(said)
}

/// The word of a cause, as it stands in the report.
fn word(cause: crate::model::Cause) -> String {
    let value = serde_json::to_value(cause).unwrap_or_default();
    value.as_str().unwrap_or("unknown").to_owned()
}

/// Whether a sorted row stands in the brief by itself: the base stands only in the last good state.
fn is_base(id: &str) -> bool {
    id == sort::BASE
}

#[cfg(test)]
mod tests;
