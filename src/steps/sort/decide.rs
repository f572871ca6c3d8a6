//! What may be decided about a row, and why not.

use super::BASE;
use super::rows::{read, state};
use crate::model::{
    CheckSays, Decided, Facts, Marked, Op, Pile, Product, ProductGroup, ProductKind, ReadState, Refusal, SortState,
};

/// What the operator says about one product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The named gaps, for partial.
    pub gaps: Vec<String>,
    /// The reason, or where to look, for unknown; why a failing check does not count, for usable.
    pub reason: String,
    /// Where the lines were seen that were not on screen here.
    pub seen_elsewhere: Option<String>,
    /// Checks that were acknowledged, by their text.
    pub acknowledged: Vec<String>,
}

/// The entry that puts a product on a pile, or why not.
pub fn pile(facts: &Facts, decided: &Decided, id: &str, pile: Pile, choice: &Choice) -> Result<Op, Refusal> {
    let product = sortable(facts, id)?;
    let elsewhere = choice.seen_elsewhere.as_deref().map(str::trim).filter(|place| !place.is_empty());
    let gaps: Vec<String> = choice.gaps.iter().map(|gap| gap.trim().to_owned()).filter(|gap| !gap.is_empty()).collect();
    match pile {
        Pile::Usable => {
            let read = read(product, decided);
            if !read.opened() && elsewhere.is_none() {
                return Err(not_opened(&read));
            }
            let left: Vec<String> =
                to_acknowledge(product).filter(|text| !choice.acknowledged.contains(text)).collect();
            if !left.is_empty() {
                return Err(Refusal::Acknowledge(left));
            }
            if failing(product).next().is_some() && choice.reason.trim().is_empty() {
                return Err(Refusal::NoWhy);
            }
        }
        Pile::Partial if gaps.is_empty() => return Err(Refusal::NoGap),
        Pile::Unknown if choice.reason.trim().is_empty() => return Err(Refusal::NoReason),
        Pile::Partial | Pile::Unknown => {}
    }
    Ok(Op::Sort {
        product: product.id.clone(),
        version: product.version.clone(),
        pile: Some(pile),
        gaps: if pile == Pile::Partial { gaps } else { Vec::new() },
        reason: if pile == Pile::Partial { String::new() } else { choice.reason.trim().to_owned() },
        seen_elsewhere: elsewhere.map(str::to_owned),
        acknowledged: if pile == Pile::Usable { choice.acknowledged.clone() } else { Vec::new() },
    })
}

/// What a decision about many marked rows would take. Usable and partial leave what was not opened; unknown takes all with one reason.
///
/// Nothing is filled in for many that nobody said: usable leaves rows with checks to acknowledge, partial takes the gaps that the checks offer
/// and leaves those that are recorded.
pub fn many(facts: &Facts, decided: &Decided, ids: &[String], to: Pile, reason: &str) -> Marked {
    let mut marked = Marked { ops: Vec::new(), taken: 0, skipped: Vec::new() };
    let mut unread = Vec::new();
    for id in ids {
        let taken = sortable(facts, id).and_then(|product| {
            if to == Pile::Unknown {
                if reason.trim().is_empty() {
                    return Err(Refusal::NoReason);
                }
                unread.push((product.id.clone(), product.version.clone()));
                return Ok(());
            }
            let read = read(product, decided);
            if !read.opened() {
                return Err(not_opened(&read));
            }
            let gaps =
                recorded_gaps(product, decided).map_or_else(|| offered_gaps(product).collect(), <[String]>::to_vec);
            let choice = Choice { gaps, ..Choice::default() };
            marked.ops.push(pile(facts, decided, id, to, &choice)?);
            Ok(())
        });
        match taken {
            Ok(()) => marked.taken += 1,
            Err(refusal) => marked.skipped.push((id.clone(), refusal)),
        }
    }
    if !unread.is_empty() {
        marked.ops.push(Op::SortMany { products: unread, reason: reason.trim().to_owned() });
    }
    marked
}

/// The gaps that the checks of a product offer.
pub fn offered_gaps(product: &Product) -> impl Iterator<Item = String> + '_ {
    product.checks.iter().filter_map(|check| check.gap.clone())
}

/// The gaps with which a product is partial at its present version.
pub fn recorded_gaps<'a>(product: &Product, decided: &'a Decided) -> Option<&'a [String]> {
    let sorted = decided.sorted.get(&product.id)?;
    (state(product, decided) == SortState::On(Pile::Partial)).then_some(sorted.gaps.as_slice())
}

/// The checks that want to be acknowledged before a product may be called usable, by their text.
pub fn to_acknowledge(product: &Product) -> impl Iterator<Item = String> + '_ {
    product
        .checks
        .iter()
        .filter(|check| matches!(check.says, CheckSays::Bad | CheckSays::Warn))
        .map(|check| check.text.clone())
}

/// The checks of a product that failed: usable needs a reason against them.
pub fn failing(product: &Product) -> impl Iterator<Item = &str> {
    product.checks.iter().filter(|check| check.says == CheckSays::Bad).map(|check| check.text.as_str())
}

/// The product of a row that can go on a pile.
fn sortable<'a>(facts: &'a Facts, id: &str) -> Result<&'a Product, Refusal> {
    if id == BASE {
        return Err(Refusal::BaseIsRead);
    }
    let product = facts.products.iter().find(|product| product.id == id).ok_or(Refusal::Gone)?;
    match (product.kind, product.group) {
        (ProductKind::OutsideAction, _) => Err(Refusal::OutsideIsAnswered),
        (ProductKind::Process, _) => Err(Refusal::DecidedInConfirm),
        (_, ProductGroup::Expected) => Err(Refusal::NothingThere),
        _ => Ok(product),
    }
}

fn not_opened(read: &ReadState) -> Refusal {
    match read {
        ReadState::Part { seen, of } => Refusal::NotOpened { seen: *seen, of: *of },
        _ => Refusal::NotOpened { seen: 0, of: 0 },
    }
}
