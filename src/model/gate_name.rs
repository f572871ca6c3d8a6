//! When two commands are the same gate, however they were typed. Plain text in, plain text out.

use std::path::Path;

/// Words that only change how much is printed.
const LOUDNESS: &[&str] = &[
    "-v",
    "-vv",
    "-q",
    "-qq",
    "-s",
    "-b",
    "--",
    "--verbose",
    "--quiet",
    "--silent",
    "--no-color",
    "-no-color",
    "--nocapture",
    "--tb=short",
    "--tb=line",
    "--no-header",
    "--color=never",
    "--color=always",
    "2>&1",
];
/// Programs that run another one as it is.
const WRAPPERS: &[&str] = &["env", "time", "nice", "command", "exec", "nohup"];
/// Programs that only show what a gate printed.
const SHOW: &[&str] = &["tail", "head", "cat", "tee", "less", "grep"];
/// Shells that take a script as an argument.
pub const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "ash"];
/// Files of a project whose folder is part of their name: its `bin/test` is no `test` of the shell.
const OWN: &[&str] = &["test", "tests", "check", "lint", "verify", "validate", "ci", "cibuild"];

/// Whether two commands are the same gate. What narrows a gate (`cargo test retry`) makes another one of it, another
/// folder does as well; a shell around it, the way to the same folder and how much it prints do not.
pub fn same_gate(one: &str, other: &str, root: Option<&Path>) -> bool {
    gate_key(one, root) == gate_key(other, root)
}

/// A command that is kept as arguments, as one line; a script for a shell is its own line.
pub fn gate_line(command: &[String]) -> String {
    match command {
        [shell, flag, script] if SHELLS.contains(&program(shell)) && is_script(flag) => script.clone(),
        words => words.join(" "),
    }
}

/// What makes two commands the same gate. `root` is the work tree, so that its path and none at all are one place.
pub fn gate_key(command: &str, root: Option<&Path>) -> String {
    let mut line = command.trim();
    while let Some(script) = script(line) {
        line = script;
    }
    let mut folder = String::new();
    while let Some((to, rest)) = line.strip_prefix("cd ").and_then(|rest| rest.split_once("&&")) {
        let to = Some(place(unquoted(to.trim()), root)).filter(|to| to != ".").unwrap_or_default();
        folder = if folder.is_empty() || to.starts_with('/') { to } else { format!("{folder}/{to}") };
        line = rest.trim();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let shown = words.windows(2).position(|pair| pair[0] == "|" && SHOW.contains(&program(pair[1])));
    let words = unwrapped(&words[..shown.unwrap_or(words.len())]);
    let mut kept: Vec<String> = words.iter().skip(1).map(|word| place(word, root)).collect();
    kept.retain(|word| !LOUDNESS.contains(&word.as_str()));
    let first = words.first().map(|word| called(word)).unwrap_or_default();
    let mut all: Vec<String> = std::iter::once(first).chain(kept).collect();
    // `npm run test` is `npm test`, `python -m pytest` is `pytest`.
    if all.len() > 2 && all[1] == "run" && ["npm", "pnpm", "yarn", "bun"].contains(&all[0].as_str()) {
        all.remove(1);
    } else if all.len() > 2 && all[0] == "python" && all[1] == "-m" && all[2] == "pytest" {
        all.drain(..2);
    }
    let key = all.join(" ");
    if folder.is_empty() { key } else { format!("{folder}: {key}") }
}

/// The script that a shell is given as one word.
fn script(line: &str) -> Option<&str> {
    let (shell, rest) = line.split_once(char::is_whitespace)?;
    let (flag, script) = rest.trim_start().split_once(char::is_whitespace)?;
    (SHELLS.contains(&program(shell)) && is_script(flag)).then(|| unquoted(script.trim()))
}

fn is_script(flag: &str) -> bool {
    flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('c')
}

fn unquoted(text: &str) -> &str {
    let within = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    within('\'').or_else(|| within('"')).unwrap_or(text)
}

/// The words of a command without variables and programs that only run it.
fn unwrapped<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let variable = |word: &str| word.split_once('=').is_some_and(|(name, _)| is_name(name));
    let time = |word: &str| word.trim_end_matches(['s', 'm', 'h']).parse::<f64>().is_ok();
    let mut words = words;
    loop {
        words = match words {
            [word, rest @ ..] if !rest.is_empty() && (variable(word) || WRAPPERS.contains(&program(word))) => rest,
            [word, limit, rest @ ..] if !rest.is_empty() && program(word) == "timeout" && time(limit) => rest,
            words => return words,
        };
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// The last part of the path of a program.
fn program(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// A program without its folder, as records name it; Python without its version.
fn called(word: &str) -> String {
    let name = program(word);
    if word.contains('/') && !word.starts_with('/') && OWN.contains(&name) {
        let inner = word.trim_start_matches("./");
        return if inner.contains('/') { inner.to_owned() } else { format!("./{inner}") };
    }
    let version = name.strip_prefix("python");
    let versioned = version.is_some_and(|rest| rest.chars().all(|sign| sign.is_ascii_digit() || sign == '.'));
    if versioned { "python".to_owned() } else { name.to_owned() }
}

/// A path as it stands in the work tree; any other word as it is.
fn place(word: &str, root: Option<&Path>) -> String {
    let inner = root.and_then(|root| Path::new(word).strip_prefix(root).ok());
    let word = inner.map_or_else(|| word.to_owned(), |inner| inner.display().to_string());
    let bare = word.trim_start_matches("./");
    if bare.len() > 1 { bare.trim_end_matches('/').to_owned() } else { bare.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrowed_gate_is_another_one() {
        let same = |one: &str, other: &str| same_gate(one, other, None);
        assert!(same("python3 -m unittest -q", "python -m unittest -v") && same("npm test", "npm run test"));
        assert!(same("pytest -q", "python3 -m pytest") && same("pytest", ".venv/bin/python -m pytest"));
        assert!(!same("cargo test", "cargo test retry") && !same("pytest", "pytest tests/test_a.py"));
        assert!(!same("npm test", "cd app && npm test") && !same("./test", "bin/test"));
    }

    #[test]
    fn a_shell_a_folder_and_a_path_are_ways_to_the_same_gate() {
        let root = Path::new("/home/dev/parcel");
        for other in [
            "sh -c 'python3 -m unittest discover -s tests'",
            "bash -lc \"cd /home/dev/parcel && python3 -m unittest discover -s tests\"",
            "cd /home/dev/parcel && /usr/bin/python3 -m unittest discover -s ./tests/",
            "env A=1 timeout 60 python3 -m unittest discover -s /home/dev/parcel/tests 2>&1 | tail -3",
        ] {
            assert!(same_gate("python3 -m unittest discover -s tests", other, Some(root)), "{other}");
        }
        let shell = ["sh", "-c", "cd app && npm test"].map(str::to_owned);
        assert!(same_gate(&gate_line(&shell), "cd /home/dev/parcel/app && npm run test", Some(root)));
        assert!(!same_gate(&gate_line(&shell), "npm test", Some(root)));
    }
}
