//! What a shell would run next, told from its arguments and from what it runs now.

/// The part of a shell's script that comes after what `running` (the arguments of its child) runs; `None` when there is none or it cannot be told.
pub fn after_running(shell: &[String], running: &[String]) -> Option<String> {
    let script = script(shell)?;
    let parts = parts(&script);
    let at = parts.iter().position(|part| fits(&part.text, running))?;
    let rest: Vec<&str> =
        parts[at + 1..].iter().map(|part| part.text.as_str()).filter(|text| !text.is_empty()).collect();
    (!rest.is_empty()).then(|| rest.join("; "))
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

struct Part {
    text: String,
}

/// The commands of a script at the top level, split at `;`, `&&`, `||` and line ends outside quotes.
fn parts(script: &str) -> Vec<Part> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    let mut letters = script.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(last) = parts.last_mut() else { break };
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
            (None, ';' | '\n') => parts.push(String::new()),
            (None, '&' | '|') if letters.peek() == Some(&letter) => {
                letters.next();
                parts.push(String::new());
            }
            (None, _) => last.push(letter),
        }
    }
    parts.into_iter().map(|text| Part { text: text.trim().to_owned() }).collect()
}

/// Whether a command of a script is what a process runs: the same first words, quotes aside.
fn fits(part: &str, running: &[String]) -> bool {
    let plain: String = part.chars().filter(|letter| !matches!(letter, '\'' | '"' | '\\')).collect();
    let typed: Vec<&str> = plain.split_whitespace().skip_while(|word| word.contains('=') || *word == "exec").collect();
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
    fn separators_in_quotes_separate_nothing() {
        let shell = words(&["sh", "-c", "python3 -c \"import time; time.sleep(9)\"; make"]);
        assert_eq!(
            after_running(&shell, &words(&["python3", "-c", "import time; time.sleep(9)"])).as_deref(),
            Some("make")
        );
    }
}
