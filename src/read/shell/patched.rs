//! A patch that stands in the script (for `apply_patch`, `patch`, `git apply`) names the files that it changes.

use std::path::PathBuf;

use super::{Simple, Written};

/// The files that a patch names; [`Written::Tree`] when the text is not in the script.
pub(super) fn patched(simple: &Simple) -> Vec<Written> {
    if !matches!(simple.name(), "apply_patch" | "applypatch") {
        return Vec::new();
    }
    let typed = simple.args().iter().find(|word| word.contains("*** "));
    let Some(text) = typed.or(simple.input.as_ref()) else {
        let fed = simple.fed_by.is_some() || simple.context.pipe.is_some_and(|place| place > 0);
        return if fed { vec![Written::Tree] } else { Vec::new() };
    };
    let mut out: Vec<Written> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        let file = |head: &str| line.strip_prefix(head).map(|file| simple.path(file.trim()));
        if let Some(path) = file("*** Update File: ") {
            out.push(Written::Edited(path));
        } else if let Some(path) = file("*** Add File: ") {
            out.push(Written::Whole(path, Some(String::new())));
        } else if let Some(path) = file("*** Delete File: ") {
            out.push(Written::Removed(path));
        } else if let Some(to) = file("*** Move to: ") {
            if let Some(Written::Edited(from)) = out.pop() {
                out.push(Written::Removed(from));
            }
            out.push(Written::Edited(to));
        } else if let (Some(added), Some(Written::Whole(_, Some(text)))) = (line.strip_prefix('+'), out.last_mut()) {
            text.push_str(added);
            text.push('\n');
        }
    }
    out
}

/// The files that a unified diff names, so many folders taken off; `None` when it names none that can be told.
pub(super) fn in_diff(diff: &str, strip: usize, at: impl Fn(&str) -> PathBuf) -> Option<Vec<Written>> {
    let name = |line: &str, head: &str| -> Option<String> {
        let typed = line.strip_prefix(head)?.split('\t').next()?.trim_end().to_owned();
        if typed == "/dev/null" {
            return Some(typed);
        }
        let inner = typed.splitn(strip + 1, '/').nth(strip)?;
        Some(inner.to_owned())
    };
    let lines: Vec<&str> = diff.lines().collect();
    let heads = lines.windows(2).filter(|pair| pair[0].starts_with("--- ") && pair[1].starts_with("+++ "));
    let files: Option<Vec<Written>> = heads
        .map(|pair| {
            let (from, to) = (name(pair[0], "--- ")?, name(pair[1], "+++ ")?);
            Some(match (from.as_str(), to.as_str()) {
                (from, "/dev/null") => Written::Removed(at(from)),
                ("/dev/null", to) => Written::Whole(at(to), None),
                (_, to) => Written::Edited(at(to)),
            })
        })
        .collect();
    files.filter(|files| !files.is_empty())
}

/// How many folders `patch` takes off the names in a diff; without a word of it, all of them, so that the file cannot be told.
pub(super) fn strips(args: &[String]) -> Option<usize> {
    let after = args.iter().position(|word| word == "-p" || word == "--strip").and_then(|at| args.get(at + 1));
    let joined = || args.iter().find_map(|word| word.strip_prefix("--strip=").or_else(|| word.strip_prefix("-p")));
    after.map(String::as_str).or_else(joined)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn a_patch_names_its_files() {
        let of = |script: &str| commands(script).iter().flat_map(patched).collect::<Vec<_>>();
        let script = "cd app && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.py\n+one\n+two\n*** Update File: a.py\n*** Move to: c.py\n@@\n-a\n+b\n*** Delete File: d.py\n*** End Patch\nEOF";
        let added = Written::Whole("app/b.py".into(), Some("one\ntwo\n".into()));
        let moved = [Written::Removed("app/a.py".into()), Written::Edited("app/c.py".into())];
        assert_eq!(of(script), [&[added][..], &moved, &[Written::Removed("app/d.py".into())]].concat());
        assert_eq!(of("apply_patch --help; apply_patch < x.patch"), [Written::Tree]);
    }
}
