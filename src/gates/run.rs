//! Starts a keeper with its gate, takes in what the gate prints, and hears from the keeper how it ended.

#![expect(clippy::disallowed_methods, reason = "gates start programs")]

use std::hash::{BuildHasher as _, RandomState};
use std::io::{PipeReader, Read as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;

use super::keeper::{self, Said};
use super::{Ask, Kept, Ran, Stop, family};
use crate::model::Ended;

/// So often we look whether the operator wants it to end.
const LOOK: Duration = Duration::from_millis(50);
/// So long after its time is up the keeper must have ended it.
const LATE: Duration = Duration::from_secs(15);

/// Variables by which a hook's git would be led to the repository that we must not touch.
const GIT: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
];

/// Runs a gate to its end. `seen` gets what it prints as it comes.
pub fn run(ask: &Ask<'_>, stop: &Stop, seen: &mut dyn FnMut(&[u8])) -> Ran {
    let begun = Instant::now();
    let mut output = Kept::default();
    let give = |said: Said, output: Kept| Ran {
        ended: said.ended,
        output,
        took: begun.elapsed(),
        left: said.left,
        stays: said.stays,
    };
    let plain = |ended| Said { ended, left: vec![], stays: vec![] };
    if stop.is_set() {
        return give(plain(Ended::Cancelled), output);
    }
    let mark = mark();
    let (mut child, line, pipe) = match start(ask, &mark) {
        Ok(started) => started,
        Err(why) => return give(plain(Ended::NotStarted { why: why.to_string() }), output),
    };
    let heard = listen(ask, &line, pipe, stop, &mut |bytes| {
        output.take(bytes);
        seen(bytes);
    });
    let mut said = heard.unwrap_or_else(|| plain(lost(&mut child, &mark)));
    // The line is closed: a keeper that still lives ends by itself.
    drop(line);
    if !matches!(child.try_wait(), Ok(Some(_))) {
        let _ = child.wait();
    }
    if stop.is_set() && !matches!(said.ended, Ended::Exit { .. } | Ended::Signal { .. }) {
        said.ended = Ended::Cancelled;
    }
    give(said, output)
}

fn start(ask: &Ask<'_>, mark: &str) -> std::io::Result<(Child, UnixStream, PipeReader)> {
    if !ask.folder.is_dir() {
        return Err(std::io::Error::other(format!("the folder {} is not there", ask.folder.display())));
    }
    let (line, theirs) = keeper::line()?;
    let (pipe, out) = std::io::pipe()?;
    let errors = out.try_clone()?;
    let mut command = Command::new(&ask.keeper.0);
    command.arg0("lastgood").arg("keep-gate").arg("--limit").arg(ask.limit.as_secs_f64().to_string()).arg("--");
    command.args(ask.command).current_dir(ask.folder).stdin(theirs).stdout(out).stderr(errors);
    for name in GIT {
        command.env_remove(name);
    }
    command.env("PWD", ask.folder).envs(ask.variables.iter().map(|(name, value)| (name, value)));
    let child = command.env(family::MARK, mark).spawn()?;
    Ok((child, line, pipe))
}

/// Takes in output until the keeper has said how it ended; `None` when it never says.
fn listen(
    ask: &Ask<'_>,
    line: &UnixStream,
    pipe: PipeReader,
    stop: &Stop,
    take: &mut dyn FnMut(&[u8]),
) -> Option<Said> {
    let begun = Instant::now();
    let (mut pipe, mut said, mut asked) = (Some(pipe), Vec::new(), None);
    let mut over: Option<Option<Said>> = None;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        if stop.is_set() && asked.is_none() {
            // The keeper takes the end of the line for the order to end everything.
            let _ = line.shutdown(Shutdown::Write);
            asked = Some(Instant::now());
        }
        let ready = wait(pipe.as_ref(), over.is_none().then_some(line));
        if !ready.0 {
            // Who streams it may have held something back.
            take(&[]);
        }
        if ready.0 {
            match pipe.as_mut().map(|pipe| pipe.read(&mut buffer)) {
                Some(Ok(count @ 1..)) => take(buffer.get(..count).unwrap_or_default()),
                Some(Err(why)) if why.kind() == std::io::ErrorKind::Interrupted => {}
                _ => pipe = None,
            }
        }
        if ready.1 {
            let mut line: &UnixStream = line;
            match line.read(&mut buffer) {
                Ok(count @ 1..) => said.extend_from_slice(buffer.get(..count).unwrap_or_default()),
                _ => over = Some(serde_json::from_slice(&said).ok()),
            }
        }
        match over.take() {
            // What it left has been ended, so that nobody holds the pipe but by mistake.
            Some(Some(said)) if pipe.is_none() || !ready.0 => return Some(said),
            Some(None) => return None,
            None if begun.elapsed() > ask.limit + LATE || asked.is_some_and(|at: Instant| at.elapsed() > LATE) => {
                return None;
            }
            other => over = other,
        }
    }
}

/// Waits until something can be read, but not long.
fn wait(pipe: Option<&PipeReader>, line: Option<&UnixStream>) -> (bool, bool) {
    let time = Timespec { tv_sec: 0, tv_nsec: i64::from(LOOK.subsec_nanos()) };
    let mut look = Vec::with_capacity(2);
    look.extend(pipe.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
    look.extend(line.map(|line| PollFd::new(line, PollFlags::IN)));
    if poll(&mut look, Some(&time)).is_err() {
        return (false, false);
    }
    let mut ready = look.iter().map(|one| !one.revents().is_empty());
    (pipe.is_some() && ready.next() == Some(true), line.is_some() && ready.next() == Some(true))
}

/// The keeper is gone or silent: what carries the mark is ended from here.
fn lost(child: &mut Child, mark: &str) -> Ended {
    let _ = child.kill();
    let begun = Instant::now();
    loop {
        let members = family::marked(mark);
        if members.is_empty() || begun.elapsed() > LATE {
            break;
        }
        family::signal(&members, Signal::KILL);
        let _ = poll(&mut [], Some(&Timespec { tv_sec: 0, tv_nsec: 20_000_000 }));
    }
    Ended::Lost { why: "the process that held the gate was ended from outside".to_owned() }
}

/// A word that nothing else carries.
fn mark() -> String {
    format!("{}-{:016x}", std::process::id(), RandomState::new().hash_one(Instant::now()))
}
