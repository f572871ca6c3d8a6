//! What choosing a candidate fills in, and the starts that this task and runtime really have.

use super::absent::{absent, differing, otherwise};
use super::candidates::candidates;
use super::warnings::tried;
use super::{approver, good_commit, reach};
use crate::model::{
    Candidate, CandidateKind, Criterion, Decided, Facts, Filled, Gate, GateState, Pile, Resumable, Start, StartFrom,
    StartMode, StartOffer, from,
};
use crate::steps::broken;
use crate::steps::compose::{self, still_open};
use crate::steps::review::NOT_COMMITTED;
use crate::steps::text::{files, is_missing, same_file};

/// After an outside action: it is done, once.
const HAPPENED: &str = " happened once, and somebody looked";

/// What a criterion that step 3 filled in asks to be done or answered, in the words in which it would be left.
pub fn deed(criterion: &str) -> Option<&str> {
    let of_command = || criterion.strip_suffix(HAPPENED).map(|command| command.trim_matches('`'));
    ["done: ", "answered: "].iter().find_map(|word| criterion.strip_prefix(word)).or_else(of_command)
}

/// The step, the criteria and the approver that a candidate fills in; everything can be edited afterwards.
pub fn fill(facts: &Facts, decided: &Decided, candidate: &Candidate) -> Filled {
    let starts = starts(facts, decided);
    let before = decided.step.as_ref().filter(|step| starts.iter().any(|offer| same_start(&offer.start, &step.start)));
    // Two attempts at the same gap did not close it: what they left is no ground to build on.
    let stuck = tried(decided, Some(&candidate.id), &sentence(candidate)) > 1;
    let good = starts.iter().find(|offer| stuck && offer.start.from == Some(StartFrom::Commit));
    let start = good.map(|offer| offer.start.clone()).or_else(|| before.map(|step| step.start.clone()));
    // A tree without the file that the step is about is no ground for it, whatever was chosen before.
    let lacks = |start: &Start| {
        let step = sentence(candidate);
        let taken_back = || takes_back(candidate) && !otherwise(facts, start, &step).is_empty();
        !absent(facts, start, &step).is_empty() || taken_back()
    };
    let start = start.filter(|start| !lacks(start));
    let start = start.or_else(|| starts.into_iter().map(|offer| offer.start).find(|start| !lacks(start)));
    let agent = decided.step.as_ref().map(|step| step.agent.clone()).filter(|agent| !agent.trim().is_empty());
    Filled {
        text: sentence(candidate),
        agent: agent.unwrap_or_else(|| facts.run.runtime.name().to_owned()),
        start: start.unwrap_or_default(),
        criteria: criteria(facts, decided, candidate),
        approver: approver(facts, decided).unwrap_or_default().to_owned(),
    }
}

