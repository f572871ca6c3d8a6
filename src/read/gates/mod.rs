//! Gates: which commands check the work, how each run of them came out, and what made the result old.

mod again;
#[cfg(test)]
mod aged;
mod cover;
mod name;
mod named;
mod stale;
mod table;
mod verdict;
mod weakened;

use std::collections::HashMap;

use crate::model::{Gate, GateRun, GateState, Run, Speaker, Task, Unseen, What};
use crate::read::changes::Changed;
use crate::read::commits::Made;
use crate::read::done::Done;
use crate::read::ran::Ran;
use crate::read::shell::{Fate, Simple};

#[cfg(test)]
pub(in crate::read) use again::as_run;
pub use again::{judge, line};
pub(crate) use cover::is_test;
pub(crate) use named::named;
pub(crate) use weakened::{Weakened, accepts, lines, weakened};

use name::{Name, gate, key};
use stale::Ground;
use table::Row;

/// The kind of a gate by its command: `test`, `lint`, `types`, `format`, `build`, `check`.
pub fn kind(command: &str) -> &'static str {
    let bare = command.rsplit(" && ").next().unwrap_or(command);
    table::find(bare).map_or("check", |row| row.kind.as_str())
}

/// Whether a gate looks at a file (relative to the work tree).
pub(crate) fn looks_at(command: &str, path: &std::path::Path) -> bool {
    let bare = command.rsplit(" && ").next().unwrap_or(command);
    cover::covers(table::find(bare).map_or("", |row| row.language.as_str()), command, path)
}

/// One kind of gate with all its runs.
struct Series {
    name: Name,
    row: Option<&'static Row>,
    /// The arguments of its newest run.
    typed: Vec<String>,
    /// Every run with its place and colour, oldest first.
    runs: Vec<((usize, usize), GateRun)>,
    /// Every run of which the result was not seen, oldest first.
    unseen: Vec<Unseen>,
}

/// The gates of a run with their colour now.
pub fn gates(done: &Done<'_>, task: &Task) -> Vec<Gate> {
    let wanted = wanted(done.run, task);
    let keys: Vec<_> = wanted.iter().map(|command| key(command)).collect();
    let mut series = series(done.run, &done.ran, &keys);
    for command in wanted {
        let key = key(&command);
        if !series.iter().any(|gate| is_whole(&gate.name.key, &key)) {
            series.push(Series {
                name: Name { command, key, folder: None },
                row: None,
                typed: Vec::new(),
                runs: Vec::new(),
                unseen: Vec::new(),
            });
        }
    }
    let ground = Ground { run: done.run, tree: done.tree, changes: &done.changes, weak: &done.weak };
    series.into_iter().map(|series| coloured(series, &ground, &done.made)).collect()
}

/// The commands that the task, the prompts and the rules name as gates.
fn wanted(run: &Run, task: &Task) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let prompts = run.events.iter().filter_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } => Some(text.as_str()),
        _ => None,
    });
    let rules = run.rules.iter().map(|rule| rule.text.as_str());
    let stated =
        task.limits.iter().map(String::as_str).chain(task.criteria.iter().map(|criterion| criterion.text.as_str()));
    for text in prompts.chain(stated).chain(rules) {
        for command in named(text) {
            if !out.iter().any(|known| key(known) == key(&command)) {
                out.push(command);
            }
        }
    }
    out
}

/// Whether a gate as it ran is the whole of one that a task names: a filter or a single file makes it a part.
fn is_whole(ran: &str, named: &str) -> bool {
    let Some(rest) = ran.strip_prefix(named) else { return false };
    let whole = ["discover", "run", ".", "./...", "src", "tests", "tests/", "test", "test/", "--"];
    rest.is_empty()
        || rest.starts_with(' ') && rest.split_whitespace().all(|word| word.starts_with('-') || whole.contains(&word))
}

