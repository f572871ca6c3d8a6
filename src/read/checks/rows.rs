//! Tables in a text whose last row was cut.

/// A last row with fewer fields than the head, in a table whose other rows all have as many; and its line.
pub(super) fn cut(ending: &str, text: &str) -> Option<(String, usize)> {
    let rows = fields(text, if ending == "tsv" { '\t' } else { ',' });
    let ((_, head), (line, last)) = (rows.first()?, rows.last()?);
    let even = rows.get(..rows.len().saturating_sub(1))?.iter().all(|(_, count)| count == head);
    (rows.len() > 1 && even && last < head).then(|| (format!("its last row has {last} of {head} fields"), *line))
}

/// The line at which each row begins, and how many fields it has.
fn fields(text: &str, between: char) -> Vec<(usize, usize)> {
    let (mut rows, mut line, mut quoted) = (Vec::new(), 1, false);
    let mut row: Option<(usize, usize)> = None;
    for letter in text.chars() {
        match letter {
            '\n' if !quoted => rows.extend(row.take()),
            '\r' => {}
            other => {
                let (_, count) = row.get_or_insert((line, 1));
                quoted ^= other == '"';
                *count += usize::from(other == between && !quoted);
            }
        }
        line += usize::from(letter == '\n');
    }
    rows.extend(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_row_that_was_cut_is_told_from_a_table_of_another_form() {
        assert_eq!(cut("csv", "a,b,c\n1,2,3\n4,5\n").map(|found| found.1), Some(3));
        for whole in ["a,b\n\"x, y\",2\n\"multi\nline\",3\n", "title\na,b\n1,2\n", "a,b\n1,2\n", "a,b\n1\n2,3\n4\n"] {
            assert_eq!(cut("csv", whole), None, "{whole}");
        }
    }
}
