//! The text of a product for the viewer: the file as it lies there now, a commit's summary, an output as it was recorded.

use std::path::Path;

use crate::evidence;
use crate::model::{Commit, Facts, Lead, PACKET_FILE, Product, ProductGroup, ProductKind, Revision, What, count};
use crate::msg::{Asides, Content, ContentWanted, PACKET};
use crate::read::documents::{self, InFolder};

/// A larger text is shown in the pager, not in the viewer.
const LARGEST: u64 = 8 * 1024 * 1024;

/// The version, the text or why there is none, and the text at the start of the run.
type Read = (Option<String>, Result<String, String>, Option<String>);

/// Reads what the viewer asked for.
pub fn read(facts: &Facts, wanted: ContentWanted) -> Content {
    let product = facts.products.iter().find(|product| product.id == wanted.product);
    let (version, text, before) = match product {
        Some(product) => of(facts, product),
        None if wanted.product == PACKET => return packet(facts, wanted),
        None if wanted.product == "base" => (Some("base".to_owned()), Ok(base(facts)), None),
        None => (None, Err("it is not there any more".to_owned()), None),
    };
    let (text, why) = match text {
        Ok(text) => (Some(text), String::new()),
        Err(why) => (None, why),
    };
    let mut asides = product.map(|product| asides(facts, product)).unwrap_or_default();
    if let (Some(product), Some(text)) = (product.filter(|product| !of_task(product)), &text) {
        asides.links = links(facts, product, text);
    }
    Content { wanted, version, text, before, why, asides }
}

/// The packet of the work tree; without one there is no text and nothing wrong.
fn packet(facts: &Facts, wanted: ContentWanted) -> Content {
    let read = evidence::read_to_string(facts.tree.root.join(PACKET_FILE));
    let (text, why) = match read {
        Ok(text) => (Some(text), String::new()),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => (None, String::new()),
        Err(why) => (None, why.to_string()),
    };
    Content { wanted, version: None, text, before: None, why, asides: Asides::default() }
}

fn of(facts: &Facts, product: &Product) -> Read {
    match product.kind {
        ProductKind::Document if of_task(product) => document(facts, product),
        ProductKind::File | ProductKind::Document => file(facts, product),
        ProductKind::TestOutput => (product.version.clone(), output(facts, product), None),
        ProductKind::Commit | ProductKind::Stash => {
            let id = product.version.as_deref().unwrap_or(&product.location);
            let all = facts.tree.commits.iter().chain(&facts.tree.stashes);
            let text = all.into_iter().find(|commit| commit.id.starts_with(id)).map(summary);
            (product.version.clone(), text.ok_or_else(|| "the commit is not there any more".to_owned()), None)
        }
        _ => (product.version.clone(), Err("it has no text".to_owned()), None),
    }
}

/// A task's document, beside the newest revision of another author: what the last author changed of it.
fn document(facts: &Facts, product: &Product) -> Read {
    let record = facts.run.record.as_ref();
    let Some(document) = record.and_then(|record| record.document(&product.location)) else {
        return (None, Err("the document is not there any more".to_owned()), None);
    };
    let Some(newest) = document.newest() else { return (None, Err("it has no text".to_owned()), None) };
    let mut older = document.revisions.iter().rev().skip(1);
    let other = older.clone().find(|revision| revision.by != newest.by).or_else(|| older.next());
    (Some(newest.version()), Ok(newest.text.clone()), other.map(|revision| revision.text.clone()))
}

/// Whether it is a document of a task; a file in Markdown is one of its folder.
fn of_task(product: &Product) -> bool {
    product.id.starts_with("document:")
}

/// The links of a file in Markdown, looked up beside it as they lie there now.
fn links(facts: &Facts, product: &Product, text: &str) -> Vec<Lead> {
    let path = Path::new(&product.location);
    let ending = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if path.is_absolute() || !matches!(ending, "md" | "markdown") {
        return vec![];
    }
    let root = &facts.tree.root;
    let text_of = |path: &Path| {
        let path = root.join(path);
        let small = path.metadata().is_ok_and(|meta| meta.len() <= LARGEST);
        let markdown = path.extension().is_some_and(|end| end == "md" || end == "markdown");
        if small && markdown { evidence::read_to_string(path).ok() } else { None }
    };
    // A link of the file system counts, wherever it leads: what lies behind it is not opened.
    let there = |path: &Path| root.join(path).symlink_metadata().is_ok();
    documents::leads_of_file(&InFolder { path, text, text_of: &text_of, before: None }, &there)
}

