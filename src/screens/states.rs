//! The four kinds of state as lines: task, session, products, next run. For the picker's details and the page `0`.

use super::{Desk, Scene};
use crate::model::{
    Against, Belongs, CandidateKind, Claim, Decided, Facts, LimitFate, LimitTold, Liveness, PlanState, RowVerdict,
    Running, Says, StartMode,
};
use crate::steps::compose::Resume;
use crate::steps::{self, proof};
use crate::widgets::clean;
use crate::words::{self, Clock, states};

/// One line each: ended, running, task, session, products, next run. The flag says that it wants to be looked at.
pub fn short(facts: &Facts, decided: &Decided, scene: &Scene) -> [(bool, String); 6] {
    let running = steps::confirm::running(&facts.liveness);
    let look = matches!(running, Running::Alive | Running::Left(_) | Running::Waiting);
    [
        (false, ended(facts, &scene.clock)),
        (look, running_line(&facts.liveness, &scene.clock.seconds(facts.looked))),
        (false, task(facts, decided)),
        (false, session(facts, decided, scene)),
        (false, products(facts, decided)),
        (false, states::next_run(brief(decided, None).as_ref(), &by_itself(facts, decided))),
    ]
}

/// How it ended.
pub fn ended(facts: &Facts, clock: &Clock) -> String {
    let ending = &facts.ending;
    let after = facts.run.started.zip(ending.at).map(|(from, to)| Clock::span(from, to));
    states::ended(words::cause(ending.cause), ending.at.map(|at| clock.seconds(at)), after, facts.run.events.total())
}

/// What still runs, in one line.
pub fn running_line(liveness: &Liveness, looked: &str) -> String {
    let what = |says: Says| liveness.signs.iter().filter(move |sign| steps::confirm::says(sign) == says);
    let first = |says: Says| what(says).next().map(|sign| clean::line(&sign.what)).unwrap_or_default();
    match steps::confirm::running(liveness) {
        Running::Left(_) => {
            let rows = steps::confirm::rows(&liveness.signs, &Decided::default());
            let left = rows.iter().filter(|row| row.says == Says::Alive && row.belongs == Belongs::LeftByRun);
            let lead = left.filter_map(|row| liveness.signs.get(*row.signs.first()?));
            states::left(&lead.map(|sign| clean::line(&sign.what)).collect::<Vec<_>>())
        }
        Running::Alive => first(Says::Alive),
        Running::Waiting => first(Says::Waiting),
        Running::NoSign => states::no_sign(looked),
        Running::CannotTell => states::cannot_tell(&first(Says::CannotLook)),
    }
}

fn task(facts: &Facts, decided: &Decided) -> String {
    let task = &facts.task;
    let name = task.key.clone().unwrap_or_else(|| task.source.clone());
    let name = if name.is_empty() { states::NO_TASK.to_owned() } else { name };
    states::task(&name, task.criteria.len(), &people(facts, decided), plan(facts))
}

/// Who owns the task, and who decides on its recovery: the choice of step 3 before what the task says.
pub fn people(facts: &Facts, decided: &Decided) -> Vec<String> {
    let approver = decided.approver.as_ref().or(facts.task.approver.as_ref());
    let people: Vec<String> = [("owner", facts.task.owner.as_ref()), ("approver", approver)]
        .into_iter()
        .filter_map(|(part, name)| Some(states::person(part, name.filter(|name| !name.trim().is_empty())?)))
        .collect();
    if people.is_empty() { vec![states::NOBODY.to_owned()] } else { people }
}

/// How many items of the plan are done, by its own account.
pub fn plan(facts: &Facts) -> Option<(usize, usize)> {
    let done = facts.plan.iter().filter(|item| item.state == PlanState::Done).count();
    (!facts.plan.is_empty()).then_some((done, facts.plan.len()))
}

fn session(facts: &Facts, decided: &Decided, scene: &Scene) -> String {
    let torn = facts.run.transcripts.iter().filter(|transcript| transcript.torn_tail).count();
    let mut parts = if scene.two_panes() { vec![states::record(torn, facts.run.problems.len())] } else { vec![] };
    parts.extend(resume(facts, decided, &scene.clock).iter().take(2).map(|part| clean::line(part)));
    let lost = lost(facts).count();
    if lost > 0 {
        parts.push(states::lost_limits(lost));
    }
    parts.join("; ")
}

/// Whether the session can be resumed, and what stands against it: without what an answer about an outside action has settled.
pub fn resume(facts: &Facts, decided: &Decided, clock: &Clock) -> Vec<String> {
    let open = match steps::compose::resume(facts, decided) {
        Resume::Over => return vec![states::RESUME_OVER.to_owned()],
        Resume::Answered => return vec![states::ALL_ANSWERED.to_owned()],
        Resume::Stands(open) => open,
    };
    let after = facts.session.after.map(|at| clock.time(at));
    [states::resumable(facts.session.resumable, after)]
        .into_iter()
        .chain(open.iter().map(|why| clock.told(why)))
        .collect()
}

