//! The revisions of a task's document: an older one as it was, and what the newest changed of it. Nothing of this counts as read.

use super::sheet::{diff_lines, numbered};
use super::{View, Viewer};
use crate::model::{Document, Revision};
use crate::msg::Action;
use crate::screens::{Ask, Desk};
use crate::widgets::diff;
use crate::widgets::text::{Pager, TextLine};
use crate::words::viewer::document as words;

/// The document behind a product; `None` for a file, also for one of Markdown.
pub fn document<'a>(desk: &'a Desk, product: &str) -> Option<&'a Document> {
    desk.facts.run.record.as_deref()?.document(product.strip_prefix("document:")?)
}

/// The lines of an older revision, or of what the newest changed of it.
pub fn lines(document: &Document, at: usize, compared: bool) -> Vec<TextLine> {
    let (Some(older), Some(newest)) = (document.revisions.get(at), document.newest()) else { return vec![] };
    let lines = if compared {
        let head = words::compared(older.number, newest.number);
        diff_lines(&diff::unified(&older.text, &newest.text), Some(&head))
    } else {
        numbered(older.text.lines().map(str::to_owned).collect())
    };
    // Only the newest revision is what is sorted: an older one that was on screen says nothing about it.
    lines.into_iter().map(|line| TextLine { counts: None, ..line }).collect()
}

/// Who wrote a revision, when, and what they said about it.
pub fn about(revision: &Revision, of: usize, clock: &crate::words::Clock) -> String {
    let at = revision.at.map(|at| clock.time(at)).unwrap_or_default();
    words::revision(revision.number, of, &revision.by.name, &at, revision.summary.as_deref())
}

/// The revision with this text, as people call it.
pub fn with_text(document: &Document, text: &str) -> Option<String> {
    document.revisions.iter().rev().find(|revision| revision.text == text).map(Revision::version)
}

impl Viewer {
    /// Goes to an older or newer revision, or compares it with the newest.
    pub(super) fn revise(&mut self, action: Action, desk: &Desk) -> Vec<Ask> {
        let Some(document) = document(desk, &self.product) else { return vec![] };
        let newest = document.revisions.len().saturating_sub(1);
        if newest == 0 {
            return vec![Ask::Say(words::ONLY_ONE.to_owned())];
        }
        let older = matches!(self.view, View::Revision | View::Compared);
        let now = if older { self.older.0 } else { newest };
        let compared = (self.view == View::Compared) != (action == Action::Compare);
        let to = match action {
            Action::PreviousMark if now == 0 => return vec![Ask::Say(words::OLDEST.to_owned())],
            Action::PreviousMark => now - 1,
            Action::NextMark if now == newest => return vec![Ask::Say(words::NEWEST.to_owned())],
            Action::NextMark => now + 1,
            // Compared with itself it would say nothing: then it is the one before.
            _ => now.min(newest - 1),
        };
        self.aside.replace(Pager::default());
        if to == newest {
            self.view = View::Whole;
        } else {
            self.older = (to, lines(document, to, compared));
            self.view = if compared { View::Compared } else { View::Revision };
        }
        vec![Ask::Nothing]
    }
}
