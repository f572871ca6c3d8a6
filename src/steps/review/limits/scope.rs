//! Limits about scope: a step, or a part of the work, that is not to be begun in this run.

use regex::Regex;

use super::super::{Against, Changed, changes};
use crate::steps::text;

/// What was done of a part that a limit leaves out: "step 3 (store it) is not part of this run", "do not start step 3 (docs)".
pub(super) fn broken(against: &Against<'_>, limit: &str, changed: &[Changed]) -> Vec<String> {
    let small = limit.to_lowercase();
    let leaves_out = [
        "not part of",
        "do not start",
        "don't start",
        "do not begin",
        "not in this run",
        "out of scope",
        "no empieces",
    ];
    if !leaves_out.iter().any(|words| small.contains(words)) {
        return Vec::new();
    }
    // What the part is about stands in brackets; its number is how commits and messages call it.
    let names: Vec<String> = bracketed(limit).iter().flat_map(|inside| text::words(inside)).collect();
    let number =
        Regex::new(r"(?i)\bstep \d+").ok().and_then(|step| step.find(limit).map(|found| found.as_str().to_lowercase()));
    let speaks = |text: &str| {
        let words = text::words(text);
        names.iter().any(|name| words.contains(name))
            || number.as_ref().is_some_and(|number| text.to_lowercase().contains(number))
    };
    let step = text::files(&against.brief.next_step.text);
    let mut by: Vec<String> = changes::commits(against)
        .filter(|commit| speaks(&commit.subject))
        .map(|commit| format!("{} \"{}\"", changes::short(&commit.id), commit.subject))
        .collect();
    let files = changed.iter().filter(|file| !step.iter().any(|name| text::same_file(name, &file.path)));
    by.extend(files.filter(|file| speaks(&file.path)).map(|file| format!("{} ({})", file.path, file.by.join(", "))));
    by
}

fn bracketed(text: &str) -> Vec<&str> {
    text.split('(').skip(1).filter_map(|piece| piece.split(')').next()).collect()
}
