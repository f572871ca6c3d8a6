//! How the packet looks: its parts with what they say and from where, the selected one whole below.

use ratatui::layout::Rect;

use super::{Packet, There};
use crate::model::{PACKET_FILE, PacketPart};
use crate::screens::{Desk, Scene};
use crate::widgets::clean;
use crate::widgets::cut::{cut, wrap};
use crate::widgets::list::{Item, List};
use crate::widgets::paint::{Paint, Piece, text};
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::packet as words;

/// Width of a part's name with its mark.
const NAME: usize = 11;

/// The second row of the header: which file it is.
pub fn second(packet: &Packet, desk: &Desk, scene: &Scene) -> Vec<Piece> {
    let path = scene.clock.path(&desk.facts.tree.root.join(PACKET_FILE));
    let there = matches!(packet.there, There::Read(Some(_)));
    vec![text(format!(" {}", words::file(&path, there)))]
}

/// The body.
pub fn body(packet: &Packet, desk: &Desk, area: Rect, paint: &mut Paint) {
    let theme = paint.theme;
    let columns = usize::from(area.width);
    if let Some((part, editor, _)) = &packet.editing {
        let name = format!("{}: {}", words::name(*part), words::form(*part));
        panes::edited(&name, &mut editor.borrow_mut(), area, theme, paint.cells);
        return;
    }
    let from = (columns / 3).min(34);
    let says = columns.saturating_sub(3 + NAME + from);
    let [part, what, source] = words::HEADS;
    Row::plain("   ").cell(Role::Quiet, part, NAME).cell(Role::Quiet, what, says).with(Role::Quiet, source).draw(
        (area.x, area.y),
        area.width,
        theme,
        paint.cells,
    );
    let items: Vec<Item> = PacketPart::ALL.iter().map(|part| item(packet, *part, desk, says, from)).collect();
    let rows = u16::try_from(items.len()).unwrap_or(u16::MAX).min(area.height.saturating_sub(5).max(3));
    let room = Rect { y: area.y + 1, height: rows, ..area };
    List::at(packet.at).draw(&items, room, true, theme, paint.cells);
    let below = Rect { y: room.bottom(), height: area.bottom().saturating_sub(room.bottom()), ..area };
    if below.height > 1 {
        details(packet, desk, below, paint);
    }
}

fn item(packet: &Packet, part: PacketPart, desk: &Desk, says: usize, from: usize) -> Item {
    let filled = packet.filled(part, desk);
    let (mark, role) = match (filled.lines.is_empty(), filled.offered) {
        // What can be resumed says enough.
        (true, _) if part == PacketPart::Loses => ("·", Role::Quiet),
        (true, _) => ("!", Role::Warn),
        (false, true) => ("·", Role::Text),
        (false, false) => ("✓", Role::Good),
    };
    let what = match filled.lines.first() {
        Some(first) => words::lines(filled.lines.len(), &clean::line(first)),
        None => words::EMPTY.to_owned(),
    };
    Item::row(
        Row::new()
            .cell(role, mark, 2)
            .cell(Role::Text, words::name(part), NAME - 2)
            .cell(Role::Text, &cut(&what, says.saturating_sub(2)), says)
            .cell(Role::Quiet, &cut(&clean::line(&filled.from), from), from),
    )
}

/// The selected part: all that it says as far as there is room, and what it is for.
fn details(packet: &Packet, desk: &Desk, area: Rect, paint: &mut Paint) {
    let part = packet.part();
    let columns = usize::from(area.width);
    panes::rule(&format!("{}: {}", words::name(part), words::says(part)), area, area.y, paint.theme, paint.cells);
    let room = usize::from(area.height.saturating_sub(1));
    let why = format!("{}: {}", words::WHAT_FOR, words::why(part));
    let why: Vec<Row> = wrap(&why, columns.saturating_sub(4), 2)
        .into_iter()
        .map(|line| Row::plain("   ").with(Role::Quiet, line))
        .collect();
    let filled = packet.filled(part, desk);
    let mut rows: Vec<Row> = filled
        .lines
        .iter()
        .flat_map(|line| wrap(&clean::line(line), columns.saturating_sub(4), 2))
        .map(|line| Row::plain("   ").text(line))
        .collect();
    let left = room.saturating_sub(why.len());
    if rows.len() > left {
        let hidden = rows.len() - left.saturating_sub(1);
        rows.truncate(left.saturating_sub(1));
        rows.push(Row::plain("   ").with(Role::Quiet, words::more(hidden)));
    }
    rows.extend(why);
    panes::rows(&rows, Rect { y: area.y + 1, height: area.height - 1, ..area }, paint.theme, paint.cells);
}
