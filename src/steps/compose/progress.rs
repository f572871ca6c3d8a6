//! Checked progress, outside actions, open questions, and what is missing.

use super::{earlier, is_base};
use crate::model::{
    Accepted, ActionResult, Blocker, Checked, Decided, Facts, OpenQuestion, Opened, OutsideAnswered, OutsideBefore,
    Pile, Product, ProductKind, ReadState, Says, SortRow, SortState, Start, Unread, count,
};
use crate::steps::{assign, broken, compose, confirm, gaps, outside as actions, sort};

/// What the brief says of products that were sorted.
pub(super) struct Progress {
    /// Sorted one by one, and in the tree from which the next run starts.
    pub checked: Vec<Checked>,
    /// Sorted one by one, and not in it.
    pub not_in_start: Vec<Checked>,
    /// Those that nobody opened, with their one reason.
    pub unread: Option<Unread>,
}

/// Products that were sorted one by one, in this attempt or an earlier one, and those that nobody opened with their one reason.
pub(super) fn progress(facts: &Facts, decided: &Decided) -> Progress {
    let mut checked: Vec<(String, Checked)> = Vec::new();
    let mut unread: Vec<String> = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    let rows = sort::rows(facts, decided);
    for row in rows.iter().filter(|row| !is_base(&row.id)) {
        let Some(product) = row.products.first().and_then(|index| facts.products.get(*index)) else { continue };
        let sorted = decided.sorted.get(&row.id).filter(|_| matches!(row.state, SortState::On(_)));
        let reason = match (&row.state, sorted) {
            (SortState::On(Pile::Unknown), Some(sorted)) if sorted.together && row.read == ReadState::No => {
                sorted.reason.clone()
            }
            (SortState::Unsorted | SortState::Changed { .. }, _) => "not sorted yet".to_owned(),
            (SortState::On(pile), Some(sorted)) => {
                let standing = || {
                    let standing = gaps::standing(facts, decided, Some(product), sorted);
                    standing.into_iter().map(|(_, gap)| gap).collect()
                };
                let gaps = if *pile == Pile::Unknown { vec![sorted.reason.clone()] } else { standing() };
                let opened = opened(row, product, decided);
                let accepted = (*pile == Pile::Usable && !sorted.acknowledged.is_empty()).then(|| Accepted {
                    checks: sorted.acknowledged.iter().map(|text| facts.run.numbered(text)).collect(),
                    why: sorted.reason.clone(),
                });
                let one = Checked {
                    location: place(product),
                    version: product.version.clone(),
                    pile: *pile,
                    gaps,
                    accepted,
                    opened,
                    seen: sort::seen_part(product, decided),
                };
                checked.push((row.id.clone(), one));
                continue;
            }
            _ => continue,
        };
        unread.push(place(product));
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    checked.extend(earlier::still_there(facts, decided, &rows));
    // People read what can be built on first.
    checked.sort_by_key(|(_, one)| one.pile);
    let held = decided.step.as_ref().map(|step| assign::held_by(facts, &step.start));
    let there = |(id, one): &(String, Checked)| held.as_ref().is_none_or(|held| held(id, one.version.as_deref()));
    let (checked, not_in_start): (Vec<_>, Vec<_>) = checked.into_iter().partition(there);
    let bare = |all: Vec<(String, Checked)>| all.into_iter().map(|(_, one)| one).collect();
    let unread = (!unread.is_empty()).then(|| Unread { count: unread.len(), reason: reasons.join("; "), list: unread });
    Progress { checked: bare(checked), not_in_start: bare(not_in_start), unread }
}

/// The places of checked progress that is not in the tree which a start makes, each with its pile: some of it is unknown.
pub fn not_in(facts: &Facts, decided: &Decided, start: &Start) -> Vec<(String, Pile)> {
    let mut with = decided.clone();
    let Some(step) = &mut with.step else { return Vec::new() };
    step.start = start.clone();
    progress(facts, &with).not_in_start.into_iter().map(|one| (one.location, one.pile)).collect()
}

fn opened(row: &SortRow, product: &Product, decided: &Decided) -> Option<Opened> {
    let sorted = decided.sorted.get(&row.id)?;
    match &row.read {
        ReadState::Elsewhere(place) => Some(Opened { by: sorted.by.clone(), at: sorted.at, how: Some(place.clone()) }),
        ReadState::All | ReadState::Diff => {
            let version = product.version.clone().unwrap_or_else(|| "gone".to_owned());
            let marks = decided.read.get(&(row.id.clone(), version))?;
            Some(Opened { by: marks.by.clone(), at: marks.at.unwrap_or(sorted.at), how: None })
        }
        ReadState::No | ReadState::Part { .. } => None,
    }
}

/// Where a product is, in the words of the brief.
fn place(product: &Product) -> String {
    match product.kind {
        ProductKind::Commit => {
            let id = product.version.as_deref().unwrap_or(&product.location);
            format!("commit {}", id.get(..8).unwrap_or(id))
        }
        ProductKind::Branch => format!("branch {}", product.title),
        ProductKind::Tag => format!("tag {}", product.title),
        ProductKind::Stash => format!("stash {}", product.title),
        _ if product.location.is_empty() => product.title.clone(),
        _ => product.location.clone(),
    }
}

/// Outside actions that somebody answered.
pub(super) fn outside(facts: &Facts, decided: &Decided) -> Vec<OutsideAnswered> {
    let answered = actions::actions(facts).filter_map(|product| Some((product, actions::known(decided, product)?)));
    answered.map(|(product, known)| answer(facts, product, &known)).collect()
}

fn answer(facts: &Facts, product: &Product, known: &actions::Known<'_>) -> OutsideAnswered {
    let (command, found) = (actions::command(product).to_owned(), known.found);
    let running = actions::running(facts, product);
    let (outcome, by, at, place, saw) =
        (found.outcome, found.by.clone(), found.at, found.place.clone(), found.saw.clone());
    match &known.met {
        None => OutsideAnswered { command, outcome, by, at, place, saw, review: None, before: None, running },
        Some(met) => OutsideAnswered {
            command,
            outcome: known.outcome(),
            by: met.by.to_owned(),
            at: met.at,
            // Where a person looked stands in the note of the verdict, after the words of the question.
            place: met.note.strip_prefix("looked at: ").unwrap_or_default().to_owned(),
            saw: if met.note.starts_with("looked at: ") { String::new() } else { met.note.to_owned() },
            review: Some(met.attempt),
            before: Some(OutsideBefore { outcome, by, at, place, saw }),
            running,
        },
    }
}

/// Questions that are open: outside actions that nobody confirmed, broken limits that nobody decided about, what people kept.
pub(super) fn open(facts: &Facts, decided: &Decided) -> Vec<OpenQuestion> {
    let unconfirmed = actions::unconfirmed(facts, decided).map(|product| {
        let command = actions::command(product);
        let event = product.made_by.first().and_then(|id| facts.run.event(id));
        let asked = event
            .and_then(|event| event.at)
            .map(|at| format!(", asked at {}", at.strftime("%H:%M")))
            .or_else(|| Some(format!(", {}", product.reasons.first().filter(|_| event.is_none())?)))
            .unwrap_or_default();
        let result = match product.result {
            Some(ActionResult::Ok) => "it returned without an error, nobody confirmed it",
            Some(ActionResult::Failed) => "it returned with an error, nobody confirmed what it did",
            Some(ActionResult::None) | None => "no result recorded",
        };
        let running = actions::running(facts, product);
        let running = if running.is_empty() {
            String::new()
        } else {
            format!(" What its command started still runs: {}.", running.join("; "))
        };
        OpenQuestion {
            question: format!("Did this happen? {command}{asked}, {result}.{running}"),
            look: actions::look(facts, product, &facts.tree.root.display().to_string()).unwrap_or_default(),
            do_not_repeat: Some(command.to_owned()),
        }
    });
    let kept = compose::questions(decided).into_iter().filter(|line| !line.dropped);
    let kept = kept.map(|line| OpenQuestion { question: line.line.text, look: String::new(), do_not_repeat: None });
    let broken = broken::undecided(facts, decided).into_iter().map(|limit| broken::question(&limit));
    unconfirmed.chain(broken).chain(kept).collect()
}

/// What keeps steps 1 to 3 from being settled, in the fixed English of the brief.
pub fn missing(facts: &Facts, decided: &Decided) -> Vec<String> {
    let mut blockers = confirm::blockers(&facts.liveness, decided);
    if blockers.is_empty() && !confirm::settled(&facts.liveness, decided) {
        blockers.push(decided.withdrawn.clone().map_or(Blocker::NotConfirmed, Blocker::Withdrawn));
    }
    blockers.extend(sort::blockers(facts, decided));
    blockers.extend(assign::blockers(facts, decided));
    blockers.iter().map(words).collect()
}

fn words(blocker: &Blocker) -> String {
    let says = |says: Says| match says {
        Says::Alive => "alive",
        Says::Waiting => "waiting",
        _ => "could not be looked at",
    };
    match blocker {
        Blocker::SignsUnanswered { says: word, rows } => {
            format!("signs of life without an answer ({rows} {})", says(*word))
        }
        Blocker::Withdrawn(why) => format!("the confirmation was withdrawn ({why})"),
        Blocker::Unsorted { not_read, in_part, read } => {
            let products = count(not_read + in_part + read, "product is", "products are");
            format!("{products} not sorted")
        }
        Blocker::NoStep => "no next step".to_owned(),
        Blocker::NoAgent => "nobody gets the next step".to_owned(),
        Blocker::NoCriterion => "no review criterion".to_owned(),
        Blocker::NoApprover => "no approver".to_owned(),
        Blocker::StartNotOffered => "the chosen start is not possible".to_owned(),
        _ => "nobody confirmed that nothing is running".to_owned(),
    }
}
