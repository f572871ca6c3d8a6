//! A session as either store holds it, before it means anything.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::{PlanItem, PlanState, Problem};
use crate::sources::fields::Fields;

/// A session with its messages.
#[derive(Debug, Default)]
pub(super) struct Stored {
    /// Its id (`ses_…`).
    pub id: String,
    /// The session that started it, for a sub-agent.
    pub parent: Option<String>,
    /// The project, which names the folder of its snapshots.
    pub project: String,
    /// Its folder, as recorded.
    pub directory: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The client's version.
    pub version: Option<String>,
    /// When it was made.
    pub created: Option<Timestamp>,
    /// From which message on it was taken back by a person.
    pub reverted: Option<String>,
    /// Its messages in order.
    pub messages: Vec<Message>,
    /// The plan, if the store keeps one beside the messages.
    pub plan: Option<Vec<PlanItem>>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// A message with its parts.
#[derive(Debug)]
pub(super) struct Message {
    /// Its id (`msg_…`).
    pub id: String,
    /// When it was made.
    pub created: Option<Timestamp>,
    /// What it says of itself.
    pub data: Value,
    /// Its parts in order, with their ids.
    pub parts: Vec<(String, Value)>,
}

/// A plan item from a row of the plan.
pub(super) fn plan_item(text: &str, status: &str) -> Option<PlanItem> {
    let state = match status {
        "completed" => PlanState::Done,
        "in_progress" => PlanState::Doing,
        // Given up: neither done nor left to do.
        "cancelled" => return None,
        _ => PlanState::Open,
    };
    Some(PlanItem { text: text.to_string(), state })
}

/// A plan from the items that a call or a file lists.
pub(super) fn plan(items: &[Value]) -> Vec<PlanItem> {
    items.iter().filter_map(|item| plan_item(item.text("content"), item.text("status"))).collect()
}

/// A time of a record, below `time`.
pub(super) fn time(data: &Value, key: &str) -> Option<Timestamp> {
    data.get("time")?.time(key)
}
