//! How the viewer looks: header, text with its checks, the transcript with its strip.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::events::{self, EventRow};
use super::{View, Viewer, revisions};
use crate::model::{Document, Facts, FileStatus, Product, SortRow, SortState};
use crate::screens::sort::decide::{product, title};
use crate::screens::sort::{check_mark, mark, worst_first};
use crate::screens::{Desk, Head, Scene};
use crate::steps::sort;
use crate::widgets::cut::{cut, path, wrap};
use crate::widgets::paint::{Paint, Piece, piece, text};
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::strip::{Point, Strip};
use crate::widgets::theme::{Role, Theme};
use crate::words::{sort as sort_words, viewer as words};

/// From so many rows on the strip stands above the transcript.
const STRIP_FROM: u16 = 27;

/// The first two rows.
pub fn head(viewer: &Viewer, desk: &Desk, scene: &Scene) -> Head {
    let head = made(viewer, desk, scene);
    if scene.theme.ascii {
        let twins = |text: &str| text.chars().map(crate::widgets::row::twin).collect();
        return Head { title: twins(&head.title), facts: twins(&head.facts), asks: twins(&head.asks), ..head };
    }
    head
}

fn made(viewer: &Viewer, desk: &Desk, scene: &Scene) -> Head {
    let wide = scene.two_panes();
    let dot = "·";
    let mut rows = sort::rows(&desk.facts, &desk.recovery.decided);
    let place = rows.iter().position(|row| row.id == viewer.product);
    let (seen, of) = looked_ahead(viewer, desk, scene);
    // What is on screen now is written down later, and counts as read all the same.
    if let Some(SortState::Base(read)) = place.map(|at| &mut rows[at].state) {
        *read |= viewer.view == View::Whole && of > 0 && seen == of;
    }
    let state = place.map(|at| {
        let (sign, _) = mark(&rows[at]);
        // The mark of what is not sorted is the dot that stands between the parts here anyway.
        let sign = if sign == "·" { "" } else { sign.trim() };
        format!("{sign} {}", sort_words::stands(&rows[at])).trim().to_owned()
    });
    if viewer.view == View::Transcript {
        let rows = events::rows(viewer.facts(desk));
        let at = viewer.events.borrow().at;
        let event = rows.get(at).and_then(|row| viewer.facts(desk).run.events.get(row.index));
        let time =
            event.and_then(|event| event.at).map(|at| format!(" {dot} {}", scene.clock.short(at))).unwrap_or_default();
        let number = rows.get(at).map_or(0, |row| row.index + 1);
        return Head {
            title: words::TRANSCRIPT.to_owned(),
            attempt: viewer.attempt.unwrap_or(0),
            facts: format!("{}{time}", words::event(number, viewer.facts(desk).run.events.len())),
            second: Some(views(viewer, desk, scene)),
            asks: state.map(|state| format!("{} {dot} {state}", title(desk, &viewer.product))).unwrap_or_default(),
            ..Head::default()
        };
    }
    let room = usize::from(scene.columns).saturating_sub(40);
    let title = if viewer.product == sort::BASE {
        sort_words::BASE.to_owned()
    } else {
        path(&title(desk, &viewer.product), room)
    };
    let mut facts = words::read(seen, of, viewer.view == View::Diff);
    if let Some((document, at)) = older(viewer, desk) {
        facts = words::document::of(document.revisions[at].number, document.revisions.len());
    }
    if let Some(product) = product(desk, &viewer.product).filter(|_| wide && older(viewer, desk).is_none()) {
        let standing = standing(product, desk, scene);
        facts = if facts.is_empty() { standing } else { format!("{facts} {dot} {standing}") };
    }
    let queue = place.map(|at| queue(&rows, at));
    let asks = [queue, state].into_iter().flatten().collect::<Vec<_>>().join(&format!(" {dot} "));
    Head { title, facts, second: Some(views(viewer, desk, scene)), asks, ..Head::default() }
}

/// Where a row stands among those that this step counts; outside actions are counted apart.
fn queue(rows: &[SortRow], at: usize) -> String {
    let outside = !sort::counts_in(&rows[at]);
    let among = |row: &&SortRow| sort::counts_in(row) != outside && row.state != SortState::Expected;
    let before = rows[..at].iter().filter(among).count() + 1;
    let of = rows.iter().filter(among).count();
    if outside { words::queue_outside(before, of) } else { words::queue(before, of) }
}

