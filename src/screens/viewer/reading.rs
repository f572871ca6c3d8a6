//! What of a product was on screen: kept while it is open, written down as ranges of lines.

use std::cell::{Ref, RefCell};
use std::collections::BTreeSet;

use super::sheet::{self, Sheet};
use crate::model::{Op, ReadView};
use crate::msg::Content;
use crate::screens::{Desk, Scene};
use crate::steps::sort;
use crate::widgets::text::{Pager, ranges};

/// The open product's lines and where one is in them.
#[derive(Debug, Default)]
pub struct Reading {
    sheet: RefCell<Option<(String, Sheet)>>,
    given: Option<Content>,
    whole: RefCell<Pager>,
    diff: RefCell<Pager>,
    /// What was on screen since the product was opened, also what is on its way to the disk.
    drawn: RefCell<[BTreeSet<usize>; 2]>,
}

impl Reading {
    /// The text that was asked for is there.
    pub fn give(&mut self, content: Content) {
        self.given = Some(content);
        self.sheet.replace(None);
    }

    /// The pager of a view.
    pub fn pager(&self, view: ReadView) -> &RefCell<Pager> {
        match view {
            ReadView::Whole => &self.whole,
            ReadView::Diff => &self.diff,
        }
    }

    /// The lines of the product, made once for each version.
    pub fn sheet(&self, desk: &Desk, scene: &Scene, id: &str) -> Ref<'_, Sheet> {
        let version = sort::version(&desk.facts, &desk.recovery.decided, id).unwrap_or_default();
        let key = format!("{id}\n{version}");
        let known = self.sheet.borrow().as_ref().is_some_and(|(made_for, _)| *made_for == key);
        if !known {
            if self.sheet.borrow().is_some() {
                // Another version: what was on screen of the old one says nothing about it.
                self.whole.replace(Pager::default());
                self.diff.replace(Pager::default());
                self.drawn.replace(<[BTreeSet<usize>; 2]>::default());
            }
            let made = sheet::of(desk, scene, id, self.given.as_ref());
            self.sheet.replace(Some((key, made)));
        }
        Ref::map(self.sheet.borrow(), |sheet| sheet.as_ref().map_or(&EMPTY, |(_, sheet)| sheet))
    }

    fn fresh(&self, view: ReadView) -> BTreeSet<usize> {
        let at = usize::from(view == ReadView::Diff);
        let mut drawn = self.drawn.borrow()[at].clone();
        drawn.extend(self.pager(view).borrow().seen());
        drawn
    }

    /// The lines of a view that were on screen at this version, and how many the view has.
    pub fn seen(&self, id: &str, view: ReadView, desk: &Desk, scene: &Scene) -> (BTreeSet<usize>, usize) {
        let sheet = self.sheet(desk, scene, id);
        let of = Sheet::counted(if view == ReadView::Diff { &sheet.diff } else { &sheet.whole });
        drop(sheet);
        let mut seen = self.fresh(view);
        let version = sort::version(&desk.facts, &desk.recovery.decided, id).unwrap_or_default();
        if let Some(marks) = desk.recovery.decided.read.get(&(id.to_owned(), version)) {
            let lines = marks.views.get(&view).map(|(lines, _)| lines.as_slice()).unwrap_or_default();
            seen.extend(lines.iter().flat_map(|(first, last)| *first..=*last));
        }
        (seen.range(..=of).copied().collect(), of)
    }

    /// What is to be written down: the views of which something new was on screen.
    pub fn take(&self, id: &str, version: &str, desk: &Desk) -> Vec<Op> {
        let mut ops = Vec::new();
        for view in [ReadView::Whole, ReadView::Diff] {
            let new: BTreeSet<usize> =
                self.pager(view).borrow_mut().take_seen().into_iter().flat_map(|(a, b)| a..=b).collect();
            let known = Self::known(id, version, view, desk);
            let at = usize::from(view == ReadView::Diff);
            self.drawn.borrow_mut()[at].extend(&new);
            if new.is_subset(&known) {
                continue;
            }
            let of = self.of(view);
            let all: BTreeSet<usize> = new.union(&known).copied().collect();
            ops.push(Op::Read { product: id.to_owned(), version: version.to_owned(), view, lines: ranges(&all), of });
        }
        ops
    }

    fn of(&self, view: ReadView) -> usize {
        let sheet = self.sheet.borrow();
        let lines = sheet.as_ref().map(|(_, sheet)| if view == ReadView::Diff { &sheet.diff } else { &sheet.whole });
        lines.map_or(0, |lines| Sheet::counted(lines))
    }

    fn known(id: &str, version: &str, view: ReadView, desk: &Desk) -> BTreeSet<usize> {
        let marks = desk.recovery.decided.read.get(&(id.to_owned(), version.to_owned()));
        let lines = marks.and_then(|marks| marks.views.get(&view)).map(|(lines, _)| lines.clone()).unwrap_or_default();
        lines.into_iter().flat_map(|(first, last)| first..=last).collect()
    }

    /// The desk as it will be when what was on screen is on disk: decisions about an open product are made against it.
    pub fn as_read(&self, id: &str, desk: &Desk) -> Desk {
        let mut desk = desk.clone();
        let version = sort::version(&desk.facts, &desk.recovery.decided, id).unwrap_or_default();
        for view in [ReadView::Whole, ReadView::Diff] {
            let mut all = self.fresh(view);
            all.extend(Self::known(id, &version, view, &desk));
            if !all.is_empty() {
                let marks = desk.recovery.decided.read.entry((id.to_owned(), version.clone())).or_default();
                marks.views.insert(view, (ranges(&all), self.of(view)));
            }
        }
        desk
    }
}

static EMPTY: Sheet = Sheet {
    whole: Vec::new(),
    diff: Vec::new(),
    why: Vec::new(),
    wanted: false,
    opens_as_diff: false,
    links: Vec::new(),
    there: 0,
    authors: Vec::new(),
};
