//! What the facts say about a task: never one status word alone.

use serde_json::Value;

use crate::model::{Attempt, TaskStart, TaskState};
use crate::sources::fields::Fields;

/// The state of a task, by its own record and its attempts, oldest first. The first fact that speaks decides.
pub(super) fn state(issue: &Value, attempts: &[Attempt], live: bool, asked: bool) -> TaskState {
    let newest = attempts.iter().rev().find(|attempt| attempt.began());
    let ended_badly = newest
        .is_some_and(|attempt| matches!(attempt.status.as_str(), "failed" | "timed_out" | "interrupted" | "cancelled"));
    let action = &issue["activeRecoveryAction"];
    let open = matches!(issue.text("status"), "todo" | "in_progress" | "in_review" | "blocked" | "backlog");
    let by_agent = issue.said("assigneeAgentId").is_some();
    if live || attempts.iter().any(Attempt::live) {
        TaskState::Live
    } else if issue["scheduledRetry"].is_object() || attempts.iter().any(Attempt::waits) {
        TaskState::Scheduled
    } else if issue["executionBlocker"].is_object() || (asked && !ended_badly) {
        // A question to a person that waits is no failure.
        TaskState::Held
    } else if action.text("kind") == "missing_disposition" || issue["successfulRunHandoff"].text("state") == "escalated"
    {
        TaskState::NoNextStep
    } else if action.is_object() {
        TaskState::Board
    } else if matches!(issue.text("status"), "done" | "cancelled") {
        TaskState::Done
    } else if issue.text("status") == "in_review" && !by_agent {
        TaskState::InReview
    } else if open && by_agent && ended_badly {
        TaskState::SilentlyDead
    } else if issue.text("status") == "in_review" {
        TaskState::InReview
    } else if open && newest.is_some_and(|attempt| attempt.status == "succeeded") {
        TaskState::NoNextStep
    } else {
        TaskState::Unknown
    }
}

/// The ways in which the next run of the task can start, the usual one first.
pub(super) fn starts(issue: &Value, attempts: &[Attempt], state: TaskState, saved: Option<&str>) -> Vec<TaskStart> {
    let session = saved.map(str::to_owned);
    let retry = || {
        let noted = issue["scheduledRetry"].time("scheduledRetryAt");
        noted.or_else(|| attempts.iter().rev().find_map(|attempt| attempt.scheduled))
    };
    match state {
        TaskState::Scheduled => vec![TaskStart::Alone { at: retry() }, TaskStart::Comment { session }],
        TaskState::Held if !issue["executionBlocker"].is_object() => vec![TaskStart::Comment { session }],
        TaskState::Held => vec![TaskStart::Reconcile],
        TaskState::Board => vec![TaskStart::Board, TaskStart::Comment { session }],
        TaskState::SilentlyDead | TaskState::NoNextStep | TaskState::InReview => vec![TaskStart::Comment { session }],
        TaskState::Live | TaskState::Done | TaskState::Unknown => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn failed() -> Vec<Attempt> {
        vec![Attempt { status: "failed".into(), pid: Some(7), ..Attempt::default() }]
    }

    #[test]
    fn a_task_that_says_in_progress_and_has_only_failures_is_dead() {
        let issue = json!({"status": "in_progress", "assigneeAgentId": "a"});
        assert_eq!(state(&issue, &failed(), false, false), TaskState::SilentlyDead);
        assert_eq!(state(&issue, &failed(), true, false), TaskState::Live);
        let hand = json!({"status": "in_progress", "assigneeUserId": "u"});
        assert_eq!(state(&hand, &failed(), false, false), TaskState::Unknown);
    }

    #[test]
    fn what_starts_by_itself_comes_before_what_holds_it() {
        let issue = json!({"status": "blocked", "scheduledRetry": {"scheduledRetryAt": "2026-11-30T03:00:00Z"},
            "executionBlocker": {"cause": "x"}});
        assert_eq!(state(&issue, &failed(), false, false), TaskState::Scheduled);
        let alone = TaskStart::Alone { at: "2026-11-30T03:00:00Z".parse().ok() };
        assert_eq!(starts(&issue, &failed(), TaskState::Scheduled, None).first(), Some(&alone));
    }

    #[test]
    fn an_action_of_the_board_is_told_from_a_hold_and_from_a_missing_next_step() {
        let held = json!({"status": "in_progress", "executionBlocker": {}, "activeRecoveryAction": {"kind": "active_run_watchdog"}});
        assert_eq!(state(&held, &failed(), false, false), TaskState::Held);
        let board = json!({"status": "blocked", "activeRecoveryAction": {"kind": "stranded_assigned_issue"}});
        assert_eq!(state(&board, &failed(), false, false), TaskState::Board);
        let step = json!({"status": "blocked", "activeRecoveryAction": {"kind": "missing_disposition"}});
        assert_eq!(state(&step, &[], false, false), TaskState::NoNextStep);
    }
}
