//! How answers reach standard output and what went wrong standard error.
//!
//! Sentences for people are broken at words when they go to a terminal. What is data (JSON, a brief, command lines to
//! copy) never is, and nothing is when it goes into a pipe.

use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::process::ExitCode;

use super::{TROUBLE, text};
use crate::widgets::cut::{width, wrap};

/// Further to the right than this nothing hangs: too little would be left of a line.
const HANG: usize = 28;

/// Prints data as it is. A reader that goes away (`| head`) is no failure.
pub fn say(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) if why.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(why) => trouble(&text::not_written(&why)),
    }
}

/// Prints sentences for people.
pub fn tell(text: &str) -> ExitCode {
    say(&fitted(text, columns(io::stdout())))
}

/// Prints what went wrong.
pub fn trouble(text: &str) -> ExitCode {
    note(text);
    ExitCode::from(TROUBLE)
}

/// Prints beside the answer, on standard error: what goes on, what went wrong.
pub fn note(text: &str) {
    // When standard error is gone, too, the status is all that is left to say it.
    let _ = writeln!(io::stderr(), "{}", fitted(text, columns(io::stderr())));
}

/// What came of a command: its status, or what went wrong.
pub fn answer(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|why| trouble(&why))
}

/// The width of the terminal behind a stream; `None` for a pipe or a file.
fn columns(stream: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > HANG)
}

/// The text broken at words in so many columns. Lines that stand four or more to the right are commands, or what other programs printed: they
/// stay whole, so that they can be copied.
fn fitted(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if width(line) <= columns || line.starts_with("    ") {
            out += line;
        } else {
            let hang = hang(line);
            let (head, rest) = line.split_at(hang);
            let rows = wrap(rest, columns.saturating_sub(hang), 0);
            out += head;
            out += &rows.join(&format!("\n{}", " ".repeat(hang)));
        }
        out += end;
    }
    out
}

/// Where the further rows of a line begin: below its text, not below its label.
fn hang(line: &str) -> usize {
    let lead = line.len() - line.trim_start_matches(' ').len();
    let label = line.get(lead..).and_then(|rest| rest.find("  ").map(|at| (rest, at)));
    let below = label.map(|(rest, at)| lead + at + rest[at..].len() - rest[at..].trim_start().len());
    match below {
        Some(column)
            if column <= HANG && line.is_char_boundary(column) && line.get(..column).is_some_and(str::is_ascii) =>
        {
            column
        }
        _ => lead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_whole_words_and_a_pipe_every_byte() {
        let text = "Is it running? no\n  quiet         watched for 20 s, nothing was added\n    lastgood review a-very-long-session-id --json\n";
        assert_eq!(fitted(text, None), text);
        assert_eq!(
            fitted(text, Some(36)),
            "Is it running? no\n  quiet         watched for 20 s,\n                nothing was added\n    lastgood review a-very-long-session-id --json\n"
        );
        assert_eq!(
            fitted("one two three four five six seven eight", Some(30)),
            "one two three four five six\nseven eight"
        );
    }
}
