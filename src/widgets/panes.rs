//! How a body is divided: a list and its details, side by side from 96 columns on, else one above the other.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cut::{cut_at_word, width};
use super::editor::Editor;
use super::row::Row;
use super::theme::{Role, Theme};

/// The rule with a heading in it, as wide as the area.
pub fn rule(heading: &str, area: Rect, y: u16, theme: Theme, buffer: &mut Buffer) {
    let columns = usize::from(area.width);
    let heading = cut_at_word(heading, columns.saturating_sub(4));
    let row = if heading.is_empty() {
        Row::new().with(Role::Rule, "─".repeat(columns))
    } else {
        let rest = columns.saturating_sub(width(&heading) + 2);
        Row::plain(" ").with(Role::Strong, heading).text(" ").with(Role::Rule, "─".repeat(rest))
    };
    row.draw((area.x, y), area.width, theme, buffer);
}

/// A text that is edited below the rule with its name.
pub fn edited(name: &str, editor: &mut Editor, area: Rect, theme: Theme, buffer: &mut Buffer) {
    rule(name, area, area.y, theme, buffer);
    let room = Rect {
        x: area.x + 3,
        y: area.y + 1,
        width: area.width.saturating_sub(6),
        height: area.height.saturating_sub(1),
    };
    editor.draw(room, true, theme, buffer);
}

/// Left and right of a vertical line at `column`; the line is drawn.
pub fn beside(area: Rect, column: u16, theme: Theme, buffer: &mut Buffer) -> (Rect, Rect) {
    let column = column.min(area.width.saturating_sub(2));
    for y in area.y..area.bottom() {
        Row::new().with(Role::Rule, "│").draw((area.x + column, y), 1, theme, buffer);
    }
    let left = Rect::new(area.x, area.y, column, area.height);
    (left, Rect::new(area.x + column + 2, area.y, area.width - column - 2, area.height))
}

/// Draws rows from the top of an area, and gives the row below the last one.
pub fn rows(rows: &[Row], area: Rect, theme: Theme, buffer: &mut Buffer) -> u16 {
    let mut y = area.y;
    for row in rows {
        if y >= area.bottom() {
            break;
        }
        row.draw((area.x, y), area.width, theme, buffer);
        y += 1;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_what_follows_and_fills_the_row() {
        let area = Rect::new(0, 0, 20, 1);
        let mut buffer = Buffer::empty(area);
        rule("checks", area, 0, Theme::default(), &mut buffer);
        let drawn: String = (0..20).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(drawn, " checks ────────────");
    }

    #[test]
    fn two_panes_share_the_width_with_one_line_between() {
        let area = Rect::new(0, 3, 100, 4);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 10));
        let (left, right) = beside(area, 51, Theme::default(), &mut buffer);
        assert_eq!((left.width, right.x, right.width), (51, 53, 47));
        assert_eq!(buffer[(51, 6)].symbol(), "│");
    }
}