fn series(run: &Run, ran: &[Ran<'_>], named: &[String]) -> Vec<Series> {
    let mut out: Vec<Series> = Vec::new();
    let mut scripts: HashMap<usize, Vec<&Simple>> = HashMap::new();
    for command in ran {
        scripts.entry(command.index).or_default().push(&command.simple);
    }
    for command in ran {
        let Some((name, row)) = gate(run, command, named) else { continue };
        let all: Vec<Simple> = scripts.get(&command.index).into_iter().flatten().copied().cloned().collect();
        let verdict = verdict::verdict(command, row, says(&command.simple, row, &all, command.output()));
        let known = out.iter().position(|series| series.name.key == name.key);
        let at = known.unwrap_or(out.len());
        if known.is_none() {
            out.push(Series {
                name: name.clone(),
                row: Some(row),
                typed: Vec::new(),
                runs: Vec::new(),
                unseen: Vec::new(),
            });
        }
        if let Some(series) = out.get_mut(at) {
            let folder = name.command.strip_prefix("cd ").and_then(|rest| rest.split_once(" && "));
            series.typed = again::typed(&command.simple, folder.map(|(folder, _)| folder));
        }
        let Some(series) = out.get_mut(at) else { continue };
        let at = command.result.and_then(|(event, _)| event.at).or(command.event.at);
        let event = command.end_event().to_owned();
        match verdict.green {
            Some(green) => {
                series.runs.push((command.place(), GateRun { event, at, content: None, green, how: verdict.how }));
            }
            None if verdict.began => {
                let ran = matches!(command.fate, Fate::Ok | Fate::Failed(_) | Fate::Hidden);
                series.unseen.push(Unseen { event, at, ran, how: verdict.how });
            }
            None => {}
        }
    }
    out
}

fn coloured(series: Series, ground: &Ground<'_>, made: &[Made]) -> Gate {
    let Series { name, row, typed, runs, unseen } = series;
    let language = row.map_or("", |row| row.language.as_str());
    let aged = |place: (usize, usize), at| ground.changed_since(place, at, language, &name);
    let last = runs.last().map(|(place, run)| (*place, run.at, run.green));
    let mut stale_because = last.map(|(place, at, _)| aged(place, at)).unwrap_or_default();
    if let (Some((first, _)), Some((place, _, true))) = (runs.first(), last) {
        stale_because.extend(ground.weakened_between(*first, place));
    }
    let state = match last {
        None => GateState::NotRun,
        Some(_) if !stale_because.is_empty() => GateState::Stale,
        Some((_, _, true)) => GateState::Green,
        Some((_, _, false)) => GateState::Red,
    };
    // Long runs have thousands of each: they are put in order once, and each run of the gate looks its neighbours up.
    let covering = ground.changes.iter().filter(|change| ground.covered(change, language, &name));
    let mut changes: Vec<_> = covering.map(Changed::place).collect();
    changes.sort_unstable();
    let mut commits: Vec<_> = made.iter().filter_map(|made| Some((made.place, made.id.as_deref()?))).collect();
    commits.sort_unstable();
    let weakened = ground.weakened_for(language, &name);
    let runs: Vec<_> = runs
        .into_iter()
        .map(|(place, run)| {
            let content = content(place, &changes, &commits);
            GateRun { content, ..run }
        })
        .collect();
    let newest = |green: bool| runs.iter().rfind(|run| run.green == green).cloned();
    Gate {
        command: name.command,
        state,
        last_green: newest(true),
        last_red: newest(false),
        stale_because,
        typed,
        weakened,
        changed_before: Vec::new(),
        unseen,
        runs,
    }
}

/// A place in the record: the event, and the command in its script.
type Place = (usize, usize);

/// The content on which a gate ran: the commit after or before it without a change between, or the tree as it stands.
/// Both lists are in order.
fn content(place: Place, changes: &[Place], commits: &[(Place, &str)]) -> Option<String> {
    let quiet = |from: Place, to: Place| {
        let next = changes.get(changes.partition_point(|change| *change <= from));
        next.is_none_or(|next| *next >= to)
    };
    let after = commits.get(commits.partition_point(|(at, _)| *at <= place));
    let before = commits.partition_point(|(at, _)| *at < place).checked_sub(1).and_then(|at| commits.get(at));
    let after = after.filter(|(at, _)| quiet(place, *at));
    if let Some((_, id)) = after.or_else(|| before.filter(|(at, _)| quiet(*at, place))) {
        return Some((*id).to_owned());
    }
    quiet(place, (usize::MAX, usize::MAX)).then(|| "worktree".to_owned())
}

/// What a script's output says of one gate in it.
pub(super) fn clue(simple: &Simple, all: &[Simple], output: &str) -> Option<bool> {
    let row = table::find(&name::words(simple))?;
    says(simple, row, all, output)
}

/// What the text says of a gate, when it can be told from what other commands of the script print.
fn says(simple: &Simple, row: &Row, all: &[Simple], output: &str) -> Option<bool> {
    if simple.redirects.iter().any(|redirect| redirect.stdout)
        && !all.iter().any(|other| matches!(other.name(), "tail" | "cat" | "head" | "grep"))
    {
        return None;
    }
    let rows = all.iter().filter_map(|other| table::find(&name::words(other)));
    let others: Vec<_> = rows.filter(|other| !std::ptr::eq(*other, row)).collect();
    let same = all
        .iter()
        .filter(|other| table::find(&name::words(other)).is_some_and(|found| std::ptr::eq(found, row)))
        .count();
    let says = row.says(output)?;
    match (says, same, others.is_empty()) {
        // Several runs of one kind in one script: only an undivided answer counts.
        (_, 0 | 1, true) | (true, ..) => Some(says),
        (false, 0 | 1, false) => others.iter().all(|other| other.says(output) != Some(false)).then_some(false),
        (false, ..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn a_gate_ran_on_the_commit_next_to_it_with_no_change_between() {
        let commits = [((4, 0), "first"), ((9, 1), "second")];
        let on = |place, changes: &[(usize, usize)]| content(place, changes, &commits);
        assert_eq!(on((6, 0), &[(5, 0)]).as_deref(), Some("second"), "the one after it comes first");
        assert_eq!(on((6, 0), &[(7, 0)]).as_deref(), Some("first"));
        assert_eq!(on((6, 0), &[(5, 0), (7, 0)]), None);
        assert_eq!(on((9, 0), &[(5, 0)]).as_deref(), Some("second"), "of the same script");
        assert_eq!(on((12, 0), &[(10, 0)]).as_deref(), Some("worktree"));
        assert_eq!(on((12, 0), &[(10, 0), (13, 0)]), None);
    }
}
