//! Gates that a task names: commands in prompts, limits, criteria and rule files that must be green.

use super::name::{key, words};
use super::table::find;
use crate::read::shell::commands;
use crate::read::wording::Wording;

/// Words at which a command in a sentence ends.
const STOPS: &[&str] = &[
    "and", "or", "is", "are", "pass", "passes", "passed", "when", "then", "to", "before", "after", "must", "with",
    "succeeds", "succeed", "runs", "green", "stays", "stay", "on", "in", "for", "until", "if", "once", "as", "has",
    "have", "both", "ran", "was", "were", "fue", "estaba", "pasó", "corrió", "y", "o", "pasa", "pasan", "pase",
    "pasen", "esté", "está", "están", "estén", "cuando", "antes", "así", "so", "but", "should", "does", "exits",
    "fails", "fail", "each", "every", "from", "which", "that", "at", "did", "never", "not",
];
/// Programs whose names are words, too: in a sentence they need a word before them that says that they are run.
const WORDS: &[&str] = &[
    "make", "go", "task", "just", "flow", "standard", "black", "stack", "mix", "check", "trial", "ava", "tap", "tape",
    "pest", "invoke", "rake", "typos",
];
const RUNS: &[&str] = &[
    "run", "runs", "running", "gate:", "gates:", "checks:", "check:", "corre", "ejecuta", "when", "with:", "via", "by",
    "cuando",
];

static SCRIPT: Wording = Wording::exact(&[
    r"^((python|node|bash|sh|ruby|perl)[0-9.]* (-\S+ )*\S+\.(py|js|mjs|sh|rb|pl)|\./\S+|",
    r"((npm|pnpm|yarn|bun|deno|hatch|poetry|uv|pdm|rye|pixi)( run| run-script| task| exec)|composer|make|just|task|rake|mix|nx|turbo|cargo xtask|bundle exec|yarn|pnpm) [a-z][\w:.-]*)( |$)",
]);
static PASSES: Wording = Wording::exact(&[
    r"^\W*((both|all|each|still|must|do|does|is|are|be|stays?|keeps?|remains?|exits?|both|están?|estén?|ambas?|ambos) )*(pass|green|succeed|pasa|pase|verde|exit 0|with 0|0\b)",
]);

/// The commands that a text names as gates, as typed.
pub(crate) fn named(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut listed = false;
    for line in text.lines() {
        if let Some(heading) = line.trim().strip_prefix('#') {
            let heading = heading.to_lowercase();
            listed = ["gate", "check", "prueba", "verif"].iter().any(|word| heading.contains(word));
            continue;
        }
        for command in in_line(line, listed) {
            if !out.iter().any(|known| key(known) == key(&command)) {
                out.push(command);
            }
        }
    }
    out
}

fn in_line(line: &str, listed: bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut prose = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, next)) = after.split_once('`') else { break };
        prose.push_str(before);
        let passes = PASSES.fits(next);
        let said = before.trim_end().to_lowercase();
        let asked = passes || ["gate:", "gates:", "check:", "checks:"].iter().any(|word| said.ends_with(word));
        let command = commands(code).first().map(words).unwrap_or_default();
        let script = SCRIPT.fits(&command);
        if (find(&command).is_some() && !bare_file(&command)) || (script && (listed || asked)) {
            out.push(command);
        }
        prose.push_str(" \u{1} ");
        rest = next;
    }
    prose.push_str(rest);
    out.extend(in_prose(&prose, listed));
    out
}

