//! An item that is several things in a row, "docs/retry.md, changelog, push": each of them is done or left by itself.
//!
//! Only where every one of them is on record: a file, an outside action, a gate. Any other line with commas is one thing.

use super::{outside, text};
use crate::model::{Brief, BriefAction, Decided, Facts, OutsideOutcome};

/// One thing of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// Its words.
    pub words: &'a str,
    /// What it is.
    pub what: What,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A file, by its path.
    File(String),
    /// An outside action, by the ids of those that do nothing else.
    Deed(Vec<String>),
    /// A gate, by its command.
    Gate(String),
}

impl What {
    /// The file that it is.
    pub(super) fn file(self) -> Option<String> {
        if let Self::File(path) = self { Some(path) } else { None }
    }
}

/// The parts of a line, two or more; none where one of them is not on record.
pub(super) fn of<'a>(facts: &Facts, line: &'a str) -> Vec<Part<'a>> {
    among(facts, &[], line)
}

/// The same for a line of a brief: it knows outside actions that the record of the run which was given it does not have.
pub(super) fn in_brief<'a>(facts: &Facts, brief: &Brief, line: &'a str) -> Vec<Part<'a>> {
    among(facts, &brief.actions, line)
}

fn among<'a>(facts: &Facts, actions: &[BriefAction], line: &'a str) -> Vec<Part<'a>> {
    let pieces: Vec<&str> = pieces(line).collect();
    if pieces.len() < 2 {
        return Vec::new();
    }
    let parts = pieces.iter().map(|words| Some(Part { words, what: what(facts, actions, words)? }));
    parts.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// A line without those of its parts that are done.
pub(super) fn without(parts: &[Part<'_>], done: impl Fn(&Part<'_>) -> bool) -> String {
    parts.iter().filter(|part| !done(part)).map(|part| part.words).collect::<Vec<_>>().join(", ")
}

/// What is left of a line once the outside actions that somebody saw have happened are taken out; the line itself where it is one thing.
pub(super) fn still_to_do(facts: &Facts, decided: &Decided, line: &str) -> String {
    let own = |id: &String| outside::actions(facts).find(|product| product.id == *id);
    let happened =
        |id: &String| own(id).and_then(|own| outside::outcome(decided, own)) == Some(OutsideOutcome::Happened);
    let done = |part: &Part<'_>| matches!(&part.what, What::Deed(ids) if ids.iter().any(happened));
    let parts = of(facts, line);
    if parts.iter().any(done) { without(&parts, done) } else { line.to_owned() }
}

/// What stands in a list by its own name is not listed once more as a part of an item that is several things.
pub(super) fn each_once(facts: &Facts, actions: &[BriefAction], lines: &mut Vec<String>) {
    let alone: Vec<String> = lines.iter().filter(|line| among(facts, actions, line).is_empty()).cloned().collect();
    lines.retain_mut(|line| {
        let parts = among(facts, actions, line);
        let told = |part: &Part<'_>| alone.iter().any(|other| is_named(facts, actions, other, &part.what));
        if !parts.iter().any(told) {
            return true;
        }
        let rest = without(&parts, told);
        *line = rest;
        !line.is_empty()
    });
}

/// Whether a line is the name of one thing and nothing more: the command of a deed, a gate, the path of a file.
fn is_named(facts: &Facts, actions: &[BriefAction], line: &str, what: &What) -> bool {
    match what {
        What::Deed(ids) => {
            let own = outside::actions(facts).map(|action| (&action.id, outside::command(action)));
            let mut all = own.chain(actions.iter().map(|action| (&action.id, action.command.as_str())));
            all.any(|(id, command)| ids.contains(id) && text::same_command(line, command))
        }
        What::Gate(command) => {
            line.trim_matches('`') == command || text::same_line(line, &format!("{command} is green"), &facts.tree.root)
        }
        What::File(path) => !line.contains(' ') && text::same_file(line.trim_matches('`'), path),
    }
}

/// Whether each part of one line is one of another: what is left of it.
pub(super) fn is_rest_of(rest: &str, line: &str) -> bool {
    let all: Vec<&str> = pieces(line).collect();
    rest != line && all.len() > 1 && pieces(rest).all(|piece| all.contains(&piece))
}

/// A piece without the word that joins it to the one before.
fn bare(part: &str) -> &str {
    let part = part.trim();
    ["and ", "then "].iter().find_map(|lead| part.strip_prefix(lead)).unwrap_or(part).trim()
}

fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let split = line.trim().trim_end_matches('.').split([',', ';']).flat_map(|part| part.split(" and "));
    split.map(bare).filter(|part| !part.is_empty())
}

/// Words that say nothing but that a file is to be written.
const LITTLE: &[&str] = &["a", "add", "an", "entry", "finish", "in", "the", "to", "update", "write"];

