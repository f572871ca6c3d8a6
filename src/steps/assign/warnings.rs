//! What is doubtful about a next step. A warning stops nothing; it is said before the brief is written.

use super::absent::{absent, otherwise};
use super::{approver, criteria};
use crate::model::{ChosenStep, Decided, Facts, Resumable, Runtime, StartMode, Warning};
use crate::steps::{broken, compose, outside, sort, text};

/// Names by which people call agents; an approver of such a name approves its own work.
const AGENTS: &[&str] =
    &["agent", "the agent", "ai", "assistant", "bot", "claude", "codex", "opencode", "gemini", "model"];

/// What is doubtful about the step as it stands.
pub fn warnings(facts: &Facts, decided: &Decided) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if let Some(step) = &decided.step {
        let times = tried(decided, step.candidate.as_deref(), &step.text);
        if times > 1 {
            warnings.push(Warning::NotConverging(times));
        }
        let chosen = step.candidate.as_deref().filter(|id| id.starts_with("plan:"));
        let item = chosen.and_then(|id| super::candidates(facts, decided).into_iter().find(|one| one.id == id));
        warnings.extend(item.into_iter().flat_map(|item| item.because).map(Warning::SaidByCommit));
        let goal = facts.task.goal.as_deref().or(facts.run.goal.as_deref()).unwrap_or_default();
        if text::restates(&step.text, goal) {
            warnings.push(Warning::RestatesGoal);
        }
        let pieces = text::pieces(&step.text);
        if pieces.len() > 1 {
            warnings.push(Warning::Bundles(pieces));
        }
        for file in text::files(&step.text) {
            let product = facts.products.iter().find(|product| text::same_file(&product.location, &file));
            let Some(product) = product.filter(|product| !sort::read(product, decided).opened()) else { continue };
            warnings.push(match sort::seen_part(product, decided) {
                Some(part) => Warning::SeenInPart(file, part),
                None => Warning::NobodyOpened(file),
            });
        }
        let deeds = text::deeds(&step.text);
        for product in outside::unconfirmed(facts, decided) {
            let command = outside::command(product);
            if !deeds.is_disjoint(&text::deeds(command)) || step.text.contains(command) {
                warnings.push(Warning::TouchesUnconfirmed(command.to_owned()));
            }
        }
        for line in compose::limits(facts, decided).iter().filter(|line| !line.dropped) {
            if text::forbids(&line.line.text, &step.text) {
                warnings.push(Warning::AgainstLimit(line.line.text.clone()));
            }
        }
        let commit = step.start.commit.clone().unwrap_or_default();
        warnings
            .extend(broken::undecided(facts, decided).into_iter().map(|broken| Warning::LimitUndecided(broken.limit)));
        let absent = absent(facts, &step.start, &step.text);
        let otherwise = otherwise(facts, &step.start, &step.text);
        // What is named once is not named again.
        let lost = compose::not_in(facts, decided, &step.start);
        let mut lost: Vec<String> = lost.into_iter().map(|(place, _)| place).collect();
        lost.retain(|place| !absent.contains(place) && !otherwise.contains(place));
        warnings.extend(absent.into_iter().map(|file| Warning::NotInStart { file, commit: commit.clone() }));
        warnings.extend(otherwise.into_iter().map(|file| Warning::OtherwiseInStart { file, commit: commit.clone() }));
        warnings.extend((!lost.is_empty()).then(|| Warning::ProgressNotInStart { lost, commit: commit.clone() }));
        if step.start.mode == StartMode::Resume && facts.session.resumable != Resumable::Yes {
            warnings.push(Warning::ResumeAgainst(compose::still_open(facts, decided)));
        }
    }
    let vague = criteria(facts, decided).into_iter().filter(|criterion| text::vague(&criterion.text));
    warnings.extend(vague.map(|criterion| Warning::CannotBeChecked(criterion.text)));
    let approver = approver(facts, decided).unwrap_or_default();
    let gets_it = decided.step.as_ref().map(|step| step.agent.as_str()).unwrap_or_default();
    if is_agent(approver) || (!approver.is_empty() && approver.eq_ignore_ascii_case(gets_it)) {
        warnings.push(Warning::ApproverIsAgent(approver.to_owned()));
    }
    warnings
}

/// How many attempts were given this step before: the same candidate, or the same words.
pub(super) fn tried(decided: &Decided, candidate: Option<&str>, text: &str) -> usize {
    let same = |step: &&ChosenStep| {
        let words = step.text.trim() == text.trim();
        words || (candidate.is_some() && step.candidate.as_deref() == candidate)
    };
    decided.tried.iter().filter(|(attempt, _)| **attempt < decided.attempt).map(|(_, step)| step).filter(same).count()
}

/// Whether a name is that of an agent, not of a person.
pub(super) fn is_agent(name: &str) -> bool {
    let runtimes = [Runtime::ClaudeCode, Runtime::Codex, Runtime::OpenCode, Runtime::GeminiCli];
    let name = name.trim().to_lowercase();
    AGENTS.contains(&name.as_str())
        || runtimes.iter().any(|runtime| name == runtime.word() || name == runtime.name().to_lowercase())
}
