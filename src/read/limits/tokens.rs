//! What a statement forbids in code by its name ("no floats"), and the lines of an edit that bring it in.

use regex::Regex;

use super::code::Added;
use super::paths::is_path;
use crate::read::wording::Wording;

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
    if FLOATS.fits(&without_named_things(&tail)) {
        let float = r"\bfloat\(|\bround\(|\bf(32|64)\b|\bfloat(32|64)?\b|\bdouble\b|(^|[^\w.])\d+\.\d+\b";
        add("a float".into(), float, false);
    }
    if tail.contains("()") {
        let calls = Regex::new(r"([a-z_][\w.:!]*)\(\)");
        let kept = keeps_called(core);
        for call in calls.iter().flat_map(|calls| calls.captures_iter(&tail)).filter(|_| !kept) {
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

/// "Do not change total()": what is forbidden is another `total()`, not each call of it.
static KEEPS_CALLED: Wording = Wording::any_case(&[
    r"\b(chang|edit|modif|alter|rewrit|renam|remov|delet|refactor|cambi|borr|elimin|renombr)\w* ((the|our|your|any|existing|el|la|los|las|function|method|funci[oó]n|m[eé]todo) )*`?[\w.:]+\(\)",
]);

/// Whether a statement keeps a function as it is.
pub(super) fn keeps_called(core: &str) -> bool {
    KEEPS_CALLED.fits(core)
}

/// Numbers with a point.
static FLOATS: Wording = Wording::any_case(&[r"\bfloat(s|ing)?\b|\bflotantes?\b"]);
/// A thing that is called after them, and is not to be touched: "the float parser", "la columna de floats". What floats are, have or do is none.
static CALLED_AFTER: Wording = Wording::any_case(&[
    r"\b(?P<verb>(touch|chang|edit|modif|alter|rewrit|renam|remov|delet|mov|refactor|break|toque|toca|cambi|edit|modifi|borr|elimin|renombr|muev|romp)\w*) ((the|this|that|our|your|any|existing|old|el|la|los|las|del?|al|nada) )*",
    r"(\w+ )?(float(ing)?([- ]point)?[- ](?P<noun>\w+)|(?P<sustantivo>\w+) (de|para|con) (los |las )?(floats?|flotantes?|(n[uú]meros de )?coma flotante))( \w+)?",
]);
static VALUES: Wording = Wording::any_case(&[
    r"^(values?|types?|numbers?|arithmetic|math|literals?|division|and|or|nor|anywhere|in|to|into|for|from|as|at|here|either|ever|instead|is|are|was|with|without|valor(es)?|tipos?|n[uú]meros?|aritm[eé]tica|divisi[oó]n|nada|uso)$",
]);

/// A statement without the paths in it and without the things that are called after what they are made of: only they are not to be touched.
fn without_named_things(tail: &str) -> String {
    let words = tail.split_whitespace();
    let kept: Vec<&str> = words
        .filter(|word| {
            !is_path(
                word.trim_matches(|sign: char| !sign.is_alphanumeric() && !"./_-".contains(sign)).trim_end_matches('.'),
            )
        })
        .collect();
    let mut kept = kept.join(" ");
    while let Some(found) = CALLED_AFTER.captures(&kept)
        && let Some(thing) = found.get(0)
        && found.name("noun").or(found.name("sustantivo")).is_some_and(|noun| !VALUES.fits(noun.as_str()))
    {
        kept.replace_range(thing.range(), "");
    }
    kept
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

#[cfg(test)]
mod tests {
    use super::*;

    fn adds(new: &str) -> Added {
        Added { gone: Vec::new(), new: new.lines().map(str::to_owned).collect() }
    }

    #[test]
    fn what_a_limit_forbids_is_seen_in_the_lines() {
        let forbidden_token = |core: &str, added: &Added| forbidden_token(&forbidden_tokens(core), added);
        for (core, line) in [
            ("No print statements in library code", "    print(cart)"),
            ("leave no TODOs", "# TODO: tax"),
            ("Do not use eval or exec", "exec(code)"),
            ("No wildcard imports", "from a import *"),
            ("Do not use floats in the parser", "x = 0.5"),
            ("Do not touch the float parser and use no floats", "x = 0.5"),
            ("never touch floats", "x = 0.5"),
            ("Never change amounts to floats", "x = 0.5"),
        ] {
            assert!(forbidden_token(core, &adds(line)).is_some(), "{core}");
        }
        for (core, line) in [
            ("no sleep after the last attempt", "time.sleep(1)"),
            ("Do not change the print layout", "print(x)"),
            ("No print statements", "# print(x) was here"),
            ("Finish the TODO in a.py, no floats", "# TODO"),
            ("Do not touch the float parser", "x = float(y)"),
            ("Never edit float_parser.py or src/floats.py", "x = 0.5"),
            ("No toques la columna de floats", "x = 0.5"),
            ("Do not change total()", "print(total())"),
        ] {
            assert!(forbidden_token(core, &adds(line)).is_none(), "{core}");
        }
        assert!(forbidden_token("no floats or round()", &adds("f(\"%.2f\" % round(total * 0.21))")).is_some());
        assert!(forbidden_token("never use `unsafe`", &adds("unsafe { x() }")).is_some());
        assert!(forbidden_token("never push to `main`", &adds("fn main() {}")).is_none());
        assert!(forbidden_token("no floats", &adds("f(\"net %.2f\" % (net / 100))  # not 0.5")).is_none());
    }
}
