//! The output of a worker that is no known runtime, line by line: requests, commands and words.
//!
//! Only what a line says by its form is taken: `$ command`, `METHOD address -> status`. Everything else is something said.

use super::log::Line;
use crate::model::{Call, Deed, Event, Failure, FailureKind, Outcome, OutcomeState, Place, What};
use crate::read::wording::Wording;
use crate::sources::text;

static REQUEST: Wording =
    Wording::exact(&[r"^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) (/\S*|https?://\S+)(?:\s+->\s+(\d{3})\b)?(.*)$"]);

/// The events of one attempt's output. `own` is the server's address: what a worker asks of it is the task's own record.
pub(super) fn events(attempt: &str, lines: &[Line], own: &str, transcript: usize) -> Vec<Event> {
    let mut out = Out { events: Vec::new(), attempt, transcript };
    // The brief's comment line and what follows it are what the worker read, not what it says.
    let mut reading = false;
    for line in lines {
        let words = text::clean(&line.text);
        let words = words.trim_end();
        if words.is_empty() {
            continue;
        }
        if let Some(script) = words.strip_prefix("$ ").filter(|_| !line.error) {
            reading = false;
            out.command(line, script);
        } else if let Some(found) = REQUEST.captures(words).filter(|_| !line.error) {
            reading = false;
            let group = |nth: usize| found.get(nth).map_or("", |part| part.as_str());
            let status = group(3).parse().ok();
            out.request(line, group(1), group(2), status, group(4).trim(), own);
        } else if words.contains("<!-- lastgood brief/") || reading {
            reading = true;
            out.read(words);
        } else if line.error {
            let failure = Failure {
                kind: FailureKind::Other,
                status: None,
                message: words.to_owned(),
                retry_after: None,
                gave_up: false,
            };
            out.push(line, "error", What::Error(failure));
        } else {
            out.answered(line);
            out.push(line, "said", What::Said { text: words.to_owned() });
        }
    }
    out.events
}

struct Out<'a> {
    events: Vec<Event>,
    attempt: &'a str,
    transcript: usize,
}

impl Out<'_> {
    fn push(&mut self, line: &Line, kind: &str, what: What) {
        let id = format!(
            "{}:{}{}",
            self.attempt.get(..8).unwrap_or(self.attempt),
            line.number,
            if kind == "result" { ":result" } else { "" }
        );
        let place = Place { transcript: self.transcript, line: line.number, offset: 0 };
        self.events.push(Event { id, at: line.at, place, agent: None, abandoned: false, what });
    }

    fn call(&mut self, line: &Line, tool: &str, deed: Deed) -> String {
        let id = format!("{}:{}", self.attempt.get(..8).unwrap_or(self.attempt), line.number);
        self.push(line, "call", What::Call(Call { id: id.clone(), tool: tool.to_owned(), deed, result: None }));
        id
    }

    fn result(&mut self, line: &Line, call: String, state: OutcomeState, output: &str) {
        let outcome = Outcome { call, state, exit: None, output: output.to_owned(), bytes: output.len() as u64 };
        self.push(line, "result", What::Result(outcome));
    }

    fn command(&mut self, line: &Line, script: &str) {
        let script = script.to_owned();
        self.call(line, "shell", Deed::Command { script, cwd: None, background: false });
    }

    /// A worker that goes on after a command has seen its end; how it ended is nowhere on record.
    fn answered(&mut self, line: &Line) {
        let last = self.events.last().map(|event| &event.what);
        if let Some(What::Call(Call { id, deed: Deed::Command { .. }, .. })) = last {
            let id = id.clone();
            self.result(line, id, OutcomeState::Returned, &line.text);
        }
    }

    fn request(&mut self, line: &Line, method: &str, address: &str, status: Option<u16>, rest: &str, own: &str) {
        let inside = address.starts_with('/') || (!own.is_empty() && address.starts_with(own));
        let deed = if inside {
            Deed::Other { input: format!("{method} {address}") }
        } else {
            Deed::Request { method: method.to_owned(), url: address.to_owned() }
        };
        let tool = if inside { "task record" } else { "request" };
        let call = self.call(line, tool, deed);
        if let Some(status) = status {
            let state = if status < 400 { OutcomeState::Ok } else { OutcomeState::Failed };
            self.result(line, call, state, format!("{status} {rest}").trim());
        }
    }

    /// What the worker read, as the result of the newest request for it.
    fn read(&mut self, words: &str) {
        let newest = self.events.iter_mut().rev().find_map(|event| match &mut event.what {
            What::Result(outcome) => Some(outcome),
            _ => None,
        });
        if let Some(outcome) = newest {
            outcome.output.push('\n');
            outcome.output.push_str(words);
            outcome.bytes = outcome.output.len() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<Event> {
        let line =
            |(at, text): (usize, &&str)| Line { at: None, number: at as u64 + 1, error: false, text: (*text).into() };
        let lines: Vec<Line> = texts.iter().enumerate().map(line).collect();
        events("d238ae7e-0bc0", &lines, "http://127.0.0.1:3100", 0)
    }

    #[test]
    fn the_tasks_own_record_is_told_from_other_systems() {
        let events =
            of(&["PUT /issues/1/documents/plan -> 201", "POST https://x.invalid/upload (outcome not seen)", "waiting"]);
        assert!(matches!(&events[0].what, What::Call(Call { deed: Deed::Other { .. }, .. })));
        assert!(matches!(&events[1].what, What::Result(outcome) if outcome.state == OutcomeState::Ok));
        assert!(
            matches!(&events[2].what, What::Call(Call { deed: Deed::Request { method, .. }, .. }) if method == "POST")
        );
        assert!(matches!(&events[3].what, What::Said { text } if text == "waiting"));
    }

    #[test]
    fn a_brief_in_the_log_is_what_was_read() {
        let events = of(&[
            "GET /issues/1/documents/recovery-brief -> 200",
            "<!-- lastgood brief/1 recovery=LG-1 attempt=1 sha256=ab -->",
            "GET /x -> 200",
        ]);
        assert!(matches!(&events[1].what, What::Result(outcome) if outcome.output.contains("recovery=LG-1")));
        assert_eq!(events.len(), 4);
    }
}
