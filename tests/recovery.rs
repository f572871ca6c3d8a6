//! The journal, its fold, and the store on real files.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

#[path = "recovery/fold.rs"]
mod fold;
#[path = "recovery/journal.rs"]
mod journal;
#[path = "recovery/lock.rs"]
mod lock;
#[path = "recovery/publish.rs"]
mod publish;

#[path = "recovery/second.rs"]
mod second;
mod support;

use jiff::Timestamp;
use lastgood::model::{Host, Op, RunMark, Runtime};
use lastgood::store::Me;

/// Midnight plus so many seconds.
fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

/// An operator on this machine.
fn operator(by: &str) -> Me {
    let host = Host { name: "devbox".into(), booted: None, boot: Some("b00t".into()) };
    Me { by: by.into(), host, pid: std::process::id() }
}

/// The decision that a run belongs to the recovery.
fn join(session: &str) -> Op {
    let run = RunMark { runtime: Runtime::ClaudeCode, session: session.into(), transcript: "t.jsonl".into() };
    Op::Join { run, attempt: 0, how: "first".into() }
}

/// A decision that can be undone.
fn approver(name: &str) -> Op {
    Op::Approver { name: name.into() }
}
