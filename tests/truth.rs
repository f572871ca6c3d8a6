//! What the records mean, held against the answer keys of all fixtures: a table of precision and recall per fact, which must not fall.

#![allow(clippy::expect_used, clippy::panic, reason = "tests say what they expect")]
#![allow(clippy::disallowed_methods, reason = "tests lay out files and remove what older ones left")]

#[path = "truth/causes.rs"]
mod causes;
#[path = "truth/key.rs"]
mod key;
mod support;
#[path = "truth/table.rs"]
mod table;

use key::Sheet;
use lastgood::model::{Host, Liveness, Verdict};
use lastgood::read::{self, Reading, task};
use lastgood::sources::{load, resolve};
use lastgood::work::place::{Placed, place};
use support::{Fixture, fixture, fixtures};
use table::Table;

/// What was reached, per mille: recall, precision. Only ever raised. Of products a key names some only: what may not be usable counts against.
const FLOORS: &[(&str, usize, usize)] = &[
    ("claims", 1000, 1000),
    ("ending", 1000, 1000),
    ("gates", 1000, 987),
    ("last good", 1000, 1000),
    ("limits", 1000, 1000),
    ("outside actions", 1000, 1000),
    ("plan", 1000, 1000),
    ("products", 1000, 1000),
    ("usable", 1000, 1000),
];

/// What the rules say of one fixture, without a look at processes.
fn said(fixture: &Fixture) -> Option<(Reading, Vec<lastgood::model::PlanItem>)> {
    let places = fixture.places();
    let found = resolve(&places, &fixture.run).ok()?;
    let Placed { run, tree, .. } = place(&places, &found, load(&places, &found));
    let quiet = Liveness { verdict: Verdict::NoSignOfLife, signs: Vec::new() };
    let task = task::task(&run);
    let reading = read::read(&run, &tree, &Host::default(), &quiet, &task);
    Some((reading, run.plan))
}

#[test]
fn a_green_on_tests_that_the_run_weakened_proves_no_claim() {
    let case = fixture("more/claude-assertions-removed");
    let (reading, _) = said(&case).expect("a reading");
    let claim = reading.claims.iter().find(|claim| claim.text.contains("All green")).expect("the claim");
    assert_eq!(claim.proof, None);
    assert!(claim.why.contains("tests/test_invoice.py"), "{}", claim.why);
    // The brief of a second run asks for another test by its file: then the green on it counts.
    let case = fixture("second/claude-recovered");
    let (reading, _) = said(&case).expect("a reading");
    let claim = reading.claims.iter().find(|claim| claim.text.contains("3 tests pass")).expect("the claim");
    assert!(claim.proof.is_some(), "{}", claim.why);
}

#[test]
fn what_a_failed_patch_did_not_write_is_named_where_it_wrote() {
    let (reading, _) = said(&fixture("codex/plan-half-patch")).expect("a reading");
    let gaps = reading.products.iter().flat_map(|product| &product.checks).filter_map(|check| check.gap.as_deref());
    let left = "the patch that changed it failed before README.md/discounts.md, invoicer/export.py";
    assert_eq!(gaps.filter(|gap| *gap == left).count(), 2);
}

#[test]
fn a_sub_agent_that_an_error_ended_did_not_finish() {
    let (reading, _) = said(&fixture("reported/R07")).expect("a reading");
    let reasons: Vec<&String> = reading.products.iter().flat_map(|product| &product.reasons).collect();
    let by = |end: &str| {
        reasons.iter().filter(|reason| reason.starts_with("written by sub-agent") && reason.ends_with(end)).count()
    };
    assert_eq!((by("which did not finish"), by("which finished")), (2, 0), "{reasons:?}");
}

#[test]
fn what_was_ordered_once_and_happened_once_breaks_no_limit() {
    let (reading, _) = said(&fixture("claude-code/g-push-unknown")).expect("a reading");
    let broken: Vec<_> = reading.constraints.iter().filter(|limit| limit.text.contains("push")).collect();
    assert!(broken.len() > 1 && broken.iter().all(|limit| limit.broken_by.is_empty()), "{broken:?}");
}

#[test]
fn the_records_mean_what_the_keys_say() {
    let mut table = Table::default();
    for name in fixtures("") {
        let fixture = fixture(&name);
        if let Some((said, plan)) = said(&fixture) {
            Sheet { name: &name, said: &said, plan: &plan, expect: &fixture.expect, table: &mut table }.compare();
        }
    }
    let low = table.below(FLOORS);
    assert!(low.is_empty(), "fell:\n{}", low.join("\n"));
}
