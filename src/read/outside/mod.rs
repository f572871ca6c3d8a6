//! Outside actions: what a run asked of systems beyond its work tree, and what is on record of the answer.
//!
//! Each one is a product that is suggested unknown: a record of success is a claim of the command, not a look at the system.

mod database;
mod hosts;
mod http;
mod lost_answer;
mod push;
mod request;
mod running;
mod server;
mod table;

pub use running::running;

use regex::Regex;

use super::done::Done;
use super::ran::Ran;
use super::shell::{Fate, Simple};
use crate::model::{ActionResult, Deed, Event, OutcomeState, Product, Run, Trace, What};

/// What a command reaches, and how its answer is read.
struct Kind {
    /// What it touches, in words.
    touches: String,
    /// Where to look to confirm it.
    look: String,
    ok: Option<Regex>,
    failed: Option<Regex>,
}

impl Kind {
    fn says(&self, output: &str) -> Option<bool> {
        let has = |pattern: &Option<Regex>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(output));
        if has(&self.failed) {
            return Some(false);
        }
        has(&self.ok).then_some(true)
    }
}

/// The outside actions of a run, as products; every one is suggested unknown.
pub fn actions(done: &Done<'_>) -> Vec<Product> {
    let run = done.run;
    let mut found: Vec<(usize, Product)> = Vec::new();
    for command in &done.ran {
        let Some(kind) = recognise(&command.simple, run) else { continue };
        if command.fate == Fate::Skipped {
            continue;
        }
        let (result, reason) = answer(run, command, &kind);
        found.push((command.index, product(command.event, &command.simple.text, kind, result, reason)));
    }
    for (index, event) in run.events.iter().enumerate() {
        let What::Call(call) = &event.what else { continue };
        let (kind, text) = match &call.deed {
            Deed::Server { server, method, input } => {
                (server::find(server, method, input), format!("{server} {method} {input}"))
            }
            Deed::Request { method, url } => (request::find(method, url), format!("{method} {url}")),
            _ => continue,
        };
        let Some(kind) = kind else { continue };
        let outcome = run.result(call).map(|(_, outcome)| outcome);
        let lost = outcome.and_then(|outcome| lost_answer::why("", outcome.exit, &outcome.output));
        let (result, reason) = match outcome.map(|outcome| outcome.state) {
            Some(OutcomeState::Refused) => continue,
            Some(OutcomeState::Ok) => (ActionResult::Ok, "it returned without an error".to_owned()),
            Some(OutcomeState::Failed) => match lost {
                Some(why) => (ActionResult::None, why),
                None => (ActionResult::Failed, "it returned with an error".to_owned()),
            },
            Some(OutcomeState::Interrupted | OutcomeState::Started) => {
                (ActionResult::None, "interrupted; what it did is not known".to_owned())
            }
            Some(OutcomeState::Returned) => {
                (ActionResult::None, "it came back; whether it succeeded is not on record".to_owned())
            }
            None => (ActionResult::None, waited(run, &call.id).unwrap_or("no result was recorded").to_owned()),
        };
        let mut product = product(event, &text, kind, result, reason);
        // The runtime's own name of the tool: what the transcript says, and what a search of it finds.
        if matches!(&call.deed, Deed::Server { .. }) {
            product.reasons.push(format!("called as {}", call.tool));
        }
        found.push((index, product));
    }
    found.sort_by_key(|(index, _)| *index);
    let mut out: Vec<Product> = Vec::new();
    for (_, mut product) in found {
        let nth = out.iter().filter(|other| other.made_by == product.made_by).count();
        product.id = format!("{}:{nth}", product.id);
        out.push(product);
    }
    out
}

/// What a command reaches beyond the work tree, in words; for limits that forbid it.
pub(crate) fn reaches(simple: &Simple) -> Option<String> {
    let kind = recognise(simple, &Run::new(crate::model::Runtime::ClaudeCode, ""))?;
    Some(kind.touches)
}

/// What a command reaches beyond the work tree, if anything.
fn recognise(simple: &Simple, run: &Run) -> Option<Kind> {
    if super::shell::git(simple).is_some_and(|git| git.verb == "push") {
        return push::find(simple, run);
    }
    let named = named(simple);
    http::find(simple)
        .or_else(|| database::find(simple))
        .or_else(|| hosts::find(simple))
        .or_else(|| table::find(&named))
}

