//! The viewer: a product whole, its diff, or the transcript; decisions can be made inside it.
//!
//! What counts as read is what was drawn, at the version that was drawn, and nothing else.

mod compare;
mod draw;
mod events;
mod reading;
mod revisions;
mod sheet;

use std::cell::RefCell;
use std::collections::BTreeSet;

use ratatui::layout::Rect;

use self::events::EventRow;
use self::reading::Reading;
use super::form::{Field, Form, Purpose};
use super::sort::decide::{self, Deciding};
use super::{Ask, Desk, Head, Place, Scene, Screen};
use crate::keys::Context;
use crate::model::{Facts, Op, Pile, ProductKind, ReadView, Sourced};
use crate::msg::{Action, Content, ContentWanted, Effect};
use crate::steps::sort;
use crate::widgets::list::List;
use crate::widgets::paint::Paint;
use crate::widgets::text::{Pager, TextLine};
use crate::words::{sort as sort_words, viewer as words};

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

    /// The next product that nobody has decided about; the end of the queue goes on to where work waits.
    fn next(&mut self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = sort::rows(&desk.facts, &desk.recovery.decided);
        if let Some(row) = sort::next_unsorted(&rows, &self.product) {
            let id = row.id.clone();
            return self.open(&id, desk, scene);
        }
        let unanswered = crate::steps::outside::unconfirmed(&desk.facts, &desk.recovery.decided);
        let unanswered: Vec<_> = unanswered.filter(|product| product.id != self.product).collect();
        if !unanswered.is_empty() {
            // Step 2 says in its own line that only unknown rows are left.
            return vec![Ask::Go(Place::Sort)];
        }
        vec![Ask::Go(Place::Assign), Ask::Say(sort_words::nothing_left(0))]
    }

    fn pile(&mut self, pile: Pile, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if self.product == sort::BASE {
            let (seen, of) = self.seen(desk, scene);
            return if seen.len() < of {
                vec![Ask::Say(words::base_read_on(seen.len(), of))]
            } else {
                self.next(desk, scene)
            };
        }
        let id = self.product.clone();
        // What is on screen now counts for this decision: the rules look at it as if it were on disk already.
        let known = self.reading.as_read(&id, desk);
        let asks = self.deciding.one(&id, pile, &known, scene);
        self.then_next(asks, desk, scene)
    }

    fn then_next(&mut self, mut asks: Vec<Ask>, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let decided = |ask: &Ask| matches!(ask, Ask::Save(ops) if ops.iter().any(|op| !matches!(op, Op::Read { .. })));
        if asks.iter().any(decided) {
            asks.extend(self.next(desk, scene));
        }
        asks
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

    fn move_event(&self, by: isize, desk: &Desk) {
        let rows = events::rows(self.facts(desk));
        self.events.borrow_mut().step(&vec![true; rows.len()], by);
        self.detail.replace(Pager::default());
    }

    fn in_transcript(&mut self, action: Action, desk: &Desk) -> Vec<Ask> {
        let rows = events::rows(self.facts(desk));
        let at = self.events.borrow().at;
        let to = |place: Option<usize>| {
            let Some(place) = place else { return vec![Ask::Say(no_further(action, &self.find))] };
            self.events.borrow_mut().at = place;
            self.detail.replace(Pager::default());
            vec![Ask::Nothing]
        };
        match action {
            Action::Down => self.move_event(1, desk),
            Action::Up => self.move_event(-1, desk),
            Action::HalfDown => self.move_event(8, desk),
            Action::HalfUp => self.move_event(-8, desk),
            Action::First => return to(Some(0)),
            Action::Last => return to(Some(rows.len().saturating_sub(1))),
            Action::PageDown => {
                let end = self.detail.borrow().at_end();
                if end {
                    self.move_event(1, desk);
                } else {
                    self.detail.borrow_mut().page();
                }
            }
            Action::PageUp => self.detail.borrow_mut().pages(-1),
            Action::NextMark => return to((at + 1..rows.len()).find(|row| rows[*row].mark.is_some())),
            Action::PreviousMark => return to((0..at.min(rows.len())).rev().find(|row| rows[*row].mark.is_some())),
            Action::NextMatch => return to(self.matches(&rows, desk).into_iter().find(|row| *row > at)),
            Action::PreviousMatch => return to(self.matches(&rows, desk).into_iter().rev().find(|row| *row < at)),
            _ => {}
        }
        vec![]
    }

    fn matches(&self, rows: &[EventRow], desk: &Desk) -> Vec<usize> {
        let wanted = self.find.to_lowercase();
        if wanted.is_empty() {
            return vec![];
        }
        (0..rows.len()).filter(|row| events::has(self.facts(desk), &rows[*row], &wanted)).collect()
    }

    fn in_text(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let sheet = self.reading.sheet(desk, scene, &self.product);
        let lines = self.shown(&sheet);
        let pager = self.pager();
        let at = pager.borrow().line();
        let wanted = self.find.to_lowercase();
        let fits = |line: &usize| !wanted.is_empty() && lines[*line].text.to_lowercase().contains(&wanted);
        let to = |line: Option<usize>| {
            let Some(line) = line else { return vec![Ask::Say(no_further(action, &self.find))] };
            pager.borrow_mut().to_line(line);
            vec![Ask::Nothing]
        };
        let mut pager_now = pager.borrow_mut();
        match action {
            Action::Down => pager_now.scroll(1),
            Action::Up => pager_now.scroll(-1),
            Action::HalfDown => pager_now.half(1),
            Action::HalfUp => pager_now.half(-1),
            Action::First => pager_now.first(),
            Action::Last => pager_now.last(),
            Action::PageUp => pager_now.pages(-1),
            Action::PageDown if pager_now.at_end() => {
                return vec![Ask::Say(words::at_end(self.product == sort::BASE).to_owned())];
            }
            Action::PageDown => pager_now.page(),
            other => {
                drop(pager_now);
                // The line that was jumped to stands two rows below the top.
                let from = at + 3;
                return match other {
                    Action::NextMark => to((from..lines.len()).find(|line| lines[*line].stop)),
                    Action::PreviousMark => to((0..(at + 2).min(lines.len())).rev().find(|line| lines[*line].stop)),
                    Action::NextMatch => to((from..lines.len()).find(fits)),
                    Action::PreviousMatch => to((0..(at + 2).min(lines.len())).rev().find(fits)),
                    _ => vec![],
                };
            }
        }
        vec![]
    }

    /// The line under the eyes: the opened event's words, or the first line in view.
    fn line(&self, desk: &Desk, scene: &Scene) -> Option<(String, String)> {
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

    fn pager_text(&self, desk: &Desk, scene: &Scene) -> String {
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

impl Screen for Viewer {
    fn context(&self, _desk: &Desk) -> Context {
        if self.view == View::Transcript { Context::Transcript } else { Context::Viewer }
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        let sorts = matches!(action, Action::Pile(_) | Action::NextMark | Action::PreviousMark);
        let base = self.product == sort::BASE && self.view != View::Transcript;
        // Without a product in the queue there is nothing to sort here (an event that was opened by itself).
        let nothing = matches!(action, Action::Pile(_)) && decide::product(desk, &self.product).is_none();
        !((base && sorts) || nothing)
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
            Action::Copy => match self.line(desk, scene) {
                Some((line, _)) => vec![Ask::Effect(Effect::Copy { what: line.clone(), text: line })],
                None => vec![],
            },
            Action::Keep => match self.line(desk, scene) {
                Some((line, from)) => vec![Ask::Form(keep(line, from))],
                None => vec![Ask::Say(words::nothing_to_keep().to_owned())],
            },
            _ if self.view == View::Transcript => self.in_transcript(action, desk),
            Action::NextMark | Action::PreviousMark | Action::Compare
                if revisions::document(desk, &self.product).is_some() =>
            {
                self.revise(action, desk)
            }
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
                self.then_next(asks, desk, scene)
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

/// What is said when there is nothing further to go to.
fn no_further(action: Action, wanted: &str) -> String {
    let before = matches!(action, Action::PreviousMark | Action::PreviousMatch);
    match action {
        Action::NextMatch | Action::PreviousMatch => words::no_match(wanted, before),
        _ => words::no_mark(before).to_owned(),
    }
}

fn keep(line: String, from: String) -> Form {
    let [kind, text] = words::KEEP_FIELDS;
    let fields = vec![
        Field::choice(kind, words::KEEP_KINDS.map(words::keep), None).needed(words::KEEP_NEEDED),
        Field::text(text, &line),
    ];
    Form::new(Purpose::Keep { line, from }, words::KEEP_TITLE, fields)
}
