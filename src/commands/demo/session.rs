//! A session in the form of the real client (2.1.332, `formats/claude-code.md`): rows of a transcript, as JSON lines.

use jiff::Timestamp;
use serde_json::{Value, json};

/// Builds the rows of one transcript in order.
pub struct Session<'a> {
    /// The session id.
    id: &'a str,
    /// The work tree, as the rows name it.
    cwd: String,
    /// The branch that the rows name.
    pub branch: String,
    lines: String,
    last: Option<String>,
    count: u32,
}

impl<'a> Session<'a> {
    /// An empty transcript.
    pub fn new(id: &'a str, cwd: &str, branch: &str) -> Self {
        Self { id, cwd: cwd.to_owned(), branch: branch.to_owned(), lines: String::new(), last: None, count: 0 }
    }

    /// All rows as the file holds them.
    pub fn text(&self) -> &str {
        &self.lines
    }

    /// A person's prompt; `typed` for the interactive client, else as from a script.
    pub fn prompt(&mut self, at: Timestamp, text: &str, typed: bool) {
        let source = if typed { "typed" } else { "sdk" };
        self.row(
            at,
            json!({"type": "user", "message": {"role": "user", "content": text}, "permissionMode": "acceptEdits",
            "origin": {"kind": "human"}, "promptSource": source}),
        );
    }

    /// The agent's text; `last` when its turn ends with it.
    pub fn say(&mut self, at: Timestamp, text: &str, last: bool) {
        let stop = if last { "end_turn" } else { "tool_use" };
        self.answer(at, &json!([{"type": "text", "text": text}]), stop);
    }

    /// A tool call; gives its id.
    pub fn call(&mut self, at: Timestamp, tool: &str, input: &Value) -> String {
        let id = format!("toolu_{:024x}", self.count + 1);
        self.answer(at, &json!([{"type": "tool_use", "id": id, "name": tool, "input": input}]), "tool_use");
        id
    }

    /// The result of a tool call; `detail` is the client's own object beside the text.
    pub fn result(&mut self, at: Timestamp, call: &str, text: &str, failed: bool, detail: &Value) {
        let mut content = json!({"type": "tool_result", "tool_use_id": call, "content": text});
        if failed {
            content["is_error"] = json!(true);
        }
        self.row(
            at,
            json!({"type": "user", "message": {"role": "user", "content": [content]}, "toolUseResult": detail,
            "permissionDecision": {"decision": "accept", "source": "config", "reasonType": "mode"}}),
        );
    }

    /// A compaction with its summary.
    pub fn compact(&mut self, at: Timestamp, before: u64, after: u64, summary: &str) {
        let logical = self.last.take();
        self.row(at, json!({"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "logicalParentUuid": logical,
            "compactMetadata": {"trigger": "auto", "preTokens": before, "postTokens": after}}));
        self.row(at, json!({"type": "user", "message": {"role": "user", "content": summary}, "isVisibleInTranscriptOnly": true, "isCompactSummary": true}));
    }

    /// The rows that the client writes when it closes in order.
    pub fn close(&mut self, prompt: &str) {
        let short: String = prompt.chars().take(200).collect();
        self.line(&json!({"type": "last-prompt", "lastPrompt": short, "leafUuid": self.last, "sessionId": self.id}));
        self.line(&json!({"type": "cost-state", "sessionId": self.id}));
    }

    fn answer(&mut self, at: Timestamp, content: &Value, stop: &str) {
        let message = json!({"id": format!("msg_{:024x}", self.count), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5",
            "content": content, "stop_reason": stop, "usage": {"input_tokens": 12, "cache_read_input_tokens": 13_947, "output_tokens": 127}});
        self.row(at, json!({"type": "assistant", "message": message}));
    }

    fn row(&mut self, at: Timestamp, mut row: Value) {
        self.count += 1;
        let uuid = format!("{}-0000-4000-8000-{:012x}", &self.id[..8], self.count);
        row["parentUuid"] = json!(self.last);
        row["isSidechain"] = json!(false);
        row["uuid"] = json!(uuid);
        row["timestamp"] = json!(at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string());
        row["userType"] = json!("external");
        row["entrypoint"] = json!("cli");
        row["cwd"] = json!(self.cwd);
        row["sessionId"] = json!(self.id);
        row["version"] = json!("2.1.332");
        row["gitBranch"] = json!(self.branch);
        self.last = Some(uuid);
        self.line(&row);
    }

    fn line(&mut self, row: &Value) {
        self.lines.push_str(&row.to_string());
        self.lines.push('\n');
    }
}
