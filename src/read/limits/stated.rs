//! Where limits stand: prompts of a person, the task, rule files that the runtime loads, and files that a prompt names as the rules and the run read.

use std::path::Path;

use super::clauses::{Clause, clauses, sentences};
use super::handed::brief_limits;
use super::words::is_limit;
use crate::model::{Deed, Event, Run, Speaker, Task, Timestamp, Tree, What};
use crate::read::shell::commands;
use crate::read::wording::Wording;

/// A limit as it was stated.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// The statement.
    pub clause: Clause,
    /// When.
    pub at: Option<Timestamp>,
    /// The event, or the file.
    pub event: String,
    /// Where, in words.
    pub from: String,
    /// Index of the event into the run's events; 0 for what stood before the run.
    pub index: usize,
    /// Whether the runtime loads it again after a compaction.
    pub reloaded: bool,
}

/// Every limit on record, in the order of its first statement.
pub(super) fn stated(run: &Run, tree: &Tree, task: &Task) -> Vec<Stated> {
    let mut out: Vec<Stated> = Vec::new();
    let mut add = |text: &str, base: &Stated, brief: bool| {
        let all = clauses(text);
        for (at, clause) in all.iter().enumerate() {
            let beside = |mut others: std::slice::Iter<'_, Clause>| {
                others.any(|other| other.sentence == clause.sentence && is_limit(other))
            };
            // "keeps its name, discount before tax, no new dependency": what stands in a list of limits is one.
            let between = beside(all[..at].iter()) && beside(all[at + 1..].iter()) && clause.core.contains(' ');
            if is_limit(clause) || between || (brief && clause.listed) {
                out.push(Stated { clause: clause.clone(), ..base.clone() });
            }
        }
    };
    let base = |event: &str, from: &str, index: usize, at| Stated {
        clause: Clause { text: String::new(), core: String::new(), pieces: Vec::new(), listed: false, sentence: 0 },
        at,
        event: event.to_owned(),
        from: from.to_owned(),
        index,
        reloaded: false,
    };
    let mut first = true;
    for (index, event) in run.events.iter().enumerate() {
        for answer in answers(run, event) {
            add(&answer, &base(&event.id, "answer of a person", index, event.at), false);
        }
        let What::Asked { text, by: Speaker::Person } = &event.what else { continue };
        if event.agent.is_some() {
            continue;
        }
        let of_task = task.key.as_deref().filter(|_| run.record.is_some());
        let from = match of_task {
            Some(key) if event.id == key => format!("task {key}"),
            Some(_) if event.id.starts_with("comment:") => "comment on the task".to_owned(),
            _ if first => "first prompt".to_owned(),
            _ => "later prompt".to_owned(),
        };
        let from = from.as_str();
        first = false;
        match brief_limits(text) {
            Some(limits) => {
                for (limit, from) in limits {
                    add(&format!("# Limits\n- {limit}"), &base(&event.id, &from, index, event.at), true);
                }
            }
            None => add(text, &base(&event.id, from, index, event.at), false),
        }
    }
    for rule in &run.rules {
        let name = rule.path.strip_prefix(&tree.root).unwrap_or(&rule.path).display().to_string();
        let at = rule.event.as_ref().and_then(|id| run.event(id)).and_then(|event| event.at);
        let index = rule.event.as_ref().and_then(|id| run.events.iter().position(|event| event.id == *id)).unwrap_or(0);
        let event = rule.event.clone().unwrap_or_else(|| name.clone());
        add(&rule.text, &Stated { reloaded: rule.reloaded, ..base(&event, &name, index, at) }, false);
    }
    for (name, text, index, event, at) in read_as_rules(run) {
        if !run.rules.iter().any(|rule| rule.path.ends_with(&name)) {
            add(&text, &base(&event, &name, index, at), false);
        }
    }
    if task.source != "first prompt" {
        let key = task.key.as_deref().unwrap_or("task");
        for limit in &task.limits {
            let (text, core) = (limit.clone(), limit.clone());
            let clause = Clause { text, core, pieces: Vec::new(), listed: true, sentence: 0 };
            out.push(Stated { clause, ..base(key, &format!("task {key}"), 0, None) });
        }
    }
    for limit in &mut out {
        if let Some(Event { what: What::Asked { text, .. }, .. }) = run.event(&limit.event) {
            limit.clause.text = with_what_it_means(text, &limit.clause.text);
        }
    }
    let goal = task.goal.as_deref().map(plain);
    out.retain(|limit| run.record.is_none() || goal.as_ref() != Some(&plain(&limit.clause.core)));
    merged(out)
}

