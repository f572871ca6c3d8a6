//! How step 4 looks: the list, the proof of the selected row, what is for the record.

use ratatui::layout::Rect;

use super::rows::{Attempt, RowOf, WORK};
use super::{Review, proof as lines_of};
use crate::model::{Closing, GateState, RowVerdict};
use crate::screens::{Desk, Scene};
use crate::widgets::cut::{cut_at_word, width, wrap};
use crate::widgets::list::Item;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::review::{self as words, kind};
use crate::words::sort as sort_words;

/// The body.
pub fn body(screen: &Review, attempt: &Attempt, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let rows = attempt.rows();
    let wide = scene.two_panes();
    let columns = usize::from(area.width);
    let widths = Columns::of(columns);
    widths.heads().draw((area.x, area.y), area.width, theme, paint.cells);
    let mut items: Vec<Item> = rows.iter().map(|row| item(row, attempt, scene, &widths)).collect();
    if let Some(none) =
        words::none_of(attempt.review.outside_step.is_empty(), attempt.review.outside_actions.is_empty())
    {
        items.push(Item::heading(Row::plain("  ").with(Role::Quiet, none)));
    }
    let record = record(screen, attempt, desk, scene, columns);
    let below = u16::try_from(record.len()).unwrap_or(0) + 1;
    let height = list_height(items.len(), record.len(), wide, area.height);
    let room = Rect { y: area.y + 1, height, ..area };
    let mut stand = screen.stand.borrow_mut();
    let at = stand.at(&rows);
    stand.list.draw(&items, room, true, theme, paint.cells);
    drop(stand);
    let mut y = room.bottom();
    if let Some(row) = rows.get(at).filter(|_| y < area.bottom()) {
        panes::rule(&format!("{}: {}", row.kind, row.text), area, y, theme, paint.cells);
        y += 1;
        let left = area.bottom().saturating_sub(y).saturating_sub(below);
        let at = screen.open_at(row);
        let mut shown = if at.is_some() || attempt.seen(&row.key) {
            self::below(row, attempt, scene, columns)
        } else {
            vec![Row::plain("   ").text(words::open_proof(attempt.judged(row)))]
        };
        shown.drain(..at.unwrap_or(0).min(shown.len()));
        let count = self::shown(shown.len(), left.into());
        let hidden = shown.len() - count;
        shown.truncate(count);
        if hidden > 0 && left > 1 {
            shown.push(Row::plain("   ").with(Role::Quiet, words::more(hidden)));
        }
        let room = Rect { y, height: left, ..area };
        y = panes::rows(&shown, room, theme, paint.cells).max(y);
    }
    let y = y.max(area.bottom().saturating_sub(below + 1)).min(area.bottom());
    if y < area.bottom() {
        panes::rule(words::RECORD, area, y, theme, paint.cells);
        panes::rows(&record, Rect { y: y + 1, height: area.bottom() - y - 1, ..area }, theme, paint.cells);
    }
}

/// How many rows the list takes; the rest is for the proof and the record.
fn list_height(items: usize, record: usize, wide: bool, height: u16) -> u16 {
    let below = u16::try_from(record).unwrap_or(0) + 1;
    let proof = if wide { 7 } else { 5 };
    let most = height.saturating_sub(1 + below + proof).max(3);
    u16::try_from(items).unwrap_or(u16::MAX).min(most).min(height.saturating_sub(1))
}

/// How many lines the proof of a row has, and how many rows there are for them.
pub fn proof_room(screen: &Review, row: &RowOf, attempt: &Attempt, desk: &Desk, scene: &Scene) -> (usize, usize) {
    let area = scene.body();
    let columns = usize::from(area.width);
    let record = record(screen, attempt, desk, scene, columns).len();
    let review = &attempt.review;
    let none = words::none_of(review.outside_step.is_empty(), review.outside_actions.is_empty());
    let items = attempt.rows().len() + usize::from(none.is_some());
    let list = list_height(items, record, scene.two_panes(), area.height);
    let room = usize::from(area.height).saturating_sub(usize::from(list) + record + 3);
    (self::below(row, attempt, scene, columns).len(), room)
}

