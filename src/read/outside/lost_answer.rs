//! Errors that tell only that the answer was lost: the request had been sent, and what came of it is not known.
//!
//! A timeout does not prove that nothing happened. An error before anything was sent (no such host, connection refused, no connection in
//! time) does, and is none of these.

use std::sync::LazyLock;

use regex::Regex;

/// The answer did not arrive.
const LOST: &str = r"(?i)timed?[ -]?out|deadline exceeded|context cancell?ed|request was (aborted|cancell?ed)|connection (was )?(reset|aborted|closed) |connection reset|connection lost|lost connection|closed by (the )?remote|socket hang up|broken pipe|unexpected (eof|disconnect|end of)|eof occurred|empty reply|remote end (hung up|closed)|server disconnected|ECONNRESET|EPIPE|ETIMEDOUT|\b(408|504|524)\b|gateway time-?out|i/o timeout|stream (was )?closed|recv failure|send failure|transfer closed";
/// No connection was ever made: nothing was sent.
const UNSENT: &str = r"(?i)connect to (host )?\S+.* timed out|failed to connect|connection timed out after|connect ETIMEDOUT|dial (tcp|udp) .*timeout|connect ?timeout|connection attempt .*timed out|could not connect|can.t connect|couldn.t connect|could not resolve|name resolution|no route to host|connection refused|ECONNREFUSED|ENOTFOUND|network is unreachable";
/// Exit statuses of curl: operation timed out, nothing returned, sending failed, receiving failed, partial file.
const CURL: &[i32] = &[18, 28, 52, 55, 56];
/// The exit status of `timeout` when it ended the command.
const TIMED_OUT: i32 = 124;

/// Why a failed call proves nothing about the system that it asked, if so. `program` is the one that asked.
pub(super) fn why(program: &str, exit: Option<i32>, output: &str) -> Option<String> {
    static RULES: LazyLock<Option<(Regex, Regex)>> =
        LazyLock::new(|| Regex::new(LOST).ok().zip(Regex::new(UNSENT).ok()));
    let (lost, unsent) = RULES.as_ref()?;
    if unsent.is_match(output) {
        return None;
    }
    let by_status = exit.is_some_and(|exit| exit == TIMED_OUT || program == "curl" && CURL.contains(&exit));
    let line = output.lines().find(|line| lost.is_match(line)).map(str::trim);
    match (line, exit) {
        (Some(line), _) => Some(format!("its answer was lost, which proves nothing: {line}")),
        (None, Some(exit)) if by_status => {
            Some(format!("it gave up waiting for the answer (exit {exit}), which proves nothing"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_answer_proves_nothing_and_a_connection_that_never_was_does() {
        for (program, exit, output) in [
            ("curl", 28, "curl: (28) Operation timed out after 30001 milliseconds with 0 bytes received"),
            ("curl", 52, ""),
            (
                "gh",
                1,
                "Post \"https://api.example.com/releases\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
            ),
            ("git", 128, "error: RPC failed; HTTP 504 curl 22\nfatal: the remote end hung up unexpectedly"),
            ("npm", 1, "npm error network request failed, reason: socket hang up"),
            ("kubectl", 124, ""),
        ] {
            assert!(why(program, Some(exit), output).is_some(), "{program} {output}");
        }
        for (program, exit, output) in [
            ("curl", 7, "curl: (7) Failed to connect to example.com port 443: Connection refused"),
            ("curl", 28, "curl: (28) Connection timed out after 5001 milliseconds"),
            ("ssh", 255, "ssh: connect to host example.com port 22: Connection timed out"),
            ("curl", 22, "curl: (22) The requested URL returned error: 403"),
            ("git", 1, " ! [rejected] main -> main (fetch first)"),
            ("psql", 1, "ERROR: relation \"a\" does not exist"),
        ] {
            assert_eq!(why(program, Some(exit), output), None, "{program} {output}");
        }
    }
}
