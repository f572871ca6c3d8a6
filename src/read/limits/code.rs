//! What edits add and take away, held against the words of a limit: tokens, definitions, literals.

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

/// Edits by tools with their lines.
pub(super) fn edits<'a>(run: &'a Run, tree: &Tree, changes: &[&'a Changed]) -> Vec<(&'a Changed, Added)> {
    let with_lines = |change: &&'a Changed| {
        let edit = change.edit(run)?;
        let (gone, new) = lines(edit, tree, change.path.as_deref()?);
        Some((*change, Added { gone, new }))
    };
    changes.iter().filter_map(with_lines).collect()
}

/// A line without the text of its strings and comments.
fn bare(line: &str) -> String {
    let (mut out, mut quote) = (String::new(), None);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(_), '\\') => {
                signs.next();
            }
            (Some(open), sign) if open == sign => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(sign),
            (None, '#') => break,
            (None, '/') if signs.peek() == Some(&'/') && line.trim_start().starts_with("//") => break,
            (None, sign) => out.push(sign),
            _ => {}
        }
    }
    out
}

/// Words for things that code has under one name everywhere, and how code spells them.
const BY_NAME: &[(&str, &str)] = &[
    (
        r"prints|println|print statements?|print calls?|print debugging|console\.log",
        r"\b(e?print(ln|f)?|console\.log|var_dump|puts)(!)?\s*\(",
    ),
    (r"unwraps|unwrap|unwrap calls", r"\.unwrap\(\)"),
    (r"global variables?|globals|global state", r"^\s*global \w"),
    (r"exec|eval or exec", r"\b(exec|eval)\("),
    (r"wildcard imports?|star imports?", r"\bimport \*"),
    (r"bare excepts?", r"\bexcept\s*:"),
    (r"goto", r"\bgoto\b"),
];
/// What stands right before the name of something forbidden.
const DIRECT: &str = r"\b(?:no|never|without|avoid|sin|not|don't|nunca|jamás|ni)\s+(?:(?:use|using|add|adding|call|introduce|leave|any|new|more|bare|raw|debug|uses|usar|use|llames|dejes|añadas|añadir|dejar|los|las|el|la)\s+)*";

/// What a statement forbids in code, and the pattern that shows it.
#[derive(Debug)]
pub(super) struct Token {
    name: String,
    pattern: Regex,
    /// Whether it may stand in a comment, which is no code.
    anywhere: bool,
}

/// The tokens that a statement forbids ("no floats"). Compiled once for a statement, held against many edits.
pub(super) fn forbidden_tokens(core: &str) -> Vec<Token> {
    let lower = core.to_lowercase();
    let mut tokens = Vec::new();
    let mut add = |name: String, pattern: &str, anywhere| {
        tokens.extend(Regex::new(pattern).map(|pattern| Token { name, pattern, anywhere }));
    };
    let all = |pattern: &str| -> Vec<String> {
        let found = Regex::new(pattern).ok();
        let found = found.iter().flat_map(|pattern| pattern.captures_iter(&lower).map(|found| found[1].to_owned()));
        found.collect()
    };
    let tail = all(r"(?s)\b(?:no|never|without|sin|not|don't|avoid|nunca|jamás|ni|prohibid[oa]s?|evita)\b(.*)")
        .into_iter()
        .next();
    let Some(tail) = tail else { return tokens };
    if Regex::new(r"\bfloat(s|ing)?\b|\bflotantes?\b|\bcoma flotante\b").is_ok_and(|float| float.is_match(&tail)) {
        let float = r"\bfloat\(|\bround\(|\bf(32|64)\b|\bfloat(32|64)?\b|\bdouble\b|(^|[^\w.])\d+\.\d+\b";
        add("a float".into(), float, false);
    }
    if tail.contains("()") {
        let calls = Regex::new(r"([a-z_][\w.:!]*)\(\)");
        for call in calls.iter().flat_map(|calls| calls.captures_iter(&tail)) {
            add(format!("{}(", &call[1]), &format!(r"(^|[^\w]){}\(", regex::escape(&call[1])), false);
        }
    }
    for name in
        all(&format!(r"{DIRECT}`([a-z_][\w.!:]*)`")).into_iter().chain(all(&format!(r"{DIRECT}(unsafe|eval)\b")))
    {
        if !is_path(&name) {
            add(name.clone(), &format!(r"(^|[^\w]){}($|[^\w])", regex::escape(&name)), false);
        }
    }
    for (words, code) in BY_NAME {
        if let Some(name) = all(&format!(r"{DIRECT}({words})\b")).into_iter().next() {
            add(format!("{name:?}"), code, false);
        }
    }
    for mark in all(&format!(r"{DIRECT}(todo|fixme|xxx)s?\b")) {
        add(mark.to_uppercase(), &format!(r"\b{mark}\b"), true);
    }
    tokens
}