/// How many of so many lines are in view; where they do not fit, a row says how many are below.
pub fn shown(lines: usize, room: usize) -> usize {
    if lines <= room { lines } else { room.saturating_sub(1).max(1) }
}

/// Where the next page begins; after the last one the first.
pub fn next_page(at: usize, lines: usize, room: usize) -> usize {
    let next = at + shown(lines.saturating_sub(at), room);
    if next < lines { next } else { 0 }
}

/// A window with fewer rows shows of the record only from where the next attempt starts.
const LOW: u16 = 20;

/// The columns of the list, by the width of the window.
struct Columns {
    kind: usize,
    text: usize,
    gate: usize,
    record: usize,
    /// When the proof was on screen; without room it stands with the verdict.
    looked: usize,
    short: bool,
}

/// The rows of a list begin there, behind its pointer, and their mark.
const LEAD: usize = 5;

impl Columns {
    fn of(columns: usize) -> Self {
        let room = columns.saturating_sub(LEAD);
        let (kind, gate, looked, verdict) = match columns {
            96.. => (11, 9, 11, 11),
            _ => (7, 7, 0, 11),
        };
        let left = room.saturating_sub(kind + gate + looked + verdict);
        // A criterion says more than the record says to it; in a wide window both have room, and stay near each other.
        let record = (left * 2 / 5).clamp(17.min(left / 2), 48);
        let text = (left - record).min(84);
        Self { kind, text, gate, record: left - text, looked, short: columns < 96 }
    }

    fn heads(&self) -> Row {
        Row::plain(" ".repeat(LEAD))
            .cell(Role::Quiet, words::AGAINST, self.kind + self.text)
            .cell(Role::Quiet, words::GATE, self.gate)
            .cell(Role::Quiet, words::THE_RECORD, self.record)
            .cell(Role::Quiet, words::LOOKED, self.looked)
            .with(Role::Quiet, words::VERDICT)
    }
}

fn item(row: &RowOf, attempt: &Attempt, scene: &Scene, columns: &Columns) -> Item {
    let role = match row.mark {
        "✗" => Role::Bad,
        "✓" => Role::Good,
        "?" => Role::Unknown,
        "!" => Role::Warn,
        _ => Role::Text,
    };
    let name = match row.kind {
        kind::CRITERION if columns.short => kind::CRITERION_SHORT,
        kind::OUTSIDE_STEP if columns.short => kind::OUTSIDE_SHORT,
        name => name,
    };
    let criterion = row.kind == kind::CRITERION;
    let (gate, colour) = match row.gate {
        Some((gate, word)) => (word, colour(gate)),
        None if criterion => (words::NO_GATE, Role::Quiet),
        None => ("", Role::Text),
    };
    let looked = attempt.seen_at(&row.key).map(|at| scene.clock.short(at));
    let looked = match looked {
        _ if row.key == WORK => String::new(),
        Some(at) if columns.looked == 0 => words::seen(&at),
        Some(at) => at,
        None => words::NOT_YET.to_owned(),
    };
    let verdict = match attempt.verdict(&row.key) {
        Some(verdict) => {
            let (mark, role) = match verdict {
                RowVerdict::Met if attempt.keeps_from_recovered(&row.key).is_some() => ("! ", Role::Warn),
                RowVerdict::Met => ("✓ ", Role::Good),
                RowVerdict::Not => ("✗ ", Role::Bad),
            };
            Row::new().with(role, mark).text(words::verdict(verdict, row.kind))
        }
        None if columns.looked == 0 => Row::plain(looked.clone()),
        None => Row::new(),
    };
    if row.key == WORK {
        // Nothing is judged here: the words have the columns of the record and the verdict as well.
        return Item::row(Row::new().cell(role, row.mark, 2).cell(Role::Quiet, name, columns.kind).text(&row.text));
    }
    let fit = |text: &str, columns: usize| cut_at_word(text, columns.saturating_sub(1));
    Item::row(
        Row::new()
            .cell(role, row.mark, 2)
            .cell(Role::Quiet, name, columns.kind)
            .cell(Role::Text, &fit(&row.text, columns.text.saturating_sub(1)), columns.text)
            .cell(colour, gate, columns.gate)
            .cell(Role::Text, &fit(&row.record, columns.record), columns.record)
            .cell(Role::Text, if columns.looked > 0 { &looked } else { "" }, columns.looked)
            .join(verdict),
    )
}

