//! The records of a rollout, one after the other: which kind each is, and what it adds to the thread.

use serde_json::Value;

use super::output;
use super::thread::Thread;
use crate::model::{OutcomeState, RuleFile, Speaker, What};
use crate::sources::fields::Fields;

/// How much of a rule file is kept.
const RULES: usize = 64 * 1024;

/// Beginnings of texts that the client puts in under a person's name.
const CLIENT: &[&str] = &[
    "<environment_context>",
    "<turn_aborted>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<skill",
    "<subagent_notification>",
    "<user_shell_command>",
    "<model_switch>",
    "<permissions instructions>",
    "# AGENTS.md instructions",
];

impl Thread<'_> {
    /// One line of the rollout.
    pub(super) fn record(&mut self, record: &Value) {
        self.at = record.time("timestamp").or(self.at);
        // The oldest clients wrote the items themselves, without an envelope.
        let (kind, payload) = match record.get("payload") {
            Some(payload) => (record.text("type"), payload),
            None if record.said("id").is_some() && record.get("type").is_none() => ("session_meta", record),
            None => ("response_item", record),
        };
        match kind {
            "session_meta" if self.meta.id.is_empty() => self.started(payload),
            "turn_context" => self.turn_context(payload),
            "response_item" => self.response_item(payload),
            "event_msg" => self.event_msg(payload),
            "compacted" => self.compaction(payload),
            "world_state" => self.world(payload),
            "session_meta" | "token_usage_record" | "inter_agent_communication_metadata" | "ghost_snapshot" => {}
            other => self.strange(other),
        }
    }

    fn turn_context(&mut self, payload: &Value) {
        if let Some(cwd) = payload.said("cwd") {
            self.cwd = Some(cwd.into());
        }
        self.approval = payload.text("approval_policy").to_string();
    }

    fn response_item(&mut self, item: &Value) {
        let id = item.text("call_id");
        match item.text("type") {
            "message" => self.message(item),
            "function_call" => {
                let argument = serde_json::from_str(item.text("arguments"))
                    .unwrap_or_else(|_| Value::String(item.text("arguments").to_string()));
                self.tool_call(id, item, &argument);
            }
            "custom_tool_call" if item.text("name") == "exec" => self.script(id, item.text("input")),
            "custom_tool_call" => self.tool_call(id, item, &item["input"]),
            "local_shell_call" => {
                let id = item.said("call_id").or(item.said("id")).unwrap_or_default();
                let deed = self.deed("local_shell", "", &item["action"]);
                self.call(id, "local_shell", deed);
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                self.call_output(id, &item["output"]);
            }
            "agent_message" => self.agent_message(item),
            "reasoning" | "additional_tools" | "ghost_snapshot" | "compaction" | "web_search_call" | "other" => {}
            other => self.strange(other),
        }
    }

    fn tool_call(&mut self, id: &str, item: &Value, argument: &Value) {
        let tool = item.text("name");
        let deed = self.deed(tool, item.text("namespace"), argument);
        self.escalated(id, argument);
        self.call(id, tool, deed);
        if tool == "wait" {
            self.waits.insert(id.to_string(), argument.text("cell_id").to_string());
        } else if let (true, Some(session)) = (tool == "write_stdin", argument.int("session_id")) {
            self.writes.insert(id.to_string(), session);
        }
    }

    fn call_output(&mut self, id: &str, value: &Value) {
        let output = output::read(value);
        let cell = self.waits.get(id).cloned();
        let of_script = self.script_output(id, cell.as_deref(), &output);
        if of_script && cell.is_none() {
            return;
        }
        if let Some(session) = output.session {
            self.sessions.entry(session).or_insert_with(|| id.to_string());
        }
        // Writing to a command, or asking how it stands, tells of its end where no item does.
        if let Some(command) = self.writes.get(id).and_then(|session| self.sessions.get(session)).cloned() {
            if output.exit.is_some() && !self.is_done(&command) {
                self.result(&command, output.state, output.exit, &output.text);
            }
            let state = if output.state == OutcomeState::Started { OutcomeState::Ok } else { output.state };
            return self.result(id, state, None, &output.text);
        }
        self.result(id, output.state, output.exit, &output.text);
        if output.state == OutcomeState::Failed {
            self.half_applied(id, &output.text);
        }
    }

    fn message(&mut self, item: &Value) {
        let text = pieces(&item["content"]);
        match item.text("role") {
            "assistant" => self.said(item.text("id"), text),
            "user" => {
                let metadata = &item["internal_chat_message_metadata_passthrough"]["content_item_metadata"];
                let origin = metadata.get(0).map(|first| first["provenance"].text("type")).unwrap_or_default();
                let client = origin == "harness" || CLIENT.iter().any(|start| text.trim_start().starts_with(start));
                self.asked(item.text("id"), text, if client { Speaker::Client } else { Speaker::Person });
            }
            _ => {}
        }
    }

    /// A prompt; a person's prompt is recorded twice, once for the model and once for the client.
    pub(super) fn asked(&mut self, id: &str, text: String, by: Speaker) {
        if text.trim().is_empty() || self.repeats(self.last_asked.as_ref(), &text) {
            return;
        }
        if by == Speaker::Client {
            self.rule_file(id, &text);
        }
        self.asked_by_person |= by == Speaker::Person;
        let event = self.push(id, What::Asked { text: text.clone(), by });
        self.last_asked = Some((event, text));
    }

    fn agent_message(&mut self, item: &Value) {
        let own = self.meta.agent_path.as_deref().unwrap_or("/root");
        if item.text("author") == own {
            return;
        }
        let parts = item
            .items("content")
            .iter()
            .map(|part| part.said("text").or(part.said("encrypted_content")).unwrap_or_default());
        // What is encrypted is one long word.
        let readable = parts.filter(|part| part.len() < 80 || part.contains(' '));
        let text = readable.collect::<Vec<_>>().join("");
        self.asked(item.text("id"), text, Speaker::Agent);
    }

    /// Rules that the client put in: `# AGENTS.md instructions for <folder>`, then the text in a tag.
    fn rule_file(&mut self, id: &str, text: &str) {
        let Some(rest) = text.trim_start().strip_prefix("# AGENTS.md instructions for ") else { return };
        let (folder, body) = rest.split_once('\n').unwrap_or((rest, ""));
        let body = body.trim().trim_start_matches("<INSTRUCTIONS>").trim_end_matches("</INSTRUCTIONS>").trim();
        self.rule(&format!("{}/AGENTS.md", folder.trim().trim_end_matches('/')), body, Some(id.to_string()));
    }

    fn world(&mut self, payload: &Value) {
        for (path, rules) in payload["state"]["agents_md"].as_object().into_iter().flatten() {
            let text = rules.as_str().or(rules.said("text")).or(rules.said("contents")).or(rules.said("content"));
            if let Some(text) = text.filter(|_| path.starts_with('/')) {
                self.rule(path, text, None);
            }
        }
    }

    fn rule(&mut self, path: &str, text: &str, event: Option<String>) {
        let path = self.places.here(path);
        let text: String = text.chars().take(RULES).collect();
        self.rules.retain(|rule| rule.path != path);
        self.rules.push(RuleFile { path, text, reloaded: true, event });
    }

    /// Counts a record whose kind is not known.
    pub(super) fn strange(&mut self, kind: &str) {
        let kind: String = kind.chars().filter(|letter| !letter.is_control()).take(60).collect();
        *self.unknown.entry(kind).or_default() += 1;
    }
}

/// The texts of a list of pieces, one after the other.
pub(super) fn pieces(content: &Value) -> String {
    if let Some(text) = content.as_str() {
        return text.to_string();
    }
    let texts = content.as_array().into_iter().flatten().filter_map(|piece| piece.said("text"));
    texts.collect::<Vec<_>>().join("\n")
}
