//! Events of the client: turns and how they end, how full the context is, compactions, and the items that ended.

use serde_json::Value;

use super::record::pieces;
use super::thread::Thread;
use super::{again, failure, output};
use crate::model::{Compaction, Failure, Speaker, TurnEnd, What, Window};
use crate::sources::fields::Fields;
use crate::sources::text::is_client_block;

impl Thread<'_> {
    /// An event of the client, `legacy` kinds of older clients included.
    pub(super) fn event_msg(&mut self, event: &Value) {
        let turn = event.text("turn_id");
        match event.text("type") {
            "task_started" | "turn_started" => {
                self.turn_open = true;
                self.turns.insert(turn.to_string());
            }
            "task_complete" | "turn_complete" => self.turn_complete(turn, event),
            "turn_aborted" => self.turn_aborted(turn, event),
            "token_count" => self.tokens(event),
            "item_completed" => self.item(&event["item"], event),
            "error" => {
                let failure = self.failure(event);
                self.push(format!("line {}", self.place.line), What::Error(failure));
            }
            "stream_error" => {
                let mut failure = self.failure(event);
                failure.gave_up = false;
                self.push(format!("line {}", self.place.line), What::Error(failure));
            }
            "user_message" => self.asked("", event.text("message").to_string(), Speaker::Person),
            "agent_message" => self.said("", event.text("message").to_string()),
            "context_compacted" => self.compaction_seen(),
            "exec_command_end" => self.command_ended(event.text("call_id"), event, event),
            "patch_apply_end" => self.files_changed(event.text("call_id"), event),
            "mcp_tool_call_end" => {
                let said = output::read(&Value::String(event["result"].to_string()));
                let failed = event["result"].get("Err").is_some();
                let state = if failed { crate::model::OutcomeState::Failed } else { crate::model::OutcomeState::Ok };
                self.result(event.text("call_id"), state, None, &said.text);
            }
            _ => {}
        }
    }

    fn failure(&self, error: &Value) -> Failure {
        let words = error.said("message").or(error.as_str()).unwrap_or_default();
        // Fields before sentences: the record of the limits knows the second and the zone.
        let reset = self.reset.or_else(|| again::time(words, self.at, self.ahead));
        failure::read(error, reset)
    }

    fn turn_complete(&mut self, turn: &str, event: &Value) {
        self.turn_open = false;
        let error = event.get("error").filter(|error| !error.is_null());
        if let Some(error) = error {
            let failure = self.failure(error);
            self.push(format!("{turn}.error"), What::Error(failure));
        }
        let end = if error.is_some() { TurnEnd::Failed } else { TurnEnd::Completed };
        self.push(format!("{turn}.end"), What::TurnEnd(end));
    }

    fn turn_aborted(&mut self, turn: &str, event: &Value) {
        // A fork closes the open turn of its parent in its own file. Nobody interrupted anything.
        if self.meta.forked_from.is_some() && !turn.is_empty() && !self.turns.contains(turn) {
            self.notes.push(format!("the fork closed the open turn {turn} of its parent; nobody interrupted it"));
            return;
        }
        self.turn_open = false;
        let end = match event.text("reason") {
            "budget_limited" => {
                self.push(format!("{turn}.limit"), What::Limit("the budget of the turn was used up".to_string()));
                TurnEnd::Budget
            }
            "review_ended" => TurnEnd::Completed,
            _ => TurnEnd::Interrupted,
        };
        self.push(format!("{turn}.end"), What::TurnEnd(end));
    }

    fn tokens(&mut self, event: &Value) {
        let info = &event["info"];
        let used = info["last_token_usage"].get("total_tokens").and_then(Value::as_u64);
        if let Some(used) = used {
            self.window = Some(Window { used, size: info.get("model_context_window").and_then(Value::as_u64) });
        }
        let limits = &event["rate_limits"];
        let windows = ["primary", "secondary", "individual_limit"].map(|name| &limits[name]);
        let full = windows.iter().filter(|window| window["used_percent"].as_f64().is_some_and(|used| used >= 100.0));
        // Of several used-up limits the last to start anew decides.
        self.reset = full.filter_map(|window| window.time("resets_at")).max();
    }

    /// A compaction: the summary, and what the model still has word for word.
    pub(super) fn compaction(&mut self, payload: &Value) {
        let whole = payload.text("message");
        let mut summary = whole.to_string();
        // The summary is recorded as a message of the agent first; it was said to nobody.
        if let Some((event, said)) = self.last_said.take()
            && whole.trim_end().ends_with(said.trim())
        {
            self.remove(event);
            summary = said;
        }
        let history = payload.items("replacement_history");
        let mut kept = Vec::new();
        for message in history.iter().filter(|item| item.text("role") == "user") {
            let text = pieces(&message["content"]);
            if !text.is_empty()
                && text.trim() != whole.trim()
                && !text.contains(summary.trim())
                && !is_client_block(&text)
            {
                kept.push(text);
            }
        }
        let hidden = history.iter().any(|item| item.said("encrypted_content").is_some());
        let opaque = summary.trim().is_empty() || hidden;
        let before = self.window.map(|window| window.used);
        let compaction = Compaction { summary, kept, before, after: None, opaque };
        let id = payload.said("window_id").map_or_else(|| format!("line {}", self.place.line), str::to_string);
        let event = self.push(id, What::Compaction(compaction));
        self.compacted = Some(event);
    }

    /// The client's own note of a compaction; it adds one only where no record carries the summary.
    pub(super) fn compaction_seen(&mut self) {
        let recent = self.compacted.is_some_and(|event| self.next() - event <= 3);
        if !recent {
            let compaction = Compaction { opaque: true, ..Compaction::default() };
            let event = self.push(format!("line {}", self.place.line), What::Compaction(compaction));
            self.compacted = Some(event);
        }
    }
}
