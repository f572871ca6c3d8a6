//! Step 1, confirm: one row for each process tree or place that was looked at, also where nothing was found.

mod details;

use ratatui::layout::Rect;

use super::form::{Field, Form, Purpose};
use super::{Ask, Desk, Head, Scene, Screen, chrome};
use crate::keys::Context;
use crate::model::{Op, Says, Sign, SignRow, Step};
use crate::msg::{Action, Effect};
use crate::steps;
use crate::widgets::clean;
use crate::widgets::paint::{Paint, Piece, piece, text};
use crate::widgets::theme::{Mark, Role, Theme};
use crate::words::{self, confirm};

/// Where one is in step 1.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The selected row, by its key.
    selected: Option<String>,
    /// Whether the details have the whole window.
    details: bool,
    /// The first line of the details that is shown.
    from: usize,
}

impl State {
    fn at(&self, rows: &[SignRow]) -> usize {
        let found = self.selected.as_ref().and_then(|key| rows.iter().position(|row| &row.key == key));
        // Where nothing was chosen yet, what wants an answer comes first.
        found.or_else(|| rows.iter().position(|row| !row.open.is_empty())).unwrap_or(0)
    }

    fn step(&mut self, rows: &[SignRow], to: impl FnOnce(usize) -> usize) {
        let to = to(self.at(rows)).min(rows.len().saturating_sub(1));
        self.selected = rows.get(to).map(|row| row.key.clone());
        self.from = 0;
    }
}

fn rows(desk: &Desk) -> Vec<SignRow> {
    steps::confirm::rows(&desk.facts.liveness.signs, &desk.recovery.decided)
}

fn lead<'a>(row: &SignRow, desk: &'a Desk) -> Option<&'a Sign> {
    desk.facts.liveness.signs.get(*row.signs.first()?)
}

impl Screen for State {
    fn context(&self, _desk: &Desk) -> Context {
        Context::Confirm
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        match action {
            Action::Open => !self.details,
            Action::Close => self.details,
            Action::Copy => stop_line(desk).is_some(),
            Action::Answer => {
                let rows = rows(desk);
                rows.get(self.at(&rows)).is_some_and(|row| row.says.wants_answer())
            }
            Action::Settle => !steps::confirm::settled(&desk.facts.liveness, &desk.recovery.decided),
            _ => true,
        }
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        chrome::head(desk, scene, confirm::asks(scene.two_panes()))
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        let (liveness, decided) = (&desk.facts.liveness, &desk.recovery.decided);
        match action {
            Action::Settle if steps::confirm::settled(liveness, decided) => Some(confirm::ALREADY.to_owned()),
            Action::Settle => steps::confirm::settle(liveness, decided).err().map(|why| words::steps::refusal(&why)),
            Action::Answer => {
                let rows = rows(desk);
                let wants = rows.get(self.at(&rows)).is_some_and(|row| row.says.wants_answer());
                (!wants).then(|| confirm::NO_ANSWER.to_owned())
            }
            Action::OtherView => {
                let rows = rows(desk);
                let event = rows.get(self.at(&rows)).and_then(|row| steps::proof::of_signs(&desk.facts, row));
                event.is_none().then(|| words::states::NO_EVENT.to_owned())
            }
            Action::Copy => stop_line(desk).is_none().then(|| confirm::NOTHING_TO_COPY.to_owned()),
            _ => None,
        }
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = rows(desk);
        match action {
            Action::Down if self.details => self.from += 1,
            Action::Up if self.details => self.from = self.from.saturating_sub(1),
            Action::Down => self.step(&rows, |at| at + 1),
            Action::Up => self.step(&rows, |at| at.saturating_sub(1)),
            Action::HalfDown | Action::PageDown => self.step(&rows, |at| at + 8),
            Action::HalfUp | Action::PageUp => self.step(&rows, |at| at.saturating_sub(8)),
            Action::First => self.step(&rows, |_| 0),
            Action::Last => self.step(&rows, |_| usize::MAX),
            Action::Open => (self.details, self.from) = (!self.details, 0),
            Action::Close if self.details => (self.details, self.from) = (false, 0),
            Action::Answer => return rows.get(self.at(&rows)).map(|row| ask(row, desk)).into_iter().collect(),
            Action::OtherView => {
                let event = rows.get(self.at(&rows)).and_then(|row| steps::proof::of_signs(&desk.facts, row));
                return event.map(|event| Ask::Event(event.to_owned())).into_iter().collect();
            }
            Action::Settle => {
                let settled = steps::confirm::settle(&desk.facts.liveness, &desk.recovery.decided);
                return settled.map(|op| vec![Ask::Save(vec![op]), Ask::Go(super::Place::Sort)]).unwrap_or_default();
            }
            Action::Copy => {
                let copy = |text| Ask::Effect(Effect::Copy { text, what: confirm::STOP_LINE.to_owned() });
                return stop_line(desk).map(copy).into_iter().collect();
            }
            _ => return vec![],
        }
        let room = scene.body().height.into();
        let lines = rows.get(self.at(&rows)).map_or(0, |row| details::lines(row, desk, scene).len());
        self.from = self.from.min(lines.saturating_sub(room));
        vec![Ask::Nothing]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        let Purpose::Signs(keys) = purpose else { return vec![] };
        let reason = match values {
            [by, place, saw] => confirm::looked_by(by, place, saw),
            _ => values.join(" "),
        };
        let rows = rows(desk);
        let Some(row) = rows.iter().find(|row| keys.contains(&row.key)) else { return vec![] };
        match steps::confirm::answer(row, &desk.facts.liveness, &reason) {
            Ok(ops) => vec![Ask::Save(ops)],
            Err(why) => vec![Ask::Say(words::steps::refusal(&why))],
        }
    }

