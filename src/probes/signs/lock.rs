//! The lock that the process which writes a session holds.

use super::sign;
use super::ties::{Known, Ties};
use crate::model::{Belongs, Run, Says, Sign, SignKind};
use crate::probes::process::Holders;
use crate::probes::world::World;

/// One sign for each lock that no process of this table explains.
pub(super) fn signs(run: &Run, world: &World, known: &Known<'_>, ties: &Ties) -> Vec<Sign> {
    let name = run.runtime.name();
    known
        .locks
        .iter()
        .filter_map(|(path, holders)| {
            let file = path.display();
            let (says, what) = match holders {
                Holders::NoFile => (
                    Says::Quiet,
                    format!("no lock of the session: {file} is not there, a clean end of {name} removes it"),
                ),
                Holders::Free => (
                    Says::Quiet,
                    format!("nobody holds the lock of the session; {file} is left, so {name} did not end cleanly"),
                ),
                Holders::Unknown => (Says::CannotLook, format!("who holds the lock {file} could not be looked at")),
                Holders::Held(pids)
                    if ties.has_agent()
                        && pids.iter().any(|pid| u32::try_from(*pid).is_ok_and(|pid| ties.of(pid).is_some())) =>
                {
                    return None;
                }
                Holders::Held(pids) => {
                    let pids: Vec<String> = pids.iter().map(i64::to_string).collect();
                    (Says::Alive, format!("the lock of the session is held: {file}, by pid {}", pids.join(", ")))
                }
            };
            Some(sign(SignKind::SessionLock, says, Belongs::Agent, &format!("session-lock:{file}"), what, world.now))
        })
        .collect()
}