fn in_prose(prose: &str, listed: bool) -> Vec<String> {
    let tokens: Vec<&str> = prose.split_whitespace().collect();
    let (mut out, mut at) = (Vec::new(), 0);
    let mut waiting: Vec<String> = Vec::new();
    let mut listing = listed;
    while at < tokens.len() {
        let token = tokens[at].trim_start_matches(['(', '"', '\'']);
        let lower = token.to_lowercase();
        if ["gate:", "gates:", "checks:", "check:", "pruebas:"].contains(&lower.as_str()) {
            listing = true;
        }
        let (command, next) = command(&tokens, at);
        let before = at.checked_sub(1).map(|before| tokens[before].to_lowercase()).unwrap_or_default();
        let doubtful =
            WORDS.contains(&lower.as_str()) && !RUNS.contains(&before.as_str()) && !(listing && before == "and");
        let script = !doubtful && SCRIPT.fits(&command);
        let known =
            !doubtful && !bare_file(&command) && find(&command).is_some() && (listing || command.contains([' ', '.']));
        if known || (script && listing) {
            out.push(command.clone());
        } else if script {
            waiting.push(command.clone());
        } else {
            // `a and b pass`: what waits is a gate when the sentence says that it passes.
            let tail = tokens[at..].join(" ");
            if !waiting.is_empty() && PASSES.fits(&tail.to_lowercase()) {
                out.append(&mut waiting);
            } else if !["and", "or", "y", "o", "both"].contains(&lower.as_str()) {
                waiting.clear();
            }
            listing &= listed || !tokens[at].ends_with('.') || lower.ends_with("gates:");
            at += 1;
            continue;
        }
        listing &= listed || !tokens[next - 1].ends_with('.');
        at = next;
    }
    out
}

/// Whether the words begin with a file and not with a program: a text that names `tests/test_a.py` runs nothing.
fn bare_file(command: &str) -> bool {
    let first = command.split(' ').next().unwrap_or_default();
    let end = std::path::Path::new(first).extension().is_some();
    end && !first.starts_with("./")
}

/// The command that begins at a word of a sentence, and where the sentence goes on.
fn command(tokens: &[&str], from: usize) -> (String, usize) {
    let mut words = Vec::new();
    let mut at = from;
    while let Some(token) = tokens.get(at) {
        let bare = token.trim_start_matches(['(', '"', '\'']).trim_end_matches([',', ';', ':', ')', '"', '\'']);
        let bare = bare.strip_suffix('.').filter(|rest| !rest.is_empty()).unwrap_or(bare);
        if at > from && (STOPS.contains(&bare.to_lowercase().as_str()) || bare == "\u{1}") {
            break;
        }
        words.push(bare);
        at += 1;
        if token.len() > bare.len() && token.ends_with([',', ';', ':', ')', '.', '"']) {
            break;
        }
    }
    (words.join(" "), at.max(from + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_names_its_gates_in_many_ways() {
        assert_eq!(named("Commit when npm test is green."), ["npm test"]);
        assert_eq!(
            named("Gates: python3 -m unittest -q and python3 tools/api_check.py."),
            ["python3 -m unittest -q", "python3 tools/api_check.py"]
        );
        assert_eq!(
            named(
                "Commit after each step only when python3 -m unittest discover -s tests and python3 tools/bank_format.py pass."
            ),
            ["python3 -m unittest discover -s tests", "python3 tools/bank_format.py"]
        );
        assert_eq!(named("# House\nRun the tests: `python3 -m unittest -q`"), ["python3 -m unittest -q"]);
        assert_eq!(
            named("## Gates that were green\n- `python3 tools/bank_format.py` (bank format), on 7538d41"),
            ["python3 tools/bank_format.py"]
        );
        assert_eq!(named("run make check, then go on"), ["make check"]);
        assert_eq!(
            named("Only commit when composer test and composer dead-code are both green."),
            ["composer test", "composer dead-code"]
        );
        assert_eq!(named("`npm run size` must pass"), ["npm run size"]);
        for state in ["did not run since the last change", "never ran on it", "is red", "ran green at 14:31 UTC"] {
            let line = format!("- a.py: python3 -m unittest discover -s tests {state}");
            assert_eq!(named(&line), ["python3 -m unittest discover -s tests"], "as a gap says it");
        }
    }

    #[test]
    fn a_sentence_is_no_gate() {
        for text in [
            "make tests pass again",
            "make it pass and keep it green",
            "the task list is green",
            "composer install first",
            "run python3 tools/migrate.py, then the tests",
            "replace the skip in `tests/test_server.py` by a real one in tests/test_b.py",
            "jitter stays within 20 per cent, covered by tests/test_jitter.py",
            "tests/test_jitter.py is green",
            "Go test it by hand later",
            "Add a test for money.show",
        ] {
            assert_eq!(named(text), Vec::<String>::new(), "{text}");
        }
    }
}
