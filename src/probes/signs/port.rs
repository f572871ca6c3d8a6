//! Ports: who listens on them, of the run and of all that stands in its work tree. A port that is taken stops the next run's server.

use super::ties::{Role, Ties};
use super::{say, sign};
use crate::model::{Belongs, Says, Sign, SignKind};
use crate::probes::process::Table;
use crate::probes::world::World;

/// A sign a listening process, beside that of the process itself: it says what the process says.
pub(super) fn signs(world: &World, table: &Table, ties: &Ties, processes: &[Sign]) -> Vec<Sign> {
    let mut found = Vec::new();
    for (pid, tie) in &ties.0 {
        let Some(process) = table.entries.get(pid).map(|entry| &entry.process) else { continue };
        if process.ports.is_empty() {
            continue;
        }
        let own = processes.iter().find(|sign| sign.process.is_some() && sign.pid == Some(*pid));
        // Of a person's processes only the topmost has a sign of its own.
        let (says, belongs) = own.map_or((Says::Nothing, Belongs::NotTheRuns), |sign| (sign.says, sign.belongs));
        let mut what = format!("{} is taken by {}", say::port_words(process), say::command(process));
        if own.is_none() {
            what = format!("{what}, pid {pid}{}; {}", say::since(process), tie.why.join("; "));
        }
        if matches!(tie.role, Role::Left | Role::Agent | Role::Launcher) {
            what.push_str("; what the next run starts there fails while it lives");
        }
        let ports: Vec<String> = process.ports.iter().map(u16::to_string).collect();
        let key = format!("port:{}:{pid}:{}", ports.join("+"), process.start_ticks);
        let mut port = sign(SignKind::Port, says, belongs, &key, what, world.now);
        port.pid = Some(*pid);
        found.push(port);
    }
    found
}
