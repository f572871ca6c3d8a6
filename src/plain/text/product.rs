//! A work product in one line: what a person decided about it, beside what the program says of it.

use crate::model::{CheckSays, Decided, Facts, Pile, Product, ProductKind, SortState, Suggest};
use crate::steps::{outside, sort};
use crate::words;

/// One product: the pile of a person comes first, the program's own stands beside it.
pub(super) fn product(product: &Product, facts: &Facts, decided: &Decided) -> String {
    let name = match product.kind {
        ProductKind::OutsideAction | ProductKind::Process => product.command.as_deref().unwrap_or(&product.title),
        ProductKind::Commit => &product.title,
        _ => &product.location,
    };
    let suggest = match product.suggest {
        Suggest::Usable => words::sort::pile(Pile::Usable),
        Suggest::Partial => words::sort::pile(Pile::Partial),
        Suggest::Unknown => words::sort::pile(Pile::Unknown),
        Suggest::None => "-",
    };
    let found: Vec<String> = product
        .checks
        .iter()
        .filter(|check| matches!(check.says, CheckSays::Warn | CheckSays::Bad))
        .map(|check| check.text.as_str())
        .chain(product.reasons.iter().map(String::as_str))
        .map(|text| facts.run.numbered(text))
        .collect();
    let found = found.join("; ");
    let state = sort::state(product, decided);
    let by = match &state {
        SortState::On(_) => decided.sorted.get(&product.id).map(|sorted| sorted.by.as_str()),
        SortState::Outside(Some(_)) => {
            outside::known(decided, product).map(|known| known.met.map_or(known.found.by.as_str(), |met| met.by))
        }
        SortState::Changed { .. } => {
            let since = words::sort::state(&state);
            return format!("{since}: {name}; the program says {suggest}: {found}");
        }
        _ => None,
    };
    match by {
        Some(by) => format!("{}: {name}, says {by}; the program says {suggest}: {found}", words::sort::state(&state)),
        None => format!("{suggest:<7}  {name}: {found}"),
    }
}
