//! What is taken out of the viewer: the line under the eyes, to copy or to keep, and the text for the pager.

use super::{View, Viewer, events};
use crate::model::ProductKind;
use crate::screens::form::{Field, Form, Purpose};
use crate::screens::sort::decide;
use crate::screens::{Desk, Scene};
use crate::widgets::text::TextLine;
use crate::words::viewer as words;

impl Viewer {
    /// The line under the eyes: the opened event's words, or the first line in view.
    pub(super) fn line(&self, desk: &Desk, scene: &Scene) -> Option<(String, String)> {
        if self.view == View::Transcript {
            let rows = events::rows(self.facts(desk));
            let row = rows.get(self.events.borrow().at)?;
            let lines = events::details(self.facts(desk), scene, row);
            let first = lines.get(self.detail.borrow().line()).filter(|line| !line.text.trim().is_empty());
            let text = first.or_else(|| lines.iter().find(|line| !line.text.trim().is_empty()))?.text.trim().to_owned();
            return Some((text, words::from_event(&(row.index + 1).to_string())));
        }
        let sheet = self.reading.sheet(desk, scene, &self.product);
        let lines = self.shown(&sheet);
        let at = self.pager().borrow().line();
        let line = lines.iter().skip(at).find(|line| !line.text.trim().is_empty())?;
        Some((line.text.trim().to_owned(), decide::title(desk, &self.product)))
    }

    /// The command that looks, while an outside action stands open at its own event, as in its row of step 2.
    pub(super) fn look(&self, desk: &Desk) -> Option<String> {
        let action = decide::product(desk, &self.product).filter(|one| one.kind == ProductKind::OutsideAction)?;
        let facts = self.facts(desk);
        let rows = events::rows(facts);
        let own = action.made_by.first().and_then(|event| events::row_of(facts, &rows, event));
        desk.look(action).filter(|_| own.is_none_or(|own| own == self.events.borrow().at))
    }

    pub(super) fn pager_text(&self, desk: &Desk, scene: &Scene) -> String {
        let text = |lines: &[TextLine]| {
            let rows: Vec<String> = lines.iter().map(|line| format!("{}{}", line.margin.words(), line.text)).collect();
            rows.join("\n")
        };
        if self.view == View::Transcript {
            let rows = events::rows(self.facts(desk));
            let shown: Vec<String> = rows
                .iter()
                .map(|row| {
                    format!("{}\n{}", events::heading(row), text(&events::details(self.facts(desk), scene, row)))
                })
                .collect();
            return shown.join("\n\n");
        }
        let sheet = self.reading.sheet(desk, scene, &self.product);
        text(self.shown(&sheet))
    }
}

/// The dialog that keeps a line in the brief.
pub(super) fn keep(line: String, from: String) -> Form {
    let [kind, text] = words::KEEP_FIELDS;
    let fields = vec![
        Field::choice(kind, words::KEEP_KINDS.map(words::keep), None).needed(words::KEEP_NEEDED),
        Field::text(text, &line),
    ];
    Form::new(Purpose::Keep { line, from }, words::KEEP_TITLE, fields)
}
