//! Step 2, sort: what the run left, in the order of use, on its way to the piles.
//!
//! The rules say what may be decided (`steps::sort`); this screen selects, marks, and asks.

pub mod decide;
mod details;
mod lines;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use ratatui::layout::Rect;

use self::decide::{Deciding, product};
pub use self::details::{check_mark, of_base, worst_first};
use self::lines::Line;
pub use self::lines::mark;
use super::form::{Field, Form, Purpose};
use super::{Ask, Desk, Head, Scene, Screen};
use crate::keys::Context;
use crate::model::{Blocker, Op, Pile, ProductGroup, Refusal, SortRow, SortState};
use crate::msg::{Action, Effect};
use crate::steps::sort;
use crate::widgets::list::List;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::words::sort as words;

/// A group with more rows than this begins closed.
const OPEN_AT_MOST: usize = 12;

/// Step 2.
#[derive(Debug, Default)]
pub struct Sort {
    list: RefCell<List>,
    /// Groups that were opened or closed by hand.
    folded: BTreeMap<ProductGroup, bool>,
    marked: BTreeSet<String>,
    deciding: Deciding,
    find: String,
    /// Whether the selection was set by hand: then it stays where it is when one comes back.
    by_hand: bool,
    /// Whether the place in the list is one of a wide window.
    wide: Cell<Option<bool>>,
}

impl Sort {
    fn rows(desk: &Desk) -> Vec<SortRow> {
        sort::rows(&desk.facts, &desk.recovery.decided)
    }

    fn lines(&self, rows: &[SortRow], scene: &Scene) -> Vec<Line> {
        self.lines_in(rows, scene.two_panes())
    }

    fn lines_in(&self, rows: &[SortRow], wide: bool) -> Vec<Line> {
        lines::of(rows, wide, |group, count| {
            let closed = group == ProductGroup::Generated && (count > 3 || !wide);
            self.folded.get(&group).copied().unwrap_or(closed || count > OPEN_AT_MOST)
        })
    }

    /// A wide window shows other lines than a narrow one: what was selected stays selected.
    fn stay(&self, rows: &[SortRow], scene: &Scene) {
        let now = scene.two_panes();
        let Some(before) = self.wide.replace(Some(now)).filter(|before| *before != now) else { return };
        let at = self.list.borrow().at;
        let id = match self.lines_in(rows, before).into_iter().nth(at) {
            Some(Line::Row(row)) => Some(rows[row].id.clone()),
            Some(Line::Closed(_, members)) => members.first().map(|row| rows[*row].id.clone()),
            _ => None,
        };
        if let Some(id) = id {
            self.select(&id, rows, scene);
        }
    }

    fn selected(&self, rows: &[SortRow], scene: &Scene) -> Option<Line> {
        self.stay(rows, scene);
        let lines = self.lines(rows, scene);
        let mut list = self.list.borrow_mut();
        list.settle(&selectable(&lines));
        lines.get(list.at).cloned()
    }

    /// The ids that a decision is about: what is marked, else the selected row, else the rows of a closed group.
    fn chosen(&self, rows: &[SortRow], scene: &Scene) -> Vec<String> {
        let there = |id: &&String| rows.iter().any(|row| row.id == **id);
        if !self.marked.is_empty() {
            return self.marked.iter().filter(there).cloned().collect();
        }
        match self.selected(rows, scene) {
            Some(Line::Row(row)) => vec![rows[row].id.clone()],
            Some(Line::Closed(group, _)) => open_of(rows, group),
            _ => vec![],
        }
    }

    fn select(&self, id: &str, rows: &[SortRow], scene: &Scene) {
        self.wide.set(Some(scene.two_panes()));
        let lines = self.lines(rows, scene);
        let here = |line: &Line| match line {
            Line::Row(row) => rows[*row].id == id,
            Line::Closed(_, members) => members.iter().any(|row| rows[*row].id == id),
            Line::Heading(_) | Line::Expected(_) => false,
        };
        if let Some(at) = lines.iter().position(here) {
            self.list.borrow_mut().at = at;
        }
    }

    /// What is selected, when the screen was drawn before.
    fn here(&self, rows: &[SortRow]) -> Option<Line> {
        let lines = self.lines_in(rows, self.wide.get().unwrap_or_default());
        let mut list = self.list.borrow_mut();
        list.settle(&selectable(&lines));
        lines.into_iter().nth(list.at)
    }

    /// Whether the selected row is one of those with which this step begins.
    fn waits_here(&self, rows: &[SortRow]) -> bool {
        let open = rows.iter().any(sort::unsorted);
        let waits =
            |row: usize| if open { sort::unsorted(&rows[row]) } else { rows[row].state == SortState::Outside(None) };
        match self.here(rows) {
            Some(Line::Row(row)) => waits(row),
            Some(Line::Closed(_, members)) => members.into_iter().any(waits),
            _ => false,
        }
    }