/// The words of a command on one line, its program without a folder unless it is a script.
fn named(simple: &Simple) -> String {
    let program = simple.words.first().map_or("", String::as_str);
    // `./bin/deploy` is the project's own script; `/usr/bin/psql` and `.venv/bin/alembic` are programs.
    let installed =
        program.starts_with('/') || ["/.bin/", "venv/bin/", "env/bin/"].iter().any(|at| program.contains(at));
    let first = if program.contains('/') && !(installed && program.contains("bin/")) { program } else { simple.name() };
    let words = std::iter::once(first).chain(simple.args().iter().map(String::as_str));
    words.map(|word| word.replace('\n', " ")).collect::<Vec<_>>().join(" ")
}

/// The recorded answer, and why it says no more.
fn answer(run: &Run, command: &Ran<'_>, kind: &Kind) -> (ActionResult, String) {
    if command.result.is_none()
        && let Some(reason) = waited(run, &command.call.id)
    {
        return (ActionResult::None, reason.into());
    }
    let says = kind.says(command.output());
    if let Fate::Failed(exit) = command.fate
        && let Some(why) = lost_answer::why(command.simple.name(), exit, command.output())
    {
        return (ActionResult::None, why);
    }
    match (command.fate, says) {
        _ if !command.unseen.is_empty() && !matches!(command.fate, Fate::Ok | Fate::Failed(_)) => {
            (ActionResult::None, command.unseen.into())
        }
        (Fate::Ok, None) if mute(command) => {
            (ActionResult::None, "it returned and printed nothing, though it always prints its result".into())
        }
        (Fate::Ok, _) => match http::refused(&command.simple, command.output()) {
            Some(status) => match lost_answer::why(command.simple.name(), None, &status) {
                Some(why) => (ActionResult::None, why),
                None => (ActionResult::Failed, format!("exit 0, but the server answered {status}")),
            },
            None => (ActionResult::Ok, "exit 0".into()),
        },
        (Fate::Failed(Some(code)), _) => (ActionResult::Failed, format!("exit {code}")),
        (Fate::Failed(None), _) => (ActionResult::Failed, "it returned with an error".into()),
        (Fate::Hidden, Some(true)) => (ActionResult::Ok, "exit status hidden; the text says that it went well".into()),
        (Fate::Hidden, Some(false)) => {
            (ActionResult::Failed, "exit status hidden; the text says that it failed".into())
        }
        (Fate::Hidden, None) => (ActionResult::None, "the exit status on record is not its own".into()),
        (Fate::Started, _) => (ActionResult::None, "started in the background; nobody saw its end".into()),
        (Fate::Unknown | Fate::Skipped, _) => {
            (ActionResult::None, "whether it ran is not known: one before it may have stopped the script".into())
        }
    }
}

/// Whether a push that is not told to be quiet printed nothing: something took its output, or it never ran.
fn mute(command: &Ran<'_>) -> bool {
    let push = super::shell::git(&command.simple).filter(|git| git.verb == "push");
    let quiet = push.as_ref().is_some_and(|push| push.has("-q") || push.has("--quiet"));
    push.is_some() && !quiet && command.simple.redirects.is_empty() && command.output().trim().is_empty()
}

/// Why a call without a result may never have started.
fn waited(run: &Run, call: &str) -> Option<&'static str> {
    let waits =
        run.traces.iter().any(|trace| matches!(trace, Trace::AwaitsPermission { call: Some(id), .. } if id == call));
    waits.then_some("it waited for permission; it may never have started")
}

fn product(event: &Event, command: &str, kind: Kind, result: ActionResult, reason: String) -> Product {
    Product {
        result: Some(result),
        look: Some(kind.look),
        reasons: vec![reason],
        made_by: vec![event.id.clone()],
        ..Product::outside(format!("outside:{}", event.id), command, Some(kind.touches))
    }
}

/// What a script's output says of one outside action in it, when it is the only one.
pub(super) fn clue(simple: &Simple, all: &[Simple], output: &str) -> Option<bool> {
    let empty = Run::new(crate::model::Runtime::ClaudeCode, "");
    let kind = recognise(simple, &empty)?;
    let others = all.iter().filter(|other| recognise(other, &empty).is_some()).count();
    kind.says(output).filter(|_| others == 1)
}