/// The older revision of a document that is on screen.
fn older<'a>(viewer: &Viewer, desk: &'a Desk) -> Option<(&'a Document, usize)> {
    let shown = matches!(viewer.view, View::Revision | View::Compared);
    let document = revisions::document(desk, &viewer.product).filter(|_| shown)?;
    (viewer.older.0 < document.revisions.len()).then_some((document, viewer.older.0))
}

fn standing(product: &Product, desk: &Desk, scene: &Scene) -> String {
    if let Some(document) = revisions::document(desk, &product.id) {
        let number = document.newest().map_or(0, |newest| newest.number);
        return words::document::of(number, document.revisions.len());
    }
    let file = desk.facts.tree.files.get(std::path::Path::new(&product.location));
    let new = file.is_some_and(|file| file.status == FileStatus::New);
    let staged = file.is_some_and(|file| file.staged);
    let at = file.and_then(|file| file.changed).map(|at| format!(", {}", scene.clock.time(at))).unwrap_or_default();
    format!("{}{at}", sort_words::standing(new, staged, product.kind == crate::model::ProductKind::Commit))
}

fn views(viewer: &Viewer, desk: &Desk, scene: &Scene) -> Vec<Piece> {
    let gap = if scene.two_panes() { "    " } else { "   " };
    let sheet = viewer.reading.sheet(desk, scene, &viewer.product);
    let there = [
        !sheet.whole.is_empty() || !sheet.why.is_empty(),
        !sheet.diff.is_empty(),
        !sheet.links.is_empty(),
        !sheet.authors.is_empty(),
        !viewer.facts(desk).run.events.is_empty(),
    ];
    let mut pieces = vec![text(" ")];
    let document = revisions::document(desk, &viewer.product).is_some();
    let names = if document { words::document::VIEWS } else { words::VIEWS };
    let all = [View::Whole, View::Diff, View::Links, View::Authors, View::Transcript];
    for (at, view) in all.into_iter().enumerate() {
        // Only a document has something beside its text.
        if matches!(view, View::Links | View::Authors) && !there[at] {
            continue;
        }
        if at > 0 {
            pieces.push(text(gap));
        }
        let name = match view {
            View::Links => words::links(names[at], sheet.there, sheet.links.len()),
            _ => names[at].to_owned(),
        };
        if view == viewer.view {
            let here = if scene.theme.ascii { "*" } else { "●" };
            pieces.push(piece(format!("{name} {here}"), Role::Strong));
        } else {
            pieces.push(piece(name, if there[at] { Role::Text } else { Role::Quiet }));
        }
    }
    if let Some((document, at)) = older(viewer, desk) {
        let here = if scene.theme.ascii { "*" } else { "●" };
        let name = document.revisions[at].version();
        pieces.extend([text(gap), piece(format!("{name} {here}"), Role::Strong)]);
    }
    pieces
}

/// What will have been on screen when this frame is drawn: the header is drawn before the body.
fn looked_ahead(viewer: &Viewer, desk: &Desk, scene: &Scene) -> (usize, usize) {
    let (mut seen, of) = viewer.seen(desk, scene);
    let area = scene.body();
    let sheet = viewer.reading.sheet(desk, scene, &viewer.product);
    if !viewer.view.counts() {
        return (seen.len(), of);
    }
    let lines = viewer.shown(&sheet);
    let mut pager = viewer.reading.pager(viewer.view.read()).borrow().clone();
    let mut away = Buffer::empty(Rect::new(0, 0, area.width, area.height));
    let height = text_height(viewer, desk, lines.len(), (area.width, area.height));
    pager.draw(lines, Rect::new(0, 0, area.width, height), Theme::default(), &mut away);
    seen.extend(pager.seen());
    (seen.len().min(of), of)
}

