//! A screen as a picture: the cells of a ratatui buffer as an SVG with the colours of a plain dark or light terminal.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// The colours of a terminal: its own two, and the sixteen basic ones.
pub struct Palette {
    foreground: &'static str,
    background: &'static str,
    basic: [&'static str; 16],
}

/// A plain dark terminal.
pub const DARK: Palette = Palette {
    foreground: "#d4d4d4",
    background: "#1b1d21",
    basic: [
        "#1b1d21", "#e06c75", "#8fbf6f", "#d9b15f", "#6ea7e0", "#c58ad6", "#5fb8c4", "#c8ccd4", "#6b7280", "#f08a92",
        "#a8d58a", "#ecc97d", "#8cc0f2", "#d8a6e6", "#7fd0da", "#ffffff",
    ],
};

/// A plain light terminal.
pub const LIGHT: Palette = Palette {
    foreground: "#24292f",
    background: "#ffffff",
    basic: [
        "#24292f", "#b3261e", "#2a7a32", "#8a6100", "#1f5fb0", "#8a3ba0", "#0f7480", "#57606a", "#8c959f", "#cf222e",
        "#1a7f37", "#9a6700", "#218bff", "#a475f9", "#3192aa", "#6e7781",
    ],
};

const WIDTH: usize = 8;
const HEIGHT: usize = 17;

/// The buffer as an SVG document.
pub fn svg(buffer: &Buffer, palette: &Palette, title: &str) -> String {
    let area = buffer.area;
    let (wide, high) = (area.width as usize * WIDTH + 16, area.height as usize * HEIGHT + 16);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{title}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n\
         <g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13.288\" xml:space=\"preserve\">\n",
        palette.background
    );
    for row in 0..area.height {
        let mut column = 0;
        while column < area.width {
            let first = &buffer[(area.x + column, area.y + row)];
            let look = (first.fg, first.bg, first.modifier);
            let begin = column;
            let mut text = String::new();
            while column < area.width {
                let cell = &buffer[(area.x + column, area.y + row)];
                if (cell.fg, cell.bg, cell.modifier) != look {
                    break;
                }
                text.push_str(cell.symbol());
                column += 1;
            }
            piece(&mut out, palette, look, &text, (begin as usize, row as usize, (column - begin) as usize));
        }
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn piece(
    out: &mut String,
    palette: &Palette,
    (fg, bg, modifier): (Color, Color, Modifier),
    text: &str,
    (column, row, cells): (usize, usize, usize),
) {
    let mut front = colour(fg, palette).unwrap_or_else(|| palette.foreground.to_owned());
    let mut back = colour(bg, palette);
    if modifier.contains(Modifier::REVERSED) {
        let behind = back.unwrap_or_else(|| palette.background.to_owned());
        back = Some(std::mem::replace(&mut front, behind));
    }
    let (x, y) = (8 + column * WIDTH, 8 + row * HEIGHT);
    if let Some(back) = back {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"{back}\"/>",
            cells * WIDTH
        );
    }
    // Viewers drop spaces at the ends, whatever they are told.
    let before = text.chars().take_while(|letter| *letter == ' ').count();
    let (x, cells) = (
        x + before * WIDTH,
        cells - before - text.chars().rev().take_while(|letter| *letter == ' ').count().min(cells - before),
    );
    let text = text.trim_matches(' ');
    if text.is_empty() {
        return;
    }
    let bold = if modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let dim = if modifier.contains(Modifier::DIM) { " opacity=\"0.6\"" } else { "" };
    let under = if modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
    let shown = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // The length pins every run of cells to its columns, whatever font a viewer has.
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" fill=\"{front}\"{bold}{dim}{under} textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{shown}</text>",
        y + 13,
        cells * WIDTH
    );
}

fn colour(colour: Color, palette: &Palette) -> Option<String> {
    let basic = |at: usize| Some(palette.basic[at].to_owned());
    match colour {
        Color::Reset => None,
        Color::Black => basic(0),
        Color::Red => basic(1),
        Color::Green => basic(2),
        Color::Yellow => basic(3),
        Color::Blue => basic(4),
        Color::Magenta => basic(5),
        Color::Cyan => basic(6),
        Color::Gray => basic(7),
        Color::DarkGray => basic(8),
        Color::LightRed => basic(9),
        Color::LightGreen => basic(10),
        Color::LightYellow => basic(11),
        Color::LightBlue => basic(12),
        Color::LightMagenta => basic(13),
        Color::LightCyan => basic(14),
        Color::White => basic(15),
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(at) if at < 16 => basic(at as usize),
        Color::Indexed(at @ 16..=231) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + step * 40 };
            let at = at - 16;
            Some(format!("#{:02x}{:02x}{:02x}", level(at / 36), level(at / 6 % 6), level(at % 6)))
        }
        Color::Indexed(at) => {
            let grey = 8 + (at - 232) * 10;
            Some(format!("#{grey:02x}{grey:02x}{grey:02x}"))
        }
    }
}
