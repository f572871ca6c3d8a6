//! Commands that bring files from elsewhere (`cp`, `mv`, `install`, `rsync`, `scp`, `curl`, `wget`): where they land, so far as the words tell.

use super::given::{given, told};
use super::{Simple, Written};

/// The options of a command with their values, and its other words.
struct Typed<'a> {
    options: Vec<(String, &'a str)>,
    operands: Vec<&'a str>,
}

impl<'a> Typed<'a> {
    /// Reads words; `letters` and `names` are the options that take a value.
    fn read(args: &'a [String], letters: &str, names: &[&str]) -> Self {
        let (mut options, mut operands) = (Vec::new(), Vec::new());
        let mut words = args.iter().map(String::as_str);
        while let Some(word) = words.next() {
            if word == "--" {
                operands.extend(words.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                let (name, value) = match long.split_once('=') {
                    Some((name, value)) => (name, value),
                    None if names.contains(&long) => (long, words.next().unwrap_or_default()),
                    None => (long, ""),
                };
                options.push((name.to_owned(), value));
            } else if word.len() > 1 && word.starts_with('-') {
                for (at, letter) in word.char_indices().skip(1) {
                    let rest = &word[at + letter.len_utf8()..];
                    if letters.contains(letter) {
                        let value = if rest.is_empty() { words.next().unwrap_or_default() } else { rest };
                        options.push((letter.to_string(), value));
                        break;
                    }
                    options.push((letter.to_string(), ""));
                }
            } else {
                operands.push(word);
            }
        }
        Self { options, operands }
    }

    fn value(&self, options: &[&str]) -> Option<&'a str> {
        self.options.iter().rfind(|(name, _)| options.contains(&name.as_str())).map(|(_, value)| *value)
    }

    fn has(&self, options: &[&str]) -> bool {
        self.value(options).is_some()
    }

    /// The sources, and the target with whether it must be a folder; an option may name it first.
    fn pairs(&self) -> Option<(&[&'a str], &'a str, bool)> {
        if let Some(folder) = self.value(&["t", "target-directory"]) {
            return Some((&self.operands, folder, true));
        }
        let (to, from) = self.operands.split_last()?;
        Some((from, to, from.len() > 1))
    }
}

/// What a command that copies or fetches writes; `None` for any other command.
pub(super) fn copies(simple: &Simple) -> Option<Vec<Written>> {
    let args = simple.args();
    Some(match simple.name() {
        "cp" | "ln" => lands(simple, &Typed::read(args, "tS", &["target-directory", "suffix"]), false),
        "mv" => lands(simple, &Typed::read(args, "tS", &["target-directory", "suffix"]), true),
        "install" => {
            let typed = Typed::read(args, "tSmog", &["target-directory", "suffix", "mode", "owner", "group"]);
            if typed.has(&["d", "directory"]) { Vec::new() } else { lands(simple, &typed, false) }
        }
        "rsync" => synced(simple, &Typed::read(args, "efTBM", RSYNC)),
        "scp" => synced(simple, &Typed::read(args, "cFiJloPSDX", &[])),
        "curl" => {
            let typed = Typed::read(args, "AbcCdDeEFHKmoPQrtTuUwxXyYz", &["output", "output-dir", "url", "request"]);
            let folder = typed.value(&["output-dir"]).unwrap_or_default();
            let named = typed.has(&["O", "remote-name", "remote-name-all"]);
            fetched(simple, folder, typed.value(&["o", "output"]), &urls(&typed), named)
        }
        "wget" if args.iter().any(|word| word == "--spider" || word == "--help" || word == "--version") => Vec::new(),
        "wget" => {
            let typed = Typed::read(args, "OoPaietTwQUARDIXlB", &["output-document", "directory-prefix", "input-file"]);
            let folder = typed.value(&["P", "directory-prefix"]).unwrap_or_default();
            if typed.has(&["r", "m", "i", "recursive", "mirror", "input-file"]) {
                return Some(vec![Written::Unnamed(simple.path(folder).join("*"))]);
            }
            fetched(simple, folder, typed.value(&["O", "output-document"]), &urls(&typed), true)
        }
        "sort" => {
            let typed = Typed::read(args, "okStT", &["output", "key"]);
            let file = typed.value(&["o", "output"]);
            file.and_then(|file| told(simple, simple.path(file), |path| Written::Whole(path, None)))
                .into_iter()
                .collect()
        }
        _ => return None,
    })
}

const RSYNC: &[&str] = &[
    "exclude",
    "include",
    "exclude-from",
    "include-from",
    "filter",
    "files-from",
    "rsh",
    "rsync-path",
    "port",
    "bwlimit",
    "timeout",
    "chmod",
    "chown",
    "log-file",
    "temp-dir",
    "partial-dir",
    "compare-dest",
    "link-dest",
    "copy-dest",
    "suffix",
    "backup-dir",
    "password-file",
    "max-size",
    "min-size",
];

/// Where files land that are copied or moved on this machine.
fn lands(simple: &Simple, typed: &Typed<'_>, moves: bool) -> Vec<Written> {
    let given = given(simple);
    let Some((from, to, folder)) = typed.pairs() else { return given.filter(|_| moves).unwrap_or_default() };
    let mut out = Vec::new();
    if let Some(given) = given {
        // What is given stands for itself, and lies under its own name in the target.
        if moves {
            out.extend(given);
        }
        out.push(Written::Unnamed(simple.path(to).join("*")));
        return out;
    }
    for source in from {
        let to = target(source, to, folder);
        let (from, to) = (simple.path(source), simple.path(&to));
        match (moves, super::given::hidden(&from) || super::given::hidden(&to)) {
            (true, false) => out.push(Written::Moved(from, to)),
            (true, true) => {
                out.extend(told(simple, from, Written::Removed));
                out.extend(told(simple, to, |path| Written::Whole(path, None)));
            }
            (false, _) => out.extend(told(simple, to, |path| Written::Whole(path, None))),
        }
    }
    out
}

/// The name that a source gets: in a folder (a trailing slash, or several sources) its own.
fn target(source: &str, to: &str, folder: bool) -> String {
    let many = source.contains(['*', '?']);
    if !folder && !many && !to.ends_with('/') && to != "." && to != ".." {
        // All that is in a folder.
        return if source.ends_with("/.") { format!("{to}/*") } else { to.to_owned() };
    }
    let name = source.trim_end_matches('/').rsplit('/').next().unwrap_or(source);
    let name = if name == "." { "*" } else { name };
    format!("{}/{name}", to.trim_end_matches('/'))
}

/// Where files land that come from another folder or host; nothing when they go there.
fn synced(simple: &Simple, typed: &Typed<'_>) -> Vec<Written> {
    let Some((to, from)) = typed.operands.split_last().filter(|(_, from)| !from.is_empty()) else { return Vec::new() };
    let dry = simple.name() == "rsync" && typed.has(&["n", "dry-run", "list-only"]);
    let away = to.contains("://") || to.split_once(':').is_some_and(|(host, _)| !host.contains('/'));
    if dry || away {
        return Vec::new();
    }
    let lies = |source: &&str| {
        let name = source.rsplit(['/', ':']).next().unwrap_or_default();
        let file = |name: &str| name.trim_start_matches('.').contains('.');
        let to = match (file(name), file(to.rsplit('/').next().unwrap_or_default())) {
            (true, true) => (*to).to_owned(),
            (true, false) => format!("{}/{name}", to.trim_end_matches('/')),
            (false, _) => format!("{}/*", to.trim_end_matches('/')),
        };
        told(simple, simple.path(&to), |path| Written::Whole(path, None))
    };
    from.iter().filter_map(lies).collect()
}

fn urls<'a>(typed: &Typed<'a>) -> Vec<&'a str> {
    typed.operands.iter().copied().chain(typed.value(&["url"])).collect()
}

