//! Blocks that a word opens and a word closes (Ruby, Elixir, Lua, shell), in a file that was cut.
//!
//! Only two signs together count: more opened than closed, and a last line that stands inside of something.

/// Words at the start of a line that open a block, words that close one, and endings of a line that open one.
type Words = (&'static [&'static str], &'static [&'static str], &'static [&'static str]);

fn words(ending: &str) -> Words {
    match ending {
        "rb" => {
            (&["class", "module", "def", "if", "unless", "while", "until", "case", "begin"], &["end"], &[" do", "|"])
        }
        "ex" | "exs" => (&[], &["end"], &[" do", " fn"]),
        "lua" => (&["function", "local function", "if", "while", "for"], &["end"], &[]),
        _ => (&["if", "case", "for", "while", "until"], &["fi", "esac", "done"], &[]),
    }
}

/// What is open at the end of a text, and its line.
pub(super) fn open(ending: &str, text: &str) -> Option<(String, usize)> {
    let (opening, closing, trailing) = words(ending);
    let last = text.lines().rfind(|line| !line.trim().is_empty())?;
    if !last.starts_with([' ', '\t']) || closing.contains(&last.trim()) && !last.starts_with(' ') {
        return None;
    }
    let mut open: Vec<(String, usize)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim();
        // A text of its own goes to its end: what stands in it is no code.
        if bare.contains("<<") {
            return None;
        }
        if bare.starts_with(['#', '-']) {
            continue;
        }
        let first = bare.split([' ', ';', '(']).next().unwrap_or_default();
        let whole = closing.iter().any(|word| bare.split([' ', ';']).any(|part| part == *word));
        if closing.contains(&first) {
            open.pop();
        } else if !whole
            && (opening.contains(&first) || trailing.iter().any(|end| bare.ends_with(end) && bare.contains(" do")))
        {
            open.push((first.to_owned(), number + 1));
        }
    }
    open.pop().map(|(word, line)| (format!("`{word}` of line {line} has no end"), line))
}

#[cfg(test)]
mod tests {
    use super::open;

    #[test]
    fn a_cut_block_is_open_and_a_whole_one_is_not() {
        assert_eq!(open("rb", "class A\n  def b\n    1\n").map(|found| found.1), Some(2));
        assert!(open("sh", "if [ -f a ]; then\n  echo 'a\n").is_some());
        assert!(open("ex", "defmodule A do\n  def b do\n    1\n").is_some());
        for (ending, text) in [
            ("rb", "class A\n  def b = 1\n  attr :c\nend\n"),
            ("rb", "items.each do |x|\n  puts x\nend\n"),
            ("rb", "def a\n  <<~X\n    if\n  X\n"),
            ("sh", "for a in b; do\n  c\ndone\n"),
            ("sh", "a \\\n  b\n"),
            ("lua", "local x = 1\n"),
        ] {
            assert_eq!(open(ending, text), None, "{text}");
        }
    }
}
