//! The rows of step 2 in the order of use, and how each stands.

use std::collections::BTreeSet;

use super::decide::failing;
use super::{BASE, unsorted};
use crate::model::{
    Decided, Facts, Pile, Product, ProductGroup, ProductKind, ReadMarks, ReadState, ReadView, SeenPart, SortRow,
    SortState, Tree,
};
use crate::steps::outside;

/// The rows: base, what the remaining work touches, other edits, generated, outside actions, expected but not found.
///
/// A branch or tag is on the row of the commit that it points to, and a row of its own only when that commit is none.
pub fn rows(facts: &Facts, decided: &Decided) -> Vec<SortRow> {
    let base_commits = decided.last_good.as_ref().map(|(commit, _)| reachable(&facts.tree, commit));
    // Files of commits that came after the chosen state are sorted with their commits.
    let own = facts.last_good.commit.as_deref();
    let older = base_commits.as_ref().is_some_and(|base| own.is_some_and(|own| !base.contains(own)));
    let mut base = Vec::new();
    let mut rows: Vec<SortRow> = Vec::new();
    let mut names = Vec::new();
    for (index, product) in facts.products.iter().enumerate() {
        match group(product, base_commits.as_ref()) {
            _ if product.kind == ProductKind::Process => {} // step 1 decides about processes
            _ if is_name(product) && named(facts, product).is_some() => names.push(index),
            ProductGroup::Base if older && product.kind != ProductKind::Commit => {}
            ProductGroup::Base => base.push(index),
            group => rows.push(SortRow {
                id: product.id.clone(),
                group,
                products: vec![index],
                state: state(product, decided),
                read: read(product, decided),
                though: though(product, decided),
            }),
        }
    }
    // The answer to a commit is the answer to the names that point to it.
    for index in names {
        let Some(commit) = named(facts, &facts.products[index]) else { continue };
        let row = rows.iter_mut().find(|row| row.products.first() == Some(&commit));
        row.map_or(&mut base, |row| &mut row.products).push(index);
    }
    if !base.is_empty() {
        let read =
            marks(decided, BASE, &version(facts, decided, BASE).unwrap_or_default()).map_or(ReadState::No, state_of);
        let state = SortState::Base(read.opened());
        rows.push(SortRow {
            id: BASE.to_owned(),
            group: ProductGroup::Base,
            products: base,
            state,
            read,
            though: Vec::new(),
        });
    }
    rows.sort_by_key(|row| row.group);
    rows
}

/// The version under which reading and decisions about a row are kept; `None` when there is no such row.
pub fn version(facts: &Facts, decided: &Decided, id: &str) -> Option<String> {
    if id == BASE {
        let chosen = decided.last_good.as_ref().map(|(commit, _)| commit.clone());
        let own = || {
            facts
                .last_good
                .commit
                .clone()
                .or_else(|| facts.last_good.revision.map(|revision| format!("rev {revision}")))
        };
        return Some(chosen.or_else(own).unwrap_or_else(|| "start".to_owned()));
    }
    facts.products.iter().find(|product| product.id == id).map(key)
}

/// How a product stands.
pub fn state(product: &Product, decided: &Decided) -> SortState {
    if product.group == ProductGroup::Expected {
        return SortState::Expected;
    }
    if product.kind == ProductKind::OutsideAction {
        return SortState::Outside(outside::outcome(decided, product));
    }
    match decided.sorted.get(&product.id) {
        None => SortState::Unsorted,
        Some(sorted) if sorted.version == product.version => SortState::On(sorted.pile),
        Some(sorted) => SortState::Changed { was: sorted.pile, from: sorted.version.clone() },
    }
}

/// How much of a product was on screen at its present version.
pub fn read(product: &Product, decided: &Decided) -> ReadState {
    let here = marks(decided, &product.id, &key(product)).map_or(ReadState::No, state_of);
    let elsewhere = decided.sorted.get(&product.id).filter(|sorted| sorted.version == product.version);
    match elsewhere.and_then(|sorted| sorted.seen_elsewhere.clone()) {
        Some(place) if !here.opened() => ReadState::Elsewhere(place),
        _ => here,
    }
}

