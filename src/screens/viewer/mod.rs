//! The viewer: a product whole, its diff, or the transcript; decisions can be made inside it.
//!
//! What counts as read is what was drawn, at the version that was drawn, and nothing else.

mod compare;
mod draw;
mod events;
mod give;
mod links;
mod moves;
mod queue;
mod reading;
mod revisions;
mod sheet;

use std::cell::RefCell;
use std::collections::BTreeSet;

use ratatui::layout::Rect;

use self::reading::Reading;
use super::form::{Form, Purpose};
use super::sort::decide::{self, Deciding};
use super::{Ask, Desk, Head, Scene, Screen};
use crate::keys::Context;
use crate::model::{Facts, Op, ProductKind, ReadView, Sourced};
use crate::msg::{Action, Content, ContentWanted, Effect};
use crate::steps::sort;
use crate::widgets::list::List;
use crate::widgets::paint::Paint;
use crate::widgets::text::{Pager, TextLine};
use crate::words::viewer as words;

/// What is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    /// A product whole.
    #[default]
    Whole,
    /// Its diff against the start of the run.
    Diff,
    /// The links of a document.
    Links,
    /// Who wrote its revisions.
    Authors,
    /// An older revision of a document.
    Revision,
    /// What the newest revision changed of an older one.
    Compared,
    /// The transcript.
    Transcript,
}

impl View {
    /// Whether what is shown of it counts as read: only the text and its changes are the thing itself.
    fn counts(self) -> bool {
        matches!(self, Self::Whole | Self::Diff)
    }

    fn read(self) -> ReadView {
        if self == Self::Diff { ReadView::Diff } else { ReadView::Whole }
    }
}

/// The viewer.
#[derive(Debug, Default)]
pub struct Viewer {
    product: String,
    /// The attempt whose run is shown instead of the one that is open: an event that speaks for a row of step 4.
    attempt: Option<u32>,
    view: View,
    reading: Reading,
    events: RefCell<List>,
    detail: RefCell<Pager>,
    find: String,
    deciding: Deciding,
    /// Where one is in what stands beside a document.
    aside: RefCell<Pager>,
    /// The older revision of a document that is shown or compared, with its lines.
    older: (usize, Vec<TextLine>),
}