/// The two lines above the footer.
pub fn foot(viewer: &Viewer, desk: &Desk, scene: &Scene) -> [String; 2] {
    if viewer.view == View::Transcript {
        if viewer.find.is_empty() {
            return <[String; 2]>::default();
        }
        let matches = viewer.matches(&events::rows(viewer.facts(desk)), desk);
        let at = viewer.events.borrow().at;
        let place = matches.iter().position(|row| *row >= at).map_or(matches.len(), |place| place + 1);
        return [words::matches(&viewer.find, place, matches.len()), String::new()];
    }
    if let Some((document, at)) = older(viewer, desk) {
        let about = revisions::about(&document.revisions[at], document.revisions.len(), &scene.clock);
        let newest = document.newest().map_or(0, |newest| newest.number);
        return [about, words::document::keys(newest, viewer.view == View::Compared)];
    }
    let (seen, of) = looked_ahead(viewer, desk, scene);
    let first = if of == 0 { String::new() } else { words::not_seen(of - seen, viewer.view == View::Diff) };
    if viewer.product == sort::BASE {
        let keys = if of > seen { String::new() } else { words::base_keys().to_owned() };
        return [first, keys];
    }
    let gaps: Vec<String> = product(desk, &viewer.product).into_iter().flat_map(sort::offered_gaps).collect();
    [first, words::offers(&gaps)]
}

/// The body.
pub fn body(viewer: &Viewer, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    if viewer.view == View::Transcript {
        transcript(viewer, desk, scene, area, paint);
    } else {
        product_text(viewer, desk, scene, area, paint);
    }
}

/// The checks, worst first, in at most a third of the body: whole where they fit, else each in a row.
fn checks(viewer: &Viewer, desk: &Desk, area: (u16, u16)) -> Vec<Row> {
    // They are about the newest revision.
    let product = product(desk, &viewer.product).filter(|_| older(viewer, desk).is_none());
    let Some(product) = product else { return vec![] };
    let columns = usize::from(area.0).saturating_sub(4);
    let told =
        worst_first(product).map(|check| (check_mark(check.says), Role::Text, desk.facts.run.numbered(&check.text)));
    let said = product.claims.iter().map(|claim| (("", Role::Text), Role::Quiet, words::said(claim)));
    let texts: Vec<_> = told.chain(said).collect();
    let mut rows = Vec::new();
    for ((sign, role), text_role, text) in &texts {
        for (line, part) in wrap(text, columns, 0).into_iter().enumerate() {
            rows.push(Row::plain(" ").cell(*role, if line == 0 { sign } else { "" }, 2).with(*text_role, part));
        }
    }
    let most = usize::from(area.1 / 3).max(1);
    if rows.len() <= most {
        return rows;
    }
    let row = |((sign, role), text_role, text): &((&str, Role), Role, String)| {
        Row::plain(" ").cell(*role, sign, 2).with(*text_role, cut(text, columns))
    };
    let mut rows: Vec<Row> = texts.iter().map(row).collect();
    if rows.len() > most {
        // What has no room is counted, not left out in silence.
        let hidden = rows.len() + 1 - most;
        rows.truncate(most - 1);
        rows.push(Row::plain("   ").with(Role::Quiet, words::more_checks(hidden)));
    }
    rows
}

fn check_height(viewer: &Viewer, desk: &Desk, area: (u16, u16)) -> u16 {
    let rows = u16::try_from(checks(viewer, desk, area).len()).unwrap_or(u16::MAX);
    if rows == 0 { 0 } else { rows + 1 }
}

fn text_height(viewer: &Viewer, desk: &Desk, lines: usize, area: (u16, u16)) -> u16 {
    let room = area.1.saturating_sub(check_height(viewer, desk, area));
    // A text that fits needs no row that says how far it goes.
    if lines <= usize::from(room) { room } else { room.saturating_sub(1) }
}