    fn item(&self, _desk: &Desk) -> Option<String> {
        self.selected.clone()
    }

    fn go_to(&mut self, item: &str, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        self.selected = Some(item.to_owned());
        vec![]
    }

    fn click(&mut self, row: u16, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let rows = rows(desk);
        let (room, from) = in_view(rows.len(), self.at(&rows), scene.body().height);
        let at = usize::from(row).checked_sub(1).filter(|at| *at < room && !self.details);
        if let Some(row) = at.and_then(|at| rows.get(from + at)) {
            self.selected = Some(row.key.clone());
        }
        vec![]
    }

    fn foot(&self, desk: &Desk, scene: &Scene) -> [String; 2] {
        let (liveness, decided) = (&desk.facts.liveness, &desk.recovery.decided);
        let rows = rows(desk);
        let hint =
            rows.get(self.at(&rows)).filter(|row| !row.open.is_empty()).map_or("", |row| confirm::hint(row.says));
        let blockers = steps::confirm::blockers(liveness, decided);
        match decided.settled.get(&Step::Confirm).filter(|_| blockers.is_empty()) {
            Some((by, at)) => [confirm::settled(by, &scene.clock.time(*at)), String::new()],
            None if blockers.is_empty() => {
                let withdrawn = decided.withdrawn.as_deref().map(confirm::withdrawn).unwrap_or_default();
                [confirm::ready().to_owned(), withdrawn]
            }
            None => [words::steps::not_settled(&blockers), hint.to_owned()],
        }
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        let rows = rows(desk);
        let at = self.at(&rows);
        let selected = rows.get(at);
        let lines = selected.map(|row| details::lines(row, desk, scene)).unwrap_or_default();
        if self.details {
            return details::draw(selected, desk, &lines, Some(self.from), area, paint);
        }
        let (room, from) = in_view(rows.len(), at, area.height);
        let list = Rect { height: u16::try_from(room).unwrap_or(u16::MAX).saturating_add(1), ..area };
        let widths = widths(scene);
        paint.cells(list, 0, &beside(widths, confirm::HEADS.map(text)));
        for (line, (index, row)) in (1..).zip(rows.iter().enumerate().skip(from).take(room)) {
            paint.cells(list, line, &beside(widths, cells(row, desk, scene)));
            if index == at {
                paint.selected(list, line, true);
            }
        }
        let below = Rect { y: list.bottom(), height: area.height - list.height, ..area };
        details::draw(selected, desk, &lines, None, below, paint);
    }
}