impl Viewer {
    /// The run whose transcript is shown.
    fn facts<'a>(&self, desk: &'a Desk) -> &'a Facts {
        let of = |attempt: u32| desk.around.attempts.iter().rev().find(|(known, _)| *known == attempt);
        self.attempt.and_then(of).map_or(&desk.facts, |(_, facts)| facts)
    }

    /// The lines of the view.
    fn shown<'a>(&'a self, sheet: &'a sheet::Sheet) -> &'a [TextLine] {
        match self.view {
            View::Diff => &sheet.diff,
            View::Links => &sheet.links,
            View::Authors => &sheet.authors,
            View::Revision | View::Compared => &self.older.1,
            View::Whole | View::Transcript => &sheet.whole,
        }
    }

    /// The pager of the view.
    fn pager(&self) -> &RefCell<Pager> {
        if self.view.counts() { self.reading.pager(self.view.read()) } else { &self.aside }
    }

    fn open(&mut self, id: &str, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let kept = self.keep_reading(desk);
        self.attempt = None;
        id.clone_into(&mut self.product);
        self.reading = Reading::default();
        self.deciding = Deciding::default();
        let sheet = self.reading.sheet(desk, scene, id);
        let product = decide::product(desk, id);
        self.view = match product.map(|product| product.kind) {
            Some(ProductKind::OutsideAction | ProductKind::Process) => View::Transcript,
            _ if sheet.opens_as_diff => View::Diff,
            _ => View::Whole,
        };
        if self.view == View::Transcript {
            let event = product.and_then(|product| product.made_by.first());
            self.select_event(event.map(String::as_str), desk);
        }
        let wanted =
            ContentWanted { product: id.to_owned(), version: product.and_then(|product| product.version.clone()) };
        let ask = sheet.wanted.then_some(Ask::Effect(Effect::Content(wanted)));
        kept.into_iter().chain(ask).collect()
    }

    fn select_event(&self, id: Option<&str>, desk: &Desk) {
        let facts = self.facts(desk);
        let rows = events::rows(facts);
        let at = id.and_then(|id| events::row_of(facts, &rows, id)).unwrap_or(rows.len().saturating_sub(1));
        self.events.borrow_mut().at = at;
        self.detail.replace(Pager::default());
    }

    /// What was on screen and is not written down yet, as a decision to write down.
    fn keep_reading(&mut self, desk: &Desk) -> Vec<Ask> {
        if self.product.is_empty() || desk.read_only().is_some() {
            return vec![];
        }
        let version = sort::version(&desk.facts, &desk.recovery.decided, &self.product).unwrap_or_default();
        let ops = self.reading.take(&self.product, &version, desk);
        if ops.is_empty() { vec![] } else { vec![Ask::Save(ops)] }
    }

    fn seen(&self, desk: &Desk, scene: &Scene) -> (BTreeSet<usize>, usize) {
        self.reading.seen(&self.product, self.view.read(), desk, scene)
    }

    /// Whether `=` has something to show: another revision of a document, or what a file was at the last good state.
    fn compares(&self, desk: &Desk) -> bool {
        match (revisions::document(desk, &self.product), decide::product(desk, &self.product)) {
            (Some(document), _) => document.revisions.len() > 1,
            (None, Some(product)) => compare::differs(&desk.facts, &desk.recovery.decided, product),
            (None, None) => false,
        }
    }

    fn other_view(&mut self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let sheet = self.reading.sheet(desk, scene, &self.product);
        let there = |view: View| match view {
            View::Whole => !sheet.whole.is_empty() || !sheet.why.is_empty(),
            View::Diff => !sheet.diff.is_empty(),
            View::Links => !sheet.links.is_empty(),
            View::Authors => !sheet.authors.is_empty(),
            View::Revision | View::Compared => false,
            View::Transcript => !self.facts(desk).run.events.is_empty(),
        };
        let order = [View::Whole, View::Diff, View::Links, View::Authors, View::Transcript];
        let at = order.iter().position(|view| *view == self.view).unwrap_or(0);
        let next = (1..order.len()).map(|step| order[(at + step) % order.len()]).find(|view| there(*view));
        let Some(next) = next else { return vec![Ask::Say(words::one_view().to_owned())] };
        self.view = next;
        self.aside.replace(Pager::default());
        if next == View::Transcript {
            let event = decide::product(desk, &self.product).and_then(|product| product.made_by.last());
            self.select_event(event.map(String::as_str), desk);
        }
        vec![Ask::Nothing]
    }
}

