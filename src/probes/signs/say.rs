//! A process in words.

use crate::model::Process;

/// A command line longer than this is cut; the id of a session in it stays visible.
const COMMAND_LIMIT: usize = 400;

/// Its arguments as one line, or its short name in brackets when it has none.
pub(super) fn command(process: &Process) -> String {
    if process.argv.is_empty() {
        return format!("[{}]", process.comm);
    }
    let line: Vec<&str> = process.argv.iter().flat_map(|word| word.split_whitespace()).collect();
    let line: String = line.join(" ").chars().filter(|letter| !letter.is_control()).collect();
    if line.chars().count() <= COMMAND_LIMIT {
        return line;
    }
    let head: String = line.chars().take(COMMAND_LIMIT).collect();
    format!("{head}…")
}

/// Its short name with its account and start: "cron of root, since 2026-11-29T12:00:05Z".
pub(super) fn name(process: &Process) -> String {
    let user = process.user.as_ref().map_or_else(String::new, |user| format!(" of {user}"));
    format!("{}{user}{}", process.comm, since(process))
}

/// ", since …", or nothing.
pub(super) fn since(process: &Process) -> String {
    let second = |at: jiff::Timestamp| at.round(jiff::Unit::Second).unwrap_or(at);
    process.since.map_or_else(String::new, |at| format!(", since {}", second(at)))
}

/// ", listens on port 18080", or nothing.
pub(super) fn ports(process: &Process) -> String {
    if process.ports.is_empty() { String::new() } else { format!(", listens on {}", port_words(process)) }
}

/// "port 18080", "ports 80, 443".
pub(super) fn port_words(process: &Process) -> String {
    let ports: Vec<String> = process.ports.iter().map(u16::to_string).collect();
    format!("{} {}", if ports.len() == 1 { "port" } else { "ports" }, ports.join(", "))
}

/// The first argument's last part: the program as it was called.
pub(super) fn program(process: &Process) -> String {
    let first = process.argv.first().map_or(process.comm.as_str(), String::as_str);
    first.trim_start_matches('-').rsplit('/').next().unwrap_or(first).to_owned()
}