/// Limits that a compaction lost.
pub fn lost(facts: &Facts) -> impl Iterator<Item = &str> {
    facts.constraints.iter().filter(|limit| limit.lost_in_compaction).map(|limit| limit.text.as_str())
}

/// The state to return to in a word: what was chosen, or handed on by a closing, and what this run's own record proves where that is another.
pub fn good(facts: &Facts, decided: &Decided) -> String {
    let own = facts.last_good.commit.as_deref().map_or(states::CONTENT, words::sort::short);
    match handed(facts, decided) {
        Some((good, how)) => states::other_good(&good, &how, own),
        None => own.to_owned(),
    }
}

/// The state to return to and how it came about, where it is not what this run's record proves.
fn handed(facts: &Facts, decided: &Decided) -> Option<(String, String)> {
    let good = steps::assign::good_commit(facts, decided)?;
    let own = facts.last_good.commit.as_deref();
    let chosen = decided.last_good.as_ref().is_some_and(|(commit, _)| commit == good);
    if !chosen || own.is_some_and(|own| own.starts_with(good) || good.starts_with(own)) {
        return None;
    }
    let how = steps::assign::good_from_closing(decided)
        .map_or_else(|| states::CHOSEN.to_owned(), words::sort::good_from_closing);
    Some((words::sort::short(good).to_owned(), how))
}

/// The same with why it counts as good.
pub fn good_with_why(facts: &Facts, decided: &Decided) -> String {
    let own = &facts.last_good.why;
    match (handed(facts, decided), steps::assign::good_why(facts, decided)) {
        (Some(_), Some(why)) if !why.is_empty() => {
            let (own, good) = (own.trim_end_matches('.'), good(facts, decided));
            format!("{good}: {own}; of the one before: {why}")
        }
        _ => format!("{}: {own}", good(facts, decided)),
    }
}

fn products(facts: &Facts, decided: &Decided) -> String {
    let outside = outside(facts, decided);
    let gates = steps::assign::good_gates(facts, decided).len();
    states::products(&good(facts, decided), gates, steps::sort::files(facts, decided), &outside)
}

/// How many outside actions there are, and what was found out about them.
pub fn outside(facts: &Facts, decided: &Decided) -> String {
    let answer = |product: &crate::model::Product| steps::outside::outcome(decided, product);
    states::outside(&steps::outside::actions(facts).map(answer).collect::<Vec<_>>())
}

/// Each answer about an outside action: the command, and what was found, where and by whom.
pub fn answers(facts: &Facts, decided: &Decided) -> Vec<String> {
    let found = |product: &crate::model::Product| {
        let known = steps::outside::known(decided, product)?;
        let since = known.met.map(|met| states::called_met(met.attempt, met.by, met.note));
        Some(states::answer(steps::outside::command(product), known.found, since.as_deref()))
    };
    steps::outside::actions(facts).filter_map(found).collect()
}

/// The newest written brief, the run that has consumed it, and how its attempt was closed.
pub fn brief(decided: &Decided, desk: Option<&Desk>) -> Option<states::Given> {
    let attempt = decided.published.keys().next_back().copied()?;
    let run = decided.runs.iter().rev().find(|(of, ..)| *of == attempt);
    let closed = decided.reviews.get(&attempt).and_then(|review| review.closed.as_ref());
    Some(states::Given {
        attempt,
        run: run.map(|(_, run, _)| desk.map_or(run.session.as_str(), |desk| desk.short(&run.session)).to_owned()),
        closed: closed.map(|(outcome, ..)| *outcome),
    })
}

/// What the next run gets without a brief, the tree in which it starts last. Once somebody chose how it starts, that is what it gets.
pub fn by_itself(facts: &Facts, decided: &Decided) -> Vec<String> {
    let own = steps::compose::own_tree(facts, decided, "").map(|own| states::new_tree(&own.commit));
    let tree = own.unwrap_or_else(|| states::AS_IT_IS.to_owned());
    if let Some(record) = &facts.run.record {
        return record.given.iter().cloned().chain([tree]).collect();
    }
    let mode = decided.step.as_ref().map(|step| step.start.mode);
    let reloaded = facts.run.rules.iter().filter(|rule| rule.reloaded);
    let mut things: Vec<String> =
        reloaded.filter_map(|rule| Some(rule.path.file_name()?.to_string_lossy().into_owned())).collect();
    things.dedup();
    // A plan is kept with its session.
    if !facts.plan.is_empty() && mode != Some(StartMode::Fresh) {
        things.push(states::PLAN.to_owned());
    }
    things.extend((mode == Some(StartMode::Resume)).then(|| states::SESSION.to_owned()));
    things.push(tree);
    things
}

