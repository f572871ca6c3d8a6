//! Programs that run another command (`sudo`, `timeout`, `xargs`, `bash -c`, …) are taken off, so that the command itself is seen.

use std::path::PathBuf;

use crate::model::SHELLS;

/// What is left when the wrappers are taken off.
#[derive(Debug, Default)]
pub(super) struct Unwrapped {
    /// The command itself; empty when a script is run instead.
    pub words: Vec<String>,
    /// Names of what was taken off.
    pub wrappers: Vec<String>,
    /// Assignments that `env` and `sudo` make.
    pub env: Vec<(String, String)>,
    /// The folder that a wrapper changes to.
    pub folder: Option<PathBuf>,
    /// A script that a shell is given (`bash -c`), or the command that `find -exec` runs.
    pub script: Option<String>,
    /// What `find -exec` looks for.
    pub sought: Option<Vec<String>>,
    /// Whether that shell stops at the first failure.
    pub errexit: bool,
    /// Whether it runs in the background, apart from the script.
    pub detached: bool,
}

/// Programs of a package that package managers run by their bare name (`pnpm vitest`, `yarn jest`).
const PACKAGED: &[&str] = &[
    "vitest",
    "jest",
    "tsc",
    "vue-tsc",
    "eslint",
    "prettier",
    "biome",
    "mocha",
    "ava",
    "playwright",
    "cypress",
    "nx",
    "turbo",
    "lerna",
    "changeset",
    "prisma",
    "drizzle-kit",
    "knex",
    "typeorm",
    "sequelize",
    "wrangler",
    "vercel",
    "netlify",
    "firebase",
    "cdk",
    "sst",
    "serverless",
    "semantic-release",
    "release-it",
    "np",
    "hardhat",
    "svelte-check",
    "stylelint",
    "oxlint",
    "knip",
    "gh-pages",
    "supabase",
    "sentry-cli",
    "expo",
    "eas",
    "convex",
    "tsx",
    "ts-node",
];

/// Names of scripts that runners of Python projects look up in their settings: the runner belongs to them.
const SCRIPTS: &[&str] =
    &["test", "tests", "lint", "check", "cov", "types", "typecheck", "fmt", "format", "build", "ci", "verify"];

