//! What the text of a shell result says: its exit status, its process group, the output itself.

use crate::model::OutcomeState;

/// A shell result as its text tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    /// How it went.
    pub state: OutcomeState,
    /// The exit status; the client writes it only when it is not 0.
    pub exit: Option<i32>,
    /// The process group, when something of it goes on.
    pub group: Option<u32>,
    /// The output without the client's frame.
    pub text: String,
}

/// Reads the result of a shell command that returned.
pub(super) fn shell(text: &str, background: bool) -> Output {
    let body = text.trim().trim_start_matches("<untrusted_context>").trim_end_matches("</untrusted_context>").trim();
    // The client's own lines stand at the end, after whatever the command wrote.
    let mut lines: Vec<&str> = body.lines().collect();
    let mut read = Output { state: OutcomeState::Ok, exit: None, group: None, text: String::new() };
    let mut group = None;
    let mut goes_on = background;
    while let Some((key, value)) = lines.last().and_then(|line| line.split_once(": ")) {
        match key {
            "Exit Code" => read.exit = value.trim().parse().ok(),
            "Process Group PGID" => group = value.trim().parse().ok(),
            "Background PIDs" => goes_on |= value.trim() != "(none)",
            "Signal" | "Error" if value.trim() != "(none)" => read.state = OutcomeState::Failed,
            "Signal" | "Error" => {}
            _ => break,
        }
        lines.pop();
    }
    if read.exit.is_some_and(|code| code != 0) {
        read.state = OutcomeState::Failed;
    } else if background {
        read.state = OutcomeState::Started;
    } else if read.state == OutcomeState::Ok {
        read.exit = Some(0);
    }
    read.group = group.filter(|_| goes_on);
    let text = lines.join("\n");
    read.text = text
        .split_once("Output: ")
        .filter(|(head, _)| head.len() < 400 && head.lines().all(framed))
        .map_or(text.clone(), |(_, rest)| rest.to_string());
    read
}

/// Whether a line before the output is the client's.
fn framed(line: &str) -> bool {
    line.starts_with("Command: ") || line.starts_with("Directory: ") || line.starts_with("Stdout: ") || line.is_empty()
}

/// How a call went that did not return: refused by a person, or cut off.
pub(super) fn cancelled(text: &str) -> OutcomeState {
    let lower = text.to_lowercase();
    let refused = ["did not allow", "rejected", "denied", "declined"].iter().any(|word| lower.contains(word));
    if refused { OutcomeState::Refused } else { OutcomeState::Interrupted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_lines_at_the_end_tell_how_it_went() {
        let failed = shell(
            "<untrusted_context>\nOutput: OK\nfatal: no\nExit Code: 128\nProcess Group PGID: 18289\n</untrusted_context>",
            false,
        );
        assert_eq!(
            (failed.state, failed.exit, failed.group, failed.text.as_str()),
            (OutcomeState::Failed, Some(128), None, "OK\nfatal: no")
        );
        let fine = shell("Output: Exit Code: 9\nmore\nProcess Group PGID: 1", false);
        assert_eq!((fine.state, fine.exit, fine.text.as_str()), (OutcomeState::Ok, Some(0), "Exit Code: 9\nmore"));
        let runs = shell("Output: \nProcess Group PGID: 77", true);
        assert_eq!((runs.state, runs.exit, runs.group), (OutcomeState::Started, None, Some(77)));
    }
}
