//! Whether a text parses, as far as that can be told without its compiler: JSON, brackets and strings of common languages, blocks of Python.

use std::path::Path;

use super::{bad, blocks, ending, rows};
use crate::model::Check;

/// What keeps a text from parsing.
pub fn broken(path: &Path, text: &str) -> Option<Check> {
    let (what, line) = match ending(path) {
        "json" => json(text)?,
        "py" => brackets(text, &PYTHON).or_else(|| python_block(text))?,
        "js" | "mjs" | "cjs" | "ts" => brackets(text, &SCRIPT)?,
        "rs" => brackets(text, &RUST)?,
        "go" | "java" | "c" | "h" | "cc" | "cpp" | "hpp" | "cs" | "swift" | "kt" => brackets(text, &C_LIKE)?,
        "toml" => brackets(text, &PYTHON)?,
        "jsx" | "tsx" => markup(text)?,
        "sql" => brackets(text, &SQL)?,
        "css" | "scss" | "less" => brackets(text, &STYLE)?,
        "tf" | "hcl" | "tfvars" if !text.contains("<<") => brackets(text, &HCL)?,
        "rb" | "ex" | "exs" | "lua" | "sh" | "bash" => blocks::open(ending(path), text)?,
        "csv" | "tsv" => rows::cut(ending(path), text)?,
        _ => return None,
    };
    Some(bad(&format!("it does not parse: {what}"), Some(line), &format!("it does not parse at line {line}")))
}

fn json(text: &str) -> Option<(String, usize)> {
    let trimmed = text.trim_start_matches('\u{feff}');
    let why = serde_json::from_str::<serde::de::IgnoredAny>(trimmed).err()?;
    // Settings of some tools allow remarks and commas that JSON does not know.
    let relaxed =
        trimmed.lines().any(|line| line.trim_start().starts_with("//") || line.trim_start().starts_with("/*"));
    if relaxed { None } else { Some((format!("line {}: {}", why.line(), short(&why)), why.line())) }
}

fn short(why: &serde_json::Error) -> String {
    let text = why.to_string();
    text.split(" at line").next().unwrap_or(&text).to_owned()
}

/// How a language writes strings and remarks.
struct Language {
    line_remark: &'static [&'static str],
    block_remark: bool,
    quotes: &'static [char],
    /// Quotes that may go over several lines.
    long: &'static [&'static str],
    /// Whether `'` may also begin a lifetime or a label.
    lifetimes: bool,
    /// Whether `/` may begin a pattern.
    patterns: bool,
}

/// TOML writes them in the same way.
const PYTHON: Language = Language {
    line_remark: &["#"],
    block_remark: false,
    quotes: &['"', '\''],
    long: &["\"\"\"", "'''"],
    lifetimes: false,
    patterns: false,
};
const SCRIPT: Language = Language {
    line_remark: &["//"],
    block_remark: true,
    quotes: &['"', '\''],
    long: &["`"],
    lifetimes: false,
    patterns: true,
};
const PROSE: Language = Language { quotes: &[], ..SCRIPT };
const RUST: Language =
    Language { line_remark: &["//"], block_remark: true, quotes: &[], long: &["\""], lifetimes: true, patterns: false };
const SQL: Language = Language {
    line_remark: &["--"],
    block_remark: true,
    quotes: &['"'],
    long: &["$$", "'"],
    lifetimes: false,
    patterns: false,
};
const STYLE: Language = Language {
    line_remark: &[],
    block_remark: true,
    quotes: &['"', '\''],
    long: &[],
    lifetimes: false,
    patterns: false,
};
const HCL: Language = Language { line_remark: &["#", "//"], quotes: &['"'], ..STYLE };
const C_LIKE: Language = Language { long: &["\"\"\"", "`"], patterns: false, ..SCRIPT };

