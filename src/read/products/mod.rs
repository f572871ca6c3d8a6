//! What a run left: the union of what its log, git, the disk and the process table say, each with what speaks for it.
//!
//! Suggestions only. Usable is suggested for what a green gate proves and nothing else; a file equal to HEAD is no product.

mod expected;
mod files;
mod git;
mod limits;
mod odd;
mod problems;
mod processes;

pub use problems::problems;

use super::last_good::Proofs;
use super::{Known, documents, outside};
use crate::model::{Event, LastGood, Product, ProductKind, Run};

/// The work products, in the order in which step 2 shows them.
pub fn products(known: Known<'_>, proofs: &Proofs, last_good: &LastGood) -> Vec<Product> {
    let mut products = files::files(known, proofs, last_good);
    products.extend(git::commits(known, proofs, last_good));
    let git = git::others(known, &products);
    products.extend(git);
    products.extend(documents::products(known));
    let actions = outside::actions(known.done);
    products.extend(outside::running(known.run, &known.liveness.signs, &actions));
    products.extend(actions);
    products.extend(processes::left(known));
    let expected = expected::missing(known, &products);
    products.extend(expected);
    claimed(known, &mut products);
    products.sort_by_key(|product| product.group);
    products
}

/// Sets what the run said about a product beside it.
fn claimed(known: Known<'_>, products: &mut [Product]) {
    for product in products {
        let name = product.location.rsplit('/').next().unwrap_or_default();
        let own = match product.kind {
            ProductKind::File | ProductKind::Document | ProductKind::TestOutput => name,
            ProductKind::Commit => product.version.as_deref().and_then(|id| id.get(..7)).unwrap_or_default(),
            _ => continue,
        };
        if own.len() > 3 {
            let about = known.claims.iter().filter(|claim| claim.text.contains(own));
            product.claims.extend(about.map(|claim| claim.text.clone()));
        }
    }
}

/// Who made a change, in words: the sub-agent, when it was one.
fn agents<'a>(run: &Run, events: impl Iterator<Item = &'a Event>) -> Vec<String> {
    let mut names: Vec<String> = events.filter_map(|event| event.agent.clone()).collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .map(|id| {
            let asked = run.sub_agents.iter().find(|agent| agent.id == id);
            let state = match asked {
                Some(agent) if agent.finished => ", which finished",
                Some(_) => ", which did not finish",
                None => "",
            };
            format!("written by sub-agent {id}{state}")
        })
        .collect()
}
