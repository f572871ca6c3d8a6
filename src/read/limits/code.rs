//! What edits add and take away, held against the words of a limit: tokens, definitions, literals, dependencies.

use std::path::Path;

use regex::Regex;

use crate::model::{Run, Tree};
use crate::read::changes::Changed;
use crate::read::gates::lines;
use crate::read::shell::Simple;

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

/// Paths that a statement names.
pub(super) fn paths(core: &str) -> Vec<String> {
    let trim = |word: &str| {
        word.trim_matches(|sign: char| !sign.is_alphanumeric() && !"./_-*".contains(sign))
            .trim_end_matches(['.', ','])
            .to_owned()
    };
    let words = core.split_whitespace().map(trim);
    words.filter(|word| is_path(word)).collect()
}

fn is_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let file = name.split_once('.').is_some_and(|(stem, end)| {
        let known = [
            "py", "rs", "js", "ts", "tsx", "jsx", "go", "sql", "csv", "md", "txt", "json", "toml", "yaml", "yml",
            "lock", "sh", "html", "css", "java", "kt", "rb", "php", "c", "h", "cpp", "cs", "xml", "ini", "cfg", "env",
            "proto", "tf",
        ];
        !stem.is_empty() && end.rsplit('.').next().is_some_and(|end| known.contains(&end))
    });
    (file || (word.contains('/') && word.len() > 2)) && !word.contains("://") && !word.contains("://")
}

/// Whether a file is what a path of a statement names: the file, a file below the folder, or a match of the pattern.
pub(super) fn below(root: &Path, path: &Path, named: &str) -> bool {
    let inner = path.strip_prefix(root).unwrap_or(path);
    let named = named.trim_start_matches("./").trim_end_matches('/');
    if named.contains('*') {
        let pattern = regex::escape(named).replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
        return Regex::new(&format!("^{pattern}$")).is_ok_and(|pattern| pattern.is_match(&inner.to_string_lossy()));
    }
    inner.starts_with(named) || inner.ends_with(named) || path.starts_with(named)
}