/// Between tags stands prose with any sign: only what is still open at the end counts, and quotes only where they have their other half.
fn markup(text: &str) -> Option<(String, usize)> {
    let open =
        |language| brackets(text, language).filter(|(what, _)| what.starts_with('`') && what.ends_with("closed"));
    let inside = text.lines().rfind(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with([' ', '\t']));
    open(&SCRIPT).or_else(|| open(&PROSE).filter(|_| inside))
}

/// The first bracket or string that is not closed, or closed without having been opened.
fn brackets(text: &str, language: &Language) -> Option<(String, usize)> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut rest = text;
    let mut line = 1;
    let mut before = '\n';
    while let Some(letter) = rest.chars().next() {
        let mut step = letter.len_utf8();
        if language.line_remark.iter().any(|mark| rest.starts_with(mark)) {
            step = rest.find('\n').unwrap_or(rest.len());
        } else if language.block_remark && rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else { return Some(("a remark is never closed".into(), line)) };
            step = end + 2;
        } else if let Some(length) = raw_string(rest, language, before) {
            step = length;
        } else if let Some(mark) = language.long.iter().find(|mark| rest.starts_with(**mark)) {
            let end = if *mark == "`" && language.patterns {
                end_of_template(&rest[1..])
            } else {
                end_of_string(&rest[mark.len()..], mark, true)
            };
            let Some(end) = end else {
                return Some(("a string is never closed".into(), line));
            };
            step = mark.len() + end;
        } else if language.quotes.contains(&letter) {
            let Some(end) = end_of_string(&rest[1..], &letter.to_string(), false) else {
                return Some(("a string is never closed".into(), line));
            };
            step = 1 + end;
        } else if language.lifetimes && letter == '\'' {
            step = character(rest);
        } else if language.patterns && letter == '/' && begins_pattern(before) {
            step = 1 + pattern(&rest[1..]).unwrap_or(0);
        } else if let Some(close) = closing(letter) {
            open.push((close, line));
        } else if matches!(letter, ')' | ']' | '}') {
            match open.pop() {
                Some((want, _)) if want == letter => {}
                Some((want, at)) => return Some((format!("`{letter}` where `{want}` of line {at} should be"), line)),
                None => return Some((format!("`{letter}` without its beginning"), line)),
            }
        }
        let passed = &rest[..step];
        line += passed.matches('\n').count();
        if let Some(last) = passed.chars().rev().find(|letter| !letter.is_whitespace()) {
            before = last;
        }
        rest = &rest[step..];
    }
    let (close, at) = open.pop()?;
    let opening = match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    };
    Some((format!("`{opening}` of line {at} is never closed"), at))
}

