//! Wordings that rules look for in what people and agents wrote, compiled at their first use. Not for tables of commands: `pattern`.

use std::sync::OnceLock;

use regex::{Captures, Match, Regex};

/// A pattern over prose, told in pieces that stand one after the other so that each line of a source file can be read.
#[derive(Debug)]
pub(crate) struct Wording {
    any_case: bool,
    pieces: &'static [&'static str],
    compiled: OnceLock<Option<Regex>>,
}

impl Wording {
    /// A wording in small and capital letters alike.
    pub(crate) const fn any_case(pieces: &'static [&'static str]) -> Self {
        Self { any_case: true, pieces, compiled: OnceLock::new() }
    }

    /// A wording to the letter.
    pub(crate) const fn exact(pieces: &'static [&'static str]) -> Self {
        Self { any_case: false, pieces, compiled: OnceLock::new() }
    }

    /// The pattern itself. One that is no pattern fits nothing, and stops a debug build so that a test finds it.
    pub(crate) fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let pattern = Regex::new(&format!("{}{}", if self.any_case { "(?i)" } else { "" }, self.pieces.concat()));
            debug_assert!(pattern.is_ok(), "{pattern:?}");
            pattern.ok()
        };
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Whether a text holds the wording.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.regex().is_some_and(|pattern| pattern.is_match(text))
    }

    /// Where a text holds it first.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.regex()?.find(text)
    }

    /// Its parts where a text holds it first.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.regex()?.captures(text)
    }
}
