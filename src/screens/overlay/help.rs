//! The help page, from the key table; commands that are not possible now keep their place and say why.

use ratatui::layout::Rect;

use super::{Under, scroll};
use crate::keys::{Context, KEYS, Key};
use crate::msg::Action;
use crate::screens::{Ask, Head};
use crate::widgets::clean;
use crate::widgets::paint::Paint;
use crate::widgets::row::twin;
use crate::widgets::theme::Role;
use crate::words::overlay as words;

/// Where one is in the help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    from: usize,
    find: String,
}

impl State {
    /// Goes to the first line with what is typed.
    pub(super) fn find(&mut self, text: &str) {
        text.clone_into(&mut self.find);
        self.from = 0;
    }

    /// Scrolls.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        self.from = scroll(self.from, action, self.lines(under).len(), rows(under));
        vec![]
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(&self, action: Action, under: &Under) -> bool {
        action != Action::Down || self.lines(under).len() > rows(under)
    }

    /// Draws the page.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let lines = self.lines(under);
        let rows = usize::from(area.height.saturating_sub(1));
        for (row, (heading, line)) in (0..).zip(lines.iter().skip(self.from).take(rows)) {
            paint.line(area, row, format!("   {line}"), if *heading { Role::Strong } else { Role::Text });
        }
        let below = lines.len().saturating_sub(self.from + rows);
        if below > 0 {
            paint.line(area, area.height - 1, format!(" {}", words::more(below)), Role::Text);
        }
    }

    fn lines(&self, under: &Under) -> Vec<(bool, String)> {
        let possible = |key: &&Key| (under.not_now)(key.does).is_none();
        let of = |on: Context| KEYS.iter().filter(move |key| key.on == on);
        let wide = if under.scene.two_panes() { 46 } else { 36 };
        let columns = usize::from(under.scene.columns).saturating_sub(4);
        let mut lines = vec![(true, words::HERE.to_owned())];
        lines.extend(pairs(of(under.context).filter(possible), wide, columns));
        // What applies here with other words stands above already.
        let other = |key: &&Key| !of(under.context).any(|here| here.does == key.does);
        let refused: Vec<&Key> =
            of(under.context).chain(of(Context::Everywhere).filter(other)).filter(|key| !possible(key)).collect();
        if !refused.is_empty() {
            lines.push((true, words::NOT_NOW.to_owned()));
            lines.extend(refused.iter().map(|key| {
                let why = (under.not_now)(key.does).unwrap_or_default();
                (false, format!("{:10} {}: {why}", keys(key), key.help))
            }));
        }
        lines.push((true, words::EVERYWHERE.to_owned()));
        lines.extend(pairs(of(Context::Everywhere).filter(other).filter(possible), wide, columns));
        lines.push((true, words::MARKS_ARE.to_owned()));
        let cells =
            words::MARKS.iter().map(|(mark, means)| format!("{:10} {means}", drawn(mark, under.scene.theme.ascii)));
        lines.extend(beside(cells, wide, columns));
        lines.push((false, String::new()));
        lines.extend(words::about().iter().map(|line| (false, (*line).to_owned())));
        let wanted = self.find.to_lowercase();
        lines.retain(|(heading, line)| *heading || line.to_lowercase().contains(&wanted));
        lines
            .into_iter()
            .flat_map(|(heading, line)| hung(&line, columns).into_iter().map(move |row| (heading, row)))
            .collect()
    }
}

/// Width of the keys, with the space after them.
const LABEL: usize = 11;

/// How many lines can be seen; the last row says how many are left.
fn rows(under: &Under) -> usize {
    under.scene.body().height.saturating_sub(1).into()
}

/// The keys of a row, as they are shown.
fn keys(key: &Key) -> String {
    key.press.replace("backtab", "shift-tab").replace("pagedown", "page down").replace("pageup", "page up")
}

/// A line in so many columns: what does not fit goes on below its words, not below its key.
fn hung(line: &str, columns: usize) -> Vec<String> {
    if clean::width(line) <= columns {
        return vec![line.to_owned()];
    }
    let (key, words) = line.split_at_checked(LABEL).unwrap_or(("", line));
    let rows = clean::wrap(words, columns.saturating_sub(key.len())).into_iter();
    rows.enumerate()
        .map(|(row, words)| if row == 0 { format!("{key}{words}") } else { format!("{:LABEL$}{words}", "") })
        .collect()
}

/// A mark as this terminal shows it.
fn drawn(mark: &str, ascii: bool) -> String {
    mark.chars().map(|sign| if ascii && !sign.is_ascii() { twin(sign) } else { sign }).collect()
}

/// Two rows of the table beside each other, where both fit.
fn pairs<'a>(all: impl Iterator<Item = &'a Key>, wide: usize, columns: usize) -> Vec<(bool, String)> {
    beside(all.map(|key| format!("{:10} {}", key.label(), key.help)), wide, columns)
}

fn beside(cells: impl Iterator<Item = String>, wide: usize, columns: usize) -> Vec<(bool, String)> {
    let cells: Vec<String> = cells.collect();
    let both = |pair: &[String]| match pair {
        [one, two] if clean::width(one) < wide && wide + clean::width(two) <= columns => {
            vec![format!("{}{two}", clean::fit(one, wide, ""))]
        }
        pair => pair.to_vec(),
    };
    cells.chunks(2).flat_map(both).map(|line| (false, line)).collect()
}

/// What the header says.
pub(super) fn head(under: &Under) -> Head {
    let second = Some(vec![crate::widgets::paint::text(format!(" {}", words::about_screen(under.context.name())))]);
    Head { title: words::HELP.to_owned(), second, ..Head::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme::{Mark, Theme};

    #[test]
    fn every_mark_stands_in_the_help_once() {
        use Mark::{Bad, Closed, Good, Here, Look, More, Nothing, Partial, Selected, Unknown};
        let signs: Vec<&str> = words::MARKS.iter().flat_map(|(signs, _)| signs.split(' ')).collect();
        for (at, sign) in signs.iter().enumerate() {
            assert!(!signs[..at].contains(sign), "{sign} has two meanings");
        }
        for mark in [Good, Partial, Unknown, Look, Bad, Nothing, Here, Selected, Closed, More] {
            let sign = Theme::default().mark(mark);
            assert!(signs.contains(&sign), "{sign} is not explained");
        }
    }
}