fn closing(letter: char) -> Option<char> {
    match letter {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Bytes up to and with the closing mark; `None` when there is none (on the same line, unless it may be long).
fn end_of_string(rest: &str, mark: &str, long: bool) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in rest.char_indices() {
        if escaped {
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else if letter == '\n' && !long {
            return None;
        } else if rest[at..].starts_with(mark) {
            return Some(at + mark.len());
        }
    }
    None
}

/// The same of a template, in which `${…}` holds code with strings and templates of its own.
fn end_of_template(rest: &str) -> Option<usize> {
    let mut at = 0;
    let mut depth = 0_usize;
    while let Some(letter) = rest.get(at..).and_then(|rest| rest.chars().next()) {
        let after = at + letter.len_utf8();
        at = match letter {
            '\\' => after + rest.get(after..)?.chars().next()?.len_utf8(),
            '`' if depth == 0 => return Some(after),
            '`' => after + end_of_template(rest.get(after..)?)?,
            '"' | '\'' if depth > 0 => after + end_of_string(rest.get(after..)?, &letter.to_string(), false)?,
            '$' if depth == 0 && rest.get(after..)?.starts_with('{') => {
                depth = 1;
                after + 1
            }
            '{' if depth > 0 => {
                depth += 1;
                after
            }
            '}' if depth > 0 => {
                depth -= 1;
                after
            }
            _ => after,
        };
    }
    None
}

fn raw_string(rest: &str, language: &Language, before: char) -> Option<usize> {
    if !language.lifetimes || before.is_alphanumeric() || before == '_' {
        return None;
    }
    let body = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inner = body.get(hashes..)?.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let close = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(rest.len() - inner.len() + close)
}

/// A character of Rust, or only the quote of a lifetime.
fn character(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => {
            rest.get(2..).and_then(|tail| tail.get(1..)).and_then(|tail| tail.find('\'')).map_or(1, |at| at + 4)
        }
        Some(_) => match letters.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

fn begins_pattern(before: char) -> bool {
    matches!(
        before,
        '(' | ',' | '=' | ':' | '[' | '!' | '&' | '|' | '?' | '{' | '}' | ';' | '\n' | '>' | '~' | '^' | '+'
    )
}

fn pattern(rest: &str) -> Option<usize> {
    let mut class = false;
    let mut escaped = false;
    for (at, letter) in rest.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A line of Python that opens a block which never comes.
fn python_block(text: &str) -> Option<(String, usize)> {
    let mut depth = 0_i64;
    let mut opened: Option<(usize, usize)> = None;
    for (number, raw) in text.lines().enumerate() {
        let line = raw.split(" #").next().unwrap_or_default().trim_end();
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if let Some((at, outer)) = opened.take()
            && indent <= outer
            && depth == 0
        {
            return Some(("a block has no body".into(), at));
        }
        let count = |letters: &[char]| {
            i64::try_from(line.chars().filter(|letter| letters.contains(letter)).count()).unwrap_or(0)
        };
        depth += count(&['(', '[', '{']) - count(&[')', ']', '}']);
        let keyword = line.trim_start().split([' ', ':', '(']).next().unwrap_or_default();
        let opens = ["def", "class", "if", "elif", "else", "for", "while", "try", "except", "finally", "with"]
            .contains(&keyword);
        if depth == 0 && opens && line.ends_with(':') {
            opened = Some((number + 1, indent));
        }
    }
    opened.map(|(at, _)| ("the file ends where a block should begin".into(), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(name: &str, text: &str) -> bool {
        broken(Path::new(name), text).is_some()
    }

    #[test]
    fn what_is_whole_is_left_alone() {
        assert!(!wrong("a.rs", "fn a<'a>(x: &'a str) -> char { let _ = '{'; let _ = r#\"(\"#; '\\'' }\n"));
        assert!(!wrong("a.js", "const a = /[(/]\\//.test(b) ? `${c}(` : 'x'; // (\n"));
        assert!(!wrong("a.py", "def a():\n    \"\"\"(\"\"\"\n    return {'(': [1]}\n"));
        assert!(!wrong("a.ts", "const a = /[{(`]/g;\nconst s = `a ${x ? '`' : `b ${c}`} d`;\n"));
        assert!(!wrong("a.tsx", "const A = () => <p>it's :) {x}</p>;\n"));
        assert!(!wrong("a.sql", "-- don't\ncreate table b (a text default 'it''s (');\n"));
        assert!(!wrong("a.css", "a { b: url(http://x/y) } /* ( */\n"));
        assert!(!wrong("a.tf", "a \"b\" { x = \"${var.y[\"z\"]}\" } # (\n"));
        assert!(!wrong("a.json", "{\"a\": [1]}"));
        assert!(!wrong("a.py", "x = [\n  1, # (\n]\nif x:\n    pass\n"));
    }

    #[test]
    fn what_was_cut_is_seen() {
        assert!(wrong("a.rs", "fn a() {\n    let x = (1\n"));
        assert!(wrong("a.js", "function a() { return [1, 2\n"));
        assert!(wrong("a.py", "def a():\n"));
        assert!(wrong("a.py", "def a():\nb = 1\n"));
        assert!(wrong("a.json", "{\"a\": [1"));
        assert!(wrong("a.tsx", "export function A() {\n  return (\n    <main>it's\n"));
        assert!(wrong("a.sql", "create table b (\n  id int,\n"));
        assert!(wrong("a.css", "main {\n  color: red;\n"));
        assert!(wrong("a.tf", "a \"b\" {\n  x = [\n"));
    }
}