impl Screen for Viewer {
    fn context(&self, desk: &Desk) -> Context {
        match self.view {
            View::Transcript => Context::Transcript,
            _ if revisions::document(desk, &self.product).is_some() => Context::Document,
            _ => Context::Viewer,
        }
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        desk.closed().filter(|_| decide::sorts(action))
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        let sorts = matches!(action, Action::Pile(_) | Action::NextMark | Action::PreviousMark);
        let base = self.product == sort::BASE && self.view != View::Transcript;
        // Without a product in the queue there is nothing to sort here (an event that was opened by itself).
        let kind = decide::product(desk, &self.product).map(|product| product.kind);
        match action {
            Action::Answer => kind == Some(ProductKind::OutsideAction),
            Action::Compare => self.compares(desk),
            _ if decide::sorts(action) && desk.closed().is_some() => false,
            Action::Pile(_) if kind.is_none_or(|kind| kind == ProductKind::OutsideAction) => false,
            _ => !(base && sorts),
        }
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        draw::head(self, desk, scene)
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if let Action::Pile(pile) = action {
            let kept = self.keep_reading(desk);
            return kept.into_iter().chain(self.pile(pile, desk, scene)).collect();
        }
        let mut asks = self.keep_reading(desk);
        let id = self.product.clone();
        let does = match action {
            Action::Close => vec![Ask::Back],
            Action::OtherView => self.other_view(desk, scene),
            Action::Answer => decide::answer(&id, desk, scene),
            Action::Find => vec![Ask::Form(Form::find(&self.find))],
            Action::Pager => vec![Ask::Effect(Effect::Pager(self.pager_text(desk, scene)))],
            Action::CopyPath => {
                let place = decide::product(desk, &id).map(|product| product.location.clone()).unwrap_or_default();
                vec![Ask::Effect(Effect::Copy { text: place.clone(), what: place })]
            }
            Action::Copy => match self.look(desk).or_else(|| Some(self.line(desk, scene)?.0)) {
                Some(line) => vec![Ask::Effect(Effect::Copy { what: line.clone(), text: line })],
                None => vec![],
            },
            Action::Keep => match self.line(desk, scene) {
                Some((line, from)) => vec![Ask::Form(give::keep(line, from))],
                None => vec![Ask::Say(words::nothing_to_keep().to_owned())],
            },
            _ if self.view == View::Transcript && action != Action::Compare => self.in_transcript(action, desk),
            Action::NextMark | Action::PreviousMark | Action::Compare
                if revisions::document(desk, &self.product).is_some() =>
            {
                self.revise(action, desk)
            }
            Action::Compare if id == sort::BASE => vec![Ask::Say(words::BASE_IS_GOOD.to_owned())],
            Action::Compare => {
                let product = decide::product(desk, &id);
                let compared = product.map(|product| {
                    compare::with_last_good(&desk.facts, &desk.recovery.decided, product)
                        .map_or_else(Ask::Say, |text| Ask::Effect(Effect::Pager(text)))
                });
                compared.into_iter().collect()
            }
            _ => self.in_text(action, desk, scene),
        };
        if does.is_empty() && !action.moves() {
            asks.push(Ask::Say(crate::words::app::no_use().to_owned()));
        }
        asks.extend(does);
        asks
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, scene: &Scene) -> Vec<Ask> {
        match purpose {
            Purpose::Find => {
                self.find = values.first().cloned().unwrap_or_default();
                let rows = events::rows(self.facts(desk));
                let at = self.events.borrow().at;
                if self.view == View::Transcript {
                    let matches = self.matches(&rows, desk);
                    if let Some(row) = matches.iter().find(|row| **row >= at).or_else(|| matches.first()) {
                        self.events.borrow_mut().at = *row;
                        self.detail.replace(Pager::default());
                    }
                    return vec![];
                }
                self.in_text(Action::NextMatch, desk, scene)
            }
            Purpose::Keep { from, .. } => {
                let [kind, text] = values else { return vec![] };
                let kind = words::KEEP_KINDS.into_iter().find(|one| words::keep(*one) == kind);
                let line = Sourced { text: text.clone(), from: from.clone() };
                kind.map(|kind| Ask::Save(vec![Op::Keep { kind, line }])).into_iter().collect()
            }
            other => {
                let known = self.reading.as_read(&self.product, desk);
                let asks = self.deciding.accepted(other, values, &known, scene).unwrap_or_default();
                self.then_next(asks, desk)
            }
        }
    }

    fn content(&mut self, content: &Content, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        if content.wanted.product == self.product {
            self.reading.give(content.clone());
        }
        vec![]
    }

    fn item(&self, desk: &Desk) -> Option<String> {
        if self.view == View::Transcript && self.product.is_empty() {
            let rows = events::rows(self.facts(desk));
            let event = rows.get(self.events.borrow().at).and_then(|row| self.facts(desk).run.events.get(row.index))?;
            let of = self.attempt.map(|attempt| format!("attempt:{attempt}:")).unwrap_or_default();
            return Some(format!("{of}event:{}", event.id));
        }
        (!self.product.is_empty()).then(|| self.product.clone())
    }

    fn go_to(&mut self, item: &str, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let of = item.strip_prefix("attempt:").and_then(|rest| rest.split_once(':'));
        let (attempt, item) = of.map_or((None, item), |(attempt, item)| (attempt.parse().ok(), item));
        if let Some(event) = item.strip_prefix("event:") {
            let kept = self.keep_reading(desk);
            self.attempt = attempt;
            self.product.clear();
            self.reading = Reading::default();
            self.view = View::Transcript;
            self.select_event(Some(event), desk);
            return kept;
        }
        self.open(item, desk, scene)
    }

    fn left(&mut self, desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        self.keep_reading(desk)
    }

    fn foot(&self, desk: &Desk, scene: &Scene) -> [String; 2] {
        draw::foot(self, desk, scene)
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        draw::body(self, desk, scene, area, paint);
    }
}
