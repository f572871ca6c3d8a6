//! The house keeps its shape: who may import whom, how long a file may be, what every module says first.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read the sources fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Part, and the parts that it may import (DESIGN, "The house"). Everything may import itself; `lib`, `main` and `start` (the screen's one loop) are not listed: they may import all.
const LAYERS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("evidence", &["model"]),
    ("steps", &["model", "brief"]),
    ("read", &["model"]),
    ("brief", &["model"]),
    ("sources", &["model", "evidence", "read"]),
    ("probes", &["model", "evidence"]),
    ("words", &["model"]),
    ("widgets", &[]),
    ("report", &["model"]),
    ("msg", &["model"]),
    ("keys", &["model", "msg", "words"]),
    ("screens", &["model", "steps", "brief", "msg", "keys", "words", "widgets"]),
    ("app", &["model", "steps", "msg", "keys", "screens", "words"]),
    ("store", &["model", "brief"]),
    ("gates", &["model"]),
    ("work", &["model", "evidence", "read", "msg", "sources", "probes", "store", "brief", "gates", "steps", "report"]),
    ("term", &["msg", "keys"]),
    (
        "commands",
        &[
            "model", "steps", "read", "brief", "sources", "probes", "words", "report", "msg", "keys", "store", "gates",
            "work", "cli", "plain",
        ],
    ),
    (
        "plain",
        &[
            "model", "steps", "read", "brief", "sources", "probes", "words", "report", "msg", "keys", "store", "gates",
            "work", "cli", "commands", "widgets",
        ],
    ),
    ("cli", &[]),
];

fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    let mut files = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    files.sort();
    files
}

/// `src/read/gates/mod.rs` is part of `read`; `src/app.rs` is `app`.
fn part(path: &Path) -> String {
    let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// The parts named in `crate::part` paths, in lists `crate::{a::…, b::…}` too; code under `#[cfg(test)]` counts like any other.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    let word = |text: &str| {
        text.trim_start().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect::<String>()
    };
    for piece in code.split("crate::").skip(1) {
        if let Some(list) = piece.strip_prefix('{') {
            let mut depth = 1;
            let mut start = true;
            for (at, letter) in list.char_indices() {
                match letter {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 1 => start = true,
                    _ if start && !letter.is_whitespace() => {
                        found.insert(word(&list[at..]));
                        start = false;
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            found.insert(word(piece));
        }
    }
    found
}

#[test]
fn every_part_imports_only_what_it_may() {
    let mut broken = Vec::new();
    for (path, text) in sources() {
        let part = part(&path);
        if matches!(part.as_str(), "lib" | "main" | "start") {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == part) else {
            broken.push(format!("{}: the part {part} is not in the table of layers", path.display()));
            continue;
        };
        for import in imports(&text) {
            let known = LAYERS.iter().any(|(name, _)| *name == import);
            if known && import != part && !allowed.contains(&import.as_str()) {
                broken.push(format!("{}: {part} may not import {import}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_reader_of_imports_sees_lists_and_paths() {
    let text = "use crate::model::{Run, Event};\nuse crate::{steps::{a, b}, words};\nfn f() { crate::store::x() } // crate::term";
    assert_eq!(imports(text), ["model", "steps", "store", "words"].map(str::to_owned).into());
}

#[test]
fn no_file_is_longer_than_the_wall() {
    let long: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| text.lines().count() > 500)
        .map(|(path, text)| format!("{} has {} lines", path.display(), text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
    let main = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs")).unwrap();
    assert!(main.lines().count() <= 60, "main.rs takes arguments in and gives an exit code out, nothing else");
}

#[test]
fn every_module_says_what_it_is_for() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "without a first line that says what it is for: {}", silent.join(" "));
}

#[test]
fn the_pure_parts_have_no_clock_no_environment_and_no_files() {
    let forbidden = [
        "Timestamp::now",
        "SystemTime::now",
        "Instant::now",
        "std::env",
        "std::fs",
        "fs_err",
        "std::process",
        "std::net",
        "std::thread",
        "Zoned::now",
    ];
    let mut broken = Vec::new();
    for (path, text) in sources() {
        if !matches!(
            part(&path).as_str(),
            "model" | "steps" | "read" | "brief" | "words" | "widgets" | "keys" | "msg" | "report"
        ) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        broken.extend(
            forbidden.iter().filter(|word| code.contains(**word)).map(|word| format!("{}: {word}", path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn only_the_terminal_part_knows_crossterm() {
    let broken: Vec<String> = sources()
        .into_iter()
        .filter(|(path, text)| part(path) != "term" && text.contains("crossterm"))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(broken.is_empty(), "{}", broken.join(" "));
}
