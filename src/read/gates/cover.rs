//! Which files a gate looks at: a changed file that it covers makes its result old.

use std::path::Path;

/// Languages by the ends of their sources.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("rust", &["rs"]),
    ("python", &["py", "pyi", "pyx", "ipynb"]),
    ("js", &["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro"]),
    ("go", &["go"]),
    ("jvm", &["java", "kt", "kts", "scala", "groovy", "clj", "gradle"]),
    ("dotnet", &["cs", "fs", "vb", "csproj", "sln"]),
    ("c", &["c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm"]),
    ("ruby", &["rb", "erb", "rake"]),
    ("php", &["php"]),
    ("elixir", &["ex", "exs", "erl", "hrl"]),
    ("swift", &["swift"]),
    ("dart", &["dart"]),
    ("zig", &["zig"]),
    ("haskell", &["hs", "cabal"]),
    ("ocaml", &["ml", "mli"]),
    ("lua", &["lua"]),
    ("r", &["r"]),
    ("shell", &["sh", "bash", "bats"]),
    ("terraform", &["tf", "tfvars", "hcl", "tofu"]),
];

const TEXTS: &[&str] = &["md", "markdown", "rst", "adoc", "mdx"];
const OUTPUT: &[&str] =
    &["log", "out", "tmp", "bak", "swp", "pid", "png", "jpg", "jpeg", "gif", "svg", "ico", "pdf", "pyc", "o", "class"];
/// What tools build and pack, unless it is data of a test.
const BUILT: &[&str] = &[
    "bin", "tfplan", "tfstate", "tar", "gz", "tgz", "zip", "whl", "exe", "so", "dylib", "dll", "a", "lib", "prof",
    "cov", "lcov",
];
const MADE: &[&str] = &[
    "target",
    "node_modules",
    "dist",
    "__pycache__",
    ".git",
    ".venv",
    "venv",
    "coverage",
    ".pytest_cache",
    ".mypy_cache",
    ".lastgood",
    ".idea",
    ".vscode",
];

/// Whether a gate of a language looks at a file; `command` may name texts that it checks.
pub(crate) fn covers(language: &str, command: &str, path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
    if path.components().any(|part| MADE.contains(&part.as_os_str().to_string_lossy().as_ref())) {
        return false;
    }
    if OUTPUT.contains(&end.as_str()) || (BUILT.contains(&end.as_str()) && !in_tests(path)) {
        return false;
    }
    let text = TEXTS.contains(&end.as_str())
        || ["license", "changelog", "authors", "notice", "codeowners", ".gitignore", "claude", "agents"]
            .iter()
            .any(|stem| name.starts_with(stem));
    if text || (end == "txt" && !name.starts_with("requirements") && !in_tests(path)) {
        return ["doc", "link", "markdown", "md", "spell", "vale", "typos", "contract"]
            .iter()
            .any(|word| command.contains(word))
            && text;
    }
    let source = LANGUAGES.iter().find(|(_, ends)| ends.contains(&end.as_str()));
    match source {
        Some((of, _)) => language.is_empty() || *of == language,
        None => true,
    }
}

fn in_tests(path: &Path) -> bool {
    is_test(path)
        || path
            .components()
            .any(|part| matches!(part.as_os_str().to_string_lossy().as_ref(), "fixtures" | "testdata" | "snapshots"))
}

/// Whether a file holds tests.
pub(crate) fn is_test(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let folder = path.parent().is_some_and(|folder| {
        folder.components().any(|part| {
            matches!(
                part.as_os_str().to_string_lossy().to_lowercase().as_str(),
                "test" | "tests" | "spec" | "specs" | "__tests__" | "e2e"
            )
        })
    });
    folder
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_spec")
        || stem == "conftest"
        || name.contains(".test.")
        || name.contains(".spec.")
        || (stem.ends_with("test") || stem.ends_with("tests")) && path.extension().is_some_and(|end| end == "java")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_other_languages_do_not_age_a_test() {
        let covers = |language: &str, path: &str| covers(language, "run the tests", Path::new(path));
        for path in
            ["src/lib.rs", "Cargo.toml", "tests/data/a.json", "migrations/1.sql", "Makefile", "templates/a.html"]
        {
            assert!(covers("rust", path), "{path}");
        }
        for path in ["README.md", "docs/guide.rst", "target/debug/x.rs", "soak.log", "web/app.ts", "notes.txt"] {
            assert!(!covers("rust", path), "{path}");
        }
        assert!(
            covers("terraform", "envs/prod.tfvars") && !covers("terraform", "p.bin") && covers("", "tests/data/a.bin")
        );
        assert!(covers("", "a.rs") && covers("python", "requirements.txt"));
        assert!(
            is_test(Path::new("gate/tests/x.py"))
                && is_test(Path::new("lib/queue.test.js"))
                && !is_test(Path::new("src/latest.rs"))
        );
    }
}
