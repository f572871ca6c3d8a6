//! `review --run-gates`: the gates of the brief and of the contract, run because it was typed or configured.
//!
//! The present content comes first. What is not green on it is run on the last good state as well, so that a copy which
//! lacks something is not taken for a regression.

use std::path::PathBuf;

use crate::cli::{self, Options};
use crate::gates::{Keeper, Stop};
use crate::model::{Brief, Facts, GateOffer, GateState, GatesAsked, Measured, NamedGate, RanIn, Side};
use crate::plain::{clock, note, text};
use crate::work::measure::{Ground, News, measure};

/// Runs the gates and gives the results, newest last.
pub(super) fn gates(
    options: &Options,
    asked: &cli::Review,
    facts: &Facts,
    brief: &Brief,
) -> Result<Vec<Measured>, String> {
    let gates = offers(facts, brief);
    if gates.is_empty() {
        return Err(text::no_gates());
    }
    let own = super::super::own(options)?;
    let root = facts.tree.root.clone();
    let inside =
        facts.run.cwd.as_ref().and_then(|cwd| cwd.strip_prefix(&root).ok()).map_or_else(PathBuf::new, Into::into);
    let keeper = Keeper::own();
    let now = || clock(options).now;
    let ground = Ground {
        root: &root,
        inside,
        standing: facts.tree.standing(),
        cache: &own.cache,
        keep: None,
        keeper: &keeper,
        now: &now,
    };
    let good = brief.last_good.commit.clone().or_else(|| brief.last_good.salvage.clone());
    let plan = |gates: Vec<GateOffer>, side: Side| GatesAsked {
        gates,
        sides: vec![side],
        ran_in: if asked.in_work_tree { RanIn::Worktree } else { RanIn::Scratch },
        link: asked.link,
        limit: asked.limit,
        last_good: good.clone(),
        attempt: brief.attempt,
        ..GatesAsked::default()
    };
    let (mut results, trouble) = measure(&plan(gates.clone(), Side::Present), &ground, &Stop::default(), &mut tell);
    if let Some(why) = trouble {
        return Err(text::gates_failed(&why));
    }
    let green = |gate: &GateOffer| {
        results.iter().any(|result| result.command == gate.gate.command && result.state == GateState::Green)
    };
    let again: Vec<GateOffer> = gates.into_iter().filter(|gate| !green(gate)).collect();
    if good.is_some() && !again.is_empty() {
        // When the last good state cannot be laid out any more, what was measured now still counts.
        let (more, trouble) = measure(&plan(again, Side::LastGood), &ground, &Stop::default(), &mut tell);
        results.extend(more);
        if let Some(why) = trouble {
            note(&text::no_last_good(&why));
        }
    }
    Ok(results)
}

/// The gates of the brief, then those that files of the contract name besides.
fn offers(facts: &Facts, brief: &Brief) -> Vec<GateOffer> {
    let of_brief = brief.gates.iter().filter(|gate| !gate.command.is_empty()).map(|gate| GateOffer {
        gate: NamedGate { name: gate.name.clone(), command: gate.command.clone() },
        source: "the brief".to_owned(),
    });
    let mut offers: Vec<GateOffer> = of_brief.collect();
    for offer in &facts.offers {
        if !offers.iter().any(|known| known.gate.command == offer.gate.command) {
            offers.push(offer.clone());
        }
    }
    offers
}

/// Says on standard error what is going on: a gate may take its time.
fn tell(news: News<'_>) {
    match news {
        News::Laid { side, content, missing } => note(&text::laid(side, content, missing)),
        News::Began { offer, .. } => note(&text::began(&offer.gate.name, &offer.gate.command)),
        News::Over(measured) => note(&text::over(measured)),
        News::Printed(_) => {}
    }
}
