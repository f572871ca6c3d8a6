//! Which lines of a text stand below a heading that says that limits or criteria follow.

use super::clauses::{LABELS, bullet};
use crate::read::task::heads_criteria;
use crate::read::wording::Wording;

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
    /// What the heading makes of an item: "never", "never touch"; none when the items speak for themselves.
    pub denies: Option<&'static str>,
}

/// The lines of a text, each with its section.
pub(crate) fn sections(text: &str) -> Vec<Line<'_>> {
    let mut section = Section::Other;
    // A label with a colon ends with its list; a heading only with the next one.
    let (mut label, mut items, mut apart, mut fenced) = (false, false, true, false);
    let mut denies = None;
    let mut out = Vec::new();
    for line in text.lines() {
        let bare = line.trim();
        fenced ^= bare.starts_with("```");
        let mut heading = false;
        if fenced || bare.is_empty() {
            apart |= bare.is_empty();
        } else if let Some(title) = bare.strip_prefix('#') {
            section = of_heading(title.trim_start_matches('#').trim());
            denies = denial(title);
            (label, items, heading) = (false, false, true);
        } else if bullet(bare).is_some() {
            (items, apart) = (true, false);
        } else if let Some(found) = of_label(bare) {
            section = found;
            denies = denial(last_sentence(bare));
            (label, items, heading) = (true, false, true);
        } else {
            let over = (items && apart && label) || section == Section::Criteria && (apart || !items);
            if over || (label && bare.ends_with(':')) {
                section = Section::Other;
            }
            apart = false;
        }
        let denies = denies.filter(|_| section == Section::Limits && !heading);
        out.push(Line { text: line, section, heading, denies });
    }
    out
}

fn of_heading(title: &str) -> Section {
    let title = title.trim_end_matches(':').to_lowercase();
    let names = |label: &&str| {
        title == **label || title.starts_with(&format!("{label} ")) || title.ends_with(&format!(" {label}"))
    };
    if LABELS.iter().any(names) || denial(&title).is_some() {
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
    if LABELS.contains(&label.as_str()) || denial(last_sentence(&label)).is_some() {
        return Some(Section::Limits);
    }
    heads_criteria(&label).then_some(Section::Criteria)
}

/// Headings whose items are what is not to be done.
static DENIES: Wording = Wording::any_case(&[
    r"^\W*(((out of scope|not in scope|off[- ]limits|out of bounds|forbidden|fuera del? alcance|fuera de l[ií]mites|prohibid[oa]|zona prohibida)",
    FOR_WHOM,
    r")|non-goals|not allowed|must not|no-gos|no permitido|don'?ts|",
    r"(please )?(never|do not|don't|what not to do|things not to do)( do)?( this| that| any of (this|these)| the following| here)*|",
    r"(things|what) (we|you|agents?) (do not|don't|never|must not|mustn't|should not|may not) do( here| in this \w+)?|",
    r"(cosas|lo) que no (se hacen?|hacemos|hagas)( aquí)?|qué no hacer|no hagas( lo siguiente)?|nunca)\W*$",
]);
static UNTOUCHED: Wording = Wording::any_case(&[
    r"^\W*(please )?(never|do not|don't|must not|no) (touch|edit|change|modify|alter|toques|edites|cambies|modifiques)( (any of )?(this|these|the following|los siguientes|estos))?( (files|folders|paths|ficheros|archivos|carpetas))?\W*$|",
    r"^\W*(hands off|not to be (touched|changed|edited|modified)|no[- ]go( areas?| zones?)?|(do[- ]not|don't)[- ]touch( list)?|untouchable|intocables?|no (se )?toca[rn]?)",
    FOR_WHOM,
    r"\W*$",
]);
/// What a heading may add: whom it concerns, and how long.
const FOR_WHOM: &str = r"( (for|in) (you|now|the moment|here|this \w+)| here| para ti| aqu[ií]| por ahora)?";

/// The sentence of a line that announces the list: "Do not do the following:" after another one.
fn last_sentence(line: &str) -> &str {
    line.rsplit_once(". ").map_or(line, |(_, last)| last)
}

static SPANISH: Wording = Wording::any_case(&[
    r"\b(prohibido|permitido|alcance|l[ií]mites|zona|prohibida|intocables?|tocar?|tocan|cosas|que no|no hagas|nunca|toques|edites|cambies|modifiques)\b",
]);

/// What a heading makes of the items below it.
pub(super) fn denial(title: &str) -> Option<&'static str> {
    let spanish = SPANISH.fits(title);
    if UNTOUCHED.fits(title) {
        return Some(if spanish { "nunca toques" } else { "never touch" });
    }
    DENIES.fits(title).then_some(if spanish { "nunca" } else { "never" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_may_turn_its_items_into_what_is_forbidden() {
        for (heading, denies) in [
            ("Things we do not do here:", Some("never")),
            ("## Out of scope", Some("never")),
            ("Never:", Some("never")),
            ("Do not touch these files:", Some("never touch")),
            ("Prohibido:", Some("nunca")),
            ("Add vat(). Do not do the following:", Some("never")),
            ("Limits:", None),
            ("Rules:", None),
        ] {
            let text = format!("{heading}\n\n- rewrite history\n");
            let item = sections(&text).into_iter().next_back();
            assert_eq!(item.map(|line| (line.section, line.denies)), Some((Section::Limits, denies)), "{heading}");
        }
        for other in ["Do not stop until all of this holds:", "What we do:", "Never forget the following:"] {
            let text = format!("{other}\n\n- a\n");
            assert!(sections(&text).iter().all(|line| line.denies.is_none()), "{other}");
        }
    }
}