/// A forbidden token that an edit adds.
pub(super) fn forbidden_token(tokens: &[Token], added: &Added) -> Option<String> {
    for line in added.new.iter().filter(|_| !tokens.is_empty()) {
        let (whole, code) = (line.to_lowercase(), bare(line).to_lowercase());
        let shows = |token: &&Token| token.pattern.is_match(if token.anywhere { &whole } else { &code });
        if let Some(token) = tokens.iter().find(shows) {
            return Some(format!("adds {} in {:?}", token.name, line.trim()));
        }
    }
    None
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

    fn edit(gone: &str, new: &str) -> Added {
        let split = |text: &str| text.lines().map(str::to_owned).collect();
        Added { gone: split(gone), new: split(new) }
    }

    #[test]
    fn what_a_limit_forbids_is_seen_in_the_lines() {
        let forbidden_token = |core: &str, added: &Added| forbidden_token(&forbidden_tokens(core), added);
        for (core, line) in [
            ("No print statements in library code", "    print(cart)"),
            ("leave no TODOs", "# TODO: tax"),
            ("Do not use eval or exec", "exec(code)"),
            ("No wildcard imports", "from a import *"),
        ] {
            assert!(forbidden_token(core, &edit("", line)).is_some(), "{core}");
        }
        for (core, line) in [
            ("no sleep after the last attempt", "time.sleep(1)"),
            ("Do not change the print layout", "print(x)"),
            ("No print statements", "# print(x) was here"),
            ("Finish the TODO in a.py, no floats", "# TODO"),
        ] {
            assert!(forbidden_token(core, &edit("", line)).is_none(), "{core}");
        }
        assert!(forbidden_token("no floats or round()", &edit("", "f(\"%.2f\" % round(total * 0.21))")).is_some());
        assert!(forbidden_token("never use `unsafe`", &edit("", "unsafe { x() }")).is_some());
        assert!(forbidden_token("never push to `main`", &edit("", "fn main() {}")).is_none());
        assert!(forbidden_token("no floats", &edit("", "f(\"net %.2f\" % (net / 100))  # not 0.5")).is_none());
        let public = "The signature of `lines.total` is public";
        let changed = edit("def total(lines):", "def total(lines, percent):");
        assert!(changed_definition(public, &changed, Some(Path::new("/w/invoicer/lines.py"))).is_some());
        assert!(changed_definition(public, &changed, Some(Path::new("/w/other.py"))).is_none());
        let built = edit("    def __init__(self, rate):", "    def __init__(self, rate, burst):");
        assert!(changed_definition("Keep the signature of Bucket", &built, Some(Path::new("/w/bucket.py"))).is_some());
        let literal = "The last line must stay exactly 'total X.XX'";
        let line = "p(\"total %.2f\" % t)";
        assert!(changed_literal(literal, &edit(line, "p(\"total incl. VAT %.2f\" % t)")).is_some());
        assert!(changed_literal(literal, &edit(line, &format!("p(\"VAT\")\n{line}"))).is_none());
    }
}