/// The files into which something is fetched: the one that is named, or one with the last name of each address.
fn fetched(simple: &Simple, folder: &str, file: Option<&str>, urls: &[&str], named: bool) -> Vec<Written> {
    let whole = |name: &str| {
        let path = if folder.is_empty() { simple.path(name) } else { simple.path(folder).join(name) };
        told(simple, path, |path| Written::Whole(path, None))
    };
    match file {
        Some("-") => Vec::new(),
        Some(file) if file.starts_with("/dev/") => Vec::new(),
        Some(file) => whole(file).into_iter().collect(),
        None if named => urls.iter().filter_map(|url| whole(&last_name(url))).collect(),
        None => Vec::new(),
    }
}

/// The name under which an address is kept.
fn last_name(url: &str) -> String {
    let plain = url.split(['?', '#']).next().unwrap_or(url);
    let path = plain.split_once("://").map_or(plain, |(_, rest)| rest);
    match path.split_once('/').map(|(_, path)| path.rsplit('/').next().unwrap_or_default()) {
        Some(name) if !name.is_empty() => name.to_owned(),
        // An address that a variable holds may end in anything.
        _ if path.contains('$') => "*".to_owned(),
        _ => "index.html".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn of(script: &str) -> Vec<String> {
        let shown = |written| match written {
            Written::Whole(path, None) => path.display().to_string(),
            Written::Unnamed(path) => format!("unnamed {}", path.display()),
            other => format!("{other:?}"),
        };
        commands(script).iter().filter_map(copies).flatten().map(shown).collect()
    }

    #[test]
    fn what_is_brought_lands_where_the_words_say() {
        for (script, files) in [
            ("cp -r /tmp/new/. src/", &["unnamed src/*"][..]),
            ("cp a.py b.py lib", &["lib/a.py", "lib/b.py"]),
            ("cp --target-directory=src /tmp/a.py", &["src/a.py"]),
            ("cd app && install -Dm 644 /tmp/a.py src/b.py", &["app/src/b.py"]),
            ("cp src/*.py lib", &["unnamed lib/*.py"]),
            ("mv src/*.py lib/", &["unnamed src/*.py", "unnamed lib/*.py"]),
            ("rsync -av -e ssh host:/srv/app/ .", &["unnamed ./*"]),
            ("rsync /tmp/a.py src", &["src/a.py"]),
            ("curl -sSLo src/a.py https://a.example/x", &["src/a.py"]),
            ("curl --output-dir src -O https://a.example/v1/a.py?x=1", &["src/a.py"]),
            ("wget -qP src https://a.example/a.py", &["src/a.py"]),
            ("wget https://a.example", &["index.html"]),
            ("wget -r https://a.example", &["unnamed *"]),
            ("curl -H 'x: -o y' -d @src/a.py https://a.example", &[]),
            ("wget -qO- https://a.example; install -d x; rsync -an a/ b/", &[]),
        ] {
            assert_eq!(of(script), files, "{script}");
        }
    }
}
