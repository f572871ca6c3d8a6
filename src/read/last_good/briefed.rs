//! A run that was given a brief starts on a state that somebody proved before: the brief says which, and by which gates.

use crate::model::{Commit, Confidence, LastGood, Speaker, What};
use crate::read::Known;
use crate::read::limits::brief_number;
use crate::read::ran::is_short_id;
use crate::read::task::section;

/// The last good state that the newest brief among the prompts names, if the tree has that commit.
pub(super) fn last_good(known: Known<'_>, later: Option<&str>) -> Option<LastGood> {
    let mut prompts = known.run.events.iter().rev().filter_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } if text.contains("<!-- lastgood brief/") => Some(text),
        _ => None,
    });
    let brief = prompts.next()?;
    let state = section(brief, "Last good state").join(" ");
    let good = named(&state, &known.tree.commits)?;
    let gates: Vec<String> = section(brief, "Gates that were green").iter().filter_map(|item| command(item)).collect();
    if gates.is_empty() {
        return None;
    }
    Some(LastGood {
        commit: Some(good.id.clone()),
        revision: None,
        content: None,
        why: format!(
            "{} names it as last good, with {} green on it; {}.",
            called(brief),
            gates.join(", "),
            later.unwrap_or("no gate was green on any later content")
        ),
        gates,
        confidence: Confidence::Proven,
        subject: Some(good.subject.clone()),
        at: Some(good.at),
    })
}

/// What a brief is called: a text that is handed on knows no "this run".
fn called(brief: &str) -> String {
    match brief_number(brief) {
        Some(number) => format!("Brief {number}"),
        None => "The brief before".to_owned(),
    }
}

/// The first commit whose id stands in a text.
fn named<'a>(text: &str, commits: &'a [Commit]) -> Option<&'a Commit> {
    let mut ids = text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| is_short_id(word));
    ids.find_map(|id| commits.iter().find(|commit| commit.id.starts_with(id)))
}

/// The command of an item, which stands in back quotes.
fn command(item: &str) -> Option<String> {
    let command = item.split('`').nth(1)?.trim();
    (!command.is_empty()).then(|| command.to_owned())
}
