//! Patterns of tables, compiled only when a command could fit them: most runs need a few of hundreds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use regex::Regex;

/// A pattern that is compiled at its first use.
#[derive(Debug)]
pub(super) struct Pattern {
    text: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern for lines of a text; an empty one never fits.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), compiled: OnceLock::new() }
    }

    /// The pattern itself; `None` when it is empty or no pattern.
    pub(super) fn regex(&self) -> Option<&Regex> {
        let compile = || if self.text.is_empty() { None } else { Regex::new(&format!("(?m){}", self.text)).ok() };
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Whether it fits a text.
    pub(super) fn fits(&self, text: &str) -> bool {
        self.regex().is_some_and(|pattern| pattern.is_match(text))
    }

    /// Whether a command of this program could fit at all: the pattern names it, or is about scripts of any name.
    ///
    /// A pattern may name it in pieces (`kafka-(topics|acls)`, `sequelize(-cli)?`): then every piece of the name stands in it.
    pub(super) fn may_fit(&self, program: &str) -> bool {
        let bare = program.trim_start_matches("./").trim_end_matches(".sh");
        let bare = bare.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        let named = bare.split(['-', '_', '.']).all(|piece| self.text.contains(piece));
        named || [r"\.(py|", r"(\./|\S+/)"].iter().any(|any| self.text.contains(any))
    }
}

/// So many programs are remembered; a record with more names of programs than this is not a usual one.
const MOST: usize = 4_096;

/// Which rows of a table could fit a program: found once a program, because a long run calls the same few thousands of times.
#[derive(Debug, Default)]
pub(super) struct Sieve(Mutex<HashMap<String, Arc<[usize]>>>);

impl Sieve {
    /// The places of the rows with these patterns that could fit, in the order of the table.
    pub(super) fn rows<'p>(&self, program: &str, patterns: impl Iterator<Item = &'p Pattern>) -> Arc<[usize]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rows) = known.get(program) {
            return Arc::clone(rows);
        }
        let fitting = patterns.enumerate().filter(|(_, pattern)| pattern.may_fit(program));
        let rows: Arc<[usize]> = fitting.map(|(place, _)| place).collect();
        if known.len() < MOST {
            known.insert(program.to_owned(), Arc::clone(&rows));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_looked_up_once_and_keeps_the_order_of_the_table() {
        let table = ["kafka-(topics|acls)", "git push", "(kafka-topics|psql)"].map(Pattern::new);
        let sieve = Sieve::default();
        for _ in 0..2 {
            assert_eq!(sieve.rows("kafka-topics.sh", table.iter())[..], [0, 2]);
            assert!(sieve.rows("tar", table.iter()).is_empty());
        }
        assert_eq!(sieve.0.lock().unwrap().len(), 2);
    }
}
