//! The task of a run that has no task record: put together from its first prompt.

use super::limits::{Section, brief_limits, bullet, is_brief, limits_of, sections, sentences};
use crate::model::{Criterion, Run, Speaker, Task, What, from};
use crate::read::wording::Wording;

static CRITERIA: Wording = Wording::any_case(&[
    r"^\W*(acceptance( criteria| checks)?|(exit |completion |review |success )?criteria|definition of done|dod|((it|this|the task|the work) is |we are |we're |you are )?(done|finished|complete|accepted|ready) (when|if|once)|must hold|",
    r"criterios( de (aceptaci[oó]n|[eé]xito))?|((est[aá]|se da por) )?(terminad[oa]|list[oa]|hech[oa]|aceptad[oa]) cuando|condiciones de aceptaci[oó]n)\b\W*$",
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
    let brief = is_brief(text);
    let criteria = criteria(text);
    let handed_on = brief_limits(text).map(|limits| limits.into_iter().map(|(limit, _)| limit).collect());
    let limits = handed_on.unwrap_or_else(|| limits_of(text));
    let approver = if brief { section(text, "Approver").into_iter().next() } else { approver(text) };
    let goal = if brief { below(text, "Goal").or(goal) } else { goal.map(|goal| alone(&goal)) };
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

/// Words under which a task's text states its goal.
const GOAL: &[&str] = &["goal", "objective", "aim", "purpose", "objetivo", "meta"];
/// Words under which it names who approves.
const APPROVES: &[&str] = &[
    "approver",
    "approved by",
    "sign-off",
    "signoff",
    "sign off",
    "reviewer",
    "aprueba",
    "aprobador",
    "aprobadora",
    "visto bueno",
];

/// A task as its own text states it: goal, limits, criteria and approver, as far as they stand in it.
pub fn stated(text: &str) -> Task {
    let goal = labelled(text, GOAL).or_else(|| Some(alone(text)).filter(|text| !text.trim().is_empty()));
    let named = labelled(text, APPROVES).and_then(|name| Some(name.lines().next()?.trim().to_owned()));
    let limits = limits_of(text);
    Task { goal, approver: named.or_else(|| approver(text)), criteria: criteria(text), limits, ..Task::default() }
}

/// What stands behind one of these words and a colon, or below a heading of that name.
fn labelled(text: &str, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let bare = line.trim().trim_start_matches(['#', '*', ' ']);
            let Some(head) = bare.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name)) else { continue };
            let rest = bare.get(head.len()..).unwrap_or_default().trim_matches('*').trim();
            let said = match rest.strip_prefix(':').map(|rest| rest.trim_start_matches('*').trim()) {
                Some(said) if !said.is_empty() => said.to_owned(),
                said if rest.is_empty() && line.trim_start().starts_with('#') || said.is_some() => {
                    let below = lines.by_ref().skip_while(|line| line.trim().is_empty());
                    let below = below.take_while(|line| !line.trim().is_empty() && !line.starts_with('#'));
                    below.collect::<Vec<_>>().join("\n").trim().to_owned()
                }
                _ => continue,
            };
            if !said.is_empty() {
                return Some(said);
            }
        }
        None
    })
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
        let (text, source) = match source {
            Some(source) if from::ALL.contains(&source.as_str()) || source.starts_with("task ") => {
                (text.rsplit_once(" (").map_or(text, |(text, _)| text), source)
            }
            _ => (text, from::PROMPT.to_owned()),
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
    let inside = lines_below(text, heading).map(str::trim).filter(|line| !line.is_empty());
    inside.map(|line| bullet(line).unwrap_or(line).to_owned()).collect()
}

/// The text of a section of a brief as it stands there.
fn below(text: &str, heading: &str) -> Option<String> {
    let inside = lines_below(text, heading).collect::<Vec<_>>().join("\n").trim().to_owned();
    (!inside.is_empty()).then_some(inside)
}

fn lines_below<'t>(text: &'t str, heading: &str) -> impl Iterator<Item = &'t str> {
    let heads = move |line: &&str| line.trim_start_matches('#').trim() != heading || !line.starts_with('#');
    text.lines().skip_while(heads).skip(1).take_while(|line| !line.starts_with('#'))
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
    fn a_brief_hands_on_where_each_criterion_comes_from() {
        let items: Vec<String> = from::ALL.iter().map(|from| format!("1. it is so ({from})")).collect();
        let task = of(&format!("Go on.\n\n## Review criteria\n{}\n", items.join("\n")));
        let read: Vec<_> = task.criteria.iter().map(|one| (one.text.as_str(), one.source.as_str())).collect();
        assert_eq!(read, from::ALL.iter().map(|from| ("it is so", *from)).collect::<Vec<_>>());
    }

    #[test]
    fn a_task_states_its_parts_under_words_of_two_languages_or_headings() {
        let spanish = stated(
            "Objetivo: un informe.\n\nLímites:\n- No toques a.csv\n\nTerminado cuando:\n- cada cifra cita una fuente\n\nAprueba: Lucía Peña",
        );
        assert_eq!((spanish.goal.as_deref(), spanish.approver.as_deref()), (Some("un informe."), Some("Lucía Peña")));
        assert_eq!((spanish.criteria.len(), spanish.limits.len()), (1, 1));
        let headed = stated(
            "## Objective\n\nPublish totals.\n\n## Out of scope\n- the dashboard\n\n## Acceptance Criteria\n- [ ] report.md lists every region\n\n## Approver\nTomas Rey\n",
        );
        assert_eq!((headed.goal.as_deref(), headed.approver.as_deref()), (Some("Publish totals."), Some("Tomas Rey")));
        assert_eq!((headed.criteria[0].text.as_str(), headed.limits.len()), ("report.md lists every region", 1));
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

    #[test]
    fn the_goal_of_a_brief_is_the_whole_of_it() {
        let goal = "Add a budget.\n\n1. With tests.\n2. Push the branch.";
        let text =
            format!("<!-- lastgood brief/1 recovery=LG-1 -->\n# Brief\n\n## Goal\n{goal}\n\n## Next step\nTest.\n");
        assert_eq!(of(&text).goal.as_deref(), Some(goal));
    }

    #[test]
    fn a_limit_of_a_brief_is_the_limit_without_where_it_was_stated() {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        let text = "<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->\n# Brief\n\n## Limits\n- No push (first prompt; lost in the compaction of 07:24)\n- Every function f(x) has a docstring (CLAUDE.md)\n\n## Checked progress\n- a (b)\n";
        run.events = vec![Event::new("1", None, What::Asked { text: text.into(), by: Speaker::Person })].into();
        let task = task(&run);
        assert_eq!(task.limits, ["No push", "Every function f(x) has a docstring"]);
        let tree = crate::model::Tree::default();
        let done = crate::read::done::Done::of(&run, &tree);
        let replay = crate::read::replay::Replay::of(&done);
        let stated: Vec<String> =
            crate::read::limits::constraints(&done, &task, &[], &replay).into_iter().map(|limit| limit.text).collect();
        assert_eq!(stated, task.limits);
    }
}
