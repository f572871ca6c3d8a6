//! The terminal was closed under the client: only where the record tells it from other ways to be stopped.

use crate::model::{Run, Runtime, Trace};

/// From this version on Claude Code writes the result of a command that a request to end (SIGTERM) stopped, and none when its terminal goes.
const TELLS_APART: [u32; 3] = [2, 1, 332];

/// Why an open call shows a closed terminal: the client closed in order, and left no result as a request to end would have.
pub(super) fn in_a_call(run: &Run) -> Option<String> {
    let closed = run.traces.iter().any(|trace| matches!(trace, Trace::ClosedInOrder));
    let tells = run.runtime == Runtime::ClaudeCode && run.runtime_version.as_deref().is_some_and(tells_apart);
    (closed && tells).then(|| {
        "the client closed in order while a call was open and wrote no result of it: so it ends when its terminal is closed".into()
    })
}

/// Why the task's record shows it: the worker ended by the signal that a closed terminal sends.
pub(super) fn of_worker(run: &Run) -> Option<String> {
    let attempt = run.record.as_ref()?.evidence()?;
    let by_signal = attempt.signal.as_deref().is_some_and(|signal| signal.eq_ignore_ascii_case("SIGHUP"));
    // Shells report a signal as 128 and its number.
    (by_signal || attempt.exit == Some(129))
        .then(|| "the worker was ended by a hang-up of its terminal (SIGHUP)".into())
}

fn tells_apart(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    numbers.as_slice() >= TELLS_APART.as_slice()
}

#[cfg(test)]
mod tests {
    use super::tells_apart;

    #[test]
    fn only_newer_clients_tell_a_closed_terminal_from_a_request_to_end() {
        assert!(tells_apart("2.1.332") && tells_apart("2.2.0") && tells_apart("3.0.1"));
        assert!(!tells_apart("2.1.197") && !tells_apart("1.9.999") && !tells_apart("") && !tells_apart("beta"));
    }
}
