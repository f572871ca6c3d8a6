//! The task itself: goal, limits, criteria, who owns it and who approves.

use serde_json::Value;

use super::agents::Names;
use crate::model::{Task, TaskState};
use crate::read;
use crate::sources::fields::Fields;

/// The task as its record states it.
pub(super) fn task(issue: &Value, names: &Names, state: TaskState) -> Task {
    let text = issue.text("description");
    let key = issue.said("identifier").unwrap_or(issue.text("id"));
    let mut task = read::task::stated(text);
    let source = format!("task {key}");
    for criterion in &mut task.criteria {
        criterion.source.clone_from(&source);
    }
    let assignee = issue.said("assigneeAgentId").map(|id| names.agent(id));
    Task {
        source: "paperclip".into(),
        key: Some(key.to_owned()),
        goal: task.goal.take().or_else(|| issue.said("title").map(str::to_owned)),
        owner: issue.said("responsibleUserId").or(issue.said("createdByUserId")).map(Names::user),
        assignee: assignee.or_else(|| issue.said("assigneeUserId").map(Names::user)),
        approver: task.approver.take().or_else(|| approver(issue, names)),
        status: issue.said("status").map(str::to_owned),
        state,
        criteria: task.criteria,
        limits: task.limits,
        contract: None,
        reconstructed: Vec::new(),
    }
}

/// The participant of the approval stage, else who is responsible.
fn approver(issue: &Value, names: &Names) -> Option<String> {
    let stages = issue["executionPolicy"].items("stages");
    let stage = stages.iter().find(|stage| stage.text("type") == "approval");
    let stage = stage.or_else(|| stages.iter().find(|stage| stage.text("type") == "review"));
    let person = stage
        .into_iter()
        .flat_map(|stage| stage.items("participants"))
        .find_map(|one| one.said("userId").map(Names::user).or_else(|| one.said("agentId").map(|id| names.agent(id))));
    person.or_else(|| issue.said("responsibleUserId").map(Names::user))
}
