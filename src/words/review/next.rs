//! Words of step 4 about what goes on after an attempt: what is handed on, what the next run starts from, what nobody judged.

use crate::model::{CriterionRow, CriterionVerdict, Review, Start, StartFrom, StartMode};

/// What a closing handed on to the next attempt as last good: that attempt need not start there.
pub fn handed_on(from: &str) -> String {
    format!("handed on as last good: {from}")
}

/// The same once the next brief is written, with what its run really starts from.
pub fn starts_at(attempt: u32, start: &Start, good: &str) -> String {
    let at = start.commit.as_deref().map(|commit| format!(" at {}", commit.get(..7).unwrap_or(commit)));
    let at = at.unwrap_or_default();
    let from = match (start.mode, start.from) {
        (StartMode::Resume, _) => "resumes the session".to_owned(),
        (_, Some(StartFrom::Commit)) => format!("starts from a new tree{at}"),
        (_, Some(StartFrom::Worktree)) => format!("starts from the work tree as it is{at}"),
        (_, Some(StartFrom::Salvage)) => "starts from the salvage copy".to_owned(),
        (_, None) if start.tree.is_empty() => "names no start yet".to_owned(),
        (_, None) => "starts on the task".to_owned(),
    };
    format!("brief {attempt} {from}; last good {good}")
}

/// There is nothing to review here, because the run was given a brief of a recovery that is not kept in this state folder.
pub fn elsewhere(recovery: &str, attempt: u32) -> String {
    format!("its prompt is brief {attempt} of recovery {recovery}, whose state is not on this machine")
}

/// How it can be reviewed all the same.
pub fn by_file(session: &str) -> String {
    format!("with the file of that brief: lastgood review --brief FILE {session}")
}

/// An open line; of a criterion on which nobody gave a verdict it says that: what is asked may be there.
pub fn open_unjudged(review: &Review, line: &str) -> String {
    let unjudged = |one: &CriterionRow| one.text == line && one.verdict == CriterionVerdict::NotLookedAt;
    let told = if review.criteria.iter().any(unjudged) { " (nobody gave a verdict yet)" } else { "" };
    format!("{line}{told}")
}
