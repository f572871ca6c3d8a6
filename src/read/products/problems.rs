//! What does not fit together between the records and the work tree.

use crate::model::{Problem, Unexplained};
use crate::read::Known;

/// Commits and moves of HEAD that no record mentions, a folder that is gone.
pub fn problems(known: Known<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let tree = known.tree;
    let place = tree.root.display().to_string();
    if !tree.exists
        && let Some(cwd) = &known.run.cwd
        && !tree.problems.iter().any(|problem| problem.what.contains("not there") || problem.what.contains("gone"))
    {
        let what = "the folder in which the run worked does not exist: it was removed or moved. What it held and no commit holds is gone.";
        problems.push(Problem::new(cwd.display().to_string(), what));
    }
    let last = known.run.last_event;
    for commit in tree.commits.iter().filter(|commit| tree.start.as_ref() != Some(&commit.id)) {
        let unseen = known.replay.commits.place(&commit.id).is_none_or(|place| !place.by_run);
        if unseen && last.is_some_and(|last| commit.at > last) {
            let short = commit.id.get(..9).unwrap_or(&commit.id);
            let what = format!(
                "commit {short} ({}) was made after the last record ({}): the log lost its end, or somebody else made it. No record mentions it.",
                commit.subject,
                last.map(|last| last.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()).unwrap_or_default()
            );
            problems.push(Problem::new(place.clone(), what).of(Unexplained::Commit(commit.id.clone())));
        }
    }
    for moved in &tree.moves {
        let reset = moved.words.starts_with("reset:");
        let by_run = known.run.calls().any(|(event, call, result)| {
            let within = event.at.is_some_and(|at| at <= moved.at + jiff::SignedDuration::from_secs(2))
                && result
                    .and_then(|(event, _)| event.at)
                    .is_none_or(|end| moved.at <= end + jiff::SignedDuration::from_secs(2));
            let git = matches!(&call.deed, crate::model::Deed::Command { script, .. } if script.contains("git"));
            within && git
        });
        if reset && !by_run {
            let what = format!(
                "HEAD was reset from outside the run ({}): {}",
                moved.at.strftime("%Y-%m-%d %H:%M:%S UTC"),
                moved.words
            );
            problems.push(Problem::new(place.clone(), what).of(Unexplained::Moved(moved.at)));
        }
    }
    problems
}
