//! Marks of work that was put off, which people and agents leave in a text (`TODO: the table`).

/// Marks in the writing that people use for them.
const MARKS: &[&str] = &[
    "TODO",
    "FIXME",
    "XXX",
    "HACK",
    "TBD",
    "PLACEHOLDER",
    "NotImplementedError",
    "todo!(",
    "unimplemented!(",
    "pdb.set_trace(",
    "breakpoint(",
    "binding.pry",
    "dbg!(",
];
/// The same in any writing.
const PHRASES: &[&str] = &[
    "not implemented",
    "lorem ipsum",
    "rest of the code",
    "rest of the file",
    "rest of the function",
    "existing code here",
    "your code here",
    "to be written",
    "por hacer",
    "sin implementar",
];

/// The mark of work that was put off, if a line carries one.
pub fn put_off(line: &str) -> Option<&'static str> {
    let lower = line.to_lowercase();
    let phrase = PHRASES.iter().find(|phrase| lower.contains(**phrase));
    // A statement of its own stops a browser or Node where nobody is looking.
    let stops = matches!(line.trim(), "debugger;" | "debugger").then_some("debugger");
    MARKS.iter().find(|mark| has_word(line, mark)).or(phrase).copied().or(stops)
}

fn has_word(line: &str, mark: &str) -> bool {
    line.match_indices(mark).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
        let after =
            line[at + mark.len()..].chars().next().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
        before && (after || mark.ends_with('('))
    })
}

#[cfg(test)]
mod tests {
    use super::put_off;

    #[test]
    fn a_mark_is_a_word_of_its_own() {
        assert_eq!(put_off("TODO: the table of delays"), Some("TODO"));
        assert_eq!(put_off("TODOS = []"), None);
    }
}