static ANSWER: Wording = Wording::exact(&[r#""="((?:[^"\\]|\\.)+)""#]);

/// What a person answered to a question of the run, in that person's words.
fn answers(run: &Run, event: &Event) -> Vec<String> {
    let What::Call(call) = &event.what else { return Vec::new() };
    let (Deed::Ask { .. }, Some((_, outcome))) = (&call.deed, run.result(call)) else { return Vec::new() };
    let found = ANSWER.regex().into_iter().flat_map(|answer| answer.captures_iter(&outcome.output));
    found.map(|answer| answer[1].to_owned()).collect()
}

/// "Do not touch them again: the two totals": a statement about *them* goes on after the colon with what they are.
fn with_what_it_means(text: &str, clause: &str) -> String {
    let refers = clause
        .split(|letter: char| !letter.is_alphanumeric())
        .any(|word| ["them", "these", "those", "it", "los", "las"].contains(&word.to_lowercase().as_str()));
    let after = text.split_once(clause).and_then(|(_, after)| after.strip_prefix(':')).filter(|_| refers);
    let Some(after) = after.and_then(|after| after.lines().next()) else { return clause.to_owned() };
    let named = sentences(after).into_iter().next().unwrap_or_default();
    format!("{clause}: {}", named.trim())
}

/// One entry for what was said twice: the first place, and the newest time at which it was known.
fn merged(all: Vec<Stated>) -> Vec<Stated> {
    let mut out: Vec<Stated> = Vec::new();
    for one in all {
        let same = |other: &&mut Stated| plain(&other.clause.core) == plain(&one.clause.core);
        match out.iter_mut().find(same) {
            Some(known) => {
                known.reloaded |= one.reloaded;
                known.index = known.index.max(one.index);
            }
            None => out.push(one),
        }
    }
    out
}

/// A text in lower case, with single spaces and no quotes around.
pub(super) fn plain(text: &str) -> String {
    let kept = text.to_lowercase().replace(['`', '"', '\''], "");
    kept.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(['.', ';', ',']).to_owned()
}

/// Files that a prompt names as the rules and that the run read: name, text, place.
fn read_as_rules(run: &Run) -> Vec<(String, String, usize, String, Option<Timestamp>)> {
    let prompts: Vec<&str> = run
        .events
        .iter()
        .filter_map(|event| match &event.what {
            What::Asked { text, by: Speaker::Person } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut out: Vec<(String, String, usize, String, Option<Timestamp>)> = Vec::new();
    for (event, call, result) in run.calls() {
        let (Some((shown, outcome)), Some(index)) = (result, call.result) else { continue };
        let files: Vec<String> = match &call.deed {
            Deed::Read { path } => vec![path.display().to_string()],
            Deed::Command { script, .. } => {
                let readers = commands(script)
                    .into_iter()
                    .filter(|simple| matches!(simple.name(), "cat" | "head" | "less" | "sed" | "bat"));
                readers.flat_map(|simple| simple.args().to_vec()).filter(|word| !word.starts_with('-')).collect()
            }
            _ => continue,
        };
        let at = event.at;
        let whole = files.len() == 1;
        for (place, file) in files.iter().enumerate() {
            let name = prompts.iter().find_map(|prompt| named_as_rules(prompt, file));
            let Some(name) = name.filter(|name| !out.iter().any(|(known, ..)| known == name)) else { continue };
            let text = unnumbered(&outcome.output);
            let text = if whole { text } else { section(&text, place) };
            out.push((name, text, index, shown.id.clone(), at));
        }
    }
    out
}

/// The name by which a prompt calls a file its rules.
fn named_as_rules(prompt: &str, file: &str) -> Option<String> {
    let words = prompt.split_whitespace().map(|word| {
        word.trim_matches(|sign: char| !sign.is_alphanumeric() && !"./_-".contains(sign)).trim_end_matches('.')
    });
    let name =
        words.filter(|word| word.contains('.') && word.len() > 3).find(|word| Path::new(file).ends_with(word))?;
    let stem = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let tells = [
        "rule",
        "contract",
        "limit",
        "guideline",
        "convention",
        "contributing",
        "agents",
        "claude",
        "gemini",
        "policy",
        "reglas",
        "normas",
        "contrato",
        "standards",
    ];
    let before = prompt.split(name).next().unwrap_or_default().to_lowercase();
    let last: Vec<_> = before.split_whitespace().rev().take(3).collect();
    let asked = last.iter().any(|word| {
        ["follow", "keep", "obey", "respect", "per", "rules", "rules:", "sigue", "cumple", "respeta"].contains(word)
    });
    (tells.iter().any(|tell| stem.contains(tell)) || (asked && !stem.contains(".py") && !stem.contains(".rs")))
        .then(|| name.to_owned())
}

/// A text without the line numbers that a reading tool puts before its lines.
fn unnumbered(text: &str) -> String {
    let strip = |line: &str| -> String {
        let bare = line.trim_start();
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        match bare.get(digits..) {
            Some(rest) if digits > 0 && (rest.starts_with('\t') || rest.starts_with('→')) => {
                rest.trim_start_matches(['\t', '→']).to_owned()
            }
            _ => line.to_owned(),
        }
    };
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}

/// The part of the output of `cat a b` that the file at a place printed: by its headings, up to what is no prose.
fn section(text: &str, place: usize) -> String {
    let mut sections: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("# ") || sections.is_empty() {
            sections.push(Vec::new());
        }
        if let Some(section) = sections.last_mut() {
            section.push(line);
        }
    }
    let lines = sections.get(place).cloned().unwrap_or_default();
    let prose = |line: &&&str| {
        line.is_empty()
            || line.starts_with(['#', '-', '*'])
            || line.starts_with(|sign: char| sign.is_ascii_digit() || sign.is_uppercase())
    };
    lines.iter().take_while(prose).copied().collect::<Vec<_>>().join("\n")
}
