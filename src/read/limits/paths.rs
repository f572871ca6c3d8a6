//! Files and folders that a statement names.

use std::path::Path;

use regex::Regex;

/// Files without a folder or an ending that everybody knows.
const WELL_KNOWN: &[&str] = &[
    "makefile",
    "dockerfile",
    "procfile",
    "jenkinsfile",
    "vagrantfile",
    "license",
    "readme",
    "changelog",
    "gemfile",
    "rakefile",
    "justfile",
    "codeowners",
];

/// Paths that a statement names.
pub(super) fn paths(core: &str) -> Vec<String> {
    let trim = |word: &str| {
        word.trim_matches(|sign: char| !sign.is_alphanumeric() && !"./_-*".contains(sign))
            .trim_end_matches(['.', ','])
            .to_owned()
    };
    let words: Vec<String> = core.split_whitespace().map(trim).collect();
    let plain = |word: &String| {
        word.len() > 1
            && word.chars().all(|sign| sign.is_alphanumeric() || "_-".contains(sign))
            && !ARTICLES.contains(&word.as_str())
    };
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map(|next| next.to_lowercase()).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|word| word.to_lowercase()).unwrap_or_default();
        // "the migrations folder", "la carpeta migrations"
        let folder = plain(word)
            && (["folder", "directory", "dir"].contains(&next.as_str())
                || ["carpeta", "directorio"].contains(&before.as_str()));
        if is_path(word) || folder || WELL_KNOWN.contains(&word.to_lowercase().as_str()) {
            out.push(word.clone());
        }
    }
    out
}

/// Words that name no folder before the word "folder".
const ARTICLES: &[&str] = &[
    "the", "this", "that", "any", "other", "same", "new", "a", "your", "my", "each", "every", "la", "el", "esta",
    "otra",
];

/// Whether a word is the path of a file or folder.
pub(super) fn is_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let file = name.split_once('.').is_some_and(|(stem, end)| {
        let known = [
            "py",
            "rs",
            "js",
            "ts",
            "tsx",
            "jsx",
            "go",
            "sql",
            "csv",
            "md",
            "txt",
            "json",
            "toml",
            "yaml",
            "yml",
            "lock",
            "sh",
            "html",
            "css",
            "java",
            "kt",
            "rb",
            "php",
            "c",
            "h",
            "cpp",
            "cs",
            "xml",
            "ini",
            "cfg",
            "env",
            "proto",
            "tf",
            "vue",
            "svelte",
            "mjs",
            "cjs",
            "mts",
            "kts",
            "swift",
            "scala",
            "ex",
            "exs",
            "hs",
            "lua",
            "pl",
            "dart",
            "zig",
            "gradle",
            "properties",
            "conf",
            "log",
            "svg",
            "png",
            "ipynb",
            "graphql",
            "prisma",
            "rst",
            "adoc",
            "bash",
            "ps1",
            "tfvars",
            "hcl",
            "nix",
            "cc",
            "hpp",
            "hh",
            "csproj",
            "sln",
            "parquet",
            "db",
            "sqlite",
            "pem",
            "scss",
            "pyi",
            "erb",
            "tex",
            "jsonl",
            "bib",
        ];
        let dot =
            stem.is_empty() && end.len() > 2 && end.chars().all(|sign| sign.is_alphanumeric() || "-_.".contains(sign));
        dot || (!stem.is_empty() && end.rsplit('.').next().is_some_and(|end| known.contains(&end)))
    });
    (file || (word.contains('/') && word.len() > 2)) && !word.contains("://")
}

/// Whether a file is what a path of a statement names: the file, a file below the folder, or a match of the pattern.
pub(super) fn below(root: &Path, path: &Path, named: &str) -> bool {
    let inner = path.strip_prefix(root).unwrap_or(path);
    let named = named.trim_start_matches("./").trim_end_matches('/');
    if named.contains('*') {
        let pattern = regex::escape(named).replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
        return Regex::new(&format!("^{pattern}$")).is_ok_and(|pattern| pattern.is_match(&inner.to_string_lossy()));
    }
    let stem = inner.file_name().is_some_and(|name| {
        let name = name.to_string_lossy().to_lowercase();
        WELL_KNOWN.contains(&named.to_lowercase().as_str())
            && name.split('.').next() == Some(named.to_lowercase().as_str())
    });
    inner.starts_with(named) || inner.ends_with(named) || path.starts_with(named) || stem
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn folders_and_well_known_files_need_no_ending() {
        assert_eq!(paths("Leave the migrations folder and the Makefile alone"), ["migrations", "Makefile"]);
        assert_eq!(paths("No toques la carpeta legacy ni .env"), ["legacy", ".env"]);
        assert_eq!(paths("Do not touch that folder, e.g. by hand"), Vec::<String>::new());
        let root = Path::new("/w");
        assert!(
            below(root, Path::new("/w/LICENSE.md"), "license") && !below(root, Path::new("/w/licenses/a"), "license")
        );
    }
}
