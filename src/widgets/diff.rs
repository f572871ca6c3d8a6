//! Two texts to a unified diff with both line numbers, and a whole text to lines with its changes marked.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

/// One line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What it is.
    pub kind: DiffKind,
    /// Its number before.
    pub old: Option<usize>,
    /// Its number after.
    pub new: Option<usize>,
    /// Its text, without a line end.
    pub text: String,
}

/// What a line of a diff is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffKind {
    /// The head of a piece (`@@ -88,9 +88,31 @@ impl Worker`).
    Head,
    /// The same before and after.
    Same,
    /// Only after.
    Added,
    /// Only before.
    Removed,
}

/// A text that is compared line by line for longer than this is shown with a coarser diff.
const PATIENCE: Duration = Duration::from_millis(400);

/// The unified diff of two texts with three lines around each change.
pub fn unified(old: &str, new: &str) -> Vec<DiffLine> {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(3) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let before = first.old_range().start..last.old_range().end;
        let after = first.new_range().start..last.new_range().end;
        let head = format!(
            "@@ -{} +{} @@{}",
            range(&before),
            range(&after),
            around(old, before.start).map(|name| format!(" {name}")).unwrap_or_default()
        );
        lines.push(DiffLine { kind: DiffKind::Head, old: None, new: None, text: head });
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            lines.push(DiffLine {
                kind: kind(change.tag()),
                old: change.old_index().map(|line| line + 1),
                new: change.new_index().map(|line| line + 1),
                text: line_text(change.value()),
            });
        }
    }
    lines
}

/// The whole of the new text; added and changed lines are `Added`.
pub fn whole(old: Option<&str>, new: &str) -> Vec<DiffLine> {
    let Some(old) = old else {
        return new
            .lines()
            .enumerate()
            .map(|(line, text)| DiffLine {
                kind: DiffKind::Same,
                old: None,
                new: Some(line + 1),
                text: line_text(text),
            })
            .collect();
    };
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(old, new)
        .iter_all_changes()
        .filter(|change| change.tag() != ChangeTag::Delete)
        .map(|change| DiffLine {
            kind: kind(change.tag()),
            old: change.old_index().map(|line| line + 1),
            new: change.new_index().map(|line| line + 1),
            text: line_text(change.value()),
        })
        .collect()
}

/// How many separate changes there are: runs of changed lines.
pub fn changes(lines: &[DiffLine]) -> usize {
    let changed = |line: &DiffLine| matches!(line.kind, DiffKind::Added | DiffKind::Removed);
    lines.iter().enumerate().filter(|(at, line)| changed(line) && (*at == 0 || !changed(&lines[at - 1]))).count()
}

fn kind(tag: ChangeTag) -> DiffKind {
    match tag {
        ChangeTag::Equal => DiffKind::Same,
        ChangeTag::Insert => DiffKind::Added,
        ChangeTag::Delete => DiffKind::Removed,
    }
}

fn line_text(line: &str) -> String {
    line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line)).to_owned()
}

fn range(lines: &std::ops::Range<usize>) -> String {
    let count = lines.end - lines.start;
    let first = if count == 0 { lines.start } else { lines.start + 1 };
    format!("{first},{count}")
}

/// The last line before `line` that begins at the margin with a letter: most often the function or section around it.
fn around(text: &str, line: usize) -> Option<String> {
    let name = text.lines().take(line).filter(|line| line.starts_with(char::is_alphabetic)).last()?;
    // In prose it is a whole sentence: its beginning says where, and the head stays in one row.
    Some(super::clean::cut_title(name.trim_end().trim_end_matches(['{', ':']).trim_end(), 44, "…"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_piece_of_prose_is_short() {
        let text = "A sentence that goes on and on about prices in several markets\n\n\n\n\nb\n";
        let head = unified(text, &text.replace("\nb", "\nc")).remove(0).text;
        assert_eq!(head, "@@ -3,4 +3,4 @@ A sentence that goes on and on about prices…");
    }

    #[test]
    fn both_numbers_stand_beside_each_line() {
        let lines = unified("a\nb\nc\n", "a\nB\nB2\nc\n");
        let drawn: Vec<String> = lines
            .iter()
            .map(|line| {
                format!("{:?} {:?} {:?} {}", line.kind, line.old.unwrap_or(0), line.new.unwrap_or(0), line.text)
            })
            .collect();
        assert_eq!(
            drawn,
            ["Head 0 0 @@ -1,3 +1,4 @@", "Same 1 1 a", "Removed 2 0 b", "Added 0 2 B", "Added 0 3 B2", "Same 3 4 c"]
        );
        assert_eq!(changes(&lines), 1);
    }

    #[test]
    fn a_piece_names_what_is_around_it() {
        let old = "impl Worker {\n".to_owned() + &"    x\n".repeat(10) + "    y\n}\n";
        let new = old.replace("    y", "    z");
        assert_eq!(unified(&old, &new)[0].text, "@@ -9,5 +9,5 @@ impl Worker");
    }

    #[test]
    fn a_whole_text_has_each_of_its_lines_once() {
        let lines = whole(Some("a\nb\n"), "a\nc\nd");
        assert_eq!(lines.iter().map(|line| line.new).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
        assert_eq!(lines[1].kind, DiffKind::Added);
        assert!(whole(None, "a\n\nb\n").iter().all(|line| line.kind == DiffKind::Same), "a new file is not one mark");
    }

    #[test]
    fn equal_texts_have_no_diff_and_a_removed_file_is_all_removed() {
        assert!(unified("a\n", "a\n").is_empty());
        let lines = unified("a\nb\n", "");
        assert_eq!(lines[0].text, "@@ -1,2 +0,0 @@");
        assert!(lines[1..].iter().all(|line| line.kind == DiffKind::Removed));
    }
}