    fn find(&self, rows: &[SortRow], desk: &Desk, scene: &Scene, from: usize) -> Option<usize> {
        let lines = self.lines(rows, scene);
        let wanted = self.find.to_lowercase();
        let fits = |line: &Line| match line {
            Line::Row(row) => decide::title(desk, &rows[*row].id).to_lowercase().contains(&wanted),
            _ => false,
        };
        let count = lines.len();
        (0..count).map(|step| (from + step) % count).find(|at| fits(&lines[*at]))
    }

    fn mark(&mut self, rows: &[SortRow], scene: &Scene) {
        let ids = match self.selected(rows, scene) {
            Some(Line::Row(row)) if on_a_pile(&rows[row]) => vec![rows[row].id.clone()],
            Some(Line::Closed(group, _)) => open_of(rows, group),
            _ => vec![],
        };
        let all = ids.iter().all(|id| self.marked.contains(id));
        for id in ids {
            if all {
                self.marked.remove(&id);
            } else {
                self.marked.insert(id);
            }
        }
        let lines = self.lines(rows, scene);
        self.list.borrow_mut().step(&selectable(&lines), 1);
    }

    fn open(&mut self, rows: &[SortRow], desk: &Desk, scene: &Scene) -> Vec<Ask> {
        match self.selected(rows, scene) {
            Some(Line::Row(row)) => vec![Ask::View(rows[row].id.clone())],
            Some(Line::Closed(group, _)) => {
                self.folded.insert(group, false);
                vec![Ask::Nothing]
            }
            _ => Self::nothing(desk),
        }
    }

    fn fold(&mut self, rows: &[SortRow], close: bool, scene: &Scene) {
        match self.selected(rows, scene) {
            Some(Line::Row(row)) if close && rows[row].group != ProductGroup::Base => {
                let id = rows[row].id.clone();
                self.folded.insert(rows[row].group, true);
                self.select(&id, rows, scene);
            }
            Some(Line::Closed(group, members)) if !close => {
                self.folded.insert(group, false);
                if let Some(first) = members.first() {
                    self.select(&rows[*first].id, rows, scene);
                }
            }
            _ => {}
        }
    }

    /// Every group open, or, when all are, every one closed to its sum.
    fn fold_all(&mut self, rows: &[SortRow], scene: &Scene) -> Vec<Ask> {
        let at = match self.selected(rows, scene) {
            Some(Line::Row(row)) => Some(row),
            Some(Line::Closed(_, members)) => members.first().copied(),
            _ => None,
        };
        let lines = self.lines(rows, scene);
        let close = !lines.iter().any(|line| matches!(line, Line::Closed(..)));
        let groups: BTreeSet<ProductGroup> =
            rows.iter().map(|row| row.group).filter(|group| lines::folds(*group)).collect();
        if groups.is_empty() {
            return vec![Ask::Say(words::ONE_VIEW.to_owned())];
        }
        self.folded.extend(groups.into_iter().map(|group| (group, close)));
        if let Some(row) = at.and_then(|at| rows.get(at)) {
            self.select(&row.id, rows, scene);
        }
        vec![Ask::Say(words::folded(close).to_owned())]
    }

    fn nothing(desk: &Desk) -> Vec<Ask> {
        vec![Ask::Say(nothing_left(desk))]
    }

    fn copy(&self, rows: &[SortRow], path: bool, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Some(product) = self.chosen(rows, scene).first().and_then(|id| product(desk, id)) else { return vec![] };
        let look = desk.look(product).filter(|_| !path);
        let text = look.unwrap_or_else(|| product.location.clone());
        vec![Ask::Effect(Effect::Copy { what: text.clone(), text })]
    }
}

