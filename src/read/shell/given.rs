//! Files that another command gives to one: what `find` looked for, and what `xargs` hands on. Patterns only; nothing is looked up.

use std::path::{Path, PathBuf};

use super::{Simple, Written};

/// The files that a command gets from elsewhere (`find -exec`, `xargs`, `parallel`), as patterns; `None` when it gets none.
pub(super) fn given(simple: &Simple) -> Option<Vec<Written>> {
    let fed = simple.wrappers.iter().any(|wrapper| matches!(wrapper.as_str(), "xargs" | "parallel" | "find -exec"));
    fed.then(|| match &simple.sought {
        Some(args) => sought(args).into_iter().map(|file| Written::Unnamed(simple.path(&file))).collect(),
        None => vec![Written::Unnamed(simple.path("*"))],
    })
}

/// The files that `find … -delete` removes.
pub(super) fn deleted(simple: &Simple) -> Vec<Written> {
    if simple.name() != "find" || !simple.args().iter().any(|word| word == "-delete") {
        return Vec::new();
    }
    sought(simple.args()).into_iter().map(|file| Written::Unnamed(simple.path(&file))).collect()
}

/// What `find` looks for: each of its folders with each name that it asks for.
fn sought(args: &[String]) -> Vec<String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let begins = words.iter().position(|word| !matches!(*word, "-L" | "-H" | "-P")).unwrap_or(words.len());
    let ends = words.iter().skip(begins).position(|word| word.starts_with(['-', '(', '!', '\\']));
    let (roots, asked) = words.split_at(ends.map_or(words.len(), |end| begins + end));
    let roots = roots.get(begins..).filter(|roots| !roots.is_empty()).unwrap_or(&["."]);
    let mut names = Vec::new();
    for (at, pair) in asked.windows(2).enumerate() {
        let names_one = matches!(pair[0], "-name" | "-iname" | "-path" | "-ipath" | "-wholename");
        let before = at.checked_sub(1).and_then(|before| asked.get(before));
        let not = matches!(before, Some(&"!" | &"\\!" | &"-not"));
        // `-name x -prune -o …`: what is left out.
        let left_out = asked.get(at + 2) == Some(&"-prune") && matches!(asked.get(at + 3), Some(&"-o" | &"-or"));
        if names_one && !not && !left_out {
            names.push(pair[1].rsplit('/').find(|part| !matches!(*part, "" | "*")).unwrap_or("*"));
        }
    }
    if names.is_empty() {
        // Empty folders hold nothing that a check reads.
        if asked.contains(&"-empty") {
            return Vec::new();
        }
        names.push("*");
    }
    let each =
        |root: &&str| names.iter().map(|name| format!("{}/{name}", root.trim_end_matches('/'))).collect::<Vec<_>>();
    roots.iter().flat_map(each).collect()
}

/// Whether a pattern, a variable or another command stands for a part of a path.
pub(super) fn hidden(path: &Path) -> bool {
    path.to_string_lossy().contains(['$', '`', '*', '?', '{'])
}

/// What is done to a file: where its name hides what it is, only that something is done to files like it.
pub(super) fn told(simple: &Simple, path: PathBuf, named: impl Fn(PathBuf) -> Written) -> Option<Written> {
    if !hidden(&path) {
        return Some(named(path));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A variable alone is a file of its own (`"$tmp"`), unless a loop puts the files of the tree into it.
    let own = simple.folder.as_ref().and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(&path);
    let alone = name.starts_with(['$', '`']) && !name.contains(['*', '?']) && own.components().count() == 1;
    (simple.context.looped || !alone).then_some(Written::Unnamed(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_find_looks_for_is_a_pattern_in_each_of_its_folders() {
        let of = |text: &str| sought(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("src lib/ -name *.py -delete"), ["src/*.py", "lib/*.py"]);
        assert_eq!(of(". ( -name *.pyc -o -name *.pyo ) -delete"), ["./*.pyc", "./*.pyo"]);
        assert_eq!(of("-L src -not -name *.md -type f"), ["src/*"]);
        assert_eq!(of(". -name .git -prune -o -name *.rs -print"), ["./*.rs"]);
        assert_eq!(of("src -path */gen/* -delete"), ["src/gen"]);
        assert_eq!(of("-type d -empty -delete"), Vec::<String>::new());
    }
}
