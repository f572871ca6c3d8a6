//! A row of a transcript: what every row may say, which rows are read whole, and texts out of message contents.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

/// The fields that any row may have; none is promised, so none may fail.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Head {
    #[serde(rename = "type")]
    kind: Value,
    uuid: Value,
    parent_uuid: Value,
    logical_parent_uuid: Value,
    session_id: Value,
    agent_id: Value,
    timestamp: Value,
    cwd: Value,
    version: Value,
    git_branch: Value,
    request_session_id: Value,
    entrypoint: Value,
    is_sidechain: Value,
    attachment: AttachmentHead,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct AttachmentHead {
    #[serde(rename = "type")]
    kind: Value,
}

/// How a row is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Its content matters.
    Whole,
    /// Only its place in the chain and its common fields matter.
    Chain,
    /// A kind that no release so far wrote.
    Unknown,
}

/// Attachments whose content matters.
const ATTACHMENTS: &[&str] = &[
    "instructions",
    "nested_memory",
    "session_context",
    "file",
    "plan_file_reference",
    "max_turns_reached",
    "budget_exceeded",
    "queued_command",
    "edited_text_file",
];
/// Rows whose content matters.
const WHOLE: &[&str] = &[
    "user",
    "assistant",
    "system",
    "ai-title",
    "custom-title",
    "summary",
    "agent-name",
    "last-prompt",
    "queue-operation",
    "cost-state",
    "worktree-state",
    "file-history-snapshot",
    "file-history-delta",
];
/// Bookkeeping that says nothing about the run.
const KNOWN: &[&str] = &[
    "attachment",
    "progress",
    "atis-latch",
    "tools-used",
    "mode",
    "permission-mode",
    "api-request",
    "api-request-shape",
    "api-request-blob",
    "pr-link",
    "tag",
    "agent-color",
    "agent-setting",
    "content-replacement",
    "result",
    "speculation-accept",
    "task-summary",
    "attribution-snapshot",
    "marble-origami-commit",
    "context-collapse-commit",
];

impl Head {
    pub fn kind(&self) -> &str {
        text(&self.kind)
    }
    pub fn uuid(&self) -> Option<&str> {
        self.uuid.as_str()
    }
    pub fn parent(&self) -> Option<&str> {
        self.parent_uuid.as_str().or(self.logical_parent_uuid.as_str())
    }
    pub fn session(&self) -> Option<&str> {
        self.session_id.as_str()
    }
    pub fn agent(&self) -> Option<&str> {
        self.agent_id.as_str()
    }
    pub fn at(&self) -> Option<Timestamp> {
        time(&self.timestamp)
    }
    pub fn cwd(&self) -> Option<&str> {
        self.cwd.as_str()
    }
    pub fn version(&self) -> Option<&str> {
        self.version.as_str()
    }
    /// The branch; the client writes "HEAD" or nothing where there is none.
    pub fn branch(&self) -> Option<&str> {
        self.git_branch.as_str()
    }
    /// The session that first made this answer: in a fork the parent's.
    pub fn made_in(&self) -> Option<&str> {
        self.request_session_id.as_str()
    }
    /// Whether the client does one job and ends (`-p`): it never sits at a prompt.
    pub fn one_shot(&self) -> Option<bool> {
        self.entrypoint.as_str().map(|by| by.starts_with("sdk"))
    }
    pub fn sidechain(&self) -> bool {
        self.is_sidechain == Value::Bool(true)
    }

    pub fn wanted(&self) -> Use {
        let kind = self.kind();
        if kind == "attachment" {
            return if ATTACHMENTS.contains(&text(&self.attachment.kind)) { Use::Whole } else { Use::Chain };
        }
        match () {
            () if WHOLE.contains(&kind) => Use::Whole,
            () if KNOWN.contains(&kind) => Use::Chain,
            () => Use::Unknown,
        }
    }
}

/// Whether an object is a row of a transcript and not an object inside one.
pub(super) fn is_row(json: &str) -> bool {
    let Ok(Value::Object(row)) = serde_json::from_str(json) else { return false };
    let named = ["sessionId", "uuid", "leafUuid", "messageId"].iter().any(|field| row.contains_key(*field));
    row.get("type").is_some_and(Value::is_string) && named
}

/// A string, or nothing.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A time: ISO text, or milliseconds since 1970.
pub(super) fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => Timestamp::from_millisecond(number.as_i64()?).ok(),
        _ => None,
    }
}

/// The text of a content that is a string or a list of blocks; what is no text is named in brackets.
pub(super) fn content(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let piece = |block: &Value| match text(&block["type"]) {
                "text" => Some(text(&block["text"]).to_string()),
                "" | "tool_result" | "tool_use" | "thinking" => None,
                other => Some(format!("[{other}]")),
            };
            blocks.iter().filter_map(piece).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}