impl Screen for Sort {
    fn context(&self, _desk: &Desk) -> Context {
        Context::Sort
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        super::chrome::head(desk, scene, words::ASKS)
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = Self::rows(desk);
        self.by_hand =
            action.moves() || (self.by_hand && !matches!(action, Action::Open | Action::Pile(_) | Action::Answer));
        let can = selectable(&self.lines(&rows, scene));
        match action {
            Action::Down => self.list.borrow_mut().step(&can, 1),
            Action::Up => self.list.borrow_mut().step(&can, -1),
            Action::HalfDown | Action::PageDown => self.list.borrow_mut().half(&can, 1),
            Action::HalfUp | Action::PageUp => self.list.borrow_mut().half(&can, -1),
            Action::First => self.list.borrow_mut().first(&can),
            Action::Last => self.list.borrow_mut().last(&can),
            Action::Left => self.fold(&rows, true, scene),
            Action::Right => self.fold(&rows, false, scene),
            Action::Mark => self.mark(&rows, scene),
            Action::Open => return self.open(&rows, desk, scene),
            Action::Close if !self.marked.is_empty() => {
                self.marked.clear();
                return vec![Ask::Nothing];
            }
            Action::Close => return vec![Ask::Back],
            Action::Pile(pile) => {
                let ids = self.chosen(&rows, scene);
                return match ids.as_slice() {
                    [] => Self::nothing(desk),
                    [one] => self.deciding.one(one, pile, desk, scene),
                    many => self.deciding.many(many, pile, desk, scene),
                };
            }
            Action::Answer => {
                return self.chosen(&rows, scene).first().map(|id| decide::answer(id, desk, scene)).unwrap_or_default();
            }
            // Without any commit "as found" would be a choice of nothing, and its reason would be lost.
            Action::LastGood if desk.facts.tree.commits.is_empty() => {
                return vec![Ask::Say(words::GOOD_ONLY.to_owned())];
            }
            Action::LastGood => return vec![Ask::Form(last_good(desk))],
            Action::Copy => return self.copy(&rows, false, desk, scene),
            Action::CopyPath => return self.copy(&rows, true, desk, scene),
            Action::OtherView => return self.fold_all(&rows, scene),
            Action::Find => return vec![Ask::Form(Form::find(&self.find))],
            _ => {}
        }
        vec![]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let value = |at: usize| values.get(at).cloned().unwrap_or_default();
        match purpose {
            Purpose::Find => {
                self.find = value(0);
                self.by_hand = true;
                let from = self.list.borrow().at;
                if let Some(at) = self.find(&Self::rows(desk), desk, scene, from) {
                    self.list.borrow_mut().at = at;
                }
                vec![]
            }
            Purpose::LastGood => {
                let own = value(0) == words::GOOD_OWN;
                let chosen = desk.facts.tree.commits.iter().find(|commit| commit.id.starts_with(&value(0)));
                let commit = chosen.map(|commit| commit.id.clone()).filter(|_| !own);
                vec![Ask::Save(vec![Op::LastGood { commit, why: value(1) }])]
            }
            other => {
                let asks = self.deciding.accepted(other, values, desk, scene).unwrap_or_default();
                if asks.iter().any(|ask| matches!(ask, Ask::Save(_))) {
                    self.marked.clear();
                }
                asks
            }
        }
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        if decide::sorts(action)
            && let Some(closed) = desk.closed()
        {
            return Some(closed);
        }
        let rows = Self::rows(desk);
        let here = match self.here(&rows) {
            Some(Line::Row(row)) => rows.get(row)?,
            _ => return None,
        };
        // What is marked is put on a pile, wherever the pointer stands.
        let sorts = action == Action::Mark || matches!(action, Action::Pile(_)) && self.marked.is_empty();
        let refusal = match here.state {
            _ if !sorts => return None,
            _ if here.id == sort::BASE => Refusal::BaseIsRead,
            SortState::Outside(_) => Refusal::OutsideIsAnswered,
            _ => return None,
        };
        Some(words::refusal(&refusal))
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        let rows = Self::rows(desk);
        let here = self.here(&rows);
        let row = match &here {
            Some(Line::Row(row)) => rows.get(*row),
            _ => None,
        };
        let outside = row.is_some_and(|row| matches!(row.state, SortState::Outside(_)));
        let closed = |group: ProductGroup| !open_of(&rows, group).is_empty();
        match (action, &here) {
            _ if decide::sorts(action) && desk.closed().is_some() => false,
            (Action::Pile(_), _) if !self.marked.is_empty() => true,
            (Action::Pile(_) | Action::Mark, Some(Line::Closed(group, _))) => closed(*group),
            (Action::Pile(_) | Action::Mark, _) => row.is_some_and(on_a_pile),
            (Action::Answer, _) => outside,
            // On an outside action it copies the command that looks; a path is copied without a place in the footer.
            (Action::Copy, _) => {
                outside && row.and_then(|row| product(desk, &row.id)).and_then(|one| desk.look(one)).is_some()
            }
            _ => true,
        }
    }

    fn entered(&mut self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = Self::rows(desk);
        if let Some(first) = sort::first_waiting(&rows).filter(|_| !self.by_hand && !self.waits_here(&rows)) {
            self.select(&first.id, &rows, scene);
        }
        vec![]
    }

    fn item(&self, desk: &Desk) -> Option<String> {
        let rows = Self::rows(desk);
        match self.here(&rows)? {
            Line::Row(row) => Some(rows[row].id.clone()),
            // A closed group has no row of its own to come back to.
            Line::Closed(..) | Line::Heading(_) | Line::Expected(_) => None,
        }
    }

