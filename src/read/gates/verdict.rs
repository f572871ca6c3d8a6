//! The colour of one run of a gate: from its exit status where it is known, else from what it printed, else none.

use super::table::{Row, Talks};
use crate::model::OutcomeState;
use crate::read::ran::Ran;
use crate::read::shell::Fate;

/// How one run of a gate came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Green or red; `None` when the record does not decide.
    pub green: Option<bool>,
    /// How that is known, in words.
    pub how: String,
    /// Whether it began to check anything, as far as that is known; of what it then found nothing may be on record.
    pub began: bool,
}

/// How a run of a gate came out; `says` is what its own text says.
pub(super) fn verdict(ran: &Ran<'_>, row: &Row, says: Option<bool>) -> Verdict {
    let began = match ran.fate {
        Fate::Ok | Fate::Hidden | Fate::Started => true,
        Fate::Failed(code) => {
            !matches!(code, Some(126 | 127)) && !absent(ran.output()) && !no_such_target(ran.output())
        }
        // What has no result was asked for, and nobody saw more.
        Fate::Unknown => ran.result.is_none(),
        Fate::Skipped => false,
    };
    let give = |green, how: &str| Verdict { green, how: how.into(), began };
    if !ran.unseen.is_empty() && !matches!(ran.fate, Fate::Ok | Fate::Failed(_)) {
        return give(None, ran.unseen);
    }
    match (ran.fate, says) {
        (Fate::Ok | Fate::Failed(_) | Fate::Hidden, _) if row.ran_none(ran.output()) => give(None, "it ran no test"),
        (Fate::Ok, Some(false)) => give(None, "exit 0, though the text says that it failed"),
        (Fate::Ok, _) if silent(ran) && row.talks == Talks::Always => {
            give(None, "it returned and printed nothing, though it always prints its result")
        }
        (Fate::Ok, _) => give(Some(true), "exit 0"),
        (Fate::Failed(Some(126 | 127)), _) => give(None, "the command was not found"),
        (Fate::Failed(Some(124)), _) => give(None, "it ran out of time"),
        (Fate::Failed(_), None) if absent(ran.output()) => give(None, "the command was not found"),
        (Fate::Failed(_), _) if no_such_target(ran.output()) => give(None, "there is no such target"),
        (Fate::Failed(Some(code)), _) => give(Some(false), &format!("exit {code}")),
        (Fate::Failed(None), Some(false)) => give(Some(false), "the text says that it failed"),
        (Fate::Failed(None), _) => give(Some(false), "it returned with an error"),
        (Fate::Hidden, Some(false)) => give(Some(false), "exit status hidden; the text says that it failed"),
        (Fate::Hidden, Some(true)) => give(Some(true), "exit status hidden; the text says that it passed"),
        (Fate::Hidden, None) if ran.simple.context.piped_on => {
            give(None, "its exit status is hidden by a pipe, and the text does not show the result")
        }
        (Fate::Hidden, None) => give(None, "its exit status is hidden, and the text does not show the result"),
        (Fate::Started, _) => give(None, "started in the background; nobody saw its end"),
        (Fate::Skipped, _) => give(None, "it did not run: one before it failed"),
        (Fate::Unknown, _) => give(None, "whether it ran is not known"),
    }
}

/// Whether nothing at all came back, though nothing took the output away.
fn silent(ran: &Ran<'_>) -> bool {
    let taken = ran.simple.redirects.iter().any(|redirect| redirect.stdout) || ran.simple.context.piped_on;
    let blank = ran.output().trim().is_empty() || ran.output().trim() == "(Bash completed with no output)";
    !taken && blank && ran.result.is_some_and(|(_, outcome)| outcome.state == OutcomeState::Ok)
}

/// Whether the runner does not know the gate at all: what it would check was not checked.
fn no_such_target(output: &str) -> bool {
    let make = output.contains("No rule to make target") && !output.contains("needed by");
    make || ["Missing script:", "does not contain recipe", "Don't know how to build task"]
        .iter()
        .any(|words| output.contains(words))
}

fn absent(output: &str) -> bool {
    ["command not found", "No such file or directory", "not recognized as", "No module named pytest"]
        .iter()
        .any(|words| output.contains(words))
        && output.lines().count() < 8
}
