//! Files that a simple command writes, removes or moves, as far as its words name them.

use std::path::PathBuf;

use super::given::told;
use super::{Git, Simple, code, copies, fixers, git, given, in_place, patched, unpacks};

/// What a command does to one file; paths as typed, seen from where the script starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is written anew: the content, where the script has it word for word.
    Whole(PathBuf, Option<String>),
    /// Something is added to its end.
    Added(PathBuf, Option<String>),
    /// It is edited in place.
    Edited(PathBuf),
    /// It is removed; a folder with all that is in it.
    Removed(PathBuf),
    /// It gets another name.
    Moved(PathBuf, PathBuf),
    /// It comes back from git: as it stands in the index or a commit.
    Restored(PathBuf),
    /// Files that are not named come back from git, or are put away by it (`git reset --hard`, `git stash`).
    Tree,
    /// Files that only a pattern, a variable or another command names (`src/*.py`, `$f`); all of a folder as `folder/*`.
    Unnamed(PathBuf),
}

/// Options of `touch` and `truncate` with a word of their own: a size, a time, another file.
const TOUCH_TAKES: &[&str] = &["-s", "--size", "-r", "--reference", "-d", "--date", "-t", "--time"];
/// Those of `patch`: the diff, a folder, a count.
const PATCH_TAKES: &[&str] =
    &["-i", "--input", "-d", "--directory", "-p", "--strip", "-o", "--output", "-r", "-F", "-z", "-B"];

/// The files that a command writes.
pub fn writes(simple: &Simple) -> Vec<Written> {
    let mut out = redirected(simple);
    // In a container the paths are another machine's; what is redirected is written here.
    if simple.wrappers.iter().any(|wrapper| wrapper.starts_with("docker") || wrapper.starts_with("podman")) {
        return out;
    }
    out.extend(code::writes(simple));
    out.extend(in_place::edits(simple));
    out.extend(unpacks::unpacks(simple));
    out.extend(patched::patched(simple));
    out.extend(given::deleted(simple));
    out.extend(copies::copies(simple).into_iter().flatten());
    let args = simple.args();
    let operands: Vec<&str> = operands(args);
    let path = |typed: &str| simple.path(typed);
    match simple.name() {
        "tee" => {
            let add = args.iter().any(|word| word == "-a" || word == "--append");
            let text = simple.input.clone();
            let kind = if add { Written::Added } else { Written::Whole };
            out.extend(operands.iter().map(|file| kind(path(file), text.clone())));
        }
        "rm" | "unlink" | "rmdir" | "shred" => match given::given(simple) {
            Some(given) => out.extend(given),
            None => out.extend(operands.iter().filter_map(|file| told(simple, path(file), Written::Removed))),
        },
        "touch" | "truncate" => {
            let files = operands_but(args, TOUCH_TAKES);
            out.extend(files.map(|file| Written::Added(path(file), Some(String::new()))));
        }
        "dd" => out.extend(
            args.iter().filter_map(|word| word.strip_prefix("of=")).map(|file| Written::Whole(path(file), None)),
        ),
        "patch" if args.iter().any(|word| word == "--dry-run" || word == "-C" || word == "--check") => {}
        "patch" => {
            let named = || patched::in_diff(simple.input.as_deref()?, patched::strips(args)?, path);
            let file = || operands_but(args, PATCH_TAKES).next().map(|file| vec![Written::Edited(path(file))]);
            out.extend(named().or_else(file).unwrap_or_else(|| vec![Written::Tree]));
        }
        "sponge" => out.extend(operands.iter().map(|file| Written::Whole(path(file), None))),
        "git" => out.extend(by_git(simple)),
        "gh" if args.starts_with(&["pr".to_owned(), "checkout".to_owned()]) => out.push(Written::Tree),
        // Which files it found something in, its words do not tell.
        _ if fixers::rewrites(simple) => out.push(Written::Tree),
        _ => {}
    }
    out
}

/// Whether a command rewrites what it looks at: a formatter, or a fixer that was told to fix.
pub fn rewrites(simple: &Simple) -> bool {
    fixers::rewrites(simple)
}

/// Whether a command changes one file after the other, so that it has changed some when it fails.
pub fn by_pieces(simple: &Simple) -> bool {
    let one_by_one = ["patch", "rsync", "tar", "unzip", "git-clang-format"].contains(&simple.name());
    one_by_one || fixers::rewrites(simple) || given::given(simple).is_some()
}

