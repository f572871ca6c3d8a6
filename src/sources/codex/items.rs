//! Items that ended: commands with their exit status, file changes, messages, sub-agents.

use serde_json::Value;

use super::calls;
use super::thread::Thread;
use crate::model::{Call, Deed, OutcomeState, Speaker};
use crate::sources::fields::Fields;
use crate::sources::patch;

impl Thread<'_> {
    /// An item that ended; `event` is the record around it.
    pub(super) fn item(&mut self, item: &Value, event: &Value) {
        let id = item.text("id");
        match item.text("type") {
            "CommandExecution" => self.command_ended(id, item, event),
            "FileChange" => self.files_changed(id, item),
            "UserMessage" => self.asked(id, super::record::pieces(&item["content"]), Speaker::Person),
            "AgentMessage" => self.said(id, super::record::pieces(&item["content"])),
            "ContextCompaction" => self.compaction_seen(),
            "SubAgentActivity" => self.agent_started(id, item.text("agent_thread_id")),
            "CollabAgentToolCall" => {
                let receivers = item.items("receiver_thread_ids");
                if let Some(agent) =
                    receivers.first().and_then(Value::as_str).filter(|_| item.text("tool").starts_with("spawn"))
                {
                    self.agent_started(id, agent);
                }
            }
            "McpToolCall" => self.server_called(id, item),
            "Reasoning" | "Plan" | "Sleep" | "WebSearch" | "ImageView" | "ImageGeneration" | "HookPrompt" => {}
            other => self.strange(other),
        }
    }

    /// A command that ended, in the words of either generation of clients.
    pub(super) fn command_ended(&mut self, id: &str, item: &Value, event: &Value) {
        let script = calls::script(&item["command"]);
        if self.call_mut(id).is_none() && !self.tie(id, "exec_command", Some(&script)) {
            let cwd = item.said("cwd").map(|cwd| self.places.here(cwd.strip_prefix("file://").unwrap_or(cwd)));
            let now = self.at;
            self.at = event.time("started_at_ms").or(now);
            let tool = if item.text("source") == "user_shell" { "user_shell" } else { "exec_command" };
            self.call(id, tool, Deed::Command { script, cwd, background: false });
            self.at = now;
        }
        let exit = item.int("exit_code").and_then(|code| i32::try_from(code).ok());
        let state = match (item.text("status"), exit) {
            ("declined", _) => OutcomeState::Refused,
            ("failed", _) => OutcomeState::Failed,
            (_, Some(code)) if code != 0 => OutcomeState::Failed,
            _ => OutcomeState::Ok,
        };
        let output = item.said("aggregated_output").or(item.said("formatted_output")).or(item.said("stdout"));
        self.result(id, state, exit, output.unwrap_or_default());
    }

    /// A patch that was carried out, wholly or in part.
    pub(super) fn files_changed(&mut self, id: &str, item: &Value) {
        if self.call_mut(id).is_none() && !self.tie(id, "apply_patch", None) {
            let edits = patch::changes(&item["changes"], |path| self.places.here(path));
            self.edit_call(id, edits);
        }
        let failed =
            matches!(item.text("status"), "failed" | "declined") || item.get("success") == Some(&Value::Bool(false));
        let state = match item.text("status") {
            "declined" => OutcomeState::Refused,
            _ if failed => OutcomeState::Failed,
            _ => OutcomeState::Ok,
        };
        let said = format!("{}{}", item.text("stdout"), item.text("stderr"));
        self.result(id, state, None, &said);
        if failed {
            self.half_applied(id, item.text("stderr"));
        }
    }

    /// Marks which files of a failed patch were written all the same.
    pub(super) fn half_applied(&mut self, id: &str, error: &str) {
        let places = self.places;
        if let Some(Call { deed: Deed::Edit(edits), .. }) = self.call_mut(id) {
            patch::mark_applied(edits, error, |path| places.recorded(path));
        }
    }

    fn agent_started(&mut self, call: &str, agent: &str) {
        if let Some(Call { deed: Deed::Delegate { agent: known, .. }, .. }) = self.call_mut(call) {
            *known = Some(agent.to_string());
        }
    }

    fn server_called(&mut self, id: &str, item: &Value) {
        if self.call_mut(id).is_none() {
            let deed = Deed::Server {
                server: item.text("server").to_string(),
                method: item.text("tool").to_string(),
                input: crate::sources::text::input(&item["arguments"]),
            };
            self.call(id, item.text("tool"), deed);
        }
        let error = item.get("error").filter(|error| !error.is_null());
        let state =
            if error.is_some() || item.text("status") == "failed" { OutcomeState::Failed } else { OutcomeState::Ok };
        let said = error.or(item.get("result")).map(ToString::to_string).unwrap_or_default();
        self.result(id, state, None, &said);
    }
}