fn product_text(viewer: &Viewer, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let sheet = viewer.reading.sheet(desk, scene, &viewer.product);
    let diff = viewer.view == View::Diff;
    let lines = viewer.shown(&sheet);
    let height = text_height(viewer, desk, lines.len(), (area.width, area.height));
    let room = Rect { height, ..area };
    let mut y = area.y;
    if lines.is_empty() {
        let document = revisions::document(desk, &viewer.product).is_some();
        let same = if document { words::document::NO_CHANGE } else { words::NO_CHANGE };
        let why = if diff { vec![same.to_owned()] } else { sheet.why.clone() };
        for line in why {
            let columns = usize::from(area.width).saturating_sub(6);
            for part in wrap(&line, columns, 0) {
                Row::plain("   ").text(part).draw((area.x, y), area.width, theme, paint.cells);
                y += 1;
            }
        }
    } else {
        let mut pager = viewer.pager().borrow_mut();
        y = pager.draw(lines, room, theme, paint.cells);
        if !pager.at_end() && y < area.bottom() {
            let last = super::sheet::Sheet::counted(lines);
            let last = if last == 0 { lines.len() } else { last };
            Row::plain("      ").with(Role::Quiet, words::to_line(last)).draw(
                (area.x, y),
                area.width,
                theme,
                paint.cells,
            );
            y += 1;
        }
    }
    let rows = checks(viewer, desk, (area.width, area.height));
    if rows.is_empty() || y >= area.bottom() {
        return;
    }
    panes::rule(words::CHECKS, area, y, theme, paint.cells);
    let below = Rect { y: y + 1, height: area.bottom() - y - 1, ..area };
    panes::rows(&rows, below, theme, paint.cells);
}

fn transcript(viewer: &Viewer, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let facts = viewer.facts(desk);
    let rows = events::rows(facts);
    if rows.is_empty() {
        Row::plain("   ").text(words::NO_EVENTS).draw((area.x, area.y), area.width, theme, paint.cells);
        return;
    }
    let mut list = viewer.events.borrow_mut();
    list.at = list.at.min(rows.len() - 1);
    let selected = &rows[list.at];
    let strip_rows = if scene.rows >= STRIP_FROM { 2 } else { 0 };
    if strip_rows > 0 {
        strip(facts, scene, &rows, Some(selected.index), Rect { height: 2, ..area }, paint);
    }
    let room = area.height - strip_rows;
    let height = (room / 2).max(3).min(u16::try_from(rows.len()).unwrap_or(u16::MAX));
    let above = Rect { y: area.y + strip_rows, height, ..area };
    // Only the rows in view are made: a run has thousands of events.
    let columns = usize::from(area.width);
    let items: Vec<_> = rows.iter().map(|row| events::item(row, facts, scene, columns)).collect();
    list.draw(&items, above, true, theme, paint.cells);
    drop(list);
    let y = above.bottom();
    if y >= area.bottom() {
        return;
    }
    panes::rule(&events::heading(selected), area, y, theme, paint.cells);
    let below = Rect { y: y + 1, height: area.bottom() - y - 1, ..area };
    viewer.detail.borrow_mut().draw(&events::details(facts, scene, selected), below, theme, paint.cells);
}

/// The run as two lines, with the event under the cursor reversed.
pub fn strip(facts: &Facts, scene: &Scene, rows: &[EventRow], here: Option<usize>, area: Rect, paint: &mut Paint) {
    let events = &facts.run.events;
    let at = |index: usize| events.get(index).and_then(|event| event.at).map(crate::model::Timestamp::as_second);
    let points: Vec<Point> = rows.iter().filter_map(|row| Some(Point { at: at(row.index)?, mark: row.mark })).collect();
    let (first, last) = (points.iter().map(|point| point.at).min(), points.iter().map(|point| point.at).max());
    let time = |second: Option<i64>| {
        let at = second.and_then(|second| crate::model::Timestamp::from_second(second).ok());
        at.map(|at| scene.clock.short(at)).unwrap_or_default()
    };
    let columns = usize::from(area.width).saturating_sub(14);
    let strip = Strip::of(&points, columns, here.and_then(at));
    Row::plain(format!(" {} ", time(first))).text(strip.blocks).text(format!(" {}", time(last))).draw(
        (area.x, area.y),
        area.width,
        paint.theme,
        paint.cells,
    );
    let mut marks = Row::plain(" ".repeat(7));
    for (sign, role) in strip.marks {
        marks = marks.with(role, sign.to_string());
    }
    marks.draw((area.x, area.y + 1), area.width, paint.theme, paint.cells);
    if let Some(column) = strip.cursor {
        let x = area.x + 7 + u16::try_from(column).unwrap_or(0);
        let cell = Rect::new(x, area.y, 1, 2).intersection(paint.cells.area);
        paint.cells.set_style(cell, paint.theme.style(Role::Focus));
    }
}
