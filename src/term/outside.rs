//! The way outside: the operator's editor for our own text, their pager, and the shell that we were started from.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};

/// Runs the operator's editor on a file of ours. `$VISUAL`, then `$EDITOR`, then vi; split as a shell would.
pub fn edit(file: &Path, env: impl Fn(&str) -> Option<String>) -> io::Result<bool> {
    let editor = first(&["VISUAL", "EDITOR"], env).unwrap_or_else(|| "vi".to_owned());
    let status = Command::new("sh").arg("-c").arg(format!("exec {editor} \"$1\"")).arg("sh").arg(file).status()?;
    Ok(status.success())
}

/// Shows a text in the operator's pager: `$PAGER`, then less.
pub fn page(text: &str, env: impl Fn(&str) -> Option<String>) -> io::Result<()> {
    let pager = first(&["PAGER"], &env).unwrap_or_else(|| "less".to_owned());
    // Less begins where the cursor happens to stand, below blank lines, unless it is told to paint from the top; and where
    // it is set to leave at the end of a short text, as many have it for git, the screen comes back before anything was read.
    let less = env("LESS")
        .filter(|set| !set.trim().is_empty())
        .map_or_else(|| "-c -+F".to_owned(), |set| format!("{set} -c -+F"));
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec {pager}")).env("LESS", less).stdin(Stdio::piped());
    let mut child = command.spawn()?;
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
    let Some(own) = Place::of("self") else {
        // Without `/proc` (macOS): a shell with job control gives each job a group of its own and leads the session itself.
        return getsid(None).is_ok_and(|leader| leader != getpgrp());
    };
    let mut above = own.parent;
    while above > 0 {
        let Some(place) = Place::of(&above.to_string()) else { return false };
        if place.session != own.session {
            return false;
        }
        if place.group != own.group {
            return true;
        }
        above = place.parent;
    }
    false
}

/// Where a process stands among the others. A number is 0 when that process lies outside our pid namespace (proc(5)), which the typed
/// calls for group and session do not allow for.
struct Place {
    parent: i32,
    group: i32,
    session: i32,
}

impl Place {
    /// From `/proc/PID/stat`: state, parent, group, session behind the name in brackets.
    fn of(pid: &str) -> Option<Place> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut numbers = text.rsplit(')').next()?.split_whitespace().skip(1).map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Place { parent: next()?, group: next()?, session: next()? })
    }
}
