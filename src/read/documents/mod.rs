//! Documents of a task: what each is worth, what a revision took away from another author, and the newest one to go back to.
//!
//! Everything is told from the texts and their authors; nothing is fetched.

mod breach;
mod cited;
mod folder;
mod leads;
mod marks;
pub mod outline;
mod ruled;
mod taken;

pub use breach::breaches;
pub use folder::{InFolder, leads_of_file, of_file};
pub use marks::{checks, leads_of_document};
pub use ruled::by_comments;
pub use taken::{Taken, taken};

use super::Known;
use crate::model::{
    ChangeSize, Check, CheckSays, Confidence, Deed, Document, LastGood, PlanState, Product, ProductGroup, ProductKind,
    Revision, Run, Suggest, TaskRecord, What, count,
};

/// Documents that lastgood itself writes are no work of a run.
const OWN: &str = "recovery-";

/// The documents that a task's workers and people write.
pub fn of_task(record: &TaskRecord) -> impl Iterator<Item = &Document> {
    record.documents.iter().filter(|document| !document.key.starts_with(OWN) && document.newest().is_some())
}

/// One product for each document, at its newest revision.
pub fn products(known: Known<'_>) -> Vec<Product> {
    let Some(record) = &known.run.record else { return Vec::new() };
    of_task(record).filter_map(|document| product(known, record, document)).collect()
}

fn product(known: Known<'_>, record: &TaskRecord, document: &Document) -> Option<Product> {
    let newest = document.newest()?;
    let mut checks = marks::of_document(known.tree, record, document);
    checks.extend(taken_check(document));
    checks.extend(ruled_check(document));
    let doubtful = checks.iter().any(|check| matches!(check.says, CheckSays::Bad | CheckSays::Warn));
    let open = document.key == "plan" && known.run.plan.iter().any(|item| item.state != PlanState::Done);
    let (suggest, reason) = if doubtful {
        (Suggest::Partial, "a check found something to look at".to_owned())
    } else if open {
        (Suggest::Partial, "some of its steps are open".to_owned())
    } else {
        (Suggest::None, "its text was checked; whether it is right only a reader can say".to_owned())
    };
    let before = document.revisions.iter().rev().nth(1);
    Some(Product {
        location: document.key.clone(),
        version: Some(newest.version()),
        suggest,
        reasons: vec![reason, written(newest)],
        checks,
        made_by: event_of(known.run, &document.key, newest).into_iter().collect(),
        change: change(before.map_or("", |revision| revision.text.as_str()), &newest.text, before.is_none()),
        group: if doubtful || open { ProductGroup::Touched } else { ProductGroup::Other },
        ..Product::new(ProductKind::Document, format!("document:{}", document.key), document.key.clone())
    })
}

/// "rev 5 by Researcher (an agent), 2026-11-29 13:53:16 UTC: Poland, outlook, link check".
fn written(revision: &Revision) -> String {
    let kind = if revision.by.person { "a person" } else { "an agent" };
    let at = revision.at.map_or_else(String::new, |at| format!(", {}", at.strftime("%Y-%m-%d %H:%M:%S UTC")));
    let said = revision.summary.as_ref().map_or_else(String::new, |summary| format!(": {summary}"));
    format!("{} by {} ({kind}){at}{said}", revision.version(), revision.by.name)
}

/// What the newest revision lost of another author's lines.
fn taken_check(document: &Document) -> Option<Check> {
    let taken = taken(document)?;
    let first: Vec<String> = taken.lines.iter().take(4).map(|line| format!("\"{}\"", short(line))).collect();
    let more = taken.lines.len().saturating_sub(first.len());
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let text = format!(
        "{} by {} takes away {} that {} wrote (they stand in {}): {}{more}",
        taken.newest.version(),
        taken.newest.by.name,
        count(taken.lines.len(), "line", "lines"),
        taken.author,
        taken.base.version(),
        first.join(", ")
    );
    let gap = format!("lines of {} are gone: {}", taken.author, first.join(", "));
    Some(Check { says: CheckSays::Warn, text, line: None, gap: Some(gap) })
}