/// How much was seen of a product of which something but not all was on screen, and by whom.
pub fn seen_part(product: &Product, decided: &Decided) -> Option<SeenPart> {
    let ReadState::Part { seen, of } = read(product, decided) else { return None };
    let by = marks(decided, &product.id, &key(product)).map(|marks| marks.by.clone()).unwrap_or_default();
    Some(SeenPart { lines: seen, of, by })
}

/// Failing checks that somebody accepted when the product was called usable at this version.
fn though(product: &Product, decided: &Decided) -> Vec<String> {
    let sorted = decided.sorted.get(&product.id);
    let sorted = sorted.filter(|sorted| sorted.pile == Pile::Usable && sorted.version == product.version);
    let accepted = |text: &&str| sorted.is_some_and(|sorted| sorted.acknowledged.iter().any(|one| one == text));
    failing(product).filter(accepted).map(str::to_owned).collect()
}

/// The next row after this one that nobody has decided about, going round once.
pub fn next_unsorted<'a>(rows: &'a [SortRow], after: &str) -> Option<&'a SortRow> {
    let from = rows.iter().position(|row| row.id == after).map_or(0, |index| index + 1);
    let (before, behind) = rows.split_at(from.min(rows.len()));
    behind.iter().chain(before).find(|row| row.id != after && unsorted(row))
}

fn key(product: &Product) -> String {
    product.version.clone().unwrap_or_else(|| "gone".to_owned())
}

fn marks<'a>(decided: &'a Decided, id: &str, version: &str) -> Option<&'a ReadMarks> {
    decided.read.get(&(id.to_owned(), version.to_owned()))
}

fn state_of(marks: &ReadMarks) -> ReadState {
    let whole = marks.count(ReadView::Whole);
    let diff = marks.count(ReadView::Diff);
    let complete = |count: Option<(usize, usize)>| count.is_some_and(|(seen, of)| seen >= of);
    if complete(whole) {
        return ReadState::All;
    }
    if complete(diff) {
        return ReadState::Diff;
    }
    let furthest = [whole, diff].into_iter().flatten().filter(|(seen, _)| *seen > 0);
    // The view with less left to read is the one that the operator is in the middle of.
    furthest.min_by_key(|(seen, of)| of - seen).map_or(ReadState::No, |(seen, of)| ReadState::Part { seen, of })
}

/// The branches and tags that point to a commit, which are on its row.
pub fn names<'a>(facts: &'a Facts, commit: &'a Product) -> impl Iterator<Item = &'a Product> {
    facts.products.iter().filter(move |name| names_of(name, commit))
}

fn names_of(name: &Product, commit: &Product) -> bool {
    is_name(name) && commit.kind == ProductKind::Commit && name.version.is_some() && name.version == commit.version
}

fn is_name(product: &Product) -> bool {
    matches!(product.kind, ProductKind::Branch | ProductKind::Tag)
}

/// The commit among the products to which a branch or tag points, by its place.
fn named(facts: &Facts, name: &Product) -> Option<usize> {
    facts.products.iter().position(|commit| names_of(name, commit))
}

fn group(product: &Product, base: Option<&BTreeSet<&str>>) -> ProductGroup {
    match (product.kind, base) {
        (ProductKind::OutsideAction, _) => ProductGroup::Outside,
        (ProductKind::Commit, Some(base)) => {
            let reachable = product.version.as_deref().is_some_and(|commit| base.contains(commit));
            match (reachable, product.group) {
                (true, _) => ProductGroup::Base,
                (false, ProductGroup::Base) => ProductGroup::Other,
                (false, own) => own,
            }
        }
        _ => product.group,
    }
}

/// The commits that are reachable from one; the tree only knows those since the run began, and those of earlier attempts.
pub(in crate::steps) fn reachable<'a>(tree: &'a Tree, from: &str) -> BTreeSet<&'a str> {
    let known = || tree.commits.iter().chain(&tree.earlier);
    let mut reached = BTreeSet::new();
    let mut left: Vec<&str> = known().map(|commit| commit.id.as_str()).filter(|id| id.starts_with(from)).collect();
    while let Some(id) = left.pop() {
        if reached.insert(id) {
            let commit = known().find(|commit| commit.id == id);
            left.extend(commit.iter().flat_map(|commit| commit.parents.iter().map(String::as_str)));
        }
    }
    reached
}
