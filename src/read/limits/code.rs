//! What edits add and take away, held against the words of a limit: definitions and literals. What must not come in: `tokens`.

use std::path::Path;

use regex::Regex;

use super::paths::is_path;
use crate::model::{Run, Tree};
use crate::read::changes::Changed;
use crate::read::gates::lines;

/// The lines that one edit adds and takes away.
#[derive(Debug, Default)]
pub(super) struct Added {
    /// Lines that are gone.
    pub gone: Vec<String>,
    /// Lines that are new.
    pub new: Vec<String>,
}

#[cfg(test)]
impl Added {
    /// What a test says that an edit took away and added.
    pub(super) fn of(gone: &str, new: &str) -> Self {
        let split = |text: &str| text.lines().map(str::to_owned).collect();
        Self { gone: split(gone), new: split(new) }
    }
}

/// Edits by tools with their lines.
pub(super) fn edits<'a>(run: &'a Run, tree: &Tree, changes: &[&'a Changed]) -> Vec<(&'a Changed, Added)> {
    let with_lines = |change: &&'a Changed| {
        let edit = change.edit(run)?;
        let (gone, new) = lines(edit, tree, change.path.as_deref()?);
        Some((*change, Added { gone, new }))
    };
    changes.iter().filter_map(with_lines).collect()
}

/// A definition that a statement keeps and an edit changes or removes.
pub(super) fn changed_definition(core: &str, added: &Added, path: Option<&Path>) -> Option<String> {
    let constructor = core.to_lowercase().contains("constructor");
    for name in names(core) {
        let short = name.rsplit(['.', ':']).next().unwrap_or(&name).to_owned();
        let class = short.starts_with(|first: char| first.is_uppercase());
        let owner = name
            .rsplit_once(['.', ':'])
            .map(|(owner, _)| owner.rsplit(['.', ':']).next().unwrap_or(owner).to_lowercase());
        // `lines.total` is `total` of a file or type `lines`; another `total` is none of it.
        let stem = path
            .and_then(|path| path.file_stem())
            .map(|stem| stem.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        let place = owner.as_deref().is_none_or(|owner| {
            stem == owner.trim_end_matches(':')
                || added
                    .gone
                    .iter()
                    .any(|line| [".", "::"].iter().any(|mark| line.to_lowercase().contains(&format!("{owner}{mark}"))))
        });
        let definition = if class {
            let here = stem.contains(&short.to_lowercase()) || added.gone.iter().any(|line| line.contains(&short));
            if !here {
                continue;
            }
            format!(
                r"\bdef __init__\b|\bconstructor\s*\(|\bfn new\b|\bclass {0}\b|\bstruct {0}\b|\bfunc New{0}\b|\b{0}\s*\(.*\)\s*\{{",
                regex::escape(&short)
            )
        } else {
            format!(
                r"\b(def|fn|func|function|const|let|var|sub)\s+(\([^)]*\)\s*)?{0}\b|^\s*(public|private|static|async|export|pub)?[\w<>\[\], ]*\b{0}\s*\([^;]*\)\s*(:|\{{|->|=>)",
                regex::escape(&short)
            )
        };
        if !place || (constructor && !class) {
            continue;
        }
        let pattern = Regex::new(&definition).ok()?;
        for line in added.gone.iter().filter(|line| pattern.is_match(line)) {
            let same = |new: &String| squeezed(new).starts_with(&squeezed(line)) || squeezed(new) == squeezed(line);
            if !added.new.iter().any(same) {
                return Some(format!("changes {:?}", line.trim()));
            }
        }
    }
    None
}

fn squeezed(line: &str) -> String {
    line.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Names of code in a statement: with backticks, a dot, brackets, or a capital letter inside a sentence.
fn names(core: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (place, word) in core.split_whitespace().enumerate() {
        let ticked = word.starts_with('`');
        let called = word.contains('(');
        let name = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '(' && sign != '_');
        let name = name.split('(').next().unwrap_or_default().trim_end_matches("'s").trim_end_matches("’s").to_owned();
        let dotted = name.contains('.') && !is_path(&name) && !name.starts_with(|first: char| first.is_ascii_digit());
        let capital = place > 0
            && name.chars().next().is_some_and(char::is_uppercase)
            && name.chars().skip(1).any(char::is_lowercase);
        if !name.is_empty() && (ticked || called || dotted || capital) && !name.contains('/') {
            out.push(name);
        }
    }
    out
}

/// A literal that must stay exactly so ("the last line must stay exactly 'total X.XX'") and an edit takes away.
pub(super) fn changed_literal(core: &str, added: &Added) -> Option<String> {
    let lower = core.to_lowercase();
    let stays = [
        "exactly",
        "must stay",
        "exactamente",
        "sigue siendo",
        "siga siendo",
        "seguir siendo",
        "conserva",
        "unchanged",
        "verbatim",
    ]
    .iter()
    .any(|word| lower.contains(word));
    if !stays {
        return None;
    }
    let quoted = Regex::new(r#"['"`“]([^'"`”]{3,60})['"`”]"#).ok()?.captures(core)?.get(1)?.as_str().to_owned();
    // Places such as X.XX or {n} are filled by the code; the words before them are not.
    let fixed = quoted.split(|sign: char| sign.is_ascii_digit() || "X%{<#".contains(sign)).next()?.to_owned();
    if fixed.trim().len() < 3 {
        return None;
    }
    let literals = Regex::new(r#""([^"]*)"|'([^']*)'|`([^`]*)`"#).ok()?;
    let of = |line: &str| {
        literals
            .captures_iter(line)
            .filter_map(|found| found.iter().skip(1).flatten().next().map(|text| text.as_str().to_owned()))
            .collect::<Vec<_>>()
    };
    for line in &added.gone {
        for literal in of(line).iter().filter(|literal| literal.starts_with(&fixed)) {
            if !added.new.iter().any(|new| of(new).contains(literal)) {
                return Some(format!("takes away {literal:?}"));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_limit_keeps_is_seen_in_the_lines() {
        let public = "The signature of `lines.total` is public";
        let changed = Added::of("def total(lines):", "def total(lines, percent):");
        assert!(changed_definition(public, &changed, Some(Path::new("/w/invoicer/lines.py"))).is_some());
        assert!(changed_definition(public, &changed, Some(Path::new("/w/other.py"))).is_none());
        let built = Added::of("    def __init__(self, rate):", "    def __init__(self, rate, burst):");
        assert!(changed_definition("Keep the signature of Bucket", &built, Some(Path::new("/w/bucket.py"))).is_some());
        let literal = "The last line must stay exactly 'total X.XX'";
        let line = "p(\"total %.2f\" % t)";
        assert!(changed_literal(literal, &Added::of(line, "p(\"total incl. VAT %.2f\" % t)")).is_some());
        assert!(changed_literal(literal, &Added::of(line, &format!("p(\"VAT\")\n{line}"))).is_none());
    }
}
