//! The rows of step 1: one for each process tree, one for each place that was looked at, also where nothing was found.

use std::collections::{BTreeMap, BTreeSet};

use super::{answered, rank, says};
use crate::model::{Belongs, Decided, Sign, SignRow};

/// The rows, in the order in which they are shown.
pub fn rows(signs: &[Sign], decided: &Decided) -> Vec<SignRow> {
    let roots = roots(signs);
    let mut groups: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (index, sign) in signs.iter().enumerate() {
        groups.entry(place(index, sign, signs, &roots)).or_default().push(index);
    }
    groups.into_iter().filter_map(|(place, members)| row(place.belongs, members, signs, decided)).collect()
}

/// What a row stands for; ordered as the rows are shown.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    belongs: Belongs,
    first: usize,
}

fn place(index: usize, sign: &Sign, signs: &[Sign], roots: &BTreeMap<u32, usize>) -> Place {
    let root = sign.process.as_ref().map(|process| process.pid).or(sign.pid).and_then(|pid| roots.get(&pid));
    if let Some(root) = root.and_then(|root| signs.get(*root).map(|sign| (*root, sign))) {
        return Place { belongs: root.1.belongs, first: root.0 };
    }
    let same = |other: &Sign| {
        other.belongs == sign.belongs
            && other.process.is_none()
            && other.pid.is_none_or(|pid| !roots.contains_key(&pid))
    };
    // People's and other tools' things have nothing to do with each other.
    let first = if sign.belongs == Belongs::NotTheRuns { Some(index) } else { signs.iter().position(same) };
    Place { belongs: sign.belongs, first: first.unwrap_or(index) }
}

/// For every process that is a sign: the sign of the process that leads its tree.
fn roots(signs: &[Sign]) -> BTreeMap<u32, usize> {
    let by_pid: BTreeMap<u32, usize> =
        signs.iter().enumerate().filter_map(|(index, sign)| Some((sign.process.as_ref()?.pid, index))).collect();
    let process =
        |index: &usize| signs.get(*index).and_then(|sign| sign.process.as_ref().map(|process| (sign, process)));
    let mut roots = BTreeMap::new();
    let mut by_group: BTreeMap<(Belongs, u32), usize> = BTreeMap::new();
    for (pid, index) in &by_pid {
        let (mut root, mut seen) = (*index, BTreeSet::new());
        while let Some(parent) = process(&root).and_then(|(_, process)| by_pid.get(&process.parent)) {
            if !seen.insert(*parent) {
                break;
            }
            root = *parent;
        }
        // Children of a dead parent that share its process group are one tree: a signal to the group reaches them all.
        if let Some((sign, process)) = process(&root)
            && process.group > 1
        {
            root = *by_group.entry((sign.belongs, process.group)).or_insert(root);
        }
        roots.insert(*pid, root);
    }
    roots
}

fn row(belongs: Belongs, mut members: Vec<usize>, signs: &[Sign], decided: &Decided) -> Option<SignRow> {
    let strength = |index: &usize| signs.get(*index).map_or(0, |sign| rank(says(sign)));
    let lead = members.iter().copied().max_by_key(|index| (strength(index), std::cmp::Reverse(*index)))?;
    members.retain(|index| *index != lead);
    members.insert(0, lead);
    let of = || members.iter().filter_map(|index| signs.get(*index));
    let wants =
        |index: &usize| signs.get(*index).is_some_and(|sign| says(sign).wants_answer() && !answered(sign, decided));
    let mut ports: Vec<u16> =
        of().filter_map(|sign| sign.process.as_ref()).flat_map(|process| process.ports.clone()).collect();
    ports.sort_unstable();
    ports.dedup();
    Some(SignRow {
        key: signs.get(lead)?.key.clone(),
        belongs,
        says: signs.get(lead).map(says)?,
        open: members.iter().copied().filter(wants).collect(),
        since: of().filter_map(|sign| sign.process.as_ref()?.since).min(),
        ports,
        signs: members,
    })
}
