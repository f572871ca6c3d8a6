//! Patterns of tables, compiled only when a command could fit them: most runs need a few of hundreds.

use std::sync::OnceLock;

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