/// How many rows are shown in a body of so many lines, and from which row on.
fn in_view(rows: usize, at: usize, height: u16) -> (usize, usize) {
    // The list gives way, down to the selected row and its neighbours, so that the details are never all cut.
    let room = rows.min(usize::from(height.saturating_sub(6).max(4)) - 1);
    (room, (at + 1).saturating_sub(room))
}

fn widths(scene: &Scene) -> [u16; 4] {
    let (belongs, at, says) = if scene.two_panes() { (17, 15, 14) } else { (18, 0, 14) };
    [belongs, scene.columns.saturating_sub(3 + belongs + at + says), at, says]
}

fn beside(widths: [u16; 4], pieces: [Piece; 4]) -> Vec<(u16, Piece)> {
    let mut cells = vec![(3, Piece::default())];
    cells.extend(widths.into_iter().zip(pieces).filter(|(width, _)| *width > 0));
    cells
}

fn cells(row: &SignRow, desk: &Desk, scene: &Scene) -> [Piece; 4] {
    let signs = &desk.facts.liveness.signs;
    let lead = lead(row, desk);
    let mut what = lead.map(|sign| clean::line(&sign.what)).unwrap_or_default();
    let said = |words: &str| what.contains(words);
    let ports = confirm::ports(&row.ports);
    if !row.ports.is_empty() && !said(&ports) {
        what = format!("{what}, {ports}");
    }
    let at = match (row.since, lead) {
        (Some(since), _) => confirm::since(&scene.clock.time(since)),
        (None, Some(sign)) => scene.clock.seconds(sign.at),
        (None, None) => String::new(),
    };
    let keys: Vec<&String> = row.signs.iter().filter_map(|index| signs.get(*index)).map(|sign| &sign.key).collect();
    let saving = desk.saves(|op| matches!(op, Op::Answer { sign, .. } if keys.contains(&sign)));
    let task = desk.facts.task.key.as_deref();
    [text(words::steps::belongs(row.belongs, task)), text(what), text(at), says(row, saving, scene.theme)]
}

/// What a row says, with its mark; answered rows are calm, rows on their way to the disk show `…`.
fn says(row: &SignRow, saving: bool, theme: Theme) -> Piece {
    let word = words::steps::says(row.says);
    if saving {
        return text(format!("{} {word}", theme.mark(Mark::More)));
    }
    if row.says.wants_answer() && row.open.is_empty() {
        return piece(format!("{} {}", theme.mark(Mark::Good), confirm::ANSWERED), Role::Good);
    }
    let (mark, role) = match row.says {
        Says::Alive => (Mark::Look, Role::Bad),
        Says::Waiting => (Mark::Partial, Role::Warn),
        Says::CannotLook => (Mark::Unknown, Role::Unknown),
        Says::Quiet => (Mark::Good, Role::Good),
        Says::Nothing => (Mark::Nothing, Role::Text),
    };
    piece(format!("{} {word}", theme.mark(mark)), role)
}

fn stop_line(desk: &Desk) -> Option<String> {
    steps::confirm::advice(&desk.facts.liveness.signs)?.command
}

/// The form that asks for the answer to a row.
fn ask(row: &SignRow, desk: &Desk) -> Ask {
    use confirm::{field, needed};
    let what = lead(row, desk).map(|sign| clean::line(&sign.what)).unwrap_or_default();
    let operator = desk.operator.as_deref().unwrap_or_default();
    let fields = match row.says {
        Says::CannotLook => vec![
            Field::text(field::BY, operator).needed(needed::BY),
            Field::text(field::PLACE, "").needed(needed::PLACE),
            Field::text(field::SAW, "").needed(needed::SAW),
        ],
        _ => vec![Field::text(field::REASON, "").needed(needed::REASON)],
    };
    let form = Form::new(Purpose::Signs(vec![row.key.clone()]), confirm::form_title(row.says, &what), fields);
    Ask::Form(form.notes(confirm::form_notes(row.says)))
}
