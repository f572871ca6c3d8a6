//! How the brief looks before it is written: its sections, its text, what was checked.

use ratatui::layout::Rect;

use super::Compose;
use super::sections::{self, Draft};
use crate::brief;
use crate::msg::Destination;
use crate::screens::{Desk, Head, Scene, on_task};
use crate::widgets::cut::wrap;
use crate::widgets::list::{Item, List};
use crate::widgets::paint::{Paint, Piece, text};
use crate::widgets::panes;
use crate::widgets::row::{Row, twin};
use crate::widgets::text::TextLine;
use crate::widgets::theme::Role;
use crate::words::{app, compose as words};

/// Width of the sections beside the text.
const LEFT: u16 = 41;
/// A brief of more words is skimmed.
const LONG: usize = 1500;

/// The first two rows.
pub fn head(desk: &Desk, scene: &Scene) -> Head {
    let decided = &desk.recovery.decided;
    let at = decided.published.get(&decided.attempt).map(|published| scene.clock.short(published.at));
    let mut facts = words::written(at.as_deref());
    if scene.two_panes() {
        let looked = app::looked(&scene.clock.seconds(desk.looked()));
        let dot = if scene.theme.ascii { "." } else { "·" };
        facts = format!("{facts} {dot} {looked}");
    }
    let second = (!scene.two_panes()).then(|| strip(desk, scene));
    Head { title: words::TITLE.to_owned(), facts, second, asks: words::ASKS.to_owned(), ..Head::default() }
}

fn strip(desk: &Desk, scene: &Scene) -> Vec<Piece> {
    let draft = sections::draft(desk, scene);
    let mut pieces = vec![];
    for name in brief::SECTIONS {
        if let Some(short) = words::short(name) {
            let (mark, _) = sections::from(name, &draft, desk);
            let ascii = scene.theme.ascii;
            let mark: String = mark.chars().map(|sign| if ascii { twin(sign) } else { sign }).collect();
            let gap = if pieces.is_empty() { " " } else { "  " };
            pieces.push(text(format!("{gap}{mark} {short}")));
        }
    }
    pieces
}

/// The two lines above the footer.
pub fn foot(compose: &Compose, desk: &Desk, scene: &Scene) -> [String; 2] {
    let draft = sections::draft(desk, scene);
    let published = desk.recovery.decided.published.get(&draft.brief.attempt);
    if let (Some(published), Some(lies)) = (published, &draft.lies) {
        let at = scene.clock.seconds(published.at);
        return [words::lies(draft.brief.attempt, &at, &published.by), scene.clock.path(lies)];
    }
    let to = match compose.to {
        Destination::Task => on_task::destination(desk, on_task::BRIEF),
        to => words::destination(to == Destination::WorkTree, &format!("brief-{}", draft.brief.attempt)),
    };
    let columns = usize::from(scene.columns).saturating_sub(2);
    let second = Row::plain(to).text("  ").and_right(Row::plain(words::CHANGE), columns).words();
    let first =
        if scene.two_panes() { String::new() } else { before(&draft).last().map(Row::words).unwrap_or_default() };
    [first.trim().to_owned(), second]
}

/// What is checked before it is written, what matters most last.
fn before(draft: &Draft) -> Vec<Row> {
    if draft.lies.is_some() {
        return vec![];
    }
    let count = draft.markdown.split_whitespace().count();
    let lines = draft.markdown.lines().count();
    let mut rows = vec![if count > LONG {
        Row::new().with(Role::Warn, "! ").text(words::long(count))
    } else {
        Row::plain("· ").text(words::size(lines, count))
    }];
    if draft.masked.is_empty() {
        rows.push(Row::new().with(Role::Good, "✓ ").text(words::NO_SECRETS));
    } else {
        let mut fields: Vec<&str> = draft.masked.iter().map(|masked| masked.field.as_str()).collect();
        fields.dedup();
        rows.push(Row::new().with(Role::Warn, "! ").text(words::masked(draft.masked.len(), &fields.join(", "))));
    }
    if draft.brief.draft {
        rows.push(Row::new().with(Role::Warn, "! ").text(words::draft(draft.brief.missing.len())));
    }
    rows
}