/// The starts that exist: fresh in the tree as it is, fresh in a new tree at last good, and resuming where the session can be.
pub fn starts(facts: &Facts, decided: &Decided) -> Vec<StartOffer> {
    let folder = if facts.tree.exists { Some(facts.tree.root.as_path()) } else { facts.run.cwd.as_deref() };
    let tree = folder.map(|path| path.display().to_string()).unwrap_or_default();
    let fresh = |from, commit| StartOffer {
        start: Start { mode: StartMode::Fresh, tree: tree.clone(), from: Some(from), commit, content: None },
        resumes: None,
        after: None,
        but: Vec::new(),
        differs: None,
    };
    let mut offers = Vec::new();
    if facts.tree.exists {
        let differs =
            good_commit(facts, decided).and_then(|good| Some((differing(facts, good)?.len(), good.to_owned())));
        offers.push(StartOffer { differs, ..fresh(StartFrom::Worktree, facts.tree.head.clone()) });
    }
    if let (true, Some(commit)) = (facts.tree.repository, good_commit(facts, decided)) {
        let mut offer = fresh(StartFrom::Commit, Some(commit.to_owned()));
        let step = decided.step.as_ref().map(|step| step.text.as_str()).unwrap_or_default();
        let said = |names: &[String], what: &str| match names {
            [] => None,
            [name] => Some(format!("{name} is not in it{what}")),
            names => Some(format!("{} are not in it{what}", names.join(", "))),
        };
        let absent = absent(facts, &offer.start, step);
        let otherwise = otherwise(facts, &offer.start, step);
        let lost = compose::not_in(facts, decided, &offer.start);
        let told = |name: &String| absent.contains(name) || otherwise.contains(name);
        let lost: Vec<_> = lost.into_iter().filter(|(name, _)| !told(name)).collect();
        let (unknown, lost): (Vec<_>, Vec<_>) = lost.into_iter().partition(|(_, pile)| *pile == Pile::Unknown);
        let [unknown, lost] = [unknown, lost].map(|all| all.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
        offer.but.extend(said(&absent, ""));
        offer.but.extend(said(&otherwise, " as it lies here"));
        offer.but.extend(said(
            &lost,
            if lost.len() == 1 { ", though it was checked" } else { ", though they were checked" },
        ));
        offer.but.extend(said(&unknown, ""));
        offers.push(offer);
    }
    let copy = decided.copies.iter().rev().find(|copy| !copy.good);
    if let (true, Some(copy)) = (facts.tree.repository, copy) {
        let mut offer = fresh(StartFrom::Salvage, Some(copy.commit.clone()));
        offer.start.content = Some(copy.content.clone());
        offers.push(offer);
    }
    if facts.session.resumable != Resumable::No && facts.tree.exists {
        let start = Start {
            mode: StartMode::Resume,
            tree: tree.clone(),
            from: Some(StartFrom::Worktree),
            commit: facts.tree.head.clone(),
            content: None,
        };
        offers.push(StartOffer {
            start,
            resumes: Some((facts.run.runtime, facts.run.session.clone())),
            after: facts.session.after.filter(|_| facts.session.resumable == Resumable::Later),
            but: if facts.session.resumable == Resumable::Yes { Vec::new() } else { still_open(facts, decided) },
            differs: None,
        });
    }
    of_task(facts, decided, offers, &tree_name(facts))
}

/// Where a task's next run works, in words.
fn tree_name(facts: &Facts) -> String {
    facts.task.key.as_ref().map_or_else(String::new, |key| format!("task {key}"))
}

/// Only what the task really has: how its next run starts is the task system's business.
fn of_task(facts: &Facts, decided: &Decided, offers: Vec<StartOffer>, name: &str) -> Vec<StartOffer> {
    let Some(modes) = crate::steps::task::modes(facts) else { return offers };
    let from = |mode: StartMode| Start { mode, tree: name.to_owned(), from: None, commit: None, content: None };
    modes
        .into_iter()
        .map(|mode| StartOffer {
            start: from(mode),
            resumes: (mode == StartMode::Resume).then(|| (facts.run.runtime, facts.run.session.clone())),
            after: facts.session.after.filter(|_| facts.session.resumable == Resumable::Later),
            but: if mode == StartMode::Resume { still_open(facts, decided) } else { Vec::new() },
            differs: None,
        })
        .collect()
}

/// Whether two starts are the same way; the tree's hash is filled in when the brief is written.
pub(super) fn same_start(one: &Start, other: &Start) -> bool {
    let at = |start: &Start| start.commit.clone().filter(|_| start.from == Some(StartFrom::Commit));
    one.mode == other.mode && (one.from == other.from || other.from == Some(StartFrom::Salvage)) && at(one) == at(other)
}

/// The last words of a step that does not end in the file that it names.
const LITTLE: &str = "Change nothing that this does not need.";

/// Whether a step leaves it to the run which files beside the named ones it needs.
pub fn allows_more(step: &str) -> bool {
    step.contains(LITTLE)
}

/// Whether a candidate can be closed in the one file that it is about; where it is about none, no other can be told apart.
fn alone(candidate: &Candidate) -> bool {
    candidate.location.is_some() && !(is_missing(&candidate.text) || candidate.text.starts_with(broken::GAP))
}

/// Whether a step changes files: to run something once, to look or to answer leaves nothing to commit.
fn changes(facts: &Facts, candidate: &Candidate) -> bool {
    let red = |command: &str| facts.gates.iter().any(|gate| gate.command == command && gate.state == GateState::Red);
    match candidate.kind {
        CandidateKind::NotHappened => false,
        CandidateKind::LeftOpen => !is_question(candidate),
        CandidateKind::Gate | CandidateKind::Criterion | CandidateKind::Plan | CandidateKind::Gap => {
            let mut gates = facts.gates.iter().map(|gate| gate.command.as_str());
            gates.find(|command| reach::makes_green(facts, candidate, command)).is_none_or(red)
        }
    }
}

/// Whether a step takes back what breaks a limit: where that does not lie, nothing is to be taken back.
fn takes_back(candidate: &Candidate) -> bool {
    candidate.kind == CandidateKind::Gap && candidate.text.starts_with(broken::GAP)
}

fn is_question(candidate: &Candidate) -> bool {
    candidate.kind == CandidateKind::LeftOpen && candidate.text.trim().ends_with('?')
}

/// The file that a candidate wants committed and nothing else.
fn uncommitted(candidate: &Candidate) -> Option<&str> {
    let text = candidate.text.trim().trim_end_matches('.');
    match (candidate.kind, &candidate.location) {
        (CandidateKind::Gap, Some(location)) => Some(location.as_str()).filter(|_| text == NOT_COMMITTED),
        (CandidateKind::LeftOpen, _) => {
            let file = text.strip_suffix(NOT_COMMITTED)?.strip_suffix(": ")?;
            (files(file) == [file]).then_some(file)
        }
        _ => None,
    }
}

fn sentence(candidate: &Candidate) -> String {
    let text = candidate.text.trim().trim_end_matches('.');
    if let Some(file) = uncommitted(candidate) {
        return format!("Commit {file} as it is. Change nothing else.");
    }
    match (candidate.kind, candidate.gate) {
        (CandidateKind::Gap, _) => match &candidate.location {
            Some(location) => match text.strip_prefix(broken::GAP) {
                Some(limit) => format!("Take back in {location} what breaks the limit \"{limit}\". {LITTLE}"),
                None if alone(candidate) => format!("Finish {location}: {text}. Change nothing else."),
                None => format!("Finish {location}: {text}. {LITTLE}"),
            },
            None => format!("{}. Change nothing else.", capital(text)),
        },
        (CandidateKind::Gate, Some(GateState::Red)) => format!("Make `{text}` green. Change nothing else."),
        (CandidateKind::Gate, _) => format!("Run `{text}` on the present content and mend only what it shows."),
        (CandidateKind::LeftOpen, _) if is_question(candidate) => format!("Answer this: {text} Change nothing else."),
        (CandidateKind::Plan | CandidateKind::LeftOpen, _) => format!("{}. Change nothing else.", capital(text)),
        (CandidateKind::Criterion, _) => format!("Make this true: {text}. Change nothing else."),
        (CandidateKind::NotHappened, _) if candidate.because.is_empty() => format!("Run `{text}` once. Nothing else."),
        (CandidateKind::NotHappened, _) => {
            format!(
                "Finish what `{text}` did in part: {}. Nothing else.",
                candidate.because.join("; ").trim_end_matches('.')
            )
        }
    }
}

/// By what the step is measured: the thing itself, a gate that reaches the file, the gates that were green, a commit.
fn criteria(facts: &Facts, decided: &Decided, candidate: &Candidate) -> Vec<Criterion> {
    let own = |text: String, source: &str| Criterion { text, tag: None, hash: None, source: source.to_owned() };
    let mut criteria = Vec::new();
    let gate = match candidate.kind {
        CandidateKind::Gate => Some(candidate.text.clone()),
        _ => candidate.location.as_deref().and_then(|location| reaching(facts, location)),
    };
    let asked = |gate: &Gate| reach::asks(facts, decided, candidate, gate);
    if let Some(gate) = &gate {
        let known = facts.gates.iter().find(|known| known.command == *gate);
        criteria.push(own(known.map_or_else(|| format!("`{gate}` is green"), asked), from::GATE));
    }
    let uncommitted = uncommitted(candidate);
    match candidate.kind {
        _ if uncommitted.is_some() => {
            let file = uncommitted.unwrap_or_default();
            criteria.push(own(format!("{file} is committed as it is, and no other file changed"), from::PROPOSED));
        }
        CandidateKind::Gap => {
            let place = candidate.location.as_deref().map(|location| format!("{location}: ")).unwrap_or_default();
            criteria.push(own(format!("{place}this gap is closed: {}", candidate.text), from::GAP));
        }
        CandidateKind::Plan => criteria.push(own(format!("done: {}", candidate.text), from::PLAN)),
        CandidateKind::LeftOpen | CandidateKind::Criterion => criteria.push(wanted(facts, candidate)),
        CandidateKind::NotHappened => {
            criteria.push(own(format!("`{}`{HAPPENED}", candidate.text), from::ACTION));
        }
        CandidateKind::Gate => {}
    }
    if uncommitted.is_none() {
        criteria.extend(met_with(facts, decided, candidate));
    }
    // Only what is green now can stay so.
    let others =
        || facts.gates.iter().filter(|other| other.last_green.is_some() && Some(&other.command) != gate.as_ref());
    // What changes nothing makes nothing green, and a gate that the step is to make green is asked for once.
    let mends = candidate.kind != CandidateKind::NotHappened && !is_question(candidate);
    let said = |other: &&Gate| reach::makes_green(facts, candidate, &other.command);
    let old = others().filter(|other| mends && other.state != GateState::Green && !said(other));
    criteria.extend(old.map(|other| own(asked(other), from::GATE)));
    let green: Vec<String> =
        others().filter(|other| other.state == GateState::Green).map(|other| format!("`{}`", other.command)).collect();
    match green.as_slice() {
        [] => {}
        [name] => criteria.push(own(format!("{name} stays green"), from::GATE)),
        names => criteria.push(own(format!("{} stay green", names.join(", ")), from::GATE)),
    }
    if uncommitted.is_none() && changes(facts, candidate) {
        let commits = facts.tree.repository
            && !reach::must_not_commit(facts, decided, candidate)
            && !broken::back_at_head(facts, candidate);
        let end = match (commits, alone(candidate)) {
            (true, true) => Some("committed, and no other file changed"),
            (true, false) => Some("committed"),
            (false, true) => Some("no other file changed"),
            (false, false) => None,
        };
        criteria.extend(end.map(|text| own(text.to_owned(), from::PROPOSED)));
    }
    // A contract from before the run goes on to bind, with its own words and tags.
    let tagged = facts.task.criteria.iter().filter(|criterion| criterion.tag.is_some() || criterion.hash.is_some());
    for criterion in tagged {
        if !criteria.iter().any(|other| other.text == criterion.text) {
            criteria.push(criterion.clone());
        }
    }
    criteria
}

/// What a criterion of the task, or what was left open, demands of a step.
fn wanted(facts: &Facts, candidate: &Candidate) -> Criterion {
    let own = |text: String, source: &str| Criterion { text, tag: None, hash: None, source: source.to_owned() };
    if candidate.kind == CandidateKind::LeftOpen {
        let word = if is_question(candidate) { "answered" } else { "done" };
        return own(format!("{word}: {}", candidate.text), from::LEFT_OPEN);
    }
    let unchanged = facts.task.criteria.iter().find(|criterion| criterion.text == candidate.text);
    unchanged.cloned().unwrap_or_else(|| own(candidate.text.clone(), from::PROPOSED))
}

/// What a step that finishes a file is to meet with it: the criteria that speak of this file alone.
fn met_with(facts: &Facts, decided: &Decided, candidate: &Candidate) -> Vec<Criterion> {
    let all = candidates(facts, decided);
    let Some(file) = compose::finishes(candidate, &all) else { return Vec::new() };
    let of_file = |other: &&Candidate| other.kind != CandidateKind::Plan && compose::says_again(other, file);
    all.iter().filter(of_file).map(|other| wanted(facts, other)).collect()
}

fn reaching(facts: &Facts, location: &str) -> Option<String> {
    let product = facts.products.iter().find(|product| same_file(&product.location, location))?;
    product.gates.first().map(|(command, _)| command.clone())
}

/// A sentence begins with a capital letter, but a name that is written in a certain way stays as it is.
fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    if !first
        .trim_end_matches([',', ':', ';', '!', '?'])
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == '\'' || letter == '-')
    {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::candidates::candidates;
    use super::sentence;
    use crate::model::build::{decided, facts};
    use crate::model::{CandidateKind, Closing, Op};

    #[test]
    fn what_was_left_open_becomes_a_sentence_and_a_name_stays_as_it_is() {
        for (text, step) in [
            ("apply the discount", "Apply the discount. Change nothing else."),
            ("docs/retry.md explains the option", "docs/retry.md explains the option. Change nothing else."),
            ("parse_percent() takes 7.5 %", "parse_percent() takes 7.5 %. Change nothing else."),
            ("docs/retry.md: not committed", "Commit docs/retry.md as it is. Change nothing else."),
            ("Is the option on by default?", "Answer this: Is the option on by default? Change nothing else."),
        ] {
            let open = vec![text.to_owned()];
            let close = Op::Close {
                attempt: 1,
                outcome: Closing::NextAttempt,
                from: None,
                why: String::new(),
                open,
                review: None,
            };
            let offered = candidates(&facts(), &decided([close]));
            let left = offered.iter().find(|one| one.kind == CandidateKind::LeftOpen).expect("it is offered");
            assert_eq!(sentence(left), step);
        }
    }
}
