//! The exact command lines that start the next run, or resume the session, with a brief.

use std::path::Path;

use crate::model::{Runtime, Start, StartFrom, StartMode};

/// What starts.
#[derive(Clone, Copy, Debug)]
pub struct StartAsk<'a> {
    /// With which runtime.
    pub runtime: Runtime,
    /// How it starts.
    pub start: &'a Start,
    /// The failed session.
    pub session: &'a str,
    /// The folder in which the failed run worked.
    pub tree: &'a Path,
    /// The brief.
    pub brief: &'a Path,
    /// The recovery's id.
    pub recovery: &'a str,
    /// The attempt that starts.
    pub attempt: u32,
}

/// The command lines, one an entry, in the order in which they are typed.
pub fn start_lines(ask: &StartAsk<'_>) -> Vec<String> {
    let named = !ask.start.tree.is_empty();
    let tree = if named { ask.start.tree.clone() } else { ask.tree.display().to_string() };
    let tree = tree.trim_end_matches('/').to_owned();
    let brief = ask.brief.display().to_string();
    if ask.start.mode == StartMode::Resume {
        // A session belongs to its folder: resumed elsewhere, it works on another checkout or is not found.
        return vec![
            format!("cd {}", quoted(&ask.tree.display().to_string())),
            resume(ask.runtime, ask.session, Some(&brief)),
        ];
    }
    let fresh = fresh(ask.runtime, &brief);
    match (ask.start.from, &ask.start.commit) {
        (Some(StartFrom::Commit | StartFrom::Salvage), Some(commit)) => {
            let name = format!("{}-{}", ask.recovery, ask.attempt);
            let folder = format!("{tree}-{name}");
            vec![
                format!("git -C {} worktree add -b recovery/{name} {} {commit}", quoted(&tree), quoted(&folder)),
                format!("cd {}", quoted(&folder)),
                fresh,
            ]
        }
        _ => vec![format!("cd {}", quoted(&tree)), fresh],
    }
}

/// The command that starts a new session with a brief as its prompt.
fn fresh(runtime: Runtime, brief: &str) -> String {
    let prompt = prompt(brief);
    match runtime {
        Runtime::ClaudeCode => format!("claude {prompt}"),
        Runtime::Codex => format!("codex {prompt}"),
        Runtime::OpenCode => format!("opencode run {prompt}"),
        Runtime::GeminiCli => format!("gemini -i {prompt}"),
        // Nobody starts a task from a shell: its server does, when a person says so there.
        Runtime::Paperclip => String::new(),
    }
}

/// The command that resumes a session, with a brief as its next prompt if there is one.
pub(super) fn resume(runtime: Runtime, session: &str, brief: Option<&str>) -> String {
    let session = quoted(session);
    let prompt = brief.map(prompt);
    match (runtime, prompt) {
        (Runtime::ClaudeCode, None) => format!("claude --resume {session}"),
        (Runtime::ClaudeCode, Some(prompt)) => format!("claude --resume {session} {prompt}"),
        (Runtime::Codex, None) => format!("codex resume {session}"),
        // Only `exec resume` takes a prompt; the interactive one asks for it.
        (Runtime::Codex, Some(prompt)) => format!("codex exec resume {session} {prompt}"),
        (Runtime::OpenCode, None) => format!("opencode -s {session}"),
        (Runtime::OpenCode, Some(prompt)) => format!("opencode run -s {session} {prompt}"),
        (Runtime::Paperclip, _) => String::new(),
        (Runtime::GeminiCli, None) => format!("gemini --resume {session}"),
        (Runtime::GeminiCli, Some(prompt)) => format!("gemini --resume {session} -p {prompt}"),
    }
}

fn prompt(brief: &str) -> String {
    format!("\"$(cat {})\"", quoted(brief))
}

/// A word for a shell: bare when it holds nothing that a shell reads, else in single quotes.
pub(super) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:@%,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(start: &Start, runtime: Runtime) -> StartAsk<'_> {
        let (tree, brief) = (Path::new("/home/dev/src/sync"), Path::new("/s/brief-1.md"));
        StartAsk { runtime, start, session: "9f3c", tree, brief, recovery: "LG-7Q2MX4KD", attempt: 1 }
    }

    #[test]
    fn a_fresh_run_starts_in_the_tree_as_it_is() {
        let start = Start::default();
        assert_eq!(
            start_lines(&ask(&start, Runtime::ClaudeCode)),
            ["cd /home/dev/src/sync", "claude \"$(cat /s/brief-1.md)\""]
        );
    }

    #[test]
    fn a_run_from_a_commit_gets_a_work_tree_of_its_own() {
        let start = Start { from: Some(StartFrom::Commit), commit: Some("4c1e9d2".into()), ..Start::default() };
        let lines = start_lines(&ask(&start, Runtime::Codex));
        let tree = "/home/dev/src/sync-LG-7Q2MX4KD-1";
        assert_eq!(
            lines[0],
            format!("git -C /home/dev/src/sync worktree add -b recovery/LG-7Q2MX4KD-1 {tree} 4c1e9d2")
        );
        assert_eq!(lines[1], format!("cd {tree}"));
        assert_eq!(lines[2], "codex \"$(cat /s/brief-1.md)\"");
    }

    #[test]
    fn a_resume_goes_to_the_folder_of_the_session() {
        let start = Start { mode: StartMode::Resume, tree: "/elsewhere".into(), ..Start::default() };
        let lines = start_lines(&ask(&start, Runtime::OpenCode));
        assert_eq!(lines, ["cd /home/dev/src/sync", "opencode run -s 9f3c \"$(cat /s/brief-1.md)\""]);
    }

    #[test]
    fn a_word_that_a_shell_would_read_is_quoted() {
        assert_eq!(quoted("/a b/it's"), "'/a b/it'\\''s'");
    }
}
