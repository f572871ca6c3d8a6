//! What the agent and the client said: text, calls, ends of turns, errors of the API.

use serde_json::Value;

use super::reader::Reader;
use super::row::{self, Head};
use super::{errors, tools};
use crate::model::{Call, TurnEnd, What, Window};
use crate::sources::fields::total;

/// Reads an assistant row: one block of an answer, or several.
pub(super) fn read(reader: &mut Reader, head: &Head, value: &Value, cut: bool) {
    let message = &value["message"];
    if row::text(&message["model"]) == "<synthetic>" {
        return synthetic(reader, head, value);
    }
    // Rows of one answer each repeat how it stopped: its end is after the last of them.
    let answer = row::text(&message["id"]).to_string();
    if reader.ended.take().is_some_and(|ended| ended == answer && !answer.is_empty()) {
        reader.take_back_end();
    }
    window(reader, message);
    let whole = [message["content"].clone()];
    let blocks = message["content"].as_array().map_or(&whole[..], Vec::as_slice);
    for block in blocks {
        match row::text(&block["type"]) {
            // A block without an id and a name is no call of any release: nothing could ever answer it.
            "tool_use" | "server_tool_use" | "mcp_tool_use"
                if ["id", "name"].iter().all(|field| row::text(&block[*field]).is_empty()) => {}
            "tool_use" | "server_tool_use" | "mcp_tool_use" => call(reader, head, block, cut),
            "text" => said(reader, head, row::text(&block["text"])),
            "" => said(reader, head, row::text(block)),
            _ => {}
        }
    }
    match row::text(&message["stop_reason"]) {
        "end_turn" | "stop_sequence" => {
            reader.turn_end(head, TurnEnd::Completed);
            reader.ended = Some(answer);
        }
        "refusal" => {
            let id = reader.id(head);
            reader.push(id, head.at(), What::Error(errors::refusal(message)));
            reader.turn_end(head, TurnEnd::Failed);
        }
        _ => {}
    }
}

fn said(reader: &mut Reader, head: &Head, text: &str) {
    if !text.trim().is_empty() {
        let id = reader.id(head);
        reader.push(id, head.at(), What::Said { text: text.to_string() });
    }
}

fn call(reader: &mut Reader, head: &Head, block: &Value, cut: bool) {
    let id = row::text(&block["id"]).to_string();
    let tool = row::text(&block["name"]).to_string();
    let cwd = head.cwd().map(|cwd| reader.places.here(cwd));
    let deed = tools::deed(reader, &tool, &block["input"], cwd, cut);
    let event = if id.is_empty() { reader.id(head) } else { id.clone() };
    let index = reader.push(event, head.at(), What::Call(Call { id: id.clone(), tool, deed, result: None }));
    reader.calls.insert(id, index);
}

/// How full the context was: several rows of one answer repeat it, the last one counts.
fn window(reader: &mut Reader, message: &Value) {
    if reader.agent.is_some() {
        return;
    }
    let fields = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"];
    let used = total(fields.map(|field| &message["usage"][field]));
    if used > 0 {
        let size = row::text(&message["model"]).contains("[1m]").then_some(1_000_000);
        reader.run.window = Some(Window { used, size });
    }
}

fn synthetic(reader: &mut Reader, head: &Head, value: &Value) {
    let text = row::content(&value["message"]["content"]);
    if value["isApiErrorMessage"] == true || errors::reads_like_one(&text) {
        let failure = errors::given_up(value, &text, head.at());
        let id = reader.id(head);
        reader.push(id, head.at(), What::Error(failure));
        reader.turn_end(head, TurnEnd::Failed);
    }
}

/// Reads a system row: an error that was tried again, the end of a turn.
pub(super) fn system(reader: &mut Reader, head: &Head, value: &Value) {
    match row::text(&value["subtype"]) {
        "api_error" => {
            let failure = errors::tried_again(value, head.at());
            let id = reader.id(head);
            reader.push(id, head.at(), What::Error(failure));
        }
        "turn_duration" => reader.turn_end(head, TurnEnd::Completed),
        _ => {}
    }
}
