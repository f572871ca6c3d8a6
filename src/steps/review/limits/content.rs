//! Limits about content that must stay: a signature, a form that something else parses, dependencies.

use regex::Regex;

use super::super::Changed;
use crate::steps::text;

/// Files whose change adds a dependency when a limit says no new ones.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "package.json",
    "requirements.txt",
    "pyproject.toml",
    "setup.py",
    "Pipfile",
    "go.mod",
    "Gemfile",
    "pom.xml",
    "build.gradle",
    "composer.json",
];

/// What breaks a limit about content.
pub(super) fn broken(limit: &str, changed: &[Changed]) -> Vec<String> {
    let files = changed.iter().filter_map(|file| Some((file, file.before.as_deref()?, file.after.as_deref()?)));
    let breaks = |before: &str, after: &str, path: &str| {
        signature_changed(limit, path, before, after)
            || form_lost(limit, before, after)
            || dependency_added(limit, path, before, after)
    };
    files
        .filter(|(file, before, after)| breaks(before, after, &file.path))
        .map(|(file, ..)| format!("{} ({})", file.path, file.by.join(", ")))
        .collect()
}

/// "Keep the Bucket constructor signature", "the signature of lines.total does not change": the line that defines it differs.
fn signature_changed(limit: &str, path: &str, before: &str, after: &str) -> bool {
    let small = limit.to_lowercase();
    if !["signature", "firma", "public api", "parameters"].iter().any(|word| small.contains(word)) {
        return false;
    }
    let constructor = small.contains("constructor");
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let symbols = symbols(limit);
    symbols.iter().any(|symbol| {
        let (owner, name) =
            symbol.rsplit_once('.').map_or((None, symbol.as_str()), |(owner, name)| (Some(owner), name));
        // `lines.total` is `total` in the file `lines`, or in the class of that name.
        let here = owner.is_none_or(|owner| owner.rsplit('.').next() == Some(stem) || before.contains(owner));
        let definition = |text: &str| if constructor { constructor_of(text, name) } else { definition_of(text, name) };
        here && definition(before).is_some_and(|old| definition(after).as_ref() != Some(&old))
    })
}

/// Names of code in a limit: dotted, called, with a capital or an underscore inside a sentence, or in back ticks.
fn symbols(limit: &str) -> Vec<String> {
    let words = limit.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':'));
    let mut symbols = Vec::new();
    for (place, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let name = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let called = word.contains("()") || word.contains('`');
        let dotted = name.contains('.') && !name.contains('/') && text::files(name).is_empty()
            || name.matches('.').count() == 1 && !name.contains('/');
        let capital =
            place > 0 && name.chars().next().is_some_and(char::is_uppercase) && name.chars().any(char::is_lowercase);
        if name.len() > 1 && (called || dotted || capital || name.contains('_')) {
            symbols.push(name.trim_end_matches("()").to_owned());
        }
    }
    symbols
}

fn definition_of(text: &str, name: &str) -> Option<String> {
    let pattern = format!(
        r"^\s*(?:pub(?:\([a-z]+\))?\s+|export\s+|default\s+|async\s+|static\s+|public\s+|private\s+|protected\s+)*(?:def|fn|func|function|fun|sub)\s+(?:\([^)]*\)\s*)?{}\s*[(<]",
        regex::escape(name)
    );
    let pattern = Regex::new(&pattern).ok()?;
    text.lines().find(|line| pattern.is_match(line)).map(tidy)
}

fn constructor_of(text: &str, class: &str) -> Option<String> {
    let head =
        Regex::new(&format!(r"^\s*(?:export\s+|pub\s+|public\s+)*(?:class|impl|struct)\s+{}\b", regex::escape(class)))
            .ok()?;
    let make = Regex::new(r"^\s*(?:def __init__|constructor|(?:pub\s+)?fn new|func New\w*|public \w+)\s*[(<]").ok()?;
    let from = text.lines().position(|line| head.is_match(line))?;
    text.lines().skip(from).find(|line| make.is_match(line)).map(tidy)
}

fn tidy(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// "must stay exactly 'total X.XX'": lines of that form, as text or as the pattern that prints it, are gone.
fn form_lost(limit: &str, before: &str, after: &str) -> bool {
    let small = limit.to_lowercase();
    if !["stay", "keep", "exactly", "remain", "must not change", "unchanged"].iter().any(|word| small.contains(word)) {
        return false;
    }
    let quoted = Regex::new(r#"['"`]([^'"`]{3,60})['"`]"#).ok();
    let forms = quoted.iter().flat_map(|quoted| quoted.captures_iter(limit)).filter_map(|found| form(&found[1]));
    forms
        .into_iter()
        .any(|form| before.lines().any(|line| form.is_match(line)) && !after.lines().any(|line| form.is_match(line)))
}

fn form(quoted: &str) -> Option<Regex> {
    let holes = Regex::new(r"\b[XN0-9]+(?:[.,:][XN0-9]+)*\b|<[^>]*>|\{[^}]*\}").ok()?;
    let mut pattern = String::from(r"(?:^|\W)");
    let mut at = 0;
    for hole in holes.find_iter(quoted) {
        pattern.push_str(&regex::escape(&quoted[at..hole.start()]));
        pattern.push_str(r"(?:%[-\d.]*\w|\{[^}]*\}|\d[\d.,:]*|\$\{?\w)");
        at = hole.end();
    }
    pattern.push_str(&regex::escape(&quoted[at..]));
    // A form without a fixed part would fit everything.
    (quoted.chars().filter(|c| c.is_lowercase()).count() >= 3).then(|| Regex::new(&pattern).ok()).flatten()
}

fn dependency_added(limit: &str, path: &str, before: &str, after: &str) -> bool {
    let small = limit.to_lowercase();
    let about = ["dependenc", "third-party", "new crate", "new package", "new librar", "dependencia"]
        .iter()
        .any(|word| small.contains(word));
    let name = path.rsplit('/').next().unwrap_or(path);
    // A bumped version adds nothing: the line's key was there before, or is a field of the project itself.
    let had = |line: &str| before.lines().any(|old| key(old) == key(line));
    let added = || after.lines().any(|line| names_version(line) && !FIELDS.contains(&key(line).as_str()) && !had(line));
    about && MANIFESTS.contains(&name) && added()
}

/// Fields of a manifest that hold a version and name no dependency.
const FIELDS: &[&str] = &[
    "version",
    "name",
    "description",
    "main",
    "type",
    "license",
    "edition",
    "rust-version",
    "resolver",
    "node",
    "npm",
    "python",
    "requires-python",
    "engines",
    "packagemanager",
    "go",
    "toolchain",
];

/// The word before the first sign that is none of a name.
fn key(line: &str) -> String {
    let bare = line.trim().trim_start_matches(['"', '\'', '[', '-', ' ']);
    bare.split(|c: char| !(c.is_alphanumeric() || "-_@/.".contains(c))).next().unwrap_or_default().to_lowercase()
}

/// Whether a line of a manifest can name a dependency: a version, a place, or a bare requirement.
fn names_version(line: &str) -> bool {
    let bare = line.trim();
    let remark = bare.starts_with('#') || bare.starts_with("//");
    let version = Regex::new(
        r#"[\^~<>=]\s*\d|["'][\^~<>=v]*\d+(\.\d+)*|\bv\d+\.\d|\b(path|git|workspace|version)\b\s*[:=]|<dependency>|^gem |^[A-Za-z][\w.-]*$"#,
    );
    !bare.is_empty() && !remark && version.is_ok_and(|version| version.is_match(bare))
}
