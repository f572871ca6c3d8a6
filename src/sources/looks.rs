//! What the processes of each runtime look like, whatever session they run. Probes find other agents in a tree by it.

use crate::model::{Runtime, RuntimeLook};

/// One row a runtime.
pub static LOOKS: &[RuntimeLook] = &[
    RuntimeLook {
        runtime: Runtime::ClaudeCode,
        names: &["claude", "claude.exe"],
        scripts: &["/claude", "claude-code/cli.js", ".claude/local/claude"],
        sessions: &["CLAUDE_CODE_SESSION_ID"],
        calls: &[],
        environ: &["CLAUDECODE", "CLAUDE_PID"],
        one_shot: &["-p", "--print"],
        servers: &[],
    },
    RuntimeLook {
        runtime: Runtime::Codex,
        names: &["codex", "codex-code-mode-host"],
        scripts: &["bin/codex", "bin/codex.js", "@openai/codex"],
        sessions: &["CODEX_SESSION_ID", "CODEX_THREAD_ID"],
        calls: &["CODEX_TOOL_CALL_ID"],
        environ: &[],
        one_shot: &["exec", "e"],
        servers: &[],
    },
    RuntimeLook {
        runtime: Runtime::OpenCode,
        names: &["opencode"],
        scripts: &["bin/opencode", "opencode-ai/bin/opencode"],
        sessions: &[],
        calls: &[],
        environ: &["OPENCODE"],
        one_shot: &["run"],
        servers: &["serve", "web"],
    },
    RuntimeLook {
        runtime: Runtime::GeminiCli,
        names: &["gemini"],
        scripts: &["bin/gemini", "@google/gemini-cli", "gemini-cli/dist/index.js", "bundle/gemini.js"],
        sessions: &[],
        calls: &[],
        environ: &["GEMINI_CLI"],
        one_shot: &["-p", "--prompt"],
        servers: &[],
    },
];
