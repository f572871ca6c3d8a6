//! What starts the next run of a task, and what that sets off. Only what this task really has; lastgood does none of it.

use crate::model::{Decided, Facts, OutsideOutcome, StartMode, TaskRecord, TaskStart};

/// What a person sends to the task to start its next run with the brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Send {
    /// A comment with this text.
    Comment {
        /// The text.
        text: String,
        /// The session that it resumes.
        resumes: Option<String>,
    },
    /// A record of what happened to the stopped attempt.
    Reconcile {
        /// Method and address.
        call: String,
        /// The body.
        body: String,
    },
    /// Nothing: it starts by itself.
    Alone {
        /// When.
        at: Option<jiff::Timestamp>,
    },
    /// The board's own decision comes first.
    Board,
}

/// The modes in which the next run of a task can start; `None` when there is no task, so that the runtime decides.
pub fn modes(facts: &Facts) -> Option<Vec<StartMode>> {
    let record = facts.run.record.as_ref()?;
    let mut modes = Vec::new();
    for start in &record.starts {
        let mode = match start {
            TaskStart::Comment { session: Some(_) } => StartMode::Resume,
            TaskStart::Alone { .. } if record.saved.iter().flatten().next().is_some() => StartMode::Resume,
            _ => StartMode::Fresh,
        };
        if !modes.contains(&mode) {
            modes.push(mode);
        }
    }
    Some(modes)
}

/// The document of the task in which the brief of this attempt was written, as people call it; `None` when it stands elsewhere.
pub fn document(decided: &Decided) -> Option<&str> {
    let published = decided.published.get(&decided.attempt)?;
    let place = published.paths.iter().find(|path| path.starts_with("task "))?;
    Some(place.split("document ").nth(1).unwrap_or("recovery-brief"))
}

/// What starts the next run with the brief at this revision, the usual way first.
pub fn sends(record: &TaskRecord, decided: &Decided, facts: &Facts, document: &str) -> Vec<Send> {
    let of = |start: &TaskStart| match start {
        TaskStart::Comment { session } => {
            Send::Comment { text: format!("Follow document {document}."), resumes: session.clone() }
        }
        TaskStart::Reconcile => Send::Reconcile {
            call: format!("POST {}/api/issues/{}/recovery-actions/resolve", record.server, record.id),
            body: reconciliation(record, decided, facts, document),
        },
        TaskStart::Alone { at } => Send::Alone { at: *at },
        TaskStart::Board => Send::Board,
    };
    record.starts.iter().map(of).collect()
}

/// The request that the answers map to: nothing in it that nobody wrote down.
fn reconciliation(record: &TaskRecord, decided: &Decided, facts: &Facts, document: &str) -> String {
    let hold = record.hold.clone().unwrap_or_default();
    let stopped = decided.settled.contains_key(&crate::model::Step::Confirm);
    let actions: Vec<_> = super::outside::actions(facts).collect();
    let outcomes: Vec<Option<OutsideOutcome>> =
        actions.iter().map(|product| super::outside::outcome(decided, product)).collect();
    let all = |wanted: OutsideOutcome| outcomes.iter().all(|outcome| *outcome == Some(wanted));
    let outcome = if outcomes.is_empty() || all(OutsideOutcome::DidNotHappen) {
        "not_performed"
    } else if all(OutsideOutcome::Happened) {
        "completed"
    } else {
        "mixed"
    };
    let mut evidence = vec![format!("See document {document}.")];
    for (product, outcome) in actions.iter().zip(&outcomes) {
        let said = super::outside::known(decided, product).map(|known| match known.met {
            Some(met) => format!("{} called it met in the review of attempt {}", met.by, met.attempt),
            None => format!("{} saw: {} ({})", known.found.by, known.found.saw, known.found.place),
        });
        let word = match outcome {
            Some(OutsideOutcome::Happened) => "happened",
            Some(OutsideOutcome::DidNotHappen) => "did not happen",
            Some(OutsideOutcome::Partly) => "happened in part",
            None => "not confirmed",
        };
        let command = product.command.as_deref().unwrap_or(&product.title);
        evidence.push(format!("{command}: {word}{}.", said.map_or_else(String::new, |said| format!("; {said}"))));
    }
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    format!(
        "{{\"actionId\":{},\"outcome\":\"restored\",\"sourceIssueStatus\":\"todo\",\"resolutionNote\":{},\"executionReconciliation\":{{\"runId\":{},\"providerStopped\":{stopped},\"actionOutcome\":\"{outcome}\",\"outcomeEvidence\":{}}}}}",
        quoted(&hold.action),
        quoted(&format!("see document {document}")),
        quoted(&hold.attempt),
        quoted(&evidence.join(" "))
    )
}
