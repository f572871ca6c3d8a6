//! What is written to a task: two documents, on top of what was shown, and never anything else.

use lastgood::work::task_document::{BRIEF, REVIEW, Wanted, put};

use crate::{facts, served};

fn wanted<'a>(key: &'a str, text: &'a str, over: Option<&'a str>) -> Wanted<'a> {
    Wanted { key, title: "Recovery brief", text, over }
}

#[test]
fn the_only_call_that_is_not_a_get_is_the_put_of_our_documents() {
    let (fixture, server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_deref().unwrap();
    let named = server.named(None);
    assert_eq!(put(&named, record, &wanted(BRIEF, "# Brief\n", None)), Ok(1));
    assert_eq!(put(&named, record, &wanted(REVIEW, "# Review\n", None)), Ok(1));
    // The answer was lost: the same text again is the same revision.
    assert_eq!(put(&named, record, &wanted(BRIEF, "# Brief\n", None)), Ok(1));
    assert!(put(&named, record, &wanted("draft", "x", None)).is_err());
    let changing: Vec<String> = server.methods().into_iter().filter(|call| !call.starts_with("GET ")).collect();
    let at = format!("PUT /api/issues/{}/documents", record.id);
    assert_eq!(changing, [format!("{at}/{BRIEF}"), format!("{at}/{REVIEW}")]);
}

#[test]
fn a_revision_that_somebody_made_meanwhile_is_never_overwritten() {
    let (fixture, server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_deref().unwrap();
    let named = server.named(None);
    server.somebody_writes(&record.id, BRIEF, "mine\n");
    let why = put(&named, record, &wanted(BRIEF, "ours\n", None)).unwrap_err();
    assert!(why.contains("rev 1") && why.contains("nothing was overwritten"), "{why}");
    assert_eq!(server.document(&record.id, BRIEF).as_deref(), Some("mine\n"));
    // Shown beside what is there now, it goes on top of it.
    assert_eq!(put(&named, record, &wanted(BRIEF, "ours\n", Some("recovery-brief-1"))), Ok(2));
    assert!(put(&named, record, &wanted(BRIEF, "late\n", Some("recovery-brief-1"))).is_err());
    assert_eq!(server.document(&record.id, BRIEF).as_deref(), Some("ours\n"));
}
