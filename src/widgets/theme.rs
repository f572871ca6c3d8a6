//! Roles instead of colours, and the marks with their ASCII twins.
//!
//! The terminal's own foreground and background; the 8 basic colours and bright black as foreground only; reverse for the
//! selection. State is always a mark and a word as well, so that a window without colour loses nothing.

use ratatui::style::{Color, Modifier, Style};

/// How the window is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// What colours there are.
    pub colours: Colours,
    /// Whether only ASCII may be drawn.
    pub ascii: bool,
    /// Whether dim may be used: on some consoles it cannot be seen.
    pub dim: bool,
}

/// What colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// None: reverse and bold stay.
    None,
    /// The 8 basic ones and bright black.
    #[default]
    Basic,
    /// As basic, and backgrounds behind changed lines of a diff.
    Many,
}

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Plain text.
    #[default]
    Text,
    /// What and where: the first row, headings.
    Strong,
    /// What may vanish.
    Quiet,
    /// Usable, quiet, met, green.
    Good,
    /// Partial, waiting, look here before you count on it.
    Warn,
    /// Alive, red, not met.
    Bad,
    /// Unknown, cannot look.
    Unknown,
    /// The selected row in the pane that has the keys.
    Focus,
    /// Lines between parts.
    Rule,
    /// Added lines of a diff.
    Added,
    /// Removed lines of a diff.
    Removed,
}

/// The marks, each with a twin in ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after what it stands for")]
pub enum Mark {
    Good,
    Partial,
    Unknown,
    Look,
    Bad,
    Nothing,
    Here,
    Selected,
    Closed,
    More,
    Rule,
    Bar,
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Theme {
    /// How a role looks.
    pub fn style(self, role: Role) -> Style {
        let plain = Style::new();
        let coloured = |colour| if self.colours == Colours::None { plain } else { plain.fg(colour) };
        match role {
            Role::Strong => plain.add_modifier(Modifier::BOLD),
            Role::Quiet if self.dim => plain.add_modifier(Modifier::DIM),
            Role::Text | Role::Quiet => plain,
            // Both colours are set, so that they can be read on a dark and on a light window.
            Role::Added if self.colours == Colours::Many => plain.fg(Color::Indexed(16)).bg(Color::Indexed(157)),
            Role::Removed if self.colours == Colours::Many => plain.fg(Color::Indexed(16)).bg(Color::Indexed(217)),
            Role::Good | Role::Added => coloured(Color::Green),
            Role::Warn => coloured(Color::Yellow),
            Role::Bad | Role::Removed => coloured(Color::Red),
            Role::Unknown => coloured(Color::Magenta),
            // Whatever stood there: a colour in reverse would be a background, and dim in reverse a hole in the row.
            Role::Focus => {
                plain.fg(Color::Reset).bg(Color::Reset).remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED)
            }
            Role::Rule => coloured(Color::DarkGray),
        }
    }

    /// How a mark is drawn.
    pub fn mark(self, mark: Mark) -> &'static str {
        let (sign, twin) = match mark {
            Mark::Good => ("✓", "+"),
            Mark::Partial => ("◐", "~"),
            Mark::Unknown => ("?", "?"),
            Mark::Look => ("!", "!"),
            Mark::Bad => ("✗", "x"),
            Mark::Nothing => ("·", "."),
            Mark::Here => ("●", "*"),
            Mark::Selected => ("▌", ">"),
            Mark::Closed => ("▸", ")"),
            Mark::More => ("…", "$"),
            Mark::Rule => ("─", "-"),
            Mark::Bar => ("│", "|"),
            Mark::TopLeft => ("┌", "o"),
            Mark::TopRight => ("┐", "o"),
            Mark::BottomLeft => ("└", "o"),
            Mark::BottomRight => ("┘", "o"),
        };
        if self.ascii { twin } else { sign }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_selected_has_one_look_whatever_stood_there() {
        let theme = Theme { colours: Colours::Many, ascii: false, dim: true };
        let look = |role| {
            let mut cell = ratatui::buffer::Cell::default();
            cell.set_style(theme.style(role));
            cell.set_style(theme.style(Role::Focus));
            cell.style()
        };
        for role in [Role::Quiet, Role::Good, Role::Bad, Role::Added, Role::Removed] {
            assert_eq!(look(role), look(Role::Text), "{role:?}");
        }
    }

    #[test]
    fn without_colours_only_reverse_bold_and_dim_are_left() {
        let theme = Theme { colours: Colours::None, ascii: false, dim: true };
        for role in [Role::Good, Role::Warn, Role::Bad, Role::Unknown, Role::Rule, Role::Added, Role::Removed] {
            assert_eq!(theme.style(role), Style::new());
        }
        assert_ne!(theme.style(Role::Focus), Style::new());
    }
}