    fn foot(&self, desk: &Desk, _scene: &Scene) -> [String; 2] {
        let left = sort::blockers(&desk.facts, &desk.recovery.decided);
        let first = match left.first() {
            _ if desk.behind().is_some() => desk.behind().unwrap_or_default(),
            Some(Blocker::Unsorted { not_read, in_part, read }) => {
                let unanswered = sort::unanswered(&desk.facts, &desk.recovery.decided);
                words::to_sort(*not_read, *in_part, *read, unanswered)
            }
            _ => nothing_left(desk),
        };
        // What was decided last is said once, by the decision: it does not come back with the list.
        let second = if self.marked.is_empty() { String::new() } else { words::marked(self.marked.len()) };
        [first, second]
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        let rows = Self::rows(desk);
        let lines = self.lines(&rows, scene);
        let wide = scene.two_panes();
        let look = lines::Look { desk, rows: &rows, marked: &self.marked, wide, columns: area.width };
        let items: Vec<_> = lines.iter().map(|line| look.item(line)).collect();
        let selected = self.selected(&rows, scene);
        let good = details::good(desk, scene, area.width);
        let theme = paint.theme;
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let list_area = if wide {
            let (left, right) = panes::beside(body, lines::WIDE, theme, paint.cells);
            panes::rows(&details::wide(desk, scene, &rows, selected.as_ref(), right), right, theme, paint.cells);
            left
        } else {
            let below = details::narrow(desk, scene, &rows, selected.as_ref(), body.width);
            let height = u16::try_from(below.len()).unwrap_or(0).min(body.height / 2);
            let list = Rect { height: body.height - height, ..body };
            // A short list leaves the details directly below it.
            let used = u16::try_from(items.len() + 1).unwrap_or(u16::MAX).min(list.height);
            let rest = Rect { y: body.y + used, height: body.height - used, ..body };
            panes::rows(&below, rest, theme, paint.cells);
            Rect { height: used, ..list }
        };
        look.head().draw((list_area.x, list_area.y), list_area.width, theme, paint.cells);
        let list_area = Rect { y: list_area.y + 1, height: list_area.height.saturating_sub(1), ..list_area };
        self.list.borrow_mut().draw(&items, list_area, true, theme, paint.cells);
        good.draw((area.x, area.bottom().saturating_sub(1)), area.width, theme, paint.cells);
    }

    fn go_to(&mut self, item: &str, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = Self::rows(desk);
        if let Some(row) = rows.iter().find(|row| row.id == item) {
            self.by_hand = false;
            self.folded.insert(row.group, false);
            self.select(item, &rows, scene);
        }
        vec![]
    }
}

fn selectable(lines: &[Line]) -> Vec<bool> {
    lines.iter().map(|line| matches!(line, Line::Row(_) | Line::Closed(..))).collect()
}

/// The rows of a group that still want a decision.
/// Whether a row is one that goes on a pile: the base is read, an outside action is answered.
fn on_a_pile(row: &SortRow) -> bool {
    row.id != sort::BASE && !matches!(row.state, SortState::Outside(_))
}

fn open_of(rows: &[SortRow], group: ProductGroup) -> Vec<String> {
    rows.iter().filter(|row| row.group == group && sort::unsorted(row)).map(|row| row.id.clone()).collect()
}

fn nothing_left(desk: &Desk) -> String {
    let rows = Sort::rows(desk);
    let with = |state: &SortState| rows.iter().filter(|row| row.state == *state).count();
    words::nothing_left(with(&SortState::On(Pile::Unknown)), sort::unanswered(&desk.facts, &desk.recovery.decided))
}

fn last_good(desk: &Desk) -> Form {
    let own = desk.facts.last_good.commit.as_deref();
    let others = desk.facts.tree.commits.iter().rev().filter(|commit| Some(commit.id.as_str()) != own).take(4);
    let ids = others.map(|commit| words::short(&commit.id).to_owned());
    let choices: Vec<String> = std::iter::once(words::GOOD_OWN.to_owned()).chain(ids).collect();
    let [commit, why] = words::GOOD_FIELDS;
    let fields = vec![
        Field::choice(commit, choices, None).needed(words::GOOD_NEEDED),
        Field::text(why, "").needed(words::GOOD_WHY_NEEDED),
    ];
    let subjects = desk.facts.tree.commits.iter().rev().take(5);
    Form::new(Purpose::LastGood, words::GOOD_TITLE, fields)
        .notes(subjects.map(|commit| format!("{} {}", words::short(&commit.id), commit.subject)))
}
