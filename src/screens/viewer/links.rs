//! The links of a text as lines: each with where it points and whether it leads there. None of them counts as read.

use crate::model::{CheckSays, Lead};
use crate::screens::sort::check_mark;
use crate::widgets::text::{TextLine, margin};
use crate::widgets::theme::Role;
use crate::words::viewer as words;

/// One line a link, with its line of the text.
pub fn lines(leads: &[Lead]) -> Vec<TextLine> {
    let digits = leads.iter().map(|lead| lead.line.to_string().len()).max().unwrap_or(0).max(2);
    let line = |lead: &Lead| {
        let (mark, role) = check_mark(lead.says);
        let text = words::link(&lead.words, &lead.target, &lead.told);
        TextLine {
            margin: margin(mark, role, &[Some(lead.line)], digits, "", Role::Text),
            stop: lead.says != CheckSays::Good,
            prose: true,
            ..TextLine::of(&text, Role::Text)
        }
    };
    leads.iter().map(line).collect()
}

/// How many of them lead where they point.
pub fn there(leads: &[Lead]) -> usize {
    leads.iter().filter(|lead| lead.says == CheckSays::Good).count()
}