/// "X only through Y": the paths of X, and the tools of Y.
pub(super) fn through(core: &str) -> (Vec<String>, Vec<String>) {
    let at = ["only through", "only by", "only via", "only with", "solo mediante", "solo con"]
        .iter()
        .find_map(|word| core.to_lowercase().find(word))
        .unwrap_or(core.len());
    let (before, after) = core.split_at(at.min(core.len()));
    (paths(before), paths(after))
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

/// A token that a statement forbids ("no floats") and an edit adds.
pub(super) fn forbidden_token(core: &str, added: &Added) -> Option<String> {
    let lower = core.to_lowercase();
    let forbids = Regex::new(r"\b(no|never|without|sin|not|avoid)\b").ok()?.find(&lower)?.end();
    let tail = lower.get(forbids..)?;
    let mut tokens: Vec<(String, Regex)> = Vec::new();
    if Regex::new(r"\bfloat(s|ing)?\b|\bflotantes?\b").ok()?.is_match(tail) {
        tokens.push((
            "a float".into(),
            Regex::new(r"\bfloat\(|\bround\(|\bf(32|64)\b|\bfloat(32|64)?\b|\bdouble\b|(^|[^\w.])\d+\.\d+\b").ok()?,
        ));
    }
    let calls = Regex::new(r"([a-z_][\w.:!]*)\(\)").ok()?;
    for call in calls.captures_iter(tail) {
        let name = &call[1];
        tokens.push((format!("{name}("), Regex::new(&format!(r"(^|[^\w]){}\(", regex::escape(name))).ok()?));
    }
    for line in &added.new {
        let told = bare(line);
        if let Some((token, _)) = tokens.iter().find(|(_, pattern)| pattern.is_match(&told.to_lowercase())) {
            return Some(format!("adds {token} in {:?}", line.trim()));
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
    let stays = ["exactly", "must stay", "exactamente", "sigue siendo", "seguir siendo", "unchanged", "verbatim"]
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

fn ends(name: &str, end: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == end)
}

/// Whether a command installs or adds a package by name.
pub(super) fn installs(simple: &Simple) -> bool {
    let args = simple.args();
    let first = args.first().map_or("", String::as_str);
    let named = args
        .iter()
        .skip(1)
        .any(|word| !word.starts_with('-') && word != "." && !ends(word, "txt") && !word.starts_with("./"));
    let local = args.iter().any(|word| word == "-r" || word == "-e" || word == "--editable");
    match simple.name() {
        "cargo" => first == "add",
        "npm" | "pnpm" | "yarn" | "bun" => ["install", "i", "add"].contains(&first) && named,
        "pip" | "pip3" | "pipx" | "conda" | "uv" | "poetry" | "pdm" => {
            ["install", "add"].contains(&first) && named && !local
        }
        name if name.starts_with("python") => {
            args.windows(3).any(|words| words[0] == "-m" && words[1] == "pip" && words[2] == "install")
                && args.len() > 3
                && !local
        }
        "go" => first == "get" && named,
        "gem" | "bundle" | "composer" | "dotnet" | "mix" => ["install", "add", "require"].contains(&first) && named,
        _ => false,
    }
}

/// A line of a manifest that adds a dependency.
pub(super) fn new_dependency(path: &Path, added: &Added) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let pattern = match name.as_str() {
        "cargo.toml" => r#"^\s*[\w-]+\s*=\s*("[\^~=<>*]?\d|\{.*(version|path|git)\s*=)"#,
        "package.json" => r#"^\s*"[@\w./-]+"\s*:\s*"([\^~]|[<>=]*\d+\.|latest|\*|workspace:|file:|git)"#,
        "go.mod" => r"^\s*(require\s+)?[\w.-]+\.\w+/\S+\s+v\d",
        "pyproject.toml" | "setup.py" | "setup.cfg" => r#"^\s*["']?[A-Za-z][\w.-]*(\[[\w,]+\])?\s*([=<>~!]=|>|<)\s*\d"#,
        "gemfile" => r"^\s*gem\s",
        "pom.xml" => "<dependency>",
        "build.gradle" | "build.gradle.kts" => r"^\s*(implementation|api|compile|testImplementation)\b",
        "composer.json" => r#"^\s*"[\w-]+/[\w-]+"\s*:"#,
        "pipfile" => r#"^\s*[\w-]+\s*=\s*["{]"#,
        other if other.starts_with("requirements") && !ends(other, "lock") => {
            r"^\s*[A-Za-z][\w.-]*(\[[\w,]+\])?\s*([=<>~!]=.*|@.*)?$"
        }
        _ => return None,
    };
    let fields = [
        "version",
        "edition",
        "name",
        "rust-version",
        "description",
        "license",
        "authors",
        "readme",
        "repository",
        "homepage",
        "node",
        "npm",
        "main",
        "type",
        "requires-python",
        "python",
        "resolver",
    ];
    let pattern = Regex::new(pattern).ok()?;
    let key = |line: &str| {
        line.trim()
            .trim_start_matches(['"', '\''])
            .split(|sign: char| !(sign.is_alphanumeric() || "-_@/.".contains(sign)))
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let known: Vec<String> = added.gone.iter().map(|line| key(line)).collect();
    let line = added
        .new
        .iter()
        .find(|line| pattern.is_match(line) && !fields.contains(&key(line).as_str()) && !known.contains(&key(line)))?;
    Some(format!("adds {:?}", line.trim()))
}

/// Well-known packages that no standard library has.
const FOREIGN: &[&str] = &[
    "requests",
    "numpy",
    "pandas",
    "scipy",
    "flask",
    "django",
    "fastapi",
    "httpx",
    "aiohttp",
    "yaml",
    "pydantic",
    "redis",
    "sqlalchemy",
    "click",
    "rich",
    "attr",
    "attrs",
    "dateutil",
    "pytz",
    "bs4",
    "lxml",
    "boto3",
    "cachetools",
    "tenacity",
    "pytest",
    "jinja2",
    "tornado",
    "starlette",
    "uvicorn",
    "gunicorn",
    "celery",
    "structlog",
    "loguru",
    "ujson",
    "orjson",
    "msgpack",
    "psycopg2",
    "pymysql",
    "ratelimit",
    "limits",
    "freezegun",
    "hypothesis",
    "typer",
    "trio",
    "anyio",
    "simplejson",
    "more_itertools",
    "marshmallow",
    "toml",
    "tqdm",
    "pillow",
    "PIL",
    "six",
    "lodash",
    "axios",
    "express",
    "moment",
    "chalk",
    "uuid",
    "dayjs",
    "underscore",
    "async",
    "bluebird",
    "got",
    "node-fetch",
    "p-retry",
    "p-queue",
    "p-limit",
];

/// An import of a package that is not of the standard library.
pub(super) fn foreign_import(path: &Path, added: &Added) -> Option<String> {
    let end = path.extension()?.to_string_lossy().to_lowercase();
    let pattern = match end.as_str() {
        "py" => r"^\s*(?:from|import)\s+([A-Za-z_]\w*)",
        "js" | "ts" | "mjs" | "cjs" | "tsx" | "jsx" => r#"(?:from\s+|require\()\s*['"]([^./'"][^'"]*)['"]"#,
        _ => return None,
    };
    let pattern = Regex::new(pattern).ok()?;
    let line = added.new.iter().find(|line| {
        pattern
            .captures(line)
            .and_then(|found| found.get(1).map(|name| FOREIGN.contains(&name.as_str())))
            .unwrap_or(false)
    })?;
    Some(format!("adds {:?}", line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(gone: &str, new: &str) -> Added {
        let split = |text: &str| text.lines().map(str::to_owned).collect();
        Added { gone: split(gone), new: split(new) }
    }

    #[test]
    fn paths_are_told_from_words() {
        let text = "Never edit migrations/0001_init.sql or `docs/`, v0.3.1 is out";
        assert_eq!(paths(text), ["migrations/0001_init.sql", "docs/"]);
        let root = Path::new("/w");
        assert!(below(root, Path::new("/w/docs/a/b.md"), "docs/") && below(root, Path::new("/w/a.sql"), "*.sql"));
        assert!(!below(root, Path::new("/w/docs2/b.md"), "docs/"));
        let (target, tool) = through("a.lock only through tools/lock.py");
        assert_eq!((target, tool), (vec!["a.lock".to_owned()], vec!["tools/lock.py".to_owned()]));
    }

    #[test]
    fn what_a_limit_forbids_is_seen_in_the_lines() {
        assert!(forbidden_token("no floats or round()", &edit("", "f(\"%.2f\" % round(total * 0.21))")).is_some());
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

    #[test]
    fn a_new_dependency_is_told_from_a_new_version() {
        let of = |path: &str, gone: &str, new: &str| new_dependency(Path::new(path), &edit(gone, new)).is_some();
        assert!(of("requirements.txt", "", "pydantic>=2") && of("Cargo.toml", "", "serde = \"1\""));
        assert!(of("package.json", "", "    \"left-pad\": \"^1.3.0\","));
        assert!(!of("Cargo.toml", "version = \"0.3.0\"", "version = \"0.3.1\""));
        assert!(!of("Cargo.toml", "serde = \"1.0\"", "serde = \"1.1\""));
        assert!(!of("package.json", "", "  \"version\": \"1.5.0\","));
        let imports = |line: &str| foreign_import(Path::new("a.py"), &edit("", line)).is_some();
        assert!(imports("import requests") && !imports("import json"));
    }
}
