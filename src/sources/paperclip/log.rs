//! The log of an attempt: chunks of two streams, joined to lines with their times. A chunk may hold many lines or half a one.

use std::sync::LazyLock;

use jiff::Timestamp;
use regex::Regex;
use serde_json::Value;

use super::client::{Client, Trouble};
use crate::model::count;
use crate::sources::fields::Fields;

/// Signed tokens and keys of the task system.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}|\bpcp_[A-Za-z0-9_]{8,}").ok()
});
/// One piece of a log is asked for with so many bytes.
const PIECE: u64 = 256 << 10;
/// Of a longer log the beginning and the end are read.
const MOST: u64 = 4 << 20;

/// One line of a worker's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// When its last piece came.
    pub at: Option<Timestamp>,
    /// Its number in the log, from 1.
    pub number: u64,
    /// Whether it came from standard error.
    pub error: bool,
    /// The text, without the line end.
    pub text: String,
}

/// A log as far as it could be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub lines: Vec<Line>,
    pub bytes: u64,
    /// What is missing, in words.
    pub problem: Option<String>,
    /// Whether its last line has no end.
    pub torn: bool,
}

impl Log {
    /// Takes the output that the record of the attempt itself kept, where its log holds nothing any more.
    pub(super) fn kept(&mut self, result: &Value, at: Option<Timestamp>) {
        for (stream, error) in [("stdout", false), ("stderr", true)] {
            // A log masks its tokens, this does not.
            let text = masked(result.text(stream));
            self.bytes += text.len() as u64;
            for line in text.lines() {
                push(&mut self.lines, at, error, line);
            }
        }
        if !self.lines.is_empty() {
            let why = self.problem.take().unwrap_or_else(|| "the log is empty".to_owned());
            self.problem = Some(format!("{why}; read instead: the output that the run's record kept, without times"));
        }
    }
}

/// A text without the tokens of the task system.
fn masked(text: &str) -> String {
    match TOKEN.as_ref() {
        Some(token) => token.replace_all(text, "(a token, masked)").into_owned(),
        None => String::new(),
    }
}

/// Reads the log of an attempt.
pub(super) fn read(client: &Client, attempt: &str, length: Option<u64>) -> Log {
    let mut text = String::new();
    let mut problem = None;
    let mut offset = 0;
    loop {
        match client.get(&format!("/heartbeat-runs/{attempt}/log?offset={offset}&limitBytes={PIECE}")) {
            Ok(answer) => {
                text.push_str(answer.text("content"));
                match answer.int("nextOffset").and_then(|next| u64::try_from(next).ok()) {
                    Some(next) if next > offset && next < MOST => offset = next,
                    Some(next) if next >= MOST => {
                        problem = Some(format!("the log is longer than {} MiB: the rest was not read", MOST >> 20));
                        break;
                    }
                    _ => break,
                }
            }
            Err(Trouble::Missing) if length.is_none_or(|bytes| bytes == 0) => break,
            Err(why) => {
                problem = Some(format!("the log cannot be read: {}", why.words("log")));
                break;
            }
        }
    }
    let mut log = lines(&text);
    log.bytes = text.len() as u64;
    log.problem = problem.or(log.problem);
    log
}

/// The lines of both streams, in the order in which they ended.
fn lines(text: &str) -> Log {
    let mut log = Log::default();
    let mut open = [String::new(), String::new()];
    let mut last = [None, None];
    let mut broken = 0;
    for row in text.lines().filter(|row| !row.trim().is_empty()) {
        let Ok(row) = serde_json::from_str::<Value>(row) else {
            broken += 1;
            continue;
        };
        let error = row.text("stream") == "stderr";
        let (stream, at) = (usize::from(error), row.time("ts"));
        last[stream] = at;
        open[stream].push_str(row.text("chunk"));
        while let Some(end) = open[stream].find('\n') {
            let rest = open[stream].split_off(end + 1);
            let line = std::mem::replace(&mut open[stream], rest);
            push(&mut log.lines, at, error, line.trim_end_matches(['\n', '\r']));
        }
    }
    for (stream, rest) in open.iter().enumerate() {
        if !rest.is_empty() {
            log.torn = true;
            push(&mut log.lines, last[stream], stream == 1, rest);
        }
    }
    if broken > 0 {
        log.problem = Some(format!("torn or no JSON, and skipped: {} of the log", count(broken, "row", "rows")));
    }
    log
}

fn push(lines: &mut Vec<Line>, at: Option<Timestamp>, error: bool, text: &str) {
    let number = lines.len() as u64 + 1;
    lines.push(Line { at, number, error, text: text.to_owned() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_lines_are_joined_and_a_torn_row_is_named() {
        let row = |stream: &str, chunk: &str| {
            format!("{}\n", serde_json::json!({"ts":"2026-11-29T12:00:00Z","stream":stream,"chunk":chunk,"seq":1}))
        };
        let text = row("stdout", "one\ntw") + &row("stderr", "oops\n") + &row("stdout", "o\nrest") + "{\"ts\":\"2026";
        let log = lines(&text);
        let texts: Vec<_> = log.lines.iter().map(|line| (line.error, line.text.as_str())).collect();
        assert_eq!(texts, [(false, "one"), (true, "oops"), (false, "two"), (false, "rest")]);
        assert!(log.torn && log.problem.is_some());
    }
}
