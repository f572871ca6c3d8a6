//! Names that a change removed and that the file still uses.

use std::collections::BTreeSet;

use super::{Looked, bad, ending};
use crate::model::Check;

/// Names whose definition the run took out of a file that still uses them.
pub fn removed_but_used(looked: &Looked<'_>) -> Vec<Check> {
    let Some(start) = looked.start else { return Vec::new() };
    if !matches!(ending(looked.path), "py" | "js" | "mjs" | "cjs" | "ts" | "rs" | "go") {
        return Vec::new();
    }
    let before = defined(start);
    let after = defined(looked.text);
    let mut checks = Vec::new();
    for name in before.difference(&after) {
        if let Some(line) = used_at(looked.text, name) {
            let text = format!("line {line} still uses {name}, whose definition was removed");
            checks.push(bad(&text, Some(line), &format!("{name} has no definition")));
        }
    }
    checks
}

/// Names that a text gives a meaning to.
fn defined(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for line in text.lines().map(code) {
        let line = line.trim_start();
        for word in [
            "def ",
            "class ",
            "const ",
            "let ",
            "var ",
            "function ",
            "fn ",
            "static ",
            "struct ",
            "enum ",
            "type ",
            "func ",
            "let mut ",
            "for ",
        ] {
            for (at, _) in line.match_indices(word) {
                let fresh =
                    line[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
                if fresh {
                    names.extend(identifiers(&line[at + word.len()..]).next());
                }
            }
        }
        if line.starts_with("import ")
            || line.starts_with("from ")
            || line.starts_with("use ")
            || line.contains("require(")
        {
            names.extend(identifiers(line));
        }
        // Everything between the brackets of a definition is a parameter.
        if line.starts_with("def ")
            || line.starts_with("async def ")
            || line.contains("function")
            || line.contains("=>")
            || line.contains("lambda")
            || line.contains("fn ")
        {
            names.extend(identifiers(line));
        }
        if let Some((left, right)) = line.split_once('=')
            && !right.starts_with('=')
            && !left.ends_with(['!', '<', '>', '='])
            && !left.contains(['(', '.', '[', '"', '\''])
        {
            names.extend(identifiers(left));
        }
        if let Some((_, name)) = line.split_once(" as ") {
            names.extend(identifiers(name).next());
        }
    }
    names
}

fn used_at(text: &str, name: &str) -> Option<usize> {
    let mut quoted = false;
    for (number, line) in text.lines().enumerate() {
        if line.matches("\"\"\"").count() % 2 == 1 {
            quoted = !quoted;
            continue;
        }
        let line = code(line);
        if quoted || line.trim_start().starts_with('*') {
            continue;
        }
        let bare = without_strings(line);
        let used = bare.match_indices(name).any(|(at, _)| {
            let before = bare[..at].chars().next_back();
            let after = bare[at + name.len()..].trim_start().chars().next();
            let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
            // `x.name` and `name:` are fields, not the name itself; `name=` is an argument.
            let next = bare[at + name.len()..].chars().next();
            let field = before == Some('.')
                || after == Some(':')
                || (after == Some('=') && !bare[at + name.len()..].trim_start().starts_with("=="));
            !inside(before) && !inside(next) && !field
        });
        if used {
            return Some(number + 1);
        }
    }
    None
}

fn code(line: &str) -> &str {
    let cut = ["//", "# "].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    let line = &line[..cut];
    if line.trim_start().starts_with('#') && !line.trim_start().starts_with("#[") { "" } else { line }
}

fn without_strings(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut quote = None;
    let mut escaped = false;
    for letter in line.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if letter == '\\' => escaped = true,
            Some(mark) if letter == mark => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '\'' | '`') => {
                quote = Some(letter);
                out.push(' ');
            }
            None => out.push(letter),
        }
    }
    out
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|name| name.len() > 1 && !name.starts_with(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn check(start: &str, text: &str) -> Vec<Option<usize>> {
        let looked =
            Looked { path: Path::new("a.py"), text, start: Some(start), exists: &|_| true, text_of: &|_| None };
        removed_but_used(&looked).into_iter().map(|check| check.line).collect()
    }

    #[test]
    fn a_name_without_its_definition_is_found() {
        let start = "BUCKET = Bucket(5)\ndef do():\n    return BUCKET.take()\n";
        assert_eq!(check(start, "CLIENTS = {}\ndef do():\n    return BUCKET.take()\n"), [Some(3)]);
        assert!(check(start, "CLIENTS = {}\ndef do(key):\n    return CLIENTS[key].take()\n").is_empty());
    }

    #[test]
    fn a_name_in_a_string_or_a_field_is_no_use() {
        let start = "total = 1\nprint(total)\n";
        assert!(check(start, "print('total')\nx.total\n# total\n").is_empty());
    }
}
