//! `lastgood packet`: makes or checks what is prepared before a failure. Without flags on a terminal it asks, field by field.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{answer, clock, copies, say, tell, text};
use crate::cli::{self, Options};
use crate::model::{PACKET_FILE, PACKET_SCHEMA, Packet};
use crate::read::{contract, packet};
use crate::steps::packet::{Unfit, gate, output};
use crate::store;
use crate::words::packet as words;

/// `lastgood packet`.
pub fn packet(options: &Options, asked: &cli::Packet) -> ExitCode {
    answer(make_or_check(options, asked))
}

fn make_or_check(options: &Options, asked: &cli::Packet) -> Result<ExitCode, String> {
    let tree = tree(asked.tree.as_deref())?;
    let file = tree.join(PACKET_FILE);
    let known = match std::fs::read_to_string(&file) {
        Ok(text) => Some(packet::parse(&text).map_err(|why| format!("{}: {why}", file.display()))?),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => None,
        Err(why) => return Err(format!("{} cannot be read: {why}", file.display())),
    };
    let changes = asked.says_something();
    let form = !changes && !asked.check && known.is_none() && std::io::stdin().is_terminal();
    if !changes && !form {
        let packet = known.as_ref().ok_or_else(|| text::no_packet(&tree))?;
        let said = tell(&text::packet(&file, packet));
        return Ok(if packet.missing().is_empty() { said } else { ExitCode::from(1) });
    }
    let mut made = known.clone().unwrap_or_default();
    PACKET_SCHEMA.clone_into(&mut made.schema);
    if form {
        if !ask(&mut made).map_err(|why| format!("the answers could not be read: {why}"))? {
            return Ok(say("Nothing was written.\n"));
        }
    } else {
        take(&mut made, asked)?;
    }
    let text = serde_json::to_string_pretty(&made).unwrap_or_default() + "\n";
    let written = store::keep_packet(&tree, &copies(options)?, &text, &contract::hash(&text), clock(options).now);
    let [file, copy] = written.map_err(|why| why.to_string())?;
    Ok(tell(&text::packet_written(&file, &copy, known.as_ref(), &made)))
}

/// The work tree: the folder that was named, or the repository around the present folder.
pub(super) fn tree(named: Option<&Path>) -> Result<PathBuf, String> {
    let from = match named {
        Some(folder) => folder.to_path_buf(),
        None => std::env::current_dir().map_err(|why| format!("the present folder cannot be told: {why}"))?,
    };
    let from = from.canonicalize().map_err(|why| format!("{}: {why}", from.display()))?;
    let around = git2::Repository::discover(&from).ok().and_then(|found| found.workdir().map(Path::to_path_buf));
    Ok(around.unwrap_or(from))
}

/// Takes over what the flags say; a list that is named replaces the old one.
fn take(made: &mut Packet, asked: &cli::Packet) -> Result<(), String> {
    let set = |to: &mut Option<String>, from: &Option<String>| {
        if from.is_some() {
            to.clone_from(from);
        }
    };
    set(&mut made.contract.goal, &asked.goal);
    set(&mut made.owner, &asked.owner);
    set(&mut made.approver, &asked.approver);
    let list = |to: &mut Vec<String>, from: &Vec<String>| {
        if !from.is_empty() {
            to.clone_from(from);
        }
    };
    list(&mut made.contract.limits, &asked.limit);
    list(&mut made.contract.criteria, &asked.criterion);
    list(&mut made.may, &asked.may);
    list(&mut made.resumes, &asked.resumes);
    list(&mut made.loses, &asked.loses);
    if !asked.gate.is_empty() {
        made.contract.gates =
            asked.gate.iter().map(|text| gate(text)).collect::<Result<_, _>>().map_err(|why| unfit(&why))?;
    }
    if !asked.output.is_empty() {
        made.outputs =
            asked.output.iter().map(|text| output(text)).collect::<Result<_, _>>().map_err(|why| unfit(&why))?;
    }
    Ok(())
}

/// Why a line cannot be used, in words.
fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Gate(line) => words::no_gate(line),
        Unfit::Output(line) => words::no_output(line),
    }
}

/// The form: one question a field; an empty answer leaves the field as it is, and lists end with an empty line.
fn ask(made: &mut Packet) -> std::io::Result<bool> {
    let mut input = std::io::stdin().lock();
    let mut line = |question: &str| -> std::io::Result<String> {
        let mut out = std::io::stdout().lock();
        write!(out, "{question}: ")?;
        out.flush()?;
        let mut answer = String::new();
        input.read_line(&mut answer)?;
        Ok(answer.trim().to_owned())
    };
    let list = |question: &str, line: &mut dyn FnMut(&str) -> std::io::Result<String>| {
        let mut all = Vec::new();
        loop {
            let answer = line(question)?;
            if answer.is_empty() {
                return Ok::<_, std::io::Error>(all);
            }
            all.push(answer);
        }
    };
    let some = |answer: String| (!answer.is_empty()).then_some(answer);
    made.contract.goal = some(line(text::form::GOAL)?);
    made.contract.limits = list(text::form::LIMIT, &mut line)?;
    made.contract.criteria = list(text::form::CRITERION, &mut line)?;
    for answer in list(text::form::GATE, &mut line)? {
        match gate(&answer) {
            Ok(gate) => made.contract.gates.push(gate),
            Err(why) => writeln!(std::io::stdout(), "{}", unfit(&why))?,
        }
    }
    for answer in list(text::form::OUTPUT, &mut line)? {
        match output(&answer) {
            Ok(output) => made.outputs.push(output),
            Err(why) => writeln!(std::io::stdout(), "{}", unfit(&why))?,
        }
    }
    made.owner = some(line(text::form::OWNER)?);
    made.may = list(text::form::MAY, &mut line)?;
    made.resumes = list(text::form::RESUMES, &mut line)?;
    made.loses = list(text::form::LOSES, &mut line)?;
    made.approver = some(line(text::form::APPROVER)?);
    Ok(line(text::form::YES)? == "y")
}
