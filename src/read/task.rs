//! The task of a run that has no task record: put together from its first prompt.

use super::limits::{Section, bullet, limits_of, sections, sentences};
use crate::model::{Criterion, Run, Speaker, Task, What};
use crate::read::wording::Wording;

static CRITERIA: Wording = Wording::any_case(&[
    r"^\W*(acceptance( criteria)?|criteria|review criteria|definition of done|done when|dod|success criteria|it is done when|must hold|criterios( de aceptaci[oó]n)?|terminado cuando|listo cuando)\b\W*$",
]);
static DONE: Wording = Wording::any_case(&[
    r"^(it is |it's |you are |we are )?(done|finished|complete|accepted|ready) (when|once|if)\b|^(acceptance|criteria|done)\s*:|^(est[aá] )?(terminado|listo|hecho) cuando\b",
]);
static APPROVER: Wording = Wording::exact(&[
    r"\b(?:approved by|approval (?:of|from|by)|approver:?|signed off by|aprueba)\s+@?([\p{L}][\p{L}.-]+(?: [\p{Lu}][\p{L}.-]+)?)|\b@?([\p{L}]+) (?:approves|has to approve|must approve|signs off|decides)\b",
]);

/// The task as the first prompt states it; every field says that it was reconstructed.
pub fn task(run: &Run) -> Task {
    let first = run.events.iter().find_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } if event.agent.is_none() => Some(text.as_str()),
        _ => None,
    });
    // The record of a task states it; a prompt only repeats it.
    if let Some(record) = &run.record {
        return record.task.clone();
    }
    let text = first.or(run.goal.as_deref()).unwrap_or_default();
    let goal = run
        .goal
        .clone()
        .or_else(|| text.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned()));
    let brief = text.contains("<!-- lastgood brief/");
    let criteria = criteria(text);
    let limits = if brief { section(text, "Limits") } else { limits_of(text) };
    let approver = if brief { section(text, "Approver").into_iter().next() } else { approver(text) };
    let goal = if brief { section(text, "Goal").into_iter().next().or(goal) } else { goal.map(|goal| alone(&goal)) };
    let mut reconstructed = Vec::new();
    for (name, known) in [
        ("goal", goal.is_some()),
        ("criteria", !criteria.is_empty()),
        ("limits", !limits.is_empty()),
        ("approver", approver.is_some()),
    ] {
        if known {
            reconstructed.push(name.to_owned());
        }
    }
    Task { source: "first prompt".into(), goal, approver, criteria, limits, reconstructed, ..Task::default() }
}

/// A task as its own text states it: goal, limits, criteria and approver, as far as they stand in it.
pub fn stated(text: &str) -> Task {
    let label = |line: &str, name: &str| {
        let bare = line.trim().trim_start_matches(['#', '*', ' ']);
        let head = bare.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name))?;
        let rest = bare.get(head.len()..)?.trim_start_matches('*').strip_prefix(':')?;
        Some(rest.trim_start_matches('*').trim().to_owned())
    };
    let goal = text.lines().find_map(|line| label(line, "goal").filter(|goal| !goal.is_empty()));
    let named = text.lines().find_map(|line| label(line, "approver").filter(|name| !name.is_empty()));
    let goal = goal.or_else(|| Some(alone(text)).filter(|text| !text.trim().is_empty()));
    let limits = limits_of(text);
    Task { goal, approver: named.or_else(|| approver(text)), criteria: criteria(text), limits, ..Task::default() }
}

/// Whether a line is a heading below which criteria stand.
pub(crate) fn heads_criteria(line: &str) -> bool {
    CRITERIA.fits(line)
}

/// The goal without the limits and criteria that stand below headings of their own; whole, when nothing else is in it.
pub(crate) fn alone(goal: &str) -> String {
    let kept = sections(goal).into_iter().filter(|line| line.section == Section::Other).map(|line| line.text);
    let text = kept.collect::<Vec<_>>().join("\n").trim().to_owned();
    if text.is_empty() { goal.to_owned() } else { text }
}

/// What must be true in the end: items below a heading that says so, and sentences "done when …", in the prompt's words.
fn criteria(text: &str) -> Vec<Criterion> {
    let mut out: Vec<Criterion> = Vec::new();
    let mut listed = false;
    let mut add = |text: &str| {
        let source = if text.ends_with(')') {
            text.rsplit_once(" (").map(|(_, source)| source.trim_end_matches(')').to_owned())
        } else {
            None
        };
        let known = ["first prompt", "operator", "packet"];
        let (text, source) = match source {
            Some(source) if known.contains(&source.as_str()) || source.starts_with("task ") => {
                (text.rsplit_once(" (").map_or(text, |(text, _)| text), source)
            }
            _ => (text, "first prompt".to_owned()),
        };
        out.push(Criterion { text: text.to_owned(), tag: None, hash: None, source });
    };
    for line in text.lines() {
        let bare = line.trim();
        let heading = bare.trim_start_matches('#').trim();
        if heads_criteria(heading) {
            listed = true;
        } else if bare.starts_with('#') {
            listed = false;
        } else if let Some(item) = bullet(bare).filter(|_| listed) {
            add(item);
        } else if !bare.is_empty() {
            listed = false;
            for sentence in sentences(bare) {
                if DONE.fits(&sentence) {
                    add(&sentence);
                }
            }
        }
    }
    out
}

/// The items or lines of a section of a brief.
pub(crate) fn section(text: &str, heading: &str) -> Vec<String> {
    let lines = text
        .lines()
        .skip_while(|line| line.trim_start_matches('#').trim() != heading || !line.starts_with('#'))
        .skip(1);
    let inside = lines.take_while(|line| !line.starts_with('#')).map(str::trim).filter(|line| !line.is_empty());
    inside.map(|line| bullet(line).unwrap_or(line).to_owned()).collect()
}

fn approver(text: &str) -> Option<String> {
    let found = APPROVER.captures(text)?;
    let name = found.get(1).or(found.get(2))?.as_str();
    let none = ["it", "this", "that", "he", "she", "they", "you", "who", "me", "i", "the", "and"];
    (!none.contains(&name.to_lowercase().as_str())).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Event, Runtime};

    fn of(text: &str) -> Task {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        let what = What::Asked { text: text.into(), by: Speaker::Person };
        run.events.push(Event::new("1", None, what));
        task(&run)
    }

    #[test]
    fn the_first_prompt_states_the_task() {
        let task = of(
            "Add a retry.\n\nAcceptance criteria:\n1. three attempts\n2. no sleep after the last\n\nNever push. Done when npm test is green. maria has to approve it.",
        );
        let criteria: Vec<_> = task.criteria.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(criteria, ["three attempts", "no sleep after the last", "Done when npm test is green"]);
        assert_eq!((task.limits.contains(&"Never push".to_owned()), task.approver.as_deref()), (true, Some("maria")));
        assert_eq!(task.reconstructed, ["goal", "criteria", "limits", "approver"]);
    }

    #[test]
    fn the_goal_repeats_no_limit_and_no_criterion() {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        run.goal =
            Some("Add a retry.\n\n1. Code\n\nLimits:\n- no push\n\nDone when:\n- a is green\n\nAsk me first.".into());
        let task = task(&run);
        assert_eq!(task.goal.as_deref(), Some("Add a retry.\n\n1. Code\n\nAsk me first."));
        assert_eq!(task.limits, ["no push"]);
    }
}
