//! The agent's own plan: written as a whole (`TodoWrite`), item by item (Task tools), or kept in files.

use std::path::Path;

use serde_json::Value;

use super::row::text;
use crate::model::{PlanItem, PlanState, Problem};
use crate::sources::files;

/// The plan while the transcript is read.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Items as the calls so far leave them, with their numbers.
    items: Vec<(String, PlanItem)>,
    /// The same after the last call that has a result.
    confirmed: Vec<PlanItem>,
}

impl Plan {
    /// The whole plan was written.
    pub fn written(&mut self, todos: &Value) -> Vec<PlanItem> {
        let todos = todos.as_array().map_or(&[][..], Vec::as_slice);
        let item = |todo: &Value| PlanItem { text: text(&todo["content"]).into(), state: state(todo) };
        self.items = todos.iter().map(|todo| (String::new(), item(todo))).collect();
        self.now()
    }

    /// An item was added; the client numbers them from 1.
    pub fn created(&mut self, given: &Value) -> Vec<PlanItem> {
        let next = self.items.iter().filter_map(|(id, _)| id.parse::<u32>().ok()).max().unwrap_or(0) + 1;
        let item = PlanItem { text: text(&given["subject"]).into(), state: PlanState::Open };
        self.items.push((next.to_string(), item));
        self.now()
    }

    /// An item was changed or taken out.
    pub fn updated(&mut self, given: &Value) -> Vec<PlanItem> {
        let id = given["taskId"].as_str().map_or_else(|| given["taskId"].to_string(), Into::into);
        if given["status"] == "deleted" {
            self.items.retain(|(number, _)| *number != id);
        }
        for (_, item) in self.items.iter_mut().filter(|(number, _)| *number == id) {
            if given["status"].is_string() {
                item.state = state(given);
            }
            if let Some(subject) = given["subject"].as_str() {
                item.text = subject.into();
            }
        }
        self.now()
    }

    /// The last call has a result.
    pub fn confirm(&mut self) {
        self.confirmed = self.now();
    }

    /// The plan in its last recorded state: the files know best, they are what the client itself reads.
    pub fn last(self, folder: &Path) -> (Vec<PlanItem>, Vec<Problem>) {
        let (items, problems) = kept(folder);
        (if items.is_empty() { self.confirmed } else { items }, problems)
    }

    fn now(&self) -> Vec<PlanItem> {
        self.items.iter().map(|(_, item)| item.clone()).collect()
    }
}

/// The items that lie in files, by number.
fn kept(folder: &Path) -> (Vec<PlanItem>, Vec<Problem>) {
    let mut items = Vec::new();
    let mut problems = Vec::new();
    for path in files::entries(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        match files::json(&path) {
            Ok(task) if task["status"] == "deleted" => {}
            Ok(task) => {
                let number = path.file_stem().and_then(|stem| stem.to_str()?.parse::<u32>().ok()).unwrap_or(u32::MAX);
                items.push((number, PlanItem { text: text(&task["subject"]).into(), state: state(&task) }));
            }
            Err(why) => {
                let what = format!("an item of the plan cannot be read: {why}");
                problems.push(Problem::new(path.display().to_string(), what));
            }
        }
    }
    items.sort_by_key(|(number, _)| *number);
    (items.into_iter().map(|(_, item)| item).collect(), problems)
}

fn state(item: &Value) -> PlanState {
    match text(&item["status"]) {
        "completed" => PlanState::Done,
        "in_progress" => PlanState::Doing,
        _ => PlanState::Open,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_plan_is_what_the_last_call_with_a_result_left() {
        let mut plan = Plan::default();
        plan.created(&json!({"subject": "Bucket"}));
        plan.created(&json!({"subject": "Docs"}));
        plan.updated(&json!({"taskId": "1", "status": "completed"}));
        plan.confirm();
        plan.updated(&json!({"taskId": "2", "status": "completed"}));
        let (items, _) = plan.last(Path::new("/nowhere"));
        assert_eq!(items[0], PlanItem { text: "Bucket".into(), state: PlanState::Done });
        assert_eq!(items[1].state, PlanState::Open);
    }
}
