//! Whether a session can be resumed, why, and with which command; and what starts the next run. One rule set for all runtimes,
//! and what each runtime really does in its own folder.

mod reasons;
mod start;

pub use start::{StartAsk, start_lines};

pub(crate) use reasons::Reasons;

use crate::model::{Constraint, Ending, Liveness, Product, Run, Runtime, Session, Timestamp, Tree};

use super::{claude_code, codex, gemini, opencode, paperclip};

/// Everything that decides about resuming.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The run.
    pub run: &'a Run,
    /// What the signs say.
    pub liveness: &'a Liveness,
    /// How it ended.
    pub ending: &'a Ending,
    /// Limits with their fate.
    pub constraints: &'a [Constraint],
    /// What it left.
    pub products: &'a [Product],
    /// The work tree.
    pub tree: &'a Tree,
    /// Now.
    pub now: Timestamp,
}

/// Whether the session can be resumed. `no` wins over `later`, `later` over `conditional`; all reasons are named.
pub fn session(known: &Known<'_>) -> Session {
    let mut reasons = Reasons::default();
    reasons::common(known, &mut reasons);
    match known.run.runtime {
        Runtime::ClaudeCode => claude_code::resume::rules(known, &mut reasons),
        Runtime::Codex => codex::resume::rules(known, &mut reasons),
        Runtime::OpenCode => opencode::resume::rules(known, &mut reasons),
        Runtime::GeminiCli => gemini::resume::rules(known, &mut reasons),
        Runtime::Paperclip => {}
    }
    if let Some(record) = &known.run.record {
        paperclip::resume(known, record, &mut reasons);
    }
    let command = command(known.run, known.tree);
    reasons.into_session(command)
}

/// The command that resumes a session, from the folder in which its runtime finds it.
fn command(run: &Run, tree: &Tree) -> Option<String> {
    if run.runtime == Runtime::Paperclip {
        return None;
    }
    let folder = run.cwd.as_deref().filter(|folder| folder.is_dir()).or(tree.exists.then_some(tree.root.as_path()))?;
    Some(format!(
        "cd {} && {}",
        start::quoted(&folder.display().to_string()),
        start::resume(run.runtime, &run.session, None)
    ))
}
