//! Which lines of a text stand below a heading that says that limits or criteria follow.

use super::clauses::{LABELS, bullet};
use crate::read::task::heads_criteria;

/// What a line belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Section {
    /// To neither.
    #[default]
    Other,
    /// To a list of limits.
    Limits,
    /// To a list of criteria.
    Criteria,
}

/// A line with what it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The line.
    pub text: &'a str,
    /// What it belongs to.
    pub section: Section,
    /// Whether it is the heading of its section.
    pub heading: bool,
}

/// The lines of a text, each with its section.
pub(crate) fn sections(text: &str) -> Vec<Line<'_>> {
    let mut section = Section::Other;
    // A label with a colon ends with its list; a heading only with the next one.
    let (mut label, mut items, mut apart, mut fenced) = (false, false, true, false);
    let mut out = Vec::new();
    for line in text.lines() {
        let bare = line.trim();
        fenced ^= bare.starts_with("```");
        let mut heading = false;
        if fenced || bare.is_empty() {
            apart |= bare.is_empty();
        } else if let Some(title) = bare.strip_prefix('#') {
            section = of_heading(title.trim_start_matches('#').trim());
            (label, items, heading) = (false, false, true);
        } else if bullet(bare).is_some() {
            (items, apart) = (true, false);
        } else if let Some(found) = of_label(bare) {
            section = found;
            (label, items, heading) = (true, false, true);
        } else {
            let over = (items && apart && label) || section == Section::Criteria && (apart || !items);
            if over || (label && bare.ends_with(':')) {
                section = Section::Other;
            }
            apart = false;
        }
        out.push(Line { text: line, section, heading });
    }
    out
}

fn of_heading(title: &str) -> Section {
    let title = title.trim_end_matches(':').to_lowercase();
    let names = |label: &&str| {
        title == **label || title.starts_with(&format!("{label} ")) || title.ends_with(&format!(" {label}"))
    };
    if LABELS.iter().any(names) {
        Section::Limits
    } else if heads_criteria(&title) {
        Section::Criteria
    } else {
        Section::Other
    }
}

/// What a line that is only a label ("Limits:") announces.
fn of_label(line: &str) -> Option<Section> {
    let label = line.trim_matches('*').strip_suffix(':')?.trim_matches('*').to_lowercase();
    if LABELS.contains(&label.as_str()) {
        return Some(Section::Limits);
    }
    heads_criteria(&label).then_some(Section::Criteria)
}
