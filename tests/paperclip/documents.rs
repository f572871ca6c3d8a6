//! Documents as work: the draft of a research brief, its faults, the revision to go back to, and the review of the next run.

use lastgood::model::{Confidence, ProductKind, Suggest};

use crate::{facts, served};

#[test]
fn a_draft_shows_what_its_last_revision_broke_and_where_to_go_back_to() {
    let (fixture, _server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let draft = facts.products.iter().find(|product| product.id == "document:draft").unwrap();
    assert_eq!(
        (draft.kind, draft.version.as_deref(), draft.suggest),
        (ProductKind::Document, Some("rev 5"), Suggest::Partial)
    );
    let checks: Vec<&str> = draft.checks.iter().map(|check| check.text.as_str()).collect();
    for words in [
        "section Poland is empty",
        "TODO in Outlook",
        "sources#s2-grid-levy-table-2026 leads nowhere",
        "cites S5, which is not listed in sources",
        "takes away 3 lines that the board wrote (they stand in rev 4)",
    ] {
        assert!(checks.iter().any(|check| check.contains(words)), "{words}: {checks:?}");
    }
    assert_eq!((facts.last_good.revision, facts.last_good.confidence), (Some(4), Confidence::Likely));
    let missing: Vec<&str> = facts
        .products
        .iter()
        .filter(|product| product.id.starts_with("expected:"))
        .map(|product| product.location.as_str())
        .collect();
    assert_eq!(missing, ["brief-2026-w48.md", "figures-2026-w48.csv"]);
}

#[test]
fn limits_that_a_document_breaks_are_broken() {
    let (fixture, _server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let broken: Vec<&str> =
        facts.constraints.iter().filter(|limit| !limit.broken_by.is_empty()).map(|limit| limit.text.as_str()).collect();
    for words in ["Cite only what stands", "a number that a person has fixed", "11,840 EUR", "Send nothing to the list"]
    {
        assert!(broken.iter().any(|limit| limit.contains(words)), "{words}: {broken:?}");
    }
    assert!(!broken.iter().any(|limit| limit.contains("paywall")));
}
