//! What a shell would run next, told from its arguments and from what it runs now.

/// The part of a shell's script that comes after what `running` (the arguments of its child) runs; `None` when there is none or it cannot be told.
pub fn after_running(shell: &[String], running: &[String]) -> Option<String> {
    let script = script(shell)?;
    let parts = parts(&script);
    let at = parts.iter().position(|part| fits(&part.text, running))?;
    // Nothing waits for what runs in the background.
    let rest = if parts[at].background { vec![] } else { goes_on(&parts[at + 1..]) };
    (!rest.is_empty()).then(|| rest.join("; "))
}

/// What stands for the rest of a loop's rounds.
const LOOP: &str = "the next round of its loop, if there is one";

/// What comes after a command in the same shell: up to the end of the subshell or the loop in which it stands.
fn goes_on(parts: &[Part]) -> Vec<String> {
    let mut rest = Vec::new();
    let mut inside = 0_usize;
    for part in parts.iter().filter(|part| !part.text.is_empty()) {
        let text = part.text.as_str();
        let word = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        let closes = matches!(word, "done" | "fi" | "esac") || text.starts_with(['}', ')']);
        match (inside, word) {
            (0, "done") => {
                rest.push(LOOP.to_owned());
                break;
            }
            // Whether another branch runs cannot be told, and the subshell ends here.
            (0, "else" | "elif") => break,
            (0, _) if text.starts_with(')') => break,
            (0, _) if closes => continue,
            _ => {}
        }
        let (left, right) = (text.matches('(').count(), text.matches(')').count());
        if inside == 0 && right > left {
            rest.extend(text.rsplit_once(')').map(|(last, _)| last.trim().to_owned()));
            break;
        }
        let opens = matches!(word, "while" | "until" | "for" | "if" | "case") || text.starts_with('{') || left > right;
        inside = if opens { inside + 1 } else { inside.saturating_sub(usize::from(closes || right > left)) };
        rest.push(if part.background { format!("{text} &") } else { text.to_owned() });
    }
    rest
}

/// The script of `sh -c SCRIPT`; of the wrappers of agents (`… eval 'SCRIPT'`) the script inside.
fn script(shell: &[String]) -> Option<String> {
    let at = shell
        .iter()
        .position(|word| word.starts_with('-') && !word.starts_with("--") && word.ends_with('c') && word.len() < 6)?;
    let script = shell.get(at + 1)?;
    let inner = script
        .rsplit_once("eval '")
        .and_then(|(_, rest)| rest.rsplit_once('\''))
        .map(|(inner, _)| inner.replace("'\\''", "'"));
    Some(inner.unwrap_or_else(|| script.clone()))
}

#[derive(Default)]
struct Part {
    text: String,
    /// Whether the shell goes on without waiting for it.
    background: bool,
}

/// The commands of a script, split at `;`, `&`, `&&`, `||` and line ends outside quotes.
fn parts(script: &str) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    let mut quote = None;
    let mut letters = script.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(part) = parts.last_mut() else { break };
        let last = &mut part.text;
        match (quote, letter) {
            (_, '\\') if quote != Some('\'') => {
                last.push(letter);
                last.extend(letters.next());
            }
            (Some(open), _) => {
                last.push(letter);
                if open == letter {
                    quote = None;
                }
            }
            (None, '\'' | '"') => {
                quote = Some(letter);
                last.push(letter);
            }
            (None, ';' | '\n') => parts.push(Part::default()),
            (None, '&' | '|') if letters.peek() == Some(&letter) => {
                letters.next();
                parts.push(Part::default());
            }
            // `2>&1` and `&>` are redirections.
            (None, '&') if !last.ends_with(['>', '<']) && letters.peek() != Some(&'>') => {
                part.background = true;
                parts.push(Part::default());
            }
            (None, _) => last.push(letter),
        }
    }
    parts.into_iter().map(|part| Part { text: part.text.trim().to_owned(), ..part }).collect()
}

/// Whether a command of a script is what a process runs: the same first words, quotes aside.
fn fits(part: &str, running: &[String]) -> bool {
    let plain: String = part.chars().filter(|letter| !matches!(letter, '\'' | '"' | '\\')).collect();
    let plain = plain.trim_start_matches(['(', '{', '!', ' ']);
    let before =
        |word: &&str| word.contains('=') || matches!(*word, "exec" | "do" | "then" | "else" | "while" | "until" | "if");
    let typed: Vec<&str> = plain.split_whitespace().skip_while(before).collect();
    let joined = running.join(" ");
    let shown: Vec<&str> = joined.split_whitespace().collect();
    let base = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    match (typed.first(), shown.first()) {
        (Some(typed_name), Some(shown_name)) if base(typed_name) == base(shown_name) => {
            shown.iter().skip(1).zip(typed.iter().skip(1)).all(|(shown, typed)| shown == typed)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::after_running;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_shell_goes_on_after_what_it_runs_now() {
        let shell = words(&["bash", "-c", "sleep 90; cargo test retry"]);
        assert_eq!(after_running(&shell, &words(&["sleep", "90"])).as_deref(), Some("cargo test retry"));
        assert_eq!(after_running(&shell, &words(&["cargo", "test", "retry"])), None);
    }

    #[test]
    fn an_agents_wrapper_is_taken_off() {
        let shell = words(&[
            "/bin/bash",
            "-c",
            "source x 2>/dev/null || true && eval 'python3 -m a && echo '\\''b;c'\\'' > log'",
        ]);
        assert_eq!(after_running(&shell, &words(&["python3", "-m", "a"])).as_deref(), Some("echo 'b;c' > log"));
    }

    #[test]
    fn a_loop_goes_round_and_a_subshell_ends_where_it_is_closed() {
        let next = |script: &str, running: &[&str]| after_running(&words(&["bash", "-c", script]), &words(running));
        let again = "the next round of its loop, if there is one";
        let watch = "(while true; do date >> build.log; sleep 1; done) & python3 -m soak";
        assert_eq!(next(watch, &["sleep", "1"]).as_deref(), Some(again));
        let sleep = format!("sleep 1; {again}");
        assert_eq!(next("while true; do make; sleep 1; done", &["make"]), Some(sleep));
        // A runtime's wrapper: the subshell ends before what the shell around it does.
        let wrapped = "shopt -u nullglob\n(\ngit push origin a\nsleep 200\n); code=$?; exit $code";
        assert_eq!(next(wrapped, &["git", "push", "origin", "a"]).as_deref(), Some("sleep 200"));
        assert_eq!(next("(make; sleep 1); ls", &["make"]).as_deref(), Some("sleep 1"));
        assert_eq!(next("if make; then ls; fi; true", &["make"]).as_deref(), Some("then ls; true"));
        assert_eq!(
            next("make 2>&1; for x in a b; do ls; done; true", &["make"]).as_deref(),
            Some("for x in a b; do ls; done; true")
        );
    }

    #[test]
    fn nothing_waits_for_what_runs_in_the_background() {
        let shell = words(&["bash", "-c", "npm run dev > log 2>&1 & sleep 5; make test"]);
        assert_eq!(after_running(&shell, &words(&["npm", "run", "dev"])), None);
        assert_eq!(after_running(&shell, &words(&["sleep", "5"])).as_deref(), Some("make test"));
    }

    #[test]
    fn separators_in_quotes_separate_nothing() {
        let shell = words(&["sh", "-c", "python3 -c \"import time; time.sleep(9)\"; make"]);
        assert_eq!(
            after_running(&shell, &words(&["python3", "-c", "import time; time.sleep(9)"])).as_deref(),
            Some("make")
        );
    }
}
