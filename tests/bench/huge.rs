//! Makes a huge session out of a fixture's own lines, to see how reading and memory grow: half of its bytes in big tool results, half in
//! many small rows.
//!
//! `cargo run --example huge -- claude-code 1024 FOLDER` (or `codex`) writes one session of 1024 MiB below FOLDER, which is then a home:
//! `/usr/bin/time -v lastgood --home FOLDER inspect SESSION --json --watch 0`. Nothing of it is kept in the repository.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a tool that cannot do its one job stops"
)]

use std::fs::File;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use jiff::{SignedDuration, Timestamp};
use regex::{Captures, Regex};
use serde_json::Value;

/// A runtime: the fixture, which of its files, and where the session goes.
struct Kind {
    name: &'static str,
    fixture: &'static str,
    file: fn(&str) -> bool,
    /// What a row of the agent's work holds; a person's prompts and the client's own rows come once, as in a real long run.
    work: &'static [&'static str],
    /// Of a row: the text of its tool result, if it is one.
    result: fn(&mut Value) -> Option<&mut Value>,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "claude-code",
        fixture: "claude-code/g-push-unknown",
        file: |path| path.contains("/.claude/projects/") && path.contains(".jsonl") && !path.contains("subagents"),
        work: &[r#""type":"tool_result""#, r#""type":"assistant""#],
        result: |row| {
            let part = row.pointer_mut("/message/content/0")?;
            (part["type"] == "tool_result").then(|| &mut part["content"])
        },
    },
    Kind {
        name: "codex",
        fixture: "codex/external-push",
        file: |path| path.contains("/.codex/sessions/") && path.contains(".jsonl"),
        work: &["function_call", "custom_tool_call", "CommandExecution", "FileChange", "token_count", "AgentMessage"],
        result: |row| {
            let payload = row.get_mut("payload")?;
            (payload["type"] == "function_call_output").then(|| &mut payload["output"])
        },
    },
];

/// Rows that are longer than this are the client's own context; they come once.
const SMALL: usize = 12 << 10;
/// The sizes of big results, one after the other.
const BIG: [usize; 5] = [64 << 10, 400 << 10, 96 << 10, 3 << 20, 900 << 10];

fn lines_of(kind: &Kind) -> (String, Vec<String>) {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/runs").join(kind.fixture);
    let packed = File::open(packed.with_extension("tar.gz")).expect("the fixture");
    let mut archive = tar::Archive::new(GzDecoder::new(packed));
    for entry in archive.entries().expect("entries") {
        let mut entry = entry.expect("an entry");
        let path = entry.path().expect("a path").to_string_lossy().into_owned();
        if (kind.file)(&path) {
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            let below = path.split_once("T/home/dev/").expect("below the home").1.to_owned();
            return (below, text.lines().map(str::to_owned).collect());
        }
    }
    panic!("{} has no transcript", kind.fixture);
}

/// The same rows once more: other ids, later times.
struct Again {
    ids: Regex,
    times: Regex,
    keep: String,
    span: SignedDuration,
}

impl Again {
    fn row(&self, line: &str, round: u32) -> String {
        let fresh = |found: &Captures<'_>| {
            let id = &found[0];
            if self.keep.contains(id) { id.to_owned() } else { format!("{}{round:06x}", &id[..id.len() - 6]) }
        };
        let later = |found: &Captures<'_>| {
            let at: Timestamp = found[1].parse().unwrap_or_default();
            format!("\"timestamp\":\"{:.3}\"", at + self.span * i32::try_from(round).unwrap_or(0))
        };
        self.times.replace_all(&self.ids.replace_all(line, fresh), later).into_owned()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, mib, folder] = words.as_slice() else { panic!("usage: huge claude-code|codex MIB FOLDER") };
    let kind = KINDS.iter().find(|kind| kind.name == name).expect("claude-code or codex");
    let limit: u64 = mib.parse::<u64>().expect("a number of MiB") << 20;
    let (below, lines) = lines_of(kind);
    let path: PathBuf = Path::new(folder).join(&below);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path).expect("a file"));
    let again = Again {
        ids: Regex::new(
            r"\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|toolu_\w{8,}|call_\w{4,}|msg_\w{8,})\b",
        )
        .expect("a pattern"),
        times: Regex::new(r#""timestamp":"([^"]+)""#).expect("a pattern"),
        keep: below,
        span: SignedDuration::from_secs(90),
    };
    let mut written = 0;
    let mut put = |row: &str| {
        out.write_all(row.as_bytes()).and_then(|()| out.write_all(b"\n")).expect("written");
        row.len() as u64 + 1
    };
    for line in &lines {
        written += put(line);
    }
    let of_agent = |line: &&String| line.len() < SMALL && kind.work.iter().any(|word| line.contains(word));
    let middle: Vec<&String> = lines.iter().filter(of_agent).collect();
    let (mut round, mut big) = (0, 0_u64);
    let noise = "   Compiling queue v0.1.0 (/home/dev/src/queue)\ntest worker::retries_with_backoff ... ok\nwarning: unused variable `left`\n";
    while written < limit {
        round += 1;
        for line in &middle {
            let mut row = again.row(line, round);
            if big * 2 < written
                && let Ok(mut value) = serde_json::from_str::<Value>(&row)
                && let Some(text) = (kind.result)(&mut value)
            {
                let size = BIG[round as usize % BIG.len()];
                *text = Value::String(noise.repeat(size / noise.len()));
                row = value.to_string();
                big += row.len() as u64;
            }
            written += put(&row);
        }
    }
    out.flush().expect("written");
    println!("{}: {} MiB, {round} rounds, {} MiB of it in big results", path.display(), written >> 20, big >> 20);
}
