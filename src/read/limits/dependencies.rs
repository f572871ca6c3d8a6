//! Dependencies that a command or an edit adds.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use regex::Regex;

use super::code::Added;
use crate::read::shell::Simple;

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
        "uv" if first == "pip" => args.iter().any(|word| word == "install") && args.len() > 2 && !local,
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

/// Whether a command moves packages to newer versions.
pub(super) fn upgrades(simple: &Simple) -> bool {
    let has = |words: &[&str]| simple.args().iter().any(|word| words.contains(&word.as_str()));
    match simple.name() {
        "cargo" | "poetry" | "bundle" | "composer" | "mix" | "pod" | "pdm" => has(&["update"]),
        "npm" | "pnpm" | "yarn" | "bun" => has(&["update", "up", "upgrade"]),
        "go" => has(&["get"]) && has(&["-u"]),
        "ncu" | "npm-check-updates" => has(&["-u", "--upgrade"]),
        _ => has(&["install", "sync", "lock"]) && has(&["-U", "--upgrade"]),
    }
}

/// A line of a manifest that adds a dependency.
pub(super) fn new_dependency(path: &Path, added: &Added) -> Option<String> {
    dependency(path, added, false).map(|line| format!("adds {line:?}"))
}

/// A line of a manifest that gives a dependency another version.
pub(super) fn new_version(path: &Path, added: &Added) -> Option<String> {
    dependency(path, added, true).map(|line| format!("changes it to {line:?}"))
}

/// A pattern of this file, compiled at its first use: a long run edits the same manifest thousands of times.
fn compiled(text: &'static str) -> Option<Regex> {
    static KNOWN: LazyLock<Mutex<HashMap<&'static str, Option<Regex>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(text).or_insert_with(|| Regex::new(text).ok()).clone()
}

/// The first line of a manifest that names a dependency; `known`: whether a line that went named it, too.
fn dependency<'a>(path: &Path, added: &'a Added, known: bool) -> Option<&'a str> {
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
    let pattern = compiled(pattern)?;
    let key = |line: &str| {
        line.trim()
            .trim_start_matches(['"', '\''])
            .split(|sign: char| !(sign.is_alphanumeric() || "-_@/.".contains(sign)))
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let gone: Vec<String> = added.gone.iter().map(|line| key(line)).collect();
    let named = |line: &&String| {
        pattern.is_match(line)
            && !fields.contains(&key(line).as_str())
            && gone.contains(&key(line)) == known
            && !added.gone.contains(line)
    };
    added.new.iter().find(named).map(|line| line.trim())
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
    let pattern = compiled(pattern)?;
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

    #[test]
    fn a_new_dependency_is_told_from_a_new_version() {
        let of = |path: &str, gone: &str, new: &str| new_dependency(Path::new(path), &Added::of(gone, new)).is_some();
        assert!(of("requirements.txt", "", "pydantic>=2") && of("Cargo.toml", "", "serde = \"1\""));
        assert!(of("package.json", "", "    \"left-pad\": \"^1.3.0\","));
        assert!(!of("Cargo.toml", "version = \"0.3.0\"", "version = \"0.3.1\""));
        assert!(!of("Cargo.toml", "serde = \"1.0\"", "serde = \"1.1\""));
        assert!(!of("package.json", "", "  \"version\": \"1.5.0\","));
        let newer = |path: &str, gone: &str, new: &str| new_version(Path::new(path), &Added::of(gone, new)).is_some();
        assert!(
            newer("requirements.txt", "attrs==23.1", "attrs==24.2")
                && newer("Cargo.toml", "a = \"1.0\"", "a = \"1.1\"")
        );
        assert!(!newer("requirements.txt", "", "attrs==24.2") && !newer("requirements.txt", "a==1", "a==1"));
        let imports = |line: &str| foreign_import(Path::new("a.py"), &Added::of("", line)).is_some();
        assert!(imports("import requests") && !imports("import json"));
    }
}
