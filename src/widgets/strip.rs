//! A run as one line: block height is how much happened, the marks below are the things that matter.
//!
//! Time runs from left to right over the whole width. Where several marks fall on one column, the weightiest is drawn.

use super::theme::Role;

/// The blocks, from little to much.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// When, in any unit that grows.
    pub at: i64,
    /// How it is marked, if it is: the mark, its role, and its weight.
    pub mark: Option<(char, Role, u8)>,
}

/// What is drawn: one cell per column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The blocks; a blank where nothing happened.
    pub blocks: String,
    /// The marks with their roles; a blank where there is none.
    pub marks: Vec<(char, Role)>,
    /// The column of the cursor, if it is on one.
    pub cursor: Option<usize>,
}

impl Strip {
    /// The strip of these points over `columns`, with the cursor at a time.
    pub fn of(points: &[Point], columns: usize, cursor: Option<i64>) -> Self {
        let first = points.iter().map(|point| point.at).min().unwrap_or(0);
        let last = points.iter().map(|point| point.at).max().unwrap_or(0);
        let column = |at: i64| {
            let span = i128::from(last - first).max(1);
            let room = i128::try_from(columns.saturating_sub(1)).unwrap_or(0);
            let column = i128::from(at.clamp(first, last) - first) * room / span;
            usize::try_from(column).unwrap_or(0)
        };
        let mut counts = vec![0usize; columns];
        let mut marks: Vec<Option<(char, Role, u8)>> = vec![None; columns];
        for point in points.iter().filter(|_| columns > 0) {
            let here = column(point.at);
            counts[here] += 1;
            if point.mark.map(|mark| mark.2) >= marks[here].map(|mark| mark.2) && point.mark.is_some() {
                marks[here] = point.mark;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        Self {
            blocks: counts.iter().map(|count| block(*count, most)).collect(),
            marks: marks.iter().map(|mark| mark.map_or((' ', Role::Text), |(mark, role, _)| (mark, role))).collect(),
            cursor: cursor.filter(|_| columns > 0).map(column),
        }
    }
}

fn block(count: usize, most: usize) -> char {
    match (count * BLOCKS.len()).checked_div(most) {
        None => ' ',
        Some(_) if count == 0 => ' ',
        Some(height) => BLOCKS[height.saturating_sub(1).min(BLOCKS.len() - 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: i64, mark: Option<char>) -> Point {
        Point { at, mark: mark.map(|mark| (mark, Role::Text, u8::from(mark == 'C'))) }
    }

    #[test]
    fn the_first_and_the_last_thing_stand_at_the_edges() {
        let points = [point(100, Some('p')), point(150, None), point(150, None), point(200, Some('✗'))];
        let strip = Strip::of(&points, 11, Some(150));
        assert_eq!(strip.blocks, "▄    █    ▄");
        assert_eq!(strip.marks.iter().map(|(mark, _)| *mark).collect::<String>(), "p         ✗");
        assert_eq!(strip.cursor, Some(5));
    }

    #[test]
    fn the_weightiest_mark_of_a_column_wins() {
        let strip = Strip::of(&[point(0, Some('C')), point(0, Some('c')), point(9, None)], 2, None);
        assert_eq!(strip.marks[0].0, 'C');
    }

    #[test]
    fn a_run_of_one_moment_and_a_window_of_no_width_do_no_harm() {
        assert_eq!(Strip::of(&[point(5, Some('p'))], 3, Some(9)).blocks, "█  ");
        assert_eq!(Strip::of(&[], 3, None).blocks, "   ");
        assert_eq!(Strip::of(&[point(5, None)], 0, Some(5)).blocks, "");
    }
}