/// What people decided about the newest revision, or about one before it.
fn ruled_check(document: &Document) -> Option<Check> {
    let newest = document.newest()?;
    let (revision, ruled) =
        document.revisions.iter().rev().find_map(|revision| Some((revision, revision.ruled.as_ref()?)))?;
    let decided = if ruled.accepted { "accepted" } else { "rejected" };
    let text = format!("{} was {decided} by {} ({})", revision.version(), ruled.by, ruled.how);
    let (says, text, gap) = match (revision.number == newest.number, ruled.accepted) {
        (true, true) => (CheckSays::Good, text, None),
        (true, false) => (CheckSays::Bad, text.clone(), Some(text)),
        (false, true) => {
            let gap = format!("{} is not the accepted one, which is {}", newest.version(), revision.version());
            (CheckSays::Warn, format!("{text}; {} came after it", newest.version()), Some(gap))
        }
        (false, false) => return None,
    };
    Some(Check { says, text, line: None, gap })
}

fn change(before: &str, after: &str, new: bool) -> ChangeSize {
    let has = |text: &str, line: &str| text.lines().any(|other| other == line);
    let gone = before.lines().filter(|line| !has(after, line)).count();
    let added = after.lines().filter(|line| !has(before, line)).count();
    ChangeSize { added, removed: gone, new, bytes: None }
}

/// The recorded request with which a worker wrote a revision: the nearest one to this document before the revision's time is over.
pub fn event_of(run: &Run, key: &str, revision: &Revision) -> Option<String> {
    let at = revision.at?;
    let path = format!("/documents/{key}");
    let puts = run.events.iter().filter(|event| match &event.what {
        What::Call(call) => {
            matches!(&call.deed, Deed::Other { input } if input.starts_with("PUT ") && input.ends_with(&path))
        }
        _ => false,
    });
    let near = puts.filter_map(|event| Some((event.at?.duration_since(at).abs(), event)));
    near.filter(|(apart, _)| apart.as_secs() < 10).min_by_key(|(apart, _)| *apart).map(|(_, event)| event.id.clone())
}

/// The revision to go back to, when no gate proves anything: the newest that a person wrote of the document that an agent changed last.
pub fn last_good(run: &Run) -> Option<LastGood> {
    let record = run.record.as_ref()?;
    let side = |document: &&Document| matches!(document.key.as_str(), "plan" | "sources" | "notes");
    let mut worked: Vec<&Document> = of_task(record).filter(|document| document.by_person().is_some()).collect();
    // The draft is what the task is for; its plan and its sources only serve it.
    worked.sort_by_key(|document| (side(document), std::cmp::Reverse(document.newest().and_then(|newest| newest.at))));
    let document = worked.first()?;
    let good = document.by_person()?;
    let newest = document.newest()?;
    let after = if newest.number > good.number {
        format!("; {} by {} came after it and nobody has read it", newest.version(), newest.by.name)
    } else {
        String::new()
    };
    let (who, did) = match good.ruled.as_ref().filter(|ruled| ruled.accepted && !good.by.person) {
        Some(ruled) => (ruled.by.as_str(), format!("accepted in {}", ruled.how)),
        None => (good.by.name.as_str(), "wrote".to_owned()),
    };
    Some(LastGood {
        commit: None,
        revision: Some(good.number),
        content: None,
        why: format!("{} {}: the newest revision that a person ({who}) {did}{after}.", document.key, good.version()),
        gates: Vec::new(),
        confidence: Confidence::Likely,
        subject: Some(format!("{} {}", document.key, good.version())),
        at: good.at,
    })
}

fn short(line: &str) -> String {
    let line = line.trim();
    if line.chars().count() <= 100 {
        return line.to_owned();
    }
    let head: String = line.chars().take(100).collect();
    format!("{head}…")
}
