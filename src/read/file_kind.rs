//! What kind of file a path names, by its name alone.

use std::path::Path;

/// What kind of file a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Code, settings, data: what gates run on.
    Source,
    /// A test.
    Test,
    /// Text for people, which no gate reads.
    Document,
    /// Output of a command.
    Output,
    /// Made by a tool from something else: lock files, caches, build output.
    Generated,
}

impl FileKind {
    /// Whether a test, lint or build can depend on it.
    pub fn gated(self) -> bool {
        matches!(self, Self::Source | Self::Test | Self::Generated)
    }
}

/// The kind of a path.
pub fn file_kind(path: &Path) -> FileKind {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let folders: Vec<String> = path
        .parent()
        .into_iter()
        .flat_map(Path::components)
        .map(|part| part.as_os_str().to_string_lossy().to_lowercase())
        .collect();
    let below = |names: &[&str]| folders.iter().any(|folder| names.contains(&folder.as_str()));

    if below(&[
        "node_modules",
        "__pycache__",
        ".venv",
        "target",
        "dist",
        "build",
        ".pytest_cache",
        ".git",
        ".cache",
        "coverage",
    ]) || LOCK_FILES.contains(&name.as_str())
        || matches!(ending, "pyc" | "pyo" | "o" | "class" | "map" | "snap")
        || name.ends_with(".min.js")
    {
        return FileKind::Generated;
    }
    if matches!(ending, "log" | "out" | "err" | "pid" | "tmp" | "trace" | "tap")
        || OUTPUT_NAMES.contains(&name.as_str())
    {
        return FileKind::Output;
    }
    if is_test(&name, below(&["tests", "test", "__tests__", "spec", "testing"]), ending) {
        return FileKind::Test;
    }
    if matches!(ending, "md" | "rst" | "adoc" | "txt" | "pdf" | "png" | "jpg" | "jpeg" | "gif" | "svg" | "docx" | "tex")
        || matches!(name.as_str(), "readme" | "license" | "changelog" | "notes" | "todo")
    {
        return FileKind::Document;
    }
    FileKind::Source
}

fn is_test(name: &str, below_tests: bool, ending: &str) -> bool {
    let stem = name.strip_suffix(ending).map_or(name, |stem| stem.trim_end_matches('.'));
    let last = stem.rsplit(['_', '.', '-']).next().unwrap_or_default();
    let code = !matches!(ending, "md" | "rst" | "txt" | "png" | "svg");
    let compound = last.len() < stem.len() && matches!(last, "test" | "spec" | "tests");
    code && (stem.starts_with("test_") || compound || below_tests)
}

const LOCK_FILES: &[&str] = &[
    "cargo.lock",
    "composer.lock",
    "gemfile.lock",
    "go.sum",
    "package-lock.json",
    "pipfile.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "uv.lock",
    "yarn.lock",
];

const OUTPUT_NAMES: &[&str] =
    &["test-output.txt", "test-results.xml", "junit.xml", "coverage.xml", ".coverage", "nohup.out"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_tests_documents_and_output() {
        let kind = |path: &str| file_kind(Path::new(path));
        assert_eq!(kind("tests/test_bucket.py"), FileKind::Test);
        assert_eq!(kind("lib/queue.test.js"), FileKind::Test);
        assert_eq!(kind("pkg/queue_test.go"), FileKind::Test);
        assert_eq!(kind("gate/server.py"), FileKind::Source);
        assert_eq!(kind("docs/VAT.md"), FileKind::Document);
        assert_eq!(kind("soak.log"), FileKind::Output);
        assert_eq!(kind("Cargo.lock"), FileKind::Generated);
        assert_eq!(kind("migrations/0001_init.sql"), FileKind::Source);
    }
}