/// What contradicts what, each with the event that shows it.
pub fn contradictions(facts: &Facts, decided: &Decided) -> Vec<(String, Option<String>)> {
    let event = |event: Option<&str>| event.map(str::to_owned);
    let candidates = steps::assign::candidates(facts, decided);
    let plan = candidates.iter().filter(|candidate| candidate.kind == CandidateKind::Plan);
    let plan = plan.filter_map(|candidate| {
        let words = states::plan_against(&candidate.text, candidate.forbidden_by.as_deref()?);
        Some((words, event(proof::of_plan(facts))))
    });
    let given = steps::given::against(facts, decided);
    let claims = said(facts, decided, &given, true);
    let broken = steps::broken::fates(facts, decided).into_iter().filter(|told| told.fate == LimitFate::Open);
    let limits = broken.map(|told| (states::limit_against(&told.limit, &told.by.join(", ")), of_broken(facts, &told)));
    // A task's own plan is held against the brief below, with everything else that its next run is given.
    let plan: Vec<_> = if facts.run.record.is_some() { vec![] } else { plan.collect() };
    let given = given.iter().filter(|one| !only_unproven(facts, one));
    let given = given.map(|against| (crate::words::task::against(against), None));
    given.chain(limits).chain(plan).chain(claims).collect()
}

/// What was said and no record proves, while none speaks against it either, with what is missing and the event that says it.
pub fn unproven(facts: &Facts, decided: &Decided) -> Vec<(String, Option<String>)> {
    let given = steps::given::against(facts, decided);
    let handed_on = given.iter().filter(|one| only_unproven(facts, one));
    let handed_on = handed_on.map(|one| (crate::words::task::against(one), None));
    handed_on.chain(said(facts, decided, &given, false)).collect()
}

/// Claims without a proof that nobody judged and that nothing else here tells of: those against which the record speaks, or the others.
fn said(facts: &Facts, decided: &Decided, given: &[Against], against: bool) -> Vec<(String, Option<String>)> {
    let told = |text: &str| given.iter().any(|one| matches!(one, Against::Unproven(claim) if claim == text));
    // What a person judged is told with that verdict, and is asked no more.
    let asked = |claim: &&Claim| {
        let open = claim.proof.is_none() && claim.against == against;
        open && !told(&claim.text) && judged(facts, decided, claim).is_none()
    };
    let words = |claim: &Claim| (states::claim_against(&claim.text, &claim.why), Some(claim.event.clone()));
    facts.claims.iter().filter(asked).map(words).collect()
}

/// Whether what the next run is given hands on a claim that merely has no proof.
fn only_unproven(facts: &Facts, one: &Against) -> bool {
    let against = |text: &str| facts.claims.iter().any(|claim| claim.text == text && claim.against);
    matches!(one, Against::Unproven(text) if !against(text))
}

/// What a person said last of a claim, and in the review of which attempt.
fn judged(facts: &Facts, decided: &Decided, claim: &Claim) -> Option<(RowVerdict, u32)> {
    steps::review::claim_verdict(decided, &facts.run.session, claim)
}

/// The event that shows a broken limit, where this run broke it.
fn of_broken(facts: &Facts, told: &LimitTold) -> Option<String> {
    let own = facts.constraints.iter().find(|limit| !limit.broken_by.is_empty() && limit.text == told.limit)?;
    proof::of_limit(facts, own).map(str::to_owned)
}

/// What was decided about what speaks against something: broken limits that stand or were kept, and claims that a person judged.
/// Each with its label, and the event that shows it.
pub fn decided_about(facts: &Facts, decided: &Decided) -> Vec<(&'static str, String, Option<String>)> {
    let broken = steps::broken::fates(facts, decided).into_iter().filter(|told| told.fate != LimitFate::Open);
    let limits = broken.map(|told| {
        let label = if told.fate.is_kept() { states::label::KEPT } else { states::label::BROKEN };
        let words = states::limit_told(&told.limit, &told.by.join(", "), &told.fate);
        (label, words, of_broken(facts, &told))
    });
    let claims = facts.claims.iter().filter(|claim| claim.proof.is_none()).filter_map(|claim| {
        let (verdict, attempt) = judged(facts, decided, claim)?;
        let words = states::claim_told(&claim.text, &states::claim_judged(verdict, attempt));
        Some((states::label::JUDGED, words, Some(claim.event.clone())))
    });
    limits.chain(claims).collect()
}
