//! Rows beside the chain: titles, queued prompts, closing rows, the linked work tree.

use serde_json::Value;

use super::reader::{Closing, Reader};
use super::row::text;

/// Reads a row that is no message.
pub(super) fn read(reader: &mut Reader, kind: &str, value: &Value) {
    match kind {
        "custom-title" => title(reader, "custom", &value["customTitle"]),
        "ai-title" => title(reader, "made", &value["aiTitle"]),
        "agent-name" => title(reader, "name", &value["agentName"]),
        "summary" => title(reader, "summary", &value["summary"]),
        "last-prompt" if reader.closing == Closing::LastPrompt => reader.closed = true,
        "cost-state" => reader.closed = true,
        "queue-operation" => queue(reader, value),
        "worktree-state" => worktree(reader, &value["worktreeSession"]),
        _ => {}
    }
}

fn title(reader: &mut Reader, kind: &'static str, title: &Value) {
    if let Some(title) = title.as_str().filter(|title| !title.trim().is_empty()) {
        reader.titles.insert(kind, crate::sources::text::one_line(title));
    }
}

/// A prompt waits in the queue until the client takes it out; the row that takes it out does not say which.
fn queue(reader: &mut Reader, value: &Value) {
    match (text(&value["operation"]), value["content"].as_str()) {
        ("enqueue", Some(prompt)) => reader.queued.push(prompt.to_string()),
        ("remove" | "popAll", _) => reader.queued.clear(),
        _ => {}
    }
}

fn worktree(reader: &mut Reader, state: &Value) {
    if let Some(path) = state["worktreePath"].as_str() {
        let path = reader.places.here(path);
        reader.folders.push(path);
    }
    if let Some(commit) = state["originalHeadCommit"].as_str().filter(|commit| !commit.is_empty()) {
        reader.run.start_commit = Some(commit.into());
    }
}
