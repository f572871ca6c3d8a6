//! The context was replaced by a summary: a boundary row, then the summary, then what is put back word for word.

use serde_json::Value;

use super::reader::Reader;
use super::row::{Head, content};
use crate::model::{Compaction, What};
use crate::sources::text::head as beginning;

/// A file that is put back is kept up to this length.
const PUT_BACK: usize = 64 << 10;

/// The boundary: how much was dropped, and which messages stay.
pub(super) fn boundary(reader: &mut Reader, head: &Head, value: &Value) {
    let about = &value["compactMetadata"];
    let stay = about["preservedMessages"]["uuids"].as_array().map_or(&[][..], Vec::as_slice);
    let kept = stay.iter().filter_map(Value::as_str).filter_map(|uuid| said(reader, uuid)).collect();
    let compaction = Compaction {
        summary: String::new(),
        kept,
        before: about["preTokens"].as_u64(),
        after: about["postTokens"].as_u64(),
        opaque: false,
    };
    let id = reader.id(head);
    reader.push(id, head.at(), What::Compaction(compaction));
}

/// The text of a message that stays.
fn said(reader: &Reader, uuid: &str) -> Option<String> {
    match &reader.run.event(uuid)?.what {
        What::Asked { text, .. } | What::Said { text } => Some(text.clone()),
        What::Result(outcome) => Some(outcome.output.clone()),
        _ => None,
    }
}

/// The summary; without a boundary before it, it is the compaction itself.
pub(super) fn summary(reader: &mut Reader, head: &Head, value: &Value) {
    let summary = content(&value["message"]["content"]);
    match last(reader) {
        Some(compaction) if compaction.summary.is_empty() => compaction.summary = summary,
        _ => {
            let id = reader.id(head);
            reader.push(id, head.at(), What::Compaction(Compaction { summary, ..Compaction::default() }));
        }
    }
}

/// A text that the client puts into the context again, right after a compaction.
pub(super) fn put_back(reader: &mut Reader, text: &str) {
    let text = beginning(text, PUT_BACK).to_string();
    if let Some(compaction) = last(reader)
        && !text.is_empty()
    {
        compaction.kept.push(text);
    }
}

/// The compaction after which nothing but the client's own words came.
fn last<'a>(reader: &'a mut Reader) -> Option<&'a mut Compaction> {
    let events = reader.run.events.iter_mut().rev();
    events
        .take_while(|event| {
            matches!(event.what, What::Compaction(_) | What::Asked { by: crate::model::Speaker::Client, .. })
        })
        .find_map(|event| match &mut event.what {
            What::Compaction(compaction) => Some(compaction),
            _ => None,
        })
}
