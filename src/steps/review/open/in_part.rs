//! Of an item that is several things in a row: what of it is done, by what, and what is left of it.

use super::{Run, changes, command, named_gaps};
use crate::model::{GateRow, GateState};
use crate::steps::parts::{self, Part, What};
use crate::steps::text;

impl Run<'_> {
    /// Of an item that is several things, what is done, each with what did it, and the rest. Of one that a person judged nothing is
    /// taken out by the record.
    pub(super) fn in_part(&self, line: &str, open_gaps: &[&str]) -> Option<(Vec<String>, String)> {
        let parts = parts::in_brief(self.against.facts, self.against.brief, line);
        let judged = named_gaps::judged(self.against, line).is_some();
        let by = |part: &Part<'_>| self.part_by(part, line, open_gaps).filter(|_| !judged);
        let done: Vec<String> =
            parts.iter().filter_map(|part| Some(format!("{}, of \"{line}\" ({})", part.words, by(part)?))).collect();
        (!done.is_empty()).then(|| (done, parts::without(&parts, |part| by(part).is_some())))
    }

    /// What did one of several things that an item is.
    fn part_by(&self, part: &Part<'_>, line: &str, open_gaps: &[&str]) -> Option<String> {
        let named = |gate: &&GateRow, name: &str| command(gate) == name;
        match &part.what {
            What::Deed(_) => self.command(part.words),
            What::Gate(name) => {
                let green = self.gates.iter().find(|gate| named(gate, name))?.now == GateState::Green;
                green.then(|| "green now".to_owned())
            }
            What::File(path) => {
                let open = open_gaps.iter().any(|file| text::same_file(file, path));
                if open || self.gates.iter().any(|gate| gate.now == GateState::Red) {
                    return None;
                }
                // What an earlier run committed, the brief knows; it counts while nothing lies there beside it.
                let left = self.against.brief.left.iter().filter(|left| left.line == line);
                let mut known = left.flat_map(|left| &left.speaks).filter(|one| one.file.as_ref() == Some(path));
                let known =
                    || known.find_map(|one| one.commit.clone()).filter(|_| changes::as_at_head(self.against, path));
                let own =
                    self.committed(path).and_then(|file| file.by.iter().rev().find(|by| !by.starts_with("event ")));
                let commit = own.cloned().or_else(known)?;
                Some(format!("committed, {}", changes::short(&commit)))
            }
        }
    }
}