fn redirected(simple: &Simple) -> Vec<Written> {
    let content = || -> Option<String> {
        match simple.name() {
            "cat" if simple.args().iter().all(|word| word == "-") => simple.input.clone(),
            "echo"
                if !simple
                    .args()
                    .iter()
                    .any(|word| word.contains(['$', '`', '\\']) || word == "-n" || word == "-e") =>
            {
                Some(format!("{}\n", simple.args().join(" ")))
            }
            ":" | "true" | "" => Some(String::new()),
            _ => None,
        }
    };
    let only = simple.redirects.len() == 1;
    let mut out = Vec::new();
    for redirect in &simple.redirects {
        let text = if only && redirect.stdout { content() } else { None };
        let path = simple.path(&redirect.path);
        out.push(if redirect.append { Written::Added(path, text) } else { Written::Whole(path, text) });
    }
    out
}

fn begins_a_branch(git: &Git<'_>) -> bool {
    ["-b", "-B", "-c", "-C", "--create", "--orphan"].iter().any(|flag| git.has(flag))
}

fn by_git(simple: &Simple) -> Vec<Written> {
    let Some(git) = git(simple) else { return Vec::new() };
    let at = |typed: &str| git.folder.as_ref().map_or_else(|| PathBuf::from(typed), |folder| folder.join(typed));
    let after = git.args.iter().position(|word| word == "--").map(|place| &git.args[place + 1..]);
    let named = |paths: Vec<&str>| -> Vec<Written> {
        if paths.iter().any(|path| matches!(*path, "." | ":/" | "*")) {
            return vec![Written::Tree];
        }
        paths.into_iter().map(|path| Written::Restored(at(path))).collect()
    };
    match git.verb {
        // A new branch begins here, unless it is told to begin elsewhere.
        "checkout" | "switch" if begins_a_branch(&git) => {
            let elsewhere = git.operands().nth(1).is_some_and(|start| start != "HEAD" && start != "@");
            if elsewhere { vec![Written::Tree] } else { Vec::new() }
        }
        "checkout" => {
            let typed: Vec<&str> = match after {
                Some(paths) => paths.iter().map(String::as_str).collect(),
                None => git.operands().filter(|word| is_file(word)).collect(),
            };
            // Another branch or commit: its files take the place of these.
            let moves = typed.is_empty() && git.operands().next().is_some();
            if moves { vec![Written::Tree] } else { named(typed) }
        }
        "switch" => vec![Written::Tree],
        "restore" if git.has("--staged") && !git.has("--worktree") => Vec::new(),
        "restore" => named(git.operands().collect()),
        "reset" if git.has("--hard") || git.has("--merge") || git.has("--keep") => vec![Written::Tree],
        "stash" => match git.operands().next() {
            None | Some("push" | "save" | "pop" | "apply") => vec![Written::Tree],
            _ => Vec::new(),
        },
        "apply" if git.operands().next().is_none() && !only_looks(&git) => {
            let named = simple.input.as_deref().and_then(|diff| patched::in_diff(diff, 1, at));
            named.unwrap_or_else(|| vec![Written::Tree])
        }
        "apply" | "am" | "cherry-pick" | "revert" | "merge" | "rebase" | "pull" | "bisect" => {
            if only_looks(&git) {
                Vec::new()
            } else {
                vec![Written::Tree]
            }
        }
        "clean" if !git.has("--dry-run") && !git.args.iter().any(|word| is_bundle(word, 'n')) => vec![Written::Tree],
        "checkout-index" | "read-tree" | "clang-format" if !git.has("--diff") => vec![Written::Tree],
        "rm" if !git.has("--cached") => git.operands().map(|path| Written::Removed(at(path))).collect(),
        "mv" => {
            let operands: Vec<_> = git.operands().collect();
            pairs(&operands).map(|(from, to)| Written::Moved(at(from), at(&to))).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a word after `git checkout` is a file and no branch: a branch may hold a slash, and hardly an ending.
fn is_file(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or("", |(_, ending)| ending);
    word == "." || word.ends_with('/') || ending.chars().next().is_some_and(char::is_alphabetic)
}

/// Whether a command that applies changes was told to change no file.
fn only_looks(git: &Git<'_>) -> bool {
    ["--check", "--stat", "--numstat", "--summary", "--cached", "--show-current-patch"]
        .iter()
        .any(|option| git.has(option))
}

/// The words that are no options and do not belong to one of these.
fn operands_but<'a>(args: &'a [String], takes: &'static [&str]) -> impl Iterator<Item = &'a str> {
    let of_one = move |at: &usize| at.checked_sub(1).is_some_and(|before| takes.contains(&args[before].as_str()));
    args.iter()
        .enumerate()
        .filter(move |(at, word)| !word.starts_with('-') && !of_one(at))
        .map(|(_, word)| word.as_str())
}

fn operands(args: &[String]) -> Vec<&str> {
    let mut plain = false;
    args.iter()
        .map(String::as_str)
        .filter(|word| {
            let option = !plain && word.starts_with('-') && word.len() > 1;
            plain |= *word == "--";
            !option
        })
        .collect()
}

/// Whether a word is a bundle of short options with this one among them.
fn is_bundle(word: &str, letter: char) -> bool {
    word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
}

/// Every source with its target; into a folder (a trailing slash, or several sources) the names stay.
fn pairs<'a>(operands: &[&'a str]) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
    let (to, from) = operands.split_last().map_or(("", &[][..]), |(to, from)| (*to, from));
    let folder = from.len() > 1 || to.ends_with('/') || to == "." || to == "..";
    let pairs: Vec<_> = from
        .iter()
        .map(|source| {
            let name = source.trim_end_matches('/').rsplit('/').next().unwrap_or(source);
            (*source, if folder { format!("{}/{name}", to.trim_end_matches('/')) } else { to.to_owned() })
        })
        .collect();
    pairs.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn of(script: &str) -> Vec<Written> {
        commands(script).iter().flat_map(writes).collect()
    }

    #[test]
    fn a_fixer_changes_files_that_it_does_not_name_and_a_check_changes_none() {
        for script in [
            "npx eslint src --fix",
            "uv run ruff check . --fix",
            "black .",
            "cargo +nightly fmt",
            "npm run format",
            "npm run lint -- --fix",
            "yarn lint --fix",
            "npx prettier --write .",
            "gofmt -l -w .",
            "ruff format",
            "deno fmt",
            "make fmt",
        ] {
            assert_eq!(of(script), [Written::Tree], "{script}");
        }
        for script in
            ["eslint src", "black --check .", "ruff check .", "cargo fmt --check", "gofmt -l .", "npm run lint", "make"]
        {
            assert_eq!(of(script), [], "{script}");
        }
    }

    #[test]
    fn a_trial_of_a_patch_changes_nothing() {
        assert_eq!(of("patch --dry-run -p1 < a.diff"), []);
        assert_eq!(of("patch -p1 < a.diff; sponge a.py"), [Written::Tree, Written::Whole("a.py".into(), None)]);
    }

    #[test]
    fn files_are_named_by_what_the_command_says() {
        assert_eq!(of("cd app && cat > a.txt <<'E'\nhi\nE"), [Written::Whole("app/a.txt".into(), Some("hi\n".into()))]);
        assert_eq!(of("echo x >> log"), [Written::Added("log".into(), Some("x\n".into()))]);
        assert_eq!(of("make 2>&1 | tee out.log"), [Written::Whole("out.log".into(), None)]);
        assert_eq!(
            of("sed -i 's/a/b/' src/x.rs lib.rs"),
            [Written::Edited("src/x.rs".into()), Written::Edited("lib.rs".into())]
        );
        assert_eq!(of("perl -pi -e 's/a/b/' x.txt"), [Written::Edited("x.txt".into())]);
        assert_eq!(of("mv a b/ && rm -rf c"), [Written::Moved("a".into(), "b/a".into()), Written::Removed("c".into())]);
        assert_eq!(
            of("git -C app checkout -- x.py; git checkout main"),
            [Written::Restored("app/x.py".into()), Written::Tree]
        );
        assert_eq!(of("git stash && git reset --hard HEAD~1"), [Written::Tree, Written::Tree]);
        assert_eq!(of("git checkout feat/a; git switch -"), [Written::Tree, Written::Tree]);
        assert_eq!(of("git checkout -b x; git switch -c y; git checkout; docker run --rm a rm -rf /x"), []);
        assert_eq!(of("curl -sSL https://a.example -o b.json"), [Written::Whole("b.json".into(), None)]);
        assert_eq!(of("cargo test > /dev/null 2>&1"), []);
    }
}
