//! The process between us and a gate: holds its session, its time and its orphans, and says how it ended.
//!
//! Its standard input is a socket to the lastgood that started it: its end means that nobody waits any more, and
//! then everything of the gate is ended. It reads nothing else and writes nothing but one line on that socket.

#![expect(clippy::disallowed_methods, reason = "gates start programs")]

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, wait};
use serde::{Deserialize, Serialize};

use super::family::{self, Member};
use crate::model::Ended;

/// So long a gate has after TERM before it is killed.
const GRACE: Duration = Duration::from_secs(2);
/// So long we try to kill what does not want to end.
const LAST: Duration = Duration::from_secs(5);
/// So often we look whether it is over.
const LOOK: Duration = Duration::from_millis(20);

/// What the keeper says when it is over.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Said {
    pub ended: Ended,
    #[serde(default)]
    pub left: Vec<String>,
    #[serde(default)]
    pub stays: Vec<String>,
}

/// Holds a gate until it and everything that it started is gone.
pub fn keep(command: &[OsString], limit: Duration) -> ExitCode {
    let Ok(line) = std::io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else {
        return ExitCode::from(2);
    };
    // Without a terminal nothing of a gate can ask on it or draw over the screen.
    let _ = rustix::process::setsid();
    adopt();
    let said = match start(command) {
        Ok(child) => watch(child, &line, limit),
        Err(why) => Said { ended: Ended::NotStarted { why: why.to_string() }, left: vec![], stays: vec![] },
    };
    let mut line = line;
    // Nobody is there to hear it when the one who started us is gone.
    let _ = serde_json::to_string(&said).map(|said| line.write_all(said.as_bytes()));
    ExitCode::SUCCESS
}

/// What loses its parent becomes ours, so that it can be ended and collected.
fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

fn start(command: &[OsString]) -> std::io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
    Command::new(program).args(arguments).stdin(Stdio::null()).process_group(0).spawn()
}

fn watch(mut child: Child, line: &UnixStream, limit: Duration) -> Said {
    let started = Instant::now();
    let group = Pid::from_child(&child);
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break of(status),
            Ok(None) => {}
            Err(why) => break Ended::Lost { why: why.to_string() },
        }
        if started.elapsed() >= limit {
            break Ended::TimeLimit { seconds: limit.as_secs() };
        }
        if hung_up(line, LOOK.min(limit.saturating_sub(started.elapsed()))) {
            break Ended::Cancelled;
        }
    };
    let outlived = matches!(ended, Ended::Exit { .. } | Ended::Signal { .. });
    let left = family::descendants(rustix::process::getpid());
    let stays = end_all(&mut child, group);
    let words = |members: Vec<Member>| members.into_iter().map(|member| member.what).collect();
    Said { ended, left: if outlived { words(left) } else { vec![] }, stays: words(stays) }
}

fn of(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit { code },
        (None, signal) => Ended::Signal { signal: signal.unwrap_or_default() },
    }
}

/// Waits this long, or until the one who started us closes the line.
fn hung_up(line: &UnixStream, at_most: Duration) -> bool {
    let wait = Timespec { tv_sec: 0, tv_nsec: i64::from(at_most.subsec_nanos()) };
    let mut look = [PollFd::new(line, PollFlags::IN)];
    if poll(&mut look, Some(&wait)).unwrap_or(0) == 0 {
        return false;
    }
    let mut line: &UnixStream = line;
    !matches!(line.read(&mut [0; 16]), Ok(1..))
}

/// Asks everything of the gate to end, then kills it; what is left after that cannot be ended by us.
fn end_all(child: &mut Child, group: Pid) -> Vec<Member> {
    let own = rustix::process::getpid();
    let begun = Instant::now();
    let mut asked = false;
    loop {
        collect(child);
        let members = family::descendants(own);
        if members.is_empty() && (cfg!(target_os = "linux") || asked) {
            return members;
        }
        let late = begun.elapsed();
        if late >= GRACE + LAST {
            return members;
        }
        if late >= GRACE {
            family::signal_group(group, Signal::KILL);
            family::signal(&members, Signal::KILL);
        } else if !asked {
            family::signal_group(group, Signal::TERM);
            family::signal(&members, Signal::TERM);
            asked = true;
        }
        let short = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
        let _ = poll(&mut [], Some(&short));
    }
}

/// Collects what has ended, adopted children included.
fn collect(child: &mut Child) {
    if child.try_wait().is_ok_and(|status| status.is_none()) {
        return; // the gate itself is collected by its own handle
    }
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
}

/// The keeper's end of the line, as its standard input.
pub(super) fn line() -> std::io::Result<(UnixStream, Stdio)> {
    let (ours, theirs) = UnixStream::pair()?;
    Ok((ours, Stdio::from(OwnedFd::from(theirs))))
}