/// The body.
pub fn body(compose: &Compose, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let draft = sections::draft(desk, scene);
    if let Some((name, editor, _)) = &compose.editing {
        panes::edited(&words::section(name), &mut editor.borrow_mut(), area, theme, paint.cells);
        return;
    }
    let room = if scene.two_panes() {
        let (left, right) = panes::beside(area, LEFT, theme, paint.cells);
        list(compose, &draft, desk, left, paint);
        right
    } else {
        area
    };
    preview(compose, &draft, desk, scene, room, paint);
}

fn list(compose: &Compose, draft: &Draft, desk: &Desk, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    Row::plain("   ").cell(Role::Quiet, words::SECTION, 19).with(Role::Quiet, words::FROM).draw(
        (area.x, area.y),
        area.width,
        theme,
        paint.cells,
    );
    let items: Vec<Item> = brief::SECTIONS
        .iter()
        .map(|name| {
            let (mark, from) = sections::from(name, draft, desk);
            let role = match mark {
                "✓" => Role::Good,
                "!" => Role::Warn,
                "?" => Role::Unknown,
                _ => Role::Quiet,
            };
            Item::row(Row::new().cell(role, mark, 2).cell(Role::Text, &words::section(name), 17).text(from))
        })
        .collect();
    let rows = u16::try_from(items.len()).unwrap_or(u16::MAX).min(area.height.saturating_sub(1));
    let room = Rect { y: area.y + 1, height: rows, ..area };
    let mut list = List::at(compose.at);
    list.draw(&items, room, true, theme, paint.cells);
    let y = room.bottom() + 1;
    if y < area.bottom() && draft.lies.is_none() {
        let mut rows = vec![Row::plain("   ").text(words::BEFORE)];
        rows.extend(before(draft).into_iter().rev().map(|row| Row::plain("   ").join(row)));
        panes::rows(&rows, Rect { y, height: area.bottom() - y, ..area }, theme, paint.cells);
    }
}

fn preview(compose: &Compose, draft: &Draft, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let begins = brief::section_lines(&draft.markdown);
    let here = begins.iter().find(|(name, _)| *name == compose.section()).map(|(_, line)| *line);
    let wide = scene.two_panes();
    let columns = usize::from(area.width).saturating_sub(if wide { 0 } else { 3 });
    let mut lines: Vec<TextLine> = Vec::new();
    let mut raw = Vec::new();
    for (at, line) in draft.markdown.lines().enumerate() {
        let role = if line.starts_with('#') { Role::Strong } else { Role::Text };
        // Prose is broken between words; what is written has these lines unbroken.
        let indent = if line.starts_with("- ") { 2 } else { 0 };
        for (part, text) in wrap(line, columns, indent).into_iter().enumerate() {
            let margin = match (wide, part == 0 && here == Some(at)) {
                (true, _) => Row::new(),
                (false, true) => Row::plain(" ▌ "),
                (false, false) => Row::plain("   "),
            };
            raw.push(at);
            lines.push(TextLine { margin, ..TextLine::of(&text, role) });
        }
    }
    let row_of = |line: usize| raw.iter().position(|at| *at == line);
    let section = |name: &str| brief::SECTIONS.iter().position(|known| *known == name);
    let heads = begins.iter().filter_map(|(name, line)| section(name).zip(row_of(*line)));
    compose.heads.replace(heads.collect());
    let shown = here.and_then(row_of);
    let mut pager = compose.text.borrow_mut();
    let room = Rect { height: area.height.saturating_sub(1), ..area };
    // The layout is known only after a draw; following a section needs it.
    pager.draw(&lines, room, theme, paint.cells);
    if compose.follow.replace(false) {
        if let Some(line) = shown {
            pager.to_line(line);
        }
        for y in room.y..room.bottom() {
            paint.cells.set_stringn(
                room.x,
                y,
                " ".repeat(usize::from(room.width)),
                usize::from(room.width),
                theme.style(Role::Text),
            );
        }
        pager.draw(&lines, room, theme, paint.cells);
    }
    let top = raw.get(pager.line()).map_or(0, |at| at + 1);
    let place = words::place(top, draft.markdown.lines().count());
    // One pane has no list of sections: the one with the keys is named, also when it is empty and has no line of its own.
    let named = if wide {
        Row::new()
    } else {
        let (_, from) = sections::from(compose.section(), draft, desk);
        Row::plain("   ").with(Role::Quiet, words::selected(compose.section(), &from))
    };
    named.and_right(Row::new().with(Role::Quiet, place), usize::from(area.width)).draw(
        (area.x, area.bottom().saturating_sub(1)),
        area.width,
        theme,
        paint.cells,
    );
}
