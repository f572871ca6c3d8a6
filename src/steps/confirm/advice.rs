//! How what is left could be stopped by hand. lastgood itself never stops a process.

use std::collections::{BTreeMap, BTreeSet};

use super::{rows, says};
use crate::model::{Advice, Belongs, Decided, Process, Says, Sign};

/// How the living trees of the run could be stopped; `None` when there are none.
///
/// A group is named only when all its members belong to the run: `kill` must not reach a person's shell.
pub fn advice(signs: &[Sign]) -> Option<Advice> {
    let mut groups: BTreeMap<u32, bool> = BTreeMap::new();
    let mut stopped = Vec::new();
    let mut next = BTreeSet::new();
    for row in rows(signs, &Decided::default()) {
        if row.says != Says::Alive || !matches!(row.belongs, Belongs::Agent | Belongs::LeftByRun) {
            continue;
        }
        let members: Vec<&Process> = row
            .signs
            .iter()
            .filter_map(|index| signs.get(*index))
            .filter(|sign| says(sign) == Says::Alive)
            .filter_map(|sign| sign.process.as_ref())
            .collect();
        for process in &members {
            let whole = process.group_is_the_runs && process.group > 1;
            groups.entry(process.group).and_modify(|all| *all &= whole).or_insert(whole);
        }
        if !members.is_empty() {
            stopped.push((row.key, members));
        }
    }
    if groups.is_empty() {
        return None;
    }
    let whole: Vec<u32> = groups.iter().filter(|(_, whole)| **whole).map(|(group, _)| *group).collect();
    let reached = |process: &&Process| whole.contains(&process.group);
    let mut reached_rows = Vec::new();
    for (key, members) in stopped {
        next.extend(members.iter().copied().filter(reached).filter_map(|process| process.next.clone()));
        if members.iter().all(|process| whole.contains(&process.group)) {
            reached_rows.push(key);
        }
    }
    let names: Vec<String> = whole.iter().map(|group| format!("-{group}")).collect();
    Some(Advice {
        command: (!names.is_empty()).then(|| format!("kill -- {}", names.join(" "))),
        next: next.into_iter().collect(),
        mixed: groups.into_iter().filter(|(_, whole)| !whole).map(|(group, _)| group).collect(),
        rows: reached_rows,
    })
}