fn what(facts: &Facts, actions: &[BriefAction], words: &str) -> Option<What> {
    let gate = facts.gates.iter().find(|gate| {
        let green = format!("{} is green", gate.command);
        words.trim_matches('`') == gate.command || text::same_line(words, &green, &facts.tree.root)
    });
    if let Some(gate) = gate {
        return Some(What::Gate(gate.command.clone()));
    }
    let own = outside::actions(facts).map(|action| (&action.id, outside::command(action)));
    let all = own.chain(actions.iter().map(|action| (&action.id, action.command.as_str())));
    let does: Vec<String> =
        all.filter(|(_, command)| text::only_does(words, command)).map(|(id, _)| id.clone()).collect();
    if !does.is_empty() {
        return Some(What::Deed(does));
    }
    let told = words.split_whitespace().filter(|word| !LITTLE.contains(&word.to_lowercase().as_str()));
    let [name] = told.collect::<Vec<_>>()[..] else { return None };
    let name = name.trim_matches(['`', '"', '\'']);
    let tree = &facts.tree;
    let paths = tree.files.keys().chain(&tree.tracked).map(|path| path.display().to_string());
    // "changelog" is CHANGELOG.md at the top, and nothing deeper.
    let kind = ["changelog", "readme", "license"].iter().any(|kind| kind.eq_ignore_ascii_case(name));
    let stem = |path: &str| path.split_once('.').map_or(path.len(), |(stem, _)| stem.len());
    let by_kind = |path: &str| kind && path.get(..stem(path)).is_some_and(|stem| stem.eq_ignore_ascii_case(name));
    let named = text::files(name);
    if named.is_empty() && !kind {
        return None;
    }
    let mut files = paths.filter(|path| named.iter().any(|name| text::same_file(name, path)) || by_kind(path));
    files.next().map(What::File)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{decided, facts, product};
    use crate::model::{FileState, Op, ProductKind};

    fn known() -> Facts {
        let mut facts = facts();
        facts.tree.files.insert("docs/retry.md".into(), FileState::default());
        facts.tree.tracked = vec!["CHANGELOG.md".into(), "src/a.rs".into()];
        facts.products.push(product(ProductKind::OutsideAction, "git push -u origin retry"));
        facts
    }

    #[test]
    fn an_item_has_parts_only_when_each_of_them_is_on_record() {
        let facts = known();
        let parts = |line: &str| of(&facts, line).into_iter().map(|part| part.what).collect::<Vec<_>>();
        let (docs, changes) = (What::File("docs/retry.md".into()), What::File("CHANGELOG.md".into()));
        let push = What::Deed(vec!["outside:git push -u origin retry".into()]);
        assert_eq!(parts("docs/retry.md, changelog, push"), [docs.clone(), changes.clone(), push.clone()]);
        let sentence = "docs/retry.md and a changelog entry, then push the branch.";
        assert_eq!(parts(sentence), [docs, changes, push]);
        for one in [
            "docs/retry.md explains the option, and the table",
            "jitter stays within 20 per cent of the delay, covered by src/a.rs",
            "docs/retry.md, changelog, deploy",
            "docs/other.md, changelog",
            "docs/retry.md",
            "committed, and no other file changed",
        ] {
            assert!(parts(one).is_empty(), "{one}");
        }
    }

    #[test]
    fn a_part_that_is_listed_by_its_own_name_is_not_listed_twice() {
        let facts = known();
        let once = |lines: &[&str]| {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            each_once(&facts, &[], &mut lines);
            lines
        };
        let push = "git push -u origin retry";
        assert_eq!(once(&["docs/retry.md, changelog, push", push]), ["docs/retry.md, changelog", push]);
        assert_eq!(once(&[push, "docs/retry.md, push", "docs/retry.md"]), [push, "docs/retry.md"]);
        // A gap of a file is less than the file, and another push is another deed.
        let apart = ["docs/retry.md, changelog, push", "docs/retry.md: frame.md does not exist", "git push other main"];
        assert_eq!(once(&apart), apart);
        assert_eq!(once(&["docs/retry.md, changelog, push"]), ["docs/retry.md, changelog, push"]);
    }

    #[test]
    fn what_happened_is_taken_out_of_what_is_left_of_an_item() {
        let facts = known();
        let found = Op::Outside {
            product: "outside:git push -u origin retry".into(),
            outcome: OutsideOutcome::Happened,
            by: "mira".into(),
            place: "git ls-remote".into(),
            saw: "the branch".into(),
        };
        let line = "docs/retry.md, changelog, push";
        assert_eq!(still_to_do(&facts, &decided([]), line), line);
        let rest = still_to_do(&facts, &decided([found]), line);
        assert_eq!(rest, "docs/retry.md, changelog");
        assert!(is_rest_of(&rest, line) && !is_rest_of(line, line) && !is_rest_of("push the docs", line));
    }
}