fn colour(gate: GateState) -> Role {
    match gate {
        GateState::Green => Role::Good,
        GateState::Red => Role::Bad,
        GateState::Stale | GateState::NotRun => Role::Unknown,
    }
}

/// The proof of a row as it stands below the list: first what the list and the rule had no room for.
fn below(row: &RowOf, attempt: &Attempt, scene: &Scene, columns: usize) -> Vec<Row> {
    let room = Columns::of(columns);
    let mut whole = vec![];
    if width(row.kind) + 2 + width(&row.text) > columns.saturating_sub(4) {
        whole.push(row.text.as_str());
    }
    if width(&row.record) >= room.record {
        whole.push(row.record.as_str());
    }
    let whole = whole.into_iter().flat_map(|text| wrap(text, columns.saturating_sub(4), 2));
    whole.map(|line| Row::plain("   ").text(line)).chain(proof(row, attempt, scene, columns)).collect()
}

/// The proof of a row as rows of the window, a note on it last.
pub fn proof(row: &RowOf, attempt: &Attempt, scene: &Scene, columns: usize) -> Vec<Row> {
    let note = attempt.note(&row.key);
    let note = (!note.is_empty()).then(|| lines_of::Line::plain(words::note_line(&note)));
    let lines = lines_of::lines(row, attempt, &scene.clock).into_iter().chain(note);
    lines.flat_map(|line| line.rows(columns.saturating_sub(4))).collect()
}

fn record(screen: &Review, attempt: &Attempt, desk: &Desk, scene: &Scene, columns: usize) -> Vec<Row> {
    let run = &attempt.facts.run;
    let ended = attempt.facts.ending.at.map(|at| scene.clock.seconds(at)).unwrap_or_default();
    let session = desk.short(&run.session);
    let good = attempt.good(desk).unwrap_or("none");
    let from = match attempt.closed() {
        Some(Closing::Recovered) => Row::plain("   ").text(words::NO_NEXT),
        Some(Closing::NextAttempt) => {
            let good = attempt.goes_on_from().map_or(words::NO_START, sort_words::short);
            let next =
                desk.written.iter().map(|written| &written.brief).find(|brief| brief.attempt == attempt.number + 1);
            let start = next.map(|brief| (brief.attempt, &brief.next_step.start));
            let from = start.map(|(number, start)| words::starts_at(number, start, good));
            Row::plain("   ").text(from.unwrap_or_else(|| words::handed_on(good))).cut(columns)
        }
        None => {
            let from = words::from(sort_words::short(good), screen.from.as_deref().map(sort_words::short));
            Row::plain("   ").text(from).and_right(Row::plain(words::CHANGE).text("  "), columns)
        }
    };
    let stale = super::closing::stale(attempt, desk, screen.to);
    let stale = stale.map(|stale| Row::plain(" ").with(Role::Warn, "!").text(" ").text(stale).cut(columns));
    if scene.rows < LOW {
        // The proof needs the rows; the closing note has the rest.
        return vec![stale.unwrap_or(from)];
    }
    let mut rows: Vec<Row> = stale.into_iter().collect();
    if scene.two_panes() {
        rows.push(Row::plain("   ").text(words::run(run.runtime.word(), session, &ended)).cut(columns));
    }
    rows.push(from);
    rows
}