/// A wrapper: its name, the options that take a value, and how many words stand before the command.
const WRAPPERS: &[(&str, &[&str], usize)] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-U", "-r", "-t", "--user", "--group", "--chdir"], 0),
    ("doas", &["-u", "-C"], 0),
    ("env", &["-u", "-C", "--unset", "--chdir"], 0),
    ("nohup", &[], 0),
    ("setsid", &[], 0),
    ("time", &["-f", "-o"], 0),
    ("nice", &["-n"], 0),
    ("ionice", &["-c", "-n", "-p"], 0),
    ("chrt", &[], 1),
    ("stdbuf", &["-i", "-o", "-e"], 0),
    ("timeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    ("gtimeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    ("command", &[], 0),
    ("builtin", &[], 0),
    ("exec", &["-a"], 0),
    ("unbuffer", &[], 0),
    ("caffeinate", &["-t", "-w"], 0),
    ("sshpass", &["-p", "-f", "-d", "-P"], 0),
    ("flock", &["-w", "-E", "--timeout"], 1),
    ("watch", &["-n", "--interval"], 0),
    ("xargs", &["-I", "-n", "-P", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--delimiter"], 0),
    ("parallel", &["-j", "--jobs"], 0),
    ("npx", &["-p", "--package", "-c"], 0),
    ("bunx", &[], 0),
    ("uvx", &["--from", "--with", "--python", "-p"], 0),
    ("uv tool run", &["--from", "--with", "--python", "-p"], 0),
    ("pipx run", &["--spec", "--python"], 0),
    ("direnv exec", &[], 1),
    ("uv run", &["--with", "--python", "-p", "--extra", "--group", "--project", "--directory", "--env-file"], 0),
    ("poetry run", &[], 0),
    ("pipenv run", &[], 0),
    ("pdm run", &[], 0),
    ("hatch run", &[], 0),
    ("rye run", &[], 0),
    ("pixi run", &["-e"], 0),
    ("bundle exec", &[], 0),
    ("pnpm exec", &[], 0),
    ("pnpm dlx", &[], 0),
    ("yarn exec", &[], 0),
    ("yarn dlx", &[], 0),
    ("npm exec", &[], 0),
    ("mise exec", &[], 0),
    ("doppler run", &["-p", "-c"], 0),
    ("mise x", &[], 0),
    ("dotenv run", &["-f"], 0),
    ("dotenv", &["-f", "-e"], 0),
    ("chronic", &[], 0),
    ("strace", &["-o", "-e", "-p", "-s", "-E"], 0),
    ("faketime", &["-f"], 1),
    ("busybox", &[], 0),
    ("aws-vault exec", &["-d", "--duration"], 1),
    ("c8", &["-r", "--reporter"], 0),
    ("nyc", &["--reporter"], 0),
    ("op run", &["--env-file"], 0),
    ("conda run", &["-n", "-p", "--name", "--prefix"], 0),
    ("micromamba run", &["-n", "-p"], 0),
    ("devbox run", &[], 0),
    ("cross-env", &[], 0),
    ("xvfb-run", &["-s", "-n", "-e"], 0),
    ("rbenv exec", &[], 0),
    ("nix develop", &["-c", "--command"], 0),
    ("docker compose run", CONTAINER, 1),
    ("docker compose exec", CONTAINER, 1),
    ("docker-compose run", CONTAINER, 1),
    ("docker-compose exec", CONTAINER, 1),
    ("docker exec", CONTAINER, 1),
    ("docker run", CONTAINER, 1),
    ("podman exec", CONTAINER, 1),
    ("podman run", CONTAINER, 1),
];

/// Options of a container that take a value.
const CONTAINER: &[&str] = &[
    "-e",
    "-v",
    "-u",
    "-w",
    "-p",
    "-l",
    "-m",
    "-h",
    "--env",
    "--volume",
    "--user",
    "--workdir",
    "--publish",
    "--label",
    "--memory",
    "--name",
    "--entrypoint",
    "--network",
    "--net",
    "--mount",
    "--platform",
    "--cpus",
    "--env-file",
    "--hostname",
    "--add-host",
    "--index",
];

/// Takes off what wraps a command.
pub(super) fn unwrap(words: &[String]) -> Unwrapped {
    let mut out = Unwrapped::default();
    let mut rest = words;
    // Each round takes at least one word off.
    while let Some(name) = rest.first().map(|word| base(word)) {
        if let Some((label, after)) = wrapper(rest, &mut out) {
            if after.is_empty() {
                break;
            }
            out.wrappers.push(label);
            if out.script.is_some() {
                return out;
            }
            rest = after;
            continue;
        }
        if SHELLS.contains(&name)
            && let Some(script) = shell_script(rest, &mut out)
        {
            out.wrappers.push(format!("{name} -c"));
            out.script = Some(script);
            return out;
        }
        if name == "eval" && rest.len() > 1 {
            out.wrappers.push("eval".into());
            out.script = Some(rest[1..].join(" "));
            return out;
        }
        if let Some(at) = rest.iter().position(|word| gives_a_script(name, word)) {
            out.wrappers.push(name.into());
            out.script = rest.get(at + 1).cloned();
            return out;
        }
        if name == "find"
            && let Some(at) = rest.iter().position(|word| word == "-exec" || word == "-execdir")
        {
            let end = rest.iter().skip(at).position(|word| word == ";" || word == "+").map_or(rest.len(), |n| at + n);
            out.wrappers.push("find -exec".into());
            out.sought = Some(rest[1..at].to_vec());
            out.words = rest[at + 1..end].to_vec();
            return out;
        }
        if detaches(name, rest)
            && let Some(script) = rest.last().filter(|last| last.contains(' '))
        {
            out.wrappers.push(name.into());
            out.detached = true;
            out.script = Some(script.clone());
            return out;
        }
        break;
    }
    out.words = rest.to_vec();
    out
}

/// Whether an option of a program is followed by a script that it runs in a shell (`su -c`, `nix-shell --run`, `script -qec`).
fn gives_a_script(program: &str, option: &str) -> bool {
    match program {
        "su" => option == "-c" || option == "--command",
        "nix-shell" => option == "--run" || option == "--command",
        "script" => {
            option == "--command" || option.starts_with('-') && !option.starts_with("--") && option.ends_with('c')
        }
        _ => false,
    }
}

/// Whether a multiplexer is asked to run a command in a window of its own.
fn detaches(name: &str, words: &[String]) -> bool {
    let opens = ["new-session", "new", "new-window", "neww", "split-window"];
    match name {
        "tmux" => words.iter().any(|word| opens.contains(&word.as_str())),
        "screen" => words.iter().any(|word| word.starts_with("-d")),
        _ => false,
    }
}

fn base(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// If the words begin with a wrapper: its name, and the words after it and its options.
fn wrapper<'a>(words: &'a [String], out: &mut Unwrapped) -> Option<(String, &'a [String])> {
    let first = base(words.first()?);
    let packaged = words.get(1).is_some_and(|second| PACKAGED.contains(&second.as_str()));
    if packaged && ["pnpm", "yarn", "bun"].contains(&first) {
        return Some((first.to_owned(), &words[1..]));
    }
    let pair = words.get(1).map(|second| format!("{first} {second}"));
    let triple = pair.as_ref().zip(words.get(2)).map(|(pair, third)| format!("{pair} {third}"));
    let named = |label: &str| label == first || pair.as_deref() == Some(label) || triple.as_deref() == Some(label);
    let (label, values, before) = WRAPPERS.iter().find(|(label, ..)| named(label))?;
    let script = words.get(2).and_then(|word| word.split([':', '-', '_']).next());
    if label.ends_with(" run") && !label.starts_with("docker") && script.is_some_and(|name| SCRIPTS.contains(&name)) {
        return None;
    }
    if first == "command" && words.get(1).is_some_and(|word| word == "-v" || word == "-V") {
        return None;
    }
    let mut at = label.split(' ').count();
    let mut before = *before;
    while let Some(word) = words.get(at) {
        let command = label.starts_with("nix") && values.contains(&word.as_str());
        if word == "--" || command {
            at += 1;
            break;
        } else if values.contains(&word.as_str()) {
            let value = words.get(at + 1).cloned().unwrap_or_default();
            if (*label == "env" && (word == "-C" || word == "--chdir"))
                || (*label == "sudo" && (word == "-D" || word == "--chdir"))
            {
                out.folder = Some(PathBuf::from(value));
            } else if *label == "npx" && word == "-c" {
                out.script = Some(value);
            }
            at += 2;
        } else if word.starts_with('-') && word.len() > 1 {
            at += 1;
        } else if let Some((name, value)) = word.split_once('=').filter(|(name, _)| is_name(name)) {
            out.env.push((name.into(), value.into()));
            at += 1;
        } else if before > 0 {
            before -= 1;
            at += 1;
        } else {
            break;
        }
    }
    Some(((*label).to_owned(), words.get(at..).unwrap_or_default()))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// The script of `bash -lc 'script'`.
fn shell_script(words: &[String], out: &mut Unwrapped) -> Option<String> {
    let mut at = 1;
    let mut given = false;
    while let Some(word) = words.get(at) {
        if word == "-o" || word == "+o" || word == "-O" {
            out.errexit |= words.get(at + 1).is_some_and(|value| value == "errexit");
            at += 2;
        } else if word.starts_with("--") {
            at += 1;
        } else if let Some(flags) = word.strip_prefix('-') {
            given |= flags.contains('c');
            out.errexit |= flags.contains('e');
            at += if flags.ends_with('o') { 2 } else { 1 };
        } else {
            break;
        }
    }
    if given { words.get(at).cloned() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Unwrapped {
        unwrap(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_command_itself_is_what_counts() {
        assert_eq!(of("sudo -u deploy timeout -k 5 60 git push origin").words.join(" "), "git push origin");
        assert_eq!(of("env -i A=1 B=2 nice -n 5 make test").words.join(" "), "make test");
        assert_eq!(of("env -i A=1 make").env, vec![("A".to_owned(), "1".to_owned())]);
        assert_eq!(of("xargs -I{} -P 4 aws s3 cp {} s3://b").words.join(" "), "aws s3 cp {} s3://b");
        assert_eq!(of("uv run pytest -q").words.join(" "), "pytest -q");
        assert_eq!(of("command -v git").words.join(" "), "command -v git");
        assert_eq!(of("find . -name x -exec rm -f {} ;").words.join(" "), "rm -f {}");
        assert_eq!(of("bash -euo pipefail -c true").script.as_deref(), Some("true"));
        assert_eq!(of("bash deploy.sh").words.join(" "), "bash deploy.sh");
        assert_eq!(of("docker compose run --rm -e A=1 web pytest -q").words.join(" "), "pytest -q");
        assert_eq!(of("docker run -d nginx").words.join(" "), "docker run -d nginx");
        assert_eq!(of("nix develop -c cargo test").words.join(" "), "cargo test");
        assert_eq!(of("docker run --rm -v .:/w img npm test").words.join(" "), "npm test");
        assert_eq!(of("pnpm vitest run").words.join(" "), "vitest run");
        assert_eq!(of("hatch run test:unit").words.join(" "), "hatch run test:unit");
        assert_eq!(of("uvx ruff check").words.join(" "), "ruff check");
        assert_eq!(of("sshpass -p x scp a web1:/srv/").words.join(" "), "scp a web1:/srv/");
        assert_eq!(of("mise x -- npx c8 mocha").words.join(" "), "mocha");
        assert_eq!(of("dotenv -- chronic npm test").words.join(" "), "npm test");
        assert_eq!(of("faketime 2020-01-01 strace -f -o t.log npm test").words.join(" "), "npm test");
        assert_eq!(of("script -qec make /dev/null").script.as_deref(), Some("make"));
        assert_eq!(of("nix-shell --run make").script.as_deref(), Some("make"));
    }
}