/// The links of a document and who wrote its revisions.
fn asides(facts: &Facts, product: &Product) -> Asides {
    let record = facts.run.record.as_ref().filter(|_| of_task(product));
    let Some((record, document)) = record.and_then(|record| Some((record, record.document(&product.location)?))) else {
        return Asides::default();
    };
    let revision = |revision: &Revision| {
        let at = revision.at.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M").to_string());
        let kind = if revision.by.person { "a person" } else { "an agent" };
        let said = revision.summary.as_deref().unwrap_or("without a note");
        format!(
            "{:<7} {at}  {} ({kind})  \"{said}\"  {}",
            revision.version(),
            revision.by.name,
            count(revision.text.lines().count(), "line", "lines")
        )
    };
    let links = documents::leads_of_document(&facts.tree, record, document);
    Asides { links, authors: document.revisions.iter().rev().map(revision).collect() }
}

fn file(facts: &Facts, product: &Product) -> Read {
    let path = facts.tree.root.join(&product.location);
    let state = facts.tree.files.get(Path::new(&product.location));
    let before = state.and_then(|state| facts.tree.texts.get(state.start.as_ref()?)).cloned();
    match std::fs::metadata(&path) {
        Ok(meta) if !meta.is_file() => return (None, Err("it is no file".to_owned()), before),
        Ok(meta) if meta.len() > LARGEST => {
            return (
                product.version.clone(),
                Err(format!("it has {} bytes; v shows it in $PAGER", meta.len())),
                before,
            );
        }
        Ok(_) => {}
        Err(why) => return (None, Err(format!("it could not be read: {why}")), before),
    }
    let bytes = match evidence::read(&path) {
        Ok(bytes) => bytes,
        Err(why) => return (None, Err(format!("it could not be read: {why}")), before),
    };
    // The version is that of the bytes that are shown, not of an earlier look.
    let version = git2::Oid::hash_object(git2::ObjectType::Blob, &bytes).map(|id| id.to_string()).ok();
    let short =
        product.version.as_ref().filter(|old| version.as_ref().is_some_and(|new| new.starts_with(old.as_str())));
    let version = short.cloned().or(version);
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => (version, Ok(text), before),
        _ => (version, Err("it is no text".to_owned()), before),
    }
}

fn output(facts: &Facts, product: &Product) -> Result<String, String> {
    let event = |id: &String| facts.run.event(id);
    let outcome = product.made_by.iter().rev().filter_map(event).find_map(|event| match &event.what {
        What::Result(outcome) => Some(outcome.output.clone()),
        What::Call(call) => facts.run.result(call).map(|(_, outcome)| outcome.output.clone()),
        _ => None,
    });
    let path = facts.tree.root.join(&product.location);
    outcome.or_else(|| evidence::read_to_string(path).ok()).ok_or_else(|| "no output is recorded".to_owned())
}

fn summary(commit: &Commit) -> String {
    let mut lines =
        vec![format!("{}  {}  {}", commit.id, commit.at, commit.author), commit.subject.clone(), String::new()];
    let change = |before: bool, after: bool| match (before, after) {
        (false, _) => "new",
        (_, false) => "removed",
        _ => "changed",
    };
    lines.extend(
        commit
            .files
            .iter()
            .map(|file| format!("  {:8} {}", change(file.before.is_some(), file.after.is_some()), file.path.display())),
    );
    lines.join("\n") + "\n"
}

/// What is reachable from last good, one commit after the other.
fn base(facts: &Facts) -> String {
    let base: Vec<&Product> = facts.products.iter().filter(|product| product.group == ProductGroup::Base).collect();
    let of_base = |commit: &&Commit| {
        base.iter().any(|product| product.version.as_deref().is_some_and(|id| commit.id.starts_with(id)))
    };
    facts.tree.commits.iter().filter(of_base).map(summary).collect::<Vec<_>>().join("\n")
}
