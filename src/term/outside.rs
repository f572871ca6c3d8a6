//! The way outside: the operator's editor for our own text, their pager, and the shell that we were started from.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, getpgrp, getppid, getsid, kill_current_process_group};

/// Runs the operator's editor on a file of ours. `$VISUAL`, then `$EDITOR`, then vi; split as a shell would.
pub fn edit(file: &Path, env: impl Fn(&str) -> Option<String>) -> io::Result<bool> {
    let editor = first(&["VISUAL", "EDITOR"], env).unwrap_or_else(|| "vi".to_owned());
    let status = Command::new("sh").arg("-c").arg(format!("exec {editor} \"$1\"")).arg("sh").arg(file).status()?;
    Ok(status.success())
}

/// Shows a text in the operator's pager: `$PAGER`, then less.
pub fn page(text: &str, env: impl Fn(&str) -> Option<String>) -> io::Result<()> {
    let pager = first(&["PAGER"], env).unwrap_or_else(|| "less".to_owned());
    let mut child = Command::new("sh").arg("-c").arg(format!("exec {pager}")).stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A pager that was left early does not read to the end.
        let _ = stdin.write_all(text.as_bytes());
    }
    child.wait().map(|_| ())
}

fn first(names: &[&str], env: impl Fn(&str) -> Option<String>) -> Option<String> {
    names.iter().find_map(|name| env(name).filter(|value| !value.trim().is_empty()))
}

/// Stops the whole process group and returns when it goes on. Without a shell that could continue it nothing happens.
pub fn suspend() -> bool {
    // The kernel would ignore a stop by the terminal in an orphaned group, and nobody could continue ours.
    if !has_shell() {
        return false;
    }
    kill_current_process_group(Signal::STOP).is_ok()
}

/// Whether somebody above our process group, in the same session, can continue it.
fn has_shell() -> bool {
    let (group, Ok(session)) = (getpgrp(), getsid(None)) else { return false };
    let mut parent = getppid();
    while let Some(pid) = parent {
        let Some((parent_group, parent_session, above)) = stat(pid) else { return false };
        if parent_session != session.as_raw_nonzero().get() {
            return false;
        }
        if parent_group != group.as_raw_nonzero().get() {
            return true;
        }
        parent = above;
    }
    false
}

/// Group, session and parent of a process.
fn stat(pid: Pid) -> Option<(i32, i32, Option<Pid>)> {
    let group = rustix::process::getpgid(Some(pid)).ok()?.as_raw_nonzero().get();
    let session = getsid(Some(pid)).ok()?.as_raw_nonzero().get();
    let text = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let above = text.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok().and_then(Pid::from_raw);
    Some((group, session, above))
}
